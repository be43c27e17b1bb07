import json
import sys
from collections import Counter
from fractions import Fraction
from importlib import metadata, util

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.formats import swiss
from competitions.formats.errors import FormatError, NoLegalRound, SwissUnavailable
from competitions.formats.games import Points, awarded_game, bye, played_game
from competitions.formats.json_input import Place
from competitions.formats.lot import Entrant, draw_order
from competitions.formats.standings_json import read_game
from competitions.formats.swiss import (
    PairingEdition,
    club_pairs_to_avoid,
    first_round_pairs,
    pair_round,
    pairing_edition,
    split_rounds,
)
from competitions.formats.trf import SwissEvent, trf_text
from tests.formats.contract import checker, draw_form, shared

needs_engine = pytest.mark.skipif(
    util.find_spec("py4swiss") is None, reason="NOT RUN: no py4swiss (pip install py4swiss; no wheel for this machine)"
)


def ids(count: int) -> tuple[str, ...]:
    return tuple(f"p{number}" for number in range(1, count + 1))


def pairs(event: SwissEvent) -> list[tuple[str, str | None]]:
    return [tuple(pair) for pair in pair_round(event).round.pairings]


@needs_engine
def test_first_round_is_top_half_against_bottom_half_strokes_alternating():
    # C.04.3: by hand for eight.
    assert pairs(SwissEvent(order=ids(8))) == [("p1", "p5"), ("p6", "p2"), ("p3", "p7"), ("p8", "p4")]
    assert pairs(SwissEvent(order=ids(4), top_has_first_stroke=False)) == [("p3", "p1"), ("p2", "p4")]


@needs_engine
def test_odd_number_gives_the_bye_to_the_last_and_absent_are_left_out():
    assert pairs(SwissEvent(order=ids(6), absent=frozenset({"p6"}))) == [("p1", "p3"), ("p4", "p2"), ("p5", None)]


@needs_engine
def test_nobody_has_a_second_bye():
    rounds = ((played_game("p1", "p2", 4, 2), bye("p3")), (played_game("p3", "p1", 2, 4), bye("p2")))

    assert pairs(SwissEvent(order=ids(3), rounds=rounds))[-1] == ("p1", None)


@needs_engine
def test_late_entry_plays_and_withdrawn_does_not():
    rounds = ((played_game("p1", "p2", 4, 2), bye("p3")),)
    event = SwissEvent(order=ids(4), rounds=rounds, absent=frozenset({"p2"}))

    assert sorted(pairs(event)[0]) == ["p1", "p3"]
    assert pairs(event)[1] == ("p4", None)


@needs_engine
@pytest.mark.parametrize("rounds", [
    ((played_game("p1", "p2", 4, 2),),),
    ((bye("p1"),), (bye("p2"),), (played_game("p1", "p2", 4, 2),)),
])
def test_no_legal_round_is_said(rounds):
    with pytest.raises(NoLegalRound) as refusal:
        pair_round(SwissEvent(order=ids(2), rounds=rounds))

    assert (refusal.value.code, refusal.value.path) == ("no_legal_round", "results")
    assert refusal.value.message


@needs_engine
def test_points_count_in_the_pairing():
    # By hand: p1, p2, p5, p6 won one and lost one, the others drew twice. With 2-1-0 all have 2, and the top half meets
    # the bottom half; with 5-1-0 there are two groups, and in each only one pairing without a rematch.
    first = (played_game("p1", "p5", 4, 0), played_game("p6", "p2", 4, 0), played_game("p3", "p7", 3, 3),
             played_game("p8", "p4", 3, 3))
    second = (played_game("p2", "p1", 4, 0), played_game("p5", "p6", 4, 0), played_game("p8", "p3", 3, 3),
              played_game("p4", "p7", 3, 3))
    usual = SwissEvent(order=ids(8), rounds=(first, second))
    five = SwissEvent(order=ids(8), rounds=(first, second), points=Points(win=Fraction(5)))

    def names(event: SwissEvent) -> set[str]:
        return {"".join(sorted(f"{one}{other}".replace("p", ""))) for one, other in pairs(event)}

    assert names(five) == {"16", "25", "34", "78"}
    assert names(usual) & {"35", "36"}


@needs_engine
def test_edition_names_the_engine_and_its_rules():
    # The rules' edition is the one that this version of the engine documents: look there when the version changes.
    assert pairing_edition() == PairingEdition(
        "py4swiss", "0.3.1", "FIDE Handbook C.04.3, Dutch system, edition in force until 2026")


def test_without_the_engine_it_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "py4swiss.engines", None)
    monkeypatch.setattr(metadata, "version", lambda name: "0")
    with pytest.raises(SwissUnavailable, match="swiss_unavailable"):
        pair_round(SwissEvent(order=ids(4), rounds=((played_game("p1", "p3", 4, 0), played_game("p4", "p2", 4, 0)),)))


def test_without_the_package_it_says_so(monkeypatch):
    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    with pytest.raises(SwissUnavailable):
        pairing_edition()


