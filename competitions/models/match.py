from __future__ import annotations

from uuid import uuid4

from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.workflow import MatchStatus, Outcome

from .competition import Competition, Entry, Event, Group, Official, Stage


class Table(models.Model):
    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    competition = models.ForeignKey(Competition, models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField(_("table"))
    zone = models.CharField(_("zone"), max_length=40, blank=True)
    # Why nobody plays here for the time being; empty while it is in use.
    out_reason = models.CharField(_("out of use"), max_length=200, blank=True)
    # The only event that plays here.
    event = models.ForeignKey(
        Event, models.SET_NULL, null=True, blank=True, related_name="own_tables", verbose_name=_("event"))

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return str(self.number)


class Round(models.Model):
    """A round of a stage; in groups the rounds of all groups with one number are one round."""

    PLAY_OFF = "play_off"
    CHALLENGE = "challenge"

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    # What the pairing program was told (Swiss), so that any other program can repeat the pairing.
    trf = models.TextField(blank=True)
    # What a round of a bracket is called: kind and figures of `formats.bracket.RoundKind`; `play_off` for games of
    # a play-off, which count in no table; `challenge` on a ranking list; empty elsewhere.
    kind = models.CharField(max_length=20, blank=True)
    figures = models.JSONField(default=dict)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return str(self.number)


class Match(models.Model):
    """What the draw pairs. `first` is the first-named; a bye has no second."""

    STATUSES = [
        (MatchStatus.SCHEDULED, _("scheduled")), (MatchStatus.CALLED, _("called")),
        (MatchStatus.WARMING_UP, _("warming up")), (MatchStatus.RUNNING, _("running")),
        (MatchStatus.FINISHED, _("finished")), (MatchStatus.APPROVED, _("approved")),
        (MatchStatus.POSTPONED, _("postponed")), (MatchStatus.ADJOURNED, _("adjourned")),
    ]
    OUTCOMES = [
        (Outcome.NONE, ""), (Outcome.PLAYED, _("played")), (Outcome.BYE, _("bye")),
        (Outcome.WALKOVER, _("walkover")),
        (Outcome.RETIRED, _("retired")), (Outcome.FORFEITED, _("forfeited")), (Outcome.EXCLUDED, _("excluded")),
        (Outcome.DOUBLE_LOSS, _("lost by both")), (Outcome.TIME_LIMIT, _("time limit")), (Outcome.VOID, _("void")),
        (Outcome.NOT_NEEDED, _("not needed")),
    ]
    WINNERS = [("", ""), ("A", _("first-named")), ("B", _("second-named")), ("draw", _("draw"))]

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    group = models.ForeignKey(Group, models.CASCADE, null=True, blank=True, related_name="matches")
    number = models.PositiveIntegerField()
    # Its place in the bracket, such as winners-1-3; empty elsewhere, and where it no longer belongs to the bracket.
    bracket_key = models.CharField(max_length=24, blank=True)
    first = models.ForeignKey(Entry, models.PROTECT, related_name="matches_as_first")
    second = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="matches_as_second")
    first_stroke = models.CharField(max_length=1, choices=[("A", "A"), ("B", "B")], default="A")
    table = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="matches")
    slot = models.PositiveIntegerField(null=True, blank=True)
    status = models.CharField(
        max_length=12, choices=[(str(s), label) for s, label in STATUSES], default=MatchStatus.SCHEDULED)
    outcome = models.CharField(max_length=12, choices=[(str(o), label) for o, label in OUTCOMES], blank=True)
    winner = models.CharField(max_length=4, choices=WINNERS, blank=True)
    sets_first = models.PositiveSmallIntegerField(null=True, blank=True)
    sets_second = models.PositiveSmallIntegerField(null=True, blank=True)
    # Won without play: counts points, no sets for anybody (lnf-2008:3.2).
    awarded = models.BooleanField(default=False)
    corrected = models.BooleanField(default=False)
    called_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    approved_at = models.DateTimeField(null=True, blank=True)
    # Why it is postponed or adjourned, and before when it is not played.
    held_reason = models.CharField(max_length=200, blank=True)
    not_before = models.DateTimeField(null=True, blank=True)
    # Since when an adjourned match stands still, and how long a match has stood still since it was started.
    held_at = models.DateTimeField(null=True, blank=True)
    held_seconds = models.PositiveIntegerField(default=0)
    referee = models.ForeignKey(
        Official, models.SET_NULL, null=True, blank=True, related_name="matches", verbose_name=_("table referee"))
    version = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["round__number", "number"]
        indexes = [models.Index(fields=["stage", "status"])]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="match_number_once"),
            # A match that a correction made void stays to be read, beside the one that takes its place.
            models.UniqueConstraint(
                fields=["round", "first"], condition=~models.Q(outcome=Outcome.VOID), name="match_first_once_a_round"),
            models.UniqueConstraint(
                fields=["round", "second"], condition=models.Q(second__isnull=False) & ~models.Q(outcome=Outcome.VOID),
                name="match_second_once_a_round"),
            models.UniqueConstraint(
                fields=["stage", "bracket_key"], condition=~models.Q(bracket_key=""), name="match_once_in_bracket"),
            models.CheckConstraint(
                condition=models.Q(second__isnull=True) | ~models.Q(first=models.F("second")),
                name="match_not_with_self"),
            models.CheckConstraint(
                condition=~models.Q(status__in=[MatchStatus.FINISHED, MatchStatus.APPROVED]) | ~models.Q(outcome=""),
                name="match_finished_has_outcome"),
            # One match at a table at a time.
            models.UniqueConstraint(
                fields=["table"], name="table_one_match_at_a_time",
                condition=models.Q(table__isnull=False)
                & models.Q(status__in=[MatchStatus.CALLED, MatchStatus.WARMING_UP, MatchStatus.RUNNING])),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.second or '·'}"

    @property
    def needs_winner(self) -> bool:
        """Whether it may not end level: in an elimination, and in a play-off for a place."""
        return self.stage.is_elimination or self.round.kind == Round.PLAY_OFF


class Game(models.Model):
    """What is played at a table and has a log and a protocol: a singles match has one, a team match many."""

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="games")
    board = models.PositiveSmallIntegerField(default=1)
    first_stroke = models.CharField(max_length=1, default="A")
    # Projection of the log, rebuilt by one function; never a second truth.
    state = models.JSONField(default=dict)
    head_seq = models.PositiveBigIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True)
    # Fencing number of the lease: an event with an older one is stored, not applied.
    epoch = models.PositiveIntegerField(default=0)
    code_fails = models.PositiveSmallIntegerField(default=0)
    has_gap = models.BooleanField(default=False)
    has_conflict = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "board"], name="game_board_once")]

    def __str__(self) -> str:
        return f"{self.match} ({self.board})"
