"""A match day of a league as a file: what a hall's laptop needs to run it, and what comes back. Pure.

Everything has its id, so that two files merge without doubles; the whole has a checksum, so that a file that was cut or
mistyped is refused; it is no signature, whoever knows the format can make a right one. A line-up is in it only when
both sides' are open.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import date, datetime, time
from typing import Any, TypeVar
from uuid import UUID

from competitions.formats.errors import FormatError
from competitions.formats.json_input import Place, parse_json

FORMAT = "novuss-match-day"
VERSION = 1
MAX_BYTES = 20_000_000
MAX_LINE = 100_000
YEARS = (2000, 2100)
_SLUG = re.compile("[-a-zA-Z0-9_]+")
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRecord:
    uid: str
    name: str
    sex: str
    born: int | None
    licence: str
    club: str
    hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRecord:
    """A member: number in the team, and the entry in the event of the games with its number there."""

    person: str
    player: str
    player_number: int
    number: int
    is_reserve: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRecord:
    uid: str
    number: int
    name: str
    club: str
    representative: str
    hall: str
    members: tuple[MemberRecord, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpRecord:
    """The open order of one side in one round, with the salt that proves it."""

    side: str
    round: int
    order: tuple[str | None, ...]
    salt: str
    handed_in_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRecord:
    """One event of a game's log that counts: its bytes as they were received, and the device they came from."""

    raw: str
    device: str
    device_name: str
    device_kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRecord:
    """A game: its match and its log."""

    match: str
    game: str
    round: int
    home_number: int
    events: tuple[EventRecord, ...]
    is_approved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """A match of two teams. `awarded`: A, B, both, or nothing where it was not awarded as a whole."""

    uid: str
    round: int
    number: int
    home: str
    guests: str
    plays_on: str
    starts_at: str
    hall: str
    lineups: tuple[LineUpRecord, ...]
    boards: tuple[BoardRecord, ...]
    awarded: str
    is_approved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionRecord:
    uid: str
    slug: str
    name: str
    place: str
    starts_on: str
    ends_on: str
    time_zone: str
    language: str
    tables: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOfTeams:
    """The event of teams, the event of its games, and the stage, with the settings as stored."""

    uid: str
    slug: str
    name: str
    preset: str
    regulations: dict[str, Any]
    boards: str
    stage: str
    stage_number: int
    stage_name: str
    system: str
    tie_breaks: tuple[str, ...]
    lot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDay:
    """The file. `made_at`: when it was written."""

    made_at: str
    competition: CompetitionRecord
    event: EventOfTeams
    people: tuple[PersonRecord, ...]
    teams: tuple[TeamRecord, ...]
    matches: tuple[MatchRecord, ...]


def match_day_bytes(day: MatchDay) -> bytes:
    """The file: JSON in UTF-8 with a checksum over all the rest. The same day gives the same bytes."""
    body = {"format": FORMAT, "version": VERSION, **asdict(day)}
    return _canonical({**body, "sha256": hashlib.sha256(_canonical(body)).hexdigest()}) + b"\n"


