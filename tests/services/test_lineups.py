"""Line-ups: secret until both are in, changed and refused by the clauses (lnf-2008:22.4, int-2017 teams)."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import pytest

from competitions.common.actors import SPECTATOR
from competitions.common.errors import DomainError, NotAllowed, NotFound
from competitions.models import AuditEntry, Entry, Game, LineUp, Match, Outbox, TeamBoard
from competitions.selectors.actors import actor_of
from competitions.selectors.team_facts import team_facts
from competitions.services.interruptions import competition_interrupt
from competitions.services.lineups import (
    commitment_of,
    lineup_by_link,
    lineup_by_official,
    link_renew,
    link_token,
    round_keep,
)
from refereeing.services.desk import match_call, result_enter
from refereeing.services.discipline import entry_exclude
from tests.factories import make_official
from tests.services.team_hall import TeamHall, rules

pytestmark = pytest.mark.django_db


def uid(hall: TeamHall, name: str) -> UUID:
    return Entry.objects.get(event=hall.boards, person__name=name).uid


def order(hall: TeamHall, words: str) -> list[UUID | None]:
    """ "A1 A2 - A4 A5": players by name, - for an empty place."""
    return [None if word == "-" else uid(hall, word) for word in words.split()]


def hand_in(hall: TeamHall, side: str, number: int, words: str, **by: Any) -> bool:
    return lineup_by_official(
        match_uid=hall.match().uid, side=side, number=number, order=order(hall, words), by=by.get("by", hall.chief),
        at=hall.later())


def words(hall: TeamHall, side: str) -> str:
    entry = hall.match().first if side == "A" else hall.match().second
    return " ".join(f"{entry.team_name}{n}" for n in range(1, 6))


def both(hall: TeamHall, number: int = 1) -> None:
    for side in "AB":
        hand_in(hall, side, number, words(hall, side))


def play(hall: TeamHall, number: int, boards: range = range(1, 6)) -> None:
    for board in TeamBoard.objects.filter(team_match=hall.match(), round=number, home_number__in=boards):
        result_enter(match_uid=board.match.uid, sets=(3, 3), by=hall.chief, at=hall.later())


def refusal(call: Any) -> DomainError:
    before = (LineUp.objects.count(), Match.objects.count(), AuditEntry.objects.count(), Outbox.objects.count())
    with pytest.raises(DomainError) as caught:
        call()
    after = (LineUp.objects.count(), Match.objects.count(), AuditEntry.objects.count(), Outbox.objects.count())
    assert after == before
    return caught.value


def test_the_games_of_a_round_come_when_both_orders_are_in() -> None:
    hall = TeamHall()
    assert hand_in(hall, "A", 1, words(hall, "A")) is False
    assert not Game.objects.exists()
    assert hand_in(hall, "B", 1, words(hall, "B")) is True

    boards = list(TeamBoard.objects.filter(team_match=hall.match()))
    assert [(b.round, b.home_number, b.guest_number) for b in boards] == [(1, n, n) for n in range(1, 6)]
    assert Game.objects.count() == 5
    assert {b.match.first_stroke for b in boards} == {"B"}  # 22.2: the guests begin in round 1
    assert [str(b.match.first) for b in boards] == words(hall, "A").split()
    assert hall.match().status == "running"


def test_home_strikes_first_in_round_2_against_the_next_number() -> None:
    hall = TeamHall()
    both(hall)
    both(hall, 2)
    board = TeamBoard.objects.get(team_match=hall.match(), round=2, home_number=5)

    assert (board.guest_number, board.match.first_stroke) == (1, "A")


def test_nobody_reads_an_order_before_both_are_in() -> None:
    """Neither the chain, nor the outbox, nor the facts of the match; the commitment proves it afterwards."""
    hall = TeamHall()
    hand_in(hall, "A", 1, words(hall, "A"))
    secret = LineUp.objects.get()
    told = b"\n".join(bytes(entry.body) for entry in AuditEntry.objects.filter(kind__startswith="lineup"))
    told += json.dumps(list(Outbox.objects.values_list("ids", flat=True))).encode()

    assert secret.commitment.encode() in told
    assert secret.salt.encode() not in told
    assert not [player for player in secret.order if player.encode() in told]
    assert team_facts(hall.match()).orders == {"A": (), "B": ()}
    # Whoever guesses the order cannot check the guess: the salt is 32 random bytes.
    assert commitment_of("", secret.order) != secret.commitment
    hand_in(hall, "B", 1, words(hall, "B"))
    opened = json.loads(bytes(AuditEntry.objects.get(kind="lineups.opened").body))["facts"]
    assert commitment_of(opened["A"]["salt"], opened["A"]["order"]) == secret.commitment


def test_an_order_may_be_handed_in_anew_until_the_other_is_there() -> None:
    hall = TeamHall(regulations=rules(order="match"))
    first = words(hall, "A").split()
    hand_in(hall, "A", 1, " ".join(first))
    hand_in(hall, "A", 1, " ".join(reversed(first)))
    hand_in(hall, "B", 1, words(hall, "B"))

    assert str(TeamBoard.objects.get(home_number=1).match.first) == first[-1]
    found = refusal(lambda: hand_in(hall, "A", 1, " ".join(first)))
    assert found.code == "lineup_is_open"  # unitedworldwrestling/arena-public #95


def test_the_link_of_a_side_hands_in_for_that_side_alone() -> None:
    hall = TeamHall()
    match = hall.match()
    tokens = {side: link_token(match, side) for side in "AB"}
    lineup_by_link(
        match_uid=match.uid, token=tokens["B"], number=1, order=order(hall, words(hall, "B")), at=hall.later())

    assert LineUp.objects.get().sheet.side == "B"
    assert len(set(tokens.values())) == 2
    theirs = refusal(lambda: lineup_by_link(
        match_uid=match.uid, token=tokens["A"], number=1, order=order(hall, words(hall, "B")), at=hall.later()))
    assert theirs.code == "not_in_team"
    wrong = refusal(lambda: lineup_by_link(
        match_uid=match.uid, token="0" * 36, number=1, order=order(hall, words(hall, "A")), at=hall.later()))
    assert isinstance(wrong, NotFound)


def test_a_new_link_makes_the_old_one_useless() -> None:
    hall = TeamHall()
    old = link_token(hall.match(), "A")
    link_renew(match_uid=hall.match().uid, side="A", by=hall.chief, at=hall.later())

    assert link_token(hall.match(), "A") != old
    assert isinstance(refusal(lambda: lineup_by_link(
        match_uid=hall.match().uid, token=old, number=1, order=order(hall, words(hall, "A")), at=hall.later())),
        NotFound)


def test_spectators_and_table_referees_hand_nothing_in() -> None:
    hall = TeamHall()
    referee = actor_of(make_official(hall.competition, "table_referee"))
    assert isinstance(refusal(lambda: hand_in(hall, "A", 1, words(hall, "A"), by=referee)), NotAllowed)
    assert isinstance(refusal(lambda: hand_in(hall, "A", 1, words(hall, "A"), by=SPECTATOR)), NotFound)


ROUND_1 = [  # why, order (x is the own team), code
    ("a reserve in round 1", "x1 x6 x3 x4 x5", "lineup_reserve_in_round_1"),
    ("regulars out of order", "x2 x1 x3 x4 x5", "lineup_not_in_number_order"),
    ("somebody twice", "x1 x1 x3 x4 x5", "twice_in_round"),
    ("nobody at all", "- - - - -", "no_regulars"),
    ("too short", "x1 x2 x3 x4", "wrong_length"),
]


@pytest.mark.parametrize(("why", "given", "code"), ROUND_1, ids=[why for why, *_ in ROUND_1])
def test_round_1_is_the_regulars_in_number_order(why: str, given: str, code: str) -> None:
    """22.4; alopezlago/MODAQ #297."""
    hall = TeamHall()
    own = hall.match().first.team_name
    found = refusal(lambda: hand_in(hall, "A", 1, given.replace("x", own)))

    assert found.code == code
    assert not code.startswith("lineup_") or found.params["rule"] == "lnf-2008:22.4"


