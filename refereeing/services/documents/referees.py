"""The list of referees of the chief's package, with the load of each (lnf-2008:7.1.e)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from competitions.models import Competition
from competitions.pdf import referee_list as referees_pdf
from refereeing.selectors.panel_hall import referee_rows

from . import lists


def referee_list(competition: Competition, args: Mapping[str, Any]) -> bytes:
    """Everybody in office, the chief first."""
    rows = tuple(
        referees_pdf.RefereeListRow(
            name=row.name, office=row.role, zone=row.official.zone,
            club=row.official.club.name if row.official.club is not None else "", refereed=row.done,
            to_come=row.now + row.to_come)
        for row in referee_rows(competition))
    data = referees_pdf.RefereeList(head=lists.head(competition), rows=rows)
    return referees_pdf.referee_list_pdf(data, language=args["language"])
