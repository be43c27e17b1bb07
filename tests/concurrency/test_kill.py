"""kill -9 of the web process while tablets press: what was acknowledged is there, once, in an unbroken chain.

The tablets behave as real ones do: a line without a receipt is sent again, byte for byte.
"""

# ruff: noqa: S310 (http addresses of our own)
from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from competitions.common.chain import Link, breaks_of
from tests.site.running import ROOT, Up, children_of

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
TABLETS = 6
# Run in the hall's own process: competition, one game and one paired tablet a table.
HALL = """
import json
from django.utils import timezone
from refereeing.models import Device
from refereeing.services.devices import hash_secret, lease_take
from tests.factories import make_competition, make_entry, make_event, make_stage
competition = make_competition(tables=%(tablets)d)
event = make_event(competition)
pairs = [[make_entry(event), make_entry(event)] for _ in range(%(tablets)d)]
made = []
token = "token-%%s-of-a-tablet-in-the-hall"
for table, pair in zip(competition.tables.all(), pairs):
    match = make_stage(event, [pair], number=table.number).matches.get()
    match.table, match.slot = table, 1
    match.save()
    device = Device.objects.create(
        competition=competition, name=str(table), token_hash=hash_secret(token %% table.number))
    game = match.games.get()
    lease = lease_take(game_uid=game.uid, device=device, official=None, pin=None, force=False, at=timezone.now())[0]
    made.append([token %% table.number, str(device.uid), str(game.uid), lease.epoch])
print(json.dumps({"competition": str(competition.uid), "tablets": made}))
"""


@dataclass
class Presser:
    """One tablet that presses as fast as it gets receipts, and keeps the line that got none."""

    token: str
    device: str
    game: str
    epoch: int
    dseq: int = 0
    waiting: bytes = b""
    receipts: dict[str, int] = field(default_factory=dict)
    wrong: list[dict[str, Any]] = field(default_factory=list)

    def press_until(self, url: str, over: threading.Event) -> None:
        while not over.is_set():
            self.waiting = self.waiting or self.line()
            with contextlib.suppress(urllib.error.URLError, OSError, http.client.HTTPException):
                self.send(url)

    def line(self) -> bytes:
        self.dseq += 1
        uid = UUID(int=int(UUID(self.device)) ^ self.dseq)
        return json.dumps({
            "uid": str(uid), "device": self.device, "epoch": self.epoch, "dseq": self.dseq, "table": None,
            "game": self.game, "kind": "note", "payload": {"text": f"{self.dseq}"},
        }).encode()

    def send(self, url: str) -> None:
        request = urllib.request.Request(f"{url}/api/v1/games/{self.game}/events", self.waiting, {
            "Authorization": f"Device {self.token}", "Content-Type": "application/x-ndjson"})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                receipt = json.load(answer)["receipts"][0]
        except urllib.error.HTTPError as error:
            if error.code < 500:
                self.wrong.append({"status": error.code})
            raise
        if receipt["result"] not in ("stored", "duplicate"):
            self.wrong.append(receipt)
        self.receipts[receipt["uid"]] = receipt["seq"]
        self.waiting = b""


