"""A hall for the tablet's browser tests: two matches in a row at table 1, a chief with a PIN, the real server."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from competitions.common.actors import Actor
from competitions.formats.regulations import Regulations
from competitions.models import Game, Match
from competitions.selectors.actors import actor_of
from refereeing.models import GameEvent
from refereeing.services.desk import match_call
from refereeing.services.devices import pairing_code_make, slip_code
from tests.factories import make_competition, make_entry, make_event, make_official, make_pair, make_stage

PIN = "482913"
NAMES = ("Žanna Ābele", "Pēteris Ķēniņš", "Ģirts Kļaviņš", "Дмитрий Ёлкин")
CLUBS = ("Rīga", "Cēsis", "Liepāja", "")


class Hall:
    """Rows as the services make them; what the browser does comes in through the API."""

    def __init__(self, *, pairs: Sequence[Sequence[str]] = (), sets: int = 4) -> None:
        self.competition = make_competition(tables=2, language="lv")
        self.account = make_official(self.competition, "chief")
        self.account.first_name, self.account.last_name = "Anna", "Kalniņa"
        self.account.pin = make_password(PIN)
        self.account.save()
        self.chief: Actor = actor_of(self.account)
        if pairs:
            event = make_event(
                self.competition, name="Dubultspēles", kind="doubles", regulations=Regulations(sets=sets))
            entries = [make_pair(event, *names, club="Rīga") for names in pairs]
        else:
            event = make_event(self.competition, name="Vīrieši")
            entries = [make_entry(event, name, club=club) for name, club in zip(NAMES, CLUBS, strict=True)]
        self.stage = make_stage(event, [entries])
        self.table = self.competition.tables.get(number=1)
        self.matches = list(Match.objects.filter(stage=self.stage).order_by("round__number", "number")[:2])
        for slot, match in enumerate(self.matches, start=1):
            match.table, match.slot = self.table, slot
            match.save()

    @property
    def match(self) -> Match:
        return Match.objects.get(id=self.matches[0].id)

    @property
    def game(self) -> Game:
        return Game.objects.get(match=self.matches[0])

    @property
    def address(self) -> str:
        return f"/t/{self.table.uid}/"

    @property
    def official(self) -> str:
        return str(self.account.uid)

    def call(self, place: int = 0) -> None:
        match_call(match_uid=self.matches[place].uid, by=self.chief, at=timezone.now())

    def pairing_code(self) -> str:
        return pairing_code_make(competition=self.competition, by=self.chief, at=timezone.now())

    def slip(self, place: int = 0) -> str:
        return slip_code(Game.objects.get(match=self.matches[place]))

    def log(self, place: int = 0) -> list[tuple[str, str, str]]:
        """Kind, verdict and reason of every event of the game, in the order of the chain."""
        rows = GameEvent.objects.filter(game__match=self.matches[place]).order_by("audit__seq")
        return [(e.kind, str(e.verdict), e.reason) for e in rows]

    def kinds(self, place: int = 0) -> list[str]:
        """Kinds of the events that count."""
        return [kind for kind, verdict, _reason in self.log(place) if verdict == "applied"]
