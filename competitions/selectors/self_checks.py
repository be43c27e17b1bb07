"""The self-check of a draw in words, for the page and the print: counted again from the rounds as they are stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from competitions.formats.bracket_check import BracketProperty
from competitions.formats.bracket_fold import exchanged
from competitions.formats.games import Points
from competitions.formats.groups import Group
from competitions.formats.lot import Entrant as DrawEntrant
from competitions.formats.pairings import Pairing, Round
from competitions.formats.regulations import regulations_from
from competitions.formats.self_check import (
    Check,
    Property,
    check_groups,
    check_order,
    check_round_robin,
    check_swiss_round,
)
from competitions.formats.swiss import SwissEvent
from competitions.models import Stage
from competitions.workflow import Outcome, StageState

from .bracket_checks import SENTENCES as BRACKET_SENTENCES
from .bracket_checks import bracket_checks
from .rounds import Entrant, GroupView, Meeting, StageFacts
from .standings import result_of

SENTENCES: Mapping[Property, Promise] = {
    Property.ORDER_REPEATS: gettext_lazy("The order repeats from seeds (%(seeded)s) and lot (%(by_lot)s)."),
    Property.EVERYBODY_IN_ONE_GROUP: gettext_lazy("Each of %(entries)s entrants stands in one of %(groups)s groups."),
    Property.GROUP_SIZES: gettext_lazy("The groups have from %(least)s to %(most)s entrants."),
    Property.SEEDS_APART: gettext_lazy("The %(seeded)s seeds are spread over the groups."),
    Property.CLUBS_APART: gettext_lazy("The %(clubs)s clubs are spread: at most %(most)s of one club in a group."),
    Property.NOBODY_TWICE_A_ROUND: gettext_lazy("Nobody plays twice in a round."),
    Property.NOBODY_AGAINST_SELF: gettext_lazy("Nobody meets themselves."),
    Property.EVERYBODY_MEETS: gettext_lazy("Everybody meets everybody: %(pairs)s pairs, %(legs)s times each."),
    Property.BYES: gettext_lazy("Everybody is free in %(byes)s rounds."),
    Property.FIRST_STROKES: gettext_lazy("First strokes are balanced: from %(least)s to %(most)s."),
    Property.SAME_ROLE_RUNNING: gettext_lazy("The same role at most %(most)s times running (limit %(limit)s)."),
    Property.EVERYBODY_PLACED: gettext_lazy("All %(entries)s who are present stand in the round."),
    Property.NO_REMATCH: gettext_lazy("Nobody meets again (%(rematches)s repeated pairs)."),
    Property.SWISS_BYE: gettext_lazy("Byes in this round: %(byes)s; nobody has one twice."),
}
ONE_PLACE_EACH = BRACKET_SENTENCES[BracketProperty.EVERYBODY_ENTERS_ONCE]
# Where least and most are the same.
_ALIKE: Mapping[Property, Promise] = {
    Property.GROUP_SIZES: gettext_lazy("The groups have %(most)s entrants each."),
    Property.FIRST_STROKES: gettext_lazy("First strokes are balanced: %(most)s each."),
}
_ORDER_BY_RATING = gettext_lazy(
    "The order repeats from seeds (%(seeded)s), then ratings (%(rated)s), then the lot (%(by_lot)s).")
_ORDER_BY_LOT = gettext_lazy("The order repeats from the lot alone (%(by_lot)s).")
_SWISS_STROKES = gettext_lazy("First strokes and others differ by %(most)s at most.")


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One property of the draw, whether it holds, and the figures in a sentence."""

    holds: bool
    text: str


def checks_in_words(facts: StageFacts) -> tuple[CheckLine, ...]:
    """What was checked of this draw, in the language of now. Groups that all hold share one line."""
    if not facts.entrants:
        return ()
    if facts.stage.is_elimination:
        return tuple(CheckLine(holds, text) for holds, text in bracket_checks(facts))
    is_swiss = facts.stage.system == Stage.System.SWISS
    counted = (_line(check, is_swiss=is_swiss) for check in _merged(_checks(facts)))
    return (*_by_hand(facts.stage), *_placed_once(facts), *counted)


def _placed_once(facts: StageFacts) -> tuple[CheckLine, ...]:
    """Where the draw is an order alone, without rounds: everybody has one place of it, and there is no gap."""
    if facts.stage.system not in (Stage.System.SWISS, Stage.System.RANKING_LIST) or facts.rounds:
        return ()
    holds = sorted(e.draw_number for e in facts.entrants) == list(range(1, len(facts.entrants) + 1))
    text = str(ONE_PLACE_EACH) % {"entries": len(facts.entrants)}
    return (CheckLine(holds, text),)


