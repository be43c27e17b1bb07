"""Clauses for this moment: a stroke that is only partly described, and every clause that can apply to it.

Nothing is ruled here: what is not known is tried in every way, as strokes on a made-up table, and the judge itself
(`adjudicate`) says which clauses apply. A clause is `certain` when it applies in every way.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from refereeing.engine.errors import EngineError
from refereeing.engine.facts import (
    CLOCKWISE,
    INCIDENTS,
    OPPOSITE,
    STRIKER,
    Contact,
    Cushion,
    Disc,
    Event,
    Incident,
    OffTable,
    OwnLineRecrossed,
    Pocketed,
    SetState,
    Stroke,
)
from refereeing.engine.reading import at, read_bool, read_choice, read_list, read_object
from refereeing.engine.rules.adjudicate import adjudicate
from refereeing.engine.rules.book import LANGUAGES, RULESETS, Clause, clause, clauses
from refereeing.engine.rules.events_json import DISCS_OF
from refereeing.engine.rules.explain import allowed_instead, reading_of
from refereeing.engine.rules.lnf_2008 import BREAK_SECONDS
from refereeing.engine.rules.verdict import Verdict

FIRST = ("own_light", "own_dark", "own_dark_in_circle", "opponents", "both", "nothing")
CUSHIONS = ("opposite", "side", "own")
POCKETED = ("own", "opponents", "striker")
OFF = ("own", "opponents", "striker")
MOVED = ("own_dark_out", "several", "opponents_into_dark", "opponents_out_of_dark", "own_dark_touched")
FIELDS = (
    "mode", "who", "path", "cushions", "first", "own_light_stands", "pocketed", "off", "moved", "recrossed", "stroke",
    "incidents",
)  # fmt: skip
SINGLES, DOUBLES = {"S": "red", "N": "black"}, {"S": "red", "W": "black", "N": "red", "E": "black"}
ZONE, CIRCLE = "dark", "circle"
TABLE = {
    disc.id: disc for disc in (
        Disc("light", "red", 200.0, 250.0), Disc("light2", "red", -300.0, 250.0), Disc(ZONE, "red", -200.0, -440.0),
        Disc("dark2", "red", 300.0, -440.0), Disc(CIRCLE, "red", 0.0, -30.0), Disc("theirs", "black", 200.0, -150.0),
        Disc("theirs2", "black", -250.0, 100.0), Disc("theirs3", "black", 0.0, 60.0),
        Disc("theirs4", "black", -150.0, 200.0),
    )
}  # fmt: skip
"""A made-up table: own discs light, dark in the zone and dark in the circle; the opponents' light and dark."""
TOUCHED = {
    "own_light": ("light",), "own_dark": (ZONE,), "own_dark_in_circle": (CIRCLE,), "opponents": ("theirs",),
    "both": ("light", "theirs"), "nothing": (),
}  # fmt: skip
OFFENCE = ("set", "penalty", "turn", "stroke", "warning", "order", "place", "game", "exclusion")
"""In what order clauses are shown that are equally sure: what costs most stands first."""
OF_LNF = {"circle": "lnf-2008:12.14", "penalty": "lnf-2008:17.3", "owed": "lnf-2008:17.5"}
PLACES = {
    "lnf-2008": OF_LNF, "int-2017": OF_LNF,
    "aus-1992": {"circle": "aus-1992:1.20", "penalty": "aus-1992:3.1", "owed": "aus-1992:3.2"},
}  # fmt: skip
"""The clauses of placing, which no verdict cites."""


class Situation(NamedTuple):
    """What is known. None: not known, and so tried in every way. `acts` are codes of incidents."""

    ruleset: str
    mode: str = "singles"
    who: str = "player"
    cushions: tuple[str, ...] | None = None
    is_direct: bool | None = None
    first: str | None = None
    own_light_stands: bool | None = None
    pocketed: tuple[str, ...] | None = None
    off: tuple[str, ...] | None = None
    moved: tuple[str, ...] | None = None
    recrossed: bool = False
    is_stroke: bool = True
    acts: tuple[str, ...] = ()


class Way(NamedTuple):
    """One way in which what is not known may have been."""

    cushions: tuple[str, ...]
    first: str
    own_light_stands: bool
    pocketed: tuple[str, ...]
    after_touch: tuple[tuple[str, ...], tuple[str, ...]]
    """What went over the edge, and what else moved."""
    has_dark: bool
    is_grave: bool
    """Acts in the form in which they cost most: several discs, repeated, noticed at once."""


class Applying(NamedTuple):
    """A clause that can apply; `certain`: whatever is not known."""

    clause: Clause
    certain: bool


