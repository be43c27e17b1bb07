"""What everybody may change about one's own account."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction

from competitions.common.actors import Actor
from competitions.common.errors import Invalid, NotAllowed
from competitions.formats.names import name_clean
from competitions.models import Account, Competition

from .accounts import refuse_weak_pin
from .audit import decision_record
from .outbox import outbox_add


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


def account_name_set(*, full_name: str, by: Actor, at: datetime) -> None:
    """One's own name, as it is printed from now on; what is frozen keeps the old one. Raises Invalid at `full_name`."""
    name = name_clean(full_name, path="full_name")
    with transaction.atomic():
        account = _own(by)
        if account.get_full_name() == name:
            return
        account.first_name, account.last_name = name, ""
        account.save(update_fields=["first_name", "last_name"])
        _record(account, "account.renamed", by, at)


def own_pin_set(*, password: str, pin: str, by: Actor, at: datetime) -> None:
    """One's own six digits for tablets; whoever knows the password may also set new ones after five wrong tries.

    Raises Invalid at `password` (`wrong_password`) or at `pin` (`wrong_pin`, `weak_pin`).
    """
    refuse_weak_pin(pin)
    with transaction.atomic():
        account = _own(by)
        if not check_password(password, account.password):
            raise Invalid("wrong_password", path="password")
        account.pin, account.pin_fails = make_password(pin), 0
        account.save(update_fields=["pin", "pin_fails"])
        _record(account, "account.pin_set", by, at)


def _own(by: Actor) -> Account:
    found = None
    if by.account is not None:
        found = Account.objects.select_for_update().filter(uid=by.account, is_active=True).first()
    if found is None:
        raise NotAllowed
    return found


def _record(account: Account, kind: str, by: Actor, at: datetime) -> None:
    """Into the chain of every competition in which one serves: whose name or PIN signs there has changed."""
    for competition in Competition.objects.filter(officials__account=account).order_by("id"):
        decision_record(competition, kind=kind, subject=account.uid, facts={}, by=by, at=at)
        outbox_add("competition.changed", competition=competition.uid)
