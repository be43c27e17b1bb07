"""Where compiled kernels are kept, and what makes them out of date."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from refereeing.engine.physics import compiled

ROOT = Path(__file__).resolve().parents[3]
KERNEL = "refereeing.engine.physics.slide"


def test_a_kernel_is_made_of_all_that_it_imports():
    names = {path.stem for path in compiled.sources(KERNEL)}

    assert {"slide", "detect", "motion", "resolve", "layout", "params", "direction", "compiled"} <= names
    assert "simulate_json" not in names


def test_a_change_far_away_changes_the_fingerprint(tmp_path, monkeypatch):
    """numba alone looks only at the file of the function: it would run the old `motion` inside `slide`."""
    for path in compiled.sources(KERNEL):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(compiled, "FOLDER", tmp_path)
    compiled.fingerprint.cache_clear()
    before = compiled.fingerprint(KERNEL)
    assert compiled.fingerprint(KERNEL) == before
    compiled.fingerprint.cache_clear()
    with (tmp_path / "motion.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")

    assert compiled.fingerprint(KERNEL) != before
    compiled.fingerprint.cache_clear()


def test_kernels_are_kept_beside_the_source_or_in_the_products_folder(tmp_path):
    read_only = tmp_path / "source"
    (read_only).mkdir()
    (read_only / "__pycache__").write_text("a file stands where the folder should be")

    assert compiled.cache_base({}, tmp_path) == tmp_path / "__pycache__"
    assert compiled.cache_base({"NUMBA_CACHE_DIR": "/x"}, tmp_path) == Path("/x")
    assert compiled.cache_base({"NOVUSS_VAR": str(tmp_path)}, read_only) == tmp_path / "kernels"
    assert compiled.cache_base({}, read_only) is None


def plus(x):
    return x + 1


def test_plain_is_the_python_function():
    assert compiled.plain(compiled.jit(plus)) is plus
    assert compiled.plain(plus) is plus


@pytest.mark.parametrize("base", [None, Path("/kernels")])
def test_the_folder_of_a_kernel_is_chosen_for_it_alone(monkeypatch, base):
    numba = SimpleNamespace(config=SimpleNamespace(CACHE_DIR="before"), __version__="9", njit=None)
    seen = []
    numba.njit = lambda **options: lambda function: seen.append((numba.config.CACHE_DIR, options)) or function
    monkeypatch.setattr(compiled, "NUMBA", numba)
    monkeypatch.setattr(compiled, "BASE", base)

    assert compiled.jit(plus) is plus
    assert compiled.inner(plus) is plus
    folder, options = seen[0]
    assert (folder == "before") is (base is None)
    assert options == {"error_model": "numpy", "cache": base is not None}
    assert seen[1][1]["no_cpython_wrapper"]
    assert numba.config.CACHE_DIR == "before"
    assert compiled.python_version() == "numba 9"


def test_numba_is_taken_where_it_is(monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    monkeypatch.setitem(sys.modules, "numba", SimpleNamespace())
    assert compiled.load_numba() is sys.modules["numba"]
    monkeypatch.setitem(sys.modules, "numba", None)
    assert compiled.load_numba() is None
    monkeypatch.setattr(compiled, "NUMBA", None)
    assert compiled.python_version().startswith("plain Python 3.")
    assert compiled.jit(plus) is plus
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert compiled.load_numba() is None


@pytest.mark.parametrize(("switch", "wanted"), [("1", "plain Python"), ("0", "numba")])
def test_it_says_how_it_runs(switch, wanted):
    pytest.importorskip("numba")
    code = "from refereeing.engine.physics import compiled; print(compiled.python_version(), compiled.IS_COMPILED)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": switch},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.startswith(wanted)


def test_it_runs_where_numba_is_missing():
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from refereeing.engine.physics.batch import simulate_batch\n"
        "from refereeing.engine.physics.params import Constants\n"
        "print(simulate_batch([[(0, 0)]], [[0, -420, 90, 1500]], [Constants().as_row()]).count[0])"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "4"
