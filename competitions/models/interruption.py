from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models

from .competition import Competition


class Interruption(models.Model):
    """A competition that stood still (lnf-2008:7.2.c, d): from when to when, why, by whose decision."""

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    competition = models.ForeignKey(Competition, models.PROTECT, related_name="interruptions")
    reason = models.CharField(max_length=200)
    started_at = models.DateTimeField()
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["started_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition"], condition=models.Q(ended_at__isnull=True), name="interrupted_once_at_a_time"),
            models.CheckConstraint(
                condition=models.Q(ended_at__isnull=True) | models.Q(ended_at__gte=models.F("started_at")),
                name="interruption_ends_after_its_start"),
        ]

    def __str__(self) -> str:
        return self.reason
