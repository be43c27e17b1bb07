"""The arithmetic behind a row: for each tie-break the terms, so that a page can show why A stands above B."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from competitions.formats.games import Game, Outcome
from competitions.formats.ledger import Ledger
from competitions.formats.level_groups import LEAGUES, LOT, PLAY_OFF, SET_DIFFERENCE_TIED, SET_RATIO_TIED
from competitions.formats.lot import lot_key
from competitions.formats.standings import Row, Standings
from competitions.formats.tiebreaks import (
    CUTS,
    LAST_ROUNDS,
    SONNEBORN_BERGER,
    buchholz_terms,
    progressive_weight,
    sonneborn_berger_terms,
)

RATIOS = ("set_ratio", SET_RATIO_TIED)
SETS = ("sets_won", "set_difference", SET_DIFFERENCE_TIED, *RATIOS)
WITHOUT_TERMS = ("rating", "start_number", "manual")


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
    """One tie-break of one row: its value is the sum of the counted terms, divided by `divisor` where there is one.

    `among`: for the mini-leagues the entries in them. `lot_key`: for the lot the entry's key.
    """

    tie_break: str
    value: Fraction | None
    terms: tuple[Term, ...] = ()
    among: tuple[str, ...] = ()
    lot_key: str | None = None
    note: Note | None = None
    divisor: Fraction | None = None


def explain(table: Standings, entry_id: str) -> tuple[Explanation, ...]:
    """The explanations of one row, in the order of the tie-breaks."""
    row = next(row for row in table.rows if row.id == entry_id)
    ledger = table.ledger()
    games = _games_of(entry_id, table.counted.games)
    return tuple(_explanation(table, ledger, row, games, name) for name in table.rules.names)


def _games_of(entry_id: str, games: Sequence[Game]) -> list[Game]:
    return [game for game in games if entry_id in (game.first, game.second)]


def _explanation(table: Standings, ledger: Ledger, row: Row, games: list[Game], name: str) -> Explanation:
    if row.rank is None:
        return Explanation(tie_break=name, value=row.values[name], note=Note.ANNULLED)
    if name == LOT:
        if table.rules.lot is None:
            return Explanation(tie_break=name, value=None, note=Note.NO_LOT)
        return Explanation(tie_break=name, value=None, lot_key=lot_key(table.rules.lot, row.id))
    if name in LEAGUES:
        return _mini_league(table, row, games, name)
    if name in WITHOUT_TERMS:
        return Explanation(tie_break=name, value=row.values[name])
    terms = _set_terms(row.id, games, name) if name in SETS else _terms(ledger, row.id, games, name)
    return Explanation(tie_break=name, value=row.values[name], terms=terms, divisor=_divisor(games, name))


def _mini_league(table: Standings, row: Row, games: list[Game], name: str) -> Explanation:
    group = table.groups.get(name, {}).get(row.id, ())
    value = row.values[name]
    if value is None:
        note = Note.NOT_ALL_MET if group else Note.NOT_TIED
        return Explanation(tie_break=name, value=None, among=group, note=note)
    among = _games_of(row.id, table.particulars.play_off) if name == PLAY_OFF else games
    inside = [game for game in among if _opponent(game, row.id) in group]
    if name in SETS:
        terms = _set_terms(row.id, inside, name)
    else:
        worth = [table.rules.points.of(game.outcome_of(row.id)) for game in inside]
        terms = tuple(_term(game, row.id, points, points) for game, points in zip(inside, worth, strict=True))
    return Explanation(
        tie_break=name, value=value, among=group, terms=terms, divisor=_divisor(inside, name))


def _divisor(games: Sequence[Game], name: str) -> Fraction | None:
    """All sets of the games, for the share of those won."""
    if name not in RATIOS:
        return None
    return Fraction(sum(sum(game.sets) for game in games if game.sets is not None)) or None


def _set_terms(entry_id: str, games: Sequence[Game], name: str) -> tuple[Term, ...]:
    terms = []
    for game in games:
        if game.sets is not None:
            won, lost = game.sets if game.first == entry_id else game.sets[::-1]
            worth = Fraction(won - lost if "difference" in name else won)
            terms.append(_term(game, entry_id, worth, worth))
    return tuple(terms)


def _terms(ledger: Ledger, entry_id: str, games: list[Game], name: str) -> tuple[Term, ...]:
    who = ledger.ids.index(entry_id)
    meetings = ledger.meetings[who]
    if name in ("wins", "wins_last_rounds"):
        since = ledger.rounds - LAST_ROUNDS if name == "wins_last_rounds" else 0
        return tuple(_term(game, entry_id, Fraction(1), Fraction(1)) for game, meeting in
                     zip(games, meetings, strict=True) if meeting.outcome is Outcome.WON and meeting.round > since)
    if name == "clears":
        return tuple(_term(game, entry_id, Fraction(meeting.clears), Fraction(meeting.clears))
                     for game, meeting in zip(games, meetings, strict=True) if meeting.clears)
    if name == "progressive":
        worth = [(meeting.points, meeting.points * progressive_weight(ledger, meeting)) for meeting in meetings]
        cut: tuple[int, ...] = ()
    else:
        scores = buchholz_terms(ledger, who)
        values = sonneborn_berger_terms(ledger, who) if name == SONNEBORN_BERGER else scores
        worth = list(zip(scores, values, strict=True))
        cut = CUTS[name](scores) if name in CUTS else ()
    return tuple(
        _term(game, entry_id, ledger.exact(basis), ledger.exact(value), counted=place not in cut)
        for place, (game, (basis, value)) in enumerate(zip(games, worth, strict=True))
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
