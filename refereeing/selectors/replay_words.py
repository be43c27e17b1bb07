"""A replay in words, for pages without scripts and for paper: what happened, how likely each ruling is, and its worth.

The tablet's player says the same with words of its own (`refereeing/tablet/src/replay/strings/`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from refereeing.engine.still import STRIKER, Still, first_touch, still_of

MODEL = gettext_lazy(
    "This is a model, not a proof. It computes with sliding discs on an even table; a real table can differ.")
STROKE_WORDS: Mapping[str, str | Promise] = {
    "correct": gettext_lazy("Correct stroke"), "penalised": gettext_lazy("Penalised stroke"),
    "none": gettext_lazy("No stroke"),
}
TURN_WORDS: Mapping[str, str | Promise] = {
    "continues": gettext_lazy("strikes again"), "lost": gettext_lazy("turn lost"),
    "stopped": gettext_lazy("cleared, stops"),
}
SET_WORDS: Mapping[str, str | Promise] = {
    "won": gettext_lazy("set won"), "lost": gettext_lazy("set lost"), "replayed": gettext_lazy("set replayed"),
    "drawn": gettext_lazy("set drawn"),
}
BEYOND_WORDS: Mapping[str, str | Promise] = {
    "pocket_speed": gettext_lazy("too fast into a pocket"), "pocket_jumped": gettext_lazy("over a pocket and on"),
    "pocket_thrown": gettext_lazy("thrown out over a pocket"),
    "edge_speed": gettext_lazy("too fast against an edge"), "edge_thrown": gettext_lazy("thrown over an edge"),
}


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause with its text in the reader's language."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class RulingLine:
    """What the rules say to the stroke, and how likely it is that they say so."""

    share: float
    percent: str
    stroke: str | Promise
    follows: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class TouchLine:
    """What may have been touched first."""

    share: float
    percent: str
    discs: str


@dataclass(frozen=True, slots=True)
class EventLine:
    """Something that happens in the stroke. `is_first`: the first touch."""

    when: str
    text: str
    is_first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayWords:
    """A replay for reading. `still` is None where no stroke fits what was seen; `is_plain`: one stroke, simulated."""

    still: Still | None
    stroke: str
    first: str
    margin: str
    margin_short: str
    events: tuple[EventLine, ...]
    rulings: tuple[RulingLine, ...]
    touches: tuple[TouchLine, ...]
    cautions: tuple[str, ...]
    cites: tuple[Clause, ...]
    model: str
    is_plain: bool


def replay_words(result: Mapping[str, Any]) -> ReplayWords:
    """A result of the API in the language in force; its clauses are in the language in which it was asked for."""
    names = Names(result["before"])
    run = next((run for run in result["runs"] if run.get("simulation")), None)
    simulation = run["simulation"] if run else None
    cautions = tuple(_cautions(result, simulation, names))
    # Shares of strokes of which none fits would be read as sureness.
    is_told = result["explained"]
    return ReplayWords(
        still=still_of(result, simulation) if simulation else None,
        stroke=_stroke(result, run) if run else "", first=_first(simulation, names) if simulation else "",
        margin=_margin(simulation, names) if simulation else "", margin_short=_margin_short(simulation),
        events=tuple(_events(simulation, names)) if simulation else (),
        rulings=tuple(_ruling(ruling) for ruling in result["rulings"]) if is_told else (),
        touches=tuple(_touch(touch, names) for touch in result["first_touch"]) if is_told else (),
        cautions=cautions, cites=_clauses(result.get("cite") or ()) if cautions else (), model=str(MODEL),
        is_plain=result["kind"] == "simulate",
    )


class Names:
    """Names pieces: the striker, or a disc by colour and id."""

    def __init__(self, discs: Iterable[Mapping[str, Any]]) -> None:
        self._colours = {disc["id"]: disc["colour"] for disc in discs}

    def one(self, uid: str) -> str:
        """A piece in words."""
        if uid == STRIKER:
            return _("striker")
        colour = self._colours.get(uid)
        if colour is None:
            return uid
        return (_("red %(id)s") if colour == "red" else _("black %(id)s")) % {"id": uid}

    def many(self, uids: Sequence[str]) -> str:
        """Pieces touched together."""
        return " + ".join(map(self.one, uids)) if uids else _("no disc")


def percent_of(share: float) -> str:
    """A probability in percent; what came out of a sample is never told as a certainty."""
    if share < 0.01:
        return _("under %(share)s") % {"share": "1 %"}
    if share > 0.99:
        return _("over %(share)s") % {"share": "99 %"}
    return f"{math.floor(100 * share + 0.5)} %"


def number(value: float, decimals: int) -> str:
    """A number in the language in force, rounded (`number_format` alone cuts)."""
    return number_format(round(value, decimals), decimals)


def _stroke(result: Mapping[str, Any], run: Mapping[str, Any]) -> str:
    facts = {"angle": number(run["angle"], 1), "speed": number(run["speed"] / 1000, 2)}
    if result["kind"] == "simulate" or not result["explained"]:
        return _("Stroke: %(angle)s°, %(speed)s m/s") % facts
    return _("Most likely stroke (%(share)s): %(angle)s°, %(speed)s m/s") % {
        **facts, "share": percent_of(run["weight"])}


def _first(simulation: Mapping[str, Any], names: Names) -> str:
    touch = first_touch(simulation["events"])
    if touch is None:
        return _("First touch: none")
    discs = names.many(touch["b"])
    if len(touch["b"]) > 1:
        return _("First touch: %(discs)s, at the same instant") % {"discs": discs}
    return _("First touch: %(discs)s") % {"discs": discs}


def _margin(simulation: Mapping[str, Any], names: Names) -> str:
    """By how much the first touch was ahead of the next disc; empty where the striker touches nothing."""
    if first_touch(simulation["events"]) is None:
        return ""
    margin = simulation.get("first_margin")
    if margin is None:
        return _("No other disc was near the way of the striker.")
    return _("Margin to the next (%(disc)s): %(mm)s mm, %(ms)s ms") % {
        "disc": names.one(margin["disc"]), "mm": number(margin["mm"], 1), "ms": number(1000 * margin["seconds"], 1)}


def _margin_short(simulation: Mapping[str, Any] | None) -> str:
    margin = simulation.get("first_margin") if simulation else None
    return _("%(mm)s mm") % {"mm": number(margin["mm"], 1)} if margin else ""


def _events(simulation: Mapping[str, Any], names: Names) -> Iterable[EventLine]:
    touch = first_touch(simulation["events"])
    for event in simulation["events"]:
        yield EventLine(number(event["t"], 3), event_text(event, names), event is touch)
    yield EventLine(number(simulation["duration"], 3), _("Everything has come to rest"), False)


def event_text(event: Mapping[str, Any], names: Names) -> str:
    """One event of a stroke in words; the name of its kind where there are none for it."""
    body = names.one(event.get("body", ""))
    match event["type"]:
        case "contact":
            return _("Contact: %(a)s and %(b)s") % {"a": names.one(event["a"]), "b": names.many(event["b"])}
        case "cushion":
            return _("Edge %(edge)s: %(body)s") % {"edge": event["edge"], "body": body}
        case "pocketed":
            return _("Into pocket %(pocket)s: %(body)s") % {"pocket": event["pocket"], "body": body}
        case "off_table":
            return _("Over edge %(edge)s: %(body)s") % {"edge": event["edge"], "body": body}
        case "own_line_recrossed":
            return _("The striker comes back over the own zone line")
        case kind:
            return str(kind)


def _ruling(ruling: Mapping[str, Any]) -> RulingLine:
    follows = [SET_WORDS.get(ruling["set"])] if ruling["set"] != "open" else [TURN_WORDS.get(ruling["turn"])]
    follows += [gettext_lazy("penalty disc")] if ruling["penalty"] else []
    return RulingLine(
        ruling["probability"], percent_of(ruling["probability"]), STROKE_WORDS.get(ruling["stroke"], ruling["stroke"]),
        ", ".join(str(word) for word in follows if word), _clauses(ruling["findings"]),
    )


def _touch(touch: Mapping[str, Any], names: Names) -> TouchLine:
    return TouchLine(touch["probability"], percent_of(touch["probability"]), names.many(touch["discs"]))


def _clauses(findings: Iterable[Mapping[str, Any]]) -> tuple[Clause, ...]:
    return tuple(Clause(finding["rule"], finding["text"]) for finding in findings)


def _beyond(one: Mapping[str, Any], names: Names) -> str:
    return _("%(body)s at %(t)s s (%(why)s)") % {
        "body": names.one(one["body"]), "t": number(one["t"], 2), "why": BEYOND_WORDS.get(one["reason"], one["reason"])}


def _cautions(result: Mapping[str, Any], simulation: Mapping[str, Any] | None, names: Names) -> Iterable[str]:
    """What has to be said about the answer, the gravest first."""
    facts = simulation or {}
    if not result["explained"]:
        yield _("No stroke fits what was seen. The replay cannot decide this.")
    elif result["undecided"] and result["kind"] != "simulate":
        yield _("The replay cannot decide this. No answer is likely enough (95 %).")
    if facts.get("beyond_model"):
        yield _("Beyond what the model can vouch for: %(what)s.") % {
            "what": ", ".join(_beyond(one, names) for one in facts["beyond_model"])}
    if facts.get("too_sensitive"):
        yield _("The stroke is too sensitive: the smallest shift of a disc changes what happens. "
                "What comes after the first touches proves nothing.")
    if facts.get("pressed"):
        yield _("Discs that touch one another were struck. What happens then depends on how the model lets pressed "
                "discs part.")
    # `left_open` counts besides what went over an edge, which the model cannot play.
    left_open = result.get("left_open") or result.get("unknown")
    if left_open:
        yield _("Not compared with what was seen: %(discs)s. The answer leaves open what they did.") % {
            "discs": ", ".join(map(names.one, left_open))}
