from __future__ import annotations

from uuid import uuid4

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Length
from django.utils.translation import gettext_lazy as _

models.CharField.register_lookup(Length)


class Account(AbstractUser):
    """Somebody who can log in. The PIN is for tablets; it is hashed like a password."""

    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    language = models.CharField(_("language"), max_length=5, blank=True)
    must_change_password = models.BooleanField(_("must change the password"), default=False)
    pin = models.CharField(max_length=128, blank=True, editable=False)
    # Counted in the database before a try is checked, so that parallel guesses cannot outrun the counter.
    pin_fails = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Club(models.Model):
    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=120)
    # NFKC, trimmed, case-folded: two spellings of one club are one club.
    name_key = models.CharField(max_length=200, unique=True, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name_key"]
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="club_has_name")]

    def __str__(self) -> str:
        return self.name


class Sex(models.TextChoices):
    MALE = "M", _("men")
    FEMALE = "F", _("women")
    UNKNOWN = "", _("not stated")


class Person(models.Model):
    uid = models.UUIDField(default=uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=120)
    name_key = models.CharField(max_length=200, editable=False)
    sex = models.CharField(_("sex"), max_length=1, choices=Sex, blank=True)
    born = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    licence = models.CharField(_("licence"), max_length=40, blank=True)
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, blank=True, related_name="people", verbose_name=_("club"))
    hidden = models.BooleanField(_("name not public"), default=False)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        ordering = ["name_key"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="person_has_name"),
            models.CheckConstraint(
                condition=models.Q(born__isnull=True) | models.Q(born__gte=1900, born__lte=2100),
                name="person_born_year"),
            models.UniqueConstraint(fields=["licence"], condition=~models.Q(licence=""), name="person_licence_once"),
            models.UniqueConstraint(
                fields=["name_key", "born"], condition=models.Q(born__isnull=False), name="person_name_born_once"),
            models.UniqueConstraint(
                fields=["name_key"], condition=models.Q(born__isnull=True), name="person_name_without_year_once"),
        ]

    def __str__(self) -> str:
        return self.name
