"""Where discs are put: the circle, the penalty place, the nearest free place (12.14, 17.3; rulebook 2 and 7)."""

from __future__ import annotations

import math

import pytest

from refereeing.engine.facts import Disc
from refereeing.engine.rules.stroke_json import adjudicate_json
from refereeing.engine.table import Table, circle_places, edge_gaps, edge_point, in_circle
from tests.engine.strokes import judge, placed, stroke

STAND = "r1 200 250, r2 -200 300, b1 200 -150"
D = 110 * math.sqrt(0.5)


def table(*places: tuple[float, float]) -> Table:
    return Table({f"d{i}": Disc(f"d{i}", "red", x, y) for i, (x, y) in enumerate(places)})


ORDER = [  # 12.14: side, the places in their order
    ("N", [(0, 0), (0, 110), (110, 0), (0, -110), (-110, 0), (0, 55), (55, 0), (0, -55), (-55, 0)]),
    ("E", [(0, 0), (110, 0), (0, -110), (-110, 0), (0, 110), (55, 0), (0, -55), (-55, 0), (0, 55)]),
    ("S", [(0, 0), (0, -110), (-110, 0), (0, 110), (110, 0), (0, -55), (-55, 0), (0, 55), (55, 0)]),
    ("W", [(0, 0), (-110, 0), (0, 110), (110, 0), (0, -110), (-55, 0), (0, 55), (55, 0), (0, -55)]),
    ("NE", [(0, 0), (D, D), (110, 0), (0, -110), (-110, 0), (0, 110), (55, 0), (0, -55), (-55, 0), (0, 55)]),
    ("SE", [(0, 0), (D, -D), (0, -110), (-110, 0), (0, 110), (110, 0), (0, -55), (-55, 0), (0, 55), (55, 0)]),
    ("SW", [(0, 0), (-D, -D), (-110, 0), (0, 110), (110, 0), (0, -110), (-55, 0), (0, 55), (55, 0), (0, -55)]),
    ("NW", [(0, 0), (-D, D), (0, 110), (110, 0), (0, -110), (-110, 0), (0, 55), (55, 0), (0, -55), (-55, 0)]),
]


@pytest.mark.parametrize(("edge", "places"), ORDER, ids=[edge for edge, _ in ORDER])
def test_circle_places(edge, places):
    assert circle_places(edge) == [pytest.approx(place) for place in places]


def test_australian_last_place_is_beside_the_centre():
    """aus-1992:1.20."""
    assert circle_places("E", 30)[-2:] == [(0, 110), (30, 0)]
    assert circle_places("NE", 30)[-1] == pytest.approx((30 * math.sqrt(0.5), 30 * math.sqrt(0.5)))


CROSS = "b5 0 110, b6 110 0, b7 0 -110, b8 -110 0"
OFF = [  # what happens, rule set, discs besides, events, disc, place
    ("the centre", "lnf-2008", "", "striker>r1 r1^N", "r1", (0, 0)),
    ("a tenth of a millimetre too near", "lnf-2008", "b2 29.9 0", "striker>r1 r1^N", "r1", (0, 110)),
    ("touching is free", "lnf-2008", "b2 30 0", "striker>r1 r1^N", "r1", (0, 0)),
    ("the side it flew over", "lnf-2008", "b2 0 0", "striker>r1 r1^W", "r1", (-110, 0)),
    ("clockwise from there", "lnf-2008", "b2 0 0, b3 -110 0", "striker>r1 r1^W", "r1", (0, 110)),
    ("half way where all five are taken", "lnf-2008", f"b2 0 0, {CROSS}", "striker>r1 r1^S", "r1", (0, -55)),
    ("half way clockwise", "lnf-2008", f"b2 0 0, b3 0 -55, {CROSS}", "striker>r1 r1^S", "r1", (-55, 0)),
    ("the diagonal of a corner", "lnf-2008", "b2 0 0", "striker>r1 r1^SW", "r1", (-D, -D)),
    ("clockwise from the corner", "lnf-2008", "b2 0 0, b3 -77.8 -77.8", "striker>r1 r1^SW", "r1", (-110, 0)),
    ("the opponent's disc of a correct stroke", "lnf-2008", "", "striker>r1 b1^N", "b1", (0, 0)),
    ("the one touched first takes the centre", "lnf-2008", "", "striker>r1 striker>r2 r2^N r1^E", "r1", (0, 0)),
    ("the other goes on", "lnf-2008", "", "striker>r1 striker>r2 r2^N r1^E", "r2", (0, 110)),
    ("touched goes before untouched", "lnf-2008", "", "striker>r1 b1^S r1^E", "r1", (0, 0)),
    ("none touched: in the order of events", "lnf-2008", "", "striker>r1 b1^S r2^E", "b1", (0, 0)),
    ("at the same instant: in the order of events", "lnf-2008", "", "striker>r1,r2 r2^E r1^S", "r2", (0, 0)),
    ("beside the centre", "aus-1992", f"b2 0 0, {CROSS}", "striker>r1 r1^S", "r1", (0, -30)),
    ("beside the centre is taken: the nearest free place", "aus-1992", f"b2 0 0, b3 0 -30, {CROSS}",
     "striker>r1 r1^S", "r1", (-30, 0)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "ruleset", "besides", "events", "disc", "place"), OFF, ids=[case for case, *_ in OFF]
)
def test_off_table_disc(case, ruleset, besides, events, disc, place):
    found = judge(f"{STAND}, {besides}" if besides else STAND, events, ruleset=ruleset)

    assert placed(found, disc) == pytest.approx(place)


