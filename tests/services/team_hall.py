"""A team event with its teams, for the tests: names tell team and number, as A1 and, for the reserves, A6."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from competitions.common.actors import Actor
from competitions.formats.entry_list import Entrant
from competitions.formats.regulations import PRESETS, Regulations, regulations_json
from competitions.formats.team_regulations import TeamRegulations
from competitions.models import Competition, Entry, Event, Match, Stage
from competitions.selectors.actors import actor_of
from competitions.services.competitions import event_create
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.services.teams import TeamFacts, team_add
from tests.factories import NOON, make_competition, make_official


def rules(**teams: Any) -> Regulations:
    """The Latvian league, with other settings of teams."""
    league = PRESETS["lnf_team_league"].regulations
    return replace(league, teams=replace(league.teams or TeamRegulations(), **teams))


def facts(name: str, size: int = 5, reserves: int = 2, *, missing: tuple[int, ...] = (), **more: Any) -> TeamFacts:
    return TeamFacts(
        name=name, regulars=tuple(None if n in missing else Entrant(name=f"{name}{n}") for n in range(1, size + 1)),
        reserves=tuple(Entrant(name=f"{name}{n}") for n in range(size + 1, size + reserves + 1)), **more)


class TeamHall:
    """A competition with an event of teams, drawn as a round robin and locked."""

    def __init__(
        self, names: str = "A B", regulations: Regulations | None = None, *, system: str = "round_robin",
        missing: Mapping[str, tuple[int, ...]] | None = None, reserves: int = 2,
    ) -> None:
        self.at: datetime = NOON
        self.competition: Competition = make_competition(slug="league", tables=12)
        self.account = make_official(self.competition, "chief")
        self.chief: Actor = actor_of(self.account)
        self.regulations = regulations or rules()
        teams = self.regulations.teams or TeamRegulations()
        self.event: Event = event_create(
            competition=self.competition.uid, name="League", preset="lnf_team_league",
            regulations=regulations_json(self.regulations), by=self.chief, at=self.at)
        self.teams: dict[str, Entry] = {
            name: team_add(
                event=self.event.uid, by=self.chief, at=self.at,
                facts=facts(name, teams.size, reserves, missing=(missing or {}).get(name, ())))
            for name in names.split()
        }
        self.stage = self.draw(system)

    def draw(self, system: str) -> Stage:
        stage = stage_create(
            event_uid=self.event.uid, system=system, options={"rounds": 3} if system == "swiss" else {}, by=self.chief,
            at=self.at)
        drawn = stage_draw(stage_uid=stage.uid, lot="public lot", by=self.chief, at=self.at)
        return stage_lock(stage_uid=stage.uid, version=drawn.version, by=self.chief, at=self.at)

    @property
    def boards(self) -> Event:
        return Event.objects.get(part_of=self.event)

    def match(self, round_number: int = 1, number: int = 1) -> Match:
        return Match.objects.select_related("first", "second", "stage__event__competition", "round").get(
            stage=self.stage, round__number=round_number, number=number)

    def later(self, minutes: int = 1) -> datetime:
        self.at += timedelta(minutes=minutes)
        return self.at