def _by_hand(stage: Stage) -> tuple[CheckLine, ...]:
    """That places were exchanged; what it breaks, such as seeds that are no longer apart, the other lines say."""
    count = len(stage.options.get("exchanges", ()))
    if not count:
        return ()
    text = ngettext("%(count)s exchange of two places by hand.", "%(count)s exchanges of two places by hand.", count)
    return (CheckLine(True, text % {"count": count}),)


def _checks(facts: StageFacts) -> list[Check]:
    found: list[Check] = []
    stage = facts.stage
    entrants = [_draw_entrant(e, stage) for e in facts.entrants if e.joined_round == 1]
    # Seeds may be given anew for a later draw: once this one is locked, its order is what the chain holds.
    by_rating = stage.system == Stage.System.SWISS
    if stage.state == StageState.DRAWN and (by_rating or stage.options.get("seeding") != "rating"):
        order = [e.id for e in entrants]
        for one, other in reversed(stage.options.get("exchanges", [])):
            order = exchanged(order, one, other)
        found.append(check_order(entrants, stage.lot, order, by_rating=by_rating))
    if stage.system == Stage.System.RANKING_LIST:
        return found
    if stage.system == Stage.System.SWISS:
        return found + [check for number in facts.rounds for check in _swiss_checks(facts, number)]
    if facts.groups:
        groups = [Group(g.name, tuple(e.key for e in facts.members(g))) for g in facts.groups]
        found += check_groups(entrants, groups, separate_clubs=stage.options.get("separate") == "club")
    for group in facts.groups or (None,):
        found += _round_robin_checks(facts, group)
    return found


def _draw_entrant(entrant: Entrant, stage: Stage) -> DrawEntrant:
    seeding = stage.options.get("seeding", "seed")
    return DrawEntrant(
        id=entrant.key, seed=entrant.seed if seeding == "seed" else None,
        rating=entrant.rating if seeding != "lot" else None, club=entrant.club or None,
    )


def _round_robin_checks(facts: StageFacts, group: GroupView | None) -> Sequence[Check]:
    members = [e.key for e in facts.members(group)]
    rounds = [_drawn(number, [m for m in facts.of_group(group) if m.round_number == number]) for number in facts.rounds]
    legs = int(facts.stage.options.get("legs", 1))
    return check_round_robin(members, rounds, legs=legs, group=group.name if group else "")


def _drawn(number: int, meetings: Iterable[Meeting]) -> Round:
    return Round(number, tuple(Pairing(m.first.key, m.second.key if m.second else None) for m in meetings))


def _swiss_checks(facts: StageFacts, number: int) -> Sequence[Check]:
    """One round against those before it; who was absent is who does not stand in it."""
    meetings = [m for m in facts.of_round(number) if m.outcome != Outcome.VOID]
    placed = {e.key for m in meetings for e in (m.first, m.second) if e is not None}
    order = tuple(e.key for e in facts.entrants)
    before = [
        tuple(game for m in facts.of_round(n) if (game := result_of(m, byes_count=True)) is not None)
        for n in facts.rounds if n < number
    ]
    regulations = regulations_from(facts.stage.event.regulations)
    event = SwissEvent(
        order=order, rounds=tuple(before), absent=frozenset(set(order) - placed),
        total_rounds=facts.stage.options.get("rounds"),
        points=Points(
            win=Fraction(regulations.win), draw=Fraction(regulations.draw), loss=Fraction(regulations.loss)),
    )
    label = _("Round %(number)s") % {"number": number}
    return [
        Check(check.property, check.holds, label, check.params)
        for check in check_swiss_round(event, _drawn(number, meetings))
    ]


def _merged(checks: Sequence[Check]) -> list[Check]:
    """Checks that hold in every group with the same figures are one; what fails keeps the name of its group."""
    kept: list[Check] = []
    for check in checks:
        same = [c for c in checks if c.property == check.property and c.group]
        if check.group and check.holds and all(c.holds and c.params == check.params for c in same):
            plain = Check(check.property, True, "", check.params)
            if plain not in kept:
                kept.append(plain)
        else:
            kept.append(check)
    return kept


def _order_sentence(check: Check) -> Promise:
    if check.params["rated"]:
        return _ORDER_BY_RATING
    return SENTENCES[check.property] if check.params["seeded"] else _ORDER_BY_LOT


def _line(check: Check, *, is_swiss: bool) -> CheckLine:
    sentence = SENTENCES[check.property]
    if check.property in _ALIKE and check.params["least"] == check.params["most"]:
        sentence = _ALIKE[check.property]
    if is_swiss and check.property == Property.FIRST_STROKES:
        sentence = _SWISS_STROKES
    if check.property == Property.ORDER_REPEATS:
        sentence = _order_sentence(check)
    text = str(sentence) % check.params
    if not check.group:
        return CheckLine(check.holds, text)
    where = check.group if is_swiss else _("Group %(name)s") % {"name": check.group}
    return CheckLine(check.holds, f"{where}: {text}")
