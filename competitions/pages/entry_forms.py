"""The public entry form: shape only, and what a passer-by is told when it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competitions.common.errors import DomainError, TooMany
from competitions.formats.entry_list import Entrant, PairEntrant
from competitions.formats.regulations import Regulations
from competitions.selectors.entries import SEX_LABELS

REFUSALS: Mapping[str, Promise] = {
    "name_taken": _("An entrant of this name is on the list already. Add what tells the two apart."),
    "already_entered": _("This person is on the list already, as %(name)s."),
    "licence_of_another": _("This licence belongs to another name. Check both, or leave the licence out."),
    "too_long": _("At most %(limit)s letters."),
    "required": _("Fill this in."),
    "control_character": _("The text holds an invisible control character."),
    "too_many_marks": _("Too many marks over one letter."),
    "broken_letters": _("Some letters could not be read."),
    "out_of_range": _("Must be from %(minimum)s to %(maximum)s."),
    "unknown_class": _("The regulations do not have this class."),
    "unknown_sex": _("Choose one of the list."),
    "partner_missing": _("The partner is missing. The regulations of this event do not let one person play alone."),
    "sex_needed": _("The regulations of this event ask for the sex of both players."),
    "men_only": _("The regulations admit pairs of men only."),
    "women_only": _("The regulations admit pairs of women only."),
    "not_mixed": _("The regulations admit mixed pairs only: one man and one woman."),
    "same_person_twice": _("Both players are the same person: %(name)s."),
    "already_in_pair": _("%(name)s plays in another pair of this event already: %(pair)s."),
    "registration_closed": _("Entries are closed."),
    "form_used": _("This form has been sent already, with something else in it. Open it anew and send it again."),
    "list_full": _("The waiting list is full."),
    "too_many": _("Many entries came from here in a short time. Please wait ten minutes, or ask the secretary."),
    "draw_locked": _("The draw is locked. Tell the secretary that you do not come."),
}


class EntryRequestForm(forms.Form):
    """Who wants to play. Only what the regulations need is asked; a field that people do not see catches programs."""

    use_required_attribute = True

    uid = forms.UUIDField(widget=forms.HiddenInput)
    name = forms.CharField(
        label=_("Given name and surname"), max_length=120, widget=forms.TextInput({"autocomplete": "name"}))
    club = forms.CharField(
        label=_("Club or town"), max_length=120, required=False,
        widget=forms.TextInput({"autocomplete": "organization"}))
    class_name = forms.ChoiceField(label=_("Class"), required=False)
    sex = forms.ChoiceField(label=_("Sex"), required=False, help_text=_("For the rankings of women and of men."))
    born = forms.IntegerField(
        label=_("Year of birth"), min_value=1900, max_value=2100, required=False,
        help_text=_("For the rankings by age."))
    licence = forms.CharField(label=_("Licence"), max_length=40, required=False)
    partner = forms.CharField(label=_("Given name and surname of the partner"), max_length=120, required=False)
    partner_club = forms.CharField(label=_("Club or town of the partner"), max_length=120, required=False)
    partner_sex = forms.ChoiceField(label=_("Sex of the partner"), required=False)
    partner_born = forms.IntegerField(
        label=_("Year of birth of the partner"), min_value=1900, max_value=2100, required=False)
    partner_licence = forms.CharField(label=_("Licence of the partner"), max_length=40, required=False)
    website = forms.CharField(
        label=_("Leave this empty"), required=False, max_length=200,
        widget=forms.TextInput({"tabindex": "-1", "autocomplete": "off"}))

    def __init__(self, *args: Any, regulations: Regulations, is_pair: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_pair = is_pair
        needed = {
            "sex": "sex" in regulations.rankings or (is_pair and regulations.pairs_of != "any"),
            "born": bool(regulations.age_groups), "licence": regulations.licence_check, "club": True,
        }
        needed |= {f"partner_{name}": is_pair and is_needed for name, is_needed in needed.items()}
        needed |= {"partner": is_pair, "class_name": bool(regulations.classes)}
        for name in [name for name, is_needed in needed.items() if not is_needed]:
            del self.fields[name]
        if is_pair:
            self.fields["partner"].required = not regulations.solo_pairs or regulations.pairs_of == "mixed"
        choices: dict[str, list[tuple[Any, Any]]] = {
            "class_name": [(c, c) for c in regulations.classes],
            "sex": [(key, label) for key, label in SEX_LABELS.items() if key],
        }
        choices["partner_sex"] = choices["sex"]
        for name, known in choices.items():
            field = self.fields.get(name)
            if isinstance(field, forms.ChoiceField):
                field.choices = [("", "–"), *known]

    def clean_website(self) -> str:
        if self.cleaned_data["website"]:
            raise forms.ValidationError(_("This field is there for programs. Leave it empty."))
        return ""

    def entrant(self) -> Entrant:
        """Who enters; for doubles with the partner."""
        said = {name: value for name, value in self.cleaned_data.items() if name not in ("uid", "website")}
        return PairEntrant(**said) if self.is_pair else Entrant(**said)

    @property
    def asked(self) -> list[forms.BoundField]:
        """The fields that people see."""
        return [field for field in self.visible_fields() if field.name != "website"]

    def refuse(self, refusal: DomainError) -> None:
        """Show a service's refusal at its field, or at the top when it names none of ours."""
        field = str(refusal.params.get("path", ""))
        self.add_error(field if field in self.fields else None, refusal_words(refusal))


def refusal_words(refusal: DomainError) -> str:
    """The sentence of a refusal, for somebody who knows nothing of the panel."""
    code = "too_many" if isinstance(refusal, TooMany) else refusal.code
    return str(REFUSALS.get(code, RegexValidator.message)) % refusal.params
