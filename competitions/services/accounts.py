"""Accounts of officials: the first one, one-time passwords, PINs."""

from __future__ import annotations

import re
import secrets
from datetime import datetime
from itertools import pairwise
from uuid import UUID

from django.contrib.auth.hashers import check_password, make_password
from django.db import IntegrityError, transaction
from django.db.models import F

from competitions.common.actors import Action, Actor, Role
from competitions.common.errors import Invalid, NotAllowed, NotFound, TooMany
from competitions.formats.names import name_clean
from competitions.models import Account, Competition, Official
from competitions.selectors.visibility import require
from competitions.services.audit import decision_record
from competitions.services.outbox import outbox_add

FIRST_USERNAME = "chief"
PIN_TRIES = 5
_USERNAME = re.compile(r"[a-z0-9][a-z0-9._-]{1,39}")
# No letters or digits that are taken for one another when read from a screen or a slip.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def one_time_password() -> str:
    """Twelve letters and digits in three groups, 59 bits."""
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(3))


def account_create_first(*, at: datetime) -> tuple[str, str] | None:
    """The first account, a chief referee who also administers: username, one-time password. None when there is one."""
    password = one_time_password()
    try:
        with transaction.atomic():
            if Account.objects.exists():
                return None
            Account.objects.create(
                username=FIRST_USERNAME, password=make_password(password), is_staff=True, is_superuser=True,
                must_change_password=True, date_joined=at,
            )
    except IntegrityError:  # another process has started at the same instant
        return None
    return FIRST_USERNAME, password


def account_create(*, username: str, name: str = "", language: str = "", by: Actor, at: datetime) -> tuple[UUID, str]:
    """A new account without any office: its uid and one-time password.

    For administrators and heads of a competition. Raises NotAllowed; Invalid at `username` (`wrong_username`,
    `username_taken`) or `name`.
    """
    if not (by.is_administrator or {Role.CHIEF, Role.DEPUTY} & set(by.roles.values())):
        raise NotAllowed(action=str(Action.EDIT_OFFICIALS))
    handle = username.strip().lower()
    if not _USERNAME.fullmatch(handle):
        raise Invalid("wrong_username", path="username")
    full_name = name_clean(name) if name.strip() else ""
    password = one_time_password()
    try:
        with transaction.atomic():
            account = Account.objects.create(
                username=handle, password=make_password(password), first_name=full_name, language=language,
                must_change_password=True, date_joined=at,
            )
    except IntegrityError:
        raise Invalid("username_taken", path="username") from None
    return account.uid, password


def _lock_managed(competition: Competition, account: UUID, by: Actor) -> Account:
    """An official's account that `by` may administer.

    A chief must not reach, through his own competition, an administrator or an official of somebody else's.
    """
    require(by, Action.EDIT_OFFICIALS, competition)
    office = Official.objects.filter(competition=competition, account__uid=account).first()
    if office is None:
        raise NotFound(kind="account")
    found = Account.objects.select_for_update().get(uid=account)
    if by.is_administrator or found.uid == by.account:
        return found
    if found.is_superuser or found.is_staff:
        raise NotAllowed(action="account_of_administrator")
    for uid, role in Official.objects.filter(account=found).values_list("competition__uid", "role"):
        if not by.may(Action.EDIT_OFFICIALS, uid) or (role == Role.CHIEF and by.role_in(uid) != Role.CHIEF):
            raise NotAllowed(action="account_of_others")
    return found


def account_password_reset(*, competition: UUID, account: UUID, by: Actor, at: datetime) -> str:
    """A new one-time password for an official. Every session of the account ends with the old password.

    Raises NotFound; NotAllowed for the account of an administrator or of an official of somebody else's competition.
    """
    with transaction.atomic():
        held = _competition(competition)
        found = _lock_managed(held, account, by)
        password = one_time_password()
        found.password = make_password(password)
        found.must_change_password = True
        found.save(update_fields=["password", "must_change_password"])
        decision_record(held, kind="account.password_reset", subject=found.uid, facts={}, by=by, at=at)
    return password


def account_pin_set(*, competition: UUID, account: UUID, pin: str, by: Actor, at: datetime) -> None:
    """Give an official the six digits by which he takes a table and signs; also unlocks.

    Raises Invalid at `pin` (`wrong_pin`: not six digits; `weak_pin`: easily guessed), NotFound, NotAllowed.
    """
    refuse_weak_pin(pin)
    with transaction.atomic():
        held = _competition(competition)
        found = _lock_managed(held, account, by)
        found.pin = make_password(pin)
        found.pin_fails = 0
        found.save(update_fields=["pin", "pin_fails"])
        decision_record(held, kind="account.pin_set", subject=found.uid, facts={}, by=by, at=at)
        outbox_add("competition.changed", competition=held.uid)


def account_pin_clear(*, competition: UUID, account: UUID, by: Actor, at: datetime) -> None:
    """Take an official's PIN away: he can no longer sign on tablets. Raises NotFound, NotAllowed."""
    with transaction.atomic():
        held = _competition(competition)
        found = _lock_managed(held, account, by)
        found.pin = ""
        found.save(update_fields=["pin"])
        decision_record(held, kind="account.pin_cleared", subject=found.uid, facts={}, by=by, at=at)
        outbox_add("competition.changed", competition=held.uid)


def refuse_weak_pin(pin: str) -> None:
    """Raise Invalid at `pin` unless it is six digits that are no row, no pattern and no two digits only."""
    if not (len(pin) == 6 and pin.isascii() and pin.isdigit()):
        raise Invalid("wrong_pin", path="pin")
    steps = {(int(b) - int(a)) % 10 for a, b in pairwise(pin)}
    if len(set(pin)) < 3 or len(steps) == 1 or pin[:3] in (pin[3:], pin[:2:-1]):
        raise Invalid("weak_pin", path="pin")


def pin_check(*, account: UUID, pin: str) -> bool:
    """Whether the PIN is right. Every try is counted and committed before it is looked at.

    Call outside a transaction that could roll back: the counter must stay. Raises TooMany `pin_locked` after five wrong
    tries, also for the right PIN, until a chief unlocks.
    """
    counted = Account.objects.filter(uid=account, is_active=True, pin_fails__lt=PIN_TRIES).exclude(pin="")
    if not counted.update(pin_fails=F("pin_fails") + 1):
        known = Account.objects.filter(uid=account, is_active=True).values_list("pin", "pin_fails").first()
        if known and known[0] and known[1] >= PIN_TRIES:
            raise TooMany("pin_locked")
        return False
    stored = Account.objects.values_list("pin", flat=True).get(uid=account)
    if not check_password(pin, stored):
        return False
    Account.objects.filter(uid=account).update(pin_fails=0)
    return True


def pin_unlock(*, competition: UUID, account: UUID, by: Actor, at: datetime) -> None:
    """Let an official try his PIN again. Raises NotFound, NotAllowed."""
    with transaction.atomic():
        held = _competition(competition)
        found = _lock_managed(held, account, by)
        found.pin_fails = 0
        found.save(update_fields=["pin_fails"])
        decision_record(held, kind="account.pin_unlocked", subject=found.uid, facts={}, by=by, at=at)
        outbox_add("competition.changed", competition=held.uid)


def _competition(uid: UUID) -> Competition:
    found = Competition.objects.select_for_update().filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="competition")
    return found
