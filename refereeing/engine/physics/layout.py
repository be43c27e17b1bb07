"""How the kernel keeps the pieces while it runs: arrays with named columns (mm, s, mm/s, g)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

X, Y, VX, VY, SINCE = 0, 1, 2, 3, 4
"""Place and velocity at the instant `SINCE` of the last change."""
AX, AY, STOP = 5, 6, 7
"""Deceleration, and when the piece comes to rest (`SINCE` for one that lies)."""
END_X, END_Y = 8, 9
"""Where it comes to rest."""
LEFT, RIGHT, LOW, HIGH = 10, 11, 12, 13
"""A box around the way of its centre until its own next event."""
OWN = 14
"""When it reaches an edge or a pocket; inf: never."""
COMES = 15
"""What it reaches then: EDGE_NEXT, POCKET_NEXT or NOBODY."""
RADIUS, MASS = 16, 17
HIT_AT, HIT_BY = 18, 19
"""When it last took an impulse, and from whom."""
FATE = 20
"""What became of it: ON_TABLE, or from FIRST_POCKET on the pocket, from FIRST_EDGE on the edge."""
COLUMNS = 21
ON_TABLE, FIRST_POCKET, FIRST_EDGE = 0, 1, 5
"""Fates: 1..4 pocketed at NE NW SE SW, 5..8 over the edge N E S W."""

NOBODY = -1
EDGE_NEXT, POCKET_NEXT = -2, -3
"""In `partner`: what comes next is an edge, or a pocket."""
GONE = -4

CONTACT, CUSHION, POCKETED, OFF, RECROSSED = 1, 2, 3, 4, 5
"""Kinds of events."""
KIND, FIRST, SECOND, TIME, AT_X, AT_Y, SPEED = range(7)
"""Columns of the list of events. SECOND: a piece, an edge 0..3 N E S W, a pocket 0..3 NE NW SE SW."""
EVENT_COLUMNS = 7
PIECE, FROM_X, FROM_Y, FROM_VX, FROM_VY, FROM_T, FROM_AX, FROM_AY, FROM_TURNS, FROM_SLOWS = range(10)
"""Columns of the list of ways: every change of a piece's motion. The last two, its spin and by how much that falls
(rad/s, rad/s²), are written by the model `full` alone."""
WAY_COLUMNS = 10

EVENTS, WAYS, STATUS, PRESSED, IMPULSES, LINKS, HAS_LEFT, TOUCHED, RIVAL = range(9)
"""Places of the counters. RIVAL: the disc that the striker would have touched next, 0: none."""
COUNTERS = 9
ENDED, TOO_MANY = 0, 1

EDGES = ("N", "E", "S", "W")
POCKET_ORDER = ("NE", "NW", "SE", "SW")


class Work(NamedTuple):
    """What one stroke needs to run, for n pieces; used again for the next."""

    body: NDArray[np.float64]
    """[n, COLUMNS]"""
    times: NDArray[np.float64]
    """[n, n]: when two pieces meet, as things stand."""
    best: NDArray[np.float64]
    """[n]: when the next thing happens to a piece"""
    partner: NDArray[np.int64]
    """[n]: and with whom"""
    now: NDArray[np.float64]
    """[n, 4]: places and velocities at the instant that is looked at"""
    met: NDArray[np.float64]
    """[n, n + 4]: when two pieces, or a piece and an edge, last met; -inf: never"""
    again: NDArray[np.int64]
    """[n, n + 4]: how often in a row they have met while the contact before still lasted"""
    changed: NDArray[np.int64]
    """[n]: 1 looked at in this instant, 2 its velocity has changed"""
    links: NDArray[np.float64]
    """[.., 4]: what touches in this instant: first, second (n + edge for an edge), the normal"""
    listed: NDArray[np.int64]
    """[..]: whether the link has been listed as an event already"""
    margin: NDArray[np.float64]
    """[2]: s, mm"""
    counts: NDArray[np.int64]
    """[COUNTERS]"""
    line: NDArray[np.float64]
    """[1]: when the striker, coming back, has crossed the own line; inf: not as things stand"""


def make_work(pieces: int) -> Work:
    """Room for a stroke of so many pieces."""
    links = pieces * (pieces - 1) // 2 + 4 * pieces
    return Work(
        body=np.zeros((pieces, COLUMNS)), times=np.zeros((pieces, pieces)), best=np.zeros(pieces),
        partner=np.zeros(pieces, dtype=np.int64), now=np.zeros((pieces, 4)), met=np.zeros((pieces, pieces + 4)),
        again=np.zeros((pieces, pieces + 4), dtype=np.int64),
        changed=np.zeros(pieces, dtype=np.int64), links=np.zeros((links, 4)), listed=np.zeros(links, dtype=np.int64),
        margin=np.zeros(2), counts=np.zeros(COUNTERS, dtype=np.int64), line=np.zeros(1),
    )  # fmt: skip
