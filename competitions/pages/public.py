"""The public pages: competitions, events with their tables and rounds, one entrant, the hall screen."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.selectors import public
from competitions.selectors.actors import actor
from competitions.selectors.bracket_page import bracket_view
from competitions.selectors.club_table import club_table
from competitions.selectors.cross import cross_tables
from competitions.selectors.draw_page import draw_shown
from competitions.selectors.entrant import entrant_page
from competitions.selectors.forecast import tell_times
from competitions.selectors.hall import hall_screen
from competitions.selectors.ladder import ladder_view
from competitions.selectors.outlook import with_contenders
from competitions.selectors.rankings import rankings_of
from competitions.selectors.registrations import forms_open, registration_view, waiting_names
from competitions.selectors.rounds import StageFacts, rounds_with_trf, stage_facts
from competitions.selectors.self_checks import checks_in_words
from competitions.selectors.series import series_lines, series_visible_to
from competitions.selectors.standings import stage_standings
from competitions.selectors.team_match_page import team_match_page
from competitions.selectors.visibility import competition_seen

from .bracket_svg import bracket_list, bracket_svg
from .fragments import page, whole


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The first page: competitions now, soon, past."""
    return page(request, "competitions/home.html", {
        "lists": public.competitions_listed(actor(request)), "series": series_lines(series_visible_to(actor(request))),
    })


@require_safe
def competition(request: HttpRequest, slug: str) -> HttpResponse:
    """One competition: its events, and who plays where now."""
    shown = competition_seen(actor(request), slug)
    live_version = public.live_version(actor(request), shown)
    closing = forms_open(shown, timezone.now())
    context = {
        "competition": shown, "live_version": live_version, "places": public.playing_now(shown),
        "cards": [(card, closing.get(card.event.id)) for card in public.event_cards(shown)],
    }
    return page(request, "competitions/competition.html", context, part="competitions/parts/overview.html")


@require_safe
def competition_version(request: HttpRequest, slug: str) -> HttpResponse:
    """The number of the newest change and the topics since `?since=`: for browsers that the stream does not reach."""
    shown = competition_seen(actor(request), slug)
    version, topics = public.changes_since(actor(request), shown, whole(request.GET.get("since")) or 0)
    response = JsonResponse({"v": version, "topics": topics})
    response["Cache-Control"] = "no-store"
    return response


def _event(request: HttpRequest, slug: str, event_slug: str, here: str) -> tuple[dict[str, Any], StageFacts | None]:
    found = public.event_page(actor(request), slug, event_slug, whole(request.GET.get("stage")))
    facts = stage_facts(found.stage) if found.stage else None
    context = {
        "competition": found.competition, "event": found.event, "stages": found.stages, "stage": found.stage,
        "live_version": found.live_version, "facts": facts, "here": here,
        "stage_query": f"?stage={found.stage.number}" if found.stage and len(found.stages) > 1 else "",
        "closes_at": None if found.stage else forms_open(found.competition, timezone.now()).get(found.event.id),
    }
    return context, facts


@require_safe
def event_table(request: HttpRequest, slug: str, event_slug: str) -> HttpResponse:
    """The table of results, group by group."""
    context, facts = _event(request, slug, event_slug, "table")
    tables = context["tables"] = with_contenders(facts, stage_standings(facts.stage, facts)) if facts else ()
    context["rankings"] = rankings_of(facts, tables) if facts else ()
    context["ladder"] = ladder_view(facts) if facts and facts.stage.system == "ranking_list" else None
    context["clubs"] = club_table(facts, tables) if facts else None
    return page(request, "competitions/event_table.html", context, part="competitions/parts/table.html")


@require_safe
def event_cross(request: HttpRequest, slug: str, event_slug: str) -> HttpResponse:
    """The cross table: everybody against everybody; in a Swiss, round by round."""
    context, facts = _event(request, slug, event_slug, "cross")
    context["crosses"] = cross_tables(facts) if facts else ()
    return page(request, "competitions/event_cross.html", context, part="competitions/parts/cross.html")


