"""Strokes whose answer can be written down: closed forms, momentum, order of simultaneous contacts, pockets, lines."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refereeing.engine.physics.batch import simulate_batch
from refereeing.engine.physics.compiled import jit
from refereeing.engine.physics.layout import COMES, EDGE_NEXT, EVENT_COLUMNS, NOBODY, OWN, make_work
from refereeing.engine.physics.params import Constants
from refereeing.engine.physics.simulate import Launch, simulate
from refereeing.engine.physics.slide import drop, look_further
from tests.engine.physics.strokes import ROW

G = 981.0
"""friction * gravity of the contract's constants, mm/s²"""


def play(discs=(), x=0.0, y=-420.0, angle=90.0, speed=1000.0, player="", **constants):
    return simulate(
        Launch(discs=tuple(discs), x=x, y=y, angle=angle, speed=speed), Constants(**constants).as_row(), player
    )


def told(run):
    """Kinds and pairs."""
    return [tuple(int(v) for v in row[:3]) for row in run.events]


def test_a_piece_goes_as_far_as_friction_lets_it():
    run = play(speed=1000.0)

    assert told(run) == []
    assert run.after[0] == pytest.approx([0.0, -420.0 + 1000.0**2 / (2 * G)], abs=1e-9)
    assert run.after[0, 0] == 0.0
    assert run.duration == pytest.approx(1000.0 / G, rel=1e-15)


def test_nothing_moves_without_speed():
    run = play([(0.0, -382.5)], speed=0.0)

    assert (told(run), run.duration, run.margin) == ([], 0.0, (np.inf, np.inf))


def test_an_edge_returns_part_of_the_normal_speed():
    run = play(speed=2000.0)
    way = 477.5 + 420.0
    v = math.sqrt(2000.0**2 - 2 * G * way)

    assert told(run)[0] == (2, 0, 0)
    assert run.events[0, 3] == pytest.approx((2000.0 - v) / G, rel=1e-12)
    assert run.after[0, 1] == pytest.approx(477.5 - (0.7 * v) ** 2 / (2 * G), abs=1e-9)


def test_a_full_hit_shares_the_momentum():
    run = play([(0.0, -300.0)], speed=700.0)
    v = math.sqrt(700.0**2 - 2 * G * (120.0 - 37.5))
    disc, striker = v * 22.0 * 1.85 / 27.5, v * (22.0 - 0.85 * 5.5) / 27.5

    assert told(run) == [(1, 0, 1)]
    assert run.events[0, 4:] == pytest.approx([0.0, -315.0, v], abs=1e-9)
    assert run.after[0, 1] == pytest.approx(-337.5 + striker**2 / (2 * G), abs=1e-8)
    assert run.after[1, 1] == pytest.approx(-300.0 + disc**2 / (2 * G), abs=1e-8)


def test_a_disc_behind_the_pocket_touches_both_edges():
    """The striker, no larger than a disc, slides along the edge past the pocket into the corner (pooltool #217)."""
    run = play([(485.0, 485.0)], x=485.0, y=300.0, angle=90.0, speed=1500.0, radius_striker=15.0)

    assert told(run)[:2] == [(1, 0, 1), (2, 1, 0)]
    assert run.events[0, 3] == run.events[1, 3]
    assert run.fate.tolist() == [0, 0]
    assert run.after[:, 0].tolist() == [485.0, 485.0]


@pytest.mark.parametrize(("discs", "angle", "wanted"), [
    # A tie by exact symmetry: the lowest pair first, and both discs at the same instant.
    ([(-20.0, 0.0), (20.0, 0.0)], 90.0, [(1, 0, 1), (1, 0, 2)]),
    ([(20.0, 0.0), (-20.0, 0.0)], 90.0, [(1, 0, 1), (1, 0, 2)]),
])  # fmt: skip
def test_simultaneous_contacts_go_by_the_lowest_pair(discs, angle, wanted):
    run = play(discs, angle=angle, speed=1500.0)

    assert told(run)[:2] == wanted
    assert run.events[0, 3] == run.events[1, 3]
    assert run.margin == (0.0, 0.0)
    assert run.rival in (1, 2)
    assert run.pressed


def test_the_faster_approach_comes_first():
    """Two discs touched at one instant: the one hit more fully is the later in the input."""
    x, y = 37.5 * math.sin(0.2), 37.5 * math.cos(0.2)
    u, v = -37.5 * math.sin(0.9), 37.5 * math.cos(0.9)
    run = play([(u, -420.0 + v), (x, -420.0 + y)], speed=1000.0)

    assert told(run)[:2] == [(1, 0, 2), (1, 0, 1)]


