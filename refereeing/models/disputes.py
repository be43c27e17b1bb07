from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.models import Competition, Game, Job, Table

from .devices import Device


class Dispute(models.Model):
    """A disputed stroke. Projection of the log's `dispute` and `ruling` events; its evidence hangs on it."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        RULED = "ruled", _("ruled")
        WITHDRAWN = "withdrawn", _("withdrawn")
        # Evidence has come in, the event of the log has not.
        UNLOGGED = "unlogged", _("not in the log")

    uid = models.UUIDField(unique=True, editable=False)
    game = models.ForeignKey(Game, models.PROTECT, related_name="disputes")
    event_uid = models.UUIDField(null=True, unique=True)
    set_number = models.PositiveSmallIntegerField(default=0)
    stroke = models.PositiveSmallIntegerField(null=True)
    player = models.CharField(max_length=1, blank=True)
    # Of a pair, which player struck, as the log knows them: A1, A2, B1, B2.
    member = models.CharField(max_length=2, blank=True)
    text = models.CharField(max_length=500, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.UNLOGGED)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    device = models.ForeignKey(Device, models.PROTECT, null=True, related_name="+")
    opened_at = models.DateTimeField()

    class Meta:
        verbose_name = _("disputed stroke")
        verbose_name_plural = _("disputed strokes")
        ordering = ["opened_at", "id"]

    def __str__(self) -> str:
        return self.text[:60]


class Ruling(models.Model):
    """A ruling on a dispute, as its event was judged: with the level that the official had then. Append-only."""

    uid = models.UUIDField(unique=True, editable=False)
    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="rulings")
    event_uid = models.UUIDField(unique=True)
    level = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=500)
    decision = models.CharField(max_length=12)
    clauses = models.JSONField(default=list)
    overrules = models.UUIDField(null=True)
    reason = models.CharField(max_length=500, blank=True)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.decision} {self.dispute_id}"


class DisputePosition(models.Model):
    """One state of what is known of the board before and after. Append-only: a change is a new row."""

    uid = models.UUIDField(unique=True, editable=False)
    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="positions")
    revision = models.PositiveSmallIntegerField()
    body = models.JSONField()
    digest = models.CharField(max_length=64)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    device = models.ForeignKey(Device, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["revision"]
        constraints = [models.UniqueConstraint(fields=["dispute", "revision"], name="position_revision_once")]

    def __str__(self) -> str:
        return f"{self.dispute_id} {self.revision}"


class DisputePhoto(models.Model):
    """A picture of the board, encoded anew so that nothing but the picture is kept. Append-only."""

    uid = models.UUIDField(unique=True, editable=False)
    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="photos")
    file = models.CharField(max_length=200)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    # Of what was sent, to tell a repetition; and of what is kept, to tell whether it is still that.
    sent_digest = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    device = models.ForeignKey(Device, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return str(self.uid)


class Calibration(models.Model):
    """Constants of a table on a day with their uncertainties, fitted to measured strokes. Append-only, versioned."""

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    competition = models.ForeignKey(Competition, models.PROTECT, related_name="calibrations")
    # Null: every table of the competition.
    table = models.ForeignKey(Table, models.PROTECT, null=True, related_name="calibrations")
    version = models.PositiveIntegerField()
    day = models.DateField()
    constants = models.JSONField()
    sd = models.JSONField(default=dict)
    strokes = models.JSONField(default=list)
    note = models.CharField(max_length=200, blank=True)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("calibration")
        verbose_name_plural = _("calibrations")
        ordering = ["competition", "version"]
        constraints = [models.UniqueConstraint(fields=["competition", "version"], name="calibration_version_once")]

    def __str__(self) -> str:
        return f"{self.competition_id} {self.version}"


class Replay(models.Model):
    """One run of a disputed stroke through the model: what went in, with which constants, and what came out."""

    class Kind(models.TextChoices):
        SIMULATE = "simulate", _("simulation")
        RECONSTRUCT = "reconstruct", _("reconstruction")

    uid = models.UUIDField(unique=True, editable=False)
    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="replays")
    position = models.ForeignKey(DisputePosition, models.PROTECT, related_name="replays")
    kind = models.CharField(max_length=11, choices=Kind)
    model = models.CharField(max_length=10)
    seed = models.PositiveIntegerField(default=1)
    item = models.JSONField()
    # Null: the defaults. Their values are in `constants` in any case.
    calibration = models.ForeignKey(Calibration, models.PROTECT, null=True, related_name="replays")
    constants = models.JSONField()
    engine = models.CharField(max_length=40, blank=True)
    job = models.OneToOneField(Job, models.PROTECT, related_name="replay")
    result = models.JSONField(null=True)
    is_partial = models.BooleanField(default=False)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    device = models.ForeignKey(Device, models.PROTECT, null=True, related_name="+")
    requested_at = models.DateTimeField()
    # Opens the public page. Not guessable; stays the same when it is published again.
    token = models.CharField(max_length=32, unique=True, null=True)
    published_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["requested_at", "id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.dispute_id}"
