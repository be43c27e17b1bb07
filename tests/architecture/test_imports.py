"""Who may import whom, and what pure code and the web process never load."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def test_import_contract_holds():
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert answer.returncode == 0, answer.stdout[-3000:]


PURE = [
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    for folder in ("competitions/formats", "refereeing/engine", "competitions/common")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if folder != "competitions/common" or path.name in ("errors.py", "actors.py", "strict_json.py")
] + ["competitions.workflow"]
COMPUTES = re.compile(r"refereeing\.engine\.(physics|replay)\b")
"""The parts of the engine that may load numpy: a process that simulates loads them, the web process never."""


def test_pure_code_loads_without_any_framework():
    """In a Python that refuses Django and its kin outright: import-linter does not see what is imported by name."""
    code = f"""
import importlib, sys
for name in ("django", "rest_framework", "celery", "redis", "reportlab"):
    sys.modules[name] = None
for name in {[name for name in PURE if not COMPUTES.match(name)]!r}:
    importlib.import_module(name)
assert "numpy" not in sys.modules, "numpy was loaded at the top of a module"
for name in {[name for name in PURE if COMPUTES.match(name)]!r}:
    importlib.import_module(name)
"""
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)

    assert answer.returncode == 0, answer.stderr[-2000:]


SOURCES = [path for app in ("competitions", "refereeing", "novuss_site") for path in sorted((ROOT / app).rglob("*.py"))]


@pytest.mark.parametrize("name", ["utils.py", "helpers.py", "misc.py", "common.py"])
def test_no_room_for_odds_and_ends(name):
    assert [path for path in SOURCES if path.name == name] == []


def test_no_file_is_longer_than_400_lines():
    long = {str(path.relative_to(ROOT)): n for path in SOURCES if (n := len(path.read_text().splitlines())) > 400}
    long = {name: n for name, n in long.items() if "/migrations/" not in name}

    assert long == {}
