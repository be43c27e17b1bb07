"""The arithmetic behind a row: for each tie-break the terms, so that a page can show why A stands above B."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from competitions.formats.games import Game, Outcome
from competitions.formats.ledger import Ledger
from competitions.formats.lot import lot_key
from competitions.formats.standings import Row, Standings
from competitions.formats.tiebreaks import HEAD_TO_HEAD, LOT, buchholz_terms, median_cut, sonneborn_berger_terms


class Note(StrEnum):
    """Why a tie-break has no value here."""

    NOT_TIED = "not_tied"
    NOT_ALL_MET = "not_all_met"
    NO_LOT = "no_lot"
    ANNULLED = "annulled"


class TermKind(StrEnum):
    """What a term comes from."""

    PLAYED = "played"
    AWARDED = "awarded"
    BYE = "bye"


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One game's part in a value.

    `value` is what it adds; `basis` what that was taken from (the opponent's points, or the sets or points of the
    game itself). A term that the median leaves out has `counted` False. `opponent` is None for a bye.
    """

    opponent: str | None
    kind: TermKind
    outcome: Outcome
    basis: Fraction
    value: Fraction
    counted: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """One tie-break of one row: its value is the sum of the counted terms.

    `among`: for head to head the entries of the mini-league. `lot_key`: for the lot the entry's key.
    """

    tie_break: str
    value: Fraction | None
    terms: tuple[Term, ...] = ()
    among: tuple[str, ...] = ()
    lot_key: str | None = None
    note: Note | None = None


def explain(table: Standings, entry_id: str) -> tuple[Explanation, ...]:
    """The explanations of one row, in the order of the tie-breaks."""
    row = next(row for row in table.rows if row.id == entry_id)
    ledger = Ledger(table.entries, table.counted.games, table.rules.points)
    games = [game for game in table.counted.games if entry_id in (game.first, game.second)]
    return tuple(_explanation(table, ledger, row, games, name) for name in table.rules.tie_breaks)


def _explanation(table: Standings, ledger: Ledger, row: Row, games: list[Game], name: str) -> Explanation:
    if row.rank is None:
        return Explanation(tie_break=name, value=row.values[name], note=Note.ANNULLED)
    if name == LOT:
        if table.rules.lot is None:
            return Explanation(tie_break=name, value=None, note=Note.NO_LOT)
        return Explanation(tie_break=name, value=None, lot_key=lot_key(table.rules.lot, row.id))
    if name == HEAD_TO_HEAD:
        return _mini_league(table, row, games)
    return Explanation(tie_break=name, value=row.values[name], terms=_terms(ledger, row.id, games, name))


def _mini_league(table: Standings, row: Row, games: list[Game]) -> Explanation:
    league = table.leagues.get(row.id, ())
    value = row.values[HEAD_TO_HEAD]
    if value is None:
        note = Note.NOT_ALL_MET if league else Note.NOT_TIED
        return Explanation(tie_break=HEAD_TO_HEAD, value=None, among=league, note=note)
    inside = [game for game in games if _opponent(game, row.id) in league]
    worth = [table.rules.points.of(game.outcome_of(row.id)) for game in inside]
    terms = tuple(_term(game, row.id, points, points) for game, points in zip(inside, worth, strict=True))
    return Explanation(tie_break=HEAD_TO_HEAD, value=value, among=league, terms=terms)


def _terms(ledger: Ledger, entry_id: str, games: list[Game], name: str) -> tuple[Term, ...]:
    if name == "wins":
        return tuple(_term(game, entry_id, Fraction(1), Fraction(1)) for game in games
                     if game.outcome_of(entry_id) is Outcome.WON)
    if name in ("sets_won", "set_difference"):
        terms = []
        for game in games:
            if game.sets is not None:
                won, lost = game.sets if game.first == entry_id else game.sets[::-1]
                worth = Fraction(won - lost if name == "set_difference" else won)
                terms.append(_term(game, entry_id, worth, worth))
        return tuple(terms)
    who = ledger.ids.index(entry_id)
    scores = buchholz_terms(ledger, who)
    values = sonneborn_berger_terms(ledger, who) if name == "sonneborn_berger" else scores
    cut = median_cut(scores) if name == "median_buchholz" else ()
    return tuple(
        _term(game, entry_id, ledger.exact(scores[place]), ledger.exact(values[place]), counted=place not in cut)
        for place, game in enumerate(games)
    )


def _term(game: Game, entry_id: str, basis: Fraction, value: Fraction, *, counted: bool = True) -> Term:
    kind = TermKind.BYE if game.is_bye else TermKind.PLAYED if game.is_played else TermKind.AWARDED
    return Term(
        opponent=_opponent(game, entry_id),
        kind=kind,
        outcome=game.outcome_of(entry_id),
        basis=basis,
        value=value,
        counted=counted,
    )


def _opponent(game: Game, entry_id: str) -> str | None:
    return game.second if game.first == entry_id else game.first