def test_all_places_of_the_circle_taken():
    """Rulebook 7: the nearest free place to the centre, ties by x, then y."""
    nine = [(0, 0), (0, 110), (110, 0), (0, -110), (-110, 0), (0, 55), (55, 0), (0, -55), (-55, 0)]
    aside = math.sqrt(30**2 - 27.5**2)  # 30 from the centre and 30 from the half-way disc in the west

    assert table(*nine).nearest_free(0, 0) == pytest.approx((-27.5, -aside))
    lone = table((0, 0))
    assert lone.nearest_free(0, 0) == (-30, 0)


def test_nearest_free_place_keeps_off_pockets_and_edges():
    corner = table((485, 485))
    x, y = corner.nearest_free(485, 485)
    assert math.hypot(x - 435, y - 435) >= 50 - 1e-6
    assert max(abs(x), abs(y)) <= 485 + 1e-9
    assert math.hypot(x - 485, y - 485) >= 30 - 1e-6
    assert table().nearest_free(435, 435) == pytest.approx((385, 435))


def test_nearest_free_place_is_nearest_by_search():
    """Against a search on a fine grid, for a crowded spot."""
    crowd = table((0, 0), (31, 0), (62, 5), (10, 33), (-25, 20), (-20, -28), (22, -27), (45, 28))
    x, y = crowd.nearest_free(12, 3)
    best = min(
        (math.hypot(gx / 4 - 12, gy / 4 - 3) for gx in range(-200, 280) for gy in range(-200, 280)
         if crowd.is_free(gx / 4, gy / 4)),
    )  # fmt: skip
    assert crowd.is_free(x, y)
    assert math.hypot(x - 12, y - 3) <= best + 1e-6
    assert math.hypot(x - 12, y - 3) >= best - 0.5


def test_restored_disc_whose_place_is_covered():
    """Rulebook 2: the nearest free place is used, and no other disc is moved."""
    found = judge("r1 0 0, r2 200 200, b1 99 -200", "striker>r1", "r1 0 250, r2 20 0")

    assert (found["restored"], placed(found, "r2")) == (["r1"], (20, 0))
    assert placed(found, "r1") == pytest.approx((-10, 0))


def test_two_restored_discs_do_not_hinder_each_other():
    found = judge("r1 200 200, b1 0 -200, b2 0 -170", "striker>b1 b1>b2", "b1 0 440, b2 30 440")

    assert set(found["restored"]) == {"b1", "b2"}
    assert (placed(found, "b1"), placed(found, "b2")) == ((0, -200), (0, -170))


def test_two_restored_discs_may_change_places():
    found = judge("r1 200 200, b1 0 -200, b2 0 440", "striker>b1; !disc_touched discs=b2", "b1 0 440, b2 0 -200")

    assert (placed(found, "b1"), placed(found, "b2")) == ((0, -200), (0, 440))


def test_free_places_are_filled_before_covered_ones():
    """One disc's old place is covered; where it is put instead must not be the other's old place."""
    before = "r1 200 200, b1 0 -200, b2 -30 -200, b3 99 99"
    found = judge(before, "striker>b1", "b1 0 440, b2 30 440, b3 15 -200")

    assert placed(found, "b2") == (-30, -200)
    x, y = placed(found, "b1")
    assert math.hypot(x + 30, y + 200) >= 30 - 1e-6
    assert math.hypot(x - 15, y + 200) >= 30 - 1e-6


