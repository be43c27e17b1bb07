"""The very same bytes for several processors' code, and without compilation at all."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.physics import many_strokes

ROOT = Path(__file__).resolve().parents[3]
WAYS = {
    "plain Python": {"NUMBA_DISABLE_JIT": "1"},
    "generic": {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""},
    "haswell with FMA": {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+avx2,+fma"},
    "skylake-avx512": {"NUMBA_CPU_NAME": "skylake-avx512", "NUMBA_CPU_FEATURES": ""},
}
CHOSEN = ("plain Python",)
"""Compiling anew takes many seconds: the others are for the long run."""


def told(way: str, folder: Path) -> str:
    environment = {**os.environ, **WAYS[way], "NUMBA_CACHE_DIR": str(folder)}
    command = [sys.executable, "-m", "tests.engine.physics.many_strokes"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def check(way, folder):
    assert told(way, folder) == many_strokes.digest()


@pytest.mark.parametrize("way", CHOSEN)
def test_the_answers_are_the_same_bytes(way, tmp_path):
    check(way, tmp_path)


@pytest.mark.skipif(
    importlib.util.find_spec("numba") is None, reason="NOT RUN: numba is not there: pip install -r requirements.txt")
@pytest.mark.long
@pytest.mark.parametrize("way", sorted(WAYS.keys() - CHOSEN))
def test_the_answers_are_the_same_bytes_for_more_processors(way, tmp_path):
    check(way, tmp_path)
