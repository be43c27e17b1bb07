"""What the rules say to every sample of a dispute, and how likely each verdict is.

What was seen counts: which discs fell, and where the others lie. From the sample come the contacts, the edges, their
order, and the end of discs of which nobody knows it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from refereeing.engine import table
from refereeing.engine.facts import (
    STRIKER,
    Contact,
    Cushion,
    Disc,
    Event,
    OffTable,
    OwnLineRecrossed,
    Pocketed,
    Stroke,
)
from refereeing.engine.physics.reconstruct.known import Array, Known
from refereeing.engine.physics.reconstruct.relive import Relived, relive
from refereeing.engine.physics.reconstruct.search import Found
from refereeing.engine.replay.explanations import events_of, told_weights
from refereeing.engine.replay.frame import Frame
from refereeing.engine.replay.reconstruct_input import Dispute, Judge
from refereeing.engine.rules.adjudicate import adjudicate
from refereeing.engine.rules.verdict import Verdict

COUNTED = 0.999
"""The share of the samples' weight that is judged, the heaviest first."""


def rulings_of(
    dispute: Dispute, frame: Frame, known: Known, found: Found, odds: dict[int, float]
) -> list[dict[str, Any]]:
    """Each distinct verdict with its probability and findings, the likeliest first; none without a rule set."""
    judge = dispute.judge
    if judge is None:
        return []
    total: dict[tuple[Any, ...], float] = {}
    verdicts: dict[tuple[Any, ...], Verdict] = {}
    for k, weight in groups(found, told_weights(found, odds)):
        stroke = stroke_of(dispute, judge, frame, relive(known, found.weighed.strokes.z[k]))
        verdict = adjudicate(stroke)
        name = (verdict.stroke, verdict.path, verdict.turn, verdict.set, verdict.penalty, verdict.rules)
        verdicts.setdefault(name, verdict)
        total[name] = total.get(name, 0.0) + weight
    everything = sum(total.values())
    ranked = sorted(total.items(), key=lambda pair: (-pair[1], pair[0]))
    return [ruling(verdicts[name], weight / everything, judge.language) for name, weight in ranked]


def ruling(verdict: Verdict, probability: float, language: str) -> dict[str, Any]:
    """One verdict as it is told."""
    whole = verdict.as_dict(language)
    told = ("stroke", "path", "turn", "set", "penalty", "may_forfeit", "findings")
    return {"probability": round(probability, 4), **{key: whole[key] for key in told}}


def groups(found: Found, weight: Array) -> list[tuple[int, float]]:
    """Samples with the same list of events as one: its heaviest sample, and the weight of all."""
    strokes = found.weighed.strokes
    keys, group = np.unique(strokes.key, return_inverse=True)
    together = np.bincount(group, weights=weight, minlength=len(keys))
    by_weight = np.argsort(-weight, kind="stable")
    heaviest: dict[int, int] = {}
    for k in by_weight:
        heaviest.setdefault(int(group[k]), int(k))
    told, counted = [], 0.0
    for g in np.argsort(-together, kind="stable"):
        if counted >= COUNTED or together[g] <= 0.0:
            break
        told.append((heaviest[int(g)], float(together[g])))
        counted += float(together[g])
    return told


def stroke_of(dispute: Dispute, judge: Judge, frame: Frame, relived: Relived) -> Stroke:
    """What the judge is told of a sample."""
    events, gone = events_for(dispute, frame, relived)
    after = {}
    for i, uid in enumerate(frame.ids):
        if uid == STRIKER or uid in gone:
            continue
        seen = dispute.after.get(uid)
        before = dispute.before[uid]
        x, y = frame.place(float(relived.ends[i, 0]), float(relived.ends[i, 1]))
        after[uid] = seen if seen is not None else Disc(uid, before.colour, x, y)
    return Stroke(
        judge.ruleset, judge.mode, judge.player, judge.colours, dispute.before, dispute.striker, events, after,
        judge.state, {uid: colour for uid, colour in judge.earlier.items() if uid not in dispute.before},
    )  # fmt: skip


def events_for(dispute: Dispute, frame: Frame, relived: Relived) -> tuple[tuple[Event, ...], set[str]]:
    """The sample's events, with what left the table as it was seen; and what that is."""
    fell = {uid for i, uid in enumerate(frame.ids) if relived.fell[i] and is_end_open(dispute, uid)}
    gone = fell | set(dispute.pocketed) | set(dispute.off_table)
    events: list[Event] = []
    left: set[str] = set()
    last_edge: dict[str, str] = {}
    for told in events_of(relived, frame, dispute.tie_window):
        if told["type"] == "contact":
            events.append(Contact(told["a"], tuple(told["b"])))
        elif told["type"] == "cushion":
            last_edge[told["body"]] = told["edge"]
            events.append(Cushion(told["body"], told["edge"]))
        elif told["type"] == "own_line_recrossed":
            events.append(OwnLineRecrossed())
        elif told["body"] in gone and told["body"] not in dispute.off_table:
            left.add(told["body"])
            events.append(Pocketed(told["body"], told["pocket"]))
    for uid in frame.ids:
        if uid in dispute.pocketed and uid not in left:
            events.append(Pocketed(uid, nearest_pocket(*end_of(frame, relived, uid))))
        elif uid in dispute.off_table:
            events.append(OffTable(uid, last_edge.get(uid) or nearest_edge(*end_of(frame, relived, uid))))
    return tuple(events), gone


def is_end_open(dispute: Dispute, uid: str) -> bool:
    """Whether nobody knows how a piece ended."""
    if uid == STRIKER:
        return dispute.striker_after is None and uid not in dispute.pocketed and uid not in dispute.off_table
    return uid in dispute.unknown


def end_of(frame: Frame, relived: Relived, uid: str) -> tuple[float, float]:
    """Where the sample has a piece come to rest."""
    place = relived.ends[frame.ids.index(uid)]
    return frame.place(float(place[0]), float(place[1]))


def nearest_pocket(x: float, y: float) -> str:
    """The pocket of the quarter that a place is in."""
    return ("N" if y > 0.0 else "S") + ("E" if x > 0.0 else "W")


def nearest_edge(x: float, y: float) -> str:
    """The edge that a place is nearest to."""
    return max(table.CLOCK, key=lambda edge: table.depth(edge, x, y))
