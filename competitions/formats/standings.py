"""The table of results: points, ranks, and what separates each row from the one above. Exact arithmetic throughout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from competitions.formats.errors import FormatError
from competitions.formats.exclusions import Counted, Out, games_that_count
from competitions.formats.games import Game, Outcome, Points
from competitions.formats.ledger import Ledger, Particulars
from competitions.formats.level_groups import (
    LEAGUES,
    LOT,
    MANUAL,
    PLAY_OFF,
    TIE_BREAKS,
    league_values,
    manual_places,
    play_off_ledger,
    split_league,
    split_lot,
    split_manual,
)
from competitions.formats.tiebreaks import VALUES, Key, split_by

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


@dataclass(frozen=True, slots=True)
class ByNumber:
    """For exactly two that are level when its turn comes the list `two`, for three or more the list `more`.

    A list is taken to its end for the group that it was begun for, whatever smaller groups come out of it.
    """

    two: tuple[str, ...] = ()
    more: tuple[str, ...] = ()


TieBreak = str | ByNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How a table is made: points, the ordered list of tie-breaks, the public text for `lot`."""

    points: Points = field(default_factory=Points)
    tie_breaks: tuple[TieBreak, ...] = ()
    lot: str | None = None

    def __post_init__(self) -> None:
        taken: list[str] = []
        for index, item in enumerate(self.tie_breaks):
            path = f"tie_breaks[{index}]"
            if isinstance(item, str):
                _refuse_names((item,), taken, path, "")
                taken.append(item)
            else:
                _refuse_names(item.two, taken, f"{path}.two", "[{}]")
                _refuse_names(item.more, taken, f"{path}.more", "[{}]")

    @property
    def names(self) -> tuple[str, ...]:
        """Every tie-break once, in the order in which it comes first."""
        return tuple(dict.fromkeys(self._names()))

    def _names(self) -> Iterator[str]:
        for item in self.tie_breaks:
            yield from (item,) if isinstance(item, str) else (*item.two, *item.more)


def _refuse_names(names: Sequence[str], taken: Sequence[str], path: str, place: str) -> None:
    for index, name in enumerate(names):
        where = path + place.format(index)
        if name not in TIE_BREAKS:
            raise FormatError("unknown_value", where, value=name, allowed=", ".join(TIE_BREAKS))
        if name in taken or name in names[:index]:
            raise FormatError("duplicate", where, value=name)


@dataclass(frozen=True, slots=True)
class Standings:
    """A table, and what it was made of: `explain` and the cross table start from the same games.

    `groups`: for each tie-break that looks at those who are level (mini-leagues, play-off), the group that each entry
    was in when it came first; absent where the entry was in none.
    """

    rows: tuple[Row, ...]
    entries: tuple[str, ...]
    rules: Rules
    counted: Counted
    groups: Mapping[str, Mapping[str, tuple[str, ...]]]
    particulars: Particulars

    def ledger(self) -> Ledger:
        """The counted games per entry, as the table was made of them."""
        return _ledger(self.entries, self.counted, self.rules, self.particulars)


def _ledger(entries: Sequence[str], counted: Counted, rules: Rules, particulars: Particulars) -> Ledger:
    return Ledger(entries, counted.games, rules.points, particulars, len(counted.awarded))


def standings(
    entries: Sequence[str],
    games: Sequence[Game],
    *,
    rules: Rules | None = None,
    out: Sequence[Out] = (),
    particulars: Particulars | None = None,
) -> Standings:
    """Rank the entries by their games.

    Groups of equal points are split by the tie-breaks in order, each once and each whole; what stays level shares its
    rank and keeps the order of `entries`. Annulled entries come last without a rank.
    Raises FormatError for an id twice, a game of an unknown entry or of one with itself, an unknown `out`.
    """
    rules = rules or Rules()
    particulars = particulars or Particulars()
    refuse_strangers(entries, games, out)
    _refuse_particulars(entries, particulars)
    counted = games_that_count(entries, games, out)
    ledger = _ledger(entries, counted, rules, particulars)
    places = [place for place, entry_id in enumerate(entries) if entry_id not in counted.annulled]
    order = _Order(ledger, places, rules)
    groups = {
        name: {ledger.ids[who]: tuple(ledger.ids[mate] for mate in group) for who, group in found.items()}
        for name, found in order.first_groups.items()
    }
    rows = (*_ranked_rows(order), *_annulled_rows(order, counted))
    return Standings(rows, tuple(entries), rules, counted, groups, particulars)


def refuse_strangers(entries: Sequence[str], games: Sequence[Game], out: Sequence[Out]) -> None:
    """Raise FormatError for an id twice, a game of an unknown entry or of one with itself, an unknown `out`."""
    _refuse_repeated(entries, "entries[{}].id")
    known = set(entries)
    _refuse_games(known, games, "results")
    _refuse_repeated([item.id for item in out], "out[{}].id", known)


