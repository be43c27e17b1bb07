"""The table of results: points, ranks, and what separates each row from the one above. Exact arithmetic throughout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from competitions.formats.errors import FormatError
from competitions.formats.exclusions import Counted, Out, games_that_count
from competitions.formats.games import Game, Outcome, Points
from competitions.formats.ledger import Ledger
from competitions.formats.tiebreaks import (
    HEAD_TO_HEAD,
    LOT,
    TIE_BREAKS,
    VALUES,
    head_to_head_points,
    split_by,
    split_head_to_head,
    split_lot,
)

POINTS = "points"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One entry. `rank` is None where the results were annulled; `values` holds each tie-break under its name.

    `played` counts games at a table; won + drawn + lost = played + awarded. `decided_by` is what puts the row below the
    one above: "points", a tie-break, or None (first row, or level with the one above).
    """

    id: str
    rank: int | None
    played: int
    won: int
    drawn: int
    lost: int
    awarded: int
    sets_won: int
    sets_lost: int
    points: Fraction
    values: Mapping[str, Fraction | None]
    decided_by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How a table is made: points, the ordered list of tie-breaks, the public text for `lot`."""

    points: Points = field(default_factory=Points)
    tie_breaks: tuple[str, ...] = ()
    lot: str | None = None

    def __post_init__(self) -> None:
        for index, name in enumerate(self.tie_breaks):
            if name not in TIE_BREAKS:
                raise FormatError("unknown_value", f"tie_breaks[{index}]", value=name, allowed=", ".join(TIE_BREAKS))
            if name in self.tie_breaks[:index]:
                raise FormatError("duplicate", f"tie_breaks[{index}]", value=name)


@dataclass(frozen=True, slots=True)
class Standings:
    """A table, and what it was made of: `explain` and the cross table start from the same games."""

    rows: tuple[Row, ...]
    entries: tuple[str, ...]
    rules: Rules
    counted: Counted
    leagues: Mapping[str, tuple[str, ...]]
    """For each entry the level group it was in when head to head came to it first; absent where it was in none."""


def standings(
    entries: Sequence[str], games: Sequence[Game], *, rules: Rules | None = None, out: Sequence[Out] = ()
) -> Standings:
    """Rank the entries by their games.

    Groups of equal points are split by the tie-breaks in order, each once and each whole; what stays level shares its
    rank and keeps the order of `entries`. Annulled entries come last without a rank.
    Raises FormatError for an id twice, a game of an unknown entry or of one with itself, an unknown `out`.
    """
    rules = rules or Rules()
    refuse_strangers(entries, games, out)
    counted = games_that_count(entries, games, out)
    ledger = Ledger(entries, counted.games, rules.points)
    places = [place for place, entry_id in enumerate(entries) if entry_id not in counted.annulled]
    order = _Order(ledger, places, rules)
    leagues = {ledger.ids[who]: tuple(ledger.ids[mate] for mate in league) for who, league in order.leagues.items()}
    rows = (*_ranked_rows(order, rules), *_annulled_rows(order, rules, counted))
    return Standings(rows, tuple(entries), rules, counted, leagues)


def refuse_strangers(entries: Sequence[str], games: Sequence[Game], out: Sequence[Out]) -> None:
    """Raise FormatError for an id twice, a game of an unknown entry or of one with itself, an unknown `out`."""
    known: set[str] = set()
    for index, entry_id in enumerate(entries):
        if entry_id in known:
            raise FormatError("duplicate_id", f"entries[{index}].id", id=entry_id)
        known.add(entry_id)
    for index, game in enumerate(games):
        if game.first not in known:
            raise FormatError("unknown_id", f"results[{index}].first", id=game.first)
        if game.second is not None and game.second not in known:
            raise FormatError("unknown_id", f"results[{index}].second", id=game.second)
        if game.second == game.first:
            raise FormatError("against_itself", f"results[{index}].second", id=game.first)
        if not game.is_played and game.winner not in (game.first, game.second, None):
            raise FormatError("unknown_id", f"results[{index}].awarded", id=game.winner)
    gone: set[str] = set()
    for index, item in enumerate(out):
        if item.id not in known:
            raise FormatError("unknown_id", f"out[{index}].id", id=item.id)
        if item.id in gone:
            raise FormatError("duplicate_id", f"out[{index}].id", id=item.id)
        gone.add(item.id)


class _Order:
    """Level groups, highest first, each with what separates it from the one above."""

    def __init__(self, ledger: Ledger, places: Sequence[int], rules: Rules) -> None:
        self.ledger = ledger
        self.groups = _reasons(None, POINTS, split_by(ledger.scores, places))
        self.leagues: dict[int, list[int]] = {}
        self.head_to_head: dict[int, int] = {}
        self.values: dict[str, list[int]] = {}
        for name in rules.tie_breaks:
            if name in VALUES:
                self.values[name] = [VALUES[name](ledger, who) for who in range(len(ledger.ids))]
            groups = []
            for reason, group in self.groups:
                parts = self._split(name, group, rules.lot) if len(group) > 1 else [group]
                groups += _reasons(reason, name, parts)
            self.groups = groups

    def _split(self, name: str, group: list[int], lot: str | None) -> list[list[int]]:
        if name == HEAD_TO_HEAD:
            self.leagues |= dict.fromkeys(group, group)
            self.head_to_head |= head_to_head_points(self.ledger, group) or {}
            return split_head_to_head(self.ledger, group)
        if name == LOT:
            return [group] if lot is None else split_lot(self.ledger, group, lot)
        return split_by(self.values[name], group)

    def row(self, who: int, rank: int | None, decided_by: str | None, rules: Rules) -> Row:
        """The row of one entry."""
        ledger = self.ledger
        values: dict[str, Fraction | None] = {}
        for name in rules.tie_breaks:
            units = self.values[name][who] if name in self.values else None
            if name == HEAD_TO_HEAD:
                units = self.head_to_head.get(who)
            values[name] = None if units is None else ledger.exact(units)
        return Row(
            id=ledger.ids[who],
            rank=rank,
            played=ledger.played[who],
            won=ledger.count(who, Outcome.WON),
            drawn=ledger.count(who, Outcome.DRAWN),
            lost=ledger.count(who, Outcome.LOST),
            awarded=ledger.awarded[who],
            sets_won=ledger.sets_won[who],
            sets_lost=ledger.sets_lost[who],
            points=ledger.exact(ledger.scores[who]),
            values=values,
            decided_by=decided_by,
        )


def _reasons(above: str | None, reason: str, parts: Sequence[list[int]]) -> list[tuple[str | None, list[int]]]:
    return [(reason if index else above, part) for index, part in enumerate(parts)]


def _ranked_rows(order: _Order, rules: Rules) -> list[Row]:
    rows: list[Row] = []
    for reason, group in order.groups:
        rank = len(rows) + 1
        rows += [order.row(who, rank, None if index else reason, rules) for index, who in enumerate(group)]
    return rows


def _annulled_rows(order: _Order, rules: Rules, counted: Counted) -> list[Row]:
    ids = order.ledger.ids
    return [order.row(who, None, None, rules) for who, entry_id in enumerate(ids) if entry_id in counted.annulled]
