"""The shape of what the buttons send. What may be done is for the services to say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict

from competitions.common.errors import Invalid
from refereeing.engine.rules.game_payload import DECISIONS, PLAYERS

SIDES = [("A", "A"), ("B", "B")]
LOSSES = [("unsporting", ""), ("handshake", ""), ("withdrawn", "")]


class SideForm(forms.Form):
    """Whom it concerns."""

    who = forms.ChoiceField(choices=SIDES)


class PlayerForm(forms.Form):
    """Whom it concerns: a side, or one player of a pair."""

    who = forms.ChoiceField(choices=[*SIDES, *((place, place) for place in PLAYERS)])

    def clean(self) -> dict[str, Any]:
        """`who` is the side, `member` the player of a pair or nothing."""
        data = super().clean() or self.cleaned_data
        asked = data.get("who", "")
        return {**data, "who": asked[:1], "member": asked if len(asked) > 1 else ""}


class WarningForm(PlayerForm):
    clause = forms.CharField(max_length=20)


class LossForm(forms.Form):
    who = forms.ChoiceField(choices=[*SIDES, ("both", "")])
    reason = forms.ChoiceField(choices=LOSSES)


class RoundNumberForm(forms.Form):
    number = forms.IntegerField(min_value=1, max_value=100)


class ReasonForm(forms.Form):
    """A reason; whether it is needed the service says."""

    reason = forms.CharField(max_length=1000, required=False)


class HoldForm(ReasonForm):
    """Why a match stands still, and before when it is not played (time of the hall)."""

    not_before = forms.DateTimeField(required=False, input_formats=["%Y-%m-%dT%H:%M"])


class TimeLimitForm(forms.Form):
    """To whom the set in play goes by the discs left; empty: drawn."""

    current = forms.ChoiceField(choices=SIDES, required=False)


class WinnerForm(ReasonForm):
    """Who wins a match as a whole; nobody chosen means lost by both."""

    winner = forms.ChoiceField(choices=[("", ""), *SIDES], required=False)


class VersionForm(forms.Form):
    version = forms.IntegerField(min_value=0)


class CorrectionForm(ReasonForm, VersionForm):
    sets_first = forms.IntegerField(min_value=0, max_value=99)
    sets_second = forms.IntegerField(min_value=0, max_value=99)
    is_decided = forms.BooleanField(required=False)


class TakeBackForm(ReasonForm):
    event = forms.UUIDField()


class TableForm(forms.Form):
    """A table by its id; nothing chosen takes the table away."""

    table = forms.UUIDField(required=False)


class PlanForm(forms.Form):
    """Whether what was given before is given anew."""

    anew = forms.BooleanField(required=False)


class SwapForm(forms.Form):
    match = forms.UUIDField()
    other = forms.UUIDField()


class EventChoiceForm(forms.Form):
    """An event by its id; nothing chosen is all of them."""

    event = forms.UUIDField(required=False)


class ZoneForm(forms.Form):
    zone = forms.CharField(max_length=40, required=False)


class RefereeForm(forms.Form):
    """An account; nothing chosen takes the referee away."""

    referee = forms.UUIDField(required=False)


class GroundForm(forms.Form):
    """Of which club an official is, and as whom he plays."""

    club = forms.CharField(max_length=120, required=False)
    person = forms.UUIDField(required=False)


class LeaveForm(ReasonForm):
    """Who leaves how: withdrawn, or excluded by a clause."""

    move = forms.ChoiceField(choices=[("withdraw", ""), ("exclude", "")])
    clause = forms.CharField(max_length=20, required=False)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if given.get("move") == "exclude" and not given.get("clause"):
            self.add_error("clause", forms.ValidationError("", code="clause_needed"))
        return given


class LineForm(forms.Form):
    """A line of quick entry, and the match that was shown for it."""

    line = forms.CharField(max_length=40)
    match = forms.UUIDField(required=False)


class StageForm(forms.Form):
    stage = forms.UUIDField()


class RoundForm(StageForm):
    """How many rounds the asker saw, or which round as the last one."""

    seen = forms.IntegerField(min_value=0, max_value=99)


class RepeatsForm(RoundForm):
    """Whether those may meet again who have met, where nothing else is left."""

    with_repeats = forms.BooleanField(required=False)


class PairsForm(StageForm, VersionForm, ReasonForm):
    """Pairs by hand; the pairs themselves are the lists `first` and `second`."""

    confirmed = forms.BooleanField(required=False)


class EntryForm(StageForm):
    entry = forms.UUIDField()


class ExchangeForm(EntryForm, VersionForm):
    """Two entrants who change places in a bracket."""

    other = forms.UUIDField()


class ChallengeForm(EntryForm):
    """Who challenges whom."""

    other = forms.UUIDField()


class AnswerForm(forms.Form):
    """What became of a challenge."""

    challenge = forms.UUIDField()
    answer = forms.ChoiceField(choices=[(name, "") for name in ("accept", "decline", "expire", "withdraw")])


class ReopenForm(StageForm, ReasonForm):
    """A closed stage, and why it is opened again."""


class UnlockForm(ReopenForm, VersionForm):
    """A locked draw, and why it is opened again."""


class OrderForm(StageForm):
    """A decision about who is level."""

    order = forms.UUIDField()


class DrawForm(forms.Form):
    """Settings of a draw. The limits are the service's; a field that a system does not use is left as it is."""

    defaults = {
        "groups": 2, "legs": 1, "rounds": 5, "seeding": "seed", "separate": "", "places": 2, "first_stroke": "rule",
        "advance": 0, "grand_final_reset": False, "level_by_lot": False, "reach": 3, "takes": "place",
        "answer_hours": 72, "unanswered": "nothing",
    }

    version = forms.IntegerField(required=False)
    system = forms.CharField(max_length=20)
    groups = forms.IntegerField(required=False)
    legs = forms.IntegerField(required=False)
    rounds = forms.IntegerField(required=False)
    seeding = forms.CharField(max_length=10, required=False)
    separate = forms.BooleanField(required=False)
    places = forms.IntegerField(required=False)
    first_stroke = forms.CharField(max_length=10, required=False)
    advance = forms.IntegerField(required=False)
    grand_final_reset = forms.BooleanField(required=False)
    reach = forms.IntegerField(required=False)
    takes = forms.CharField(max_length=10, required=False)
    answer_hours = forms.IntegerField(required=False)
    unanswered = forms.CharField(max_length=10, required=False)
    level_by_lot = forms.BooleanField(required=False)
    lot = forms.CharField(max_length=200, required=False)
    tie_breaks_for = forms.CharField(max_length=20, required=False)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        options = {name: given.get(name) or default for name, default in self.defaults.items() if name != "separate"}
        options["separate"] = "club" if given.get("separate") else ""
        if given.get("system") != "groups":
            options["groups"] = 1
        given["options"] = options
        return given


