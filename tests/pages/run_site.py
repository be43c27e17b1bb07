"""What the tests of the panel's running part share: a competition in play, and short ways to ask and to press."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from competitions.models import Account, Event, Match, Stage
from tests.factories import make_competition, make_entry, make_event, make_official, make_stage

SCRIPT = {"HTTP_ACCEPT": "application/json"}


class Hall:
    """A round robin of four at three tables, with its chief logged in. Matches are named by round and number."""

    def __init__(self, client: Client, names: str = "Anna Berta Cilda Dace") -> None:
        self.client = client
        self.competition = make_competition(slug="cup", is_public=True)
        self.event: Event = make_event(self.competition, slug="open")
        self.entries = [make_entry(self.event, name) for name in names.split()]
        self.stage: Stage = make_stage(self.event, [self.entries])
        self.tables = list(self.competition.tables.order_by("number"))
        self.chief: Account = make_official(self.competition, "chief")
        for match in self.stage.matches.all():
            match.table = self.tables[(match.number - 1) % len(self.tables)]
            match.slot = match.round.number
            match.save()
        client.force_login(self.chief)

    def match(self, round_number: int = 1, number: int = 1) -> Match:
        return self.stage.matches.select_related("first__person", "second__person", "table", "round").get(
            round__number=round_number, number=number)

    def url(self, name: str, **kwargs: Any) -> str:
        return reverse(f"run:{name}", kwargs={"slug": self.competition.slug, **kwargs})

    def get(self, name: str, **kwargs: Any) -> Any:
        return self.client.get(self.url(name, **kwargs))

    def post(self, name: str, data: dict[str, Any] | None = None, **kwargs: Any) -> Any:
        """Press a button, and follow to the page with its message."""
        return self.client.post(self.url(name, **kwargs), data or {}, follow=True)

    def press(self, name: str, match: Match, **data: Any) -> str:
        """Press a button of a match: the messages that come back, as text."""
        return said(self.post(name, {"next": self.url("match", uid=match.uid), **data}, uid=match.uid))

    def type(self, line: str, match: Match | None = None, **headers: Any) -> Any:
        """Enter a line of quick entry for the match that was shown (else the one at that table in round 1)."""
        data = {"line": line, **({"match": match.uid} if match else {})}
        return self.client.post(self.url("results-enter"), data, **headers)


def text(answer: Any) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


def said(answer: Any) -> str:
    return " | ".join(str(message) for message in answer.context["messages"])
