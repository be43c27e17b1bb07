"""What the plan of a hall starts from (`formats.hall_plan`): tables, matches, referees as they stand now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from competitions.common.actors import Role
from competitions.formats.hall_plan import Arbiter, Court, Due, Going, Seen, expected_minutes, minutes_left
from competitions.formats.regulations import Regulations, regulations_from
from competitions.models import Competition, Entry, EntryMember, Event, Match, Official
from competitions.workflow import MatchStatus, Outcome, StageState

from .rounds import DECIDED, IN_PLAY

SHORTEST = 1.0
"""Minutes. A result that was typed a moment after the start tells nothing about the length of a game."""
_PLAYED = (Outcome.PLAYED, Outcome.TIME_LIMIT)


@dataclass(frozen=True, slots=True, kw_only=True)
class HallFacts:
    """The hall now. `minutes`: how long a game of an event is expected to last, by the event's id; `by_id`: every match
    to be played."""

    courts: tuple[Court, ...]
    dues: tuple[Due, ...]
    going: tuple[Going, ...]
    arbiters: tuple[Arbiter, ...]
    seen: Mapping[str, Seen]
    changeover: int
    minutes: Mapping[int, int]
    by_id: Mapping[str, Match]


def hall_facts(competition: Competition, at: datetime) -> HallFacts:
    """All of it in six queries, whatever the number of matches. A team match is played at tables by its games alone."""
    matches = list(_matches(competition))
    rules = {m.stage.event_id: m.stage.event for m in matches}
    regulations = {event_id: regulations_from(event.regulations) for event_id, event in rules.items()}
    people, clubs = _people_and_clubs(matches)
    minutes = _minutes(matches, regulations)
    officials = list(Official.objects.filter(competition=competition, role=str(Role.TABLE_REFEREE)).order_by("id"))
    open_ones = [m for m in matches if m.status == MatchStatus.SCHEDULED]
    now = [m for m in matches if m.status in IN_PLAY]
    return HallFacts(
        courts=tuple(
            Court(number=t.number, zone=t.zone, event=str(t.event_id or ""), is_out=bool(t.out_reason))
            for t in competition.tables.order_by("number")),
        dues=tuple(_due(m, regulations[m.stage.event_id], minutes[m.stage.event_id], people, clubs, at)
                   for m in open_ones),
        going=tuple(_going(m, regulations[m.stage.event_id], minutes[m.stage.event_id], people, at) for m in now),
        arbiters=_arbiters(officials, matches), seen=_seen(matches, regulations, people, at),
        changeover=max((-(-r.warm_up_seconds // 60) for r in regulations.values()), default=0), minutes=minutes,
        by_id={str(m.id): m for m in open_ones},
    )


def _matches(competition: Competition) -> Iterable[Match]:
    found = Match.objects.filter(
        stage__event__competition=competition, stage__state__in=[StageState.LOCKED, StageState.CLOSED],
        second__isnull=False,
    ).exclude(stage__event__kind=Event.Kind.TEAMS).exclude(outcome__in=[Outcome.VOID, Outcome.NOT_NEEDED])
    return found.select_related("stage__event", "round", "table", "group").order_by("id")


def _people_and_clubs(matches: Sequence[Match]) -> tuple[dict[int, tuple[str, ...]], dict[int, frozenset[str]]]:
    """The people behind each entry, and their clubs. An entry without people is known by itself."""
    entries = {entry_id for m in matches for entry_id in (m.first_id, m.second_id) if entry_id is not None}
    people: dict[int, tuple[str, ...]] = {}
    clubs: defaultdict[int, set[str]] = defaultdict(set)
    rows = Entry.objects.filter(id__in=entries).values_list("id", "person_id", "club_id", "person__club_id")
    for entry_id, person_id, *of_clubs in rows:
        people[entry_id] = (str(person_id),) if person_id is not None else (f"entry {entry_id}",)
        clubs[entry_id] |= {str(club) for club in of_clubs if club is not None}
    members: defaultdict[int, list[str]] = defaultdict(list)
    for entry_id, person_id, club_id in EntryMember.objects.filter(entry__in=entries).values_list(
            "entry_id", "person_id", "person__club_id"):
        members[entry_id].append(str(person_id))
        clubs[entry_id] |= {str(club_id)} if club_id is not None else set()
    people |= {entry_id: tuple(dict.fromkeys(found)) for entry_id, found in members.items()}
    return people, {entry_id: frozenset(found) for entry_id, found in clubs.items()}


def _all(match: Match, people: Mapping[int, tuple[str, ...]]) -> tuple[str, ...]:
    both = people[match.first_id] + people[match.second_id or match.first_id]
    return tuple(dict.fromkeys(both))


def _minutes(matches: Iterable[Match], regulations: Mapping[int, Regulations]) -> dict[int, int]:
    played: defaultdict[int, list[float]] = defaultdict(list)
    for match in matches:
        length = played_minutes(match)
        if length is not None and length >= SHORTEST:
            played[match.stage.event_id].append(length)
    return {event_id: expected_minutes(rules.match_minutes, played[event_id])
            for event_id, rules in regulations.items()}


def played_minutes(match: Match) -> float | None:
    """How long a finished game was really played; None where that is not known."""
    if match.status not in DECIDED or match.outcome not in _PLAYED or not match.started_at or not match.finished_at:
        return None
    return ((match.finished_at - match.started_at).total_seconds() - match.held_seconds) / 60


def _due(
    match: Match, rules: Regulations, minutes: int, people: Mapping[int, tuple[str, ...]],
    clubs: Mapping[int, frozenset[str]], at: datetime,
) -> Due:
    second = match.second_id or match.first_id
    return Due(
        id=str(match.id), event=str(match.stage.event_id), stage=str(match.stage_id), round=match.round.number,
        sides=(str(match.first_id), str(second)), people=_all(match, people), minutes=minutes,
        clubs=clubs.get(match.first_id, frozenset()) | clubs.get(second, frozenset()), rest=rules.rest_minutes,
        zone=match.group.zone if match.group is not None else "",
        table=match.table.number if match.table is not None else None,
        referee=str(match.referee_id) if match.referee_id is not None else None, neutral=rules.neutral_referees,
        not_before=_whole_minutes(at, match.not_before), slot=match.slot or 0,
    )


def _whole_minutes(at: datetime, until: datetime | None) -> int:
    return max(0, -(-int((until - at).total_seconds()) // 60)) if until is not None else 0


def _going(
    match: Match, rules: Regulations, minutes: int, people: Mapping[int, tuple[str, ...]], at: datetime,
) -> Going:
    started = match.started_at if match.status == MatchStatus.RUNNING else None
    gone = int(((at - started).total_seconds() - match.held_seconds) // 60) if started is not None else 0
    return Going(
        table=match.table.number if match.table is not None else None, people=_all(match, people),
        left=minutes_left(minutes, max(0, gone)), rest=rules.rest_minutes,
        referee=str(match.referee_id) if match.referee_id is not None else None)


def _arbiters(officials: Sequence[Official], matches: Iterable[Match]) -> tuple[Arbiter, ...]:
    """Their load counts what has begun; what is settled to come is counted when it is planned."""
    load: defaultdict[int, int] = defaultdict(int)
    for match in matches:
        if match.referee_id is not None and match.status in (*IN_PLAY, *DECIDED):
            load[match.referee_id] += 1
    return tuple(
        Arbiter(id=str(o.id), person=str(o.person_id or ""), club=str(o.club_id or ""), zone=o.zone, load=load[o.id])
        for o in officials)


def _seen(
    matches: Sequence[Match], regulations: Mapping[int, Regulations], people: Mapping[int, tuple[str, ...]],
    at: datetime,
) -> dict[str, Seen]:
    tables: defaultdict[str, list[int]] = defaultdict(list)
    rests: defaultdict[str, int] = defaultdict(int)
    begun = [m for m in matches if m.status != MatchStatus.SCHEDULED]
    for match in sorted(begun, key=lambda m: (m.slot or 0, m.round.number, m.id)):
        rest = regulations[match.stage.event_id].rest_minutes
        for person in _all(match, people):
            if match.table is not None:
                tables[person].append(match.table.number)
            if rest and match.status in DECIDED and match.finished_at is not None and not match.awarded:
                gone = int((at - match.finished_at).total_seconds() // 60)
                rests[person] = max(rests[person], rest - gone)
    return {person: Seen(tables=tuple(tables[person]), rests=rests[person]) for person in {*tables, *rests}}