def _refuse_particulars(entries: Sequence[str], particulars: Particulars) -> None:
    known = set(entries)
    _refuse_games(known, particulars.play_off, "play_off")
    _refuse_repeated(particulars.manual, "manual[{}]", known)
    for index, order in enumerate(particulars.decided):
        _refuse_repeated(order, f"decided[{index}]" + "[{}]", known)


def _refuse_repeated(ids: Sequence[str], path: str, known: set[str] | None = None) -> None:
    seen: set[str] = set()
    for index, entry_id in enumerate(ids):
        if known is not None and entry_id not in known:
            raise FormatError("unknown_id", path.format(index), id=entry_id)
        if entry_id in seen:
            raise FormatError("duplicate_id", path.format(index), id=entry_id)
        seen.add(entry_id)


def _refuse_games(known: set[str], games: Sequence[Game], path: str) -> None:
    for index, game in enumerate(games):
        if game.first not in known:
            raise FormatError("unknown_id", f"{path}[{index}].first", id=game.first)
        if game.second is not None and game.second not in known:
            raise FormatError("unknown_id", f"{path}[{index}].second", id=game.second)
        if game.second == game.first:
            raise FormatError("against_itself", f"{path}[{index}].second", id=game.first)
        if not game.is_played and game.winner not in (game.first, game.second, None):
            raise FormatError("unknown_id", f"{path}[{index}].awarded", id=game.winner)


class _Order:
    """Level groups, highest first, each with what separates it from the one above."""

    def __init__(self, ledger: Ledger, places: Sequence[int], rules: Rules) -> None:
        self.ledger = ledger
        self.rules = rules
        self.play_off = play_off_ledger(ledger, rules.points)
        self.first_groups: dict[str, dict[int, list[int]]] = {}
        self.group_values: dict[str, dict[int, Fraction]] = {}
        self.keys: dict[str, list[Key]] = {
            name: [VALUES[name].key(ledger, who) for who in range(len(ledger.ids))]
            for name in rules.names if name in VALUES
        }
        self.groups = _reasons(None, POINTS, split_by(ledger.scores, places))
        for item in rules.tie_breaks:
            self.groups = [part for reason, group in self.groups for part in self._taken(item, reason, group)]

    def _taken(self, item: TieBreak, reason: str | None, group: list[int]) -> list[tuple[str | None, list[int]]]:
        """What a tie-break, or the list for so many, makes of a group."""
        if len(group) == 1:
            return [(reason, group)]
        if isinstance(item, str):
            return _reasons(reason, item, self._split(item, group))
        parts = [(reason, group)]
        for name in item.two if len(group) == 2 else item.more:
            parts = [part for above, level in parts for part in self._taken(name, above, level)]
        return parts

    def _split(self, name: str, group: list[int]) -> list[list[int]]:
        if name in LEAGUES:
            ledger = self.play_off if name == PLAY_OFF else self.ledger
            self.first_groups.setdefault(name, {}).update(dict.fromkeys(group, group))
            self.group_values.setdefault(name, {}).update(league_values(name, ledger, group) or {})
            return split_league(name, ledger, group)
        if name == LOT:
            return split_lot(self.ledger, group, self.rules.lot)
        if name == MANUAL:
            places = manual_places(self.ledger, group)
            units = {who: Fraction(self.ledger.unit * places[who]) for who in group if who in places}
            self.group_values.setdefault(name, {}).update(units)
            return split_manual(self.ledger, group)
        return split_by(self.keys[name], group)

    def _shown(self, name: str, who: int) -> int | Fraction | None:
        """What stands in the table for a tie-break, in units."""
        if name not in VALUES:
            return self.group_values.get(name, {}).get(who)
        criterion, value = VALUES[name], self.keys[name][who]
        if isinstance(value, tuple) or criterion.key is not criterion.shown:
            return criterion.shown(self.ledger, who)
        return value  # shown as it is compared, and dear to count again

    def row(self, who: int, rank: int | None, decided_by: str | None) -> Row:
        """The row of one entry."""
        ledger = self.ledger
        shown = {name: self._shown(name, who) for name in self.rules.names}
        values = {name: None if units is None else ledger.exact(units) for name, units in shown.items()}
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


def _ranked_rows(order: _Order) -> list[Row]:
    rows: list[Row] = []
    for reason, group in order.groups:
        rank = len(rows) + 1
        rows += [order.row(who, rank, None if index else reason) for index, who in enumerate(group)]
    return rows


def _annulled_rows(order: _Order, counted: Counted) -> list[Row]:
    ids = order.ledger.ids
    return [order.row(who, None, None) for who, entry_id in enumerate(ids) if entry_id in counted.annulled]
