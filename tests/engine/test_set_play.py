"""Whole sets, stroke by stroke, from the start position."""

from __future__ import annotations

from refereeing.engine.facts import Contact, Disc, Event, Pocketed
from refereeing.engine.rules.set_play import Observed, SetPlay, begin, replay, start_position
from tests.engine.strokes import DOUBLES, SINGLES


def pockets(play: SetPlay, *uids: str, pocket: str = "NE", striker: tuple[float, float] = (0, -400)) -> Observed:
    """A stroke that touches the first disc and pockets them all; the others stay."""
    events: tuple[Event, ...] = (Contact("striker", uids[:1]), *(Pocketed(uid, pocket) for uid in uids))
    return Observed(striker, events, {uid: d for uid, d in play.position.items() if uid not in uids})


def touches(play: SetPlay, uid: str, striker: tuple[float, float] = (0, -400)) -> Observed:
    """A stroke that touches a disc and moves nothing."""
    return Observed(striker, (Contact("striker", (uid,)),), dict(play.position))


def test_start_position():
    """Rulebook 1: against the opposite edge, four each side of the middle line."""
    discs = start_position(("S", "N"), SINGLES)

    assert [(d.x, d.y) for d in discs.values() if d.colour == "red"] == [(x, 485) for x in range(-105, 106, 30)]
    assert discs["b1"] == Disc("b1", "black", -105, -485)


def test_start_position_in_doubles():
    discs = start_position(("S", "W", "N", "E"), DOUBLES)

    assert len(discs) == 32
    assert (discs["r1"].y, discs["r9"].y, discs["b1"].x, discs["b9"].x) == (485, -485, 485, -485)


def test_set_won_and_replayed_from_its_strokes():
    """The opener misses, the other one clears in the first series: won (20.3)."""
    start = play = begin("lnf-2008", SINGLES, "S")
    seen = [touches(play, "r1")]
    play, _ = play.take(seen[0])
    assert (play.to_strike, play.state.first_series) == ("N", {"S": "over", "N": "not_started"})
    seen.append(pockets(play, *(f"b{n}" for n in range(1, 8)), striker=(0, 400)))
    play, _ = play.take(seen[1])
    assert (play.to_strike, len(play.pocketed)) == ("N", 7)
    seen.append(pockets(play, "b8", striker=(0, 400)))
    play, verdict = play.take(seen[2])

    assert (play.result, play.to_strike, verdict.set) == ("black", None, "won")
    assert replay(start, seen)[-1] == (play, verdict)
    assert [state.to_strike for state, _ in replay(start, seen[:2])] == ["N", "N"]


def test_both_clear_in_the_first_series():
    """20.4: the set is replayed."""
    play = begin("lnf-2008", SINGLES, "S")
    play, verdict = play.take(pockets(play, *(f"r{n}" for n in range(1, 9))))
    assert (verdict.turn, play.to_strike) == ("stopped", "N")
    play, _ = play.take(pockets(play, *(f"b{n}" for n in range(1, 9)), striker=(0, 400)))

    assert play.result == "replayed"


def test_reply_that_fails_is_the_openers_win():
    play = begin("lnf-2008", SINGLES, "S")
    play, _ = play.take(pockets(play, *(f"r{n}" for n in range(1, 9))))
    play, verdict = play.take(touches(play, "b1", striker=(0, 400)))

    assert (verdict.set, play.result) == ("lost", "red")


def test_debt_is_carried_and_placed():
    """17.4, 17.5: owed with all eight on the table, placed when the turn is lost and one is in the pockets."""
    play = begin("lnf-2008", SINGLES, "S")
    play, _ = play.take(Observed((0, -400), (), dict(play.position)))
    assert play.state.debt == {"S": 1, "N": 0}
    play, _ = play.take(touches(play, "b1", striker=(0, 400)))
    play, _ = play.take(pockets(play, "r4"))
    assert (play.state.debt["S"], play.pocketed) == (1, {"r4": "red"})
    play, _ = play.take(touches(play, "r5"))

    assert (play.state.debt["S"], play.pocketed) == (0, {})
    assert (play.position["r4"].x, play.position["r4"].y) == (-15, 485)
