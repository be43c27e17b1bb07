"""The catalogue of clauses: number, what kind of thing the clause is, a short text of our own in five languages.

The texts are data, one TOML file a rule set (`clauses/lnf-2008.toml`). They are no translation of the federations'
texts and replace none of them; they say in a line what a referee must know.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from refereeing.engine.errors import EngineError

RULESETS = ("lnf-2008", "int-2017", "aus-1992")
LANGUAGES = ("en", "lv", "et", "ru", "de")
INHERITS: Mapping[str, str] = {"int-2017": "lnf-2008"}
"""A rule set that takes what it does not state from another one. `aus-1992` stands alone."""
KINDS = ("warning", "penalty", "set", "game", "exclusion", "turn", "stroke", "place", "order")
WARNING_CLAUSES = (
    "19.1.a", "19.1.b", "19.1.c", "19.1.d", "19.1.e", "19.1.f", "19.1.g", "19.1.h", "19.1.i", "19.1.j",
)  # fmt: skip
"""The clauses of lnf-2008 (and so of int-2017) by which a player is warned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause. `kinds` are of KINDS: what it costs, or what it is about."""

    ruleset: str
    number: str
    kinds: tuple[str, ...]
    texts: Mapping[str, str]

    @property
    def ref(self) -> str:
        """As it is cited: `lnf-2008:17.1.d`."""
        return f"{self.ruleset}:{self.number}"

    def text(self, language: str = "en") -> str:
        """The text in a language, in English where the language is not one of the five."""
        return self.texts.get(language) or self.texts["en"]

    def as_dict(self, language: str = "en") -> dict[str, str]:
        """The clause as tablets and pages take it."""
        return {"clause": self.number, "text": self.text(language)}


@cache
def own_clauses(ruleset: str) -> Mapping[str, Clause]:
    """The clauses that a rule set states itself, by number, in the order of the rules."""
    if ruleset not in RULESETS:
        raise EngineError("not_one_of", "ruleset", {"choices": ", ".join(RULESETS)})
    text = (files("refereeing.engine.rules") / "clauses" / f"{ruleset}.toml").read_text(encoding="utf-8")
    return {
        number: Clause(
            ruleset=ruleset, number=number, kinds=tuple(entry["kinds"]), texts={code: entry[code] for code in LANGUAGES}
        )
        for number, entry in tomllib.loads(text).items()
    }


@cache
def clauses(ruleset: str) -> tuple[Clause, ...]:
    """Every clause that a rule set knows: its own, then those that it takes from the set that it builds on."""
    own = tuple(own_clauses(ruleset).values())
    return own + (clauses(INHERITS[ruleset]) if ruleset in INHERITS else ())


@cache
def clause(ref: str) -> Clause:
    """The clause cited as `RULESET:NUMBER`, inherited ones too. Raises EngineError `clause_unknown`."""
    ruleset, _, number = ref.partition(":")
    found = next((c for c in clauses(ruleset) if c.number == number), None) if ruleset in RULESETS else None
    if found is None:
        raise EngineError("clause_unknown", "", {"ref": ref})
    return found


@cache
def clauses_of_kind(ruleset: str, kind: str) -> tuple[Clause, ...]:
    """The clauses of one kind, such as those that a referee picks a warning or a penalty disc from."""
    return tuple(c for c in clauses(ruleset) if kind in c.kinds)


def warning_clauses(ruleset: str) -> tuple[Clause, ...]:
    """The clauses that a player can be warned by: 19.1.a to .j, or aus-1992:1.28."""
    return clauses_of_kind(ruleset, "warning")


def is_warning_clause(ruleset: str, number: str) -> bool:
    """Whether a player can be warned by this clause."""
    return is_clause_of_kind(ruleset, "warning", number)


@cache
def is_clause_of_kind(ruleset: str, kind: str, number: str) -> bool:
    """Whether the rule set has a clause of this number and kind."""
    return any(c.number == number for c in clauses_of_kind(ruleset, kind))
