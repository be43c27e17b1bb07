"""The endpoints of the engine's commands."""

from __future__ import annotations

from competitions.api.commands import CommandApi
from refereeing.engine.rules.match_json import score_match
from refereeing.engine.rules.stroke_json import adjudicate_json


class ScoreMatchApi(CommandApi):
    """A game counted from its events, as `manage.py score_match`."""

    run = staticmethod(score_match)


class AdjudicateApi(CommandApi):
    """Strokes judged under a rule set, as `manage.py adjudicate`."""

    run = staticmethod(adjudicate_json)
