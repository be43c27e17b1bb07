"""Officials and accounts, as the panel shows them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.utils.functional import Promise

from competitions.common.actors import Action, Actor, Role
from competitions.common.errors import NotFound
from competitions.models import Account, Club, Competition, Official

ROLE_LABELS: dict[str, str | Promise] = {str(role): label for role, label in Official.ROLES}
PIN_TRIES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialRow:
    """One line of the list of officials."""

    account: UUID
    username: str
    name: str
    role: str
    role_label: str
    zone: str
    has_pin: bool
    is_locked: bool
    must_change_password: bool
    last_login: object


def may_create_competition(actor: Actor) -> bool:
    """Whether somebody may open a new competition: the administrator, and who is chief of another one."""
    return actor.is_administrator or Role.CHIEF in set(actor.roles.values())


def may_take_match_day_in(actor: Actor) -> bool:
    """Whether somebody may take a match day in: the administrator, a chief, a deputy for the own competitions."""
    return may_create_competition(actor) or any(
        actor.may(Action.EDIT_COMPETITION, competition) for competition in actor.roles)


def officials_of(competition: Competition) -> list[OfficialRow]:
    """The officials of a competition, the chief first."""
    order = [str(role) for role, _label in Official.ROLES]
    found = [
        OfficialRow(
            account=office.account.uid, username=office.account.username, name=str(office.account), role=office.role,
            role_label=str(ROLE_LABELS[office.role]), zone=office.zone, has_pin=bool(office.account.pin),
            is_locked=office.account.pin_fails >= PIN_TRIES, last_login=office.account.last_login,
            must_change_password=office.account.must_change_password,
        )
        for office in Official.objects.filter(competition=competition).select_related("account")
    ]
    return sorted(found, key=lambda row: (order.index(row.role), row.name.casefold()))


def account_by_username(username: str) -> UUID | None:
    """The account of that name, when it may log in."""
    handle = username.strip().lower()
    return Account.objects.filter(username=handle, is_active=True).values_list("uid", flat=True).first()


def official_row(competition: Competition, account: UUID) -> OfficialRow:
    """One official of the competition. Raises NotFound."""
    found = next((row for row in officials_of(competition) if row.account == account), None)
    if found is None:
        raise NotFound(kind="account")
    return found


def tables_of(competition: Competition) -> list[tuple[int, str]]:
    """Number and zone of every table."""
    return list(competition.tables.values_list("number", "zone"))


def club_names(limit: int = 500) -> list[str]:
    """Clubs to choose from while typing."""
    return list(Club.objects.values_list("name", flat=True)[:limit])
