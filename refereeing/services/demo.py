"""The demo: twelve entrants in the middle of a round robin, played through the real services from a fixed seed."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from competitions.common.actors import Actor
from competitions.formats.entry_list import Entrant
from competitions.models import Competition, Game, Match, Stage
from competitions.services.competitions import CompetitionFacts, competition_create, event_create
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.services.entries import entry_add, entry_mark_present
from competitions.services.tables import tables_assign
from refereeing.models import Device

from .desk import match_call, result_enter, uuid7
from .devices import device_pair, lease_take, pairing_code_make
from .game_log import events_ingest
from .protocols import protocol_approve

SEED = 1993
TABLES = 6
ROUNDS_PLAYED = 5
ROUND_MINUTES = 40
_PLAYERS = (
    ("Jānis Ozoliņš", "M", 1984, "Ventspils NK", 1883), ("Žanna Ābele", "F", 1991, "Cēsu NK", 1866),
    ("Tõnu Kõiv", "M", 1976, "Jõhvi koroona", 1849), ("Ģirts Ķēniņš", "M", 1969, "Bauskas NK", 1832),
    ("Дмитрий Ёлкин", "M", 1988, "Ижевск", 1815), ("Jörg Weiß", "M", 1972, "Novuss Köln", 1798),
    ("Līga Šķēle", "F", 1995, "Vaidavas NK", 1781), ("Ülle Mägi", "F", 1981, "Jõhvi koroona", 1764),
    ("Andris Ņikiforovs", "M", 1959, "Rīgas Šautuve", 1747), ("Ilze Čakste", "F", 2003, "Ķekavas NK", 1730),
    ("Markus Grünwald", "M", 1979, "Novuss Köln", 1713), ("Uldis Žagars", "M", 1966, "Cēsu NK", 1696),
)


@dataclass(frozen=True, slots=True)
class Demo:
    """What was made: the competition, and the game that waits for somebody to try a tablet."""

    competition: Competition
    open_game: Game


@dataclass
class _Pen:
    """One tablet that writes event lines with its own numbering."""

    device: Device
    epoch: int = 0
    dseq: int = 0

    def line(self, game: Game, kind: str, payload: dict[str, Any]) -> bytes:
        self.dseq += 1
        return json.dumps({
            "uid": str(uuid7()), "device": str(self.device.uid), "epoch": self.epoch, "dseq": self.dseq,
            "table": str(game.match.table.uid) if game.match.table else None, "game": str(game.uid), "kind": kind,
            "payload": payload, "client_wall": "", "client_mono_ms": 0, "boot_id": "demo", "prev": "",
        }, separators=(",", ":")).encode()


def demo_make(*, by: Actor, at: datetime) -> Demo:
    """Make the demo competition. The same seed gives the same results; ids and times are new."""
    dice = random.Random(SEED)  # noqa: S311  chance of the demo, not a secret
    start = at - timedelta(minutes=ROUND_MINUTES * ROUNDS_PLAYED + 30)
    competition = competition_create(facts=_facts(at), tables=TABLES, by=by, at=start)
    Competition.objects.filter(id=competition.id).update(is_demo=True)
    stage = _draw(competition, by, start)
    pens = [_Pen(_pair(competition, f"Tablet {n}", by, start)) for n in range(1, TABLES + 1)]
    for number in range(1, ROUNDS_PLAYED + 1):
        _play_round(stage, number, pens, dice, by, start + timedelta(minutes=ROUND_MINUTES * (number - 1)))
    return Demo(competition, _current_round(stage, ROUNDS_PLAYED + 1, pens, dice, by, at))


def _facts(at: datetime) -> CompetitionFacts:
    return CompetitionFacts(
        name="Rīgas rudens kauss (demo)", place="Rīga", starts_on=at.date(), ends_on=at.date(), language="lv")


def _draw(competition: Competition, by: Actor, at: datetime) -> Stage:
    event = event_create(
        competition=competition.uid, name="Vienspēles", preset="latvian_open", regulations={}, by=by, at=at)
    entries = [
        entry_add(event=event.uid, entrant=Entrant(
            name=name, sex=sex, born=born, club=club, rating=rating), by=by, at=at)
        for name, sex, born, club, rating in _PLAYERS
    ]
    entry_mark_present(event=event.uid, entries=[e.uid for e in entries], by=by, at=at)
    stage = stage_create(event_uid=event.uid, system="round_robin", options={"seeding": "lot"}, by=by, at=at)
    drawn = stage_draw(stage_uid=stage.uid, lot="Rīga, novuss, 1993", by=by, at=at)
    stage_lock(stage_uid=stage.uid, version=drawn.version, by=by, at=at)
    tables_assign(stage_uid=stage.uid, by=by, at=at)
    return drawn


def _pair(competition: Competition, name: str, by: Actor, at: datetime) -> Device:
    code = pairing_code_make(competition=competition, by=by, at=at)
    return device_pair(code=code, name=name, at=at).device


def _matches(stage: Stage, number: int) -> list[Match]:
    found = Match.objects.filter(stage=stage, round__number=number).select_related("table").order_by("table__number")
    return list(found)


def _play_round(
    stage: Stage, number: int, pens: list[_Pen], dice: random.Random, by: Actor, at: datetime,
) -> None:
    """A finished round: most matches recorded at tablets, some brought in on paper; all approved."""
    for place, match in enumerate(_matches(stage, number)):
        match_call(match_uid=match.uid, by=by, at=at)
        ended = at + timedelta(minutes=dice.randint(18, 32))
        if place % 3 == 2:
            result_enter(match_uid=match.uid, sets=_paper(dice), by=by, at=ended)
        else:
            _record(match, pens[place], _course(dice, 6), dice, at, ended, signed=True)
        match.refresh_from_db()
        protocol_approve(match_uid=match.uid, version=match.version, by=by, at=ended + timedelta(minutes=2))


def _current_round(
    stage: Stage, number: int, pens: list[_Pen], dice: random.Random, by: Actor, at: datetime,
) -> Game:
    """The round being played: one finished and waiting for approval, some running, one called, one for trying."""
    matches = _matches(stage, number)
    for place, match in enumerate(matches[:-1]):
        called = at - timedelta(minutes=25 - 4 * place)
        match_call(match_uid=match.uid, by=by, at=called)
        if place < 4:
            course = _course(dice, 6) if place == 0 else _course(dice, 6)[:4 - place]
            _record(match, pens[place], course, dice, called, at, signed=place == 0)
    match_call(match_uid=matches[-1].uid, by=by, at=at)
    return Game.objects.select_related("match__table").get(match=matches[-1])


def _record(
    match: Match, pen: _Pen, course: str, dice: random.Random, at: datetime, ended: datetime, *, signed: bool,
) -> None:
    """Play one match at a tablet: sets, now and then a warning or a clear, and the signatures where it is over."""
    game = Game.objects.select_related("match__table", "match__first__person", "match__second__person").get(match=match)
    lease, _account = lease_take(game_uid=game.uid, device=pen.device, official=None, pin=None, force=True, at=at)
    pen.epoch = lease.epoch
    lines = [pen.line(game, "started", {})]
    for winner in course:
        if dice.random() < 0.08:
            lines.append(pen.line(game, "clear_in_first_series", {"who": winner}))
        lines.append(pen.line(game, "set_won", {"winner": winner}))
    if signed:
        for who, entry in (("A", match.first), ("B", match.second)):
            lines.append(pen.line(game, "signature", {
                "who": who, "name": str(entry), "strokes": _scrawl(dice), "proof": None}))
        lines.append(pen.line(game, "finished", {}))
    _send(game.uid, pen, lines, ended)


def _send(game: UUID, pen: _Pen, lines: list[bytes], at: datetime) -> None:
    done = events_ingest(game_uid=game, lines=lines, device=pen.device, at=at)
    refused = [r for r in done.receipts if r.result != "stored"]
    if refused:
        raise RuntimeError(f"the demo broke a rule: {refused[0].reason}")


def _course(dice: random.Random, sets: int) -> str:
    """Who wins set after set of a game that stops at a majority (23.1)."""
    course = ""
    lean = dice.uniform(0.3, 0.7)
    while len(course) < sets and max(course.count("A"), course.count("B")) * 2 <= sets:
        course += "A" if dice.random() < lean else "B"
    return course


def _paper(dice: random.Random) -> tuple[int, int]:
    course = _course(dice, 6)
    return course.count("A"), course.count("B")


def _scrawl(dice: random.Random) -> list[list[float]]:
    """A signature of a few strokes."""
    lines = []
    for stroke in range(2):
        x, y = 20.0 + 90 * stroke, 60.0
        line = [x, y]
        for _step in range(14):
            x, y = x + dice.uniform(2, 11), 60 + dice.uniform(-32, 32)
            line += [round(x, 1), round(y, 1)]
        lines.append(line)
    return lines

