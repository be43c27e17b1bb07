"""The tablet's own tests, its types, its committed bundle, and its fold against the server's: where there is Node."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from refereeing.engine.errors import EngineError
from refereeing.engine.rules.game_log import GameSettings, LogEvent, check_next, fold, to_json

ROOT = Path(__file__).resolve().parent.parent.parent
BUNDLE = ROOT / "refereeing" / "static" / "refereeing" / "tablet"
LOGS = 400
LONGEST = 28
WHO = ("A", "B")


@pytest.fixture
def node() -> str:
    """The path of npm; the test is NOT RUN without Node and what package-lock.json names."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("NOT RUN: no Node (sudo apt-get install -y nodejs npm)")
    if not (ROOT / "node_modules" / "esbuild").is_dir():
        pytest.skip("NOT RUN: the tablet's packages are not installed (npm ci)")
    return npm


def run(*command: str, **env: str) -> str:
    """Run in the project's folder; its output is the failure's message."""
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_unit_tests_and_parity(node: str, tmp_path: Path) -> None:
    file = tmp_path / "parity.json"
    file.write_text(json.dumps(parity_cases(random.Random(7))))

    output = run(node, "test", NOVUSS_TABLET_PARITY=str(file))

    assert "# fail 0" in output or "ℹ fail 0" in output
    assert "# skipped 0" in output or "ℹ skipped 0" in output


def test_types(node: str) -> None:
    """A string that is missing in one of the five languages fails here."""
    run(node, "run", "--silent", "typecheck")


def test_bundle_is_what_the_sources_give(node: str) -> None:
    names = ("tablet.js", "style.css", "replay.js", "replay.css", "dispute.js", "dispute.css")
    committed = {name: (BUNDLE / name).read_bytes() for name in names}
    try:
        run(node, "run", "--silent", "build")
        built = {name: (BUNDLE / name).read_bytes() for name in names}
    finally:
        for name, content in committed.items():
            (BUNDLE / name).write_bytes(content)

    assert built == committed


def test_bundle_needs_no_eval_and_no_secure_context() -> None:
    """The hall has plain http and a strict CSP: no eval, no crypto.randomUUID, no crypto.subtle."""
    program = (BUNDLE / "tablet.js").read_text()

    for word in ("eval(", "new Function", "randomUUID", "crypto.subtle"):
        assert word not in program, word
    for source in (ROOT / "refereeing" / "tablet" / "src").rglob("*.ts*"):
        assert "innerHTML" not in source.read_text().replace("dangerouslySetInnerHTML", "innerHTML"), source


def parity_cases(rng: random.Random) -> list[dict[str, Any]]:
    """Logs of events that the server takes, each with the state that it gives."""
    return [parity_case(rng) for _ in range(LOGS)]


def parity_case(rng: random.Random) -> dict[str, Any]:
    settings = GameSettings(
        ruleset=rng.choice(("lnf-2008", "int-2017", "aus-1992")), sets=rng.choice((1, 2, 3, 5, 6)),
        all_sets=rng.random() < 0.3, first_stroke=rng.choice(WHO), side_of_a=rng.choice("SN"),
        mode=rng.choice(("singles", "doubles")),
    )
    log: list[LogEvent] = []
    for number in range(rng.randrange(LONGEST)):
        kind, payload = random_event(rng, settings, log)
        event = LogEvent(f"u{number}", kind, payload)
        try:
            check_next(settings, log, event)
        except EngineError:
            continue
        log.append(event)
    rules = {
        "ruleset": settings.ruleset, "sets": settings.sets, "all_sets": settings.all_sets, "mode": settings.mode,
        "first_stroke": settings.first_stroke, "side_of_a": settings.side_of_a,
    }
    events = [{"uid": e.uid, "kind": e.kind, "payload": dict(e.payload)} for e in log]
    return {"rules": rules, "events": events, "state": to_json(fold(settings, log))}


