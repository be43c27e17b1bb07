"""`standings` as programs call it: JSON in, JSON out, for the command and the endpoint of that name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from competitions.formats.exclusions import Out
from competitions.formats.games import Game, Points, awarded_game, bye, played_game
from competitions.formats.json_input import Place
from competitions.formats.ledger import Particulars
from competitions.formats.level_groups import TIE_BREAKS
from competitions.formats.standings import ByNumber, Row, Rules, Standings, TieBreak, standings

MAX_ENTRIES = 1000
MAX_RESULTS = 500_000
MAX_POINTS = 1000
MAX_SETS = 1000
MAX_SCHEDULED = 10_000
MAX_NUMBER = 1_000_000
OUT_REASONS = ("excluded", "withdrawn")
KINDS = ("sets", "awarded", "bye")


def standings_from_json(data: object) -> dict[str, Any]:
    """The table for one input object of the contract. Raises FormatError."""
    fields = Place(data).fields(
        ("entries", "results", "tie_breaks"), ("points", "lot", "out", "play_off", "manual"))
    entries, particulars = _read_entries(fields)
    games = [read_game(place) for place in fields["results"].items(0, MAX_RESULTS)]
    rules = Rules(
        points=read_points(fields["points"]) if "points" in fields else Points(),
        tie_breaks=tuple(_read_tie_break(place) for place in fields["tie_breaks"].items(0, len(TIE_BREAKS))),
        lot=fields["lot"].text() if "lot" in fields else None,
    )
    out = [_read_out(place) for place in fields["out"].items(0, MAX_ENTRIES)] if "out" in fields else []
    return standings_to_json(standings(entries, games, rules=rules, out=out, particulars=particulars))


def _read_entries(fields: Mapping[str, Place]) -> tuple[list[str], Particulars]:
    """The ids in order, and what stands beside the results: ratings, start numbers, play-off games, manual order."""
    entries = []
    numbers: dict[str, dict[str, int]] = {"rating": {}, "start_number": {}}
    for place in fields["entries"].items(1, MAX_ENTRIES):
        given = place.fields(("id",), tuple(numbers))
        entries.append(given["id"].id())
        for name, found in numbers.items():
            if name in given and given[name].value is not None:
                found[entries[-1]] = given[name].whole(0, MAX_NUMBER)
    play_off = [read_game(place) for place in fields["play_off"].items(0, MAX_RESULTS)] if "play_off" in fields else []
    manual = [place.id() for place in fields["manual"].items(0, MAX_ENTRIES)] if "manual" in fields else []
    particulars = Particulars(ratings=numbers["rating"], start_numbers=numbers["start_number"],
                              play_off=tuple(play_off), manual=tuple(manual))
    return entries, particulars


def _read_tie_break(place: Place) -> TieBreak:
    """A name, or `{"two": […], "more": […]}`: one list where two are level, another where more are."""
    if not isinstance(place.value, dict):
        return place.choice(TIE_BREAKS)
    branches = {
        name: tuple(item.choice(TIE_BREAKS) for item in branch.items(0, len(TIE_BREAKS)))
        for name, branch in place.fields((), ("two", "more")).items()
    }
    return ByNumber(**branches)


def standings_to_json(table: Standings) -> dict[str, Any]:
    """The result object: rows with each tie-break's value under its name."""
    return {"rows": [_row(row) for row in table.rows]}


def read_points(place: Place) -> Points:
    """`{"win", "draw", "loss"}`, each of which may be left out."""
    fields = place.fields((), ("win", "draw", "loss"))
    return Points(**{name: value.number(0, MAX_POINTS) for name, value in fields.items()})


def read_game(place: Place) -> Game:
    """One item of `results`: sets, awarded or a bye, exactly one of them; its round, where it is known."""
    fields = place.fields(("first",), ("second", "reason", "clears", "round", *KINDS))
    game = _read_kind(place, fields, _kind_of(place, fields))
    return replace(game, round=fields["round"].whole(1, MAX_SCHEDULED)) if "round" in fields else game


def _kind_of(place: Place, fields: Mapping[str, Place]) -> str:
    kinds = [kind for kind in KINDS if kind in fields]
    if not kinds:
        raise Place(None, f"{place.path}.sets").refuse("missing")
    if len(kinds) > 1:
        raise fields[kinds[1]].refuse("conflicting_field", other=kinds[0])
    for name, kind in (("reason", "awarded"), ("clears", "sets")):
        if name in fields and kinds != [kind]:
            raise fields[name].refuse("unknown_field", field=name)
    return kinds[0]


def _read_kind(place: Place, fields: Mapping[str, Place], kind: str) -> Game:
    if "reason" in fields:
        fields["reason"].text()
    first = fields["first"].id()
    if kind == "bye":
        if not fields["bye"].flag():
            raise fields["bye"].refuse("unknown_value", value="false", allowed="true")
        if "second" in fields:
            raise fields["second"].refuse("conflicting_field", other="bye")
        return bye(first)
    if "second" not in fields:
        raise Place(None, f"{place.path}.second").refuse("missing")
    second = fields["second"].id()
    if kind == "sets":
        clears = _read_clears(fields["clears"]) if "clears" in fields else (0, 0)
        return played_game(first, second, *_read_sets(fields["sets"]), clears=clears)
    return awarded_game(first, second, _read_winner(fields["awarded"], first, second))


def plain_number(value: Fraction) -> int | float:
    """A number for JSON: whole where it is whole."""
    return value.numerator if value.denominator == 1 else float(value)


def _read_sets(place: Place) -> tuple[int, int]:
    first, second = (item.whole(0, MAX_SETS) for item in place.items(2, 2))
    if first == second == 0:
        raise place.refuse("no_sets")
    return first, second


def _read_clears(place: Place) -> tuple[int, int]:
    first, second = (item.whole(0, MAX_SETS) for item in place.items(2, 2))
    return first, second


def _read_winner(place: Place, first: str, second: str) -> str | None:
    if place.value is None:
        return None
    winner = place.id()
    if winner not in (first, second):
        raise place.refuse("unknown_id", id=winner)
    return winner


def _read_out(place: Place) -> Out:
    fields = place.fields(("id",), ("reason", "scheduled"))
    if "reason" in fields:
        fields["reason"].choice(OUT_REASONS)
    scheduled = fields["scheduled"].whole(1, MAX_SCHEDULED) if "scheduled" in fields else None
    return Out(id=fields["id"].id(), scheduled=scheduled)


def _row(row: Row) -> dict[str, Any]:
    return {
        "id": row.id,
        "rank": row.rank,
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "awarded": row.awarded,
        "sets_won": row.sets_won,
        "sets_lost": row.sets_lost,
        "points": plain_number(row.points),
        **{name: None if value is None else plain_number(value) for name, value in row.values.items()},
        "decided_by": row.decided_by,
    }
