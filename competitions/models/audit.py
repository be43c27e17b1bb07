from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models

from .competition import Competition


class AuditEntry(models.Model):
    """One link of a competition's hash chain: a game event or an official's decision. Append-only by trigger.

    `body` holds the bytes as they were received or written; `hash` = SHA-256(prev_hash + "\\n" + seq + "\\n" + body).
    It holds ids, no names: people can be renamed or hidden.
    """

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    competition = models.ForeignKey(Competition, models.PROTECT, related_name="chain")
    seq = models.PositiveBigIntegerField()
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    kind = models.CharField(max_length=40)
    subject = models.UUIDField(null=True, db_index=True)
    body = models.BinaryField()
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    device = models.UUIDField(null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["competition", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "seq"], name="chain_seq_once"),
            models.UniqueConstraint(fields=["competition", "prev_hash"], name="chain_never_forks"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"
