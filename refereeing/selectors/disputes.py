"""Disputed strokes as tablets, the panel and the public take them. A replay is shown only after a ruling."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.files.storage import default_storage
from django.db.models import QuerySet
from django.utils import translation

from competitions.common.actors import Action, Actor
from competitions.common.errors import NotFound
from competitions.models import Account, Entry, Game, Match
from competitions.selectors.pairs import players_by_place
from competitions.selectors.visibility import competitions_visible_to, game_of
from competitions.workflow import MatchStatus
from refereeing.engine.facts import OPPOSITE
from refereeing.engine.rules.game_log import LogEvent
from refereeing.engine.rules.rulings import Level, ever_brought, next_set_started, overrule_refusal, standing
from refereeing.models import Device, Dispute, DisputePosition, Replay, Ruling

from .bundles import game_for_device
from .dispute_words import WEIGHTS
from .game_logs import applied_events, lease_now, mode_of, regulations_of
from .officials import level_of, level_of_role
from .replays import clause_shown, result_shown, state_shown

_RELATED = (
    "game__match__stage__event__competition", "game__match__first__person", "game__match__second__person",
    "game__match__table", "game__match__round", "account", "device",
)


def hidden_because(dispute: Dispute, weight: str) -> str | None:
    """Why the results of this dispute's replays are shown to nobody at present, or None.

    `weight_none`: the regulations use none. `ruling_first`: no official has ruled yet.
    """
    if weight == "none":
        return "weight_none"
    return None if dispute.state == Dispute.State.RULED else "ruling_first"


def disputes_seen(by: Actor) -> QuerySet[Dispute]:
    """The disputes that an official, or a device of the competition, may see; a phone those of its own game."""
    rows = Dispute.objects.select_related(*_RELATED)
    if by.device is not None:
        device = Device.objects.filter(uid=by.device).first()
        if device is None or device.is_revoked:
            return rows.none()
        rows = rows.filter(game__match__stage__event__competition=device.competition_id)
        return rows if device.game_id is None else rows.filter(game=device.game_id)
    if by.is_administrator:
        return rows
    offices = [uid for uid in by.roles if by.may(Action.SEE_PANEL, uid)]
    return rows.filter(game__match__stage__event__competition__uid__in=offices)


def dispute_seen(by: Actor, uid: UUID) -> Dispute:
    """One dispute. Raises NotFound for unknown and foreign ones alike."""
    found = disputes_seen(by).filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="dispute")
    return found


def dispute_in(by: Actor, game_uid: UUID, uid: UUID) -> Dispute:
    """One dispute of one game. Raises NotFound."""
    found = dispute_seen(by, uid)
    if found.game.uid != game_uid:
        raise NotFound(kind="dispute")
    return found


def replay_seen(by: Actor, dispute_uid: UUID, uid: UUID) -> Replay:
    """One replay of a dispute. Raises NotFound."""
    dispute = dispute_seen(by, dispute_uid)
    found = dispute.replays.select_related("job", "position").filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="replay")
    found.dispute = dispute
    return found


def game_for_disputes(by: Actor, uid: UUID) -> Game:
    """A game whose disputes the asker may see. Raises NotFound."""
    if by.device is not None:
        device = Device.objects.filter(uid=by.device, is_revoked=False).first()
        if device is None:
            raise NotFound(kind="game")
        return game_for_device(uid, device)
    game = game_of(uid)
    if not by.may(Action.SEE_PANEL, game.match.stage.event.competition.uid):
        raise NotFound(kind="game")
    return game


def photo_seen(by: Actor, dispute_uid: UUID, uid: UUID) -> bytes:
    """The bytes of a photo. Raises NotFound."""
    photo = dispute_seen(by, dispute_uid).photos.filter(uid=uid).first()
    if photo is None or not default_storage.exists(photo.file):
        raise NotFound(kind="photo")
    with default_storage.open(photo.file) as stored:
        content: bytes = stored.read()
        return content


def replay_shown_to(replay: Replay, language: str) -> dict[str, Any]:
    """A replay that `replay_seen` gave, with its result where it may be shown."""
    weight = regulations_of(replay.dispute.game).replay_weight
    return replay_shown(replay, replay.dispute, weight, language)


def disputes_of_game(by: Actor, game: Game, language: str) -> dict[str, Any]:
    """All disputes of a game, oldest first, and what a replay counts for in it."""
    rows = disputes_seen(by).filter(game=game)
    return {
        "disputes": [dispute_shown(row, by, language) for row in rows],
        "replay_weight": regulations_of(game).replay_weight,
    }


def dispute_shown(dispute: Dispute, by: Actor, language: str) -> dict[str, Any]:
    """A dispute with its rulings, evidence and replays (without their results)."""
    game, match = dispute.game, dispute.game.match
    regulations, log = regulations_of(game), applied_events(game)
    in_force = ruling_in_force(dispute)
    weight = regulations.replay_weight
    replays = list(dispute.replays.select_related("job", "position"))
    return {
        "uid": str(dispute.uid), "game": str(game.uid), "match": str(match.uid), "set": dispute.set_number,
        "stroke": dispute.stroke, "player": dispute.player, "member": dispute.member or None, "mode": mode_of(game),
        "struck": struck_by(dispute), "text": dispute.text, "state": dispute.state, **seat_and_colour(dispute, log),
        "opened_at": dispute.opened_at.isoformat(), "opened_by": _writer(dispute), "replay_weight": weight,
        "ruleset": regulations.ruleset, "names": names_of(match),
        "table": match.table.number if match.table else None,
        "rulings": rulings_shown(dispute, log, language), "may": _may(dispute, by, log, in_force),
        "awaits_chief": _awaits_chief(weight, in_force, replays),
        "positions": [position_shown(row) for row in dispute.positions.select_related("account", "device")],
        "photos": [
            {"uid": str(p.uid), "width": p.width, "height": p.height,
             "url": f"/api/v1/disputes/{dispute.uid}/photos/{p.uid}"}
            for p in dispute.photos.all()
        ],
        "replays": [replay_shown(row, dispute, weight, language, with_result=False) for row in replays],
    }


def seat_and_colour(dispute: Dispute, log: Sequence[LogEvent]) -> dict[str, str]:
    """Where whoever struck sat in that set, and with which discs, as far as the game's log says so (22.1)."""
    state = dispute.game.state or {}
    rows = [row for row in (*(state.get("sets") or ()), state.get("next")) if row] or [{"side_of_a": "S"}]
    played = next((row for row in rows if row.get("number") == dispute.set_number), rows[-1])
    side = played["side_of_a"]
    chosen = [e.payload["discs_of_a"] for e in log if e.kind == "choice" and "discs_of_a" in e.payload]
    colour = chosen[-1] if chosen else "red"
    if dispute.player == "B":
        side, colour = OPPOSITE[side], "black" if colour == "red" else "red"
    if "seats" in played:
        player = dispute.member or f"{dispute.player or 'A'}1"
        side = next(seat for seat, sits in played["seats"].items() if sits == player)
    return {"seat": side, "colour": colour}