def test_a_row_passes_the_blow_on():
    """Newton's cradle with equal masses and full restitution: the last one goes, with all the speed."""
    discs = [(0.0, -300.0 + 30.0 * i) for i in range(5)]
    run = play(discs, y=-420.0, speed=800.0, restitution_disc=1.0, mass_striker=5.5)
    v = math.sqrt(800.0**2 - 2 * G * (120.0 - 37.5))

    assert list(told(run))[:5] == [(1, 0, 1), (1, 1, 2), (1, 2, 3), (1, 3, 4), (1, 4, 5)]
    assert len(set(run.events[:5, 3])) == 1
    assert run.after[5, 1] == pytest.approx(-180.0 + v * v / (2 * G), abs=1e-6)
    assert run.after[1:5, 1] == pytest.approx([-300.0 + 30.0 * i for i in range(4)], abs=1e-6)


def test_a_pressed_row_ends():
    for angle in np.linspace(70, 110, 21):
        run = play(ROW, angle=float(angle), speed=5000.0, restitution_disc=0.3)
        assert run.duration < 12.0


def test_pieces_meet_again_and_again_until_they_are_pressed():
    """A disc between the striker and the edge, all restitution gone: without the floor it would never end."""
    run = play([(0.0, 485.0)], speed=2000.0, restitution_disc=0.2, restitution_edge=0.2)

    assert run.pressed
    assert told(run)[:2] == [(1, 0, 1), (2, 1, 0)]
    assert len({row[3] for row in run.events.tolist()[:2]}) == 1


def test_a_stroke_without_an_end_is_given_up():
    """Discs that fill the table from edge to edge can never come apart."""
    discs = [(-484.375 + 31.25 * i, 0.0) for i in range(32)]
    out = simulate_batch(
        [discs],
        [[0.0, -420.0, 90.0, 3000.0], [-484.375, 100.0, -90.0, 3000.0]],
        [Constants(radius_disc=15.625, restitution_disc=1.0, restitution_edge=1.0).as_row()],
    )

    assert set(out.status) <= {0, 1}


@pytest.mark.parametrize(("angle", "pocket"), [(45.0, 0), (135.0, 1), (-45.0, 2), (-135.0, 3)])
def test_pockets_have_their_names(angle, pocket):
    run = play(x=0.0, y=0.0, angle=angle, speed=1200.0)

    assert told(run) == [(3, 0, pocket)]
    assert run.fate[0] == 1 + pocket
    assert math.hypot(*(np.abs(run.after[0]) - 435.0)) == pytest.approx(50.0, abs=1e-9)
    assert run.duration == run.events[0, 3]


def test_a_disc_along_an_edge_passes_the_pocket():
    """Its way is exactly tangent to the rim; a little further from the edge it falls."""
    run = play([(300.0, 485.0)], x=200.0, y=485.0, angle=0.0, speed=700.0, radius_striker=15.0)
    assert told(run)[0] == (1, 0, 1)
    assert run.fate[1] == 0
    assert (2, 1, 1) in told(run)  # at the far edge
    run = play([(300.0, 484.99)], x=200.0, y=484.99, angle=0.0, speed=700.0, radius_striker=15.0)
    assert run.fate[1] == 1


def test_a_piece_that_begins_in_a_pocket_falls_at_once():
    out = simulate_batch([[[435.0, 435.0], [0.0, 0.0]]], [[0.0, -420.0, 0.0, 0.0]], [Constants().as_row()])
    assert out.fate[0].tolist() == [0, 1, 0]
    out = simulate_batch([[[435.0, 400.0], [0.0, 0.0]]], [[-435.0, -420.0, 0.0, 900.0]], [Constants().as_row()])
    assert out.fate[0].tolist() == [4, 1, 0]


def test_two_pieces_that_are_going_to_meet_do_not_when_one_falls():
    """The striker follows a disc that drops before it is caught up with."""
    run = play([(300.0, 300.0)], x=100.0, y=100.0, angle=45.0, speed=2500.0, restitution_disc=0.0)

    assert told(run) == [(1, 0, 1), (3, 1, 0), (3, 0, 0)]