class KilledHall:
    """A folder of its own, and the tablets' memory across the deaths of the server."""

    def __init__(self, var: Path) -> None:
        self.var = var
        with Up(var, "--empty") as up:
            up.wait_ready()
            up.end(signal.SIGTERM)
        environment = {**os.environ, "NOVUSS_VAR": str(var), "DATABASE_URL": "", "NOVUSS_BOOTSTRAP": "0",
                       "DJANGO_SETTINGS_MODULE": "novuss_site.settings.dev"}
        done = subprocess.run(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", HALL % {"tablets": TABLETS}], cwd=ROOT,
            env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        made = json.loads(done.stdout.strip().splitlines()[-1])
        self.competition = UUID(made["competition"])
        self.tablets = [Presser(*facts) for facts in made["tablets"]]

    def cycle(self, seconds: float, *, kill: bool = True) -> None:
        """Start, press, die."""
        with Up(self.var, "--empty") as up:
            up.wait_ready()
            over = threading.Event()
            threads = [threading.Thread(target=t.press_until, args=(up.url, over)) for t in self.tablets]
            for thread in threads:
                thread.start()
            time.sleep(seconds)
            if kill:
                os.kill(up.process.pid, signal.SIGKILL)
            over.set()
            for thread in threads:
                thread.join(20)
            assert not any(thread.is_alive() for thread in threads)
            for orphan in children_of(up.process.pid):
                os.kill(orphan, signal.SIGKILL)

    def judge(self) -> int:
        """Everything acknowledged is stored once, under the number of its receipt; how many that were."""
        acknowledged = {uid: seq for tablet in self.tablets for uid, seq in tablet.receipts.items()}
        assert [tablet.wrong for tablet in self.tablets] == [[]] * TABLETS
        with contextlib.closing(sqlite3.connect(self.var / "novuss.sqlite3")) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            stored = {str(UUID(uid)): seq for uid, seq in database.execute(
                "SELECT e.uid, a.seq FROM refereeing_gameevent e JOIN competitions_auditentry a ON a.id = e.audit_id "
                "WHERE e.verdict = 'applied'")}
            links = [Link(*row) for row in database.execute(
                "SELECT seq, prev_hash, hash, body FROM competitions_auditentry a "
                "JOIN competitions_competition c ON c.id = a.competition_id WHERE c.uid = ? ORDER BY seq",
                [self.competition.hex])]
            heads = database.execute("SELECT head_seq, head_hash FROM competitions_game WHERE head_seq > 0").fetchall()
            devices = database.execute(
                "SELECT COUNT(*), MAX(dseq) FROM refereeing_gameevent GROUP BY device_id").fetchall()
        lost = {uid for uid, seq in acknowledged.items() if stored.get(uid) != seq}
        assert lost == set()
        assert breaks_of(self.competition, links, heads) == ()
        assert all(count == last for count, last in devices), "a tablet's numbering has a gap"
        return len(acknowledged)


def killed(var: Path, cycles: int) -> int:
    hall = KilledHall(var)
    chance = random.Random(7)  # when to kill
    for _cycle in range(cycles):
        hall.cycle(chance.uniform(0.3, 1.2))
    hall.cycle(1.0, kill=False)  # what was left without a receipt arrives now
    return hall.judge()


def test_five_deaths_lose_nothing(tmp_path: Path) -> None:
    assert killed(tmp_path / "var", 5) > 5 * TABLETS


def test_a_full_disk_gives_no_receipt_and_is_survived(tmp_path: Path) -> None:
    """Nasty input 39: 503 with Retry-After, nothing stored; with room again the tablets go on by themselves."""
    resource = pytest.importorskip("resource")
    hall = KilledHall(tmp_path / "var")
    tablet = hall.tablets[0]
    with Up(hall.var, "--empty") as up:
        up.wait_ready()
        tablet.waiting = tablet.line()
        tablet.send(up.url)
        # No file of the process may grow beyond this: what a full disk looks like to the database.
        resource.prlimit(up.process.pid, resource.RLIMIT_FSIZE, (16_384, resource.RLIM_INFINITY))
        tablet.waiting = tablet.line()
        for _try in range(3):
            with pytest.raises(urllib.error.HTTPError) as refused:
                tablet.send(up.url)
            with refused.value as answer:
                assert (answer.code, answer.headers["Retry-After"]) == (503, "5")
        with urllib.request.urlopen(f"{up.url}/login/") as page:
            assert page.status == 200
        assert len(tablet.receipts) == 1
        resource.prlimit(up.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        tablet.send(up.url)
        assert len(tablet.receipts) == 2
        up.end(signal.SIGTERM)
    assert hall.judge() == 2


@pytest.mark.long
def test_a_hundred_deaths_lose_nothing(tmp_path: Path) -> None:
    assert killed(tmp_path / "var", 100) > 100 * TABLETS
