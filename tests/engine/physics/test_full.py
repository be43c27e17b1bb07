"""The model `full`: equal to `slide` without its laws, each law by its closed form, and what every stroke must hold."""

from __future__ import annotations

import itertools
import math
import os
import random
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refereeing.engine.physics import full
from refereeing.engine.physics.batch import simulate_batch
from refereeing.engine.physics.compiled import IS_COMPILED
from refereeing.engine.physics.full import edge_ahead
from refereeing.engine.physics.full_batch import simulate_full_batch
from refereeing.engine.physics.full_params import FullConstants, without_extras
from refereeing.engine.physics.layout import GONE, NOBODY
from refereeing.engine.physics.params import Constants
from tests.engine.physics.full_strokes import FULL, OFF_ALL, Played, only, opening, scattered

SEEDS = st.integers(0, 10**9)
CENTRE = 435.0
N, E, S, W = range(4)


# --- without its laws --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["scattered", "opening", "gaps", "doubles"])
def test_with_every_law_off_it_is_slide_to_the_last_byte(kind):
    rng, strokes = random.Random(kind), []
    for _ in range(60):
        strokes.append({
            "scattered": lambda: scattered(rng), "opening": lambda: opening(rng, sides=2),
            "gaps": lambda: opening(rng, gap=0.05), "doubles": lambda: scattered(rng, 32),
        }[kind]())  # fmt: skip
    starts = np.array([discs for discs, _ in strokes])
    launches = np.array([[*launch[:4], 0.0] for _, launch in strokes])
    constants = Constants(friction=0.12)
    slide = simulate_batch(starts, launches[:, :4], constants.as_row()[None], player="S")
    full, beyond = simulate_full_batch(starts, launches, without_extras(constants).as_row()[None], player="S")
    for name, one, other in zip(slide._fields, slide, full, strict=True):
        assert one.tobytes() == other.tobytes(), name
    assert beyond.tolist() == [0] * 60


def test_spin_without_a_law_for_it_changes_nothing():
    plain = Played([(0, 300)], (0, -430, 80, 2000, 0), OFF_ALL)
    turned = Played([(0, 300)], (0, -430, 80, 2000, 50), OFF_ALL)
    assert plain.after.tobytes() == turned.after.tobytes()


def test_the_laws_are_named_where_they_are_on():
    assert OFF_ALL.laws() == []
    assert FULL.laws() == ["disc_friction", "edge_friction", "spin_of_discs", "spin_of_striker", "pressed_contacts"]
    assert FullConstants(pocket_rounding=1, edge_lift=0.1).laws()[-2:] == ["pocket_flight", "edge_flight"]


# --- friction in contacts ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("friction", [0.0, 0.1, 0.2])
@pytest.mark.parametrize("side", [1, -1])
def test_a_cut_disc_leaves_by_the_angle_of_friction(friction, side):
    """A thin cut slips all the time: the disc leaves atan(mu) off the line of centres, turning with mu/0.5356 v."""
    off = 30.0 * side
    played = Played([(off, 0)], (0, -430, 90, 2500, 0), only(friction_disc=friction))
    vx, vy, turns = played.first_way(1)
    normal = math.atan2(off, math.sqrt(37.5**2 - off**2))
    assert math.atan2(vx, vy) == pytest.approx(normal - side * math.atan(friction), abs=1e-9)
    along = math.hypot(vx, vy) * math.cos(math.atan(friction))
    assert turns * 15 == pytest.approx(-side * friction / 0.5356 * along), "its near side is dragged along"


def test_a_full_hit_has_no_friction():
    played = Played([(0, 0)], (0, -430, 90, 2500, 0), only(friction_disc=0.3))
    assert played.first_way(1)[0] == 0.0
    assert played.first_way(1)[2] == 0.0


def test_a_small_slip_sticks():
    """Hit nearly full: the slip ends, at a third of what it was for both rims: 1/m (1 + 1/k)."""
    played = Played([(1, 0)], (0, -430, 90, 2500, 0), only(friction_disc=0.5))
    vx, vy, turns = played.first_way(1)
    back = next(row for row in played.ways if row[0] == 0 and row[5] > 0)
    nx, ny = 1 / 37.5, math.sqrt(37.5**2 - 1) / 37.5
    slip = (back[4] - vy) * nx - (back[3] - vx) * ny + back[8] * 22.5 + turns * 15
    assert slip == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(("angle", "side"), [(30, 1), (150, -1)])
