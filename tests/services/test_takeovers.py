"""The desk takes a match over from a silent tablet; what the tablet sends later is kept, shown and weighed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from competitions.common.actors import Actor
from competitions.common.errors import Conflict, Invalid, NotAllowed
from competitions.models import AuditEntry, Game, Match, Stage
from competitions.selectors.actors import actor_of
from competitions.workflow import MatchStatus
from refereeing.models import Device, GameEvent
from refereeing.selectors.chain import chain_breaks
from refereeing.selectors.late_lines import own_count
from refereeing.selectors.panel import match_row
from refereeing.services.desk import result_enter
from refereeing.services.protocols import protocol_approve
from refereeing.services.takeovers import match_take_over
from tests.api.tablet_client import Tablet, paired_tablet
from tests.factories import make_competition, make_entry, make_event, make_official, make_stage

pytestmark = pytest.mark.django_db


class Hall:
    """Two at a table with a tablet that has recorded 2:1 and then says nothing more."""

    def __init__(self) -> None:
        self.competition = make_competition(tables=1)
        event = make_event(self.competition)
        self.stage: Stage = make_stage(event, [[make_entry(event, "Anna"), make_entry(event, "Berta")]])
        self.table = self.competition.tables.get()
        self.stage.matches.update(table=self.table, slot=1)
        self.by: Actor = actor_of(make_official(self.competition, "chief"))
        self.tablet: Tablet = paired_tablet(self.competition)
        self.tablet.take(self.table.uid)
        for winner in "ABA":
            assert self.tablet.press("set_won", winner=winner)["result"] == "stored"

    @property
    def match(self) -> Match:
        return self.stage.matches.get()

    @property
    def game(self) -> Game:
        return Game.objects.select_related("match__stage__event__competition").get()

    def silent(self, minutes: float = 3) -> None:
        Device.objects.filter(uid=self.tablet.device).update(
            last_seen_at=timezone.now() - timedelta(minutes=minutes))

    def take_over(self, by: Actor | None = None, reason: str = "its battery is empty") -> Any:
        return match_take_over(match_uid=self.match.uid, reason=reason, by=by or self.by, at=timezone.now())

    def enter(self, *sets: int) -> str:
        first, second = sets
        return result_enter(match_uid=self.match.uid, sets=(first, second), by=self.by, at=timezone.now())


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_a_silent_tablets_match_goes_to_the_desk(hall: Hall) -> None:
    hall.silent()
    with pytest.raises(Conflict, match="being_recorded"):
        hall.enter(4, 2)

    lease = hall.take_over()

    assert (lease.epoch, lease.device.kind, lease.account.uid, lease.reason) == (
        2, "desk", hall.by.account, "its battery is empty")
    assert hall.game.epoch == 2
    assert hall.enter(4, 2) == "stored"
    match = hall.match
    assert (match.status, match.sets_first, match.sets_second) == (MatchStatus.FINISHED, 4, 2)
    assert AuditEntry.objects.filter(kind="lease.taken_over", subject=hall.game.uid).count() == 1
    assert chain_breaks(hall.competition) == ()


def test_the_sets_that_the_tablet_had_sent_stay_readable(hall: Hall) -> None:
    hall.silent()
    hall.take_over()
    hall.enter(4, 2)

    kinds = list(GameEvent.objects.order_by("audit__seq").values_list("kind", flat=True))
    assert kinds == ["set_won"] * 3 + ["void"] * 3 + ["result"]


def test_a_tablet_that_speaks_keeps_its_match(hall: Hall) -> None:
    hall.silent(1.9)

    with pytest.raises(Conflict, match="tablet_speaks"):
        hall.take_over()
    assert hall.game.epoch == 1


def test_it_asks_for_a_reason_and_for_a_tablet(hall: Hall) -> None:
    hall.silent()
    with pytest.raises(Invalid, match="reason_needed"):
        hall.take_over(reason=" ")
    hall.take_over()
    with pytest.raises(Conflict, match="nobody_holds"):
        hall.take_over()
    hall.enter(4, 2)
    with pytest.raises(Conflict, match="not_at_table"):
        hall.take_over()


@pytest.mark.parametrize("role", ["senior", "table_referee"])
def test_only_the_office_takes_over(hall: Hall, role: str) -> None:
    hall.silent()

    with pytest.raises(NotAllowed):
        hall.take_over(actor_of(make_official(hall.competition, role)))


def test_what_the_tablet_sends_later_is_kept_and_does_not_count(hall: Hall) -> None:
    hall.silent()
    hall.take_over()

    receipts = [hall.tablet.press("set_won", winner="A"), hall.tablet.press("set_won", winner="A")]

    assert [(r["result"], r["reason"]) for r in receipts] == [("conflict", "stale_epoch")] * 2
    assert GameEvent.objects.filter(verdict="conflict").count() == 2
    assert (hall.match.sets_first, hall.match.sets_second) == (2, 1)
    row = match_row(hall.competition, hall.match.uid, timezone.now())
    assert (row.has_late_lines, row.is_at_desk, row.is_silent) == (True, True, False)
    assert "late from the tablet" in [str(badge.text) for badge in row.flags]
    count = own_count(hall.game)
    assert count is not None
    assert (count.device, count.lines, count.score_text, count.is_over) == ("Tablet 1", 2, "4:1", True)


@pytest.mark.parametrize(("late", "flagged"), [("BAA", True), ("AA", False), ("BA", False)])
def test_late_lines_that_tell_another_result_are_flagged_for_the_chief(hall: Hall, late: str, flagged: bool) -> None:
    """The desk has 4:1. By its own log the tablet has 4:2, 4:1, and a game that is not over."""
    hall.silent()
    hall.take_over()
    hall.enter(4, 1)
    for winner in late:
        hall.tablet.press("set_won", winner=winner)

    assert hall.game.has_conflict is flagged
    assert (hall.match.sets_first, hall.match.sets_second) == (4, 1)


def test_late_lines_before_the_desk_has_entered_are_weighed_too(hall: Hall) -> None:
    hall.silent()
    hall.take_over()
    for winner in "BAA":
        hall.tablet.press("set_won", winner=winner)

    hall.enter(4, 1)

    assert hall.game.has_conflict
    with pytest.raises(Conflict, match="results_differ"):
        protocol_approve(match_uid=hall.match.uid, version=hall.match.version, by=hall.by, at=timezone.now())


def test_an_official_at_the_table_takes_it_back(hall: Hall) -> None:
    """The battery is charged: the same tablet goes on where it stood, with a new epoch."""
    hall.silent()
    hall.take_over()

    assert hall.tablet.take(hall.table.uid).json()["code"] == "held"
    assert hall.tablet.take(hall.table.uid, force=True).status_code == 200
    assert hall.tablet.press("set_won", winner="A")["result"] == "stored"
    assert hall.game.epoch == 3
    assert hall.match.sets_first == 3


def test_nothing_late_nothing_counted(hall: Hall) -> None:
    assert own_count(hall.game) is None
