"""What the tests of the pages that set a competition up share."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from competitions.models import Account, Event

GOOD = {"name": "Cup", "starts_on": "2026-11-28", "ends_on": "2026-11-28", "time_zone": "Europe/Riga", "language": "lv",
        "tables": "3"}
PLAIN = ("settings", "tables", "officials", "event_new", "regulations", "entries", "entry_new", "seeds", "import",
         "import_template", "presence")
POSTS = ("seeds_by_rating", "seeds_clear")


def as_(client: Client, account: Account) -> Client:
    client.force_login(account)
    return client


def url(name: str, event: Event, *rest: Any) -> str:
    needs_event = name in ("regulations", "presence", "import", "import_template", "import_preview") or (
        name.startswith(("entr", "seed")))
    args = [event.competition.slug, *([event.slug] if needs_event else []), *rest]
    return reverse(f"setup:{name}", args=args)


def text(answer: Any) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())