@require_safe
def event_bracket(request: HttpRequest, slug: str, event_slug: str) -> HttpResponse:
    """The bracket of an elimination, drawn and round by round."""
    context, facts = _event(request, slug, event_slug, "bracket")
    if facts is not None and facts.stage.is_elimination:
        view = bracket_view(facts)
        query = f"{context['stage_query']}&part=1" if context["stage_query"] else "?part=1"
        context |= {"view": view, "svg": bracket_svg(view), "rounds_list": bracket_list(view),
                    "part_src": f"{request.path}{query}"}
    return page(request, "competitions/event_bracket.html", context, part="competitions/parts/bracket_both.html")


@require_safe
def event_rounds(request: HttpRequest, slug: str, event_slug: str, number: int | None = None) -> HttpResponse:
    """One round: the one asked for stays, whatever is played meanwhile; without a number the current one."""
    context, facts = _event(request, slug, event_slug, "rounds")
    context["number"] = (number or facts.current_round) if facts else None
    context["meetings"] = facts.round_shown(context["number"]) if facts else ()
    tell_times(context["competition"], context["meetings"], timezone.now())
    context["idle"] = facts.idle(context["number"]) if facts else ()
    context["trf"] = rounds_with_trf(facts.stage) if facts else ()
    context["round_name"] = facts.names.get(context["number"] or 0, "") if facts else ""
    return page(request, "competitions/event_rounds.html", context, part="competitions/parts/round.html")


@require_safe
def event_entries(request: HttpRequest, slug: str, event_slug: str) -> HttpResponse:
    """The list of entries."""
    context, _facts = _event(request, slug, event_slug, "entries")
    context["entrants"] = public.entries_listed(context["event"])
    context["view"] = registration_view(context["event"], timezone.now())
    context["waiting"] = waiting_names(context["event"])
    return page(request, "competitions/event_entries.html", context, part="competitions/parts/entries.html")


@require_safe
def event_draw(request: HttpRequest, slug: str, event_slug: str) -> HttpResponse:
    """How the draw was made, so that anybody can repeat and check it."""
    context, facts = _event(request, slug, event_slug, "draw")
    context["draw"] = draw_shown(facts) if facts else None
    context["checks"] = checks_in_words(facts) if facts else ()
    context["trf"] = rounds_with_trf(facts.stage) if facts else ()
    return page(request, "competitions/event_draw.html", context)


@require_safe
def event_trf(request: HttpRequest, slug: str, event_slug: str, number: int) -> HttpResponse:
    """The file from which any other pairing program can repeat a Swiss round."""
    found = public.pairing_file(actor(request), slug, event_slug, whole(request.GET.get("stage")), number)
    headers = {"Content-Disposition": f'attachment; filename="{found.name}"'}
    return HttpResponse(found.text, content_type="text/plain; charset=utf-8", headers=headers)


@require_safe
def entrant(request: HttpRequest, slug: str, uid: UUID) -> HttpResponse:
    """One entrant: place, games, and the arithmetic of the tie-breaks."""
    found = entrant_page(actor(request), slug, uid)
    context = {
        "competition": found.competition, "event": found.event, "live_version": found.live_version,
        "entrant": found.entrant, "shown": found,
    }
    return page(request, "competitions/entrant.html", context, part="competitions/parts/entrant.html")


@require_safe
def team_match(request: HttpRequest, slug: str, uid: UUID) -> HttpResponse:
    """A match of two teams: running score by round, who plays whom at which table."""
    shown = team_match_page(actor(request), slug, uid)
    context = {
        "competition": shown.competition, "event": shown.event, "stage": shown.match.stage, "shown": shown,
        "live_version": shown.live_version, "here": "rounds",
    }
    return page(request, "competitions/team_match.html", context, part="competitions/parts/team_match.html")


@require_safe
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The screen in the hall: it turns its pages by itself."""
    shown = competition_seen(actor(request), slug)
    version = public.live_version(actor(request), shown)
    context = {"competition": shown, "live_version": version, "hall": hall_screen(shown)}
    return page(request, "competitions/screen.html", context, part="competitions/parts/screen.html")
