"""The entrants of an event: the list, one entrant, seeds, presence."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.common.actors import Action
from competitions.formats.regulations import regulations_from
from competitions.selectors.actors import actor
from competitions.selectors.entries import entry_line, entry_lines, event_is_started, is_doubles, lines_found
from competitions.selectors.people import club_names
from competitions.selectors.public import live_version
from competitions.selectors.teams import is_of_teams
from competitions.selectors.visibility import event_in
from competitions.services.entries import (
    entry_add,
    entry_change,
    entry_remove,
    presence_set,
    seeds_by_rating,
    seeds_clear,
    seeds_set,
)
from competitions.services.pairs import pair_add, pair_change

from .forms import EntryForm, PairForm, PresenceForm, SeedCountForm, SeedsForm, entry_initial, pair_initial
from .frame import PanelForm, go, page, panel_view, sent


@panel_view("GET")
def entries(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/entries/?q=…`."""
    event = event_in(competition, event_slug)
    if is_of_teams(event):
        return go("teams", competition.slug, event.slug)
    version = live_version(actor(request), competition)
    lines, words = entry_lines(event), request.GET.get("q", "")[:200].replace("\0", "")
    return page(request, "entries", {
        "event": event, "lines": lines_found(lines, words), "total": len(lines), "words": words,
        "live_version": version, "present": sum(line.state == "present" for line in lines),
        "out": sum(line.is_out for line in lines), "is_started": event_is_started(event),
        "is_doubles": is_doubles(event),
    }, competition=competition, here="entries")


def _entry_page(request: HttpRequest, competition: Any, event: Any, form: PanelForm, **context: Any) -> HttpResponse:
    regulations = regulations_from(event.regulations)
    return page(request, "entry", {
        "event": event, "form": form, "clubs": club_names(), "classes": regulations.classes,
        "regulations": regulations, "is_started": event_is_started(event), "is_doubles": is_doubles(event), **context,
    }, competition=competition, here="entries")


