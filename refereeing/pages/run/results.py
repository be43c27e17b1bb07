"""Quick entry: one line of digits, the match it means, one request to store it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from competitions.common.actors import Action
from competitions.common.errors import Conflict
from competitions.selectors.actors import actor
from refereeing.selectors.panel import MatchRow, candidates_at
from refereeing.selectors.panel_matches import entered_lately, missing_results, score_refusal
from refereeing.services.desk import result_enter

from .forms import LineForm, sent
from .frame import page, panel_view
from .quick_text import QuickLine, read_line
from .refusals import code_text, is_script


@panel_view("GET", action=Action.ENTER_RESULT)
def results(request: HttpRequest, competition: Any) -> HttpResponse:
    """`results/`: the field, what it means, and the last ten. With `?line=` the line is read already."""
    typed = request.GET.get("line", "")[:40]
    line = read_line(typed) if typed and _is_whole(typed) else None
    found = candidates_at(competition, line.table, timezone.now()) if line is not None else []
    return page(request, competition, "results", {
        "typed": typed, "line": line, "found": found[:4],
        "entered": entered_lately(competition), "missing": missing_results(competition, timezone.now()),
        "refused": score_refused(found[0], line) if found and line is not None else "",
    }, here="results")


def _is_whole(typed: str) -> bool:
    """A single digit that a key has brought along is no line to be judged yet."""
    return len(typed.strip()) > 1 or typed.strip() != typed


@panel_view("GET", action=Action.ENTER_RESULT)
def look(request: HttpRequest, competition: Any) -> HttpResponse:
    """`results/look/?line=7 4 2`: the matches that the line may mean, likeliest first, as JSON."""
    line = read_line(request.GET.get("line", "")[:40])
    rows = candidates_at(competition, line.table, timezone.now())
    if not rows:
        raise Conflict("nothing_at_table", table=line.table)
    return JsonResponse({
        "result": "found", "table": line.table, "sets": line.sets, "matches": [_as_json(row, line) for row in rows[:4]],
    })


def _as_json(row: MatchRow, line: QuickLine) -> dict[str, Any]:
    return {
        "uid": str(row.match.uid), "first": row.first, "second": row.second, "score": row.score,
        "state": [str(badge.text) for badge in row.badges], "round": row.match.round.number,
        "group": row.match.group.name if row.match.group else "", "text": match_text(row, line),
        "refused": score_refused(row, line),
    }


def score_refused(row: MatchRow, line: QuickLine) -> str:
    """Why the score that is typed is impossible in this match; empty where it is not."""
    refusal = score_refusal(row, line.sets) if line.sets is not None else None
    return code_text(refusal.code, refusal.params) if refusal is not None else ""


def match_text(row: MatchRow, line: QuickLine) -> str:
    """What the line means in words."""
    if line.sets is None:
        return _("Table %(table)s, round %(round)s: %(first)s – %(second)s") % {
            "table": line.table, "round": row.match.round.number, "first": row.first, "second": row.second}
    return _("Table %(table)s, round %(round)s: %(first)s – %(second)s %(sets)s") % {
        "table": line.table, "round": row.match.round.number, "first": row.first, "second": row.second,
        "sets": f"{line.sets[0]}:{line.sets[1]}"}


@panel_view("POST", action=Action.ENTER_RESULT)
def enter(request: HttpRequest, competition: Any) -> HttpResponse:
    """`results/enter/`: store a line for the match that was shown with it.

    Without the match (no script, first Enter) nothing is stored: the page comes back with the match and a button.
    """
    given = sent(LineForm, request)
    line = read_line(given["line"])
    rows = candidates_at(competition, line.table, timezone.now())
    if given["match"] is None or line.sets is None:
        where = reverse("run:results", kwargs={"slug": competition.slug})
        return HttpResponseRedirect(f"{where}?{urlencode({'line': given['line']})}")
    row = next((row for row in rows if row.match.uid == given["match"]), None)
    if row is None:
        raise Conflict("not_at_table", table=line.table)
    outcome = result_enter(match_uid=row.match.uid, sets=line.sets, by=actor(request), at=timezone.now())
    text = answer_text(outcome, row, line)
    if is_script(request):
        return JsonResponse({
            "result": outcome, "text": text,
            "open": reverse("run:match", kwargs={"slug": competition.slug, "uid": row.match.uid}),
        })
    messages.add_message(request, messages.WARNING if outcome == "differs" else messages.SUCCESS, text)
    return HttpResponseRedirect(reverse("run:results", kwargs={"slug": competition.slug}))


def answer_text(outcome: str, row: MatchRow, line: QuickLine) -> str:
    """What has become of an entered result, in words."""
    sentences = {
        "stored": _("Stored: %(match)s"), "agrees": _("Entered twice, both agree: %(match)s"),
        "differs": _("Differs from the result that is there (%(score)s); the chief referee decides: %(match)s"),
    }
    return sentences[outcome] % {"match": match_text(row, line), "score": row.score}