def ruling_in_force(dispute: Dispute) -> Ruling | None:
    """The ruling that stands, by the game's log."""
    rows = (dispute.game.state or {}).get("disputes") or ()
    uid = next((row["ruling"] for row in rows if row["uid"] == str(dispute.uid)), None)
    return dispute.rulings.select_related("account").filter(uid=uid).first() if uid else None


def rulings_shown(dispute: Dispute, log: list[LogEvent], language: str) -> list[dict[str, Any]]:
    """Every ruling with what it brought; taken back and overruled ones too."""
    in_force = ruling_in_force(dispute)
    rows = list(dispute.rulings.select_related("account"))
    voided = set((dispute.game.state or {}).get("voided") or ())
    overruled = {r.overrules: r for r in rows if r.overrules and str(r.event_uid) not in voided}
    return [
        {
            "uid": str(row.uid), "text": row.text, "decision": row.decision,
            "clauses": [clause_shown(ref, language) for ref in row.clauses],
            "by": str(row.account) if row.account else "", "level": Level(row.level).name.lower(),
            "at": row.at.isoformat(), "overrules": str(row.overrules) if row.overrules else None,
            "overruled_by": str(overruled[row.uid].uid) if row.uid in overruled else None, "reason": row.reason,
            "in_force": in_force is not None and row.uid == in_force.uid, "voided": str(row.event_uid) in voided,
            "consequences": _brought(log, row, is_in_force=in_force is not None and row.uid == in_force.uid),
        }
        for row in rows
    ]


