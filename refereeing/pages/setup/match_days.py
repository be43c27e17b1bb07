"""Take the file of a match day in: on a hall's laptop, and at home again."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from competitions.common.actors import Action
from competitions.common.errors import NotAllowed
from competitions.formats.match_day import MAX_BYTES
from competitions.selectors.actors import actor
from competitions.selectors.people import may_take_match_day_in
from refereeing.services.match_day_in import match_day_take_in

from .forms import FileOrTextForm
from .frame import files, page, sent


class MatchDayForm(FileOrTextForm):
    """The file of a match day, or what is in it."""

    most_bytes, nothing_sent = MAX_BYTES, gettext_lazy("Choose the file of a match day.")
    file = forms.FileField(
        label=gettext_lazy("File of the match day"), required=False,
        widget=forms.FileInput({"accept": ".json,application/json"}))
    text = forms.CharField(
        label=gettext_lazy("Or paste its content"), required=False, strip=False,
        widget=forms.Textarea({"rows": 3, "spellcheck": "false"}))

    def raw(self) -> bytes:
        file = self.cleaned_data["file"]
        return bytes(file.read()) if file is not None else str(self.cleaned_data["text"]).encode()


@require_http_methods(["GET", "POST"])
@login_required
@cache_control(private=True, no_store=True)
def take_in(request: HttpRequest) -> HttpResponse:
    """`/panel/match-day/`."""
    who = actor(request)
    if not may_take_match_day_in(who):
        raise NotAllowed(action=str(Action.EDIT_COMPETITION))
    form = MatchDayForm(sent(request), files(request))
    if request.method == "POST" and form.run(lambda _data: match_day_take_in(
            raw=form.raw(), by=who, at=timezone.now())):
        taken = form.result
        messages.success(request, _(
            "Taken in. New: %(matches)s matches, %(rounds)s rounds of line-ups, %(events)s events of games, "
            "%(approved)s approvals.") % {
                "matches": taken.matches, "rounds": taken.rounds, "events": taken.events, "approved": taken.approved})
        if taken.left:
            messages.warning(request, ngettext(
                "%(count)s approval is left out: the regulations ask for two officials, and by this file you have "
                "entered the result. Somebody else has to approve it.",
                "%(count)s approvals are left out: the regulations ask for two officials, and by this file you have "
                "entered the results. Somebody else has to approve them.", taken.left) % {"count": taken.left})
        return HttpResponseRedirect(reverse("run:overview", kwargs={"slug": taken.competition.slug}))
    return page(request, "match_day", {"form": form})
