"""The regulations of an event as a form, setting by setting."""

from __future__ import annotations

from dataclasses import fields as dataclass_fields
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from competitions.formats.age_groups import is_age_group
from competitions.formats.level_groups import TIE_BREAKS
from competitions.formats.pairs import PAIRS_OF
from competitions.formats.regulations import (
    CURRENCIES,
    EXCLUSION_RULES,
    LATE_FROM,
    MAX_PLACE_POINTS,
    PRESETS,
    RANKINGS,
    REPLAY_WEIGHTS,
    RULESET_EDITIONS,
    RULESETS,
    Regulations,
)
from competitions.formats.team_regulations import TeamRegulations
from competitions.formats.tie_break_list import MORE, TWO
from competitions.selectors.tie_break_words import TIE_BREAK_NAMES, word_name

from .frame import PanelForm
from .team_forms import add_team_settings, team_settings

PRESET_LABELS: dict[str, str | Promise] = {
    "latvian_open": _("Latvian open tournament (Swiss or round robin)"),
    "latvian_round_robin": _("Latvian round robin"),
    "latvian_doubles": _("Latvian doubles"),
    "estonian_doubles": _("Estonian doubles"),
    "estonian_singles": _("Estonian singles"),
    "estonian_double": _("Estonian double elimination (best of 5, from the semi-finals best of 7)"),
    "international": _("International rules"),
    "australian_social": _("Australian social novuss"),
    "lnf_team_league": _("Latvian team league (five by five, five rounds)"),
    "teams_three_rounds": _("Teams of four, three rounds"),
}
RULESET_LABELS: dict[str, str | Promise] = {
    "lnf-2008": _("Latvian rules"), "int-2017": _("International rules"), "aus-1992": _("Australian rules"),
}
EXCLUSION_LABELS: dict[str, str | Promise] = {
    "rule": _("as the rules say: annulled up to half of the games, then lost (15.1)"),
    "annul": _("always annulled"), "award": _("games not played are lost"),
}
RANKING_LABELS: dict[str, Any] = {
    "class": _("A ranking of each class besides the table of all"), "sex": _("Rankings of women and of men"),
}
EVENT_KINDS = ("singles", "doubles")
PAIRS_LABELS: dict[str, str | Promise] = {
    "any": _("any pairs"), "men": _("pairs of men"), "women": _("pairs of women"),
    "mixed": _("mixed pairs: one man and one woman"),
}
LATE_LABELS: dict[int, str | Promise] = {
    2: _("the final"), 4: _("from the semi-finals on"), 8: _("from the quarter-finals on"),
}
REPLAY_WEIGHT_LABELS: dict[str, str | Promise] = {
    "none": _("not used"), "advice": _("advice"), "chief_decides": _("the chief referee looks at it and decides"),
}
FLAGS = ("all_sets", "two_person_approval", "tables_follow", "neutral_referees", "solo_pairs", "licence_check")
TIE_BREAK_PLACES = 9
TIE_BREAK_FIELDS = ("tie_breaks_round_robin", "tie_breaks_swiss")
LIMITS = {
    "sets": (1, 15), "late_sets": (0, 15), "call_seconds": (30, 3600),
    "warm_up_seconds": (0, 3600), "stroke_seconds": (5, 600),
    "stroke_call_seconds": (1, 60), "pause_seconds": (0, 3600), "protest_minutes": (0, 1440),
    "time_limit_minutes": (0, 600), "rest_minutes": (0, 240), "match_minutes": (1, 600),
}
WHOLE: dict[str, tuple[Any, Any]] = {
    "sets": (_("Sets in a game"), ""),
    "late_sets": (_("Sets in the last rounds of a bracket"), _("0: the same as in all others.")),
    "call_seconds": (_("Call, seconds"), _("Then an official may declare a no-show.")),
    "warm_up_seconds": (_("Warm-up, seconds"), ""),
    "stroke_seconds": (_("Clock of a stroke, seconds"), ""),
    "stroke_call_seconds": (_("Left after the clock is called, seconds"), ""),
    "pause_seconds": (_("Pause between sets, seconds"), ""),
    "protest_minutes": (_("Protest, minutes after the game"), ""),
    "time_limit_minutes": (_("Time limit of a game, minutes"), _(
        "Then an official may end it: the finished sets decide, the others are drawn. 0: no limit.")),
    "rest_minutes": (_("Rest between two games of a player, minutes"), ""),
    "match_minutes": (_("A game is expected to last, minutes"), _("Until enough have been played to know better.")),
}
POINTS: dict[str, Any] = {"win": _("Win"), "draw": pgettext_lazy("result", "Draw"), "loss": _("Loss")}


