from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.common.actors import Role
from competitions.formats.pairs import pair_name
from competitions.workflow import EntryState, StageState

from .people import Club, Person


class Competition(models.Model):
    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    place = models.CharField(_("place"), max_length=120, blank=True)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    time_zone = models.CharField(_("time zone"), max_length=60, default="Europe/Riga")
    language = models.CharField(_("language of protocols"), max_length=5, default="lv")
    is_public = models.BooleanField(_("public"), default=True)
    is_demo = models.BooleanField(default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("competition")
        verbose_name_plural = _("competitions")
        ordering = ["-starts_on", "name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")), name="competition_days_in_order"),
        ]

    def __str__(self) -> str:
        return self.name


class Official(models.Model):
    ROLES = [
        (Role.CHIEF, _("chief referee")), (Role.DEPUTY, _("deputy chief referee")), (Role.SECRETARY, _("secretary")),
        (Role.SENIOR, _("senior referee")), (Role.TABLE_REFEREE, _("table referee")),
    ]

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="officials")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="offices")
    role = models.CharField(_("role"), max_length=20, choices=[(str(r), label) for r, label in ROLES])
    zone = models.CharField(_("zone"), max_length=40, blank=True)
    # Whose matches are not neutral ground: the club, and the person where the official plays too.
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, blank=True, related_name="officials", verbose_name=_("club"))
    person = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="offices", verbose_name=_("person"))

    class Meta:
        verbose_name = _("official")
        verbose_name_plural = _("officials")
        constraints = [models.UniqueConstraint(fields=["competition", "account"], name="official_once")]

    def __str__(self) -> str:
        return f"{self.account} ({self.role})"


class Event(models.Model):
    """One discipline of a competition."""

    class Kind(models.TextChoices):
        SINGLES = "singles", _("singles")
        DOUBLES = "doubles", _("doubles")
        TEAMS = "teams", _("teams")

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    competition = models.ForeignKey(Competition, models.PROTECT, related_name="events")
    slug = models.SlugField(_("address"), max_length=60)
    name = models.CharField(_("name"), max_length=120)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.SINGLES)
    # The team event whose games these are: an event of singles that is drawn by the line-ups.
    part_of = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="boards")
    preset = models.CharField(max_length=40, blank=True)
    # A `formats.regulations.Regulations`, written and read by its own functions only.
    regulations = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["created_at", "id"]
        constraints = [models.UniqueConstraint(fields=["competition", "slug"], name="event_slug_once")]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A person in an event (pairs and teams: with their members). A pair is called by its members, a team has a name.

    Who lists pairs prefetches `members__person`.
    """

    STATES = [
        (EntryState.ENTERED, _("entered")), (EntryState.PRESENT, _("present")), (EntryState.ABSENT, _("absent")),
        (EntryState.WITHDRAWN, _("withdrawn")), (EntryState.EXCLUDED, _("excluded")),
    ]

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="entries")
    person = models.ForeignKey(Person, models.PROTECT, null=True, blank=True, related_name="entries")
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="entries")
    team_name = models.CharField(max_length=120, blank=True)
    number = models.PositiveIntegerField(_("number"))
    seed = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    class_name = models.CharField(_("class"), max_length=40, blank=True)
    state = models.CharField(
        max_length=10, choices=[(str(s), label) for s, label in STATES], default=EntryState.ENTERED)
    out_reason = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["event", "person"], condition=models.Q(person__isnull=False), name="entry_person_once"),
            models.UniqueConstraint(
                fields=["event", "seed"], condition=models.Q(seed__isnull=False), name="entry_seed_once"),
            models.CheckConstraint(
                condition=models.Q(seed__isnull=True) | models.Q(seed__gte=1), name="entry_seed_from_one"),
        ]

    def __str__(self) -> str:
        if self.person is not None:
            return self.person.name
        return self.team_name or pair_name([str(member) for member in self.members.all() if not member.is_reserve])


class EntryMember(models.Model):
    """A member of a pair or team: numbered regulars, then reserves."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, models.PROTECT, related_name="memberships")
    number = models.PositiveSmallIntegerField()
    is_reserve = models.BooleanField(default=False)
    # A team's member in the event of the games; one person is in one team of an event by `entry_person_once` there.
    player = models.OneToOneField(Entry, models.PROTECT, null=True, blank=True, related_name="membership")

    class Meta:
        ordering = ["is_reserve", "number"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "person"], name="member_once"),
            models.UniqueConstraint(fields=["entry", "number", "is_reserve"], name="member_number_once"),
        ]

    def __str__(self) -> str:
        return str(self.person)