def test_an_edge_rubs_by_mu_times_the_normal_impulse(angle, side):
    """45 degrees and less: it slips all the time, and loses mu (1 + e) v_n along the edge; the spin is that of a ball
    rolling off the rim."""
    played = Played([], (0, 0, angle, 4000, 0), replace(only(friction_edge=0.1), friction=0.001))
    row = next(row for row in played.ways if row[5] > 0)
    start = played.ways[0]
    speed = math.hypot(start[3], start[4]) - 0.001 * 9810 * row[5]
    normal, along = speed * math.cos(math.radians(30)), speed * math.sin(math.radians(30))
    assert abs(row[3]) == pytest.approx(0.7 * normal)
    assert row[4] == pytest.approx(along - 0.1 * 1.7 * normal)
    assert row[8] == pytest.approx(side * -0.1 * 1.7 * normal / (0.5247 * 22.5))


# --- spin and sliding --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("ratio", "longer"), [(0.0, 0.0), (0.2, 0.013), (0.5, 0.084), (1.0, 0.36)])
def test_a_spinning_striker_slides_further(ratio, longer):
    """As published for a ring at 0.9 R (docs/physics-full.md); the path stays straight."""
    speed = 1000.0
    spin = ratio * speed / (0.9 * 22.5)
    constants = replace(only(ring_striker=0.9), inertia_striker=0.5356)
    played = Played([], (0, -430, 90, speed, spin), constants)
    assert played.after[0][0] == 0.0
    path = speed * speed / (2 * 981)
    assert (played.after[0][1] + 430) / path - 1 == pytest.approx(longer, abs=0.002 + 0.005 * longer)


def test_a_striker_that_only_spins_stays_where_it_is():
    played = Played([(0, 0)], (0, -430, 90, 0.0, 40), FULL)
    assert played.after.tolist() == [[0, -430], [0, 0]]
    assert played.told == []
    assert Played([(0, 0)], (0, -430, 90, 0.0, 40), OFF_ALL).told == []


def test_a_disc_hit_by_a_spinning_striker_is_thrown_aside():
    """The rim of a striker that turns anticlockwise goes left where the disc is: the disc goes left, and turns the
    other way, as wheels do."""
    turned = Played([(0, 0)], (0, -430, 90, 2500, 60), FULL)
    vx, _, turns = turned.first_way(1)
    assert vx < 0
    assert turns < 0


# --- pressed contacts --------------------------------------------------------------------------------------------
def test_the_opening_row_does_not_depend_on_the_order_of_its_discs():
    """A tie between two discs: by impulses one after the other a disc moves by up to 3.3 m/s with its place in the
    input."""
    discs = [((step - 3.5) * 30.0, 485.0) for step in range(8)]
    constants = only(stiffness=5e9, pressed_gap=0.1, friction_disc=0.1, friction_edge=0.1)
    one = Played(discs, (0, -430, 90, 4000, 0), constants)
    other = Played(discs[::-1], (0, -430, 90, 4000, 0), constants)
    for piece in range(1, 9):
        first, second = one.first_way(piece), other.first_way(9 - piece)
        assert first == pytest.approx(second, abs=1e-6), "each by itself"
        mirrored = one.first_way(9 - piece)
        assert first == pytest.approx((-mirrored[0], mirrored[1], -mirrored[2]), abs=1e-6), "left as right"
    assert one.told[:2] == [("contact", 0, 4), ("contact", 0, 5)]
    assert one.events[0][3] == one.events[1][3], "both at the same instant"
    assert one.out.pressed[0]


def test_a_full_hit_on_the_row_keeps_its_energy():
    """Compliant 139 of 176 mJ, one after the other 28 (docs/physics-full.md); the striker comes back with 3.37 m/s."""
    discs = [((step - 3.5) * 30.0, 485.0) for step in range(8)]
    fast = Played(discs, (15, 447, 90, 4000, 0), only(stiffness=5e9, pressed_gap=0.1))
    slow = Played(discs, (15, 447, 90, 4000, 0), OFF_ALL)
    assert fast.energies()[1] * 1e-6 == pytest.approx(139, abs=2)
    assert slow.energies()[1] * 1e-6 < 60


