"""Tablets over real connections: they pair, take a table, send their lines, and keep what they sent."""

from __future__ import annotations

import hashlib
import http.client
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from refereeing.services.desk import uuid7

SCRAWL = [[10.5, 60.0, 18.2, 41.7, 25.0, 66.1, 33.8, 52.4, 47.0, 71.3], [60.0, 40.0, 72.5, 62.5, 81.0, 44.0]]


@dataclass
class HttpTablet:
    """One tablet with its connection, its numbering, and everything that it has sent."""

    url: str
    device: str = ""
    token: str = ""
    epoch: int = 0
    table: str = ""
    game: str = ""
    prev: str = ""
    boot: str = field(default_factory=lambda: str(uuid4()))
    sent: list[bytes] = field(default_factory=list)
    duplicates: int = 0
    connection: http.client.HTTPConnection | None = None

    def pair(self, code: str, name: str) -> None:
        status, answer = self.ask("POST", "devices/pair", {"code": code, "name": name})
        assert status == 201, answer
        self.device, self.token = answer["device"], answer["token"]
        self.close()

    def ask(self, method: str, path: str, data: Any = None, *, lines: bytes | None = None) -> tuple[int, Any]:
        """One request over the open connection: the status and the JSON of the answer."""
        if self.connection is None:
            where = urlsplit(self.url)
            self.connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=60)
        headers = {"Authorization": f"Device {self.token}"} if self.token else {}
        body = lines
        if lines is not None:
            headers["Content-Type"] = "application/x-ndjson"
        elif data is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(data).encode()
        self.connection.request(method, f"/api/v1/{path}", body, headers)
        response = self.connection.getresponse()
        return response.status, json.loads(response.read())

    def now(self, table: str) -> Any:
        status, answer = self.ask("GET", f"tables/{table}/now")
        assert status == 200, answer
        return answer

    def take(self, table: str, official: str | None = None, pin: str | None = None) -> Any:
        """Take the table; gives the bundle of its game."""
        data = {"official": official, "pin": pin, "force": True} if official else {}
        status, answer = self.ask("POST", f"tables/{table}/take", data)
        assert status == 200, answer
        self.table, self.game, self.epoch = table, answer["game"]["uid"], answer["epoch"]
        return answer["game"]

    def line(self, kind: str, **payload: Any) -> bytes:
        """The next event of this tablet, as the bytes that are sent and kept."""
        dseq = len(self.sent) + 1
        raw = json.dumps({
            "uid": str(uuid7()), "device": self.device, "epoch": self.epoch, "dseq": dseq, "table": self.table,
            "game": self.game, "kind": kind, "payload": payload, "client_wall": "2026-11-28T10:00:00.000Z",
            "client_mono_ms": 1000 * dseq, "boot_id": self.boot, "prev": self.prev,
        }, separators=(",", ":")).encode()
        self.prev = hashlib.sha256(raw).hexdigest()
        self.sent.append(raw)
        return raw

    def send(self, *lines: bytes, again: bool = False) -> Any:
        """Send lines that must be stored; with `again` a second time, as after a receipt that was lost."""
        status, answer = self.ask("POST", f"games/{self.game}/events", lines=b"\n".join(lines))
        assert status == 200, answer
        assert [r["result"] for r in answer["receipts"]] == ["stored"] * len(lines), answer["receipts"]
        assert answer["missing"] == []
        if again:
            _status, repeated = self.ask("POST", f"games/{self.game}/events", lines=b"\n".join(lines))
            assert [(r["result"], r["seq"]) for r in repeated["receipts"]] == [
                ("duplicate", r["seq"]) for r in answer["receipts"]]
            assert repeated["state"] == answer["state"]
            self.duplicates += len(lines)
        return answer

    def sign(self, names: dict[str, str]) -> list[bytes]:
        """Both signatures and the end of the protocol."""
        signed = [self.line("signature", who=who, name=names[who], strokes=SCRAWL, proof=None) for who in "AB"]
        return [*signed, self.line("finished")]

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None