def random_event(rng: random.Random, settings: GameSettings, log: list[LogEvent]) -> tuple[str, dict[str, Any]]:
    """An event of any kind, sets and warnings more often, its payload well formed."""
    who = rng.choice(WHO)
    australian = settings.ruleset == "aus-1992"
    uid = rng.choice(log).uid if log else "none"
    events: list[tuple[int, str, dict[str, Any]]] = [
        (8, "set_won", {"winner": who}),
        (4, "warning", {"who": who, "clause": "1.28" if australian else "19.1.c"}),
        (3, "set_replayed", {"reason": rng.choice(("double_clear", "last_discs", "stalemate", "interference"))}),
        (3, "void", {"uid": uid, "reason": "undo"}),
        (3, "signature", {"who": rng.choice((*WHO, "referee")), "name": "N", "strokes": None, "proof": None}),
        (2, "choice", {"first_stroke": who, "by": "lot", "side_of_a": rng.choice("SN"), "discs_of_a": "red"}),
        *(pair_events(rng, settings, log, australian) if settings.mode == "doubles" else ()),
        (2, "finished", {}),
        (1, "set_lost", {"who": who, "clause": "6.1" if australian else "16.1.a"}),
        (1, "set_drawn", {}),
        (1, "penalty_disc", {"who": who, "clause": "3.6.1" if australian else "17.1.d"}),
        (1, "clear_in_first_series", {"who": who}),
        (1, "result", {"sets": [rng.randrange(5), rng.randrange(5)]}),
        (1, "time_limit", {}),
        (1, "game_lost", {"who": rng.choice((*WHO, "both")),
                          "reason": rng.choice(("no_show", "unsporting", "withdrawn"))}),
        (1, "no_show", {"who": who}),
        (1, "called", {}),
        (1, "arrived", {"who": who}),
        (1, "warm_up", {}),
        (1, "started", {}),
        (1, "pause", {}),
        (1, "clock_call", {"who": who}),
        (1, "official_called", {"reason": "r"}),
        (1, "dispute", {"text": "d"}),
        (2, "dispute", {"text": "d", "dispute": id_of(rng, 1), "set": 1, "player": who}),
        (1, "ruling", {"text": "r"}),
        (3, "ruling", {"text": "r", "ruling": id_of(rng, 9), "dispute": id_of(rng, 1), "decision": "correct"}),
        (1, "protest", {"who": who, "text": "p"}),
        (1, "note", {"text": "n"}),
    ]
    _weight, kind, payload = rng.choices(events, weights=[weight for weight, _kind, _payload in events])[0]
    return kind, payload


def pair_events(
    rng: random.Random, settings: GameSettings, log: list[LogEvent], australian: bool,
) -> list[tuple[int, str, dict[str, Any]]]:
    """What only doubles have: seats chosen and exchanged, a striker named, warnings to a player."""
    one, two = rng.sample(["A1", "A2"], 2), rng.sample(["B1", "B2"], 2)
    axes = rng.sample([one, two], 2)
    seats = {"S": axes[0][0], "W": axes[1][0], "N": axes[0][1], "E": axes[1][1]}
    side = next(seat for seat, player in seats.items() if player == "A1")
    member = rng.choice((*one, *two))
    clause = "1.28" if australian else "19.1.c"
    coming = to_json(fold(settings, log))["next"] or {"seats": seats, "first_stroke": "A"}
    opposite = {"S": "N", "N": "S", "W": "E", "E": "W"}
    exchanged = {
        seat: player if player[0] == coming["first_stroke"] else coming["seats"][opposite[seat]]
        for seat, player in coming["seats"].items()
    }
    return [
        (6, "choice", {"first_stroke": member[0], "by": "rule", "side_of_a": side, "discs_of_a": "black",
                       "seats": seats, "first_striker": member}),
        (6, "seats", {"seats": exchanged}),
        (4, "set_replayed", {"reason": "double_clear", "last_striker": member}),
        (8, "warning", {"who": member[0], "clause": clause, "member": member}),
        (2, "dispute", {"text": "d", "dispute": id_of(rng, 1), "set": 1, "player": member[0], "member": member}),
    ]


def id_of(rng: random.Random, begin: int) -> str:
    """One of a few uids, so that rulings meet disputes."""
    return f"00000000-0000-7000-8000-{begin + rng.randrange(3):012d}"
