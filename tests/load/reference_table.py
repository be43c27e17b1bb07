"""A table of results computed outside the product, from the published definitions alone, to hold the product against.

Deliberately plain: lists and loops, one small function for each definition, and no
import of the product. `test_reference_table.py` checks it against tables that were worked out by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

Points = tuple[Fraction, Fraction, Fraction]
USUAL: Points = (Fraction(2), Fraction(1), Fraction(0))
"""For a win, a draw, a loss."""


@dataclass(frozen=True)
class Result:
    """One result. `sets` of a game played; else `to`: who won it without play (None: lost by both). A bye has no
    second."""

    first: str
    second: str | None
    sets: tuple[int, int] | None = None
    to: str | None = None

    def of(self, player: str) -> tuple[str, str | None, int, int] | None:
        """The game as this player sees it: won, drawn or lost; the opponent; sets for and against."""
        if player not in (self.first, self.second):
            return None
        if self.second is None:
            return "won", None, 0, 0
        other = self.second if player == self.first else self.first
        if self.sets is None:
            return ("won" if self.to == player else "lost"), other, 0, 0
        mine, theirs = self.sets if player == self.first else (self.sets[1], self.sets[0])
        return ("won" if mine > theirs else "lost" if mine < theirs else "drawn"), other, mine, theirs


@dataclass
class Line:
    """A row of the table."""

    id: str
    rank: int = 0
    points: Fraction = Fraction(0)
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    awarded: int = 0
    sets_won: int = 0
    sets_lost: int = 0
    decided_by: str | None = None
    values: dict[str, Fraction | None] = field(default_factory=dict)


def reference_table(
    players: Sequence[str], results: Sequence[Result], tie_breaks: Sequence[str], usual: Points = USUAL,
) -> list[Line]:
    """The rows in order. Players who are level to the end share a rank and keep the order of `players`."""
    lines = {player: _line(player, results, usual) for player in players}
    points = {player: line.points for player, line in lines.items()}
    groups = _split([(None, list(players))], "points", points.__getitem__)
    for name in tie_breaks:
        if name == "head_to_head":
            for line in lines.values():
                line.values[name] = None
            groups = [part for why, group in groups for part in _head_to_head(why, group, results, lines, usual)]
            continue
        worth = {player: _TIE_BREAKS[name](player, results, points) for player in players}
        for player, value in worth.items():
            lines[player].values[name] = value
        groups = _split(groups, name, worth.__getitem__)
    table: list[Line] = []
    for why, group in groups:
        rank = len(table) + 1
        for place, player in enumerate(group):
            lines[player].rank, lines[player].decided_by = rank, why if place == 0 else None
            table.append(lines[player])
    return table


def _games(player: str, results: Sequence[Result]) -> list[tuple[str, str | None, int, int]]:
    return [seen for result in results if (seen := result.of(player)) is not None]


def _line(player: str, results: Sequence[Result], usual: Points) -> Line:
    line = Line(player)
    for result in results:
        seen = result.of(player)
        if seen is None:
            continue
        outcome, _other, mine, theirs = seen
        line.won += outcome == "won"
        line.drawn += outcome == "drawn"
        line.lost += outcome == "lost"
        line.played += result.sets is not None
        line.awarded += result.sets is None
        line.sets_won += mine
        line.sets_lost += theirs
    line.points = usual[0] * line.won + usual[1] * line.drawn + usual[2] * line.lost
    return line


Groups = list[tuple[str | None, list[str]]]


def _split(groups: Groups, name: str, worth: Callable[[str], Fraction]) -> Groups:
    """Split every group by a value, higher first. The label of a group says what puts it below the one above."""
    parts: Groups = []
    for why, group in groups:
        for place, value in enumerate(sorted({worth(player) for player in group}, reverse=True)):
            parts.append((why if place == 0 else name, [player for player in group if worth(player) == value]))
    return parts


def _head_to_head(
    why: str | None, group: list[str], results: Sequence[Result], lines: dict[str, Line], usual: Points,
    *, is_first: bool = True,
) -> Groups:
    """Points among those who are level, if all of them have met equally often; then again in each part still level."""
    inside = [r for r in results if r.first in group and r.second in group]
    meetings = {
        sum({r.first, r.second} == {a, b} for r in inside) for a in group for b in group if a != b
    }
    if len(group) == 1 or len(meetings) != 1 or meetings == {0}:
        return [(why, group)]
    worth = {player: _line(player, inside, usual).points for player in group}
    if is_first:
        for player in group:
            lines[player].values["head_to_head"] = worth[player]
    parts = _split([(why, group)], "head_to_head", worth.__getitem__)
    if len(parts) == 1:
        return parts
    return [
        part for label, members in parts
        for part in _head_to_head(label, members, results, lines, usual, is_first=False)
    ]


def _sonneborn_berger(player: str, results: Sequence[Result], points: dict[str, Fraction]) -> Fraction:
    """The final points of those beaten and half of those drawn with; a bye is a win against one's own points."""
    share = {"won": Fraction(1), "drawn": Fraction(1, 2), "lost": Fraction(0)}
    return sum(
        (share[outcome] * points[other or player] for outcome, other, _a, _b in _games(player, results)), Fraction(0))


def _buchholz(player: str, results: Sequence[Result], points: dict[str, Fraction]) -> Fraction:
    """The final points of all opponents; a bye counts one's own."""
    return sum((points[other or player] for _o, other, _a, _b in _games(player, results)), Fraction(0))


def _set_difference(player: str, results: Sequence[Result], points: dict[str, Fraction]) -> Fraction:
    return Fraction(sum(mine - theirs for _o, _other, mine, theirs in _games(player, results)))


def _sets_won(player: str, results: Sequence[Result], points: dict[str, Fraction]) -> Fraction:
    return Fraction(sum(mine for _o, _other, mine, _theirs in _games(player, results)))


def _wins(player: str, results: Sequence[Result], points: dict[str, Fraction]) -> Fraction:
    return Fraction(sum(outcome == "won" for outcome, _other, _a, _b in _games(player, results)))


_TIE_BREAKS: dict[str, Callable[[str, Sequence[Result], dict[str, Fraction]], Fraction]] = {
    "sonneborn_berger": _sonneborn_berger, "buchholz": _buchholz, "set_difference": _set_difference,
    "sets_won": _sets_won, "wins": _wins,
}