@panel_view("GET", "POST", action=Action.EDIT_ENTRIES)
def entry_new(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/entries/new/`: one more, and the next."""
    event = event_in(competition, event_slug)
    if is_of_teams(event):
        return go("team_new", competition.slug, event.slug)
    form = PairForm(sent(request)) if is_doubles(event) else EntryForm(sent(request))
    if request.method == "POST" and form.run(lambda _data: _add(request, event, form)):
        messages.success(request, _("%(number)s. %(name)s is entered.") % {
            "number": form.result.number, "name": form.result})
        return go("entry_new" if "another" in request.POST else "entries", competition.slug, event.slug)
    return _entry_page(request, competition, event, form)


@panel_view("GET", "POST", action=Action.EDIT_ENTRIES)
def entry(request: HttpRequest, competition: Any, event_slug: str, uid: UUID) -> HttpResponse:
    """`<event>/entries/<uid>/`."""
    event = event_in(competition, event_slug)
    line = entry_line(event, uid)
    if is_of_teams(event):
        return go("team", competition.slug, event.slug, uid)
    if is_doubles(event):
        form: EntryForm = PairForm(sent(request), initial=pair_initial(line))
    else:
        form = EntryForm(sent(request), initial=entry_initial(line))
    if request.method == "POST" and form.run(lambda _data: _change(request, line, form)):
        messages.success(request, _("Saved."))
        return go("entries", competition.slug, event.slug)
    return _entry_page(request, competition, event, form, line=line)


def _add(request: HttpRequest, event: Any, form: EntryForm) -> Any:
    by, at = actor(request), timezone.now()
    if isinstance(form, PairForm):
        return pair_add(event=event.uid, pair=form.pair(), by=by, at=at)
    return entry_add(event=event.uid, entrant=form.entrant(), by=by, at=at)


def _change(request: HttpRequest, line: Any, form: EntryForm) -> Any:
    by, at = actor(request), timezone.now()
    if isinstance(form, PairForm):
        return pair_change(
            entry=line.uid, pair=form.pair(), other_people=form.cleaned_data["other_people"], by=by, at=at)
    return entry_change(entry=line.uid, entrant=form.entrant(), by=by, at=at)


@panel_view("POST", action=Action.EDIT_ENTRIES)
def entry_delete(request: HttpRequest, competition: Any, event_slug: str, uid: UUID) -> HttpResponse:
    """Off the list, as if never entered."""
    event = event_in(competition, event_slug)
    line = entry_line(event, uid)
    form = PanelForm(request.POST)
    if form.run(lambda _data: entry_remove(entry=line.uid, by=actor(request), at=timezone.now())):
        messages.success(request, _("%(name)s is off the list.") % {"name": line.name})
        return go("entries", competition.slug, event.slug)
    return _entry_page(request, competition, event, form, line=line)


def _seeds_page(request: HttpRequest, competition: Any, event: Any, **forms: PanelForm) -> HttpResponse:
    lines = [line for line in entry_lines(event) if not line.is_out]
    return page(request, "seeds", {
        "event": event, "form": forms.get("form") or SeedsForm(lines=lines),
        "count_form": forms.get("count_form") or SeedCountForm(),
        "rated": sum(line.rating is not None for line in lines), "is_started": event_is_started(event),
    }, competition=competition, here="entries")


def _seeded(request: HttpRequest, competition: Any, event: Any, changed: int) -> HttpResponse:
    messages.success(request, ngettext(
        "%(count)s seed has changed.", "%(count)s seeds have changed.", changed) % {"count": changed})
    return go("seeds", competition.slug, event.slug)


@panel_view("GET", "POST", action=Action.EDIT_ENTRIES)
def seeds(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/entries/seeds/`: by hand."""
    event = event_in(competition, event_slug)
    if request.method != "POST":
        return _seeds_page(request, competition, event)
    form = SeedsForm(request.POST, lines=[line for line in entry_lines(event) if not line.is_out])
    if form.run(lambda _data: seeds_set(event=event.uid, seeds=form.seeds(), by=actor(request), at=timezone.now())):
        return _seeded(request, competition, event, form.result)
    return _seeds_page(request, competition, event, form=form)


@panel_view("POST", action=Action.EDIT_ENTRIES)
def seeds_rated(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """By rating."""
    event = event_in(competition, event_slug)
    form = SeedCountForm(request.POST)
    if form.run(lambda data: seeds_by_rating(
            event=event.uid, count=data["count"], by=actor(request), at=timezone.now())):
        return _seeded(request, competition, event, form.result)
    return _seeds_page(request, competition, event, count_form=form)


@panel_view("POST", action=Action.EDIT_ENTRIES)
def seeds_none(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """All seeds away."""
    event = event_in(competition, event_slug)
    return _seeded(request, competition, event, seeds_clear(event=event.uid, by=actor(request), at=timezone.now()))


@panel_view("GET", "POST", action=Action.EDIT_ENTRIES)
def presence(request: HttpRequest, competition: Any, event_slug: str) -> HttpResponse:
    """`<event>/presence/`: the tick list."""
    event = event_in(competition, event_slug)
    form = PresenceForm(sent(request))
    lines = [line for line in entry_lines(event) if not line.is_out]
    if request.method == "POST" and form.run(lambda data: _mark(request, event, lines, data)):
        messages.success(request, ngettext(
            "%(count)s entrant is marked anew.", "%(count)s entrants are marked anew.", form.result) % {
                "count": form.result})
        return go("presence", competition.slug, event.slug)
    return page(request, "presence", {
        "event": event, "form": form, "lines": lines, "present": sum(line.state == "present" for line in lines),
        "absent": sum(line.state == "absent" for line in lines),
    }, competition=competition, here="presence")


def _mark(request: HttpRequest, event: Any, lines: list[Any], data: dict[str, Any]) -> int:
    ticked, was = set(data["present"]), set(data["was"])
    absent = was - ticked
    if data["others_absent"]:
        absent |= {line.uid for line in lines} - ticked
    return presence_set(
        event=event.uid, present=ticked - was, absent=absent, by=actor(request), at=timezone.now())
