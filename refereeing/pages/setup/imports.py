"""Import of an entry list: choose or paste, look at the preview, confirm."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.common.actors import Action
from competitions.formats.headings import template_headings
from competitions.selectors.actors import actor
from competitions.selectors.entries import SEX_LABELS, event_is_started, is_doubles
from competitions.selectors.visibility import event_in
from competitions.services.imports import Preview, import_confirm, import_preview, preview_of

from .forms import ENCODING_LABELS, ConfirmForm, ImportForm
from .frame import files, go, page, panel_view, sent
from .sentences import field_name, sentence

# A list with more faults than this is corrected in bulk anyway.
FAULTS_SHOWN = 200
DELIMITERS = {",": gettext_lazy("comma"), ";": gettext_lazy("semicolon"), "\t": gettext_lazy("tab")}


@panel_view("GET", "POST", action=Action.EDIT_ENTRIES)
def choose(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/import/`."""
    event = event_in(competition, event_slug)
    form = ImportForm(sent(request), files(request))
    if request.method == "POST" and form.run(lambda _data: import_preview(
            event=event.uid, **form.data_sent(), by=actor(request), at=timezone.now())):
        return go("import_preview", competition.slug, event.slug, form.result)
    return page(request, "import", {
        "event": event, "form": form, "headings": _headings(event), "is_doubles": is_doubles(event),
    }, competition=competition, here="entries")


@panel_view("GET", "POST", action=Action.EDIT_ENTRIES)
def preview(request: HttpRequest, competition: Any, event_slug: str, uid: UUID) -> HttpResponse:
    """`<event>/import/<uid>/`: what was read and what would happen; POST confirms it."""
    event = event_in(competition, event_slug)
    who = actor(request)
    form = ConfirmForm(sent(request))
    if request.method == "POST" and form.run(lambda data: import_confirm(
            event=event.uid, preview=uid, digest=data["digest"], by=who, at=timezone.now())):
        messages.success(request, _("Imported: %(new)s new, %(changed)s changed, %(same)s same.") % {
            "new": form.result.new, "changed": form.result.changed, "same": form.result.same})
        return go("entries", competition.slug, event.slug)
    shown = preview_of(event=event.uid, preview=uid, by=who)
    return page(request, "import_preview", {
        "event": event, "form": form, "shown": shown, "is_late": event_is_started(event), **_words(shown),
    }, competition=competition, here="entries")


def _headings(event: Any) -> tuple[str, ...]:
    return template_headings(translation.get_language(), pairs=is_doubles(event))


def _sexes(entrant: Any) -> str:
    """Of one person, or of both players of a pair."""
    told = [entrant.sex, getattr(entrant, "partner_sex", "")]
    return " / ".join(str(SEX_LABELS[sex]) for sex in told if sex)


def _words(shown: Preview) -> dict[str, Any]:
    """What the preview says in words."""
    rows = [
        {"line": row.line, "number": row.number, "entrant": row.entrant,
         "sex": _sexes(row.entrant), "status": row.status,
         "changes": [(field_name(field), *pair) for field, pair in row.changes.items()]}
        for row in shown.plan.rows
    ]
    order = {"new": 1, "changed": 0, "same": 2}
    return {
        "encoding": ENCODING_LABELS.get(shown.encoding, ""), "delimiter": DELIMITERS.get(shown.delimiter, ""),
        "columns": [(heading, field_name(used)) for heading, used in shown.listed.headings if used],
        "missing": [field_name(used) for used in shown.listed.missing],
        "faults": [(fault.line, field_name(fault.field), sentence(fault.code, fault.params), fault.params.get("value"))
                   for fault in shown.problems[:FAULTS_SHOWN]],
        "fault_count": len(shown.problems), "faulty_rows": len({fault.line for fault in shown.problems}),
        "rows": sorted(rows, key=lambda row: (order[row["status"]], row["line"])),
    }


@panel_view("GET", action=Action.EDIT_ENTRIES)
def template(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/import/template.csv`: the headings in the reader's language, as Excel of these countries opens it."""
    event = event_in(competition, event_slug)
    line = ";".join(f'"{heading}"' for heading in _headings(event))
    answer = HttpResponse(f"\ufeff{line}\r\n", content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="novuss-entries.csv"'
    return answer
