"""The file of a match day: the same day gives the same bytes, and what was cut or edited is refused at its place."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from competitions.formats.errors import FormatError
from competitions.formats.match_day import (
    BoardRecord,
    CompetitionRecord,
    EventOfTeams,
    EventRecord,
    LineUpRecord,
    MatchDay,
    MatchRecord,
    MemberRecord,
    PersonRecord,
    TeamRecord,
    match_day_bytes,
    read_match_day,
)


def uid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012d}"


NOW = "2026-11-28T10:00:00+00:00"
LOGGED = EventRecord(raw='{"uid": "ā"}', device=uid(30), device_name="Tablet 1", device_kind="tablet")
BOARD = BoardRecord(match=uid(20), game=uid(21), round=1, home_number=1, events=(LOGGED,), is_approved=True)
MATCH = MatchRecord(
    uid=uid(10), round=1, number=1, home=uid(5), guests=uid(6), plays_on="2026-11-28", starts_at="10:00:00",
    hall="Bauska", awarded="", is_approved=False, boards=(BOARD,), lineups=(
        LineUpRecord(side="A", round=1, order=(uid(7), None), salt="ab", handed_in_at=NOW),))
DAY = MatchDay(
    made_at=NOW, competition=CompetitionRecord(
        uid=uid(1), slug="league", name="Līga", place="", starts_on="2026-10-01", ends_on="2027-03-01",
        time_zone="Europe/Riga", language="lv", tables=6),
    event=EventOfTeams(
        uid=uid(2), slug="men", name="Vīri", preset="", regulations={}, boards=uid(3), stage=uid(4), stage_number=1,
        stage_name="", system="round_robin", tie_breaks=("set_difference",), lot="lot"),
    people=(PersonRecord(uid=uid(8), name="Jānis", sex="M", born=None, licence="", club="", hidden=False),),
    teams=(TeamRecord(uid=uid(5), number=1, name="A", club="", representative="", hall="", members=(
        MemberRecord(person=uid(8), player=uid(7), player_number=1, number=1, is_reserve=False),)),),
    matches=(MATCH,))


def test_a_day_survives_the_file_and_gives_the_same_bytes() -> None:
    raw = match_day_bytes(DAY)

    assert read_match_day(raw) == DAY
    assert match_day_bytes(read_match_day(raw)) == raw
    assert read_match_day(b"\xef\xbb\xbf" + raw) == DAY


def signed(data: dict[str, Any]) -> bytes:
    """The file with a right checksum."""
    body = {name: inner for name, inner in data.items() if name != "sha256"}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return json.dumps({**body, "sha256": hashlib.sha256(text.encode()).hexdigest()}).encode()


def changed(*path: object, value: object, is_signed: bool = True) -> bytes:
    """The file with one value changed; `is_signed`: with a right checksum."""
    data = json.loads(match_day_bytes(DAY))
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return signed(data) if is_signed else json.dumps(data).encode()


def test_an_edited_file_is_refused() -> None:
    with pytest.raises(FormatError) as caught:
        read_match_day(changed("matches", 0, "hall", value="Cēsis", is_signed=False))
    assert caught.value.code == "wrong_checksum"


@pytest.mark.parametrize(("path", "value", "code", "at"), [
    (("format",), "other", "unknown_value", "format"), (("version",), 2, "out_of_range", "version"),
    (("made_at",), "now", "wrong_type", "made_at"), (("made_at",), "2026-11-28T10:00:00", "wrong_type", "made_at"),
    (("competition", "uid"), "x" * 36, "wrong_type", "competition.uid"),
    (("competition", "starts_on"), "28.11.2026", "wrong_type", "competition.starts_on"),
    (("competition", "starts_on"), "", "wrong_length", "competition.starts_on"),
    (("competition", "slug"), "a/b", "wrong_type", "competition.slug"),
    (("competition", "slug"), "lēa", "wrong_type", "competition.slug"),
    (("event", "slug"), "a b", "wrong_type", "event.slug"),
    (("event", "system"), "single_elimination", "unknown_value", "event.system"),
    (("event", "regulations"), [], "wrong_type", "event.regulations"),
    (("people", 0, "sex"), "X", "unknown_value", "people[0].sex"),
    (("people", 0, "born"), 1800, "out_of_range", "people[0].born"),
    (("matches", 0, "starts_at"), "10h", "wrong_type", "matches[0].starts_at"),
    (("matches", 0, "starts_at"), "10:00Z", "wrong_type", "matches[0].starts_at"),
    (("matches", 0, "plays_on"), "0001-01-01", "out_of_range", "matches[0].plays_on"),
    (("matches", 0, "awarded"), "C", "unknown_value", "matches[0].awarded"),
    (("matches", 0, "lineups", 0, "side"), "C", "unknown_value", "matches[0].lineups[0].side"),
    (("matches", 0, "boards", 0, "events", 0, "raw"), 7, "wrong_type", "matches[0].boards[0].events[0].raw"),
    (("matches", 0, "boards", 0, "events", 0, "raw"), "", "wrong_length", "matches[0].boards[0].events[0].raw"),
    (("matches", 0, "more"), 1, "unknown_field", "matches[0].more"),
])
def test_a_wrong_value_is_refused_at_its_place(path: tuple[object, ...], value: object, code: str, at: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_match_day(changed(*path, value=value))
    assert (caught.value.code, caught.value.path) == (code, at)


@pytest.mark.parametrize(("raw", "code"), [
    (b"\xff", "bad_charset"), (b"{", "malformed"), (b"[]", "wrong_type"), (b"{}", "missing"),
    (b" " * 20_000_001, "too_long"),
    (json.dumps({
        **dict.fromkeys(("made_at", "competition", "event", "people", "teams", "matches"), chr(0xD800)),
        "format": "novuss-match-day", "version": 1, "sha256": "0" * 64}).encode(), "bad_text"),
])
def test_what_is_no_file_of_a_match_day_is_refused(raw: bytes, code: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_match_day(raw)
    assert caught.value.code == code


def test_a_year_of_birth_and_an_empty_day_are_read() -> None:
    assert read_match_day(changed("people", 0, "born", value=1990)).people[0].born == 1990
    assert read_match_day(changed("matches", 0, "plays_on", value="")).matches[0].plays_on == ""
    assert read_match_day(changed("matches", 0, "starts_at", value="")).matches[0].starts_at == ""
