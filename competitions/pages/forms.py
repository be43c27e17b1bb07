"""Forms of the account pages: shape only."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.utils.translation import gettext_lazy as _


class LoginForm(AuthenticationForm):
    """Name and password; a phone's keyboard must not put a capital first."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.update(autocapitalize="none", spellcheck="false")

    def clean_username(self) -> str:
        # Names of accounts are made in small letters; who types a capital means the same account.
        return str(self.cleaned_data["username"]).strip().lower()


class PasswordForm(PasswordChangeForm):
    """The present password, and the new one twice. A one-time password cannot be kept."""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("new_password1") and cleaned["new_password1"] == cleaned.get("old_password"):
            same = forms.ValidationError(_("The new password must be another one."), code="same")
            self.add_error("new_password1", same)
        return cleaned
