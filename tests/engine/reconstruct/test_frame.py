"""A dispute turned so that mirrors and orders are the same arrays."""

from __future__ import annotations

import numpy as np
import pytest

from refereeing.engine.physics.reconstruct.known import FELL, FLEW, LIES, OPEN
from refereeing.engine.replay.frame import frame_of, known_of
from refereeing.engine.replay.reconstruct_input import read_dispute
from tests.engine.reconstruct.cases import JUDGE, item

DISCS = [
    {"id": "r1", "colour": "red", "x": 10, "y": 100}, {"id": "b1", "colour": "black", "x": -60, "y": 120},
    {"id": "b2", "colour": "black", "x": 200, "y": 120},
]  # fmt: skip


def read(**changes):
    whole = {"before": DISCS, "after": DISCS, **changes}
    return read_dispute(item(**whole))


@pytest.mark.parametrize(("x", "y", "right", "up"), [
    (-5, -420, 1.0, 1.0), (5, -420, -1.0, 1.0), (-5, 420, 1.0, -1.0), (5, 420, -1.0, -1.0), (0, -420, -1.0, 1.0),
])
def test_the_striker_comes_to_the_left_below(x, y, right, up):
    """In the middle the outermost disc decides: b2 at x = 200 comes to the left."""
    found = frame_of(read(striker={"x": x, "y": y}))

    assert (found.right, found.up) == (right, up)


def test_a_table_that_is_its_own_mirror_stays():
    found = frame_of(read_dispute(item(before=[], after=[], striker={"x": 0, "y": 0})))

    assert (found.right, found.up, found.ids) == (1.0, 1.0, ("striker",))


def test_names_go_back_to_the_table():
    found = frame_of(read(striker={"x": 5, "y": 420}))

    assert [found.edge(k) for k in range(4)] == ["S", "W", "N", "E"]
    assert [found.pocket(k) for k in range(4)] == ["SW", "SE", "NW", "NE"]
    assert found.place(3.0, -4.0) == (-3.0, 4.0)
    assert str(found.place(0.0, 0.0)) == "(0.0, 0.0)"
    assert found.table_angle(found.angle(30.0)) == 30.0
    assert -180.0 <= found.angle(85.0) < 180.0
    plain = frame_of(read(striker={"x": -5, "y": -420}))
    assert ([plain.edge(k) for k in range(4)], plain.pocket(1)) == (["N", "E", "S", "W"], "NW")
    assert plain.ids == ("striker", "b1", "r1", "b2")


def test_arrays_of_a_dispute():
    dispute = read(
        after=[DISCS[0]], pocketed=["b1"], off_table=["b2"], striker={"x": 5, "y": -420, "after": {"x": 1, "y": 2}},
        adjudicate={**JUDGE, "player": "N"},
    )

    found = known_of(dispute, frame_of(dispute))

    assert found.seen.tolist() == [LIES, FLEW, LIES, FELL]
    assert found.place[0].tolist() == [-5.0, -420.0]
    assert found.rest[0].tolist() == [-1.0, 2.0]
    assert found.seat.tolist() == [0.0, 1.0]
    assert found.loose.tolist() == [0, 1, 2]
    assert (found.least[0], found.most[0]) == (85.0, 95.0)
    open_end = read(after=DISCS[:2], unknown_after=["b2"], striker={"x": 5, "y": -420})
    assert known_of(open_end, frame_of(open_end)).seen.tolist() == [OPEN, OPEN, LIES, LIES]
    assert np.all(found.most >= found.least)
