"""The table of clubs made of individuals (2.1.d): one game counts for the player and for the club."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.formats.rankings import teams_of_individuals
from competitions.formats.regulations import Regulations
from competitions.models import Event

from .rounds import Entrant, StageFacts
from .standings import GroupTable, TableRow, number_text, stage_regulations


@dataclass(frozen=True, slots=True)
class ClubMember:
    """An individual with what he brings. `counts`: whether it is one of the best that make the sum."""

    entrant: Entrant
    place: str
    points: str
    counts: bool


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club with its individuals, the best first."""

    rank: int
    club: str
    points: str
    members: tuple[ClubMember, ...]

    @property
    def counted(self) -> tuple[ClubMember, ...]:
        return tuple(member for member in self.members if member.counts)


@dataclass(frozen=True, slots=True)
class ClubTable:
    """The clubs in order. `told`: how the sum is made."""

    rows: tuple[ClubRow, ...]
    told: str


def club_table(facts: StageFacts, tables: Sequence[GroupTable]) -> ClubTable | None:
    """The table that the regulations ask for (`stage.event` loaded); None where they ask for none.

    None either in groups, whose points and places cannot be compared, for pairs and teams, and for a bracket by points:
    there only places count. Who has no place or no club brings nothing to anybody.
    """
    regulations = stage_regulations(facts.stage)
    if not regulations.club_best or len(tables) != 1 or facts.stage.event.kind != Event.Kind.SINGLES:
        return None
    (table,) = tables
    if (table.is_bracket or table.is_list) and not regulations.club_points:
        return None
    lines = {line.row.id: line for line in table.rows if line.row.rank is not None}
    points = {key: _points(line, regulations) for key, line in lines.items()}
    clubs = {key: line.entrant.club for key, line in lines.items() if line.entrant.club}
    if not clubs:
        return None
    found = teams_of_individuals(list(lines), clubs, points, best=regulations.club_best)
    rows = tuple(
        ClubRow(row.rank, row.team, number_text(row.points), _members(row.team, row.counted, lines, points, clubs))
        for row in found)
    return ClubTable(rows, _told(regulations))


def _points(line: TableRow, regulations: Regulations) -> Fraction:
    """Of the table, or what the place brings; who shares a place has the points of the best of those shared."""
    if not regulations.club_points:
        return Fraction(line.row.points)
    place = line.row.rank or 0
    return Fraction(regulations.club_points[place - 1]) if place <= len(regulations.club_points) else Fraction(0)


def _members(
    club: str, counted: Sequence[str], lines: Mapping[str, TableRow], points: Mapping[str, Fraction],
    clubs: Mapping[str, str],
) -> tuple[ClubMember, ...]:
    order = [*counted, *(key for key in lines if clubs.get(key) == club and key not in counted)]
    return tuple(
        ClubMember(lines[key].entrant, lines[key].place, number_text(points[key]), key in counted) for key in order)


def _told(regulations: Regulations) -> str:
    best = regulations.club_best
    told = ngettext(
        "The best individual of a club counts.", "The best %(count)s individuals of a club count.", best) % {
            "count": best}
    if regulations.club_points:
        shown = ", ".join(map(str, regulations.club_points[:6]))
        rest = ", …" if len(regulations.club_points) > 6 else ""
        return f"{told} " + _("Points of the places: %(points)s.") % {"points": f"{shown}{rest}"}
    return f"{told} " + _("Each brings the points of the table.")
