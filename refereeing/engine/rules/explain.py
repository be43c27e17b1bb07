"""A verdict in one paragraph: what happened, which clause decided, what follows, what would have been allowed instead.

The sentences are data, one TOML file a language (`sentences/en.toml`); names and numbers are placeholders in whole
sentences. `sentences/instead.toml` says which sentence belongs to which clause.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from refereeing.engine.facts import SEATS, Disc, Stroke
from refereeing.engine.reading import read_choice
from refereeing.engine.rules.adjudicate import adjudicate
from refereeing.engine.rules.book import INHERITS, LANGUAGES, clause
from refereeing.engine.rules.stroke_json import read_stroke
from refereeing.engine.rules.stroke_view import StrokeView
from refereeing.engine.rules.verdict import Verdict


@cache
def sentences(language: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences of a language, by section and name; English where the language is not one of the five."""
    return _data(language if language in LANGUAGES else "en")


@cache
def _data(name: str) -> Mapping[str, Any]:
    text = (files("refereeing.engine.rules") / "sentences" / f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def sentence_names(table: str) -> Mapping[str, str]:
    """Clause to the name of its sentence: `always` and `lost` (what was allowed instead), `reading`."""
    return {ref: name for name, refs in _data("instead")[table].items() for ref in refs}


def incident_name(code: str, language: str) -> str:
    """What an incident is called."""
    return sentences(language)["incident"][code]


def reading_of(ref: str, language: str) -> str:
    """How a clause is read where its own words leave that open; empty where they do not."""
    name = sentence_names("reading").get(ref)
    return sentences(language)["reading"][name] if name else ""


def allowed_instead(ref: str, language: str, *, is_lost: bool = True) -> str:
    """What would have been allowed instead of what a clause forbids; empty where the clause forbids nothing.
    `is_lost`: the player has lost the set by it (clauses that end a set forbid something only then)."""
    name = sentence_names("always").get(ref) or (sentence_names("lost").get(ref) if is_lost else None)
    return sentences(language)["instead"][name] if name else ""


def explain_json(data: object) -> dict[str, Any]:
    """The object of `adjudicate` in; its verdict, the clause that decided and the explanation in its `language` out.

    Raises EngineError as `adjudicate` does.
    """
    stroke = read_stroke(data)
    language = read_choice(data.get("language", "en") if isinstance(data, dict) else "en", "language", LANGUAGES)
    verdict = adjudicate(stroke)
    return {
        "verdict": verdict.as_dict(language),
        "decided_by": verdict.decided_by,
        "explanation": explain(stroke, verdict, language),
    }


def explain(stroke: Stroke, verdict: Verdict, language: str = "en") -> str:
    """One paragraph about a stroke and the verdict on it."""
    told = [*happened(stroke, verdict, language), *decision(verdict, language), *results(stroke, verdict, language)]
    ref = verdict.decided_by
    instead = allowed_instead(ref, language, is_lost=verdict.set == "lost") if ref else ""
    if instead:
        told.append(sentences(language)["instead"]["intro"].format(text=instead))
    return " ".join(told)


def happened(stroke: Stroke, verdict: Verdict, language: str) -> Iterable[str]:
    """What was seen."""
    view, words = StrokeView(stroke), sentences(language)["happened"]
    edges = ", ".join(seat for seat in SEATS if seat in (view.cushions or ()))
    yield words[verdict.path].format(seat=view.player, edges=edges)
    if view.first:
        yield words["first"].format(discs=", ".join(words[kind_of(view, uid)].format(id=uid) for uid in view.first))
    elif view.stroke_made:
        yield words["nothing"]
    for name, discs in (("pocketed", view.pocketed), ("off", [event.body for event in view.off])):
        if discs:
            yield words[name].format(discs=", ".join(discs))
    for name in ("striker_pocketed", "striker_off", "recrossed"):
        if getattr(view, name):
            yield words[name]
    if view.incidents:
        acts = [words["act"].format(act=incident_name(i.code, language), seat=i.by) for i in view.incidents]
        yield words["incidents"].format(acts=", ".join(dict.fromkeys(acts)))


def kind_of(view: StrokeView, uid: str) -> str:
    """What a disc was for the player before the stroke."""
    if not view.is_own(uid):
        return "opponents"
    if uid not in view.own_dark:
        return "own_light"
    return "own_circle" if uid in view.circle else "own_dark"


def decision(verdict: Verdict, language: str) -> Iterable[str]:
    """Which clause decided, and which others apply."""
    words = sentences(language)["verdict"]
    if verdict.stroke != "none":
        yield words[verdict.stroke]
    if verdict.decided_by is None:
        yield words["nothing"]
        return
    found = clause(verdict.decided_by)
    yield words["decided"].format(clause=cited(found.ref, verdict.ruleset), text=found.text(language))
    others = [cited(ref, verdict.ruleset) for ref in verdict.rules if ref != verdict.decided_by]
    if others:
        yield words["also"].format(clauses=", ".join(others))


def cited(ref: str, ruleset: str) -> str:
    """A clause by its number; with its rule set where it belongs to another one."""
    owner, _, number = ref.partition(":")
    return number if owner == ruleset and ruleset not in INHERITS else ref


def results(stroke: Stroke, verdict: Verdict, language: str) -> Iterable[str]:
    """What follows: penalty discs, places, the turn, the set."""
    words, seat = sentences(language)["result"], stroke.player
    if verdict.penalty:
        yield words["penalty"].format(seat=seat)
    yield from placed(stroke, verdict, language)
    for name, counts in (("owed", verdict.state.debt), ("waiting", verdict.state.pending)):
        left = [f"{who} {count}" for who, count in counts.items() if count]
        if left and verdict.set == "open":
            yield words[name].format(counts=", ".join(left))
    if verdict.set == "open":
        yield words[verdict.turn].format(seat=seat, next=verdict.next)
    else:
        yield words["set_lost" if verdict.set == "lost" else verdict.set].format(seat=seat)
    if verdict.may_forfeit:
        yield words["forfeit"]


def placed(stroke: Stroke, verdict: Verdict, language: str) -> Iterable[str]:
    """Which discs were put back or placed, and where."""
    words = sentences(language)["result"]
    off = [event.body for event in StrokeView(stroke).off]
    lying = {disc.id: disc for disc in verdict.position}
    groups = {
        "restored": [lying[uid] for uid in verdict.restored],
        "circle": [lying[uid] for uid in off if uid in lying and uid not in verdict.restored],
        "placed": [
            disc for uid, disc in lying.items()
            if uid not in stroke.after and uid not in off and uid not in verdict.restored
        ],
    }  # fmt: skip
    for name, discs in groups.items():
        if discs:
            yield words[name].format(discs=", ".join(place_of(disc, language) for disc in discs))


def place_of(disc: Disc, language: str) -> str:
    """A disc with its place in mm, to a tenth."""
    x, y = (millimetres(value, language) for value in (disc.x, disc.y))
    return sentences(language)["result"]["place"].format(id=disc.id, x=x, y=y)


def millimetres(value: float, language: str) -> str:
    """A length to a tenth of a millimetre, with the language's decimal sign."""
    text = f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")
    return text if language == "en" else text.replace(".", ",")
