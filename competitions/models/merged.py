from __future__ import annotations

from django.db import models

from .people import Club, Person


class PersonAlias(models.Model):
    """Somebody who stood twice and was merged: what knew the old id, name or licence finds the person who was kept."""

    uid = models.UUIDField(unique=True)
    person = models.ForeignKey(Person, models.CASCADE, related_name="aliases")
    name = models.CharField(max_length=120)
    name_key = models.CharField(max_length=200)
    born = models.PositiveSmallIntegerField(null=True, blank=True)
    licence = models.CharField(max_length=40, blank=True)
    merged_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["name_key"], name="personalias_name_key"),
            models.Index(fields=["licence"], name="personalias_licence"),
        ]

    def __str__(self) -> str:
        return self.name


class ClubAlias(models.Model):
    """A club that stood twice: its old spelling finds the one that was kept, also in later lists."""

    uid = models.UUIDField(unique=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="aliases")
    name = models.CharField(max_length=120)
    name_key = models.CharField(max_length=200, unique=True)
    merged_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
