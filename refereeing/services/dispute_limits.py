"""What a game's log alone cannot tell against a dispute or a ruling: ids of other games, the official's level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from competitions.models import Account, Game
from refereeing.engine.rules.game_log import LogEvent
from refereeing.engine.rules.rulings import Level, next_set_started, overrule_refusal
from refereeing.models import Dispute, Ruling
from refereeing.selectors.officials import level_of


def dispute_refusal(
    game: Game, log: Sequence[LogEvent], kind: str, payload: Mapping[str, Any], *, account_id: int | None,
) -> str | None:
    """The code against a `dispute` or `ruling` that the log itself would take, or None.

    `uid_reuse`: its uid belongs to another game. `overrule_level`, `next_set_started`: lnf-2008:8.1.d, 7.2.e.
    """
    if kind == "dispute" and "dispute" in payload:
        is_foreign = Dispute.objects.filter(uid=payload["dispute"]).exclude(game=game).exists()
        return "uid_reuse" if is_foreign else None
    if kind != "ruling" or "dispute" not in payload:
        return None
    if Ruling.objects.filter(uid=payload["ruling"]).exists():
        return "uid_reuse"
    if payload.get("overrules") is None:
        return None
    account = Account.objects.filter(id=account_id).first() if account_id is not None else None
    return overruling_refusal(game, log, payload["overrules"], level_of(game.match.stage.event.competition, account))


def overruling_refusal(game: Game, log: Sequence[LogEvent], overrules: str, by: Level) -> str | None:
    """The code against overruling a ruling of this game at this level, or None."""
    given = Ruling.objects.filter(uid=overrules, dispute__game=game).select_related("dispute").first()
    if given is None:
        return "not_in_force"
    started = next_set_started(log, str(given.dispute.uid))
    return overrule_refusal(by, Level(given.level), next_set=started)
