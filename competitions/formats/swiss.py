"""Swiss rounds by the FIDE Dutch system (C.04.3). The pairing engine stands behind this one adapter."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from itertools import combinations
from pathlib import Path

from competitions.formats.errors import NoLegalRound, SwissUnavailable
from competitions.formats.games import Game
from competitions.formats.ledger import round_numbers
from competitions.formats.pairings import Pairing, Round
from competitions.formats.round_robin import refuse_size
from competitions.formats.trf import SwissEvent, trf_text

__all__ = [
    "PairingEdition",
    "SwissEvent",
    "SwissRound",
    "club_pairs_to_avoid",
    "pair_round",
    "pairing_edition",
    "split_rounds",
    "trf_text",
]

ENGINE = "py4swiss"
RULES = "FIDE Handbook C.04.3, Dutch system, edition in force until 2026"
"""What the pinned engine says that it implements."""


@dataclass(frozen=True, slots=True)
class PairingEdition:
    """Which program paired a round, and by which edition of the rules: stands beside the round for good."""

    engine: str
    engine_version: str
    rules: str


@dataclass(frozen=True, slots=True)
class SwissRound:
    """The next round, in the order of the boards, the bye last; and the file that repeats it."""

    round: Round
    edition: PairingEdition
    trf: str


def pairing_edition() -> PairingEdition:
    """The engine of this machine. Raises SwissUnavailable where there is none."""
    try:
        return PairingEdition(ENGINE, metadata.version(ENGINE), RULES)
    except metadata.PackageNotFoundError:
        raise SwissUnavailable(engine=ENGINE) from None


def pair_round(event: SwissEvent) -> SwissRound:
    """Pair the next round: nobody meets twice, points alike, first strokes balanced, one bye for an odd number.

    Absent entries are left out. Same event, same round. Raises NoLegalRound when no pairing is left, SwissUnavailable
    without the engine, FormatError when fewer than two are present or the event is contradictory.
    """
    refuse_size(len(event.order))
    present = [entry_id for entry_id in event.order if entry_id not in event.absent]
    refuse_size(len(present))
    text = trf_text(event)
    edition = pairing_edition()
    pairings = []
    is_first = not event.rounds and not event.forbidden
    for white, black in first_round_pairs(event) if is_first else _engine_pairs(text):
        second = event.order[black - 1] if black else None
        pairings.append(Pairing(event.order[white - 1], second))
    return SwissRound(Round(event.next_number, tuple(pairings)), edition, text)


def first_round_pairs(event: SwissEvent) -> list[tuple[int, int]]:
    """Pairs of pairing numbers of a first round, 0 for nobody: the upper half against the lower, the last one free.

    Who of the upper half has an odd number has the first stroke that is drawn for number 1, the others the other
    (C.04.3). The engine gives the same; it needs ten seconds for 512.
    """
    present = [number for number, entry_id in enumerate(event.order, 1) if entry_id not in event.absent]
    half = len(present) // 2
    pairs = [(upper, lower) if (upper % 2 == 1) == event.top_has_first_stroke else (lower, upper)
             for upper, lower in zip(present[:half], present[half : 2 * half], strict=True)]
    return pairs + [(number, 0) for number in present[2 * half :]]


def _engine_pairs(text: str) -> list[tuple[int, int]]:
    """Pairs of pairing numbers, 0 for nobody. The engine reads files only."""
    try:
        # Imported here: not every machine has a wheel, and only a Swiss event needs it.
        from py4swiss.engines import DutchEngine  # noqa: PLC0415
        from py4swiss.engines.common import PairingError  # noqa: PLC0415
        from py4swiss.trf import TrfParser  # noqa: PLC0415
    except ImportError:
        raise SwissUnavailable(engine=ENGINE) from None
    with tempfile.TemporaryDirectory(prefix="novuss-swiss-") as folder:
        path = Path(folder) / "round.trf"
        path.write_text(text, encoding="utf-8", newline="\n")
        # Strict, or a line that it cannot read would be left out in silence.
        parsed = TrfParser.parse(path, strict=True)
    try:
        return [(pair.white, pair.black) for pair in DutchEngine.generate_pairings(parsed)]
    except PairingError:
        raise NoLegalRound from None


def club_pairs_to_avoid(order: Sequence[str], clubs: Mapping[str, str | None]) -> frozenset[tuple[str, str]]:
    """Pairs of clubmates among those present that round 1 can do without (`SwissEvent.forbidden`).

    Where one club has more than half of the field, its lowest-ranked surplus may meet each other: the least possible.
    """
    members: defaultdict[str, list[str]] = defaultdict(list)
    for entry_id in order:
        club = clubs.get(entry_id)
        if club is not None:
            members[club].append(entry_id)
    avoided: set[tuple[str, str]] = set()
    for own in members.values():
        surplus = max(0, 2 * len(own) - len(order))
        spared = set(own[len(own) - surplus:])
        avoided |= {(one, other) for one, other in combinations(own, 2) if not {one, other} <= spared}
    return frozenset(avoided)


def split_rounds(games: Sequence[Game]) -> tuple[tuple[Game, ...], ...]:
    """Cut a list into rounds: by their numbers, or, in the order played, a new one begins when somebody plays again."""
    numbers = round_numbers(games)
    rounds: list[list[Game]] = [[] for _ in range(max(numbers, default=0))]
    for game, number in zip(games, numbers, strict=True):
        rounds[number - 1].append(game)
    return tuple(tuple(games) for games in rounds)
