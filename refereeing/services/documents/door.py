"""The printed list for the door."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import override

from competitions.models import Event
from competitions.pdf.door_list import DoorList, DoorListRow, door_list_pdf
from competitions.selectors.door import DoorLine, DoorView, door_view

from .lists import head


def door_sheet(event: Event, *, language: str) -> bytes:
    """The list of an event as it stands now (`event.competition` loaded)."""
    with override(language):
        view = door_view(event)
        data = DoorList(
            head=head(event.competition, event=event.name), rows=tuple(map(_row, view.lines)),
            fee=view.fee_text if view.asks_fee else "", asks_licence=view.asks_licence, sums=sums_text(view))
        return door_list_pdf(data, language=language)


def _row(line: DoorLine) -> DoorListRow:
    return DoorListRow(
        number=str(line.number), name=line.name, club=line.club, licence=line.licence, is_present=line.is_present,
        is_paid=line.fee == "paid", fee=_("waived") if line.fee == "waived" else "",
        licence_checked=line.licence_checked)


def sums_text(view: DoorView) -> str:
    """What was counted when the list was printed."""
    sums = view.sums
    parts = [_("%(present)s of %(entrants)s present") % {"present": sums.present, "entrants": sums.entrants}]
    if view.asks_fee:
        parts.append(_("%(count)s paid: %(money)s") % {"count": sums.paid, "money": sums.taken})
        parts.append(_("%(count)s waived") % {"count": sums.waived})
    return "; ".join(parts)
