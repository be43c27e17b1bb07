"""At which level an official rules (lnf-2008:7.2.e, 8.1.d)."""

from __future__ import annotations

from collections.abc import Mapping

from competitions.common.actors import Role
from competitions.models import Account, Competition, Official
from refereeing.engine.rules.rulings import Level

LEVELS: Mapping[Role, Level] = {
    Role.CHIEF: Level.CHIEF, Role.DEPUTY: Level.CHIEF, Role.SENIOR: Level.SENIOR, Role.SECRETARY: Level.TABLE,
    Role.TABLE_REFEREE: Level.TABLE,
}


def level_of_role(role: Role | None) -> Level:
    """The level of a role; without an office the lowest."""
    return LEVELS.get(role, Level.TABLE) if role is not None else Level.TABLE


def level_of(competition: Competition, account: Account | None) -> Level:
    """The level of an account's office in a competition; the administrator acts as chief everywhere."""
    if account is None:
        return Level.TABLE
    if account.is_superuser:
        return Level.CHIEF
    role = Official.objects.filter(competition=competition, account=account).values_list("role", flat=True).first()
    return level_of_role(Role(role) if role else None)