GAPS = [  # 17.3; discs against the far edge of S, places nearest to the middle line
    ([], [0]), ([(30, 485)], [0]), ([(29.9, 485)], [-0.1]), ([(0, 485)], [-30, 30]), ([(10, 485)], [-20]),
    ([(0, 485), (30, 485)], [-30]), ([(0, 485), (-30, 485), (30, 485)], [-60, 60]), ([(0, 455)], [0]),
    ([(0, 461)], [-18, 18]), ([(0, 461), (18, 485)], [-18]), ([(-20, 485), (25, 485)], [-50]),
    ([(-20, 485), (20, 485)], [-50, 50]),
]  # fmt: skip


@pytest.mark.parametrize(("discs", "places"), GAPS)
def test_gaps_at_the_edge(discs, places):
    assert edge_gaps(table(*discs), "S") == [pytest.approx(place) for place in places]


@pytest.mark.parametrize("seat", ["S", "W", "N", "E"])
def test_gaps_at_every_edge(seat):
    assert edge_gaps(table(edge_point(seat, 0)), seat) == pytest.approx([-30, 30])


def test_full_edge():
    """No place against the edge at all: the nearest free one to the middle of the edge."""
    edge = [(-478 + 59 * i, 485) for i in range(17)]
    assert edge_gaps(table(*edge[:16]), "S") == [pytest.approx(407 + 30)]
    assert edge_gaps(table(*edge), "S") == []
    red = ", ".join(f"r{i} {x} {y}" for i, (x, y) in enumerate(edge[:9]))
    black = ", ".join(f"b{i} {x} {y}" for i, (x, y) in enumerate(edge[9:]))
    found = judge(f"{red}, {black}", "!refused", mode="doubles")
    x, y = placed(found, "red-1")
    # The middle disc stands at -6; the next free place to (0, 485) is over the gap between it and the one at 53.
    assert (x, y) == pytest.approx((23.5, 485 - math.sqrt(30**2 - 29.5**2)))


MIDDLE = "b9 0 485"
SIDES = [  # 17.3; rule set, what decides, discs besides, player's striker, place of the penalty disc
    ("lnf-2008", "fewer own discs", "r3 -200 100, r4 200 -200, r5 250 -200, b3 -200 -200, b4 -100 -200", (60, -420),
     -30),
    ("lnf-2008", "fewer discs in all", "r3 -200 100, r4 200 100, b3 200 -200", (60, -420), -30),
    ("lnf-2008", "the side of the stroke, right", "r3 -200 100, r4 200 100", (60, -420), 30),
    ("lnf-2008", "the side of the stroke, left", "r3 -200 100, r4 200 100", (-60, -420), -30),
    ("lnf-2008", "the player's left", "r3 -200 100, r4 200 100", (0, -420), -30),
    ("lnf-2008", "discs on the middle line count for neither", "r3 0 100, b3 0 200", (60, -420), 30),
    ("lnf-2008", "half a millimetre beside it they count", "r3 0.5 100, b3 0 200", (60, -420), -30),
    ("lnf-2008", "on the other side too", "r3 -0.5 100, b3 0 200", (-60, -420), 30),
    ("lnf-2008", "the last digit of a float is no half", "r3 1e-9 100, b3 0 200", (60, -420), 30),
    ("lnf-2008", "nor on the other side", "r3 -1e-9 100, b3 0 200", (-60, -420), -30),
    ("lnf-2008", "nor of the striker", "r3 -200 100, r4 200 100", (1e-9, -420), -30),
    ("int-2017", "the side of the stroke is inherited", "r3 -200 100, r4 200 100", (60, -420), 30),
    ("aus-1992", "all discs, not the own ones", "r3 -200 100, r4 200 -200, r5 250 -200, b3 -200 -200, b4 -100 -200",
     (-60, -420), 30),
    ("aus-1992", "all discs decide", "r3 200 100, r4 250 100, b3 -200 -200, b4 -100 -200, b5 -150 -250", (0, -420), 30),
    ("aus-1992", "the last tie as lnf", "r3 -200 100, r4 200 100", (60, -420), 30),
]  # fmt: skip


@pytest.mark.parametrize(
    ("ruleset", "case", "besides", "striker", "along"), SIDES, ids=[f"{r} {c}" for r, c, *_ in SIDES]
)
def test_penalty_disc_beside_a_taken_middle(ruleset, case, besides, striker, along):
    found = judge(f"{besides}, {MIDDLE}", "!refused", ruleset=ruleset, striker=striker)

    assert placed(found, "red-1") == (along, 485)


@pytest.mark.parametrize(("seat", "colour", "place"), [("S", "red", (-30, 485)), ("N", "black", (30, -485))])
def test_left_is_the_players_own_left(seat, colour, place):
    found = judge("r3 0 100, b3 0 -100, b9 0 485, r9 0 -485", "!refused", player=seat, striker=None)

    assert placed(found, f"{colour}-1") == place


