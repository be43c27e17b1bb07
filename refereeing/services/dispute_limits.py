"""What a game's log alone cannot tell against a dispute or a ruling: ids of other games, the official's level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from competitions.common.errors import Conflict, NotAllowed
from competitions.models import Account, Game, Job
from refereeing.engine.rules.game_log import LogEvent
from refereeing.engine.rules.rulings import Level, next_set_started, overrule_refusal, standing
from refereeing.models import Dispute, Replay, Ruling
from refereeing.selectors.officials import level_of


def dispute_refusal(
    game: Game, log: Sequence[LogEvent], kind: str, payload: Mapping[str, Any], *, account_id: int | None,
) -> str | None:
    """The code against a `dispute`, a `ruling` or a `void` that the log itself would take, or None.

    `uid_reuse`: its uid belongs to another game. `overrule_level`, `next_set_started`: lnf-2008:8.1.d, 7.2.e.
    """
    if kind == "dispute" and "dispute" in payload:
        is_foreign = Dispute.objects.filter(uid=payload["dispute"]).exclude(game=game).exists()
        return "uid_reuse" if is_foreign else None
    if kind == "void":
        account = _account(account_id)
        level = level_of(game.match.stage.event.competition, account)
        return void_refusal(game, log, payload["uid"], level, account.uid if account else None)
    if kind != "ruling" or "dispute" not in payload:
        return None
    if Ruling.objects.filter(uid=payload["ruling"]).exists():
        return "uid_reuse"
    if payload.get("overrules") is None:
        return None
    level = level_of(game.match.stage.event.competition, _account(account_id))
    return overruling_refusal(game, log, payload["overrules"], level)


def _account(account_id: int | None) -> Account | None:
    return Account.objects.filter(id=account_id).first() if account_id is not None else None


def overruling_refusal(game: Game, log: Sequence[LogEvent], overrules: str, by: Level) -> str | None:
    """The code against overruling a ruling of this game at this level, or None."""
    given = Ruling.objects.filter(uid=overrules, dispute__game=game).select_related("dispute").first()
    if given is None:
        return "not_in_force"
    started = next_set_started(log, str(given.dispute.uid))
    return overrule_refusal(by, Level(given.level), next_set=started)


def void_refusal(game: Game, log: Sequence[LogEvent], uid: str, by: Level, account: UUID | None) -> str | None:
    """The code against taking back a ruling that stands, or what it brought, or None.

    One's own slips are taken back, and those of one's equals, until a replay of the stroke could be looked at: from
    then on only a higher official changes it (`replay_seen`), and the chief. All else is overruling, with its limits.
    """
    left = list(standing(log))
    cited = next((event.payload.get("ruling") for event in left if event.uid == uid), None)
    if cited is None or all(event.kind != "ruling" or event.payload.get("ruling") != cited for event in left):
        return None
    given = Ruling.objects.filter(uid=cited, dispute__game=game).select_related("account").first()
    is_own = given is not None and given.account is not None and given.account.uid == account
    if given is None:
        return None
    if is_own or by == given.level:
        return "replay_seen" if by < Level.CHIEF and is_replayed(given.dispute_id) else None
    return overruling_refusal(game, log, cited, by)


def is_replayed(dispute: int) -> bool:
    """Whether a replay of the dispute has ended; with a ruling in force it can be seen."""
    return Replay.objects.filter(dispute=dispute, job__state=Job.State.DONE).exists()


def refuse_overruling(refusal: str | None) -> None:
    """Raises NotAllowed `overrule_level`, `replay_seen`, else Conflict with the code; nothing for None."""
    if refusal in ("overrule_level", "replay_seen"):
        raise NotAllowed(refusal)
    if refusal is not None:
        raise Conflict(refusal)
