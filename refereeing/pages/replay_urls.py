"""The address of a published replay."""

from __future__ import annotations

from django.urls import re_path

from . import replays

app_name = "replays"

urlpatterns = [re_path(r"^(?P<token>[A-Za-z0-9_-]{16,32})/$", replays.replay, name="replay")]
