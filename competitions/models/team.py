from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .competition import Entry
from .match import Match

SIDES = [("A", _("home")), ("B", _("guests"))]


class Team(models.Model):
    """What an entry of a team event has besides its name and members."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="team")
    representative = models.CharField(_("representative"), max_length=120, blank=True)
    hall = models.CharField(_("home hall"), max_length=120, blank=True)

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")

    def __str__(self) -> str:
        return str(self.entry)


class TeamBoard(models.Model):
    """One game of a team match: a match of singles in the event of the games, the home player named first."""

    team_match = models.ForeignKey(Match, models.PROTECT, related_name="boards")
    match = models.OneToOneField(Match, models.CASCADE, related_name="board")
    round = models.PositiveSmallIntegerField()
    home_number = models.PositiveSmallIntegerField()
    guest_number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["team_match", "round", "home_number"]
        constraints = [
            models.UniqueConstraint(fields=["team_match", "round", "home_number"], name="board_home_once_a_round"),
            models.UniqueConstraint(fields=["team_match", "round", "guest_number"], name="board_guest_once_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.home_number}–{self.guest_number}"


class TeamSheet(models.Model):
    """One side of a team match: where its line-ups are handed in. `key` is counted up for a new link."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="sheets")
    side = models.CharField(max_length=1, choices=SIDES)
    key = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="sheet_side_once")]

    def __str__(self) -> str:
        return f"{self.match} {self.side}"


class LineUp(models.Model):
    """The order of one side in one round. `selectors.team_facts` reads the open ones only, `selectors.lineup_page` the
    own side's too; until both are in the chain has the `commitment` alone: SHA-256 of salt and order.
    """

    sheet = models.ForeignKey(TeamSheet, models.CASCADE, related_name="lineups")
    round = models.PositiveSmallIntegerField()
    # The entry in the event of the games at each number, as text; null for an empty place.
    order = models.JSONField()
    salt = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    # The official who typed it in; nobody where the representative's link was used.
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    handed_in_at = models.DateTimeField()
    is_open = models.BooleanField(default=False)

    class Meta:
        ordering = ["sheet", "round"]
        constraints = [models.UniqueConstraint(fields=["sheet", "round"], name="lineup_once_a_round")]

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.round}"


class Fixture(models.Model):
    """Where and when a match of a league is played; how it was postponed."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="fixture")
    plays_on = models.DateField(_("day"), null=True, blank=True)
    starts_at = models.TimeField(_("time"), null=True, blank=True)
    hall = models.CharField(_("hall"), max_length=120, blank=True)
    was_on = models.DateField(null=True, blank=True)
    postponed_because = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["plays_on", "starts_at", "match"]

    def __str__(self) -> str:
        return f"{self.match_id} {self.plays_on or '–'}"
