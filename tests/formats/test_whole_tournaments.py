"""Random whole tournaments of every system, with no-shows, exclusions, corrections and late entries at random moments.

Held after every step: nobody twice in a round, against themselves, or paired after leaving; at most one bye, and none
twice; a round is over only with every match decided; the same input gives the same draw; points are those that the
rules allow; the table is an order, whatever the order of entries and of results.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.formats.bracket import Bracket
from competitions.formats.bracket_changes import consequences
from competitions.formats.bracket_check import check_bracket
from competitions.formats.bracket_play import Decision, MatchState, Situation, final_places, losses, play
from competitions.formats.double_elimination import double_elimination
from competitions.formats.draw import DrawSpec, System, draw
from competitions.formats.elimination import single_elimination
from competitions.formats.errors import NoLegalRound
from competitions.formats.exclusions import Consequence, Out
from competitions.formats.games import Game, Points, awarded_game, bye, played_game
from competitions.formats.level_groups import TIE_BREAKS
from competitions.formats.lot import Entrant
from competitions.formats.outlook import outlook
from competitions.formats.pairings import Round
from competitions.formats.self_check import check_round_robin, check_swiss_round
from competitions.formats.standings import Rules, standings
from competitions.formats.swiss import SwissEvent, pair_round
from tests.formats.brackets import ids
from tests.formats.test_swiss import needs_engine

ALL = Rules(tie_breaks=TIE_BREAKS, lot="40 17 8 33")
SCORES = [(4, 0), (4, 2), (3, 3), (2, 4), (1, 4)]


# --- brackets --------------------------------------------------------------------------------------------------------
def bracket_of(rng: random.Random, largest: int) -> Bracket:
    size = rng.randint(2, largest)
    if rng.random() < 0.4:
        return single_elimination(ids(size), places=rng.choice([2, 4, 8]))
    late = ["p900"] if rng.random() < 0.3 and size & (size - 1) and size > 2 else []
    return double_elimination(ids(size), grand_final_reset=rng.random() < 0.7, late=late)


def one_step(rng: random.Random, bracket: Bracket, situation: Situation) -> Situation | None:
    """Play a match, lose one for both, let somebody go, or correct an earlier result; None when all is over."""
    now = play(bracket, situation)
    ready = [item for item in now.values() if item.state is MatchState.READY]
    if not ready:
        return None
    chance = rng.random()
    if chance < 0.08 and situation.decisions:
        match_id = rng.choice(sorted(situation.decisions))
        item = now[match_id]
        other = rng.choice([item.first.entry, item.second.entry, None])
        changed = replace(situation, decisions={**situation.decisions, match_id: Decision(other)})
        found = consequences(bracket, situation, changed)
        back = consequences(bracket, changed, situation) if found.situation == changed else None
        assert back is None or back.situation == situation
        return found.situation
    item = rng.choice(ready)
    if chance < 0.16:
        gone = rng.choice([item.first.entry, item.second.entry])
        return consequences(
            bracket, situation, replace(situation, withdrawn=situation.withdrawn | {str(gone)})).situation
    winner = None if chance < 0.2 else rng.choice([item.first.entry, item.second.entry])
    return replace(situation, decisions={**situation.decisions, item.match.id: Decision(winner)})


def hold_bracket(bracket: Bracket, situation: Situation) -> None:
    now = play(bracket, situation)
    assert now == play(bracket, situation)
    for drawn in bracket.rounds:
        busy = Counter(seat.entry for match in drawn.matches for seat in (now[match.id].first, now[match.id].second)
                       if seat.entry is not None and now[match.id].state is not MatchState.NOT_NEEDED)
        assert not [entry for entry, count in busy.items() if count > 1]
    for item in now.values():
        assert item.first.entry is None or item.first.entry != item.second.entry
        if item.state is MatchState.READY:
            assert not situation.withdrawn & {item.first.entry, item.second.entry}


def run_bracket(rng: random.Random, largest: int) -> None:
    bracket, situation = bracket_of(rng, largest), Situation()
    entries = {side.entry for match in bracket.matches() for side in (match.first, match.second)} - {None}
    lives = 2 if any(drawn.bracket == "losers" or drawn.bracket == "final" for drawn in bracket.rounds) else 1
    while (after := one_step(rng, bracket, situation)) is not None:
        situation = after
        hold_bracket(bracket, situation)
    now = play(bracket, situation)
    places = final_places(bracket, now)

    assert all(item.is_over for item in now.values())
    assert set(places) == entries
    assert sum(place == 1 for place in places.values()) <= 1
    if lives == 2:
        assert max(losses(now).values()) <= lives


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_random_brackets(seed: int) -> None:
    run_bracket(random.Random(seed), 17)


@pytest.mark.parametrize("size", [2, 3, 31, 128, 511, 512])
def test_large_brackets_hold_their_checks(size: int) -> None:
    for bracket in (single_elimination(ids(size), places=4), double_elimination(ids(size), grand_final_reset=True)):
        assert all(check.holds for check in check_bracket(bracket, ids(size), seeded=size))


# --- round robins and groups -----------------------------------------------------------------------------------------
def random_result(rng: random.Random, first: str, second: str | None, number: int) -> Game:
    if second is None:
        return replace(bye(first), round=number)
    chance = rng.random()
    if chance < 0.1:
        game = awarded_game(first, second, rng.choice([first, second, None]))
    else:
        game = played_game(first, second, *rng.choice(SCORES), clears=(rng.randint(0, 1), 0))
    return replace(game, round=number)


def hold_table(rng: random.Random, entries: list[str], games: list[Game], out: list[Out]) -> None:
    table = standings(entries, games, rules=ALL, out=out)
    ranked = [row for row in table.rows if row.rank is not None]
    counted = table.counted.games
    both_lost = sum(game.sets is None and game.winner is None and game.second is not None for game in counted)
    byes = sum(game.is_bye for game in counted)

    assert sum(row.points for row in table.rows) == 2 * (len(counted) - both_lost)
    assert sum(row.sets_won for row in table.rows) == sum(row.sets_lost for row in table.rows)
    assert all(row.won + row.drawn + row.lost == row.played + row.awarded for row in table.rows)
    assert sum(row.played + row.awarded for row in table.rows) == 2 * len(counted) - byes
    assert [row.rank for row in ranked] == list(range(1, len(ranked) + 1))
    shuffled = rng.sample(games, len(games))
    again = standings(rng.sample(entries, len(entries)), shuffled, rules=ALL, out=out)
    assert [row for row in again.rows if row.rank] == ranked


def run_round_robin(rng: random.Random, largest: int) -> None:
    entries = ids(rng.randint(2, largest))
    legs = rng.choice([1, 1, 2])
    spec = DrawSpec(system=System.ROUND_ROBIN, entries=tuple(Entrant(id=i) for i in entries), lot=str(rng.random()),
                    legs=legs)
    made = draw(spec)
    assert made == draw(replace(spec, entries=tuple(rng.sample(spec.entries, len(entries)))))
    assert all(check.holds for check in check_round_robin(entries, made.rounds["main"], legs=legs))
    games: list[Game] = []
    out: list[Out] = []
    for drawn in made.rounds["main"]:
        if rng.random() < 0.15 and len(out) < 2:
            gone = rng.choice([entry for entry in entries if entry not in {item.id for item in out}])
            out.append(Out(id=gone, scheduled=legs * (len(entries) - 1), consequence=rng.choice(list(Consequence))))
        left = {item.id for item in out}
        games += [random_result(rng, *pairing, drawn.number) for pairing in drawn.pairings
                  if pairing.second is not None and not left & set(pairing)]
        if games and rng.random() < 0.2:
            place = rng.randrange(len(games))
            old = games[place]
            games[place] = random_result(rng, old.first, old.second, old.round)
        hold_table(rng, entries, games, out)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9))
def test_random_round_robins(seed: int) -> None:
    run_round_robin(random.Random(seed), 8)


# --- Swiss -----------------------------------------------------------------------------------------------------------
def run_swiss(rng: random.Random, largest: int) -> None:
    entries = ids(rng.randint(2, largest))
    rounds: list[tuple[Game, ...]] = []
    gone: set[str] = set()
    for number in range(1, rng.randint(2, 7)):
        if rng.random() < 0.2:
            entries = [*entries, f"p{len(entries) + 1}"]
        if rng.random() < 0.2:
            gone.add(rng.choice(entries))
        away = {entry for entry in entries if rng.random() < 0.05}
        event = SwissEvent(order=tuple(entries), rounds=tuple(rounds), absent=frozenset(gone | away))
        if len(set(entries) - event.absent) < 2:
            return
        try:
            paired = pair_round(event)
        except NoLegalRound:
            return
        assert paired == pair_round(event)
        assert [check.property for check in check_swiss_round(event, paired.round) if not check.holds] == []
        hold_pairing(event, paired.round)
        rounds.append(tuple(random_result(rng, *pairing, number) for pairing in paired.round.pairings))
        if rng.random() < 0.2:
            past = rng.randrange(len(rounds))
            rounds[past] = tuple(random_result(rng, game.first, game.second, past + 1) for game in rounds[past])
        hold_table(rng, list(entries), [game for games in rounds for game in games], [])


def hold_pairing(event: SwissEvent, drawn: Round) -> None:
    """Nobody who left is paired; no second bye, nor one after a game won without play (C.04.1)."""
    without_play = {game.winner for games in event.rounds for game in games if game.sets is None and game.winner}
    for pairing in drawn.pairings:
        assert not event.absent & set(pairing)
        assert pairing.first != pairing.second
        if pairing.is_bye:
            assert pairing.first not in without_play
    assert sum(pairing.is_bye for pairing in drawn.pairings) <= 1


@needs_engine
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9))
def test_random_swiss(seed: int) -> None:
    run_swiss(random.Random(seed), 12)


# --- what can still come ---------------------------------------------------------------------------------------------
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9))
def test_final_ranks_lie_within_every_outlook_before(seed: int) -> None:
    rng = random.Random(seed)
    entries = ids(rng.randint(2, 7))
    made = draw(DrawSpec(system=System.ROUND_ROBIN, entries=tuple(Entrant(id=i) for i in entries), lot="x"))
    pairs = [(pairing.first, pairing.second) for drawn in made.rounds["main"] for pairing in drawn.pairings
             if pairing.second is not None]
    games = [played_game(*pair, *rng.choice(SCORES)) for pair in pairs]
    final = {row.id: row.rank for row in standings(entries, games, rules=ALL).rows}
    done = rng.randint(0, len(games))
    scores = {row.id: row.points for row in standings(entries, games[:done], rules=ALL).rows}

    for item in outlook(scores, pairs[done:], Points()):
        assert item.best_rank <= (final[item.id] or 0) <= item.worst_rank
        assert isinstance(item.most, Fraction)


# --- the same, more and larger ---------------------------------------------------------------------------------------
@pytest.mark.long
@settings(max_examples=600, deadline=None)
@given(st.integers(0, 10**9))
def test_many_random_brackets(seed: int) -> None:
    run_bracket(random.Random(seed), 70)


@pytest.mark.long
@settings(max_examples=500, deadline=None)
@given(st.integers(0, 10**9))
def test_many_random_round_robins(seed: int) -> None:
    run_round_robin(random.Random(seed), 14)


@pytest.mark.long
@needs_engine
@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**9))
def test_many_random_swiss_events(seed: int) -> None:
    run_swiss(random.Random(seed), 40)
