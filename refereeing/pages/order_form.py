"""The order of one side in one round as a form: shape only."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _

from competitions.common.errors import Conflict, Invalid
from competitions.selectors.lineup_page import LineupForm

from .setup.sentences import refused_because


class OrderForm(forms.Form):
    """A player, or nobody, for each number; and the round that was shown."""

    number = forms.IntegerField(min_value=1, max_value=100, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, offered: LineupForm, prefix: str | None = None) -> None:
        super().__init__(data, prefix=prefix, initial={"number": offered.number})
        choices = [("", "–"), *((choice.uid, choice.label) for choice in offered.choices)]
        self.places = len(offered.chosen)
        for place, chosen in enumerate(offered.chosen, 1):
            self.fields[f"number_{place}"] = forms.ChoiceField(
                label=_("Number %(number)s") % {"number": place}, choices=choices, required=False, initial=chosen)

    def order(self) -> list[UUID | None]:
        chosen = [self.cleaned_data[f"number_{place}"] for place in range(1, self.places + 1)]
        return [UUID(uid) if uid else None for uid in chosen]

    def refuse(self, refusal: Invalid | Conflict) -> None:
        """Show a refusal at the number that it names, or at the top."""
        path = str(refusal.params.get("path", ""))
        self.add_error(path if path in self.fields else None, refused_because(refusal))

    @property
    def rows(self) -> list[forms.BoundField]:
        return [self[f"number_{place}"] for place in range(1, self.places + 1)]