class Stage(models.Model):
    class System(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("round robin")
        GROUPS = "groups", _("groups")
        SWISS = "swiss", _("Swiss system")
        SINGLE_ELIMINATION = "single_elimination", _("single elimination")
        DOUBLE_ELIMINATION = "double_elimination", _("double elimination")
        PLACE_MATCHES = "place_matches", _("matches for places")
        RANKING_LIST = "ranking_list", _("ranking list")
        # The games of a team event: never drawn, made when both line-ups of a round are in.
        TEAM_BOARDS = "team_boards", _("games of team matches")

    STATES = [
        (StageState.DRAFT, _("not drawn")), (StageState.DRAWN, _("drawn")), (StageState.LOCKED, _("locked")),
        (StageState.CLOSED, _("closed")),
    ]

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(_("name"), max_length=80, blank=True)
    system = models.CharField(_("system"), max_length=20, choices=System)
    # What `draw` takes as options; of a bracket also the exchanges made by hand. With the order of the entries they are
    # the whole bracket: it is drawn again from them whenever it is read.
    options = models.JSONField(default=dict)
    tie_breaks = models.JSONField(default=list)
    lot = models.CharField(_("public lot"), max_length=200, blank=True)
    state = models.CharField(max_length=8, choices=[(str(s), label) for s, label in STATES], default=StageState.DRAFT)
    pairing_edition = models.CharField(max_length=120, blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)
    locked_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="stage_number_once")]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"

    @property
    def is_elimination(self) -> bool:
        """Whether it is a bracket: who meets whom comes from results, and no match ends level."""
        return self.system in (
            self.System.SINGLE_ELIMINATION, self.System.DOUBLE_ELIMINATION, self.System.PLACE_MATCHES)


class ChiefOrder(models.Model):
    """An order of entrants who are level in a stage, decided by the chief referee.

    It holds while exactly these are level. `order`: their addresses (`Entry.uid`), best first.
    """

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="chief_orders")
    order = models.JSONField(default=list)
    reason = models.CharField(max_length=200)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    decided_at = models.DateTimeField()

    class Meta:
        verbose_name = _("order of the chief referee")
        verbose_name_plural = _("orders of the chief referee")
        ordering = ["decided_at", "id"]

    def __str__(self) -> str:
        return f"{self.stage}: {len(self.order)}"


class Group(models.Model):
    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="groups")
    name = models.CharField(max_length=20)
    number = models.PositiveSmallIntegerField()
    # The zone of the hall whose tables it plays at (lnf-2008:8.1.a); empty: at any.
    zone = models.CharField(_("zone"), max_length=40, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="group_number_once")]

    def __str__(self) -> str:
        return self.name


class StageEntry(models.Model):
    """An entry in the order of a stage's draw.

    `joined_round`: the first round of a late entry; in a double elimination more than 1 begins in the losers' bracket.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="stage_entries")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="placements")
    group = models.ForeignKey(Group, models.CASCADE, null=True, blank=True, related_name="stage_entries")
    number = models.PositiveIntegerField()
    joined_round = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="stage_entry_once"),
            models.UniqueConstraint(fields=["stage", "number"], name="stage_number_of_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.entry}"
