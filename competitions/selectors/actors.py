"""From an account to an `Actor`: one query, once a request."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest

from competitions.common.actors import SPECTATOR, Actor, Role
from competitions.models import Account, Official


def actor_of(account: Account) -> Actor:
    """The account with its role in every competition."""
    roles: dict[UUID, Role] = {
        uid: Role(role)
        for uid, role in Official.objects.filter(account=account).values_list("competition__uid", "role")
    }
    return Actor(account=account.uid, name=str(account), is_administrator=account.is_superuser, roles=roles)


def actor(request: HttpRequest | Any) -> Actor:
    """Who makes this request (session login), remembered on the request."""
    known = getattr(request, "_novuss_actor", None)
    if isinstance(known, Actor):
        return known
    user = getattr(request, "user", None)
    found = actor_of(user) if isinstance(user, Account) and user.is_active else SPECTATOR
    request._novuss_actor = found  # type: ignore[union-attr]
    return found
