"""Words and numbers that several printed lists share."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

Number = int | Fraction | Decimal | float

TIE_BREAKS: Final = {
    "points": gettext_noop("Points"),
    "head_to_head": gettext_noop("Head-to-head"),
    "set_difference_tied": gettext_noop("Set difference among the level"),
    "set_ratio_tied": gettext_noop("Set ratio among the level"),
    "set_difference": gettext_noop("Set difference"),
    "sets_won": gettext_noop("Sets won"),
    "set_ratio": gettext_noop("Set ratio"),
    "sonneborn_berger": gettext_noop("Sonneborn-Berger"),
    "buchholz": gettext_noop("Buchholz"),
    "median_buchholz": gettext_noop("Median Buchholz"),
    "buchholz_cut_1": gettext_noop("Buchholz cut 1"),
    "progressive": gettext_noop("Progressive score"),
    "wins": gettext_noop("Games won"),
    "wins_last_rounds": gettext_noop("Games won in the last rounds"),
    "clears": gettext_noop("Clears in the first series"),
    "rating": gettext_noop("Rating"),
    "start_number": gettext_noop("Start number"),
    "lot": gettext_noop("Lot"),
    "play_off": gettext_noop("Play-off"),
    "manual": gettext_noop("Decision of the chief referee"),
}
# Of teams, where points of games stand for sets.
TEAM_TIE_BREAKS: Final = {
    "teams.set_difference_tied": gettext_noop("Game point difference among the level"),
    "teams.set_ratio_tied": gettext_noop("Share of game points among the level"),
    "teams.set_difference": gettext_noop("Game point difference"),
    "teams.sets_won": gettext_noop("Game points"),
    "teams.set_ratio": gettext_noop("Share of game points"),
    "teams.wins": gettext_noop("Matches won"),
}


def of_teams(words: Iterable[str]) -> tuple[str, ...]:
    """The words of a list of tie-breaks as a table of teams prints them."""
    return tuple(
        f"{mark}{colon}teams.{key}" if f"teams.{key}" in TEAM_TIE_BREAKS else word
        for word in words
        for mark, colon, key in [word.rpartition(":")])


def tie_break_short(key: str) -> str:
    """The heading of a narrow column; a legend below the table spells it out."""
    short = {
        "head_to_head": pgettext("abbreviation", "H2H"),
        "set_difference_tied": pgettext("abbreviation", "Set +/– lev."),
        "set_ratio_tied": pgettext("abbreviation", "Sets lev., %"),
        "set_difference": pgettext("abbreviation", "Set +/–"),
        "sets_won": pgettext("abbreviation", "Sets +"),
        "set_ratio": pgettext("abbreviation", "Set %"),
        "sonneborn_berger": pgettext("abbreviation", "SB"),
        "buchholz": pgettext("abbreviation", "Bh"),
        "median_buchholz": pgettext("abbreviation", "MBh"),
        "buchholz_cut_1": pgettext("abbreviation", "Bh-1"),
        "progressive": pgettext("abbreviation", "Prog."),
        "wins_last_rounds": pgettext("abbreviation", "Won last"),
        "clears": pgettext("abbreviation", "Clears"),
        "start_number": pgettext("abbreviation", "No."),
        "play_off": pgettext("abbreviation", "P-off"),
        "teams.set_difference_tied": pgettext("abbreviation", "Gm +/– lev."),
        "teams.set_ratio_tied": pgettext("abbreviation", "Gm lev., %"),
        "teams.set_difference": pgettext("abbreviation", "Gm +/–"),
        "teams.sets_won": pgettext("abbreviation", "Gm +"),
        "teams.set_ratio": pgettext("abbreviation", "Gm %"),
        "teams.wins": pgettext("abbreviation", "Won"),
        "manual": pgettext("abbreviation", "Chief"),
    }
    return short.get(key) or tie_break_label(key)


def tie_break_legend(keys: Iterable[str]) -> str:
    """'SB: Sonneborn-Berger; Bh: Buchholz'."""
    pairs = [(tie_break_short(key), tie_break_label(key)) for key in keys]
    return "; ".join(f"{short}: {label}" for short, label in pairs if short != label)


def tie_break_label(key: str) -> str:
    """The name of a tie-break in the language in force; a key that is not in the table is printed as it is."""
    name = TIE_BREAKS.get(key) or TEAM_TIE_BREAKS.get(key)
    return key if name is None else _(name)


def tie_break_step(word: str) -> str:
    """A word of the list of tie-breaks: its name, with for how many who are level it is taken."""
    mark, _colon, key = word.partition(":")
    if mark not in ("two", "more"):
        return tie_break_label(word)
    sentence = {"two": _("if two are level: %(tie_break)s"), "more": _("if three or more are level: %(tie_break)s")}
    return sentence[mark] % {"tie_break": tie_break_label(key)}


def number_text(value: Number | None) -> str:
    """An exact number without trailing zeros, with the decimal sign of the language; '–' when there is none."""
    if value is None:
        return "–"
    plain = f"{float(value):.3f}".rstrip("0").rstrip(".")
    return plain.replace(".", str(get_format("DECIMAL_SEPARATOR")))


def pair_text(pair: tuple[int, int] | None) -> str:
    return f"{pair[0]}:{pair[1]}" if pair else ""