@pytest.mark.parametrize(("player", "turn"), [("S", 0), ("E", 90), ("N", 180), ("W", 270)])
def test_the_striker_comes_back_over_the_own_line(player, turn):
    """18.1.e: 5.5 past the line, where it no longer shows in the hole of the striker."""
    c, s = round(math.cos(math.radians(turn))), round(math.sin(math.radians(turn)))
    x, y = 420.0 * s, -420.0 * c
    run = play(x=x, y=y, angle=90.0 + turn, speed=2400.0, restitution_edge=0.95, player=player)
    kinds = [pair[0] for pair in told(run)]

    assert kinds.count(5) == 1
    assert kinds[0] == 2
    back = run.events[kinds.index(5)]
    v = 0.95 * math.sqrt(2400.0**2 - 2 * G * 897.5)
    assert back[3] == pytest.approx(run.events[0, 3] + (v - math.sqrt(v * v - 2 * G * (477.5 + 375.5))) / G, abs=1e-9)


@pytest.mark.parametrize(("y", "speed", "edge", "crosses"), [
    (-420.0, 2400.0, 0.95, True),
    (-420.0, 1300.0, 0.95, False),  # it does not come back
    (-371.0, 20.0, 0.95, False),  # it never leaves the zone
    (-380.0, 1700.0, 0.6, False),
])  # fmt: skip
def test_who_does_not_come_back_far_enough(y, speed, edge, crosses):
    assert ((5, 0, 0) in told(play(y=y, speed=speed, restitution_edge=edge, player="S"))) is crosses


def test_the_margin_names_the_next_candidate():
    """Straight on, the striker would have met the second disc 60 mm later."""
    run = play([(0.0, -200.0), (0.0, -140.0)], speed=1000.0)
    first, second = (1000.0 - math.sqrt(1000.0**2 - 2 * G * (220.0 + n - 37.5)) for n in (0.0, 60.0))

    assert run.margin == pytest.approx(((second - first) / G, 60.0), abs=1e-9)
    assert run.rival == 2


def test_a_candidate_beyond_an_edge_is_none():
    assert play([(0.0, -200.0), (300.0, 300.0)], speed=1000.0).margin == (np.inf, np.inf)


@settings(max_examples=60, deadline=None)
@given(st.floats(60, 120), st.floats(100, 6000), st.floats(0, 1), st.floats(1, 30), st.floats(1, 30))
def test_a_contact_keeps_momentum_and_takes_its_share_of_speed(angle, speed, restitution, disc, striker):
    """Equal to the impulse along the line of centres with Newton's restitution (contract)."""
    run = play(
        [(0.0, 0.0)], angle=angle, speed=speed, restitution_disc=restitution, mass_disc=disc, mass_striker=striker
    )
    ways = run.ways[run.ways[:, 5] == run.events[0, 3]] if len(run.events) and run.events[0, 0] == 1 else []
    if len(ways) != 2:
        return
    (_, x0, y0, a, b), (_, x1, y1, c, d) = (way[:5] for way in ways)
    before = run.ways[0]
    left = math.hypot(before[3], before[4])
    dt = ways[0][5]
    u, v = (before[k] * (1 - G * dt / left) for k in (3, 4))
    n = np.array([x1 - x0, y1 - y0]) / math.hypot(x1 - x0, y1 - y0)

    assert striker * a + disc * c == pytest.approx(striker * u, abs=1e-6)
    assert striker * b + disc * d == pytest.approx(striker * v, abs=1e-6)
    assert n @ [c - a, d - b] == pytest.approx(restitution * (n @ [u, v]), abs=1e-6)


@pytest.mark.parametrize(
    ("mirror", "angle"), [((-1, 1), lambda a: 180 - a), ((1, -1), lambda a: -a), ((-1, -1), lambda a: a + 180)]
)
@pytest.mark.parametrize("seed", range(20))
def test_mirrored_strokes_are_exact_mirrors(mirror, angle, seed):
    rng = np.random.default_rng(seed)
    discs = rng.permutation([(x, y) for x in range(-400, 401, 60) for y in range(-330, 331, 60)])[:12] + rng.uniform(
        -14, 14, (12, 2)
    )
    discs = ROW if seed % 4 == 3 else discs
    aim, speed = rng.integers(60 * 64, 120 * 64) / 64, float(rng.uniform(2000, 6000))
    one = play(map(tuple, discs), x=8.0, y=-440.0, angle=aim, speed=speed)
    other = play(
        [(x * mirror[0], y * mirror[1]) for x, y in discs],
        x=8.0 * mirror[0],
        y=-440.0 * mirror[1],
        angle=angle(aim),
        speed=speed,
    )

    assert (other.after * mirror == one.after).all()
    assert (other.events[:, [0, 1, 3, 6]] == one.events[:, [0, 1, 3, 6]]).all()


