"""Forms of the account pages: shape only."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from competitions.common.errors import Invalid
from competitions.formats.names import name_clean


class LoginForm(AuthenticationForm):
    """Name and password; a phone's keyboard must not put a capital first."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.update(autocapitalize="none", spellcheck="false")

    def clean_username(self) -> str:
        # Names of accounts are made in small letters; who types a capital means the same account.
        return str(self.cleaned_data["username"]).strip().lower()


class PasswordForm(PasswordChangeForm):
    """The present password, and the new one twice. A one-time password cannot be kept.

    The name is asked here because the first account is made without one, and it is printed.
    """

    full_name = forms.CharField(
        label=_("Full name"), max_length=120, required=False, help_text=_("As it is printed in protocols and lists."),
        widget=forms.TextInput({"autocomplete": "name"}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["full_name"].initial = self.user.get_full_name()

    def clean_full_name(self) -> str:
        try:
            return name_clean(self.cleaned_data["full_name"]) if self.cleaned_data["full_name"] else ""
        except Invalid:
            raise forms.ValidationError(RegexValidator.message) from None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("new_password1") and cleaned["new_password1"] == cleaned.get("old_password"):
            same = forms.ValidationError(_("The new password must be another one."), code="same")
            self.add_error("new_password1", same)
        return cleaned


class OwnForm(forms.Form):
    """One's own name and language."""

    full_name = forms.CharField(
        label=_("Full name"), max_length=120, help_text=_("As it is printed in protocols and lists."),
        widget=forms.TextInput({"autocomplete": "name"}))
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)


class OwnPinForm(forms.Form):
    """A new PIN of one's own, confirmed by the password."""

    pin = forms.CharField(
        label=_("New PIN"), max_length=6, help_text=_("Six digits: for taking a table and signing on a tablet."),
        widget=forms.PasswordInput({"inputmode": "numeric", "autocomplete": "off"}))
    password = forms.CharField(
        label=_("Your password"), strip=False, widget=forms.PasswordInput({"autocomplete": "current-password"}))


REFUSALS = {
    "wrong_pin": _("A PIN has six digits."), "weak_pin": _("This PIN is too easily guessed."),
    "wrong_password": _("This is not your password."),
}


def refuse(form: forms.Form, refusal: Invalid) -> None:
    """Show a service's refusal at its field."""
    field = str(refusal.params.get("path", ""))
    form.add_error(field if field in form.fields else None, REFUSALS.get(refusal.code, RegexValidator.message))
