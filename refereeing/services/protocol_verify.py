"""Whether a stored protocol is still what was frozen."""

from __future__ import annotations

import hashlib

from competitions.services.audit import canonical
from refereeing.models import Protocol


def protocol_is_intact(protocol: Protocol) -> bool:
    """Whether the stored sheet still gives the digest that stood beside it when it was frozen."""
    return hashlib.sha256(canonical(protocol.body)).hexdigest() == protocol.digest