def moment_json(ruleset: str, data: object, language: str = "en") -> dict[str, Any]:
    """The clauses that can apply to a partly described situation, the likeliest and gravest first.

    Every field may be left out, but not all of them: `mode`, `who` (`player`, `opponent`: who did the `incidents`),
    `path` (`direct`, `rebound`), `cushions` (`opposite`, `side`, `own`), `first` (see FIRST), `own_light_stands`,
    `pocketed` and `off` (`own`, `opponents`, `striker`), `moved` (see MOVED), `recrossed`, `stroke` (false: none was
    made), `incidents` (codes of `adjudicate`). A list that is given is complete. A situation that cannot be has no
    clauses. Raises EngineError with the path.
    """
    situation = read_situation(ruleset, data)
    read_choice(language, "language", LANGUAGES)
    found, strokes = applying(situation)
    return {
        "ruleset": ruleset,
        "stroke": list(strokes),
        "clauses": [
            {
                "rule": item.clause.ref, "certain": item.certain, "kinds": list(item.clause.kinds),
                "text": item.clause.text(language), "reading": reading_of(item.clause.ref, language),
                "allowed": allowed_instead(item.clause.ref, language),
            }
            for item in found
        ],
    }  # fmt: skip


def read_situation(ruleset: str, data: object) -> Situation:
    """What is known, read strictly."""
    given = read_object(data, "", (), FIELDS)
    read_choice(ruleset, "ruleset", RULESETS)
    if not given:
        raise EngineError("nothing_known")

    def chosen(key: str, choices: tuple[str, ...]) -> str | None:
        return read_choice(given[key], key, choices) if key in given else None

    def several(key: str, choices: tuple[str, ...]) -> tuple[str, ...] | None:
        if key not in given:
            return None
        listed = read_list(given[key], key, len(choices))
        return tuple(sorted({read_choice(item, f"{key}[{n}]", choices) for n, item in enumerate(listed)}))

    def told(key: str) -> bool | None:
        return read_bool(given[key], at("", key)) if key in given else None

    path = chosen("path", ("direct", "rebound"))
    return Situation(
        ruleset=ruleset, mode=chosen("mode", ("singles", "doubles")) or "singles",
        who=chosen("who", ("player", "opponent")) or "player", cushions=several("cushions", CUSHIONS),
        is_direct=None if path is None else path == "direct", first=chosen("first", FIRST),
        own_light_stands=told("own_light_stands"), pocketed=several("pocketed", POCKETED), off=several("off", OFF),
        moved=several("moved", MOVED), recrossed=bool(told("recrossed")), is_stroke=told("stroke") is not False,
        acts=several("incidents", INCIDENTS) or (),
    )  # fmt: skip


@lru_cache(maxsize=256)
def applying(known: Situation) -> tuple[tuple[Applying, ...], tuple[str, ...]]:
    """The clauses that can apply, and what the stroke can be (`correct`, `penalised`, `none`)."""
    counts: Counter[str] = Counter()
    strokes: dict[str, None] = {}
    total = 0
    for stroke in possible_strokes(known):
        verdict = adjudicate(stroke)
        counts.update({*verdict.rules, *placing_refs(known, stroke, verdict)})
        strokes[verdict.stroke] = None
        total += 1
    book = [found.ref for found in clauses(known.ruleset)]
    found = [Applying(clause(ref), count == total) for ref, count in counts.items()]
    found.sort(key=lambda a: (not a.certain, rank(a.clause), book.index(a.clause.ref) if a.clause.ref in book else 0))
    return tuple(found), tuple(sorted(strokes))


def rank(found: Clause) -> int:
    """How grave a clause is: 0 is the gravest."""
    return min(OFFENCE.index(kind) for kind in found.kinds)


def placing_refs(known: Situation, stroke: Stroke, verdict: Verdict) -> Iterator[str]:
    """The clauses by which discs are placed after a verdict."""
    if verdict.set != "open":
        return
    needs = {
        "circle": any(isinstance(e, OffTable) and e.body != STRIKER and e.body not in verdict.restored
                      for e in stroke.events),
        "penalty": verdict.penalty,
        "owed": any(verdict.state.debt.values()),
    }
    for need, is_so in needs.items():
        if is_so:
            yield PLACES[known.ruleset][need]


def possible_strokes(known: Situation) -> Iterator[Stroke]:
    """A stroke for each way in which what is not known may have been."""
    gravities = (False, True) if known.acts else (False,)
    if not known.is_stroke:
        ways = [Way((), "nothing", True, (), ((), ()), True, is_grave) for is_grave in gravities]
    else:
        ways = [Way(*parts) for parts in itertools.product(
            ways_of_cushions(known),
            FIRST if known.first is None else (known.first,),
            (True, False) if known.own_light_stands is None else (known.own_light_stands,),
            ((), ("own",), ("opponents",), ("opponents", "own")) if known.pocketed is None else (known.pocketed,),
            ways_of_moves(known),
            (True, False) if known.recrossed else (True,),
            gravities,
        )]  # fmt: skip
    for way in ways:
        if is_possible(way):
            yield made_up(known, way)


