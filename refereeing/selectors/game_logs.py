"""Reads of a game's log and of what it needs to be judged."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise
from typing import NamedTuple
from uuid import UUID

from competitions.common.errors import NotFound
from competitions.formats.regulations import Regulations, regulations_from
from competitions.models import Event, Game, Match, Round
from competitions.selectors.hot import as_json, as_uuid, rows
from refereeing.engine.rules.game_log import GameSettings, LogEvent
from refereeing.models import Device, GameEvent, Lease


def regulations_of(game: Game) -> Regulations:
    """The regulations of the game's event, as they hold in its stage."""
    return match_regulations(game.match)


def match_regulations(match: Match) -> Regulations:
    """The same for a match."""
    regulations = regulations_from(match.stage.event.regulations)
    if match.round.kind == Round.PLAY_OFF:
        return regulations.of_play_off()
    return regulations.in_round(match.stage.system, match.round.figures.get("stake"))


def game_settings(game: Game, regulations: Regulations) -> GameSettings:
    """What the draw and the regulations fix for a game."""
    return GameSettings(
        ruleset=regulations.ruleset, sets=regulations.sets, all_sets=regulations.all_sets, mode=mode_of(game),
        first_stroke=game.first_stroke, side_of_a="S",
    )


def mode_of(game: Game) -> str:
    """Singles or doubles: a game of a team match is one of singles."""
    return "doubles" if game.match.stage.event.kind == Event.Kind.DOUBLES else "singles"


def applied_events(game: Game) -> list[LogEvent]:
    """The events that count, in the order of the chain."""
    found = rows(
        "SELECT e.uid, e.kind, e.payload FROM refereeing_gameevent e "
        "JOIN competitions_auditentry a ON a.id = e.audit_id "
        "WHERE e.game_id = %s AND e.verdict = 'applied' ORDER BY a.seq", game.id)
    return [LogEvent(str(as_uuid(uid)), kind, as_json(payload)) for uid, kind, payload in found]


def game_log(game: Game) -> Sequence[GameEvent]:
    """Every event of a game, with the ones that were not applied, in the order of the chain."""
    return list(GameEvent.objects.filter(game=game).select_related("audit", "device").order_by("audit__seq"))


def refuse_foreign(game: Game, device: Device) -> None:
    """Another competition's game does not exist for this device; a phone knows its own game alone. Raises NotFound."""
    if game.match.stage.event.competition_id != device.competition_id:
        raise NotFound(kind="game")
    if device.game_id is not None and device.game_id != game.id:
        raise NotFound(kind="game")


def lease_now(game: Game) -> Lease | None:
    """Who may write for the game at present."""
    if not game.epoch:
        return None
    return Lease.objects.filter(game=game, epoch=game.epoch).select_related("device", "account").first()


class Holder(NamedTuple):
    """Whose lease is in force: the keys of the device and of the official, if one gave the PIN."""

    device_id: int
    account_id: int | None


def lease_in_force(game: Game) -> Holder | None:
    """As `lease_now`, for deciding alone."""
    if not game.epoch:
        return None
    found = rows("SELECT device_id, account_id FROM refereeing_lease WHERE game_id = %s AND epoch = %s",
                 game.id, game.epoch)
    return Holder(*found[0]) if found else None


def missing_dseqs(device_id: int) -> list[int]:
    """The gaps in a device's numbering: what it has not sent yet although it sent later events. At most 200."""
    # Two numbers tell that nothing is missing, however much a tablet has sent in its life.
    (count, last), = rows("SELECT COUNT(*), MAX(dseq) FROM refereeing_gameevent WHERE device_id = %s", device_id)
    if count == (last or 0):
        return []
    have = GameEvent.objects.filter(device_id=device_id).order_by("dseq").values_list("dseq", flat=True)
    gaps = (number for before, after in pairwise([0, *have]) for number in range(before + 1, after))
    # Never counted to the end: a device may give any number up to 2^31.
    return list(islice(gaps, 200))


def has_gap(game: Game) -> bool:
    """Whether a device that wrote to this game has not sent everything. A revoked one is waited for no longer."""
    return bool(rows(
        "SELECT e.device_id FROM refereeing_gameevent e JOIN refereeing_device d ON d.id = e.device_id "
        "WHERE e.device_id IN (SELECT g.device_id FROM refereeing_gameevent g WHERE g.game_id = %s) "
        "AND NOT d.is_revoked GROUP BY e.device_id HAVING COUNT(*) <> MAX(e.dseq)", game.id))


def event_like(uid: UUID, device_id: int, dseq: int) -> GameEvent | None:
    """An event with this uid, else one in this place of the device's numbering."""
    found = rows(
        "SELECT id, uid FROM refereeing_gameevent WHERE uid = %s OR (device_id = %s AND dseq = %s)",
        uid, device_id, dseq)
    if not found:
        return None
    same = next((key for key, known in found if as_uuid(known) == uid), found[0][0])
    return GameEvent.objects.select_related("audit").get(id=same)
