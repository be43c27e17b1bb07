"""The forms of series: shape only."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.common.errors import Invalid
from competitions.formats.age_groups import is_age_group
from competitions.formats.entry_list import Entrant
from competitions.formats.place_lines import read_place_lines
from competitions.formats.series import TIES
from competitions.formats.series_settings import CLASSES, MEN, WOMEN, SeriesSettings, points_from
from competitions.selectors.series import TIE_NAMES
from competitions.services.series import TypedPlace
from refereeing.pages.setup.forms import DayInput
from refereeing.pages.setup.frame import PanelForm
from refereeing.pages.setup.sentences import sentence

TIE_PLACES = 5


class SeriesForm(PanelForm):
    """Name and rules of a series."""

    path_fields = {"ties": "tie_1", "divisions": "age_groups"}

    name = forms.CharField(label=_("Name of the series"), max_length=120)
    is_public = forms.BooleanField(label=_("Public"), required=False, initial=True)
    by_results = forms.ChoiceField(
        label=_("Points of a competition"), choices=[("", _("by place, as listed below")), (
            "1", _("the points won in its games"))], required=False)
    points = forms.CharField(
        label=_("Points of the places"), required=False, max_length=3000,
        widget=forms.TextInput({"inputmode": "decimal"}),
        help_text=_("From the first place on, separated by commas: 25, 20, 16, 12."))
    further = forms.CharField(label=_("Every further place"), required=False, max_length=10, initial="0")
    best = forms.IntegerField(
        label=_("Best results that count"), required=False, min_value=1, max_value=100,
        help_text=_("Left empty: all of them."))
    women = forms.BooleanField(label=_("A ranking of women"), required=False)
    men = forms.BooleanField(label=_("A ranking of men"), required=False)
    classes = forms.BooleanField(label=_("A ranking of each class"), required=False)
    age_groups = forms.CharField(
        label=_("Rankings by age"), required=False, max_length=100, help_text=_("Separated by commas: U18, 50+."))
    own_places = forms.BooleanField(
        label=_("In these, places are counted anew among their members"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place in range(1, TIE_PLACES + 1):
            self.fields[f"tie_{place}"] = forms.ChoiceField(
                label=_("%(place)s.") % {"place": place}, required=False,
                choices=[("", "–"), *((key, TIE_NAMES[key]) for key in TIES)])

    def clean_points(self) -> list[str]:
        return [self._points(part) for part in _parts(self.cleaned_data["points"])]

    def clean_further(self) -> str:
        return self._points(self.cleaned_data["further"] or "0")

    def _points(self, text: str) -> str:
        try:
            return str(points_from("points", text.strip()))
        except Invalid:
            raise forms.ValidationError(
                _("“%(name)s” is no number of points."), params={"name": text[:20]}) from None

    def clean_age_groups(self) -> list[str]:
        found = _parts(self.cleaned_data["age_groups"])
        for name in found:
            if not is_age_group(name):
                raise forms.ValidationError(
                    _("“%(name)s” is no age group. Write them like this: U18, 50+."), params={"name": name})
        return found

    def settings(self) -> dict[str, Any]:
        """The rules as `series_settings_from` reads them."""
        data = self.cleaned_data
        marks = [(WOMEN, "women"), (MEN, "men"), (CLASSES, "classes")]
        return {
            "points": data["points"], "further": data["further"], "best": data["best"],
            "ties": [data[f"tie_{n}"] for n in range(1, TIE_PLACES + 1) if data[f"tie_{n}"]],
            "by_results": data["by_results"] == "1", "own_places": data["own_places"],
            "divisions": [*(word for word, field in marks if data[field]), *data["age_groups"]],
        }

    @property
    def tie_fields(self) -> list[forms.BoundField]:
        return [self[f"tie_{n}"] for n in range(1, TIE_PLACES + 1)]


def series_initial(name: str, settings: SeriesSettings, *, is_public: bool) -> dict[str, Any]:
    """A series as the form shows it."""
    ages = [word for word in settings.divisions if word not in (WOMEN, MEN, CLASSES)]
    return {
        "name": name, "is_public": is_public, "by_results": "1" if settings.by_results else "",
        "points": ", ".join(map(str, settings.points)), "further": str(settings.further), "best": settings.best,
        "women": WOMEN in settings.divisions, "men": MEN in settings.divisions,
        "classes": CLASSES in settings.divisions, "age_groups": ", ".join(ages), "own_places": settings.own_places,
        **{f"tie_{place}": key for place, key in enumerate(settings.ties, 1)},
    }


class LegForm(PanelForm):
    """A competition more: an event of ours, or the name of one elsewhere."""

    event = forms.UUIDField(label=_("Event"), required=False, widget=forms.Select())
    name = forms.CharField(
        label=_("Name in the series"), max_length=80, required=False,
        help_text=_("For an event: left empty, the name of its competition."))
    held_on = forms.DateField(label=_("Day"), required=False, widget=DayInput())

    def __init__(self, *args: Any, events: list[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: list[tuple[Any, Any]] = [("", _("played elsewhere"))]
        choices += [(str(e.uid), f"{e.competition.starts_on}: {e.competition.name}, {e.name}") for e in events]
        self.fields["event"].widget.choices = choices


class PlacesForm(PanelForm):
    """The places of a competition elsewhere, a line each."""

    places = forms.CharField(
        label=_("Places"), strip=False, widget=forms.Textarea({"rows": 14, "spellcheck": "false"}), help_text=_(
            "A line each, separated by semicolons or tabs: place; name; club; points won; sets cleared in the first "
            "series. Place and name are enough."))

    def typed(self) -> list[TypedPlace]:
        """Raises Invalid at `places` with the line."""
        return [
            TypedPlace(
                place=line.place, entrant=Entrant(name=line.name, club=line.club), points=line.points,
                clears=line.clears)
            for line in read_place_lines(self.cleaned_data["places"])]

    def refuse(self, refusal: Any) -> None:
        """A fault of a line names the line."""
        line = refusal.params.get("line")
        if refusal.code == "places_line":
            self.add_error("places", sentence(refusal.code, {"line": line}))
            return
        super().refuse(refusal)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