class RegulationsForm(PanelForm):
    """Every setting. What fits together is for `regulations_from` to say."""

    path_fields = {
        **{name: f"{name}_1" for name in TIE_BREAK_FIELDS},
        **{f"teams.{item.name}": f"team_{item.name}" for item in dataclass_fields(TeamRegulations)},
        "fee_cents": "fee",
    }

    ruleset = forms.ChoiceField(
        label=_("Rules"), choices=[(key, RULESET_LABELS[key]) for key in RULESETS],
        help_text=_("The edition stands in every protocol."))
    all_sets = forms.BooleanField(
        label=_("All sets are played"), required=False,
        help_text=_("Otherwise a game ends when somebody has more than half of the sets (23.1)."))
    excluded = forms.ChoiceField(
        label=_("Results of an excluded player"), choices=[(key, EXCLUSION_LABELS[key]) for key in EXCLUSION_RULES])
    tables_follow = forms.BooleanField(
        label=_("A free table takes the next match by itself"), required=False,
        help_text=_("Otherwise tables are given by hand or for a whole stage."))
    neutral_referees = forms.BooleanField(
        label=_("Neutral referees"), required=False,
        help_text=_("Nobody referees a match of the own club."))
    two_person_approval = forms.BooleanField(
        label=_("A second official approves"), required=False,
        help_text=_("Who entered a result may then not approve it."))
    replay_weight = forms.ChoiceField(
        label=_("Replays of disputed strokes"), choices=[(key, REPLAY_WEIGHT_LABELS[key]) for key in REPLAY_WEIGHTS],
        help_text=_("A replay is a model, no proof. The referee rules before it is shown."))
    late_from = forms.TypedChoiceField(
        label=_("The last rounds of a bracket are"), coerce=int, required=False,
        choices=[(key, LATE_LABELS[key]) for key in LATE_FROM])
    classes = forms.CharField(
        label=_("Classes"), required=False, max_length=400,
        help_text=_("Separated by commas. Left empty: any class is accepted."))
    age_groups = forms.CharField(
        label=_("Rankings by age"), required=False, max_length=100, help_text=_(
            "Separated by commas, by the age reached in the year: U18 is 18 or younger, 50+ is 50 or older."))

    # Shown for doubles only; what no page sends keeps its default.
    pairs_of = forms.ChoiceField(
        label=_("Who may enter"), required=False, choices=[(key, PAIRS_LABELS[key]) for key in PAIRS_OF])
    solo_pairs = forms.BooleanField(
        label=_("One person may play alone as a pair"), required=False,
        help_text=_("Who plays alone strikes from both seats of the pair."))
    fee = forms.DecimalField(
        label=_("Entry fee"), min_value=0, max_value=10_000, max_digits=7, decimal_places=2, required=False,
        help_text=_("Left empty or 0: there is none."))
    fee_currency = forms.ChoiceField(label=_("Currency"), choices=[(key, key) for key in CURRENCIES])
    licence_check = forms.BooleanField(
        label=_("Licences are checked at the door"), required=False,
        help_text=_("Who is present without it is named before the draw; nobody is kept out."))
    club_best = forms.IntegerField(
        label=_("Table of clubs: best individuals"), min_value=0, max_value=50, required=False,
        help_text=_("So many results of a club are added (2.1.d). Left empty or 0: no such table."))
    club_points = forms.CharField(
        label=_("Table of clubs: points of the places"), max_length=2000, required=False, help_text=_(
            "From the first place on, separated by commas: 15, 14, 13. Left empty: the points of the table."))

    def __init__(self, *args: Any, regulations: Regulations, **kwargs: Any) -> None:
        kwargs["initial"] = {**initial_of(regulations), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.is_teams = regulations.teams is not None
        if regulations.teams is not None:
            add_team_settings(self, regulations.teams)
        for name, (label, hint) in WHOLE.items():
            low, high = LIMITS[name]
            self.fields[name] = forms.IntegerField(label=label, help_text=hint, min_value=low, max_value=high)
        for name, label in POINTS.items():
            self.fields[name] = forms.DecimalField(
                label=label, min_value=0, max_value=100, max_digits=4, decimal_places=1, step_size=Decimal("0.5"))
        for key in RANKINGS:
            self.fields[f"ranking_{key}"] = forms.BooleanField(label=RANKING_LABELS[key], required=False)
        for list_name in TIE_BREAK_FIELDS:
            # A longer list may have come by another way than this form; it must not lose its end here.
            for place in range(1, max(TIE_BREAK_PLACES, len(getattr(regulations, list_name))) + 1):
                self.fields[f"{list_name}_{place}"] = forms.ChoiceField(
                    label=_("%(place)s.") % {"place": place}, required=False,
                    choices=_tie_break_choices)

    def clean_age_groups(self) -> str:
        given: str = self.cleaned_data["age_groups"]
        for name in _parts(given):
            if not is_age_group(name):
                raise forms.ValidationError(
                    _("“%(name)s” is no age group. Write them like this: U18, 50+."), params={"name": name})
        return given

    def clean_club_points(self) -> str:
        given: str = self.cleaned_data["club_points"]
        for part in _parts(given):
            if not (part.isascii() and part.isdigit() and int(part[:9]) <= MAX_PLACE_POINTS):
                raise forms.ValidationError(
                    _("“%(name)s” is no number of points. Write whole numbers: 15, 14, 13."), params={"name": part})
        return given

    def settings(self) -> dict[str, Any]:
        """The settings as `regulations_from` reads them."""
        data = self.cleaned_data
        found: dict[str, Any] = {name: data[name] for name in (*WHOLE, "ruleset", "excluded", "replay_weight")}
        found |= {name: bool(data[name]) for name in FLAGS}
        found["late_from"] = data["late_from"] or LATE_FROM[1]
        found["pairs_of"] = data["pairs_of"] or PAIRS_OF[0]
        found |= {"fee_cents": int((data["fee"] or 0) * 100), "fee_currency": data["fee_currency"]}
        found |= {"club_best": data["club_best"] or 0, "club_points": [int(p) for p in _parts(data["club_points"])]}
        found |= {name: int(data[name]) if data[name] == int(data[name]) else float(data[name]) for name in POINTS}
        for name in TIE_BREAK_FIELDS:
            found[name] = [data[field.name] for field in self._places(name) if data[field.name]]
        if self.is_teams:
            found["teams"] = team_settings(data)
        found["rankings"] = [key for key in RANKINGS if data[f"ranking_{key}"]]
        found |= {name: _parts(data[name]) for name in ("classes", "age_groups")}
        return found

    @property
    def team_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("team_")]

    @property
    def point_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in POINTS]

    @property
    def ranking_fields(self) -> list[forms.BoundField]:
        return [self[f"ranking_{key}"] for key in RANKINGS]

    @property
    def time_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in WHOLE if name not in ("sets", "late_sets")]

    @property
    def tie_breaks_round_robin(self) -> list[forms.BoundField]:
        return self._places("tie_breaks_round_robin")

    @property
    def tie_breaks_swiss(self) -> list[forms.BoundField]:
        return self._places("tie_breaks_swiss")

    def _places(self, list_name: str) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(f"{list_name}_")]


