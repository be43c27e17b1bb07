"""The form of a team with its roster, and the settings of a team event: shape only."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from competitions.formats.entry_list import SEED_TO, Entrant
from competitions.formats.team_match import Stops
from competitions.formats.team_regulations import TeamRegulations, is_rotation, schedule_lines
from competitions.formats.team_table import Counts
from competitions.selectors.entries import SEX_LABELS
from competitions.selectors.teams import MemberLine, TeamLine
from competitions.services.teams import TeamFacts

from .frame import PanelForm

MEMBER = ("name", "sex", "born", "licence")
STOPS: dict[str, Any] = {
    Stops.WHEN_WON.value: _("as soon as it is won (23.2)"),
    Stops.AFTER_ROUND.value: _("at the end of the round that decides it"),
    Stops.ALL_GAMES.value: _("after all games"),
}
RANKED_BY: dict[str, Any] = {
    Counts.MATCH_POINTS.value: _("points of matches"), Counts.GAME_POINTS.value: _("points of all games"),
}
ORDERS: dict[str, Any] = {
    "roster": _("by the numbers of the roster"), "match": _("as it is handed in for each match"),
}
_NUMBERS: dict[str, tuple[Any, int, int]] = {
    "size": (_("Players of a team"), 1, 20), "reserves": (_("Reserves, at most"), 0, 20),
    "rounds": (_("Rounds of a match"), 1, 20), "women": (_("Numbers for women, at least"), 0, 20),
    "game_win": (_("Game won"), 1, 100), "game_draw": (_("Game drawn"), 0, 100), "game_loss": (_("Game lost"), 0, 100),
}
_AGES: dict[str, Any] = {"min_age": _("Youngest age"), "max_age": _("Oldest age")}


def add_team_settings(form: forms.Form, teams: TeamRegulations) -> None:
    """The fields of a team event, named `team_<setting>`."""
    for name, (label, low, high) in _NUMBERS.items():
        form.fields[f"team_{name}"] = forms.IntegerField(
            label=label, min_value=low, max_value=high, initial=getattr(teams, name))
    for name, label in _AGES.items():
        form.fields[f"team_{name}"] = forms.IntegerField(
            label=label, min_value=1, max_value=120, required=False, initial=getattr(teams, name),
            help_text=_("Reached in the year of the competition. Left empty: any."))
    for name, label, choices in (
            ("stops", _("A match ends"), STOPS), ("ranked_by", _("The table is ordered by"), RANKED_BY),
            ("order", _("The order of round 1"), ORDERS)):
        form.fields[f"team_{name}"] = forms.ChoiceField(
            label=label, choices=list(choices.items()), initial=getattr(teams, name))
    form.fields["team_sexes"] = forms.CharField(
        label=_("Sex of each number"), required=False, max_length=20, initial=teams.sexes,
        help_text=_("A letter for each number: M, F, or - for anybody. For example MMMF-. Left empty: anybody."))
    form.fields["team_schedule"] = forms.CharField(
        label=_("Who meets whom"), required=False, initial="\n".join(schedule_lines(teams.team_rounds())),
        widget=forms.Textarea({"rows": 6, "spellcheck": "false", "class": "mono"}), help_text=_(
            "A line for each round: G or H for the side that strikes first (guests, home), then home number - guest "
            "number. Left empty: each number meets the next one round by round, and the guests begin (22.2)."))


def team_settings(data: dict[str, Any]) -> dict[str, Any]:
    """The settings as `team_regulations_from` reads them. The rotation is kept as empty: it follows size and rounds."""
    found = {name: data[f"team_{name}"] for name in (*_NUMBERS, *_AGES, "stops", "ranked_by", "order")}
    found["sexes"] = "".join(data["team_sexes"].upper().split())
    lines = [" ".join(line.upper().split()) for line in data["team_schedule"].splitlines() if line.strip()]
    found["schedule"] = [] if is_rotation(lines) else lines
    return found


class TeamForm(PanelForm):
    """A team: its name, who speaks for it, and its members by number."""

    name = forms.CharField(label=_("Name of the team"), max_length=120)
    club = forms.CharField(label=_("Club"), max_length=120, required=False, widget=forms.TextInput({"list": "clubs"}))
    representative = forms.CharField(label=_("Representative"), max_length=120, required=False)
    hall = forms.CharField(label=_("Home hall"), max_length=120, required=False)
    seed = forms.IntegerField(label=_("Seed"), min_value=1, max_value=SEED_TO, required=False)

    def __init__(self, *args: Any, rules: TeamRegulations, line: TeamLine | None = None, **kwargs: Any) -> None:
        kwargs["initial"] = {**(_initial(line) if line is not None else {}), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.places = [*(("regular", number) for number in range(1, rules.size + 1)),
                       *(("reserve", number) for number in range(1, rules.reserves + 1))]
        for kind, number in self.places:
            self._add_member(f"{kind}_{number}", _title(kind, number))
        self.path_fields = {f"{kind}_{number}": f"{kind}_{number}_name" for kind, number in self.places}

    def _add_member(self, prefix: str, title: str) -> None:
        def label(word: Any) -> str:
            return f"{title}: {word}"

        self.fields[f"{prefix}_name"] = forms.CharField(label=label(_("Name")), max_length=120, required=False)
        self.fields[f"{prefix}_sex"] = forms.ChoiceField(label=label(_("Sex")), required=False, choices=[
            ("", "–"), *((key, text) for key, text in SEX_LABELS.items() if key)])
        self.fields[f"{prefix}_born"] = forms.IntegerField(
            label=label(_("Year of birth")), min_value=1900, max_value=2100, required=False)
        self.fields[f"{prefix}_licence"] = forms.CharField(label=label(_("Licence")), max_length=40, required=False)

    def facts(self) -> TeamFacts:
        data = self.cleaned_data
        reserves = [self._entrant(f"{kind}_{number}") for kind, number in self.places if kind == "reserve"]
        return TeamFacts(
            name=data["name"], club=data["club"], representative=data["representative"], hall=data["hall"],
            seed=data["seed"], reserves=tuple(entrant for entrant in reserves if entrant is not None),
            regulars=tuple(self._entrant(f"{kind}_{number}") for kind, number in self.places if kind == "regular"))

    def _entrant(self, prefix: str) -> Entrant | None:
        """The member of a place; without a name there is none."""
        data = {name: self.cleaned_data[f"{prefix}_{name}"] for name in MEMBER}
        return Entrant(**data) if data["name"].strip() else None

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [
            {"title": _title(kind, number),
             "fields": [self[f"{kind}_{number}_{name}"] for name in MEMBER]}
            for kind, number in self.places
        ]


def _title(kind: str, number: int) -> str:
    if kind == "regular":
        return str(number)
    return str(pgettext_lazy("team", "Reserve %(number)s")) % {"number": number}


def _initial(line: TeamLine) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": line.name, "club": line.club, "representative": line.representative, "hall": line.hall,
        "seed": line.seed}
    for kind, members in (("regular", line.regulars), ("reserve", line.reserves)):
        for member in members:
            found |= _member_initial(f"{kind}_{member.number}", member)
    return found


def _member_initial(prefix: str, member: MemberLine) -> dict[str, Any]:
    return {f"{prefix}_{name}": getattr(member, name) for name in MEMBER}