def test_a_gap_is_told_with_the_time_of_its_closing():
    played = Played([(0, 455 - 0.05), (0, 485)], (0, 417.4, 90, 1000, 0), FULL)
    assert played.told[:3] == [("contact", 0, 1), ("contact", 1, 2), ("cushion", 2, N)]
    assert 0 < played.events[1][3] - played.events[0][3] < 2e-4


def test_what_is_further_apart_than_the_gap_is_a_lone_contact():
    played = Played([(0, 400), (0, 431)], (0, -430, 90, 3000, 0), FULL)
    assert not played.out.pressed[0]
    played = Played([(0, 400), (0, 430.05)], (0, -430, 90, 3000, 0), FULL)
    assert played.out.pressed[0]


def test_a_corner_is_two_lone_edges():
    played = Played([], (450, 450, 45, 500, 0), only(stiffness=5e9, pressed_gap=0.1))
    assert not played.out.pressed[0]


# --- pockets at speed --------------------------------------------------------------------------------------------
def at_pocket(speed, *, off=0.0, **constants):
    """A striker sent through the pocket NE along its diagonal, `off` beside the middle."""
    x = CENTRE - 60 + off * math.sqrt(0.5)
    y = CENTRE - 60 - off * math.sqrt(0.5)
    return Played([], (x, y, 45, speed, 0), only(**constants))


@pytest.mark.parametrize(("speed", "is_doubted"), [(2000, False), (3000, True)])
def test_a_fast_piece_is_doubted_and_pocketed(speed, is_doubted):
    """The striker has 77.5 mm of free way: caught below 77.5 / 0.035 = 2.2 m/s."""
    played = at_pocket(speed, pocket_catch=6.0)
    assert played.told == [("pocketed", 0, 0)]
    assert [why for _, _, why in played.notes] == ["pocket_speed"] * is_doubted


def test_a_piece_that_has_hardly_fallen_jumps_across():
    """A chord 48 off the middle, 28 mm long: 9 ms, 0.4 mm; it rides over the rim and goes on, a little slower."""
    played = Played([], (300, 387, 0, 3000, 0), only(pocket_catch=6.0, pocket_rounding=1.0, edge_height=1000.0))
    assert played.told[0] == ("cushion", 0, E)
    assert [why for _, _, why in played.notes][:2] == ["pocket_speed", "pocket_jumped"]
    speeds = [math.hypot(row[3], row[4]) for row in played.ways[:3]]
    assert speeds[2] < speeds[1] < speeds[0]


def test_a_piece_that_bounces_back_over_the_hole_has_fallen_too_far():
    """The striker's side meets the edge while its centre is over the hole: it is longer over it, and is caught."""
    played = at_pocket(3000, off=48.0, pocket_catch=6.0, pocket_rounding=1.0)
    assert played.told == [("cushion", 0, E), ("pocketed", 0, 0)]


def test_a_piece_that_comes_to_rest_over_a_hole_falls_in():
    """It meets one of its own kind beyond the far rim, elastically, and stops there."""
    constants = replace(only(pocket_catch=6.0, pocket_rounding=1.0), radius_striker=15.0, mass_striker=4.0,
                        mass_disc=4.0, restitution_disc=1.0)  # fmt: skip
    played = Played([(380.0, 435.0)], (485, 435, 180, 6500, 0), constants)
    assert played.told[:1] == [("contact", 0, 1)]
    assert ("pocketed", 0, 0) in played.told
    assert played.after[0].tolist() == [410.0, 435.0]


@pytest.mark.parametrize(("way", "edge"), [((3, 4), N), ((4, 3), E), ((-4, 3), W), ((-3, -4), S), ((4, -3), E)])
def test_a_piece_in_the_air_crosses_the_edge_ahead(way, edge):
    assert edge_ahead(0.0, 0.0, *way) == edge
    assert edge_ahead(way[0] * 90.0, way[1] * 90.0, *way) == edge


