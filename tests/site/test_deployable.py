"""The production settings: complete, safe, and unwilling to start without their secrets."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
GOOD = {
    "NOVUSS_SECRET_KEY": "k3y-of-chance-" * 5,
    "NOVUSS_ALLOWED_HOSTS": "novuss.example",
    "DATABASE_URL": "postgres://novuss@127.0.0.1:5432/novuss",
}


def check(tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NOVUSS_")}
    clean.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)  # only the browser tests want it
    clean |= {"DJANGO_SETTINGS_MODULE": "novuss_site.settings.prod", "NOVUSS_VAR": str(tmp_path), **environment}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    return subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=False)


def test_check_for_deployment_is_clean(tmp_path):
    answer = check(tmp_path, **GOOD)

    assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NOVUSS_SECRET_KEY", ""),
        ("NOVUSS_SECRET_KEY", "short"),
        ("NOVUSS_ALLOWED_HOSTS", ""),
        ("NOVUSS_ALLOWED_HOSTS", "*"),
        ("DATABASE_URL", ""),
    ],
)
def test_refuses_to_start_without_its_secrets(tmp_path, name, value):
    answer = check(tmp_path, **{**GOOD, name: value})

    assert answer.returncode != 0
    assert f"The production settings need: {name}" in answer.stderr
    assert "k3y-of-chance" not in answer.stderr