def read_match_day(raw: bytes) -> MatchDay:
    """Read a file. Raises FormatError with the place, `wrong_checksum` for one that was changed after it was made."""
    if len(raw) > MAX_BYTES:
        raise FormatError("too_long", "", high=MAX_BYTES)
    try:
        whole = Place(parse_json(raw.decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise FormatError("bad_charset", "") from None
    fields = whole.fields((
        "format", "version", "made_at", "competition", "event", "people", "teams", "matches", "sha256"))
    fields["format"].choice((FORMAT,))
    fields["version"].whole(VERSION, VERSION)
    _refuse_changed(whole.value, fields["sha256"].text(64, 64))
    return MatchDay(
        made_at=_stamp(fields["made_at"]), competition=_competition(fields["competition"]),
        event=_event(fields["event"]), people=_each(fields["people"], _person, 5_000),
        teams=_each(fields["teams"], _team, 512), matches=_each(fields["matches"], _match, 1_000))


def _refuse_changed(value: object, told: str) -> None:
    body = {name: inner for name, inner in value.items() if name != "sha256"} if isinstance(value, dict) else {}
    try:
        found = hashlib.sha256(_canonical(body)).hexdigest()
    except UnicodeEncodeError:  # half a character, which no file of ours has
        raise FormatError("bad_text", "") from None
    if found != told:
        raise FormatError("wrong_checksum", "sha256")


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _each(place: Place, read: Callable[[Place], T], high: int) -> tuple[T, ...]:
    return tuple(read(item) for item in place.items(0, high))


def _uid(place: Place) -> str:
    try:
        return str(UUID(place.text(36, 36)))
    except ValueError:
        raise place.refuse("wrong_type", wanted="id") from None


def _stamp(place: Place) -> str:
    try:
        moment = datetime.fromisoformat(place.text(1, 40))
    except ValueError:
        raise place.refuse("wrong_type", wanted="time") from None
    if moment.tzinfo is None:
        raise place.refuse("wrong_type", wanted="time with its zone")
    return moment.isoformat()


def _day(place: Place) -> str:
    try:
        day = date.fromisoformat(place.text(1, 10))
    except ValueError:
        raise place.refuse("wrong_type", wanted="day") from None
    if not YEARS[0] <= day.year <= YEARS[1]:
        raise place.refuse("out_of_range", low=YEARS[0], high=YEARS[1])
    return day.isoformat()


def _maybe_day(place: Place) -> str:
    return "" if place.text(0, 10) == "" else _day(place)


def _clock(place: Place) -> str:
    """A time of day at the place: it has no zone of its own."""
    text = place.text(0, 8)
    try:
        clock = time.fromisoformat(text) if text else None
    except ValueError:
        raise place.refuse("wrong_type", wanted="time of day") from None
    if clock is None:
        return ""
    if clock.tzinfo is not None:
        raise place.refuse("wrong_type", wanted="time of day")
    return clock.isoformat()


def _slug(place: Place) -> str:
    """What may stand in an address: anything else would have no page."""
    text = place.text(1, 60)
    if _SLUG.fullmatch(text) is None:
        raise place.refuse("wrong_type", wanted="address")
    return text


def _maybe_year(place: Place) -> int | None:
    return None if place.value is None else place.whole(1900, 2100)


def _competition(place: Place) -> CompetitionRecord:
    f = place.fields(("uid", "slug", "name", "place", "starts_on", "ends_on", "time_zone", "language", "tables"))
    return CompetitionRecord(
        uid=_uid(f["uid"]), slug=_slug(f["slug"]), name=f["name"].text(1, 120), place=f["place"].text(0, 120),
        starts_on=_day(f["starts_on"]), ends_on=_day(f["ends_on"]), time_zone=f["time_zone"].text(1, 60),
        language=f["language"].text(2, 5), tables=f["tables"].whole(0, 100))


def _event(place: Place) -> EventOfTeams:
    f = place.fields((
        "uid", "slug", "name", "preset", "regulations", "boards", "stage", "stage_number", "stage_name", "system",
        "tie_breaks", "lot"))
    if not isinstance(f["regulations"].value, dict):
        raise f["regulations"].refuse("wrong_type", wanted="object")
    return EventOfTeams(
        uid=_uid(f["uid"]), slug=_slug(f["slug"]), name=f["name"].text(1, 120), preset=f["preset"].text(0, 40),
        regulations=dict(f["regulations"].value), boards=_uid(f["boards"]), stage=_uid(f["stage"]),
        stage_number=f["stage_number"].whole(1, 100), stage_name=f["stage_name"].text(0, 80),
        system=f["system"].choice(("round_robin", "groups", "swiss")), lot=f["lot"].text(0, 200),
        tie_breaks=tuple(item.text(1, 60) for item in f["tie_breaks"].items(0, 30)))


def _person(place: Place) -> PersonRecord:
    f = place.fields(("uid", "name", "sex", "born", "licence", "club", "hidden"))
    return PersonRecord(
        uid=_uid(f["uid"]), name=f["name"].text(1, 120), sex=_sex(f["sex"]), born=_maybe_year(f["born"]),
        licence=f["licence"].text(0, 40), club=f["club"].text(0, 120), hidden=f["hidden"].flag())


def _sex(place: Place) -> str:
    text = place.text(0, 1)
    if text not in ("", "M", "F"):
        raise place.refuse("unknown_value", value=text, allowed="M, F")
    return text


def _team(place: Place) -> TeamRecord:
    f = place.fields(("uid", "number", "name", "club", "representative", "hall", "members"))
    return TeamRecord(
        uid=_uid(f["uid"]), number=f["number"].whole(1, 10_000), name=f["name"].text(1, 120),
        club=f["club"].text(0, 120), representative=f["representative"].text(0, 120), hall=f["hall"].text(0, 120),
        members=_each(f["members"], _member, 60))


def _member(place: Place) -> MemberRecord:
    f = place.fields(("person", "player", "player_number", "number", "is_reserve"))
    return MemberRecord(
        person=_uid(f["person"]), player=_uid(f["player"]), player_number=f["player_number"].whole(1, 100_000),
        number=f["number"].whole(1, 100), is_reserve=f["is_reserve"].flag())


def _match(place: Place) -> MatchRecord:
    f = place.fields((
        "uid", "round", "number", "home", "guests", "plays_on", "starts_at", "hall", "lineups", "boards", "awarded",
        "is_approved"))
    awarded = f["awarded"].text(0, 4)
    if awarded not in ("", "A", "B", "both"):
        raise f["awarded"].refuse("unknown_value", value=awarded, allowed="A, B, both")
    return MatchRecord(
        uid=_uid(f["uid"]), round=f["round"].whole(1, 1_000), number=f["number"].whole(1, 10_000),
        home=_uid(f["home"]), guests=_uid(f["guests"]), plays_on=_maybe_day(f["plays_on"]),
        starts_at=_clock(f["starts_at"]), hall=f["hall"].text(0, 120), lineups=_each(f["lineups"], _lineup, 200),
        boards=_each(f["boards"], _board, 1_000), awarded=awarded, is_approved=f["is_approved"].flag())


def _lineup(place: Place) -> LineUpRecord:
    f = place.fields(("side", "round", "order", "salt", "handed_in_at"))
    return LineUpRecord(
        side=f["side"].choice(("A", "B")), round=f["round"].whole(1, 100), salt=f["salt"].text(1, 64),
        order=tuple(None if item.value is None else _uid(item) for item in f["order"].items(1, 100)),
        handed_in_at=_stamp(f["handed_in_at"]))


def _board(place: Place) -> BoardRecord:
    f = place.fields(("match", "game", "round", "home_number", "events", "is_approved"))
    return BoardRecord(
        match=_uid(f["match"]), game=_uid(f["game"]), round=f["round"].whole(1, 100),
        home_number=f["home_number"].whole(1, 100), events=_each(f["events"], _logged, 2_000),
        is_approved=f["is_approved"].flag())


def _logged(place: Place) -> EventRecord:
    f = place.fields(("raw", "device", "device_name", "device_kind"))
    raw = f["raw"].value
    if not isinstance(raw, str):
        raise f["raw"].refuse("wrong_type", wanted="text")
    if not 1 <= len(raw) <= MAX_LINE:
        raise f["raw"].refuse("wrong_length", low=1, high=MAX_LINE, count=len(raw))
    return EventRecord(
        raw=raw, device=_uid(f["device"]), device_name=f["device_name"].text(0, 60),
        device_kind=f["device_kind"].choice(("tablet", "phone", "desk")))
