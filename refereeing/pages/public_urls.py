"""Addresses of public protocols: short, because they stand in printed codes."""

from __future__ import annotations

from django.urls import path, re_path

from . import lineups, public

app_name = "protocols"

urlpatterns = [
    path("g/<uuid:uid>/", public.game, name="game"),
    path("lineup/<uuid:uid>/<str:token>/", lineups.lineup, name="lineup"),
    re_path(r"^v/(?P<token>[A-Za-z0-9_-]{16,32})/$", public.verify, name="verify"),
]
