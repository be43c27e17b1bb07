"""What the rules say when a replay cannot decide.

Only aus-1992 writes it down (1.29, benefit of the doubt). Under the others the referee's ruling stands, open to the
senior and the chief (lnf-2008:3.4, 8.1.d); the Australian clause is cited after them as the only one that speaks of it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

SURE = 0.95
"""Below this probability a replay says that it cannot decide."""
CITED: Mapping[str, tuple[str, ...]] = {
    "lnf-2008": ("lnf-2008:3.4", "lnf-2008:8.1.d", "aus-1992:1.29"),
    "int-2017": ("lnf-2008:3.4", "lnf-2008:8.1.d", "aus-1992:1.29"),
    "aus-1992": ("aus-1992:1.29",),
}


@cache
def texts() -> Mapping[str, Mapping[str, str]]:
    """Every clause of this kind in five languages."""
    return tomllib.loads((files("refereeing.engine.replay") / "doubt.toml").read_text(encoding="utf-8"))


def cited(ruleset: str | None, language: str) -> list[dict[str, str]]:
    """The clauses to be cited, with their texts; none without a rule set."""
    return [{"rule": ref, "text": texts()[ref][language]} for ref in CITED.get(ruleset or "", ())]
