"""How the tie-breaks of one row of a table came about, game by game, in words and exact figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from competitions.formats.explain import Explanation, Note, TermKind, explain
from competitions.formats.games import Outcome

from .rounds import Entrant
from .standings import Column, GroupTable, number_text, value_text

NOTES: Mapping[Note, Promise] = {
    Note.NOT_TIED: _("Not level with anybody when this came."),
    Note.NOT_ALL_MET: _("Does not apply: not all who were level have met."),
    Note.NO_LOT: _("There is no lot."), Note.ANNULLED: _("The results are annulled."),
}
OUTCOME_WORDS: Mapping[Outcome, Promise] = {
    Outcome.WON: _("won"), Outcome.DRAWN: pgettext_lazy("result", "drawn"), Outcome.LOST: _("lost"),
}
KIND_WORDS: Mapping[TermKind, Promise] = {
    TermKind.PLAYED: _("played"), TermKind.AWARDED: _("awarded, not played"), TermKind.BYE: _("bye"),
}


@dataclass(frozen=True, slots=True)
class ArithmeticTerm:
    """One game's part in the value of a tie-break."""

    opponent: Entrant | None
    kind: str | Promise
    outcome: str | Promise
    basis: str
    value: str
    counted: bool


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """How the value of one tie-break of one row came about. `total`: the sum of its terms, `divisor`: all sets."""

    column: Column
    value: str
    terms: tuple[ArithmeticTerm, ...]
    among: tuple[Entrant, ...]
    lot_key: str | None
    note: str | Promise
    total: str
    divisor: str = ""


def arithmetic_of(table: GroupTable, entrant: Entrant, entrants: Iterable[Entrant]) -> tuple[Arithmetic, ...]:
    """The arithmetic of one row, tie-break by tie-break and opponent by opponent."""
    by_key = {other.key: other for other in entrants}
    columns = {column.key: column for column in table.columns}
    return tuple(
        _arithmetic(item, columns[item.tie_break], by_key)
        for item in explain(table.standings, entrant.key)
    )


def _arithmetic(item: Explanation, column: Column, by_key: Mapping[str, Entrant]) -> Arithmetic:
    terms = tuple(
        ArithmeticTerm(
            opponent=by_key[term.opponent] if term.opponent else None, kind=KIND_WORDS[term.kind],
            outcome=OUTCOME_WORDS[term.outcome], basis=number_text(term.basis), value=number_text(term.value),
            counted=term.counted,
        )
        for term in item.terms
    )
    return Arithmetic(
        column, value_text(item.tie_break, item.value), terms, tuple(by_key[key] for key in item.among), item.lot_key,
        NOTES[item.note] if item.note else "", number_text(_total(item)),
        "" if item.divisor is None else number_text(item.divisor),
    )


def _total(item: Explanation) -> Fraction:
    return sum((term.value for term in item.terms if term.counted), Fraction(0))
