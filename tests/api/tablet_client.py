"""A tablet in a few lines: pairs, takes a table, sends events with its own numbering and hash chain."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.test import Client

from competitions.common.actors import Actor
from competitions.models import Competition
from refereeing.services.desk import uuid7
from refereeing.services.devices import pairing_code_make
from tests.factories import NOON


@dataclass
class Tablet:
    """What the server knows as one device."""

    client: Client
    device: str
    token: str
    epoch: int = 0
    dseq: int = 0
    prev: str = ""
    table: str = ""
    game: str = ""
    boot: str = field(default_factory=lambda: str(uuid4()))

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Device {self.token}"}

    def post(self, path: str, data: dict[str, Any]) -> Any:
        return self.client.post(f"/api/v1/{path}", json.dumps(data), "application/json", headers=self.headers())

    def take(self, table: UUID, **data: Any) -> Any:
        answer = self.post(f"tables/{table}/take", data)
        if answer.status_code == 200:
            self.table, self.game = str(table), answer.json()["game"]["uid"]
            self.epoch = answer.json()["epoch"]
        return answer

    def line(self, kind: str, payload: dict[str, Any], **changes: Any) -> bytes:
        """The next event as the bytes that are sent."""
        self.dseq += 1
        data = {
            "uid": str(uuid7()), "device": self.device, "epoch": self.epoch, "dseq": self.dseq, "table": self.table,
            "game": self.game, "kind": kind, "payload": payload, "client_wall": "2026-11-28T10:00:00.000Z",
            "client_mono_ms": 1000 * self.dseq, "boot_id": self.boot, "prev": self.prev, **changes,
        }
        raw = json.dumps(data, separators=(",", ":")).encode()
        self.prev = hashlib.sha256(raw).hexdigest()
        return raw

    def send(self, *lines: bytes, content_type: str = "application/x-ndjson") -> Any:
        return self.client.generic(
            "POST", f"/api/v1/games/{self.game}/events", b"\n".join(lines), content_type, headers=self.headers())

    def press(self, kind: str, **payload: Any) -> dict[str, Any]:
        """Send one event and give its receipt."""
        answer = self.send(self.line(kind, payload))
        assert answer.status_code == 200, answer.content
        receipt: dict[str, Any] = answer.json()["receipts"][0]
        return receipt


def paired_tablet(competition: Competition, name: str = "Tablet 1") -> Tablet:
    """Pair a tablet through the API."""
    code = pairing_code_make(competition=competition, by=Actor(is_administrator=True), at=NOON)
    # The code was made at NOON; a real clock is long past its ten minutes.
    competition.pairing_codes.update(expires_at="2100-01-01T00:00:00Z")
    answer = Client().post("/api/v1/devices/pair", {"code": code, "name": name}, "application/json")
    assert answer.status_code == 201, answer.content
    return Tablet(client=Client(), device=answer.json()["device"], token=answer.json()["token"])
