"""A game that the desk has taken over against what its tablet sends afterwards."""

from __future__ import annotations

from competitions.models import Game
from competitions.workflow import MatchStatus
from refereeing.models import Device, Lease
from refereeing.selectors.game_logs import lease_now
from refereeing.selectors.late_lines import own_count


def taken_over(game: Game) -> Lease | None:
    """The lease by which the desk has the game, if it has."""
    lease = lease_now(game)
    return lease if lease is not None and lease.device.kind == Device.Kind.DESK else None


def late_lines_weigh(game: Game) -> None:
    """Flag a finished game of the desk's for the chief where the late lines of the tablet tell another result.

    Never overwritten by whoever comes last: both stay, and one is chosen.
    """
    match = game.match
    if match.status != MatchStatus.FINISHED or game.has_conflict or taken_over(game) is None:
        return
    counted = own_count(game)
    if counted is not None and counted.is_over and counted.score != (match.sets_first, match.sets_second):
        game.has_conflict = True
        game.save(update_fields=["has_conflict"])
