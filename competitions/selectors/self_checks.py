"""The self-check of a draw in words, for the page and the print."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise

from .rounds import StageFacts


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One property of the draw, whether it holds, and the figures in a sentence."""

    holds: bool
    text: str | Promise


def checks_in_words(facts: StageFacts) -> tuple[CheckLine, ...]:
    """What was checked of this draw."""
    return ()