class EventForm(RegulationsForm):
    """A new event: its name, and regulations that start from a preset."""

    name = forms.CharField(label=_("Name of the event"), max_length=120, help_text=_("For example: men, singles."))
    preset = forms.ChoiceField(choices=[(key, key) for key in PRESETS], widget=forms.HiddenInput)
    kind = forms.ChoiceField(
        choices=[(key, key) for key in (*EVENT_KINDS, "teams")], required=False, widget=forms.HiddenInput)


class RegulationsChangeForm(RegulationsForm):
    """A change; once a draw is locked with its reason."""

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    reason = forms.CharField(
        label=_("Reason for the change"), required=False, max_length=200, help_text=_("Recorded with your name."))


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _tie_break_choices() -> list[tuple[Any, Any]]:
    """Those for any number who are level, then those for two only and for more."""
    marked = [f"{mark}:{key}" for mark in (TWO, MORE) for key in TIE_BREAKS]
    return [
        ("", "–"), *((key, TIE_BREAK_NAMES[key]) for key in TIE_BREAKS),
        (_("By how many are level"), [(word, word_name(word)) for word in marked]),
    ]


def initial_of(regulations: Regulations) -> dict[str, Any]:
    """The settings as the form shows them."""
    found: dict[str, Any] = {name: getattr(regulations, name) for name in (
        *WHOLE, *FLAGS, "ruleset", "excluded", "replay_weight", "pairs_of", "fee_currency", "late_from")}
    found["fee"] = Decimal(regulations.fee_cents) / 100 if regulations.fee_cents else None
    found["club_best"] = regulations.club_best or None
    found["club_points"] = ", ".join(map(str, regulations.club_points))
    for name in POINTS:
        value = getattr(regulations, name)
        found[name] = int(value) if value == int(value) else value
    for name in TIE_BREAK_FIELDS:
        found |= {f"{name}_{place}": key for place, key in enumerate(getattr(regulations, name), 1)}
    found |= {f"ranking_{key}": key in regulations.rankings for key in RANKINGS}
    found |= {name: ", ".join(getattr(regulations, name)) for name in ("classes", "age_groups")}
    return found


def preset_choices() -> list[dict[str, Any]]:
    """The presets with what tells them apart."""
    return [
        {"key": key, "label": PRESET_LABELS.get(key, key), "regulations": preset.regulations,
         "rules": RULESET_EDITIONS[preset.regulations.ruleset]}
        for key, preset in PRESETS.items()
    ]
