"""`reconstruct` of the commands' contract: which strokes explain a dispute, and what the rules say to each.

The search knows positions alone; here its samples become first touches, events and verdicts with their probabilities.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from refereeing.engine.physics.reconstruct.known import Known
from refereeing.engine.physics.reconstruct.search import Effort, Found, search
from refereeing.engine.replay.cloud import cloud_of
from refereeing.engine.replay.doubt import SURE, cited
from refereeing.engine.replay.explanations import explanations, touches
from refereeing.engine.replay.frame import Frame, frame_of, known_of
from refereeing.engine.replay.reconstruct_input import Dispute, read_dispute
from refereeing.engine.replay.rulings import rulings_of

Progress = Callable[[float, dict[str, Any]], bool]
WARMING = Effort(wide=16, fresh=4, near=4, around=4, starters=4, rounds=2, samples=4)
"""Hardly a search: every kernel runs once."""


def reconstruct_json(item: object, progress: Progress | None = None, *, effort: Effort | None = None) -> dict[str, Any]:
    """The strokes that explain a dispute, the probability of every first touch and of every verdict.

    `progress(done, partial)` is called after every round of the search with the answer so far; False ends the search.
    `effort`: how hard to search, if not as hard as usual; `samples` of the input counts before its own. The same input
    gives the same answer. Raises EngineError with the exact path.
    """
    dispute = read_dispute(item)
    frame = frame_of(dispute)
    known = known_of(dispute, frame)

    def go_on(done: float, found: Found) -> bool:
        return progress is None or progress(done, answer(dispute, frame, known, found))

    work = replace(Effort(), samples=dispute.samples) if effort is None else effort
    return answer(dispute, frame, known, search(known, work, dispute.seed, go_on))


def answer(dispute: Dispute, frame: Frame, known: Known, found: Found) -> dict[str, Any]:
    """What was found, as the contract writes it (docs/reconstruct.md)."""
    odds = found.odds
    touched = touches(found, frame, dispute.tie_window, odds)
    is_undecided = not found.is_explained or max(touched.values()) < SURE
    judge = dispute.judge
    language = "en" if judge is None else judge.language
    return {
        "model": "slide",
        "strokes": explanations(dispute, frame, known, found, odds),
        "first_touch": [{"discs": list(names), "probability": round(p, 4)} for names, p in touched.items()],
        "rulings": rulings_of(dispute, frame, known, found, odds),
        "explained": found.is_explained,
        "reason": None if found.is_explained else "no_stroke_fits",
        "misfit": round(found.misfit, 2),
        "undecided": is_undecided,
        "cite": cited(None if judge is None else judge.ruleset, language) if is_undecided else [],
        "left_open": left_open(dispute),
        "effective_samples": round(found.weighed.effective, 1),
        "rounds": found.rounds,
        "cloud": cloud_of(frame, known, found, odds),
    }


def left_open(dispute: Dispute) -> list[str]:
    """Pieces whose end was compared with nothing: unknown ones, and those over an edge, which the model cannot play."""
    return sorted(dispute.unknown | dispute.off_table | ({"striker"} if ends_unknown(dispute) else set()))


def ends_unknown(dispute: Dispute) -> bool:
    """Whether nobody says where the striker ended."""
    return dispute.striker_after is None and "striker" not in dispute.pocketed


def warm_up() -> None:
    """Compile, or load, every kernel that `reconstruct` needs."""
    reconstruct_json({
        "before": [{"id": "r1", "colour": "red", "x": 0, "y": 100}, {"id": "b1", "colour": "black", "x": 31, "y": 100}],
        "after": [{"id": "r1", "x": 0, "y": 200}, {"id": "b1", "x": 31, "y": 100}],
        "striker": {"x": 0, "y": -420}, "known": {"angle": [80, 100]},
    }, effort=WARMING)  # fmt: skip
