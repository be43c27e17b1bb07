from __future__ import annotations

from uuid import uuid4

from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.workflow import ChallengeState

from .competition import Entry, Stage
from .match import Match


class Challenge(models.Model):
    """Somebody of a ranking list challenges somebody above. An accepted one has a match, until it is withdrawn."""

    STATES = [
        (ChallengeState.OPEN, _("open")), (ChallengeState.ACCEPTED, _("accepted")),
        (ChallengeState.DECLINED, _("declined")), (ChallengeState.EXPIRED, _("expired")),
        (ChallengeState.WITHDRAWN, _("withdrawn")),
    ]

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="challenges")
    number = models.PositiveIntegerField(_("number"))
    challenger = models.ForeignKey(Entry, models.PROTECT, related_name="challenges_made")
    challenged = models.ForeignKey(Entry, models.PROTECT, related_name="challenges_met")
    state = models.CharField(
        max_length=10, choices=[(str(s), label) for s, label in STATES], default=ChallengeState.OPEN)
    match = models.OneToOneField(Match, models.SET_NULL, null=True, blank=True, related_name="challenge")
    made_at = models.DateTimeField()
    answer_by = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    # When it was settled first: the list is computed in this order, whatever is corrected later.
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="challenge_number_once"),
            models.CheckConstraint(
                condition=~models.Q(challenger=models.F("challenged")), name="challenge_not_of_self"),
            models.CheckConstraint(
                condition=models.Q(match__isnull=True) | models.Q(state=ChallengeState.ACCEPTED),
                name="challenge_with_match_is_accepted"),
            models.UniqueConstraint(
                fields=["stage", "challenger"], name="challenge_open_once",
                condition=models.Q(state__in=[ChallengeState.OPEN, ChallengeState.ACCEPTED], settled_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.challenger} – {self.challenged}"