def test_the_clause_of_the_international_rules_is_named_under_them() -> None:
    from dataclasses import replace

    hall = TeamHall(regulations=replace(rules(), ruleset="int-2017"))
    own = hall.match().first.team_name
    found = refusal(lambda: hand_in(hall, "A", 1, f"{own}1 {own}6 {own}3 {own}4 {own}5"))
    assert found.params["rule"] == "int-2017:teams"


LATER = [  # why, the orders of rounds 2, 3, …; code of the last one or nothing
    ("a reserve in round 2", ["x1 x6 x3 x4 x5"], ""),
    ("back at the own number in round 3", ["x1 x6 x3 x4 x5", "x1 x2 x3 x4 x5"], ""),
    ("another reserve at the number", ["x1 x6 x3 x4 x5", "x1 x7 x3 x4 x5"], ""),
    ("a reserve at two numbers", ["x1 x6 x3 x4 x5", "x1 x2 x6 x4 x5"], "lineup_reserve_at_two_numbers"),
    ("the replaced at another number", ["x1 x6 x3 x4 x5", "x1 x6 x2 x4 x5"], "lineup_anothers_number"),
    ("a substitute takes the place of the replaced", ["x1 x3 x4 x5 x6"], "lineup_anothers_number"),
]


@pytest.mark.parametrize(("why", "rounds", "code"), LATER, ids=[why for why, *_ in LATER])
def test_substitutions_by_the_clause(why: str, rounds: list[str], code: str) -> None:
    """22.4. softwaremagico/KendoTournamentManager #672: who played which round stays readable."""
    hall = TeamHall()
    own = hall.match().first.team_name
    both(hall)
    for number, given in enumerate(rounds, 2):
        if code and number == len(rounds) + 1:
            found = refusal(lambda number=number, given=given: hand_in(hall, "A", number, given.replace("x", own)))
            assert (found.code, found.params["rule"]) == (code, "lnf-2008:22.4")
            return
        hand_in(hall, "A", number, given.replace("x", own))
        hand_in(hall, "B", number, words(hall, "B"))
    boards = TeamBoard.objects.filter(team_match=hall.match(), round=len(rounds) + 1).order_by("home_number")
    assert [str(b.match.first) for b in boards] == rounds[-1].replace("x", own).split()


