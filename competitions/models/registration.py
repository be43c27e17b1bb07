from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.formats.pairs import pair_name
from competitions.workflow import ApplicationState

from .competition import Entry, Event


class Registration(models.Model):
    """The public entry form of an event: from when until when, and for how many."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="registration")
    opens_at = models.DateTimeField(_("opens"), null=True, blank=True)
    closes_at = models.DateTimeField(_("closes"))
    places = models.PositiveIntegerField(_("places"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=500, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(opens_at__isnull=True) | models.Q(opens_at__lt=models.F("closes_at")),
                name="registration_opens_before_it_closes"),
            models.CheckConstraint(
                condition=models.Q(places__isnull=True) | models.Q(places__gte=1), name="registration_places_from_one"),
        ]

    def __str__(self) -> str:
        return str(self.event)


class Application(models.Model):
    """What somebody sent by the public form. It has an entry, or it waits for a place in the order of its number."""

    STATES = [
        (ApplicationState.ENTERED, _("entered")), (ApplicationState.WAITING, _("on the waiting list")),
        (ApplicationState.WITHDRAWN, _("withdrawn")), (ApplicationState.DECLINED, _("declined")),
    ]

    # Made by the form, so that sending it twice is one application.
    uid = models.UUIDField(unique=True)
    event = models.ForeignKey(Event, models.PROTECT, related_name="applications")
    entry = models.OneToOneField(Entry, models.SET_NULL, null=True, blank=True, related_name="application")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    name_key = models.CharField(max_length=200)
    club = models.CharField(max_length=120, blank=True)
    sex = models.CharField(max_length=1, blank=True)
    born = models.PositiveSmallIntegerField(null=True, blank=True)
    licence = models.CharField(max_length=40, blank=True)
    class_name = models.CharField(max_length=40, blank=True)
    # The second player of a pair; none where one plays alone.
    partner = models.CharField(max_length=120, blank=True)
    partner_key = models.CharField(max_length=200, blank=True)
    partner_club = models.CharField(max_length=120, blank=True)
    partner_sex = models.CharField(max_length=1, blank=True)
    partner_born = models.PositiveSmallIntegerField(null=True, blank=True)
    partner_licence = models.CharField(max_length=40, blank=True)
    state = models.CharField(max_length=10, choices=[(str(s), label) for s, label in STATES])
    # From where it came, as a keyed hash that says nothing by itself; emptied after a day.
    source = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="application_number_once"),
            models.UniqueConstraint(
                fields=["event", "name_key"], condition=models.Q(state=str(ApplicationState.WAITING)),
                name="application_waits_once"),
        ]
        indexes = [models.Index(fields=["source", "created_at"], name="application_source")]

    def __str__(self) -> str:
        return pair_name([self.name, self.partner] if self.partner else [self.name])


class DoorCheck(models.Model):
    """What was settled with an entrant at the door. Presence is the entry's own state."""

    class Fee(models.TextChoices):
        OPEN = "", _("open")
        PAID = "paid", _("paid")
        WAIVED = "waived", _("waived")

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="door")
    fee = models.CharField(_("fee"), max_length=6, choices=Fee, blank=True)
    # What was taken, by the regulations of that moment.
    fee_cents = models.PositiveIntegerField(default=0)
    fee_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    fee_at = models.DateTimeField(null=True, blank=True)
    licence_checked = models.BooleanField(_("licence checked"), default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(fee="paid") | models.Q(fee_cents=0), name="door_money_only_when_paid")]

    def __str__(self) -> str:
        return str(self.entry)
