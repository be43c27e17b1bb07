"""Rows for tests, with as little said as possible. No service is called: what is made here stands in the tables."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

from competitions.formats.regulations import Regulations, regulations_json
from competitions.formats.round_robin import round_robin
from competitions.models import (
    Account,
    Club,
    Competition,
    Entry,
    EntryMember,
    Event,
    Game,
    Group,
    Match,
    Official,
    Person,
    Round,
    Stage,
    StageEntry,
    Table,
)
from competitions.workflow import EntryState, MatchStatus, Outcome, StageState

NOON = datetime(2026, 11, 28, 10, 0, tzinfo=UTC)
PASSWORD = "correct horse battery"
_count = itertools.count(1)


def make_account(username: str = "", **fields: Any) -> Account:
    return Account.objects.create_user(username or f"official{next(_count)}", password=PASSWORD, **fields)


def make_competition(name: str = "Rīgas kauss", *, tables: int = 3, **fields: Any) -> Competition:
    fields = {"slug": f"cup-{next(_count)}", "place": "Rīga", "starts_on": date(2026, 11, 28),
              "ends_on": date(2026, 11, 28), **fields}
    competition = Competition.objects.create(name=name, **fields)
    Table.objects.bulk_create(Table(competition=competition, number=n) for n in range(1, tables + 1))
    return competition


def make_official(competition: Competition, role: str = "chief", account: Account | None = None) -> Account:
    account = account or make_account()
    Official.objects.create(competition=competition, account=account, role=role)
    return account


def make_club(name: str) -> Club:
    return Club.objects.get_or_create(name_key=name.casefold(), defaults={"name": name})[0]


def make_person(name: str = "", **fields: Any) -> Person:
    name = name or f"Person {next(_count)}"
    return Person.objects.create(name=name, name_key=name.casefold(), **fields)


def make_event(
    competition: Competition | None = None, *, regulations: Regulations | None = None, **fields: Any
) -> Event:
    competition = competition or make_competition()
    fields = {"slug": f"event-{next(_count)}", "name": "Open", **fields}
    return Event.objects.create(
        competition=competition, regulations=regulations_json(regulations or Regulations()), **fields)


def make_entry(event: Event, name: str = "", *, club: str = "", hidden: bool = False, **fields: Any) -> Entry:
    number = fields.pop("number", event.entries.count() + 1)
    person = fields.pop("person", None) or make_person(name, hidden=hidden)
    return Entry.objects.create(event=event, person=person, club=make_club(club) if club else None, number=number,
                                state=fields.pop("state", EntryState.PRESENT), **fields)


def make_pair(event: Event, *names: str, club: str = "", hidden: Sequence[str] = (), **fields: Any) -> Entry:
    """A pair of a doubles event, present; with one name somebody who plays alone."""
    sexes = fields.pop("sexes", ("",) * len(names))
    entry = Entry.objects.create(
        event=event, club=make_club(club) if club else None, number=fields.pop("number", event.entries.count() + 1),
        state=fields.pop("state", EntryState.PRESENT), **fields)
    for number, (name, sex) in enumerate(zip(names, sexes, strict=True), 1):
        EntryMember.objects.create(
            entry=entry, person=make_person(name, sex=sex, hidden=name in hidden), number=number)
    return entry


def make_stage(event: Event, groups: Sequence[Sequence[Entry]], *, system: str = "", **fields: Any) -> Stage:
    """A drawn and locked stage: the round robin of one list of entries, or several as groups A, B, …"""
    grouped = len(groups) > 1
    fields = {"state": StageState.LOCKED, "lot": "public lot", "drawn_at": NOON, "locked_at": NOON, **fields}
    stage = Stage.objects.create(event=event, system=system or ("groups" if grouped else "round_robin"), **fields)
    rounds: dict[int, Round] = {}
    numbers: dict[int, int] = {}
    place = 0
    matches = []
    for index, entries in enumerate(groups):
        group = Group.objects.create(stage=stage, name=chr(65 + index), number=index + 1) if grouped else None
        by_uid = {str(entry.uid): entry for entry in entries}
        for entry in entries:
            place += 1
            StageEntry.objects.create(stage=stage, entry=entry, group=group, number=place)
        for drawn in round_robin(list(by_uid)):
            if drawn.number not in rounds:
                rounds[drawn.number] = Round.objects.create(stage=stage, number=drawn.number)
            for pairing in drawn.pairings:
                if pairing.second is None:
                    continue
                numbers[drawn.number] = numbers.get(drawn.number, 0) + 1
                matches.append(Match(
                    stage=stage, round=rounds[drawn.number], group=group, number=numbers[drawn.number],
                    first=by_uid[pairing.first], second=by_uid[pairing.second]))
    Match.objects.bulk_create(matches)
    Game.objects.bulk_create(Game(match=match) for match in stage.matches.all())
    return stage


def match_between(stage: Stage, first: Entry, second: Entry) -> Match:
    """The match of two entries, whoever was named first."""
    found = stage.matches.filter(first=first, second=second).first()
    return found or stage.matches.get(first=second, second=first)


def make_result(match: Match, sets_first: int, sets_second: int, *, approved: bool = True) -> Match:
    """Store a played result as seen by the first-named."""
    match.sets_first, match.sets_second = sets_first, sets_second
    match.winner = "A" if sets_first > sets_second else "B" if sets_second > sets_first else "draw"
    match.outcome = Outcome.PLAYED
    match.status = MatchStatus.APPROVED if approved else MatchStatus.FINISHED
    match.finished_at = match.approved_at = NOON
    match.save()
    return match


def make_award(match: Match, winner: str, outcome: Outcome = Outcome.WALKOVER) -> Match:
    """Store a game that was not played: `winner` A, B, or empty where both lost it."""
    match.winner, match.outcome, match.awarded = winner, outcome, True
    match.status, match.finished_at, match.approved_at = MatchStatus.APPROVED, NOON, NOON
    match.save()
    return match
