from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.models import Entry, Game, Person


class Protocol(models.Model):
    """A game's protocol, frozen when it was signed; a correction is a new revision that names the old one."""

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    game = models.ForeignKey(Game, models.PROTECT, related_name="protocols")
    revision = models.PositiveSmallIntegerField()
    body = models.JSONField()
    digest = models.CharField(max_length=64)
    head_seq = models.PositiveBigIntegerField()
    head_hash = models.CharField(max_length=64)
    # In the QR of the printed sheet: opens the public verification page. Not guessable.
    token = models.CharField(max_length=32, unique=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["game", "revision"]
        constraints = [models.UniqueConstraint(fields=["game", "revision"], name="protocol_revision_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.revision}"


class Approval(models.Model):
    """The chief's confirmation of a protocol. One that stands for a game, however many presses."""

    protocol = models.ForeignKey(Protocol, models.PROTECT, related_name="approvals")
    game = models.ForeignKey(Game, models.PROTECT, related_name="approvals")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(withdrawn_at__isnull=True), name="one_approval_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.at}"


class PlayerWarning(models.Model):
    """Projection of the warnings in a game's log (19.1), for the discipline page. `number`: which one of its player."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="player_warnings")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="player_warnings")
    # Which player of a pair; empty in singles, where the entry is the player. A merge of people finds it by its name.
    person = models.ForeignKey(Person, models.PROTECT, null=True, related_name="player_warnings")
    event_uid = models.UUIDField(unique=True)
    clause = models.CharField(max_length=20)
    set_number = models.PositiveSmallIntegerField(null=True)
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["at"]

    def __str__(self) -> str:
        return f"{self.clause} {self.entry_id}"


class Sanction(models.Model):
    """What follows for an entrant beyond one game: an exclusion proposed to the chief, confirmed or dismissed."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        CONFIRMED = "confirmed", _("confirmed")
        DISMISSED = "dismissed", _("dismissed")

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="sanctions")
    game = models.ForeignKey(Game, models.PROTECT, null=True, related_name="sanctions")
    clause = models.CharField(max_length=20)
    state = models.CharField(max_length=10, choices=State, default=State.PROPOSED)
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "clause"], condition=models.Q(state="proposed"), name="one_open_proposal"),
        ]

    def __str__(self) -> str:
        return f"{self.clause} {self.entry_id}"
