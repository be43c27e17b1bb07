"""What everybody may change about one's own account."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.db import transaction

from competitions.common.errors import Invalid
from competitions.formats.names import name_clean
from competitions.models import Account


def account_language_set(*, account: UUID, language: str) -> None:
    """Remember the language for the next login. Raises Invalid for one that the site does not have."""
    if language not in dict(settings.LANGUAGES):
        raise Invalid("unknown_value", path="language", value=language[:20])
    with transaction.atomic():
        Account.objects.filter(uid=account).update(language=language)


def account_password_changed(*, account: UUID, full_name: str = "") -> None:
    """The one-time password has been replaced: the account may go everywhere again. An empty name changes nothing.

    Raises Invalid for a name of signs that no name has.
    """
    name = {"first_name": name_clean(full_name), "last_name": ""} if full_name else {}
    with transaction.atomic():
        Account.objects.filter(uid=account).update(must_change_password=False, **name)
