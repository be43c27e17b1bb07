"""The self-check of a bracket in words: counted again from the bracket as it was drawn, without late entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from competitions.formats.bracket_check import BracketProperty, check_bracket
from competitions.formats.bracket_fold import bracket_of, numbered
from competitions.formats.lot import Entrant
from competitions.models import Entry
from competitions.workflow import StageState

from .brackets import bracket_facts
from .rounds import StageFacts

SENTENCES: Mapping[BracketProperty, Promise] = {
    BracketProperty.EVERYBODY_ENTERS_ONCE: gettext_lazy("Each of %(entries)s entrants stands in one place."),
    BracketProperty.SOURCES_USED_ONCE: gettext_lazy(
        "Who wins or loses goes to one match at most (%(matches)s in all)."),
    BracketProperty.MATCHES: gettext_lazy("There are %(matches)s matches, as many as the entrants need."),
    BracketProperty.BYES_TO_THE_FIRST: gettext_lazy("The byes are those of the first numbers (%(byes)s)."),
    BracketProperty.NO_EMPTY_MATCH: gettext_lazy("No match is without players."),
    BracketProperty.SEEDS_MEET_LATE: gettext_lazy("The %(seeded)s seeds meet as late as their seeds allow."),
    BracketProperty.CLUBS_IN_ROUND_ONE: gettext_lazy("Clubmates who meet in round 1: %(pairs)s pairs."),
    BracketProperty.LOSERS_GO_ON: gettext_lazy("Whoever loses for the first time plays on (%(losers)s)."),
}
ORDER_REPEATS = gettext_lazy("The order repeats from seeds, lot, clubs and %(exchanges)s exchanges by hand.")


def bracket_checks(facts: StageFacts) -> Iterator[tuple[bool, str]]:
    """Each property, whether it holds, and its sentence with the figures."""
    found = bracket_facts(facts.stage)
    options: Mapping[str, Any] = facts.stage.options
    clubs = _clubs(facts)
    # Seeds may be given anew for a later draw: once this one is locked, its order is what the chain holds.
    if facts.stage.state == StageState.DRAWN and not options.get("advance") and options.get("seeding") != "rating":
        yield _order_repeats(facts, found.plan.order, clubs)
    by_seed = options.get("seeding", "seed") == "seed" and not options.get("advance")
    seeded = sum(e.seed is not None for e in facts.entrants if e.joined_round == 1) if by_seed else 0
    checks = check_bracket(
        bracket_of(replace(found.plan, late=())), found.plan.order, seeded=seeded,
        clubs=clubs if options.get("separate") == "club" else None)
    for check in checks:
        yield check.holds, str(SENTENCES[check.property]) % check.params


def _clubs(facts: StageFacts) -> dict[str, str | None]:
    """Clubs by number, those of people who are not named in public too: nothing of them is shown."""
    rows = Entry.objects.filter(placements__stage=facts.stage).values_list("number", "club__uid")
    return {str(number): str(club) if club else None for number, club in rows}


def _order_repeats(facts: StageFacts, order: tuple[str, ...], clubs: Mapping[str, str | None]) -> tuple[bool, str]:
    options: Mapping[str, Any] = facts.stage.options
    by_seed = options.get("seeding", "seed") == "seed"
    entrants = [Entrant(id=e.key, seed=e.seed if by_seed else None, club=clubs.get(e.key)) for e in facts.entrants]
    exchanges = [(one, other) for one, other in options.get("exchanges", ())]
    again = numbered(entrants, facts.stage.lot, separate_clubs=options.get("separate") == "club", exchanges=exchanges)
    return again == order, str(ORDER_REPEATS) % {"exchanges": len(exchanges)}
