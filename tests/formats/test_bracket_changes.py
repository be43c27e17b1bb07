"""What depends on a result, before it is corrected."""

import pytest

from competitions.formats.bracket import Side, Source, SourceKind
from competitions.formats.bracket_changes import consequences, dependants
from competitions.formats.bracket_play import Decision, MatchState, Situation, play
from competitions.formats.double_elimination import double_elimination
from competitions.formats.elimination import knock_out, single_elimination
from competitions.formats.errors import FormatError
from tests.formats.brackets import ids, played_out

EIGHT = double_elimination(ids(8), grand_final_reset=True)


def with_decision(situation, match_id, winner):
    return Situation(decisions={**situation.decisions, match_id: Decision(winner)}, withdrawn=situation.withdrawn)


def test_dependants_are_all_matches_that_the_two_may_come_to():
    assert dependants(single_elimination(ids(8)), "main-1-3") == ("main-2-2", "main-3-1")
    assert dependants(EIGHT, "losers-4-1") == ("final-1-1", "final-2-1")
    assert "losers-1-1" in dependants(EIGHT, "winners-1-1")


def test_a_correction_lists_every_match_that_changes_and_what_falls():
    bracket = single_elimination(ids(4), places=4)
    before = played_out(bracket)
    found = consequences(bracket, before, with_decision(before, "main-1-1", "p4"))

    assert [(c.after.match.id, c.is_cause, c.falls, c.has_started) for c in found.changes] == [
        ("main-1-1", True, False, True), ("place3-2-1", False, True, True), ("main-2-1", False, True, True)]
    assert not found.is_free
    assert set(found.situation.decisions) == {"main-1-1", "main-1-2"}
    assert play(bracket, found.situation)["main-2-1"].state is MatchState.READY


def test_a_correction_before_the_next_match_began_is_followed_freely():
    bracket = single_elimination(ids(4))
    before = Situation(decisions={"main-1-1": Decision("p1")})
    after = with_decision(before, "main-1-1", "p4")

    assert consequences(bracket, before, after).is_free
    assert not consequences(bracket, before, after, started=frozenset({"main-2-1"})).is_free


def test_withdrawal_shows_the_walkovers_that_it_makes():
    before = Situation(decisions={"winners-1-1": Decision("p1")})
    after = Situation(decisions=before.decisions, withdrawn=frozenset({"p1"}))
    found = consequences(EIGHT, before, after)

    assert found.changes == ()  # nobody has come to p1's next match yet
    seated = with_decision(before, "winners-1-2", "p4")
    found = consequences(EIGHT, seated, Situation(decisions=seated.decisions, withdrawn=frozenset({"p1"})))
    assert [(c.after.match.id, c.before.state, c.after.state) for c in found.changes] == [
        ("winners-2-1", MatchState.READY, MatchState.WALKOVER),
        ("losers-2-2", MatchState.TO_BE_DECIDED, MatchState.TO_BE_DECIDED),
        ("winners-3-1", MatchState.TO_BE_DECIDED, MatchState.TO_BE_DECIDED)]
    assert found.is_free


def test_a_wrong_correction_is_refused():
    before = Situation(decisions={"winners-1-1": Decision("p1")})
    with pytest.raises(FormatError):
        consequences(EIGHT, before, with_decision(before, "winners-1-1", "p2"))
    with pytest.raises(FormatError):
        consequences(EIGHT, before, with_decision(before, "nowhere", "p2"))


def test_a_group_that_is_corrected_changes_who_advanced():
    bracket = knock_out([Side(None, Source(SourceKind.PLACE, place=1, group=name)) for name in "AB"])
    before = Situation(decisions={"main-1-1": Decision("a")}, placed={("A", 1): "a", ("B", 1): "b"})
    found = consequences(bracket, before, Situation(decisions=before.decisions, placed={("A", 1): "c", ("B", 1): "b"}))

    assert [(c.falls, c.is_cause) for c in found.changes] == [(True, False)]
    assert not found.is_free
    assert found.situation.decisions == {}