class DisputeForm(PlayerForm):
    """A dispute that an official opens for a match."""

    uid = forms.UUIDField()
    text = forms.CharField(max_length=500)
    set_number = forms.IntegerField(min_value=1, max_value=99)
    stroke = forms.IntegerField(min_value=1, max_value=999, required=False)


class RulingForm(ReasonForm):
    """A ruling, or an overruling; what fits together the service says."""

    uid = forms.UUIDField()
    text = forms.CharField(max_length=500, required=False)
    decision = forms.ChoiceField(choices=[(name, "") for name in DECISIONS])
    overrules = forms.UUIDField(required=False)


class PublishForm(forms.Form):
    replay = forms.UUIDField()
    published = forms.BooleanField(required=False)


class PrintForm(forms.Form):
    """What a document is made of; which of it a kind needs, the document says."""

    stage = forms.UUIDField(required=False)
    event = forms.UUIDField(required=False)
    match = forms.UUIDField(required=False)
    round = forms.IntegerField(min_value=1, max_value=999, required=False)
    blank = forms.BooleanField(required=False)
    codes = forms.BooleanField(required=False)
    language = forms.CharField(max_length=5, required=False)


def sent(form: type[forms.Form], request: HttpRequest) -> dict[str, Any]:
    """What a form sent, read. Raises Invalid at the first field that is not of its shape."""
    return read(form, request.POST)


def read(form: type[forms.Form], data: QueryDict) -> dict[str, Any]:
    """The same for an address's query."""
    bound = form(data)
    if not bound.is_valid():
        path, errors = next(iter(bound.errors.as_data().items()))
        raise Invalid(errors[0].code if errors[0].code in ("required", "clause_needed") else "bad_field", path=path)
    return dict(bound.cleaned_data)