def test_a_change_is_announced_before_the_last_game_of_the_round_starts() -> None:
    """lnf-2008:22.4. Without a change the old order may be handed in at any time."""
    hall = TeamHall()
    own = hall.match().first.team_name
    both(hall)
    play(hall, 1, range(1, 5))
    last = TeamBoard.objects.get(round=1, home_number=5).match
    last.table = hall.competition.tables.first()
    last.save()
    match_call(match_uid=last.uid, by=hall.chief, at=hall.later())
    hand_in(hall, "A", 2, f"{own}1 {own}6 {own}3 {own}4 {own}5")
    result_enter(match_uid=last.uid, sets=(4, 1), by=hall.chief, at=hall.later())
    late = refusal(lambda: hand_in(hall, "B", 2, words(hall, "B").replace("2", "6")))

    assert (late.code, late.params["rule"]) == ("substitution_late", "lnf-2008:22.4")
    assert hand_in(hall, "B", 2, words(hall, "B")) is True


def test_a_change_announced_in_time_stands_when_it_is_too_late_for_another() -> None:
    """lnf-2008:22.4: after the last game neither another change comes nor is this one taken back."""
    hall = TeamHall()
    own = hall.match().first.team_name
    both(hall)
    changed = words(hall, "A").replace(f"{own}2", f"{own}6")
    hand_in(hall, "A", 2, changed)
    play(hall, 1)
    for other in (words(hall, "A"), words(hall, "A").replace(f"{own}3", f"{own}6")):
        assert refusal(lambda other=other: hand_in(hall, "A", 2, other)).code == "substitution_late"
    assert hand_in(hall, "A", 2, changed) is False


def test_whoever_is_excluded_too_late_for_a_change_leaves_a_place_empty() -> None:
    """14, 22.4: nobody comes in any more, and nobody is asked to line up the excluded."""
    hall = TeamHall()
    own = hall.match().first.team_name
    both(hall)
    play(hall, 1)
    gone(hall, f"{own}2")
    late = refusal(lambda: hand_in(hall, "A", 2, words(hall, "A").replace(f"{own}2", f"{own}6")))
    assert late.code == "substitution_late"
    assert hand_in(hall, "A", 2, words(hall, "A").replace(f"{own}2", "-")) is False


def test_who_announces_no_change_keeps_the_order_once_it_is_too_late() -> None:
    hall = TeamHall()
    both(hall)
    assert refusal(lambda: round_keep(
        match_uid=hall.match().uid, number=2, by=hall.chief, at=hall.later())).code == "still_time"
    play(hall, 1)
    assert round_keep(match_uid=hall.match().uid, number=2, by=hall.chief, at=hall.later()) is True
    assert TeamBoard.objects.filter(round=2).count() == 5


def test_no_line_up_opens_games_while_the_competition_stands_still() -> None:
    """lnf-2008:7.2.c."""
    hall = TeamHall()
    hand_in(hall, "A", 1, words(hall, "A"))
    competition_interrupt(competition=hall.competition.uid, reason="fire", by=hall.chief, at=hall.later())
    assert refusal(lambda: hand_in(hall, "B", 1, words(hall, "B"))).code == "interrupted"
    assert hall.match().status == "scheduled"


def test_no_round_is_skipped() -> None:
    hall = TeamHall()
    assert refusal(lambda: hand_in(hall, "A", 2, words(hall, "A"))).code == "other_round"


