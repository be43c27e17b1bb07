"""The result form of the `draw` contract built from our values, and the outside checker where there is one."""

import importlib.util
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from competitions.formats.lot import Entrant
from competitions.formats.pairings import Round

SHARED = Path(__file__).resolve().parents[3] / "shared"


def shared(*parts: str) -> Path:
    """A file of the reference material, or a polite skip where it is not there."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"reference material {'/'.join(parts)} is not beside this tree")
    return path


def checker() -> ModuleType:
    """The draw checker, which takes nothing from this project."""
    spec = importlib.util.spec_from_file_location("check_draw", shared("tools", "check_draw.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def draw_form(lot: str, order: Iterable[str], brackets: Sequence[tuple[str, Sequence[Round]]]) -> dict[str, Any]:
    rounds, count = [], 0
    for name, drawn in brackets:
        for item in drawn:
            matches = []
            for pair in item.pairings:
                count += 1
                matches.append(
                    {"id": f"m{count}", "first": pair.first, "second": pair.second or "bye", "first_stroke": "first"}
                )
            rounds.append({"round": item.number, "name": str(item.number), "bracket": name, "matches": matches})
    return {"lot": lot, "order": list(order), "rounds": rounds}


def entry_form(entry: Entrant) -> dict[str, Any]:
    fields = {"id": entry.id, "seed": entry.seed, "club": entry.club, "rating": entry.rating}
    return {name: value for name, value in fields.items() if value is not None}


def findings(system: str, entries: Sequence[Entrant], result: dict[str, Any], **options: Any) -> list[tuple[str, str]]:
    """What the checker objects to."""
    spec = {"system": system, "entries": [entry_form(e) for e in entries], "options": {"lot": result["lot"], **options}}
    return list(checker().check(spec, result))
