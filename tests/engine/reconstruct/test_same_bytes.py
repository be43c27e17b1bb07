"""The same answer on every machine: compiled for several processors, numpy without its wide instructions."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.reconstruct.cases import compiled

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = """
import hashlib, json
from refereeing.engine.physics.reconstruct.search import Effort
from refereeing.engine.replay.reconstruction import reconstruct_json
from tests.engine.reconstruct.disputes import dispute
item, _ = dispute(1003, 15.0)
effort = Effort(wide=300, fresh=50, near=100, around=50, starters=20, rounds=2, samples=200)
print(hashlib.sha256(json.dumps(reconstruct_json(item, effort=effort)).encode()).hexdigest())
"""
NARROW = {"NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3 AVX512F AVX512_SKX"}


def answer(folder: Path, **environment: str) -> str:
    given = {**os.environ, "NUMBA_CACHE_DIR": str(folder), **environment}
    command = [sys.executable, "-W", "ignore", "-c", SCRIPT]
    return subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=True).stdout


@compiled
@pytest.mark.long
def test_the_same_bytes_on_other_processors(tmp_path):
    """Compiles everything three times."""
    usual = answer(tmp_path / "usual")

    assert len(usual) == 65
    assert answer(tmp_path / "narrow", **NARROW) == usual
    assert answer(tmp_path / "generic", NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="", **NARROW) == usual