def test_a_piece_in_the_air_may_cross_the_near_edge_later():
    """Close to W but going E, and little N: the edge N is nearer on its way."""
    assert edge_ahead(-400.0, 400.0, 4.0, 3.0) == N


def test_a_piece_through_the_middle_is_thrown_off_the_table():
    """At 8 m/s the striker falls 0.46 mm in 77.5 mm of way: cos = 0.54, upwards 3.6 m/s, 600 mm high."""
    played = at_pocket(8000, pocket_catch=6.0, pocket_rounding=1.0, edge_height=20.0)
    assert played.told == [("off", 0, E)] or played.told == [("off", 0, N)]
    assert [why for _, _, why in played.notes] == ["pocket_speed", "pocket_thrown"]
    assert played.fate[0] in (5, 6)


def test_a_low_jump_ends_on_the_rim_and_on_the_table():
    played = at_pocket(8000, pocket_catch=6.0, pocket_rounding=1.0, edge_height=1000.0)
    assert played.notes[1][2] == "pocket_jumped"
    assert played.told[0][0] == "cushion"


def test_too_slow_for_the_rounding_it_falls_in():
    played = at_pocket(2500, pocket_catch=6.0, pocket_rounding=1.0)
    assert played.told == [("pocketed", 0, 0)]


def test_a_piece_stopped_over_a_hole_falls_in():
    """The striker flies over the pocket and meets a disc lying on the rim behind it."""
    behind = (CENTRE + 60 * math.sqrt(0.5), CENTRE + 60 * math.sqrt(0.5))
    played = Played(
        [(behind[0], behind[1])], (CENTRE - 60, CENTRE - 60, 45, 7000, 0),
        replace(
            only(pocket_catch=6.0, pocket_rounding=1.0, edge_height=1000.0), mass_disc=2000.0, restitution_disc=0.0
        ),
    )  # fmt: skip
    assert ("contact", 0, 1) in played.told
    assert played.fate[0] == 1


# --- edges at speed ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("angle", "edge"), [(90, N), (0, E), (270, S), (180, W)])
def test_a_fast_piece_goes_over_an_edge(angle, edge):
    """A twentieth of the energy lifts it by 20 mm from 2.8 m/s on."""
    slow = Played([], (0, 0, angle, 2900, 0), only(edge_lift=0.05, edge_height=20.0, edge_doubt=3000.0))
    assert slow.told[0] == ("cushion", 0, edge)
    fast = Played([], (0, 0, angle, 3500, 0), only(edge_lift=0.05, edge_height=20.0, edge_doubt=3000.0))
    assert fast.told == [("cushion", 0, edge), ("off", 0, edge)]
    assert fast.fate[0] == 5 + edge
    assert [why for _, _, why in fast.notes] == ["edge_thrown"]


def test_without_the_law_it_is_doubted():
    played = Played([], (0, 0, 90, 3500, 0), only(edge_doubt=3000.0))
    assert played.told[0] == ("cushion", 0, N)
    assert [why for _, _, why in played.notes] == ["edge_speed"]


def test_the_list_of_doubts_has_an_end():
    played = Played([], (0, 0, 90, 6000, 0), replace(only(edge_doubt=1.0), restitution_edge=1.0))
    assert len(played.notes) == 4
    assert played.spins.counts[0] > 4


def test_a_disc_that_would_have_met_a_piece_in_the_air_goes_on():
    """The striker sends a disc into the edge N; it would come back into the striker, but goes over."""
    constants = replace(only(edge_lift=0.05, edge_height=20.0), restitution_disc=1.0)
    played = Played([(0, 400)], (0, 300, 90, 4500, 0), constants)
    assert played.told[:3] == [("contact", 0, 1), ("cushion", 1, N), ("off", 1, N)]
    assert played.status == 0


def test_a_piece_in_the_air_touches_nothing_more():
    """The striker meets the edge and a disc beside it in one instant: the edge comes first, and over it goes."""
    constants = only(edge_lift=0.05, edge_height=20.0)
    played = Played([(37.5, 477.5)], (0, 477.5, 60, 4500, 0), constants)
    assert played.told == [("cushion", 0, N), ("off", 0, N)]


