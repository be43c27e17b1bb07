"""The panel's list of disputed strokes, and what its page of one offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from competitions.common.actors import Actor
from competitions.common.errors import NotFound
from competitions.models import Competition, Game
from refereeing.engine.rules import book
from refereeing.engine.rules.rulings import SET_ENDS, standing
from refereeing.models import Dispute, Replay

from .dispute_words import CONSEQUENCES, DECISIONS, LEVELS, SET_DECIDED, STATES
from .disputes import dispute_seen, dispute_shown, ruling_in_force, struck_by
from .game_logs import applied_events, regulations_of
from .panel_log import event_words
from .panel_words import REPLAY_REASONS

TAKEN_BACK = (*sorted(SET_ENDS), "penalty_disc")


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeRow:
    """A dispute in the list. `awaits_chief`: the regulations leave it to the chief, who has not spoken yet."""

    dispute: Dispute
    player: str
    state: str
    decision: str
    level: str
    awaits_chief: bool
    replays: int

    @property
    def is_open(self) -> bool:
        return self.dispute.state in (Dispute.State.OPEN, Dispute.State.UNLOGGED)


def dispute_rows(competition: Competition, by: Actor, *, game: Game | None = None) -> list[DisputeRow]:
    """Every dispute of a competition, or of one game: undecided ones first, then the newest."""
    rows = Dispute.objects.filter(game__match__stage__event__competition=competition)
    uids = (rows.filter(game=game) if game is not None else rows).order_by("-opened_at").values_list("uid", flat=True)
    found = [_row(dispute_seen(by, uid)) for uid in uids]
    return sorted(found, key=lambda row: (not row.is_open, not row.awaits_chief))


def _row(dispute: Dispute) -> DisputeRow:
    in_force = ruling_in_force(dispute)
    weight = regulations_of(dispute.game).replay_weight
    replays = list(dispute.replays.select_related("job"))
    is_done = any(replay.job.state == "done" for replay in replays)
    level = _level_word(in_force.level) if in_force else ""
    return DisputeRow(
        dispute=dispute, player=struck_by(dispute), state=str(STATES[dispute.state]),
        decision=str(DECISIONS[in_force.decision]) if in_force else "", level=level, replays=len(replays),
        awaits_chief=weight == "chief_decides" and is_done and in_force is not None and level != str(LEVELS["chief"]),
    )


def _level_word(level: int) -> str:
    return str(tuple(LEVELS.values())[level - 1])


class Choices(NamedTuple):
    """One heading of a long list, with the values and texts under it."""

    heading: str
    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputePage:
    """A dispute with the choices of its forms. `ruling_uid`: so that a form that is sent twice rules once."""

    dispute: Dispute
    state_word: str | Promise
    shown: dict[str, Any]
    rulings: Sequence[dict[str, Any]]
    replays: Sequence[dict[str, Any]]
    in_force: dict[str, Any] | None
    ruling_uid: UUID
    clauses: Sequence[tuple[str, str]]
    consequences: Sequence[Choices]
    undoable: Sequence[tuple[str, str]]
    decisions: Sequence[tuple[str, str]]


def dispute_page(competition: Competition, by: Actor, uid: UUID, language: str) -> DisputePage:
    """One dispute of a competition. Raises NotFound."""
    dispute = dispute_seen(by, uid)
    if dispute.game.match.stage.event.competition_id != competition.id:
        raise NotFound(kind="dispute")
    shown = dispute_shown(dispute, by, language)
    rulings = [_worded(row, shown["names"]) for row in shown["rulings"]]
    ruleset = regulations_of(dispute.game).ruleset
    return DisputePage(
        dispute=dispute, state_word=STATES[shown["state"]], shown=shown, rulings=rulings, ruling_uid=uuid4(),
        replays=[
            {**row, "kind_word": Replay.Kind(row["kind"]).label, "at": datetime.fromisoformat(row["requested_at"])}
            for row in shown["replays"]
        ],
        in_force=next((row for row in rulings if row["in_force"]), None),
        clauses=[(clause.ref, f"{clause.number} {clause.text(language)}") for clause in book.clauses(ruleset)],
        consequences=_consequences(shown["names"], ruleset, language), undoable=_undoable(dispute.game, shown["names"]),
        decisions=[(name, str(text)) for name, text in DECISIONS.items()],
    )


def _worded(ruling: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    brought = [
        {"words": event_words(event["kind"], event["payload"], names), "undone": event["undone"]}
        for event in ruling["consequences"]
    ]
    return {
        **ruling, "decision_word": DECISIONS[ruling["decision"]], "level_word": LEVELS[ruling["level"]],
        "brought": brought,
    }


def _consequences(names: dict[str, str], ruleset: str, language: str) -> list[Choices]:
    """What may follow, as the values of one list under headings: `set_lost A 16.1.a`, `set_replayed interference`, …"""
    decided = [(f"set_won {who}", CONSEQUENCES["set_won"] % {"name": names[who]}) for who in ("A", "B")]
    decided += [
        (f"set_replayed {reason}", CONSEQUENCES["set_replayed"] % {"reason": word})
        for reason, word in REPLAY_REASONS.items()
    ]
    found = [Choices(str(SET_DECIDED), decided)]
    for kind, of in (("penalty_disc", "penalty"), ("set_lost", "set")):
        clauses = book.clauses_of_kind(ruleset, of)
        for who in ("A", "B"):
            rows = [(f"{kind} {who} {clause.number}", f"{clause.number} {clause.text(language)}") for clause in clauses]
            found.append(Choices(CONSEQUENCES[kind] % {"name": names[who]}, rows))
    return found


def _undoable(game: Game, names: dict[str, str]) -> list[tuple[str, str]]:
    """The newest events that a ruling may contradict, in words, each with its set."""
    found, number = [], 1
    for event in standing(applied_events(game)):
        if event.kind in TAKEN_BACK:
            words = event_words(event.kind, event.payload, names)
            found.append((event.uid, f"{_('set %(set)s') % {'set': number}}: {words}"))
        number += event.kind in SET_ENDS and event.kind != "set_replayed"
    return found[:-7:-1]