def test_an_excluded_player_is_not_lined_up() -> None:
    """14: excluded players do not play on."""
    hall = TeamHall()
    own = hall.match().first.team_name
    Entry.objects.filter(event=hall.boards, person__name=f"{own}3").update(state="excluded")
    found = refusal(lambda: hand_in(hall, "A", 1, words(hall, "A")))

    assert (found.code, found.params["name"]) == ("player_out", f"{own}3")
    assert hand_in(hall, "A", 1, f"{own}1 {own}2 - {own}4 {own}5") is False


def gone(hall: TeamHall, name: str) -> None:
    entry_exclude(entry_uid=uid(hall, name), clause="14.1", reason="struck", by=hall.chief, at=hall.later())


def test_whoever_is_excluded_after_the_order_was_handed_in_leaves_an_empty_place() -> None:
    """14, 22.4: no game is made for the excluded; the other side wins it. The record has what was handed in."""
    hall = TeamHall()
    own = hall.match().first.team_name
    hand_in(hall, "A", 1, words(hall, "A"))
    given = LineUp.objects.get().order
    gone(hall, f"{own}3")
    hand_in(hall, "B", 1, words(hall, "B"))
    opened = json.loads(bytes(AuditEntry.objects.get(kind="lineups.opened").body))["facts"]

    boards = TeamBoard.objects.filter(team_match=hall.match(), round=1)
    assert sorted(boards.values_list("home_number", flat=True)) == [1, 2, 4, 5]
    assert (opened["A"]["order"], opened["A"]["out"], "out" in opened["B"]) == (given, [3], False)
    handed_in = AuditEntry.objects.filter(kind="lineup.handed_in").order_by("id").first()
    assert commitment_of(opened["A"]["salt"], given) == json.loads(bytes(handed_in.body))["facts"]["commitment"]
    assert team_facts(hall.match()).orders["A"][0][2] is None


def test_the_old_order_is_kept_without_whoever_is_excluded() -> None:
    hall = TeamHall()
    own = hall.match().first.team_name
    both(hall)
    play(hall, 1)
    gone(hall, f"{own}3")
    round_keep(match_uid=hall.match().uid, number=2, by=hall.chief, at=hall.later())
    boards = TeamBoard.objects.filter(team_match=hall.match(), round=2)
    assert sorted(boards.values_list("home_number", flat=True)) == [1, 2, 4, 5]


def test_no_official_replaces_the_order_of_a_representative() -> None:
    """Only a new link takes it back, which is recorded; a senior referee makes none."""
    hall = TeamHall(regulations=rules(order="match"))
    match, senior = hall.match(), actor_of(make_official(hall.competition, "senior"))
    lineup_by_link(
        match_uid=match.uid, token=link_token(match, "A"), number=1, order=order(hall, words(hall, "A")),
        at=hall.later())
    other = " ".join(reversed(words(hall, "A").split()))
    for by in (senior, hall.chief):
        assert refusal(lambda by=by: hand_in(hall, "A", 1, other, by=by)).code == "lineup_of_representative"
    assert isinstance(
        refusal(lambda: link_renew(match_uid=match.uid, side="A", by=senior, at=hall.later())), NotAllowed)

    link_renew(match_uid=match.uid, side="A", by=hall.chief, at=hall.later())
    told = json.loads(bytes(AuditEntry.objects.get(kind="lineup.link").body))["facts"]
    assert (told, LineUp.objects.count()) == ({"side": "A", "taken_back": [1]}, 0)
    assert hand_in(hall, "A", 1, other) is False


def test_the_order_may_be_left_to_the_match() -> None:
    """Regulations that leave it to the match: numbers are those of round 1, everybody else is a reserve."""
    hall = TeamHall(regulations=rules(order="match"))
    own = hall.match().first.team_name
    hand_in(hall, "A", 1, f"{own}7 {own}3 {own}2 {own}1 {own}5")
    hand_in(hall, "B", 1, words(hall, "B"))
    found = refusal(lambda: hand_in(hall, "A", 2, f"{own}7 {own}2 {own}3 {own}1 {own}5"))

    assert found.code == "lineup_anothers_number"
    assert hand_in(hall, "A", 2, f"{own}7 {own}4 {own}2 {own}1 {own}5") is False


def test_a_number_for_women_is_kept_in_every_round() -> None:
    hall = TeamHall(regulations=rules(size=5))
    event = hall.event
    event.regulations["teams"]["sexes"] = "----F"
    event.save()
    found = refusal(lambda: hand_in(hall, "A", 1, words(hall, "A")))
    assert found.code == "number_for_women"