@pytest.mark.parametrize(("event", "code"), [
    (SwissEvent(order=()), "too_few_entries"),
    (SwissEvent(order=ids(3), absent=frozenset({"p1", "p2"})), "too_few_entries"),
    (SwissEvent(order=ids(513)), "too_many_entries"),
])
def test_fields_too_small_or_too_large(event, code):
    with pytest.raises(FormatError) as refusal:
        pair_round(event)

    assert (refusal.value.code, refusal.value.path) == (code, "entries")


@needs_engine
@pytest.mark.parametrize(("clubs", "least"), [
    ("abcabcabca", 0), ("aabb", 0), ("aaaabbbb", 0), ("aaaaaabb", 2), ("aaaaabb", 1), ("aaaabb", 1), ("aaaaa", 2),
    ("a-a-", 0),
])
def test_clubmates_meet_in_round_one_as_little_as_possible(clubs, least):
    # Least by hand: half of what the largest club has more than all others (one of them may have the bye).
    order = ids(len(clubs))
    club = {entry: mark if mark != "-" else None for entry, mark in zip(order, clubs, strict=True)}
    drawn = pairs(SwissEvent(order=order, forbidden=club_pairs_to_avoid(order, club)))

    assert sum(club[a] is not None and b is not None and club[a] == club[b] for a, b in drawn) == least


def test_split_rounds_begins_anew_when_somebody_plays_again():
    games = [played_game("a", "b", 4, 2), bye("c"), played_game("c", "a", 4, 2), bye("b"), bye("a")]

    assert split_rounds(games) == (tuple(games[:2]), tuple(games[2:4]), tuple(games[4:]))
    assert split_rounds([]) == ()


@needs_engine
def test_reference_specs_hold_for_the_outside_checker():
    specs = [s for s in json.loads(shared("draws", "specs.json").read_text()) if s["input"]["system"] == "swiss"]
    for spec in specs:
        given_ = spec["input"]
        entries = [Entrant(id=e["id"], seed=e.get("seed"), rating=e.get("rating")) for e in given_["entries"]]
        lot = given_["options"]["lot"]
        order = draw_order(entries, lot, by_rating=True)
        games = split_rounds([read_game(Place(item)) for item in given_["results"]])
        drawn = pair_round(SwissEvent(order=order, rounds=games))
        result = draw_form(lot, order, [("main", [drawn.round])])

        assert list(checker().check(given_, result, extra=spec["check"])) == [], spec["name"]
    assert len(specs) >= 5


@st.composite
def played_events(draw):
    """An event of up to five rounds with absences, late entries and awarded games, played as it is paired."""
    order = ids(draw(st.integers(6, 12)))
    rounds: list = []
    for _ in range(draw(st.integers(1, 5))):
        absent = frozenset(draw(st.sets(st.sampled_from(order), max_size=2)))
        try:
            pairings = pair_round(SwissEvent(order=order, rounds=tuple(rounds), absent=absent)).round.pairings
        except NoLegalRound:
            break
        games = []
        for a, b in pairings:
            games.append(bye(a) if b is None else draw(st.sampled_from([
                played_game(a, b, 4, 2), played_game(a, b, 2, 4), played_game(a, b, 3, 3), awarded_game(a, b, b),
                awarded_game(a, b, None),
            ])))
        assert sorted(e for pair in pairings for e in pair if e) == sorted(set(order) - absent)
        rounds.append(tuple(games))
    return order, rounds


@needs_engine
@settings(max_examples=40, deadline=None)
@given(played_events())
def test_swiss_properties(event):
    _, rounds = event
    met = Counter(frozenset((g.first, g.second)) for games in rounds for g in games if g.is_played)
    byes = Counter(g.first for games in rounds for g in games if g.is_bye)

    assert all(count == 1 for count in met.values())
    assert all(count == 1 for count in byes.values())


@needs_engine
@settings(max_examples=20, deadline=None)
@given(st.integers(4, 20), st.integers(1, 4), st.randoms(use_true_random=False))
def test_whole_events_hold_for_the_outside_checker(size, length, chance):
    order = ids(size)
    check = checker()
    rounds: list = []
    results: list = []
    for _ in range(min(length, size // 2)):
        drawn = pair_round(SwissEvent(order=order, rounds=tuple(rounds))).round
        spec = {"system": "swiss", "entries": [{"id": i} for i in order], "options": {}, "results": results}
        assert list(check.check(spec, draw_form("x", order, [("main", [drawn])]))) == []
        games = []
        for a, b in drawn.pairings:
            sets = chance.choice([(4, 2), (3, 3), (0, 4)])
            games.append(bye(a) if b is None else played_game(a, b, *sets))
            results.append({"first": a, "bye": True} if b is None else {"first": a, "second": b, "sets": list(sets)})
        rounds.append(tuple(games))


@needs_engine
@pytest.mark.parametrize("size", [*range(2, 24), 64])
@pytest.mark.parametrize("top", [True, False])
def test_first_round_is_that_of_the_engine(size, top):
    for absent in (frozenset(), frozenset({"p2"}), frozenset({"p1", f"p{size}", "p5"})):
        event = SwissEvent(order=ids(size), absent=absent & set(ids(size)), top_has_first_stroke=top)
        if size - len(event.absent) > 1:
            assert first_round_pairs(event) == swiss._engine_pairs(trf_text(event))
