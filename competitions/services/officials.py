"""Somebody gets an office: the account, the office and, where one was given, the PIN, all or nothing."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Actor
from competitions.selectors.people import account_by_username

from .accounts import account_create, account_pin_set, refuse_weak_pin
from .competitions import official_set


def official_add(
    *, competition: UUID, username: str, name: str, role: str, zone: str, pin: str, language: str, by: Actor,
    at: datetime,
) -> str:
    """Give an office by user name; an account is made when there is none of that name: then its one-time password.

    Raises as `account_create`, `official_set` and `account_pin_set`; then nothing is stored.
    """
    if pin:
        refuse_weak_pin(pin)
    password = ""
    with transaction.atomic():
        account = account_by_username(username)
        if account is None:
            account, password = account_create(username=username, name=name, language=language, by=by, at=at)
        official_set(competition=competition, account=account, role=role, zone=zone, by=by, at=at)
        if pin:
            account_pin_set(competition=competition, account=account, pin=pin, by=by, at=at)
    return password