def test_what_else_touches_in_the_instant_goes_on():
    """It hits a disc first, which hits a second one, and goes over the edge then: all in one instant."""
    constants = only(edge_lift=0.05, edge_height=20.0)
    played = Played([(37.5, 477.5), (67.5, 477.5)], (0, 477.5, 20, 9000, 0), constants)
    assert [(*line, t) for line, t in zip(played.told, played.events[:, 3], strict=True)][:4] == [
        ("contact", 0, 1, 0.0), ("contact", 1, 2, 0.0), ("cushion", 0, N, 0.0), ("off", 0, N, 0.0),
    ]  # fmt: skip
    assert played.status == 0


# --- every stroke ------------------------------------------------------------------------------------------------
ALL_ON = replace(FULL, pocket_rounding=1.0, edge_lift=0.05)


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.sampled_from([FULL, ALL_ON]), st.booleans())
def test_a_stroke_ends_and_its_mirror_image_is_exact(seed, constants, is_opening):
    rng = random.Random(seed)
    made = opening(rng, gap=rng.choice([0, 0, 1e-6, 0.05])) if is_opening else scattered(rng)
    discs, (x, y, angle, speed, spin) = made
    angle = round(angle * 2**20) / 2**20  # so that 180 - angle is exact
    one = Played(discs, (x, y, angle, speed, spin), constants)
    other = Played([(-a, b) for a, b in discs], (-x, y, 180 - angle, speed, -spin), constants)
    assert one.status == other.status == 0
    assert (one.after * [-1, 1]).tolist() == other.after.tolist()
    assert one.events[:, 3].tolist() == other.events[:, 3].tolist()


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.sampled_from([FULL, ALL_ON]), st.booleans())
def test_energy_never_rises(seed, constants, is_opening):
    rng = random.Random(seed)
    discs, launch = opening(rng) if is_opening else scattered(rng, rng.randint(1, 16))
    played = Played(discs, launch, constants)
    energies = played.energies()
    floor = 0.5 * (22.0 + 5.5 * len(discs)) * 1.0**2
    for before, after in itertools.pairwise(energies):
        assert after <= before * (1 + 1e-9) + floor


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_nothing_overlaps_or_lies_outside_at_the_end(seed):
    rng = random.Random(seed)
    discs, launch = opening(rng) if rng.random() < 0.5 else scattered(rng)
    played = Played(discs, launch, FULL)
    radius = np.array([22.5] + [15.0] * len(discs))
    here = [i for i in range(len(radius)) if played.fate[i] == 0]
    for i in here:
        assert np.abs(played.after[i]).max() <= 500 - radius[i] + 1e-6
        for j in here:
            if i < j:
                assert math.dist(played.after[i], played.after[j]) >= radius[i] + radius[j] - 1e-6


def test_limits_that_compiled_code_has_built_in(monkeypatch):
    """Shown in plain Python, where a number of the module can be changed: in a process of its own where kernels are
    compiled."""
    if IS_COMPILED:
        name = f"{__file__}::test_limits_that_compiled_code_has_built_in"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", name]
        done = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout
        return
    for check in (give_up_a_stroke_of_too_many_steps, look_further_where_a_piece_leaves, go_on_without_a_link):
        with monkeypatch.context() as patch:
            check(patch)


def give_up_a_stroke_of_too_many_steps(patch):
    patch.setattr(full, "MOST_STEPS", 1)
    assert Played([(0, 0)], (0, -430, 80, 3000, 30), FULL).status == 1


def look_further_where_a_piece_leaves(patch):
    played = Played([(0, 0)], (0, -430, 90, 0, 0), FULL)
    played.work.partner[1] = 0
    full.leave(played.work, 0, N, 0.0, played.events)
    assert played.work.partner.tolist() == [GONE, NOBODY]


def go_on_without_a_link(patch):
    """Where no link is ever seen, whatever was predicted comes to nothing: the striker goes through the edge."""
    patch.setattr(full, "link_all", lambda work, i: None)
    for spin in (0, 30):
        played = Played([], (0, -430, 90, 3000, spin), FULL)
        assert played.told == []
        assert played.after[0][1] > 500
