from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .competition import Event
from .people import Person


class Series(models.Model):
    """Several competitions with one ranking."""

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    # A `formats.series_settings.SeriesSettings`, written and read by its own functions only.
    rules = models.JSONField(default=dict)
    is_public = models.BooleanField(_("public"), default=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="series")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")
        ordering = ["-created_at"]
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="series_has_name")]

    def __str__(self) -> str:
        return self.name


class SeriesLeg(models.Model):
    """One competition of a series: an event of ours, or one elsewhere whose places were typed in."""

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    series = models.ForeignKey(Series, models.CASCADE, related_name="legs")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=80)
    event = models.ForeignKey(Event, models.PROTECT, null=True, blank=True, related_name="series_legs")
    held_on = models.DateField(_("day"), null=True, blank=True)
    # When the places were taken from the event or typed in; none have been where it is empty.
    taken_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="series_leg_number_once"),
            models.UniqueConstraint(
                fields=["series", "event"], condition=models.Q(event__isnull=False), name="series_event_once"),
        ]

    def __str__(self) -> str:
        return self.name


class SeriesPlace(models.Model):
    """Somebody's place in one competition of a series, as it was taken."""

    leg = models.ForeignKey(SeriesLeg, models.CASCADE, related_name="places")
    person = models.ForeignKey(Person, models.PROTECT, related_name="series_places")
    place = models.PositiveIntegerField()
    points = models.DecimalField(max_digits=9, decimal_places=2, default=0)
    clears = models.PositiveIntegerField(default=0)
    class_name = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["leg", "place"]
        constraints = [
            models.UniqueConstraint(fields=["leg", "person"], name="series_place_once"),
            models.CheckConstraint(condition=models.Q(place__gte=1), name="series_place_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.person}"
