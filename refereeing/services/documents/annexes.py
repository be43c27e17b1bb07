"""From the disputed strokes of a game to the annexes of its protocol."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import override

from competitions.models import Game
from refereeing.pdf.sheets import AnnexRuling, AnnexVerdict, DisputeAnnex
from refereeing.selectors.dispute_words import DECISIONS, LEVELS
from refereeing.selectors.disputes import replays_for_annex
from refereeing.selectors.panel_log import event_words
from refereeing.selectors.replay_words import Clause, ReplayWords, RulingLine, replay_words


def annexes_of(game: Game, language: str, *, frozen_at: datetime | None = None) -> tuple[DisputeAnnex, ...]:
    """An annex for each disputed stroke that was ruled on; with its replay where one may be shown.

    `frozen_at`: when the protocol was frozen to which the annex belongs; None for the game as it stands now.

    A game without a dispute costs no query: hundreds of protocols are printed at a time.
    """
    if not (game.state or {}).get("disputes"):
        return ()
    with override(language):
        return tuple(_annex(dispute) for dispute in replays_for_annex(game, language, frozen_at=frozen_at))


def _annex(dispute: Mapping[str, Any]) -> DisputeAnnex:
    replay = dispute["replay"] or {}
    result = replay.get("result")
    shown = _replay(replay_words(result), replay) if result else {}
    return DisputeAnnex(
        set_number=dispute["set"] or None, stroke_number=dispute["stroke"], question=dispute["text"],
        rulings=tuple(_ruling(ruling, dispute["names"]) for ruling in dispute["rulings"]),
        struck=dispute["struck"], later_than=dispute["later_than"],
        **{"still": None, **shown},
    )


def _ruling(ruling: Mapping[str, Any], names: Mapping[str, str]) -> AnnexRuling:
    return AnnexRuling(
        decision=str(DECISIONS.get(ruling["decision"], ruling["decision"])),
        level=str(LEVELS.get(ruling["level"], ruling["level"])), text=ruling["text"], reason=ruling["reason"],
        clauses=tuple((clause["rule"], clause["text"]) for clause in ruling["clauses"]),
        overruled=not ruling["in_force"],
        followed=tuple(
            event_words(event["kind"], event["payload"], names)
            for event in ruling["consequences"] if not event["undone"]
        ),
    )


def _replay(words: ReplayWords, replay: Mapping[str, Any]) -> dict[str, Any]:
    touches = () if words.is_plain else words.touches
    return {
        "still": words.still, "stroke": words.stroke, "first": words.first, "margin": words.margin,
        "margin_short": words.margin_short, "events": tuple((event.when, event.text) for event in words.events),
        "verdicts": tuple(_verdict(ruling, is_plain=words.is_plain) for ruling in words.rulings),
        "touches": tuple((touch.percent, touch.discs) for touch in touches), "cautions": words.cautions,
        "cites": _clauses(words.cites), "model": words.model, "weight": replay["weight_words"],
    }


def _verdict(ruling: RulingLine, *, is_plain: bool) -> AnnexVerdict:
    stroke = str(ruling.stroke)
    return AnnexVerdict(
        percent="" if is_plain else ruling.percent, clauses=_clauses(ruling.clauses),
        verdict=f"{stroke}: {ruling.follows}" if ruling.follows else stroke,
    )


def _clauses(clauses: tuple[Clause, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((clause.rule, clause.text) for clause in clauses)
