"""Several rankings over one table: a class, a sex, an age group; teams made of individuals (rule 2.1.d)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from competitions.formats.standings import Row, Standings


def ranking_of(table: Standings, members: Collection[str]) -> tuple[Row, ...]:
    """The rows of some of the entries with ranks of their own; who was level stays level.

    Points and tie-breaks are those of the whole field: everybody played against everybody's class. A row is told what
    put it below the row that stands above it here: the first criterion of all those that lay between. In a bracket
    nothing but the place does, and those who share one still share it.
    """
    rows: list[Row] = []
    above: int | None = None
    between: list[str] = []
    order = ["points", *table.rules.names]
    for row in table.rows:
        if row.decided_by is not None:
            between.append(row.decided_by)
        if row.id not in members:
            continue
        if row.rank is None:
            rows.append(row)
            continue
        decided = min(between, key=order.index) if between and rows else None
        rank = len(rows) + 1 if row.rank != above else rows[-1].rank
        above = row.rank
        rows.append(replace(row, rank=rank, decided_by=decided))
        between.clear()
    return tuple(rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """A team made of individuals: the sum of the best of its members, those that count, and the rank."""

    team: str
    rank: int
    points: Fraction
    counted: tuple[str, ...]


def teams_of_individuals(
    order: Sequence[str], teams: Mapping[str, str], points: Mapping[str, Fraction], *, best: int
) -> tuple[TeamRow, ...]:
    """Team results from one individual table.

    `order`: the individuals as ranked; `points`: what each brings (of the table, or by place: 15, 14, 13, …). The best
    `best` of each team count. Level teams: whose best-placed individual is higher, as that cannot be level.
    """
    members: defaultdict[str, list[str]] = defaultdict(list)
    for entry in order:
        if entry in teams:
            members[teams[entry]].append(entry)
    place = {entry: number for number, entry in enumerate(order)}
    counted = {team: tuple(sorted(own, key=lambda entry: (-points.get(entry, Fraction(0)), place[entry]))[:best])
               for team, own in members.items()}
    sums = {team: sum((points.get(entry, Fraction(0)) for entry in own), Fraction(0)) for team, own in counted.items()}
    ranked = sorted(sums, key=lambda team: (-sums[team], min(place[entry] for entry in members[team])))
    return tuple(TeamRow(team=team, rank=number, points=sums[team], counted=counted[team])
                 for number, team in enumerate(ranked, 1))
