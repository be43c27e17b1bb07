"""Replays of disputed strokes: asked for, cancelled, published. Who computes them: `simulation_jobs`."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotAllowed, NotFound, TooMany
from competitions.models import Game, Job
from competitions.selectors.visibility import require
from competitions.services.jobs import job_add
from competitions.services.outbox import outbox_add
from competitions.services.turns import write_turn
from refereeing.engine.errors import EngineError
from refereeing.engine.rules.dispute_json import reconstruct_item, simulate_item
from refereeing.models import Dispute, DisputePosition, Replay
from refereeing.selectors.calibrations import Constants, calibration_for
from refereeing.selectors.disputes import hidden_because
from refereeing.selectors.game_logs import regulations_of
from refereeing.selectors.replays import REPLAY_JOB

from .evidence import Writer, evidence_lock, evidence_tell, refuse_flood

SEARCHED_MODEL = "slide"
"""The model that `reconstruct` searches; a million strokes of the other would take minutes."""
WAITING_LIMIT = 3
REPLAYS_LIMIT = 50
WAITING = (Job.State.QUEUED, Job.State.RUNNING)


def replay_request(
    *, dispute_uid: UUID, uid: UUID, position: UUID, kind: str, model: str, seed: int, by: Actor, at: datetime,
) -> tuple[Replay, bool]:
    """Queue a replay of a position, with the constants of the table; and whether it is new.

    Safe to repeat. It may be asked for before the official has ruled: it is shown after that.
    Raises Conflict `replay_not_used` where the regulations use none, `uid_reuse`; Invalid `missing` where the position
    lacks what the kind needs; TooMany `replays_waiting`.
    """
    with write_turn(), transaction.atomic():
        dispute, game, writer = _dispute_for(dispute_uid, by)
        earlier = Replay.objects.filter(uid=uid).select_related("position", "dispute").first()
        if earlier is not None:
            asked = (earlier.dispute_id, earlier.position.uid, earlier.kind, earlier.model, earlier.seed)
            if asked != (dispute.id, position, kind, model, seed):
                raise Conflict("uid_reuse")
            return earlier, False
        regulations = regulations_of(game)
        if regulations.replay_weight == "none":
            raise Conflict("replay_not_used")
        refuse_flood(game, writer)
        _refuse_too_many(dispute)
        known = DisputePosition.objects.filter(uid=position, dispute=dispute).first()
        if known is None:
            raise Invalid("unknown_position", path="position")
        used = calibration_for(game)
        item = _item(known.body, kind, model, seed, regulations.ruleset, used)
        job = job_add(
            kind=REPLAY_JOB, competition=game.match.stage.event.competition, args={"replay": str(uid)}, by=by)
        row = Replay.objects.create(
            uid=uid, dispute=dispute, position=known, kind=kind, model=model, seed=seed, item=item,
            calibration=used.record, constants=used.as_json(), job=job, account=writer.account, device=writer.device,
            requested_at=at)
        evidence_tell(game, dispute, "replay.requested", uid, _facts(row), by, at)
        return row, True


def _dispute_for(uid: UUID, by: Actor) -> tuple[Dispute, Game, Writer]:
    """A dispute under the lock of its game, for an official or a device that has or had the table."""
    game_uid = Dispute.objects.filter(uid=uid).values_list("game__uid", flat=True).first()
    if game_uid is None:
        raise NotFound(kind="dispute")
    game, writer = evidence_lock(game_uid, by)
    return Dispute.objects.get(uid=uid), game, writer


def _refuse_too_many(dispute: Dispute) -> None:
    replays = Replay.objects.filter(dispute=dispute)
    if replays.filter(job__state__in=WAITING).count() >= WAITING_LIMIT:
        raise TooMany("replays_waiting", limit=WAITING_LIMIT)
    if replays.count() >= REPLAYS_LIMIT:
        raise TooMany("too_much_evidence", limit=REPLAYS_LIMIT)


def _item(
    position: Mapping[str, Any], kind: str, model: str, seed: int, ruleset: str, used: Constants,
) -> dict[str, Any]:
    """What the engine is given."""
    try:
        if kind == Replay.Kind.RECONSTRUCT:
            if model != SEARCHED_MODEL:
                raise Invalid("unknown_value", path="model", value=model)
            return reconstruct_item(
                position, ruleset=ruleset, constants=used.constants, sd=used.sd, seed=seed)
        if position["stroke"] is None:
            raise Invalid("missing", path="stroke")
        return simulate_item(
            position, ruleset=ruleset, model=model, constants=used.constants, stroke=position["stroke"])
    except EngineError as error:
        raise Invalid(error.code, path=error.path, **error.params) from None


def _facts(replay: Replay) -> dict[str, Any]:
    """What the chain keeps of a request: enough to compute the same answer again."""
    return {
        "dispute": str(replay.dispute.uid), "position": str(replay.position.uid), "digest": replay.position.digest,
        "kind": replay.kind, "model": replay.model, "seed": replay.seed,
        "calibration": replay.constants["version"],
    }


def replay_cancel(*, dispute_uid: UUID, uid: UUID, by: Actor, at: datetime) -> Replay:
    """Stop a replay that waits or runs; one that has ended stays as it is.

    Raises NotAllowed for a phone that stops what others asked for.
    """
    with write_turn(), transaction.atomic():
        dispute, game, writer = _dispute_for(dispute_uid, by)
        replay = _replay_of(dispute, uid)
        if writer.is_phone and replay.device_id != getattr(writer.device, "id", None):
            raise NotAllowed
        Job.objects.filter(id=replay.job_id, state__in=WAITING).update(state=Job.State.CANCELLED, finished_at=at)
        replay_tell(replay, game)
        replay.refresh_from_db()
        return replay


def replay_publish(*, dispute_uid: UUID, uid: UUID, published: bool, by: Actor, at: datetime) -> Replay:
    """Publish a replay under a link of its own, or take it off again; recorded. The link stays the same.

    Raises Conflict `replay_not_ready`, `ruling_first`, `replay_not_used`.
    """
    with transaction.atomic():
        dispute, game, _writer = _dispute_for(dispute_uid, by)
        competition = game.match.stage.event.competition
        require(by, Action.PUBLISH_REPLAY, competition)
        replay = _replay_of(dispute, uid)
        if (replay.published_at is not None) == published:
            return replay
        if published:
            _refuse_unready(replay, dispute, regulations_of(game).replay_weight)
            replay.token = replay.token or secrets.token_urlsafe(18)
        replay.published_at = at if published else None
        replay.save(update_fields=["token", "published_at"])
        kind = "replay.published" if published else "replay.withdrawn"
        evidence_tell(game, dispute, kind, uid, {"dispute": str(dispute.uid)}, by, at)
        return replay


def _refuse_unready(replay: Replay, dispute: Dispute, weight: str) -> None:
    hidden = hidden_because(dispute, weight)
    if hidden is not None:
        raise Conflict("replay_not_used" if hidden == "weight_none" else hidden)
    if replay.job.state != Job.State.DONE or replay.result is None:
        raise Conflict("replay_not_ready")


def _replay_of(dispute: Dispute, uid: UUID) -> Replay:
    replay = Replay.objects.select_related("job", "position").filter(uid=uid, dispute=dispute).first()
    if replay is None:
        raise NotFound(kind="replay")
    return replay


def replay_tell(replay: Replay, game: Game) -> None:
    """Tell the panel that a replay is further than it was."""
    outbox_add(
        "dispute.changed", competition=game.match.stage.event.competition.uid, game=game.uid, match=game.match.uid,
        dispute=replay.dispute.uid)
