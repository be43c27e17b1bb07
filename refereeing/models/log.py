from __future__ import annotations

from django.db import models

from competitions.models import AuditEntry, Game

from .devices import Device


class GameEvent(models.Model):
    """One event of a game's log, as judged when it was stored. Append-only by trigger; its bytes are in the chain."""

    class Verdict(models.TextChoices):
        APPLIED = "applied"
        CONFLICT = "conflict"
        QUARANTINED = "quarantined"

    uid = models.UUIDField(unique=True)
    game = models.ForeignKey(Game, models.PROTECT, related_name="events")
    device = models.ForeignKey(Device, models.PROTECT, related_name="events")
    epoch = models.PositiveIntegerField()
    dseq = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=40)
    payload = models.JSONField()
    client_wall = models.CharField(max_length=40, blank=True)
    client_mono_ms = models.BigIntegerField(null=True)
    boot_id = models.CharField(max_length=64, blank=True)
    verdict = models.CharField(max_length=12, choices=Verdict)
    reason = models.CharField(max_length=60, blank=True)
    audit = models.OneToOneField(AuditEntry, models.PROTECT, related_name="game_event")

    class Meta:
        ordering = ["audit__seq"]
        constraints = [models.UniqueConstraint(fields=["device", "dseq"], name="event_dseq_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.uid}"


class QuarantinedLine(models.Model):
    """What came in but could not become an event: kept byte for byte with the reason."""

    device = models.ForeignKey(Device, models.PROTECT, related_name="quarantined")
    game = models.ForeignKey(Game, models.PROTECT, null=True, related_name="quarantined")
    uid = models.UUIDField(null=True)
    raw = models.BinaryField()
    raw_hash = models.CharField(max_length=64)
    reason = models.CharField(max_length=60)
    received_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["device", "raw_hash"], name="quarantine_once")]

    def __str__(self) -> str:
        return self.reason
