"""What rounds are called: those of a bracket and of play-offs by their kind, those of team matches by both numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.formats.bracket import RoundKind
from competitions.models import Round, Stage

# A round of team matches: figures tell the round of the stage, and that of the matches.
TEAM_ROUND = "team_round"
ROUND_WORDS: Mapping[RoundKind, Promise] = {
    RoundKind.ROUND_OF: gettext_lazy("Round of %(size)s"), RoundKind.QUARTER_FINALS: gettext_lazy("Quarter-finals"),
    RoundKind.SEMI_FINALS: gettext_lazy("Semi-finals"), RoundKind.FINAL: gettext_lazy("Final"),
    RoundKind.PLACES: gettext_lazy("Places %(low)s to %(high)s"),
    RoundKind.PLACE_MATCH: gettext_lazy("Match for place %(low)s"),
    RoundKind.WINNERS: gettext_lazy("Winners' round %(number)s"),
    RoundKind.WINNERS_FINAL: gettext_lazy("Winners' final"),
    RoundKind.LOSERS: gettext_lazy("Losers' round %(number)s"), RoundKind.LOSERS_FINAL: gettext_lazy("Losers' final"),
    RoundKind.GRAND_FINAL: gettext_lazy("Grand final"), RoundKind.RESET: gettext_lazy("Second grand final"),
}


def round_name(number: int, kind: str, figures: Mapping[str, Any]) -> str:
    """What a round is called: by its kind in a bracket and in a play-off, elsewhere by its number."""
    if not kind:
        return _("Round %(number)s") % {"number": number}
    if kind == Round.CHALLENGE:
        return _("Challenge %(number)s") % figures
    if kind == Round.PLAY_OFF:
        text = _("Play-off for place %(low)s, round %(number)s") if figures["rounds"] > 1 else (
            _("Play-off for place %(low)s"))
        return text % figures
    if kind == TEAM_ROUND:
        return _("Match day %(match)s, round %(number)s") % dict(figures)
    return str(ROUND_WORDS[RoundKind(kind)]) % figures


def names_of_rounds(stage: Stage) -> dict[int, str]:
    """The names of the rounds of a bracket and of play-offs, by number; other rounds have none."""
    rows = stage.rounds.exclude(kind="").values_list("number", "kind", "figures")
    return {row[0]: round_name(*row) for row in rows}
