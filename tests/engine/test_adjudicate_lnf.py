"""lnf-2008, stroke by stroke: every clause with a case that meets it and one that just does not (rulebook 2 and 7)."""

from __future__ import annotations

import pytest

from tests.engine.strokes import discs, judge, placed

STAND = "r1 200 250, r2 -200 300, b1 200 -150, b2 -250 100"
DARK = "r1 0 -30, r2 -200 -440, b1 200 150, b2 -250 100"
TOUCH = [  # rule, what happens, discs, events, discs elsewhere, player's verdict, all findings
    ("11.4.a", "own light disc first", STAND, "striker>r1 r1@NE", "", "correct", {"11.4.a"}),
    ("11.4.a", "off a side edge", STAND, "striker|E striker>r1 r1@NE", "", "correct", {"11.4.a"}),
    ("11.4.a", "off the own edge", STAND, "striker|S striker>r1 r1@NE", "", "correct", {"11.4.a"}),
    ("18.1.a", "nothing pocketed", STAND, "striker>r1", "", "correct", {"11.4.a", "18.1.a"}),
    ("13.3.a", "own dark disc off the opposite edge", DARK, "striker|N striker>r2 r2@SW", "", "correct",
     {"13.2", "13.3.a"}),
    ("13.3.a", "in the circle off the opposite edge", DARK, "striker|E striker|N striker>r1 r1@SW", "", "correct",
     {"13.2", "13.3.a"}),
    ("13.3.e", "in the circle off a side edge", DARK, "striker|W striker>r1 r1@SW", "", "correct",
     {"11.4.c", "13.3.e"}),
    ("17.1.h", "in the zone off a side edge", DARK, "striker|W striker>r2", "", "penalised",
     {"17.1.h", "18.1.a", "18.1.d"}),
    ("17.1.h", "in the circle off the own edge", DARK, "striker|S striker>r1", "", "penalised",
     {"17.1.h", "18.1.a", "18.1.d"}),
    ("17.1.h", "in the circle directly", DARK, "striker>r1", "", "penalised", {"17.1.h", "18.1.a", "18.1.d"}),
    ("17.1.h", "one in the circle and one in the zone off a side edge", "r1 0 -30, r2 0 -380, b1 200 150",
     "striker|W striker>r1,r2", "", "penalised", {"17.1.h", "18.1.a", "18.1.d"}),
    ("11.4.b", "opponent's first off the opposite edge, no own light disc", DARK, "striker|N striker>b1", "", "correct",
     {"11.4.b", "18.1.a"}),
    ("17.1.c", "with a light disc standing", STAND, "striker|N striker>b1", "", "penalised",
     {"17.1.c", "18.1.a", "18.1.d"}),
    ("17.1.c", "off a side edge with a light disc standing", STAND, "striker|W striker>b1", "", "penalised",
     {"17.1.c", "18.1.a", "18.1.d"}),
    ("17.1.i", "off a side edge, no own light disc", DARK, "striker|W striker>b1", "", "penalised",
     {"17.1.i", "18.1.a", "18.1.d"}),
    ("17.1.i", "the own edge counts as a side edge", DARK, "striker|S striker>b1", "", "penalised",
     {"17.1.i", "18.1.a", "18.1.d"}),
    ("17.1.b", "opponent's first directly", STAND, "striker>b1", "", "penalised", {"17.1.b", "18.1.a", "18.1.d"}),
    ("17.1.b", "both together", STAND, "striker>r1,b1", "", "penalised", {"17.1.b", "18.1.a", "18.1.d"}),
    ("17.1.b", "own dark and opponent's together", DARK, "striker>b1,r1", "", "penalised",
     {"17.1.b", "17.1.h", "18.1.a", "18.1.d"}),
    ("17.1.c", "both together off an edge", STAND, "striker|N striker>r1,b1", "", "penalised",
     {"17.1.c", "18.1.a", "18.1.d"}),
    ("11.4.b", "dark and opponent's together off the opposite edge", DARK, "striker|N striker>r1,b1", "", "correct",
     {"11.4.b", "18.1.a"}),
    ("17.1.h", "light and dark together", STAND + ", r3 0 0", "striker>r1,r3", "", "penalised",
     {"17.1.h", "18.1.a", "18.1.d"}),
    ("13.3.e", "light and dark together off a side edge", STAND + ", r3 0 0", "striker|E striker>r1,r3", "", "correct",
     {"11.4.a", "11.4.c", "13.3.e", "18.1.a"}),
    ("17.1.a", "nothing, a light disc standing", STAND, "", "", "penalised", {"17.1.a", "18.1.a", "18.1.d"}),
    ("17.1.a", "nothing off the opposite edge, a light disc standing", STAND, "striker|N", "", "penalised",
     {"17.1.a", "18.1.a", "18.1.d"}),
    ("13.4", "nothing off the opposite edge", DARK, "striker|N", "", "correct", {"13.4", "18.1.a"}),
    ("17.1.i", "nothing off a side edge", DARK, "striker|E", "", "penalised", {"17.1.i", "18.1.a", "18.1.d"}),
    ("17.1.i", "nothing off the own edge", DARK, "striker|S", "", "penalised", {"17.1.i", "18.1.a", "18.1.d"}),
    ("17.1.f", "nothing at all", DARK, "", "", "penalised", {"17.1.f", "18.1.a", "18.1.d"}),
    ("17.1.d", "striker pocketed", STAND, "striker>r1 r1@NE striker@NE", "", "correct", {"11.4.a", "17.1.d", "18.1.d"}),
    ("17.1.e", "striker off", STAND, "striker>r1 r1@NE striker^N", "", "correct", {"11.4.a", "17.1.e", "18.1.d"}),
    ("17.2", "two faults", STAND, "striker>b1 striker@NE", "", "penalised", {"17.1.b", "17.1.d", "18.1.a", "18.1.d"}),
    ("18.1.b", "own and opponent's pocketed", STAND, "striker>r1 b1@SE r1@NE", "", "correct", {"11.4.a", "18.1.b"}),
    ("18.1.b", "opponent's alone", STAND, "striker>r1 b1@SE", "", "correct", {"11.4.a", "18.1.a"}),
    ("18.1.c", "a disc off the table", STAND, "striker>r1 r1@NE b1^E", "", "correct", {"11.4.a", "18.1.c"}),
    ("18.1.e", "back over the line", STAND, "striker>r1 r1@NE recrossed", "", "correct", {"11.4.a", "18.1.e"}),
    ("18.1.e", "with a dark disc nothing", STAND + ", r3 -300 -450", "striker>r1 r1@NE recrossed", "", "correct",
     {"11.4.a"}),
    ("17.1.h", "an own dark disc later in a penalised stroke", STAND + ", r3 0 0", "striker>b1 striker>r3", "r3 9 9",
     "penalised", {"17.1.b", "17.1.h", "18.1.a", "18.1.d"}),
    ("13.3.b", "an own dark disc later in a correct stroke", STAND + ", r3 0 0", "striker>r1 striker>r3 r3@NE", "",
     "correct", {"11.4.a"}),
    ("17.1.p", "a penalised stroke sends opponent's discs off", STAND, "striker>b1 b1^E b2^W", "", "penalised",
     {"17.1.b", "17.1.p", "18.1.a", "18.1.c", "18.1.d"}),
    ("17.1.p", "a correct one does not", STAND, "striker>r1 b1^E", "", "correct", {"11.4.a", "18.1.a", "18.1.c"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "case", "before", "events", "after", "stroke", "rules"), TOUCH, ids=[f"{r} {c}" for r, c, *_ in TOUCH]
)
def test_stroke(rule, case, before, events, after, stroke, rules):
    result = judge(before, events, after)

    assert (result["stroke"], result["rules"]) == (stroke, rules)
    assert result["penalty"] == bool(rules & {f"17.1.{x}" for x in "abcdefghi"})
    is_over = bool(rules & {f"18.1.{x}" for x in "abcde"})
    assert (result["turn"], result["next"]) == (("lost", "N") if is_over else ("continues", "S"))


EDGES = [  # rulebook 1: y of a disc of S or distance from the centre, whether it is dark (struck directly: penalised)
    ("r1 150 -374.5", True), ("r1 150 -374.4", False), ("r1 485 -374.5", True), ("r1 485 -374.4", False),
    ("r1 120.5 0", True), ("r1 120.6 0", False), ("r1 0 -120.5", True), ("r1 -85.2 -85.2", True),
    ("r1 -85.3 -85.3", False), ("r1 374.5 100", False), ("r1 0 374.5", False), ("r1 150 -485", True),
]  # fmt: skip


@pytest.mark.parametrize(("disc", "is_dark"), EDGES)
def test_line_in_the_hole_by_a_tenth(disc, is_dark):
    result = judge(f"{disc}, r2 -200 300, b1 250 100", "striker>r1", striker=(-200, -420))

    assert result["stroke"] == ("penalised" if is_dark else "correct")


PLACEMENT = [  # 12.3: the striker's hole between the lines
    ((0, -375.5), True), ((0, -375.4), False), ((364.5, -400), True), ((364.6, -400), False), ((-364.5, -400), True),
    ((-364.6, -400), False), ((0, -477.5), True),
]  # fmt: skip


@pytest.mark.parametrize(("striker", "is_right"), PLACEMENT)
def test_striker_placed_outside_its_zone_is_a_warning(striker, is_right):
    result = judge(STAND, "striker>r1 r1@NE", striker=striker)

    assert (result["stroke"], result["turn"], "19.1.a" in result["rules"]) == ("correct", "continues", not is_right)


GIVE_BACK = [  # rulebook 2 'gives back', number, what happens, before, events, after, restored
    (1, "an opponent's disc off the table", STAND, "striker>b1 b1^E", "", {"b1"}),
    (1, "not one that was pocketed", STAND, "striker>b1 b1@SE", "", set()),
    (2, "light to dark zone", STAND, "striker>b1", "b1 200 374.5", {"b1"}),
    (2, "not quite dark", STAND, "striker>b1", "b1 200 374.4", set()),
    (2, "light to circle", STAND, "striker>b1", "b1 120.5 0", {"b1"}),
    (2, "not quite in the circle", STAND, "striker>b1", "b1 120.6 0", set()),
    (2, "into the player's own zone is light for the owner", STAND, "striker>b1", "b1 200 -440", set()),
    (2, "not after a correct stroke", STAND, "striker>r1", "b1 200 440", set()),
    (3, "dark stays dark", "r1 200 250, b1 0 -100, b2 100 440", "striker>b1", "b1 300 440, b2 0 440", set()),
    (3, "dark out into the light", "r1 200 250, b1 0 -100", "striker>b1", "b1 0 250", set()),
    (4, "own dark disc touched, still dark", "r1 0 0, r2 200 200, b1 99 -200", "striker>r1", "r1 50 50", {"r1"}),
    (4, "own dark disc touched and pocketed", "r1 0 0, r2 200 200, b1 99 -200", "striker>r1 r1@NE", "", {"r1"}),
    (4, "own dark disc touched and off", "r1 0 0, r2 200 200, b1 99 -200", "striker>r1 r1^N", "", {"r1"}),
    (4, "not moved: nothing to put back", "r1 0 0, r2 200 200, b1 99 -200", "striker>r1", "r1 0.3 0.4", set()),
    (4, "own light disc touched later stays", STAND, "striker>b1 striker>r1", "r1 230 300", set()),
    (5, "one own dark disc knocked out by another disc", "r1 0 0, b1 0 -200", "striker>b1 b1>r1", "r1 0 250", {"r1"}),
    (5, "knocked into a pocket", "r1 0 0, r2 200 200, b1 0 -200", "striker>b1 b1>r1 r1@NE", "", {"r1"}),
    (5, "knocked from the circle to the zone is not out", "r1 0 0, b1 0 -200", "striker>b1 b1>r1", "r1 0 -380",
     set()),
    (6, "nothing else", STAND, "striker>b1 b1>r2", "b1 210 -160, r2 -250 300", set()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "case", "before", "events", "after", "restored"), GIVE_BACK, ids=[f"{n} {c}" for n, c, *_ in GIVE_BACK]
)
def test_penalised_stroke_gives_back(number, case, before, events, after, restored):
    result = judge(before, events, after)

    assert set(result["restored"]) == restored
    assert result["set"] == "open"
    places = {disc["id"]: (disc["x"], disc["y"]) for disc in discs(before)}
    assert all(placed(result, uid) == places[uid] for uid in restored)


LOSSES = [  # rule, what happens, before, events, after, lost
    ("16.1.a", "two own dark discs out", "r1 -16 0, r2 16 0, b1 0 -200", "striker>b1 b1>r1,r2",
     "r1 -120 250, r2 120 250", True),
    ("16.1.a", "one out, one still dark", "r1 -16 0, r2 16 0, b1 0 -200", "striker>b1 b1>r1,r2",
     "r1 -120 250, r2 80 80", False),
    ("16.1.a", "one out, one pocketed", "r1 -16 0, r2 16 0, r3 200 200, b1 0 -200", "striker>b1 b1>r1,r2 r2@NE",
     "r1 -120 250", True),
    ("16.1.a", "not by a correct stroke", "r1 -16 0, r2 16 0, r3 200 200, b1 0 -200", "striker>r3 r3>r1 r1>r2",
     "r1 -120 250, r2 120 250", False),
    ("16.1.a", "what hands moved does not count", "r1 -16 0, r2 16 0, b1 0 -200",
     "striker>b1; b1>r1,r2; !disc_touched discs=r2", "r1 -120 250, r2 120 250", False),
    ("16.1.d", "own dark disc first, two others moved", "r1 0 0, r2 200 200, b1 50 50, b2 100 100",
     "striker>r1", "r1 20 20, b1 60 60, b2 101 101", True),
    ("16.1.d", "moved by half a millimetre is not moved", "r1 0 0, r2 200 200, b1 50 50, b2 100 100",
     "striker>r1", "r1 20 20, b1 60 60, b2 100.5 100", False),
    ("16.1.d", "by a tenth more it is", "r1 0 0, r2 200 200, b1 50 50, b2 100 100",
     "striker>r1", "r1 20 20, b1 60 60, b2 100.6 100", True),
    ("16.1.d", "an opponent's disc of the own zone first", "r1 200 200, r2 250 200, b1 0 -380, b2 100 100",
     "striker>b1", "b1 20 -300, r1 200 230, b2 120 120", True),
    ("16.1.d", "its line shows: no", "r1 200 200, r2 250 200, b1 0 -374.4, b2 100 100",
     "striker>b1", "b1 20 -300, r1 200 230, b2 120 120", False),
    ("16.1.d", "an opponent's disc in the circle: no", "r1 200 200, r2 250 200, b1 0 -100, b2 100 100",
     "striker>b1", "b1 20 -200, r1 200 230, b2 120 120", False),
    ("16.1.d", "the opposite edge made it correct", "r1 0 -30, r2 -200 -440, b1 50 50, b2 110 110",
     "striker|N striker>r2", "r2 -200 -400, b1 60 60, b2 150 150", False),
    ("16.1.d", "the opposite edge did not make it correct: a light disc stands", "r1 200 200, b1 0 -380, b2 100 100",
     "striker|N striker>b1", "b1 20 -300, r1 200 230, b2 120 120", True),
    ("16.1.d", "a disc touched at the same instant is no other", "r1 -16 -100, r2 16 -100, b1 50 50",
     "striker>r1,r2", "r1 -30 -90, r2 30 -90, b1 60 60", False),
    ("16.1.d", "a pocketed disc is a moved one", "r1 0 0, r2 200 200, b1 50 50, b2 100 100",
     "striker>r1 b2@NE", "r1 20 20, b1 60 60", True),
    ("16.1.d", "what hands moved does not count", "r1 0 0, r2 200 200, b1 50 50, b2 100 100",
     "striker>r1; !disc_touched discs=b2", "r1 20 20, b1 60 60, b2 150 150", False),
    ("16.1.d", "the wrong end of the cue after a correct edge: no", "r1 0 -30, r2 -200 -440, b1 50 50, b2 110 110",
     "striker|N; striker>r2; !wrong_cue_end", "r2 -200 -400, b1 60 60, b2 150 150", False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "case", "before", "events", "after", "lost"), LOSSES, ids=[f"{r} {c}" for r, c, *_ in LOSSES]
)
def test_stroke_loses_the_set(rule, case, before, events, after, lost):
    striker = (0, -430) if "-380" in before or "-374" in before else (0, -420)
    result = judge(before, events, after, striker=striker)

    assert (result["set"], rule in result["rules"]) == (("lost", True) if lost else ("open", False))
    if lost:
        assert (result["next"], result["restored"], result["turn"]) == (None, [], "lost")
        assert result["penalty"] is (result["stroke"] == "penalised")


def test_two_dark_discs_out_are_not_put_back():
    """Exactly one goes back (13.8): of two that are out, a pocketed one stays pocketed."""
    found = judge("r1 -16 0, r2 16 0, r3 200 200, b1 0 -200", "striker>b1 b1>r1,r2 r2@NE", "r1 -120 250")

    assert "18.1.a" not in found["rules"]


def test_lost_set_leaves_the_table_as_it_is():
    """Rulebook 7: nothing restored, nothing placed."""
    result = judge("r1 -16 0, r2 16 0, b1 0 -200", "striker>b1 b1>r1,r2", "r1 -120 250, r2 120 250, b1 0 440")

    assert [(d["id"], d["x"], d["y"]) for d in result["position"]] == [
        ("r1", -120, 250), ("r2", 120, 250), ("b1", 0, 440),
    ]  # fmt: skip
    assert result["debt"] == {"S": 0, "N": 0}


ACTS = [  # rule, what happens, events, after, turn, penalty, set, findings that must be there, waiting for N
    ("17.1.j", "double hit", "striker>r1; r1@NE; !double_hit", "", "lost", True, "open", {"11.4.a", "17.1.j"}, 0),
    ("17.1.k", "touched on placement", "!touched_on_placement", "", "lost", True, "open", {"17.1.k", "18.1.d"}, 0),
    ("17.1.k", "by the other side", "!touched_on_placement by=N", "", "continues", False, "open", {"17.1.o"}, 1),
    ("16.1.e", "two displaced by the striker", "!touched_on_placement discs=r1,b1", "r1 210 250, b1 200 -160", "lost",
     True, "lost", {"16.1.e", "17.1.k"}, 0),
    ("17.1.k", "two displaced by the striker, then a stroke", "!touched_on_placement discs=r1,b1; striker>r2; r2@NW",
     "r1 210 250, b1 200 -160", "lost", True, "open", {"17.1.k"}, 0),
    ("17.1.l", "striker taken early", "striker>r1; r1@NE; !striker_taken_early", "", "lost", True, "open",
     {"17.1.l"}, 0),
    ("17.1.m", "moving striker touched", "striker>r1; r1@NE; !moving_striker_touched", "", "lost", True, "open",
     {"17.1.m"}, 0),
    ("17.1.o", "moving striker touched by the other side", "striker>r1; r1@NE; !moving_striker_touched by=N", "",
     "continues", False, "open", {"11.4.a", "17.1.o"}, 1),
    ("16.1.k", "moving disc touched", "striker>r1; !moving_disc_touched", "", "lost", False, "lost", {"16.1.k"}, 0),
    ("16.1.k", "by the other side", "striker>r1; r1@NE; !moving_disc_touched by=N", "", "continues", False, "won",
     {"16.1.k"}, 0),
    ("17.1.n", "a disc touched", "!disc_touched", "", "lost", True, "open", {"17.1.n"}, 0),
    ("17.1.n", "a disc displaced", "!disc_touched discs=r1", "r1 210 250", "lost", True, "open", {"17.1.n"}, 0),
    ("17.1.n", "two displaced by the cue during a stroke", "striker>r2; r2@NW; !disc_touched discs=r1,b1",
     "r1 210 250, b1 200 -160", "lost", True, "open", {"17.1.n"}, 0),
    ("16.1.e", "two displaced without a stroke", "!disc_touched discs=r1,b1", "r1 210 250, b1 200 -160", "lost", False,
     "lost", {"16.1.e"}, 0),
    ("16.1.e", "two displaced by the other side at any time", "striker>r2; r2@NW; !disc_touched discs=r1,b1 by=N",
     "r1 210 250, b1 200 -160", "continues", False, "won", {"16.1.e"}, 0),
    ("17.1.o", "one displaced by the other side", "!disc_touched discs=r1 by=N", "r1 210 250", "continues", False,
     "open", {"17.1.o"}, 1),
    ("16.1.b", "table shaken", "!table_shaken discs=r1", "r1 201 250", "lost", False, "lost", {"16.1.b"}, 0),
    ("16.1.b", "nothing moved", "!table_shaken", "", "continues", False, "open", set(), 0),
    ("16.1.b", "shaken by the other side", "!table_shaken discs=r1 by=N", "r1 201 250", "continues", False, "won",
     {"16.1.b"}, 0),
    ("17.1.g", "refused", "!refused", "", "lost", True, "open", {"17.1.g", "18.1.d"}, 0),
    ("18.1.g", "slow once", "!slow_play times=1", "", "lost", False, "open", {"18.1.g"}, 0),
    ("17.1.r", "slow again", "!slow_play times=2", "", "lost", True, "open", {"17.1.r", "18.1.g"}, 0),
    ("19.3", "slow play of the other side", "!slow_play times=2 by=N", "", "continues", False, "open", set(), 0),
    ("16.1.c", "wilful breach", "!wilful_breach", "", "lost", False, "lost", {"16.1.c"}, 0),
    ("16.1.c", "stroke after stop", "striker>r1; r1@NE; !after_stop", "", "lost", False, "lost", {"16.1.c"}, 0),
    ("16.1.g", "out of turn", "striker>r1; r1@NE; !out_of_turn noticed=at_once", "", "lost", False, "lost",
     {"16.1.g"}, 0),
    ("16.1.g", "noticed too late", "striker>r1; r1@NE; !out_of_turn noticed=after_next_stroke", "", "continues", False,
     "open", {"11.4.a"}, 0),
    ("16.1.g", "by the other side", "!out_of_turn by=N noticed=at_once", "", "continues", False, "won", {"16.1.g"}, 0),
    ("17.1.q", "striker broken, pocketed", "striker>r1; r1@NE; !striker_broken larger_part=pocket", "", "lost", True,
     "open", {"17.1.q"}, 0),
    ("17.1.q", "striker broken, off", "striker>r1; r1@NE; !striker_broken larger_part=off_table", "", "lost", True,
     "open", {"17.1.q"}, 0),
    ("17.1.q", "striker broken, on the table", "striker>r1; r1@NE; !striker_broken larger_part=table", "", "continues",
     False, "open", {"11.4.a"}, 0),
    ("16.1.i", "equipment changed", "!equipment_changed", "", "lost", False, "lost", {"16.1.i"}, 0),
    ("18.1.f", "playing area left", "!left_playing_area", "", "lost", False, "open", {"18.1.f"}, 0),
    ("18.1.f", "by the other side", "!left_playing_area by=N", "", "continues", False, "open", set(), 0),
    ("18.1.h", "placed early", "!placed_early", "", "lost", False, "open", {"18.1.h"}, 0),
    ("16.1.j", "away too long", "!away_between_sets seconds=180.1", "", "lost", False, "lost", {"16.1.j"}, 0),
    ("16.1.j", "away three minutes", "!away_between_sets seconds=180", "", "continues", False, "open", set(), 0),
    ("16.1.f", "disc picked up with the own turn", "!disc_picked_up", "", "lost", False, "lost", {"16.1.f"}, 0),
    ("16.1.f", "disc picked up by the other side", "!disc_picked_up by=N", "", "continues", False, "won",
     {"16.1.f"}, 0),
    ("16.1.f", "hand in a pocket", "!hand_in_pocket by=N", "", "continues", False, "won", {"16.1.f"}, 0),
    ("16.1.f", "hand in a pocket with the own turn", "!hand_in_pocket", "", "continues", False, "open", set(), 0),
    ("17.1.s", "butt of the cue", "striker>r1; r1@NE; !wrong_cue_end", "", "lost", True, "open",
     {"17.1.s", "18.1.d"}, 0),
    ("17.1.s", "by the other side", "!wrong_cue_end by=N", "", "continues", False, "open", {"17.1.o"}, 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "case", "events", "after", "turn", "penalty", "result", "rules", "waiting"), ACTS,
    ids=[f"{r} {c}" for r, c, *_ in ACTS],
)  # fmt: skip
def test_act(rule, case, events, after, turn, penalty, result, rules, waiting):
    found = judge(STAND, events, after)

    assert (found["turn"], found["penalty"], found["set"]) == (turn, penalty, result)
    assert rules <= found["rules"]
    assert found["state"]["pending"] == {"S": 0, "N": waiting}
    assert found["next"] == (None if result != "open" else "N" if turn == "lost" else "S")
    assert (found["path"] == "direct") == ("striker>" in events)


def test_wrong_cue_end_penalises_the_stroke_itself():
    """Rulebook 7: section 2's restoring applies, and a correct-stroke clause does not stand beside it."""
    found = judge("r1 200 250, r2 0 0, b1 200 -150", "striker>r1; striker>r2; !wrong_cue_end", "r2 50 50, b1 200 440")

    assert (found["stroke"], found["rules"]) == ("penalised", {"17.1.s", "17.1.h", "18.1.a", "18.1.d"})
    assert set(found["restored"]) == {"r2", "b1"}


def test_displaced_disc_goes_back_and_costs_a_disc():
    found = judge(STAND, "!disc_touched discs=r1", "r1 210 250", pocketed=[{"id": "r7", "colour": "red"}])

    assert found["restored"] == ["r1"]
    assert placed(found, "r1") == (200, 250)
    assert placed(found, "r7") == (0, 485)


def test_pocketed_by_hand_comes_back():
    """12.13, 17.1.n: what a hand knocks into a pocket was not pocketed."""
    found = judge(STAND, "striker>r2; !disc_touched discs=r1; r1@NE", "")

    assert found["restored"] == ["r1"]
    assert "18.1.a" in found["rules"]


def test_last_disc_of_the_player_moved_by_the_other_side():
    """16.1.f: the last disc on the table, while the opponent has the turn."""
    found = judge("r1 200 250, b1 0 -150, b2 100 100", "!disc_touched discs=r1 by=N", "r1 210 250")

    assert (found["set"], found["rules"]) == ("won", {"16.1.f"})
    other = judge("r1 200 250, b1 0 -150, b2 100 100", "!disc_touched discs=b1 by=N", "b1 10 -150")
    assert (other["set"], other["rules"]) == ("open", {"17.1.o"})


def test_table_shaken_before_the_set_is_put_back():
    """12.24, rulebook 7: both series have not started."""
    new = {"first_series": {"S": "not_started", "N": "not_started"}}
    found = judge(STAND, "!table_shaken discs=r1", "r1 201 250", state=new)

    assert (found["set"], found["turn"], found["restored"], found["rules"]) == ("open", "continues", ["r1"], {"12.24"})
    begun = {"first_series": {"S": "not_started", "N": "over"}}
    assert judge(STAND, "!table_shaken discs=r1", "r1 201 250", state=begun)["set"] == "lost"
    struck = judge(STAND, "striker>r2; !table_shaken discs=r1", "r1 201 250", state=new)
    assert struck["set"] == "lost"


def test_incidents_that_need_a_stroke_make_one():
    """Contract: incidents alone are no stroke, but for those that need one."""
    assert judge(STAND, "!double_hit")["stroke"] == "penalised"
    assert judge(STAND, "!double_hit by=N")["stroke"] == "none"
    assert judge(STAND, "!double_hit", striker=None)["stroke"] == "none"
    assert judge(STAND, "!wrong_cue_end", striker=None)["rules"] == {"17.1.s", "18.1.d"}


def test_what_discs_do_is_not_what_the_striker_does():
    """A disc at an edge or on another disc is neither a cushion nor a touch of the striker."""
    found = judge(STAND, "r2|N r2>b2 striker>r1 r1@NE")

    assert (found["path"], found["first"], found["rules"]) == ("direct", ["r1"], {"11.4.a"})


def test_two_losers_the_player_is_named():
    found = judge(STAND, "!disc_picked_up; !disc_picked_up by=N")

    assert found["set"] == "lost"


def test_text_in_five_languages():
    texts = {language: judge(STAND, "striker>b1", language=language)["findings"][0]["text"]
             for language in ("en", "lv", "et", "ru", "de")}  # fmt: skip

    assert len(set(texts.values())) == 5
    assert texts["lv"].startswith("Tiešs sitiens")


@pytest.mark.parametrize(("before", "events"), [
    (STAND, "striker>r1"), (DARK, "striker|N; striker>b1"), (DARK, "striker|W; striker>r1"),
    (DARK, "striker|N; striker>r2"), (DARK, "striker|N"),
])
def test_butt_of_the_cue_leaves_no_clause_of_a_correct_stroke(before, events):
    """17.1.s, rulebook 7: the stroke is penalised, so that an own dark disc goes back (17.1.h); 11.4, 13.2, 13.3 and
    13.4 say that it is correct."""
    found = judge(before, f"{events}; !wrong_cue_end")

    assert found["stroke"] == "penalised"
    assert found["rules"] - {"17.1.h"} == {"17.1.s", "18.1.a", "18.1.d"}


def test_butt_of_the_others_cue_leaves_the_stroke_as_it_is():
    found = judge(STAND, "striker>r1; r1@NE; !wrong_cue_end by=N")

    assert (found["stroke"], found["rules"]) == ("correct", {"11.4.a", "17.1.o"})


def test_own_last_disc_touched_by_hand_is_no_loss():
    """16.1.f speaks of the opponent's disc while the opponent has the turn; this is 17.1.n."""
    found = judge("r1 200 250, b1 0 -150", "!disc_touched discs=r1", striker=None)

    assert (found["set"], found["rules"]) == ("open", {"17.1.n", "18.1.d"})


@pytest.mark.parametrize(("ruleset", "events"), [
    ("lnf-2008", "r1@NE b1@SE"), ("lnf-2008", "b1^E"), ("aus-1992", "b1@SE"), ("aus-1992", "b1^E"),
])
def test_what_falls_without_a_stroke_costs_no_turn(ruleset, events):
    """18.1 and aus-1992:1.18 speak of strokes."""
    found = judge(STAND, events, striker=None, ruleset=ruleset)

    assert (found["stroke"], found["turn"], found["rules"]) == ("none", "continues", set())


def test_disc_driven_home_is_a_finding_of_doubles_alone():
    """17.1.t stands among the rules of doubles; in singles the disc goes back."""
    assert judge(STAND, "striker>b1", "b1 200 440")["rules"] == {"17.1.b", "18.1.a", "18.1.d"}
