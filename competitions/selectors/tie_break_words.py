"""The tie-breaks in words: names, narrow headings, and the rule of each in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from competitions.formats.tie_break_list import TWO, parts_of

TIE_BREAK_NAMES: Mapping[str, Promise] = {
    "points": _("points"), "head_to_head": _("head to head"),
    "set_difference_tied": _("set difference among the level"), "set_ratio_tied": _("set ratio among the level"),
    "set_difference": _("set difference"), "sets_won": _("sets won"), "set_ratio": _("set ratio"),
    "sonneborn_berger": _("Sonneborn-Berger"), "buchholz": _("Buchholz"), "median_buchholz": _("median Buchholz"),
    "buchholz_cut_1": _("Buchholz cut 1"), "progressive": _("progressive score"), "wins": _("wins"),
    "wins_last_rounds": _("wins in the last rounds"), "clears": _("clears in the first series"), "rating": _("rating"),
    "start_number": _("start number"), "lot": _("lot"), "play_off": _("play-off"),
    "manual": _("decision of the chief referee"),
}
# What heads the narrow columns; the whole name stands beside it for screen readers and in the legend.
TIE_BREAK_SHORT: Mapping[str, Promise] = {
    "head_to_head": _("H2H"), "set_difference_tied": _("Set ± lev."), "set_ratio_tied": _("Sets lev., %"),
    "set_difference": _("Set ±"), "sets_won": _("Sets +"), "set_ratio": _("Set %"), "sonneborn_berger": _("SB"),
    "buchholz": _("BH"), "median_buchholz": _("BH-M"), "buchholz_cut_1": _("BH-1"), "progressive": _("Prog."),
    "wins": _("Wins"), "wins_last_rounds": _("Wins last"), "clears": pgettext_lazy("column", "Clears"),
    "rating": pgettext_lazy("column", "Rtg"), "start_number": pgettext_lazy("column: start number", "No."),
    "lot": _("Lot"), "play_off": _("P-off"), "manual": pgettext_lazy("column: decision of the chief referee", "Chief"),
}
TIE_BREAK_RULES: Mapping[str, Promise] = {
    "head_to_head": _("Points from the games among those who are level, if all of them have met."),
    "set_difference_tied": _("Sets won minus sets lost in the games among those who are level, if all have met."),
    "set_ratio_tied": _("Share of sets won in the games among those who are level, if all of them have met."),
    "set_difference": _("Sets won minus sets lost, in games played."),
    "sets_won": _("Sets won, in games played."),
    "set_ratio": _("Sets won as a share of all sets, in games played."),
    "sonneborn_berger": _("Final points of the beaten opponents, and half of those of the opponents drawn with."),
    "buchholz": _("Sum of the final points of all opponents; a bye counts with one's own points."),
    "median_buchholz": _("Buchholz without the highest and the lowest opponent."),
    "buchholz_cut_1": _("Buchholz without the lowest opponent."),
    "progressive": _("Sum of the points that one had after each round."),
    "wins": _("Games won, with or without play."),
    "wins_last_rounds": _("Games won in the last two rounds; if level, in the last three, and so on."),
    "clears": _("Sets cleared in the first series, in games played."),
    "rating": _("The rating of the start list; who has none comes last."),
    "start_number": _("The lower number of the start list comes first."),
    "lot": _("Drawn by the public lot."),
    "play_off": _("Points from the play-off games among those who are level; these games count nowhere else."),
    "manual": _("The order that the chief referee has decided for exactly those who are level, with a reason."),
}


# In a table of teams the points of games stand where the sets stand elsewhere: short heading, name, rule.
_OF_TEAMS: Mapping[str, tuple[Promise, Promise, Promise]] = {
    "head_to_head": (
        _("H2H"), _("head to head"), _("Points from the matches among those who are level, if all have met.")),
    "set_difference_tied": (
        _("Gm ± lev."), _("game point difference among the level"),
        _("Points of games won minus lost in the matches among those who are level, if all have met.")),
    "set_ratio_tied": (
        _("Gm lev., %"), _("share of game points among the level"),
        _("Share of the points of games in the matches among those who are level, if all have met.")),
    "set_difference": (
        _("Gm ±"), _("game point difference"), _("Points of games won minus lost, in matches played.")),
    "sets_won": (_("Gm +"), _("game points"), _("Points of games, in matches played.")),
    "set_ratio": (_("Gm %"), _("share of game points"), _("Share of the points of games, in matches played.")),
    "wins": (_("Wins"), _("wins"), _("Matches won, with or without play.")),
}


def words_of(key: str, *, is_of_teams: bool = False) -> tuple[Promise, Promise, Promise]:
    """Short heading, name and rule of a tie-break."""
    if is_of_teams and key in _OF_TEAMS:
        return _OF_TEAMS[key]
    return TIE_BREAK_SHORT[key], TIE_BREAK_NAMES[key], TIE_BREAK_RULES[key]


@dataclass(frozen=True, slots=True)
class OrderStep:
    """A step of how the order is made; `only` says for how many level it is, empty for any number."""

    key: str
    name: str | Promise
    short: str | Promise
    rule: str | Promise
    only: str


def steps_of(words: Iterable[str], *, is_of_teams: bool = False) -> tuple[OrderStep, ...]:
    """The words of a list in order, each with its rule."""
    return tuple(_step(word, is_of_teams=is_of_teams) for word in words)


def _step(word: str, *, is_of_teams: bool = False) -> OrderStep:
    mark, name = parts_of(word)
    only = "" if not mark else gettext("if two are level") if mark == TWO else gettext("if three or more are level")
    short, full, rule = words_of(name, is_of_teams=is_of_teams)
    return OrderStep(word, full, short, rule, only)


def word_name(word: str) -> str:
    """The name of a word, with for how many level it is: "if two are level: head to head"."""
    step = _step(word)
    if not step.only:
        return str(step.name)
    named: dict[str, Any] = {"when": step.only, "tie_break": step.name}
    return gettext("%(when)s: %(tie_break)s") % named
