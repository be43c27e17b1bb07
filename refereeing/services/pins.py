"""The referee's PIN: asked when a table is taken and at signatures; five tries, counted before the check."""

from __future__ import annotations

from uuid import UUID

from django.core import signing

from competitions.common.actors import Role
from competitions.common.errors import NotAllowed, NotFound
from competitions.models import Account, Competition, Official
from competitions.services.accounts import pin_check

_SALT = "novuss.pin-proof"
PROOF_AGE = 7 * 24 * 3600
"""Seconds for which a proof counts: as long as the longest event, since a tablet may send it late."""

_MAY_REFEREE = frozenset({Role.CHIEF, Role.DEPUTY, Role.SECRETARY, Role.SENIOR, Role.TABLE_REFEREE})


def official_by_pin(*, competition: Competition, official_uid: UUID, pin: str) -> Account:
    """The official who gave the right PIN. Not inside a transaction that may be rolled back: the count must stand.

    Raises NotFound (no such official here), NotAllowed `wrong_pin`, TooMany `pin_locked` after five wrong ones, until
    the chief unlocks; the right PIN is refused then too.
    """
    account = Account.objects.filter(
        uid=official_uid, is_active=True, offices__competition=competition,
        offices__role__in=[str(role) for role in _MAY_REFEREE],
    ).first()
    if account is None:
        raise NotFound(kind="official")
    if not pin_check(account=account.uid, pin=pin):
        raise NotAllowed("wrong_pin")
    return account


def make_proof(account: Account, game: UUID) -> str:
    """What the tablet puts into a signature instead of the PIN, which never stands in the log."""
    return signing.dumps({"official": str(account.uid), "game": str(game), "name": str(account)}, salt=_SALT)


def proof_is_valid(proof: object, *, game: UUID, name: str) -> bool:
    """Whether a proof is one of ours, not too old, and given for this game to the official who signs as `name`."""
    if not isinstance(proof, str):
        return False
    try:
        given = signing.loads(proof, salt=_SALT, max_age=PROOF_AGE)
    except signing.BadSignature:
        return False
    if given["game"] != str(game):
        return False
    # The name of that moment: whoever changes it later has signed all the same.
    return bool(given.get("name") == name)


def official_names(competition: Competition) -> list[dict[str, str]]:
    """Who can be chosen at a tablet: the competition's officials who have a PIN, by name."""
    rows = Official.objects.filter(
        competition=competition, account__is_active=True).exclude(account__pin="").select_related("account")
    found = [{"uid": str(o.account.uid), "name": str(o.account), "role": o.role} for o in rows]
    return sorted(found, key=lambda o: o["name"])


