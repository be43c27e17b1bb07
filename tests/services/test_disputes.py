"""Disputes and rulings through the services and the log: 8.1.d, 7.2.e, what follows, and what is said twice."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, transaction

from competitions.common.errors import Conflict, Invalid, NotAllowed, NotFound
from competitions.models import AuditEntry, Game
from competitions.selectors.actors import actor_of
from refereeing.engine.rules.game_log import LogEvent
from refereeing.models import Dispute, GameEvent, Ruling
from refereeing.selectors.chain import chain_breaks
from refereeing.selectors.disputes import disputes_of_game, seat_and_colour
from refereeing.services.desk import desk_write, result_enter
from refereeing.services.desk_voids import event_take_back
from refereeing.services.disputes import dispute_open, dispute_withdraw
from refereeing.services.protocols import protocol_approve
from tests.factories import NOON, make_competition, make_official
from tests.pages.replay_site import replay_done
from tests.services.dispute_hall import DisputeHall

pytestmark = pytest.mark.django_db
LOST = {"kind": "set_lost", "who": "A", "clause": "16.1.a"}


@pytest.fixture
def hall() -> DisputeHall:
    return DisputeHall()


def note(hall: DisputeHall, *events: tuple[str, dict[str, Any]]) -> None:
    """Write events at the desk."""
    from competitions.services.matches import game_lock

    with transaction.atomic():
        desk_write(game_lock(hall.game.uid), events, by=hall.actor["chief"], at=NOON)


def score(hall: DisputeHall) -> dict[str, int]:
    return dict(hall.game.state["score"])


def test_a_dispute_is_an_event_of_the_log(hall: DisputeHall) -> None:
    dispute = hall.open()

    event = GameEvent.objects.get(uid=dispute.event_uid)
    assert event.payload == {
        "text": "Which disc first?", "dispute": str(dispute.uid), "set": 1, "stroke": 17, "player": "A"}
    assert (dispute.state, dispute.set_number, dispute.stroke, dispute.account) == (
        "open", 1, 17, hall.account["table_referee"])
    assert hall.game.state["calls"][0]["dispute"] == str(dispute.uid)


def test_opening_twice_is_opening_once(hall: DisputeHall) -> None:
    uid = uuid4()
    hall.open(uid)
    hall.open(uid)

    assert GameEvent.objects.filter(kind="dispute").count() == 1
    with pytest.raises(Conflict, match="uid_reuse"):
        hall.open(uid, text="Another question")


def test_strangers_find_nothing(hall: DisputeHall) -> None:
    other = actor_of(make_official(make_competition(), "chief"))
    dispute = hall.open()

    with pytest.raises(NotFound):
        dispute_withdraw(dispute_uid=dispute.uid, reason="", by=other, at=NOON)
    with pytest.raises(NotFound):
        dispute_withdraw(dispute_uid=uuid4(), reason="", by=hall.actor["chief"], at=NOON)
    with pytest.raises(NotFound):
        dispute_open(game_uid=hall.game.uid, uid=uuid4(), text="x", set_number=1, stroke=None, player="A", by=other,
                     at=NOON)


def test_withdrawn_before_a_ruling_only(hall: DisputeHall) -> None:
    first, second = hall.open(), hall.open()
    hall.rule(second)

    assert dispute_withdraw(dispute_uid=first.uid, reason=" a  slip ", by=hall.actor["senior"], at=NOON).state == (
        "withdrawn")
    again = dispute_withdraw(dispute_uid=first.uid, reason="", by=hall.actor["senior"], at=NOON)
    assert again.state == "withdrawn"
    assert GameEvent.objects.get(kind="void").payload["reason"] == "a slip"
    with pytest.raises(Conflict, match="ruled_already"):
        dispute_withdraw(dispute_uid=second.uid, reason="", by=hall.actor["senior"], at=NOON)


def test_a_dispute_that_is_not_in_the_log_cannot_be_withdrawn(hall: DisputeHall) -> None:
    dispute = Dispute.objects.create(uid=uuid4(), game=hall.game, opened_at=NOON)

    with pytest.raises(Conflict, match="not_in_log"):
        dispute_withdraw(dispute_uid=dispute.uid, reason="", by=hall.actor["senior"], at=NOON)
    assert hall.open(dispute.uid).state == "open"


def test_a_ruling_brings_its_consequences(hall: DisputeHall) -> None:
    dispute = hall.open()
    uid = hall.rule(dispute, decision="set_lost", clauses=["lnf-2008:16.1.a"], consequences=[LOST])

    dispute.refresh_from_db()
    ruling = Ruling.objects.get(uid=uid)
    assert dispute.state == "ruled"
    assert (ruling.level, ruling.decision, ruling.account) == (1, "set_lost", hall.account["table_referee"])
    assert score(hall) == {"A": 0, "B": 1}
    assert GameEvent.objects.get(kind="set_lost").payload["ruling"] == str(uid)
    decision = AuditEntry.objects.get(kind="ruling.given")
    assert decision.subject == uid
    assert b'"level":"table"' in bytes(decision.body)
    assert chain_breaks(hall.competition) == ()


def test_ruling_twice_is_ruling_once(hall: DisputeHall) -> None:
    dispute, uid = hall.open(), uuid4()
    hall.rule(dispute, uid=uid, consequences=[LOST])
    hall.rule(dispute, uid=uid, consequences=[LOST])

    assert score(hall) == {"A": 0, "B": 1}
    with pytest.raises(Conflict, match="uid_reuse"):
        hall.rule(dispute, uid=uid, text="Another")


def test_nothing_is_stored_when_a_part_is_refused(hall: DisputeHall) -> None:
    dispute = hall.open()
    bad = [{**LOST, "clause": "99.9"}, {"kind": "finished"}, {"kind": "void", "uid": "nothing"}, {}]

    for consequence in bad:
        with pytest.raises(Invalid):
            hall.rule(dispute, consequences=[LOST, consequence])
    with pytest.raises(Invalid, match="out_of_range"):
        hall.rule(dispute, consequences=[LOST] * 11)

    assert not Ruling.objects.exists()
    assert score(hall) == {"A": 0, "B": 0}


def test_a_senior_overrules_until_the_next_set_starts(hall: DisputeHall) -> None:
    """8.1.d; what the overruled ruling brought is taken back."""
    dispute = hall.open()
    first = hall.rule(dispute, decision="set_lost", consequences=[LOST])

    hall.rule(dispute, by="senior", overrules=first, reason="film")

    assert score(hall) == {"A": 0, "B": 0}
    assert [r.level for r in Ruling.objects.all()] == [1, 2]
    assert hall.game.state["disputes"][0]["ruling"] == str(Ruling.objects.last().uid)


def test_a_senior_is_too_late_in_the_next_set_and_the_chief_is_not(hall: DisputeHall) -> None:
    dispute = hall.open()
    first = hall.rule(dispute, decision="set_lost", consequences=[LOST])
    note(hall, ("penalty_disc", {"who": "B", "clause": "17.1.d"}))

    with pytest.raises(Conflict, match="next_set_started"):
        hall.rule(dispute, by="senior", overrules=first, reason="film")
    hall.rule(dispute, by="chief", overrules=first, reason="protest granted")

    assert score(hall) == {"A": 0, "B": 0}


@pytest.mark.parametrize(("first", "then"), [
    ("table_referee", "table_referee"), ("table_referee", "secretary"), ("senior", "senior"), ("chief", "senior"),
    ("chief", "chief"),
])
def test_nobody_overrules_an_equal_or_a_higher_one(hall: DisputeHall, first: str, then: str) -> None:
    dispute = hall.open()
    ruling = hall.rule(dispute, by=first)

    with pytest.raises(NotAllowed, match="overrule_level"):
        hall.rule(dispute, by=then, overrules=ruling, reason="no")


def test_overruling_needs_a_reason_and_the_ruling_in_force(hall: DisputeHall) -> None:
    dispute = hall.open()
    first = hall.rule(dispute)

    with pytest.raises(Invalid, match="ruled_already"):
        hall.rule(dispute, by="chief")
    with pytest.raises(Invalid, match="reason_needed"):
        hall.rule(dispute, by="chief", overrules=first)
    with pytest.raises(Conflict, match="not_in_force"):
        hall.rule(dispute, by="chief", overrules=uuid4(), reason="x")


def test_a_ruling_takes_back_what_contradicts_it(hall: DisputeHall) -> None:
    note(hall, ("set_won", {"winner": "A"}))
    won = GameEvent.objects.get(kind="set_won")
    dispute = hall.open()

    hall.rule(dispute, decision="set_lost", consequences=[LOST, {"kind": "void", "uid": str(won.uid)}])

    assert score(hall) == {"A": 0, "B": 1}


def test_taking_a_ruling_back_takes_its_consequences_back(hall: DisputeHall) -> None:
    dispute = hall.open()
    uid = hall.rule(dispute, decision="set_lost", consequences=[LOST])
    event = Ruling.objects.get(uid=uid).event_uid

    event_take_back(match_uid=hall.match.uid, event_uid=event, reason="a slip", by=hall.actor["chief"], at=NOON)

    dispute.refresh_from_db()
    assert (dispute.state, score(hall)) == ("open", {"A": 0, "B": 0})
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize("then", ["table_referee", "secretary", "senior"])
def test_nobody_takes_back_what_a_higher_one_has_ruled(hall: DisputeHall, then: str) -> None:
    """7.1.b, 8.1.d: a void is no way round them; neither of the ruling, nor of what it brought."""
    uid = hall.rule(hall.open(), by="chief", decision="set_lost", consequences=[LOST])
    lost = GameEvent.objects.get(kind="set_lost").uid

    for event in (Ruling.objects.get(uid=uid).event_uid, lost):
        with pytest.raises(NotAllowed, match="overrule_level"):
            event_take_back(match_uid=hall.match.uid, event_uid=event, reason="", by=hall.actor[then], at=NOON)
    with pytest.raises(NotAllowed, match="overrule_level"):
        hall.rule(hall.open(), by=then, consequences=[{"kind": "void", "uid": str(lost)}])

    assert score(hall) == {"A": 0, "B": 1}


def test_who_takes_back_a_ruling_of_the_table_in_the_next_set(hall: DisputeHall) -> None:
    """8.1.d: no senior any more; whoever gave it, and the chief, may."""
    uid = hall.rule(hall.open(), decision="set_lost", consequences=[LOST])
    event = Ruling.objects.get(uid=uid).event_uid
    note(hall, ("penalty_disc", {"who": "B", "clause": "17.1.d"}))

    with pytest.raises(Conflict, match="next_set_started"):
        event_take_back(match_uid=hall.match.uid, event_uid=event, reason="", by=hall.actor["senior"], at=NOON)
    event_take_back(match_uid=hall.match.uid, event_uid=event, reason="", by=hall.actor["table_referee"], at=NOON)

    assert score(hall) == {"A": 0, "B": 0}


def test_what_follows_from_no_ruling_that_stands_is_taken_back_by_any_official(hall: DisputeHall) -> None:
    tablet, dispute = hall.tablet(), hall.open()
    uid = hall.rule(dispute, by="chief")
    lost = tablet.press("set_lost", who="A", clause="16.1.a", ruling=str(uid))
    note(hall, ("void", {"uid": str(Ruling.objects.get().event_uid), "reason": ""}))

    assert tablet.press("void", uid=lost["uid"], reason="")["result"] == "stored"


def test_nothing_is_opened_or_ruled_once_the_result_is_approved(hall: DisputeHall) -> None:
    dispute = hall.open()
    result_enter(match_uid=hall.match.uid, sets=(4, 2), by=hall.actor["secretary"], at=NOON)
    hall.match.refresh_from_db()
    protocol_approve(match_uid=hall.match.uid, version=hall.match.version, by=hall.actor["chief"], at=NOON)

    for act in (hall.open, lambda: hall.rule(dispute)):
        with pytest.raises(Conflict, match="after_confirm"):
            act()


@pytest.mark.parametrize("sql", ["UPDATE refereeing_ruling SET level = 3", "DELETE FROM refereeing_ruling"])
def test_rulings_only_grow(hall: DisputeHall, sql: str) -> None:
    from django.db import connection

    hall.rule(hall.open())

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


# --- from the tablet -------------------------------------------------------------------------------------------------
def of_tablet(uid: UUID, **changes: Any) -> dict[str, Any]:
    return {"text": "q", "dispute": str(uid), "set": 1, "player": "B", **changes}


def ruled(uid: UUID, ruling: UUID, **changes: Any) -> dict[str, Any]:
    return {"text": "r", "ruling": str(ruling), "dispute": str(uid), "decision": "correct", **changes}


def test_a_tablet_opens_rules_and_notes_what_follows(hall: DisputeHall) -> None:
    tablet, uid, ruling = hall.tablet(), uuid4(), uuid4()

    for kind, payload in (
        ("dispute", of_tablet(uid)), ("ruling", ruled(uid, ruling, decision="set_lost")),
        ("set_lost", {"who": "B", "clause": "16.1.a", "ruling": str(ruling)}),
    ):
        assert tablet.press(kind, **payload)["result"] == "stored"

    assert Dispute.objects.get(uid=uid).state == "ruled"
    given = Ruling.objects.get(uid=ruling)
    assert (given.level, given.account) == (1, hall.account["table_referee"])
    assert score(hall) == {"A": 1, "B": 0}
    assert chain_breaks(hall.competition) == ()


def test_a_tablets_line_sent_again_changes_nothing(hall: DisputeHall) -> None:
    tablet, uid = hall.tablet(), uuid4()
    lines = [tablet.line("dispute", of_tablet(uid)), tablet.line("ruling", ruled(uid, uuid4()))]

    first = [r["result"] for r in tablet.send(*lines).json()["receipts"]]
    again = [r["result"] for r in tablet.send(*lines).json()["receipts"]]

    assert (first, again) == (["stored", "stored"], ["duplicate", "duplicate"])
    assert Ruling.objects.count() == 1


def test_what_a_tablet_may_not_rule_is_kept_and_does_not_count(hall: DisputeHall) -> None:
    tablet, dispute = hall.tablet(), hall.open()
    first = hall.rule(dispute, by="senior")

    answers = [
        tablet.press("ruling", **ruled(dispute.uid, uuid4())),
        tablet.press("ruling", **ruled(dispute.uid, uuid4(), overrules=str(first), reason="no")),
        tablet.press("ruling", **ruled(dispute.uid, first)),
        tablet.press("set_lost", who="A", clause="16.1.a", ruling=str(uuid4())),
    ]

    assert [(a["result"], a["reason"]) for a in answers] == [
        ("quarantined", code) for code in ("ruled_already", "overrule_level", "duplicate_ruling", "ruling_unknown")]
    assert Ruling.objects.count() == 1
    assert score(hall) == {"A": 0, "B": 0}


def test_a_senior_at_the_tablet_overrules(hall: DisputeHall) -> None:
    dispute = hall.open()
    first = hall.rule(dispute)
    tablet = hall.tablet("senior")

    answer = tablet.press("ruling", **ruled(dispute.uid, uuid4(), overrules=str(first), reason="film"))

    assert answer["result"] == "stored"
    assert Ruling.objects.last().level == 2


def test_another_games_uid_is_not_taken(hall: DisputeHall) -> None:
    other = DisputeHall()
    foreign = other.open()
    given = other.rule(foreign)
    tablet, own = hall.tablet(), hall.open()

    answers = [
        tablet.press("dispute", **of_tablet(foreign.uid)), tablet.press("ruling", **ruled(own.uid, given)),
    ]

    assert [a["reason"] for a in answers] == ["uid_reuse", "uid_reuse"]
    assert Dispute.objects.get(uid=foreign.uid).game == other.game


def test_a_players_tablet_opens_but_does_not_rule(hall: DisputeHall) -> None:
    from tests.api.tablet_client import paired_tablet

    tablet, uid = paired_tablet(hall.competition), uuid4()
    tablet.take(hall.competition.tables.get(number=1).uid, force=True)

    assert tablet.press("dispute", **of_tablet(uid))["result"] == "stored"
    assert tablet.press("ruling", **ruled(uid, uuid4()))["reason"] == "official_required"
    dispute = Dispute.objects.get(uid=uid)
    assert (dispute.state, dispute.account, dispute.device.name) == ("open", None, "Tablet 1")


def test_a_dispute_voided_at_the_tablet_is_withdrawn(hall: DisputeHall) -> None:
    tablet, uid = hall.tablet(), uuid4()
    opened = tablet.press("dispute", **of_tablet(uid))

    tablet.press("void", uid=opened["uid"], reason="")

    assert Dispute.objects.get(uid=uid).state == "withdrawn"


def test_a_tablet_takes_back_no_ruling_of_a_higher_official(hall: DisputeHall) -> None:
    tablet, dispute = hall.tablet(), hall.open()
    hall.rule(dispute, by="senior", decision="set_lost", consequences=[LOST])
    lost = GameEvent.objects.get(kind="set_lost").uid
    dispute.refresh_from_db()

    events = (Ruling.objects.get().event_uid, lost, dispute.event_uid)
    answers = [tablet.press("void", uid=str(uid), reason="") for uid in events]

    assert [(a["result"], a["reason"]) for a in answers] == [
        ("quarantined", "overrule_level"), ("quarantined", "overrule_level"), ("quarantined", "ruled_already")]
    assert score(hall) == {"A": 0, "B": 1}


def test_a_players_tablet_adds_nothing_to_a_ruling(hall: DisputeHall) -> None:
    """What names a ruling would be shown as its consequence."""
    from tests.api.tablet_client import paired_tablet

    uid = hall.rule(hall.open(), by="chief")
    tablet = paired_tablet(hall.competition)
    tablet.take(hall.competition.tables.get(number=1).uid, force=True)

    answers = [
        tablet.press("set_won", winner="A", ruling=str(uid)),
        tablet.press("penalty_disc", who="B", clause="17.1.d", ruling=str(uid))]

    assert [a["reason"] for a in answers] == ["official_required", "official_required"]


@pytest.mark.parametrize(("player", "set_number", "seat", "colour"), [
    ("A", 1, "N", "black"), ("B", 1, "S", "red"), ("A", 2, "S", "black"),
])
def test_a_dispute_knows_where_the_striker_sat_and_with_which_discs(player, set_number, seat, colour):
    """22.1: sides and discs are chosen before set 1; sides change with every set."""
    log = [LogEvent("u", "choice", {"first_stroke": "A", "by": "lot", "side_of_a": "N", "discs_of_a": "black"})]
    state = {"sets": [{"number": 1, "side_of_a": "N"}], "next": {"number": 2, "side_of_a": "S"}}
    dispute = Dispute(game=Game(state=state), set_number=set_number, player=player)

    assert seat_and_colour(dispute, log) == {"seat": seat, "colour": colour}
    assert seat_and_colour(Dispute(game=Game(), set_number=1, player="A"), []) == {"seat": "S", "colour": "red"}


def test_nobody_changes_the_own_ruling_after_the_replay_was_shown(hall: DisputeHall) -> None:
    """The official rules first: who has seen the replay rules no second time. A higher one may (7.2.e, 8.1.d)."""
    replay = replay_done(hall)
    event = replay.dispute.rulings.get().event_uid

    with pytest.raises(NotAllowed, match="replay_seen"):
        event_take_back(match_uid=hall.match.uid, event_uid=event, reason="", by=hall.actor["table_referee"], at=NOON)
    event_take_back(match_uid=hall.match.uid, event_uid=event, reason="", by=hall.actor["senior"], at=NOON)

    assert not GameEvent.objects.filter(kind="void").exclude(payload__uid=str(event)).exists()


def test_an_overruling_taken_back_brings_back_what_stood_before(hall: DisputeHall) -> None:
    """7.1.b: the first ruling is in force again, and what followed from it counts again, every time."""
    dispute = hall.open()
    first = hall.rule(dispute, decision="set_lost", consequences=[LOST])
    for level in ("senior", "chief"):
        hall.rule(dispute, by=level, overrules=first, reason="film")
        assert score(hall) == {"A": 0, "B": 0}
        event = Ruling.objects.get(overrules=first, level__gt=1, event_uid=dispute.rulings.last().event_uid).event_uid
        event_take_back(match_uid=hall.match.uid, event_uid=event, reason="", by=hall.actor["chief"], at=NOON)

        assert score(hall) == {"A": 0, "B": 1}

    shown = disputes_of_game(hall.actor["chief"], hall.game, "en")["disputes"][0]["rulings"]
    assert [[one["undone"] for one in ruling["consequences"]] for ruling in shown] == [[False], [], []]


def test_an_overruled_ruling_shows_what_it_had_brought(hall: DisputeHall) -> None:
    dispute = hall.open()
    first = hall.rule(dispute, decision="set_lost", consequences=[LOST])
    hall.rule(dispute, by="senior", overrules=first, reason="film")

    shown = disputes_of_game(hall.actor["chief"], hall.game, "en")["disputes"][0]["rulings"]
    assert [(one["kind"], one["undone"]) for one in shown[0]["consequences"]] == [("set_lost", True)]
