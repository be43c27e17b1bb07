"""Addresses of the rules: what everybody may read and try."""

from __future__ import annotations

from django.urls import path

from . import rules

app_name = "rules"

urlpatterns = [
    path("", rules.overview, name="overview"),
    path("board/", rules.board, name="board"),
    path("<slug:ruleset>/", rules.book, name="book"),
]
