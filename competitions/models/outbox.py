from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models

from .competition import Competition


class Outbox(models.Model):
    """What has changed, as ids. Written in the transaction of the change; feeds the live stream, tasks and mirrors."""

    topic = models.CharField(max_length=40)
    competition = models.UUIDField(null=True, db_index=True)
    ids = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.id} {self.topic}"


class Job(models.Model):
    """A long task with its progress. Survives the loss of the broker: the sweeper queues it anew."""

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=40)
    competition = models.ForeignKey(Competition, models.CASCADE, null=True, related_name="jobs")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    args = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=500, blank=True)
    result = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    heartbeat_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"
