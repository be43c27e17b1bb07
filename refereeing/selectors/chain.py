"""Whether a competition's chain is whole, held against the heads that stand on its protocols."""

from __future__ import annotations

from collections.abc import Iterator

from competitions.common.chain import Break, Link, breaks_of
from competitions.models import AuditEntry, Competition
from refereeing.models import Protocol


def chain_breaks(competition: Competition) -> tuple[Break, ...]:
    """Everything in the chain of a competition that does not hold; nothing when it is whole."""
    heads = Protocol.objects.filter(game__match__stage__event__competition=competition, head_seq__gt=0)
    return breaks_of(competition.uid, _links(competition), heads.values_list("head_seq", "head_hash"))


def _links(competition: Competition) -> Iterator[Link]:
    rows = AuditEntry.objects.filter(competition=competition).order_by("seq")
    for seq, prev_hash, hash_, body in rows.values_list("seq", "prev_hash", "hash", "body").iterator(chunk_size=2000):
        yield Link(seq, prev_hash, hash_, bytes(body))
