"""`reconstruct` of the commands' contract: the dispute as JSON, read strictly into a value (mm, degrees, mm/s)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from refereeing.engine.errors import EngineError
from refereeing.engine.facts import COLOURS, STRIKER, Disc, SetState
from refereeing.engine.physics.params import LIMITS, Constants
from refereeing.engine.reading import at, read_choice, read_id, read_integer, read_list, read_number, read_object
from refereeing.engine.rules.book import LANGUAGES, RULESETS
from refereeing.engine.rules.stroke_json import (
    DISCS_LIMIT,
    STRIKER_REACH,
    read_colours,
    read_disc,
    read_discs,
    read_earlier,
    read_state,
    read_striker,
    refuse_overlap,
)

FIELDS = ("before", "after", "striker")
OPTIONAL = (
    "pocketed", "off_table", "unknown_after", "known", "position_sd", "constants", "constants_sd", "adjudicate",
    "samples", "seed", "tie_window", "model",
)  # fmt: skip
ANGLE_LIMITS = (-720.0, 720.0)
SPEED_LIMITS = (0.0, 20_000.0)
SPEED_DEFAULT = (300.0, 6_000.0)
"""mm/s: from a disc barely touched to the hardest stroke."""
POSITION_SD_LIMITS = (0.05, 50.0)
POSITION_SD = 2.0
SD_DEFAULT: Mapping[str, float] = {"friction": 0.02, "restitution_disc": 0.05, "restitution_edge": 0.07}
"""How surely the constants are known where nobody says (docs/reconstruct.md); the others are taken as sure."""
NEVER_LOOSE = ("gravity", "radius_disc", "radius_striker")
SAMPLES, SAMPLES_LIMITS = 2_000, (100, 20_000)
SEED_LIMIT = 2**53
TIE_WINDOW_LIMIT = 0.1
SLOWEST = 1.0
"""mm/s: a stroke is at least so fast."""
NARROWEST = 1e-3
"""Degrees and mm/s: a range is at least so wide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """Under which rules the stroke is judged."""

    ruleset: str
    mode: str
    player: str
    colours: Mapping[str, str]
    state: SetState
    earlier: Mapping[str, str]
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A disputed stroke as people saw it."""

    before: Mapping[str, Disc]
    striker: tuple[float, float]
    after: Mapping[str, Disc]
    striker_after: tuple[float, float] | None
    pocketed: frozenset[str]
    off_table: frozenset[str]
    unknown: frozenset[str]
    """Discs of which nobody knows where they ended."""
    angle: tuple[float, float]
    speed: tuple[float, float]
    position_sd: float
    constants: Constants
    constants_sd: Mapping[str, float]
    judge: Judge | None
    samples: int
    seed: int
    tie_window: float


def read_dispute(data: object) -> Dispute:
    """A dispute whose parts fit together. Raises EngineError with the exact path."""
    given = read_object(data, "", FIELDS, OPTIONAL)
    read_choice(given.get("model", "slide"), "model", ("slide",))
    judge = read_judge(given["adjudicate"]) if "adjudicate" in given else None
    colours = COLOURS if judge is None else tuple(dict.fromkeys(judge.colours.values()))
    before = read_discs(given["before"], "before", 8 if judge and judge.mode == "singles" else 16, colours)
    if judge is not None and "pocketed" in given["adjudicate"]:
        read_earlier(given["adjudicate"]["pocketed"], before, 16)
    striker, striker_after = read_striker_places(given["striker"], before)
    gone = {key: read_ids(given.get(key, []), key, before) for key in ("pocketed", "off_table", "unknown_after")}
    after = read_after(given["after"], before, gone)
    refuse_twice(striker_after, gone)
    known = read_object(given.get("known", {}), "known", (), ("angle", "speed"))
    constants = read_constants(given.get("constants", {}))
    return Dispute(
        before=before, striker=striker, after=after, striker_after=striker_after,
        pocketed=gone["pocketed"], off_table=gone["off_table"], unknown=gone["unknown_after"],
        angle=read_angle(known), speed=read_speed(known),
        position_sd=read_number(given.get("position_sd", POSITION_SD), "position_sd", *POSITION_SD_LIMITS),
        constants=constants, constants_sd=read_constants_sd(given.get("constants_sd", {}), constants),
        judge=judge,
        samples=read_integer(given.get("samples", SAMPLES), "samples", *SAMPLES_LIMITS),
        seed=read_integer(given.get("seed", 1), "seed", 0, SEED_LIMIT),
        tie_window=read_number(given.get("tie_window", 0), "tie_window", 0.0, TIE_WINDOW_LIMIT),
    )  # fmt: skip


def read_judge(value: object) -> Judge:
    """The rule set, the seats and the state of the set, as `adjudicate` takes them."""
    given = read_object(
        value, "adjudicate", ("ruleset", "mode", "player", "colours"), ("state", "pocketed", "language")
    )
    ruleset = read_choice(given["ruleset"], "adjudicate.ruleset", RULESETS)
    mode = read_choice(given["mode"], "adjudicate.mode", ("singles", "doubles"))
    try:
        colours = read_colours(given["colours"], mode)
        player = read_choice(given["player"], "player", tuple(colours))
        state = read_state(given.get("state", {}), player, tuple(colours))
        earlier = read_earlier(given.get("pocketed", []), {}, 16)
    except EngineError as refusal:
        raise refusal.under("adjudicate") from None
    language = read_choice(given.get("language", "en"), "adjudicate.language", LANGUAGES)
    return Judge(
        ruleset=ruleset, mode=mode, player=player, colours=colours, state=state, earlier=earlier, language=language
    )


def read_striker_places(
    value: object, before: Mapping[str, Disc]
) -> tuple[tuple[float, float], tuple[float, float] | None]:
    """Where the striker stood, and where it came to rest, if that is known."""
    given = read_object(value, "striker", ("x", "y"), ("after",))
    place = read_striker({"x": given["x"], "y": given["y"]}, before) or (0.0, 0.0)
    if given.get("after") is None:
        return place, None
    end = read_object(given["after"], "striker.after", ("x", "y"))
    limits = -STRIKER_REACH, STRIKER_REACH
    return place, (read_number(end["x"], "striker.after.x", *limits), read_number(end["y"], "striker.after.y", *limits))


def read_ids(value: object, path: str, before: Mapping[str, Disc]) -> frozenset[str]:
    """Discs of before, and the striker, each once."""
    found: set[str] = set()
    for index, item in enumerate(read_list(value, path, DISCS_LIMIT + 1)):
        uid = read_id(item, f"{path}[{index}]")
        if uid != STRIKER and uid not in before:
            raise EngineError("unknown_disc", f"{path}[{index}]")
        if uid in found:
            raise EngineError("duplicate", f"{path}[{index}]")
        found.add(uid)
    return frozenset(found)


def read_after(
    value: object, before: Mapping[str, Disc], gone: Mapping[str, frozenset[str]]
) -> dict[str, Disc]:
    """Where the discs came to rest. The colour may be left out; every disc is somewhere."""
    after: dict[str, Disc] = {}
    elsewhere = frozenset().union(*gone.values())
    for index, item in enumerate(read_list(value, "after", DISCS_LIMIT)):
        path = f"after[{index}]"
        disc = read_rest(item, path, before)
        if disc.id in elsewhere:
            raise EngineError("disc_is_gone", f"{path}.id")
        if disc.id in after:
            raise EngineError("duplicate", f"{path}.id")
        after[disc.id] = disc
    for uid in before:
        if uid not in after and uid not in elsewhere:
            raise EngineError("disc_is_missing", "after", {"id": uid})
    refuse_overlap(after, "after")
    return after


def read_rest(item: object, path: str, before: Mapping[str, Disc]) -> Disc:
    """One disc of before at rest."""
    given = read_object(item, path, ("id", "x", "y"), ("colour",))
    uid = read_id(given["id"], at(path, "id"))
    if uid not in before:
        raise EngineError("unknown_disc", at(path, "id"))
    colour = given.get("colour", before[uid].colour)
    disc = read_disc({"id": uid, "colour": colour, "x": given["x"], "y": given["y"]}, path, COLOURS)
    if disc.colour != before[uid].colour:
        raise EngineError("wrong_colour", at(path, "colour"))
    return disc


def refuse_twice(striker_after: tuple[float, float] | None, gone: Mapping[str, frozenset[str]]) -> None:
    """Nothing ends in two ways."""
    if striker_after is not None and any(STRIKER in ids for ids in gone.values()):
        raise EngineError("disc_is_gone", "striker.after")
    for later, earlier in (("off_table", "pocketed"), ("unknown_after", "pocketed"), ("unknown_after", "off_table")):
        if gone[later] & gone[earlier]:
            raise EngineError("duplicate", later)


def read_angle(known: Mapping[str, Any]) -> tuple[float, float]:
    """The range of the stroke's direction; all round where nobody knows."""
    low, high = read_range(known, "angle", ANGLE_LIMITS, (-180.0, 180.0))
    if high - low > 360.0:
        raise EngineError("out_of_range", "known.angle[1]", {"least": low, "most": low + 360.0})
    return low, high