def ways_of_moves(known: Situation) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What went over the edge and what else moved: where it is not told, nothing, or one thing at a time."""
    off, moved = known.off or (), known.moved or ()
    ways = [(off, moved)]
    if known.moved is None:
        ways += [(off, (name,)) for name in MOVED]
    if known.off is None:
        ways.append((("opponents",), moved))
    return ways


def ways_of_cushions(known: Situation) -> Sequence[tuple[str, ...]]:
    """The edges before the first touch: none for a direct stroke; for a rebound any one where they are not told."""
    if known.is_direct:
        return ((),)
    if known.cushions is not None and (known.cushions or known.is_direct is None):
        return (known.cushions,)
    return (("opposite",), ("side",)) if known.is_direct is False else ((), ("opposite",), ("side",))


def is_possible(way: Way) -> bool:
    """Whether a way agrees with itself: what is touched lies on the table; nothing falls or moves untouched."""
    off, moved = way.after_touch
    touched = TOUCHED[way.first]
    if "light" in touched and not way.own_light_stands:
        return False
    if not way.has_dark and (not way.own_light_stands or {"own_dark_out", "own_dark_touched"} & set(moved)):
        return False
    if not way.has_dark and way.first in ("own_dark", "own_dark_in_circle"):
        return False
    return bool(touched) or not ({*way.pocketed, *off} - {STRIKER} or moved)


def made_up(known: Situation, way: Way) -> Stroke:
    """The stroke on the made-up table."""
    colours = SINGLES if known.mode == "singles" else DOUBLES
    absent = set(() if way.own_light_stands else ("light", "light2"))
    absent.update(() if way.has_dark else (ZONE, "dark2", CIRCLE))
    before = {uid: disc for uid, disc in TABLE.items() if uid not in absent}
    acts = [act_of(code, known, is_grave=way.is_grave) for code in known.acts]
    events = [*stroke_events(known, way), *acts] if known.is_stroke else acts
    gone = {event.body for event in events if isinstance(event, Pocketed | OffTable)}
    after = {uid: disc for uid, disc in moved_discs(known, before, way).items() if uid not in gone}
    nothing = dict.fromkeys(colours, 0)
    return Stroke(
        known.ruleset, known.mode, "S", colours, before, (0.0, -420.0) if known.is_stroke else None, tuple(events),
        after, SetState("S", nothing, nothing, dict.fromkeys(colours, "over"), nothing), {},
    )  # fmt: skip


def stroke_events(known: Situation, way: Way) -> Iterator[Event]:
    """Edges, touches, and what left the table."""
    for name, edge in (("own", "S"), ("side", "W"), ("opposite", "N")):
        if name in way.cushions:
            yield Cushion(STRIKER, edge)
    first = TOUCHED[way.first]
    if first:
        yield Contact(STRIKER, first)
    off, moved = way.after_touch
    if "own_dark_touched" in moved:
        yield Contact(STRIKER, ("dark2",))
    own = "light" if way.own_light_stands else "dark2"
    bodies = {"own": own, "opponents": "theirs2", "striker": STRIKER}
    for name in way.pocketed:
        yield Pocketed(bodies[name], "NE")
    for name in off:
        if name not in way.pocketed:
            yield OffTable(bodies[name], "E")
    if known.recrossed:
        yield OwnLineRecrossed()


def moved_discs(known: Situation, before: dict[str, Disc], way: Way) -> dict[str, Disc]:
    """Where the discs came to rest."""
    places = {
        "own_dark_out": {ZONE: (-200.0, -330.0), CIRCLE: (0.0, -200.0)},
        "several": {"theirs4": (-150.0, 230.0), "theirs2": (-250.0, 130.0)},
        "opponents_into_dark": {"theirs": (200.0, 440.0) if known.mode == "singles" else (440.0, -150.0)},
        "opponents_out_of_dark": {"theirs3": (0.0, 200.0)},
        "own_dark_touched": {"dark2": (320.0, -440.0)},
    }
    after = dict(before)
    for name in way.after_touch[1]:
        for uid, (x, y) in places[name].items():
            after[uid] = before[uid]._replace(x=x, y=y)
    return after


def act_of(code: str, known: Situation, *, is_grave: bool) -> Incident:
    """An incident: of one disc, the first time, or in its gravest form."""
    other = OPPOSITE["S"] if known.mode == "singles" else CLOCKWISE["S"]
    discs = ("theirs4", "theirs2") if is_grave else ("theirs4",)
    return Incident(
        code,
        "S" if known.who == "player" else other,
        discs if code in DISCS_OF else (),
        times=2 if is_grave else 1,
        noticed="at_once" if is_grave else "after_next_stroke",
        larger_part="pocket" if is_grave else "table",
        seconds=BREAK_SECONDS + 1.0 if is_grave else 0.0,
    )
