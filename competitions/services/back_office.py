"""The few changes that the administrator's back office offers; all others belong to the panel."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from competitions.common.actors import Actor
from competitions.common.errors import Conflict, Invalid, NotAllowed, NotFound
from competitions.formats.names import name_clean, name_key
from competitions.models import Account, Competition, Person

from .outbox import outbox_add


def _administrator(by: Actor) -> None:
    if not by.is_administrator:
        raise NotAllowed(action="back_office")


def person_publish(*, person: UUID, name: str, hidden: bool, by: Actor, at: datetime) -> None:
    """Spell a person's name anew, or hide it from the public, at once on every page.

    Logs and frozen protocols hold what they held. Raises NotAllowed, NotFound; Invalid at `name` (not a name, or
    `person_taken`: somebody else has this name and year of birth).
    """
    _administrator(by)
    clean = name_clean(name)
    with transaction.atomic():
        found = Person.objects.select_for_update().filter(uid=person).first()
        if found is None:
            raise NotFound(kind="person")
        found.name, found.name_key, found.hidden = clean, name_key(clean), hidden
        try:
            with transaction.atomic():
                found.save(update_fields=["name", "name_key", "hidden"])
        except IntegrityError:
            raise Invalid("person_taken", path="name") from None
        for uid in Competition.objects.filter(events__entries__person=found).values_list("uid", flat=True).distinct():
            outbox_add("entries.changed", competition=uid)


def account_change(
    *, account: UUID, name: str, language: str, is_active: bool, is_administrator: bool, by: Actor, at: datetime,
) -> None:
    """Change an account: its name, whether it may log in, whether it administers. Sessions of a closed account end.

    Raises NotAllowed, NotFound; Conflict `last_administrator` when nobody would be left to administer.
    """
    _administrator(by)
    with transaction.atomic():
        found = Account.objects.select_for_update().filter(uid=account).first()
        if found is None:
            raise NotFound(kind="account")
        found.first_name = name_clean(name) if name.strip() else ""
        found.language, found.is_active = language, is_active
        found.is_staff = found.is_superuser = is_administrator
        found.save(update_fields=["first_name", "language", "is_active", "is_staff", "is_superuser"])
        if not Account.objects.filter(is_superuser=True, is_active=True).exists():
            raise Conflict("last_administrator")