def read_speed(known: Mapping[str, Any]) -> tuple[float, float]:
    """The range of the stroke's speed."""
    low, high = (max(end, SLOWEST) for end in read_range(known, "speed", SPEED_LIMITS, SPEED_DEFAULT))
    return low, max(high, low + NARROWEST)


def read_range(
    known: Mapping[str, Any], key: str, limits: tuple[float, float], default: tuple[float, float]
) -> tuple[float, float]:
    """Two numbers, the smaller first."""
    if key not in known:
        return default
    path = f"known.{key}"
    ends = read_list(known[key], path, 2)
    if len(ends) != 2:
        raise EngineError("missing", f"{path}[{len(ends)}]")
    low = read_number(ends[0], f"{path}[0]", *limits)
    high = read_number(ends[1], f"{path}[1]", low, limits[1])
    return low, max(high, low + NARROWEST)


def read_constants(value: object) -> Constants:
    """The constants; those left out have their defaults."""
    given = read_object(value, "constants", (), tuple(LIMITS))
    values = {name: read_number(given[name], at("constants", name), *LIMITS[name]) for name in given}
    return Constants(**values)


def read_constants_sd(value: object, constants: Constants) -> dict[str, float]:
    """How surely each constant is known; 0: exactly. At most half of the constant itself."""
    given = read_object(value, "constants_sd", (), tuple(name for name in LIMITS if name not in NEVER_LOOSE))
    found = {name: min(sd, 0.5 * getattr(constants, name)) for name, sd in SD_DEFAULT.items()}
    for name in given:
        most = 0.5 * getattr(constants, name)
        found[name] = read_number(given[name], at("constants_sd", name), 0.0, most)
    return found
