"""The rules for everybody: three rule sets, clause by clause, a search, and a board on which strokes are tried.

The texts of the clauses come from the engine's catalogue in the reader's language; nothing here judges.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from competitions.common.errors import NotFound
from competitions.formats.regulations import RULESET_EDITIONS
from refereeing.engine import table
from refereeing.engine.facts import CORNERS, INCIDENTS, NEED_STROKE, SEATS
from refereeing.engine.rules.book import INHERITS, RULESETS, Clause, clauses, own_clauses
from refereeing.engine.rules.events_json import DISCS_OF
from refereeing.engine.rules.explain import allowed_instead, incident_name, reading_of

from .setup.regulation_forms import RULESET_LABELS

SEARCH_LIMIT = 80
"""Characters of a search that are looked at."""
KIND_LABELS: Mapping[str, str | Promise] = {
    "stroke": _("correct stroke"), "penalty": _("penalty disc"), "turn": _("turn lost"), "set": _("set lost"),
    "game": _("game lost"), "exclusion": _("exclusion"), "warning": _("warning"), "place": _("place of a disc"),
    "order": _("course of the game"),
}  # fmt: skip
KIND_LOOKS = {
    "stroke": "is-ok", "penalty": "is-warn", "turn": "is-info", "set": "is-danger", "game": "is-danger",
    "exclusion": "is-danger", "warning": "is-warn",
}  # fmt: skip
SIDE_LABELS: Mapping[str, str | Promise] = {
    "S": _("S, near you"), "W": _("W, left"), "N": _("N, opposite"), "E": _("E, right"),
}


@dataclass(frozen=True, kw_only=True)
class ClauseShown:
    """One clause as it is read on the page."""

    number: str
    text: str
    kinds: tuple[tuple[str, str | Promise, str], ...]
    reading: str
    allowed: str
    origin: str
    """The rule set that it is taken from; empty where it is the set's own."""
    is_found: bool = True
    """Whether it fits what is looked for."""


@dataclass(frozen=True, kw_only=True)
class BookShown:
    """One rule set."""

    ruleset: str
    name: str | Promise
    edition: str
    inherits: str | Promise
    count: int
    clauses: tuple[ClauseShown, ...] = ()


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """The rule sets with their editions, and a search through all of them, each clause where it is stated."""
    query = searched(request)
    books = [shown(ruleset, query) for ruleset in RULESETS]
    found = [(book, [c for c in book.clauses if c.is_found and not c.origin]) for book in books] if query else []
    context = {"books": books, "query": query, "found": found, "count": sum(len(listed) for _, listed in found)}
    return render(request, "refereeing/rules/overview.html", context)


@require_safe
def book(request: HttpRequest, ruleset: str) -> HttpResponse:
    """One rule set: its own clauses, then those that it takes from another one; by word and by kind."""
    if ruleset not in RULESETS:
        raise NotFound(kind="rule set", id=ruleset[:64])
    query, kind = searched(request), request.GET.get("kind", "")
    kind = kind if kind in KIND_LABELS else ""
    listed = shown(ruleset, query, kind)
    context = {
        "book": listed, "query": query, "kind": kind, "kinds": KIND_LABELS.items(),
        "count": sum(c.is_found for c in listed.clauses), "books": [heading(name) for name in RULESETS],
    }
    return render(request, "refereeing/rules/book.html", context)


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """The board: a position, what happened in a stroke, and the judge's answer, which a script asks for."""
    language = get_language() or "en"
    context = {
        "books": [heading(name) for name in RULESETS], "language": language, "sides": SIDE_LABELS.items(),
        "seats": SEATS, "corners": CORNERS, "pockets": [
            (name, x, y) for name, (x, y) in table.POCKETS.items()
        ],
        "incidents": [
            (code, incident_name(code, language), code in DISCS_OF, code in NEED_STROKE) for code in INCIDENTS
        ],
    }  # fmt: skip
    return render(request, "refereeing/rules/board.html", context)


def searched(request: HttpRequest) -> str:
    """What the reader looks for."""
    return request.GET.get("q", "").strip()[:SEARCH_LIMIT]


def heading(ruleset: str) -> BookShown:
    """A rule set without its clauses."""
    base = INHERITS.get(ruleset)
    return BookShown(
        ruleset=ruleset, name=RULESET_LABELS[ruleset], edition=RULESET_EDITIONS[ruleset],
        inherits=RULESET_LABELS[base] if base else "", count=len(own_clauses(ruleset)),
    )


def shown(ruleset: str, query: str, kind: str = "") -> BookShown:
    """A rule set with all its clauses, each with whether it fits what is looked for."""
    language = get_language() or "en"
    listed = [clause_shown(found, ruleset, language) for found in clauses(ruleset)]
    return replace(heading(ruleset), clauses=tuple(replace(c, is_found=fits(c, query, kind)) for c in listed))


def clause_shown(found: Clause, ruleset: str, language: str) -> ClauseShown:
    """A clause in the reader's language."""
    return ClauseShown(
        number=found.number, text=found.text(language), reading=reading_of(found.ref, language),
        allowed=allowed_instead(found.ref, language), origin="" if found.ruleset == ruleset else found.ruleset,
        kinds=tuple((kind, KIND_LABELS[kind], KIND_LOOKS.get(kind, "is-quiet")) for kind in found.kinds),
    )


def fits(found: ClauseShown, query: str, kind: str) -> bool:
    """Whether it is of the kind, and every word that is looked for begins the number or stands in the texts, marks and
    case apart."""
    if kind and kind not in {name for name, _, _ in found.kinds}:
        return False
    text = bare(" ".join((found.text, found.reading, found.allowed)))
    return all(found.number.startswith(word) or bare(word) in text for word in query.lower().split())


def bare(text: str) -> str:
    """A text without marks and case, so that `kaulins` finds `kauliņš`. The page's script does the same."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).casefold()
