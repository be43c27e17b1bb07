"""A match in play with a chief, a senior and a table referee, a tablet at its table, and a disputed stroke."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.hashers import make_password

from competitions.formats.regulations import Regulations
from competitions.models import Account, Game, Match
from competitions.selectors.actors import actor_of
from refereeing.models import Dispute
from refereeing.services.desk import match_call
from refereeing.services.desk_voids import event_take_back
from refereeing.services.disputes import dispute_open, ruling_give
from tests.api.tablet_client import Tablet, paired_tablet
from tests.factories import NOON, make_competition, make_entry, make_event, make_official, make_stage

PIN = "482913"
POSITION: dict[str, Any] = {
    "player": "S", "colours": {"S": "red", "N": "black"}, "mode": "singles",
    "before": {
        "discs": [{"id": "r1", "colour": "red", "x": 0, "y": 100}, {"id": "b1", "colour": "black", "x": 60, "y": 130}],
        "striker": {"x": 0, "y": -420}, "pocketed": ["r8"], "off_table": [], "unknown": ["b7"],
    },
    "after": {
        "discs": [{"id": "b1", "colour": "black", "x": 60, "y": 130}, {"id": "r1", "colour": "red", "x": 2, "y": 310}],
        "striker": {"x": 0, "y": 60}, "pocketed": ["r8"], "off_table": [], "unknown": ["b7"],
    },
    "known": {"angle": [83, 97], "speed": [500, 4000]}, "position_sd": 2.0,
    "stroke": {"angle": 90, "speed": 2000, "spin": 0}, "state": None, "photo": None,
}


class DisputeHall:
    """One match at table 1, called; `account` and `actor` of each official by role."""

    def __init__(self, regulations: Regulations | None = None) -> None:
        self.competition = make_competition(tables=2)
        self.account = {
            role: make_official(self.competition, role) for role in ("chief", "senior", "table_referee", "secretary")}
        self.actor = {role: actor_of(account) for role, account in self.account.items()}
        event = make_event(self.competition, regulations=regulations)
        self.entries = [make_entry(event, f"{name} {self.competition.id}") for name in ("Anna", "Bruno")]
        self.stage = make_stage(event, [self.entries])
        self.match = Match.objects.get(stage=self.stage)
        self.match.table, self.match.slot = self.competition.tables.get(number=1), 1
        self.match.save()
        match_call(match_uid=self.match.uid, by=self.actor["chief"], at=NOON)

    @property
    def game(self) -> Game:
        return Game.objects.select_related("match__stage__event__competition").get(match=self.match)

    def tablet(self, role: str = "table_referee") -> Tablet:
        """A tablet that has the table, with an official's PIN."""
        Account.objects.filter(id=self.account[role].id).update(pin=make_password(PIN))
        tablet = paired_tablet(self.competition)
        table = self.competition.tables.get(number=1)
        answer = tablet.take(table.uid, official=str(self.account[role].uid), pin=PIN, force=True)
        assert answer.status_code == 200, answer.content
        return tablet

    def open(self, uid: UUID | None = None, *, by: str = "table_referee", **changes: Any) -> Dispute:
        given = {"text": "Which disc first?", "set_number": 1, "stroke": 17, "player": "A", **changes}
        return dispute_open(
            game_uid=self.game.uid, uid=uid or uuid4(), by=self.actor[by], at=NOON, **given)

    def rule(self, dispute: Dispute, *, by: str = "table_referee", uid: UUID | None = None, **changes: Any) -> UUID:
        """Give a ruling; its uid."""
        uid = uid or uuid4()
        given: dict[str, Any] = {
            "text": "The red one", "decision": "correct", "clauses": ["lnf-2008:11.4.a"], "overrules": None,
            "reason": "", "consequences": [], **changes}
        ruling_give(dispute_uid=dispute.uid, uid=uid, by=self.actor[by], at=NOON, **given)
        return uid

    def take_back_ruling(self, dispute: Dispute) -> None:
        """Void the newest ruling."""
        event = dispute.rulings.last()
        assert event is not None
        event_take_back(
            match_uid=self.match.uid, event_uid=event.event_uid, reason="", by=self.actor["chief"], at=NOON)


def position(**changes: Any) -> dict[str, Any]:
    """A position with a uid of its own."""
    return {"uid": str(uuid4()), **POSITION, **changes}
