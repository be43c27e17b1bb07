"""Brackets through the services: a hall with a drawn and locked elimination, and hands that play it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from competitions.common.actors import Actor
from competitions.formats.regulations import Regulations
from competitions.models import Entry, Event, Match, Stage
from competitions.selectors.actors import actor_of
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.workflow import MatchStatus
from refereeing.services.desk import result_enter
from refereeing.services.protocols import protocol_approve
from tests.factories import NOON, make_competition, make_entry, make_event, make_official

SETS = 4


@dataclass
class Cup:
    """Entrant n has seed n, so n is the number in the bracket too."""

    event: Event
    chief: Actor
    entries: list[Entry]
    stage: Stage

    def match(self, key: str) -> Match:
        return Match.objects.select_related("stage", "round").get(stage=self.stage, bracket_key=key)

    def pair(self, key: str) -> tuple[int, int]:
        match = self.match(key)
        assert match.second is not None
        return match.first.number, match.second.number

    def made(self) -> set[str]:
        return set(Match.objects.filter(stage=self.stage).exclude(bracket_key="").values_list("bracket_key", flat=True))

    def enter(self, key: str, winner: int | None = None) -> Match:
        """Enter 3:1 for the winner (the lower number where none is given)."""
        match = self.match(key)
        assert match.second is not None
        first = match.first.number == (winner or min(match.first.number, match.second.number))
        result_enter(match_uid=match.uid, sets=(3, 1) if first else (1, 3), by=self.chief, at=NOON)
        return self.match(key)

    def win(self, key: str, winner: int | None = None) -> Match:
        """The same, approved."""
        match = self.enter(key, winner)
        protocol_approve(match_uid=match.uid, version=match.version, by=self.chief, at=NOON)
        return self.match(key)

    def play_on(self, *, limit: int = 2000) -> None:
        """Whatever can be played is won by the lower number, round after round."""
        for _turn in range(limit):
            match = Match.objects.filter(stage=self.stage, status=MatchStatus.SCHEDULED).order_by(
                "round__number", "number").first()
            if match is None:
                return
            self.win(match.bracket_key)
        raise AssertionError("the bracket does not end")


def make_field(count: int, *, regulations: Regulations | None = None) -> tuple[Event, Actor, list[Entry]]:
    event = make_event(make_competition(), regulations=regulations or Regulations(sets=SETS))
    chief = actor_of(make_official(event.competition))
    return event, chief, [make_entry(event, f"Entrant {n:03}", seed=n) for n in range(1, count + 1)]


def make_cup(count: int, system: str = "double_elimination", **options: Any) -> Cup:
    regulations = options.pop("regulations", None)
    event, chief, entries = make_field(count, regulations=regulations)
    stage = stage_create(event_uid=event.uid, system=system, options=options, by=chief, at=NOON)
    stage = stage_draw(stage_uid=stage.uid, lot="public", by=chief, at=NOON)
    stage = stage_lock(stage_uid=stage.uid, version=stage.version, by=chief, at=NOON)
    return Cup(event, chief, entries, stage)
