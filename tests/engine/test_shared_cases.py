"""The case files that lie beside a working copy, run in process; skipped where they are not there."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from refereeing.engine.errors import EngineError
from refereeing.engine.rules.match_json import score_match
from refereeing.engine.rules.stroke_json import adjudicate_json

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"
COMMANDS: dict[str, Callable[[Any], dict[str, Any]]] = {"score_match": score_match, "adjudicate": adjudicate_json}
FILES = (
    "score-match", "bad-input", "decided-readings", "doubles", "adjudicate-lnf-2008", "adjudicate-int-2017",
    "adjudicate-aus-1992",
)  # fmt: skip


def load() -> list[dict[str, Any]]:
    found = [case for name in FILES if (CASES / f"{name}.json").exists()
             for case in json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))]  # fmt: skip
    return [case for case in found if case["command"] in COMMANDS]


def differences(wanted: Any, got: Any, where: str = "") -> list[str]:
    """What the fragment `wanted` says that `got` does not."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        return [d for key, value in wanted.items() for d in differ_at(key, value, got, f"{where}.{key}")]
    if isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        return [d for i, (w, g) in enumerate(zip(wanted, got, strict=True)) for d in differences(w, g, f"{where}[{i}]")]
    is_number = isinstance(wanted, int | float) and not isinstance(wanted, bool)
    if is_number and isinstance(got, int | float) and not isinstance(got, bool):
        return [] if math.isclose(wanted, got, rel_tol=1e-6, abs_tol=1e-6) else [f"{where}: {wanted} != {got}"]
    return [] if type(wanted) is type(got) and wanted == got else [f"{where}: {wanted!r} != {got!r}"]


def differ_at(key: str, value: Any, got: dict[str, Any], where: str) -> list[str]:
    """One key of a fragment; the suffixes are those of the case files."""
    name, _, suffix = key.rpartition("_")
    if key in ("error_code", "error_path"):
        return differences(value, got.get("error", {}).get(suffix), where)
    if not name or suffix not in ("includes", "excludes", "set", "id"):
        return differences(value, got[key], where) if key in got else [f"{where} is missing"]
    if key.endswith("_by_id"):
        by_id = {item["id"]: item for item in got[key.removesuffix("_by_id")]}
        return [d for uid, item in value.items() for d in differences(item, by_id.get(uid), f"{where}.{uid}")]
    flat = [item["rule"] if isinstance(item, dict) and "rule" in item else item for item in got[name]]
    if suffix == "includes":
        return [f"{where} lacks {v!r}" for v in value if v not in flat]
    if suffix == "excludes":
        return [f"{where} has {v!r}" for v in value if v in flat]
    canon = [sorted(json.dumps(item, sort_keys=True) for item in items) for items in (flat, value)]
    return [] if canon[0] == canon[1] else [f"{where}: {value!r} != {flat!r}"]


@pytest.mark.skipif(not CASES.exists(), reason="the case files are not beside this working copy")
@pytest.mark.parametrize("case", load(), ids=lambda case: case["name"])
def test_case(case):
    try:
        result = COMMANDS[case["command"]](case["input"])
    except EngineError as error:
        result = {"error": error.as_dict()}

    assert differences(case["expect"], result) == []