def test_batches_are_the_same_as_single_strokes():
    launches = [[10.0 * i, -420.0, 90.0 + i, 1000.0 + 300 * i] for i in range(8)]
    out = simulate_batch([ROW], launches, [Constants().as_row()], keep=256)
    for m, (x, y, angle, speed) in enumerate(launches):
        run = play(ROW, x=x, y=y, angle=angle, speed=speed)
        assert (out.after[m] == run.after).all()
        assert out.count[m] == len(run.events)
        assert (out.times[m, : len(run.events)] == run.events[:, 3]).all()
        assert out.stopped[m].max() == run.duration


def test_a_batch_that_keeps_little_still_tells_every_fate():
    out = simulate_batch([[(0.0, 300.0)]], [[0.0, 0.0, 45.0, 1200.0]], [Constants().as_row()], keep=0)

    assert out.fate[0].tolist() == [1, 0]
    assert out.count[0] == 1


@jit
def fall_now(work, k, t, events):
    drop(work, k, t, events)


@jit
def give_up(work, k, t):
    look_further(work, k, t)


def test_who_would_have_met_a_piece_that_falls_looks_further():
    work = make_work(3)
    work.times[:], work.best[:], work.partner[:] = np.inf, [1.0, 1.0, np.inf], [1, 0, NOBODY]
    work.times[0, 1] = work.times[1, 0] = 1.0
    work.times[0, 2] = work.times[2, 0] = 2.0
    work.body[:, OWN] = np.inf
    work.body[:, COMES] = NOBODY
    fall_now(work, 1, 1.0, np.zeros((4, EVENT_COLUMNS)))

    assert (work.best[0], work.partner[0]) == (2.0, 2)


def test_an_edge_that_is_hardly_reached_is_left_alone():
    work = make_work(2)
    work.times[:], work.best[:], work.partner[:] = np.inf, [1.0, np.inf], [EDGE_NEXT, NOBODY]
    work.body[0, OWN], work.body[0, COMES] = 1.0, EDGE_NEXT
    give_up(work, 0, 1.0)

    assert (work.best[0], work.partner[0]) == (np.inf, NOBODY)


def test_a_piece_that_stops_at_an_edge_or_a_disc_only_touches_it():
    """Over the last digits of the speed: either it stops before, or it touches and is returned next to nothing."""
    speed = math.sqrt(2 * G * (477.5 + 420.0))
    other = math.sqrt(2 * G * (420.0 - 37.5))
    for n in range(-8, 9):
        assert play(speed=speed * (1 + n * 2.0**-52)).after[0, 1] == pytest.approx(477.5, abs=1e-6)
        assert play([(0.0, 0.0)], speed=other * (1 + n * 2.0**-52)).after[0, 1] == pytest.approx(-37.5, abs=1e-3)


@pytest.mark.parametrize(("y", "crosses"), [(-300.0, True), (-333.0, False)])
def test_the_striker_has_left_its_zone_when_its_centre_has_passed_the_line(y, crosses):
    """Thrown back by a heavy disc: from 32.5 mm past the line, or from half a millimetre before it."""
    run = play([(0.0, y)], speed=1200.0, player="S", mass_disc=5000.0, mass_striker=1.0, restitution_disc=1.0)

    assert told(run)[0] == (1, 0, 1)
    assert ((5, 0, 0) in told(run)) is crosses


def test_a_few_meetings_in_one_instant_keep_their_restitution():
    """A slow striker, a disc, an edge: worked out by hand, impulse by impulse, with nothing raised to 1 mm/s."""
    speed = math.sqrt(8.0**2 + 2 * G * 10.0)
    run = play([(0.0, 485.0)], y=437.5, speed=speed, restitution_disc=0.4, restitution_edge=0.4)
    striker, disc, times = 8.0, 0.0, 0
    while striker - disc > 1e-9 or disc > 1e-9:
        times += 1
        if striker - disc >= disc:
            impulse = 1.4 * (striker - disc) / (1 / 22.0 + 1 / 5.5)
            striker, disc = striker - impulse / 22.0, disc + impulse / 5.5
        else:
            disc = -0.4 * disc

    assert 8 < times < 32  # each of the two contacts half of them
    after = run.ways[run.ways[:, 5] == run.events[0, 3]]
    assert after[:, 4] == pytest.approx([striker, disc], abs=1e-7)
