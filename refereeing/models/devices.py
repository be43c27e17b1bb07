from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.models import Competition, Game


class Device(models.Model):
    """A tablet paired by a one-time code, or a phone let in by the code on a round's slip (for that game alone)."""

    class Kind(models.TextChoices):
        TABLET = "tablet", _("paired tablet")
        PHONE = "phone", _("phone with the slip's code")
        DESK = "desk", _("secretary's desk")

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    competition = models.ForeignKey(Competition, models.PROTECT, related_name="devices")
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.TABLET)
    name = models.CharField(_("name"), max_length=60)
    token_hash = models.CharField(max_length=64, unique=True)
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="phones")
    is_revoked = models.BooleanField(default=False)
    is_forked = models.BooleanField(default=False)
    unsent = models.PositiveIntegerField(default=0)
    battery = models.FloatField(null=True)
    app_version = models.CharField(max_length=40, blank=True)
    clock_skew_ms = models.BigIntegerField(null=True)
    last_seen_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")
        ordering = ["created_at"]

    def __str__(self) -> str:
        return self.name


class PairingCode(models.Model):
    """A single-use code by which a tablet is paired; ten minutes."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="pairing_codes")
    code_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.expires_at)


class Lease(models.Model):
    """Who may write for a game, by epoch. Taking a table makes a new row; old rows stay as a record."""

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    game = models.ForeignKey(Game, models.CASCADE, related_name="leases")
    epoch = models.PositiveIntegerField()
    device = models.ForeignKey(Device, models.PROTECT, related_name="leases")
    # The referee who gave the PIN; without one the device writes with a player's rights.
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    taken_at = models.DateTimeField()
    # Why the desk took it from a tablet.
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["game", "epoch"]
        constraints = [models.UniqueConstraint(fields=["game", "epoch"], name="lease_epoch_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.epoch}"
