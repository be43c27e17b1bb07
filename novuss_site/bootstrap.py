"""What `up` and `test` do before anything is installed: standard library only."""

from __future__ import annotations


def enter(argv: list[str]) -> None:
    """Make sure that the process runs inside the project's environment."""


def repair(argv: list[str], error: ImportError) -> None:
    """Make a damaged environment anew, once."""