def _brought(log: list[LogEvent], ruling: Ruling, *, is_in_force: bool) -> list[dict[str, Any]]:
    """What followed from a ruling; of one that stands no longer also what was taken back with it."""
    stands = {event.uid for event in standing(log)}
    return [
        {"uid": e.uid, "kind": e.kind, "payload": dict(e.payload), "undone": e.uid not in stands}
        for e in ever_brought(log, str(ruling.uid)) if e.uid in stands or not is_in_force
    ]


def position_shown(row: DisputePosition) -> dict[str, Any]:
    """A position as it was posted, with who put it down and when."""
    return {**row.body, "revision": row.revision, "by": _writer(row), "at": row.at.isoformat()}


def replay_shown(
    replay: Replay, dispute: Dispute, weight: str, language: str, *, with_result: bool = True,
) -> dict[str, Any]:
    """A replay: how far it is, and its result where it may be shown."""
    hidden = hidden_because(dispute, weight)
    with translation.override(language):
        words = str(WEIGHTS[weight])
        shown = state_shown(replay)
    result = replay.result if with_result and hidden is None else None
    return {
        "uid": str(replay.uid), "kind": replay.kind, "model": replay.model, "position": str(replay.position.uid),
        "seed": replay.seed, **shown, "hidden": hidden,
        "partial": replay.is_partial, "result": result_shown(result, language) if result else None,
        "engine": replay.engine, "calibration": replay.constants, "requested_at": replay.requested_at.isoformat(),
        "token": replay.token if replay.published_at else None, "weight_words": words,
    }


def replay_published(actor: Actor, token: str, language: str) -> dict[str, Any]:
    """A published replay for anybody who may see the competition. Raises NotFound.

    Taken off again it is not found, and neither is one whose ruling has been taken back.
    """
    replay = Replay.objects.select_related(
        "job", "position", *(f"dispute__{name}" for name in _RELATED), "dispute__game__match__stage__event",
    ).filter(
        token=token, published_at__isnull=False,
        dispute__game__match__stage__event__competition__in=competitions_visible_to(actor)).first()
    if replay is None:
        raise NotFound(kind="replay")
    dispute, match = replay.dispute, replay.dispute.game.match
    weight = regulations_of(dispute.game).replay_weight
    if hidden_because(dispute, weight) is not None:
        raise NotFound(kind="replay")
    rulings = rulings_shown(dispute, applied_events(dispute.game), language)
    event = match.stage.event
    return {
        "title": {
            "competition": event.competition.name, "slug": event.competition.slug, "event": event.name,
            "round": match.round.number, "table": match.table.number if match.table else None,
            "set": dispute.set_number, "stroke": dispute.stroke, "names": names_of(match),
            "struck": struck_by(dispute), "game": str(dispute.game.uid),
        },
        "text": dispute.text, "replay": replay_shown(replay, dispute, weight, language), "replay_weight": weight,
        "rulings": [{**row, "by": ""} for row in rulings if not row["voided"]],
    }


