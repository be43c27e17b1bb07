"""What holds for every game, whatever happens in it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refereeing.engine.errors import EngineError
from refereeing.engine.rules.match_play import MatchEvent, MatchSettings, MatchState, play

NAMES = st.sampled_from(["A", "B"])
PLAYS = st.one_of(
    st.builds(lambda who: MatchEvent(kind="set_won", who=who), NAMES),
    st.builds(lambda why: MatchEvent(kind="set_replayed", reason=why), st.sampled_from(["double_clear", "stalemate"])),
    st.builds(lambda who: MatchEvent(kind="warning", who=who, clause="19.1.a"), NAMES),
)
LOSSES = st.builds(lambda who: MatchEvent(kind="game_lost", who=who, reason="withdrawn"), NAMES)
GAMES = st.lists(st.one_of(PLAYS, PLAYS, PLAYS, PLAYS, LOSSES), max_size=25)
SETTINGS = st.builds(
    MatchSettings, ruleset=st.sampled_from(["lnf-2008", "int-2017"]), sets=st.integers(1, 9), all_sets=st.booleans(),
    first_stroke=NAMES, side_of_a=st.sampled_from(["S", "N"]),
)  # fmt: skip


def legal_prefix(settings: MatchSettings, events: list[MatchEvent]) -> list[MatchEvent]:
    """The events up to the end of the game."""
    for count in range(len(events)):
        if play(settings, events[:count]).over:
            return events[:count]
    return events


@given(SETTINGS, GAMES)
def test_every_prefix_of_a_game_is_a_game(settings, events):
    whole = legal_prefix(settings, events)
    rows: tuple = ()
    for count in range(len(whole) + 1):
        state = play(settings, whole[:count])
        assert state.sets[: len(rows)] == rows, "a finished set was rewritten"
        rows = state.sets


@given(SETTINGS, GAMES)
def test_score_is_the_sum_of_the_sets(settings, events):
    state = play(settings, legal_prefix(settings, events))

    for name in ("A", "B"):
        assert state.score[name] == sum(row.winner == name for row in state.sets)
    assert len(state.sets) <= settings.sets
    assert [row.number for row in state.sets] == list(range(1, len(state.sets) + 1))


@given(SETTINGS, GAMES, PLAYS)
def test_nothing_follows_the_end(settings, events, more):
    whole = legal_prefix(settings, events)
    if play(settings, whole).over:
        with pytest.raises(EngineError, match="game_over") as caught:
            play(settings, [*whole, more])
        assert caught.value.path == f"events[{len(whole)}]"


@given(SETTINGS, st.lists(NAMES, max_size=9))
def test_first_stroke_and_sides_alternate_without_replays(settings, winners):
    state = play(settings, legal_prefix(settings, [MatchEvent(kind="set_won", who=who) for who in winners]))

    rows = [*state.sets, *([state.next] if state.next else [])]
    for earlier, later in itertools.pairwise(rows):
        assert earlier.first_stroke != later.first_stroke
        assert earlier.side_of_a != later.side_of_a


@given(SETTINGS, GAMES)
def test_game_ends_by_the_regulations(settings, events):
    """23.1: a majority ends it unless all are played; otherwise only the last set or a loss does."""
    whole = legal_prefix(settings, events)
    state = play(settings, whole)

    assert state.over == (state.winner is not None) == (state.next is None)
    if any(event.kind == "game_lost" for event in whole):
        assert state.over
        return
    most = max(state.score.values())
    is_full = len(state.sets) == settings.sets
    assert state.over == (is_full or (not settings.all_sets and most > settings.sets / 2))


def mirrored(event: MatchEvent) -> MatchEvent:
    who = "B" if event.who == "A" else "A"
    return MatchEvent(kind=event.kind, who=who, reason=event.reason, clause=event.clause)


@given(SETTINGS, GAMES)
def test_names_do_not_matter(settings, events):
    """A and B exchanged give the same game with A and B exchanged."""
    whole = legal_prefix(settings, events)
    swap = {"A": "B", "B": "A", "draw": "draw", None: None}
    other = MatchSettings(
        ruleset=settings.ruleset, sets=settings.sets, all_sets=settings.all_sets,
        first_stroke=swap[settings.first_stroke], side_of_a=settings.side_of_a,
    )  # fmt: skip

    state: MatchState = play(settings, whole)
    mirror = play(other, [mirrored(event) for event in whole])

    assert swap[state.winner] == mirror.winner
    assert (state.score["A"], state.score["B"]) == (mirror.score["B"], mirror.score["A"])
    assert [swap[row.first_stroke] for row in state.sets] == [row.first_stroke for row in mirror.sets]
