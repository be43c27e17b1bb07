"""The competition's hash chain: every game event and every official's decision is a link (`common.chain`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from competitions.common.actors import Actor
from competitions.common.chain import genesis_hash, link_hash
from competitions.models import Account, AuditEntry, Competition
from competitions.selectors.hot import rows


def canonical(data: Mapping[str, Any]) -> bytes:
    """One way to write a decision: sorted keys, no spaces, UTF-8."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def chain_lock(competition: Competition) -> None:
    """Serialise writers of one chain until the transaction ends (SQLite's BEGIN IMMEDIATE has done so already)."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_lock_number(competition.uid)])


def _lock_number(uid: UUID) -> int:
    return int.from_bytes(uid.bytes[:8], "big", signed=True)


def chain_append(
    competition: Competition, *, kind: str, subject: UUID | None, body: bytes, by: Actor, at: datetime,
) -> AuditEntry:
    """Append one link. Call inside a transaction; takes the chain's lock."""
    chain_lock(competition)
    tail = rows("SELECT seq, hash FROM competitions_auditentry WHERE competition_id = %s ORDER BY seq DESC LIMIT 1",
                competition.id)
    seq, prev = (tail[0][0] + 1, tail[0][1]) if tail else (1, genesis_hash(competition.uid))
    account_id = None
    if by.account is not None:
        account_id = Account.objects.filter(uid=by.account).values_list("id", flat=True).first()
    return AuditEntry.objects.create(
        competition=competition, seq=seq, prev_hash=prev, hash=link_hash(prev, seq, body), kind=kind, subject=subject,
        body=body, account_id=account_id, device=by.device, at=at,
    )


def decision_record(
    competition: Competition, *, kind: str, subject: UUID | None, facts: Mapping[str, Any], by: Actor, at: datetime,
) -> AuditEntry:
    """Write an official's decision into the chain: what, about what, who, when, with ids and no names."""
    body = canonical({
        "kind": kind, "subject": str(subject) if subject else None, "facts": facts,
        "by": str(by.account or by.device or ""), "at": at.isoformat(),
    })
    return chain_append(competition, kind=kind, subject=subject, body=body, by=by, at=at)
