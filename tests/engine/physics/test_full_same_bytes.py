"""The very same bytes of the model `full` for several processors' code, and without compilation at all."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.physics import full_digest
from tests.engine.physics.test_same_bytes import CHOSEN, WAYS

ROOT = Path(__file__).resolve().parents[3]


def check(way, folder):
    environment = {**os.environ, **WAYS[way], "NUMBA_CACHE_DIR": str(folder)}
    command = [sys.executable, "-m", "tests.engine.physics.full_digest"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == full_digest.digest()


@pytest.mark.parametrize("way", CHOSEN)
def test_the_answers_of_full_are_the_same_bytes(way, tmp_path):
    check(way, tmp_path)


@pytest.mark.skipif(
    importlib.util.find_spec("numba") is None, reason="NOT RUN: numba is not there: pip install -r requirements.txt")
@pytest.mark.long
@pytest.mark.parametrize("way", sorted(WAYS.keys() - set(CHOSEN)))
def test_the_answers_of_full_are_the_same_bytes_for_more_processors(way, tmp_path):
    check(way, tmp_path)