@pytest.mark.parametrize(("seat", "place"), [("W", (485, 30)), ("E", (-485, -30))])
def test_left_at_the_other_two_sides(seat, place):
    found = judge("r3 0 0, b9 485 0, b8 -485 0", "!refused", player=seat, striker=None, mode="doubles")

    assert placed(found, "black-1") == place


def test_two_penalty_discs_straddle_in_aus():
    """3.1: symmetrically; the lower id on the player's left; not where a place is taken."""
    debt = {"state": {"debt": {"S": 1}}}
    found = judge("r3 0 100, b3 0 -100", "!refused", ruleset="aus-1992", **debt)
    assert (placed(found, "red-1"), placed(found, "red-2")) == ((-15, 485), (15, 485))
    other = judge("r3 0 100, b3 0 -100", "!refused", ruleset="aus-1992", player="N", state={"debt": {"N": 1}})
    assert (placed(other, "black-1"), placed(other, "black-2")) == ((15, -485), (-15, -485))
    taken = judge("r3 200 100, b3 44 485", "!refused", ruleset="aus-1992", **debt)
    assert (placed(taken, "red-1"), placed(taken, "red-2")) == ((0, 485), (-30, 485))
    free = judge("r3 200 100, b3 45 485", "!refused", ruleset="aus-1992", **debt)
    assert placed(free, "red-2") == (15, 485)
    three = judge("r3 0 100, b3 0 -100", "!refused", ruleset="aus-1992", state={"debt": {"S": 2}})
    assert placed(three, "red-1") == (0, 485)


def test_two_penalty_discs_in_lnf():
    """17.3: the first on the middle line, the others as near as they fit."""
    found = judge("r3 -200 100, b3 0 -100", "!refused", state={"debt": {"S": 1}})

    assert (placed(found, "red-1"), placed(found, "red-2")) == ((0, 485), (30, 485))


def test_ids_of_discs_that_come_back():
    """Contract: of the discs in the pockets, the lowest in text order, else a new id."""
    earlier = [{"id": "r10", "colour": "red"}, {"id": "r2", "colour": "red"}, {"id": "a", "colour": "black"}]
    found = judge("r3 0 100, r4 200 250, b3 0 -100", "striker>r4 r4@NE striker@NE", pocketed=earlier)
    assert placed(found, "r10") == (0, 485)
    this = judge("r3 0 100, r4 200 250, b3 0 -100", "striker>r4 r4@NE striker@NE")
    assert placed(this, "r4") == (0, 485)
    clash = [{"id": "red-1", "colour": "black"}]
    assert placed(judge("r3 0 100, b3 0 -100", "!refused", pocketed=clash), "red-2") == (0, 485)


def test_order_of_putting_things_right():
    """Rulebook 7: restore, then circle discs, then penalty discs."""
    found = judge("r1 0 0, r2 200 200, b1 0 -200, b2 0 300", "striker>b1 b1>r1 r2^N", "r1 0 250, b1 50 -150")

    assert found["restored"] == ["r1"]
    assert placed(found, "r1") == (0, 0)
    assert placed(found, "r2") == (0, 110), "the centre is taken by the restored disc"
    assert placed(found, "red-1") == (0, 485)


def test_circle_boundary():
    assert in_circle(120.5, 0)
    assert in_circle(72.3, 96.4)
    assert not in_circle(72.3, 96.5)


def test_full_edge_measures_from_the_middle_line():
    """The gap to the left is 29.3 from it, that to the right 29.7."""
    edge = [(-471.8 + 59 * i, 485) for i in range(17)]
    red = ", ".join(f"r{i} {x} {y}" for i, (x, y) in enumerate(edge[:9]))
    black = ", ".join(f"b{i} {x} {y}" for i, (x, y) in enumerate(edge[9:]))
    found = judge(f"{red}, {black}", "!refused", mode="doubles")

    assert placed(found, "red-1")[0] == pytest.approx(-29.3)


def test_new_id_is_one_that_nothing_has():
    """Ids say nothing about colours."""
    data = stroke("r1 200 250, b1 200 -150", "striker>b1")
    names = {"r1": "red-1", "b1": "red-2"}
    for disc in [*data["before"], *data["after"]]:
        disc["id"] = names.get(disc["id"], disc["id"])
    data["events"][0]["b"] = ["red-2"]

    assert sorted(d["id"] for d in adjudicate_json(data)["position"]) == ["red-1", "red-2", "red-3"]
