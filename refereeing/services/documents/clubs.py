"""The printed table of clubs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from competitions.common.errors import NotFound
from competitions.models import Stage
from competitions.pdf.club_table import ClubTableData, ClubTableRow, club_table_pdf
from competitions.selectors.club_table import ClubMember, ClubRow, club_table
from competitions.selectors.rounds import stage_facts
from competitions.selectors.standings import stage_standings

from .lists import stage_head


def clubs_sheet(stage: Stage, args: Mapping[str, Any]) -> bytes:
    """The table of clubs of a stage. Raises NotFound where the regulations ask for none."""
    facts = stage_facts(stage)
    table = club_table(facts, stage_standings(stage, facts))
    if table is None:
        raise NotFound(kind="document")
    data = ClubTableData(head=stage_head(stage, args), rows=tuple(map(_row, table.rows)), told=table.told)
    return club_table_pdf(data, language=args["language"])


def _row(row: ClubRow) -> ClubTableRow:
    others = [member for member in row.members if not member.counts]
    return ClubTableRow(
        place=str(row.rank), club=row.club, points=row.points, counted=_names(row.counted),
        others=_("Not counted: %(names)s") % {"names": _names(others)} if others else "")


def _names(members: Iterable[ClubMember]) -> str:
    return ", ".join(f"{member.entrant.name} ({member.points})" for member in members)