def replays_for_annex(game: Game, language: str, *, frozen_at: datetime | None) -> list[dict[str, Any]]:
    """For a protocol's annex: each dispute that was ruled on, its rulings, and the replay that belongs to it.

    Of a frozen protocol that is the newest that had ended by then, so that every print shows the same; where there was
    none, the newest one, said to be later.
    """
    weight, log = regulations_of(game).replay_weight, applied_events(game)
    found = []
    for dispute in Dispute.objects.select_related(*_RELATED).filter(game=game, state=Dispute.State.RULED):
        done = _replay_for_annex(dispute, frozen_at)
        shown = replay_shown(done, dispute, weight, language) if done and weight != "none" else None
        found.append({
            "uid": str(dispute.uid), "set": dispute.set_number, "stroke": dispute.stroke, "player": dispute.player,
            "struck": struck_by(dispute), "text": dispute.text, "names": names_of(game.match), "replay": shown,
            "later_than": frozen_at if done and frozen_at and _ended_after(done, frozen_at) else None,
            "rulings": [row for row in rulings_shown(dispute, log, language) if not row["voided"]],
        })
    return found


def _replay_for_annex(dispute: Dispute, frozen_at: datetime | None) -> Replay | None:
    done = dispute.replays.select_related("job", "position").filter(job__state="done")
    if frozen_at is not None and (by_then := done.filter(job__finished_at__lte=frozen_at).last()):
        return by_then
    return done.last()


def _ended_after(replay: Replay, moment: datetime) -> bool:
    return replay.job.finished_at is not None and replay.job.finished_at > moment


def names_of(match: Match) -> dict[str, str]:
    """The players' names; a number for who wants no name in public."""
    return {who: _name(entry) for who, entry in (("A", match.first), ("B", match.second))}


def struck_by(dispute: Dispute) -> str:
    """Whose stroke it was: the player, of a pair by name where that is known."""
    match = dispute.game.match
    player = players_by_place(match).get(dispute.member)
    if player is None:
        return names_of(match).get(dispute.player, "")
    entry = match.first if dispute.player == "A" else match.second
    return f"№ {entry.number if entry else ''}" if player.hidden else player.name


def _name(entry: Entry | None) -> str:
    if entry is None:
        return "–"
    people = [entry.person] if entry.person is not None else [member.person for member in entry.members.all()]
    return f"№ {entry.number}" if not entry.team_name and any(p.hidden for p in people) else str(entry)


def _writer(row: Any) -> str:
    return str(row.account or row.device or "")


def _awaits_chief(weight: str, in_force: Ruling | None, replays: list[Replay]) -> bool:
    """The regulations leave it to the chief, a replay has ended, and the chief has not spoken."""
    is_done = any(replay.job.state == "done" for replay in replays)
    return weight == "chief_decides" and is_done and in_force is not None and in_force.level < Level.CHIEF


def _may(dispute: Dispute, by: Actor, log: list[LogEvent], in_force: Ruling | None) -> dict[str, Any]:
    """What this reader may do with the dispute now; the services decide for real."""
    level = _level(dispute, by)
    is_open = dispute.game.match.status != MatchStatus.APPROVED and level is not None
    refused: str | None = None
    if in_force is not None and level is not None:
        refused = overrule_refusal(level, Level(in_force.level), next_set=next_set_started(log, str(dispute.uid)))
    competition = dispute.game.match.stage.event.competition
    return {
        "rule": is_open and dispute.state == Dispute.State.OPEN,
        "overrule": is_open and in_force is not None and refused is None,
        "overrule_refused": refused,
        "withdraw": is_open and dispute.state == Dispute.State.OPEN and by.device is None,
        "publish": by.may(Action.PUBLISH_REPLAY, competition.uid), "position": True,
    }


def _level(dispute: Dispute, by: Actor) -> Level | None:
    """At which level this reader could rule; None: not at all (a player's tablet)."""
    competition = dispute.game.match.stage.event.competition
    if by.device is None:
        return level_of_role(by.role_in(competition.uid)) if by.may(Action.RULE, competition.uid) else None
    lease = lease_now(dispute.game)
    account: Account | None = lease.account if lease and lease.device.uid == by.device else None
    return level_of(competition, account) if account is not None else None
