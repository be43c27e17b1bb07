"""The command `simulate`: a stroke played by a model, and what the rules say to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from refereeing.engine.errors import EngineError
from refereeing.engine.facts import Contact, Cushion, Disc, Event, OffTable, OwnLineRecrossed, Pocketed, Stroke
from refereeing.engine.physics.frames import frames_of
from refereeing.engine.physics.full_json import full_json, refuse_soft, with_cue
from refereeing.engine.physics.full_params import FULL_LIMITS, FullConstants
from refereeing.engine.physics.motion import Array
from refereeing.engine.physics.params import LIMITS
from refereeing.engine.physics.params import Constants as SlideConstants
from refereeing.engine.physics.simulate import Launch, Run, is_too_sensitive, simulate
from refereeing.engine.physics.simulate_json import Simulation, read_simulation, result_json
from refereeing.engine.reading import refuse_choice
from refereeing.engine.replay.reconstruct_input import Judge, read_judge
from refereeing.engine.rules.adjudicate import adjudicate

MODELS = {"slide": (SlideConstants, LIMITS), "full": (FullConstants, FULL_LIMITS)}
"""The constants of each model, and their limits."""


def simulate_json(data: object) -> dict[str, Any]:
    """Play one stroke. `data` and the result are the objects of the contract; docs/physics.md tells the limits.

    Raises EngineError with the exact path; `too_hard` for a stroke that is beyond the limits of the kernel.
    """
    asked = read_simulation(with_cue(data), MODELS)
    judge = read_judge(data["adjudicate"]) if isinstance(data, dict) and "adjudicate" in data else None
    if judge is not None:
        asked = seen_by(asked, judge)
    full = asked.constants if isinstance(asked.constants, FullConstants) else None
    if full is not None:
        refuse_soft(full)
    row, kernel = asked.constants.as_row(), kernel_of(asked.constants)

    def play(launch: Launch) -> Run:
        return kernel(launch, row, asked.player)

    run = play(asked.launch)
    result = result_json(asked, run)
    if full is not None:
        result |= full_json(full, run, asked.ids)
    result["too_sensitive"] = is_too_sensitive(asked.launch, run, play)
    if asked.frames:
        result["frames"] = frames_of(asked.launch, run, asked.ids, asked.frames)
    if judge is not None:
        result["verdict"] = verdict_json(asked, judge, result)
    return result


def kernel_of(constants: SlideConstants) -> Callable[[Launch, Array, str], Run]:
    """What plays a stroke with these constants. Loading `full` takes a while, so it waits until it is asked for."""
    if not isinstance(constants, FullConstants):
        return simulate
    from refereeing.engine.physics.full_simulate import simulate_full  # noqa: PLC0415

    return simulate_full


def seen_by(asked: Simulation, judge: Judge) -> Simulation:
    """The stroke of the player who is judged; the discs are those of a game."""
    if asked.player not in ("", judge.player):
        refuse_choice("player", (judge.player,))
    limit = 8 if judge.mode == "singles" else 16
    counts: dict[str, int] = {}
    for index, disc in enumerate(asked.discs):
        counts[disc.colour] = counts.get(disc.colour, 0) + 1
        if counts[disc.colour] > limit:
            raise EngineError("too_many_discs", f"discs[{index}]", {"limit": limit})
        if disc.id in judge.earlier:
            raise EngineError("duplicate", f"discs[{index}].id")
    return replace(asked, player=judge.player)


def verdict_json(asked: Simulation, judge: Judge, result: Mapping[str, Any]) -> dict[str, Any]:
    """What `adjudicate` says to the simulated stroke."""
    before = {disc.id: disc for disc in asked.discs}
    after = {}
    for told in result["after"]:
        disc = Disc(told["id"], told["colour"], told["x"], told["y"])
        after[disc.id] = before[disc.id] if disc == before[disc.id] else disc
    stroke = Stroke(
        judge.ruleset, judge.mode, judge.player, judge.colours, before, (asked.launch.x, asked.launch.y),
        tuple(fact(event) for event in result["events"]), after, judge.state, judge.earlier,
    )  # fmt: skip
    return adjudicate(stroke).as_dict(judge.language)


def fact(event: Mapping[str, Any]) -> Event:
    """An event of the result as the rules know it."""
    kind = event["type"]
    if kind == "contact":
        return Contact(event["a"], tuple(event["b"]))
    if kind == "cushion":
        return Cushion(event["body"], event["edge"])
    if kind == "pocketed":
        return Pocketed(event["body"], event["pocket"])
    if kind == "off_table":
        return OffTable(event["body"], event["edge"])
    return OwnLineRecrossed()
