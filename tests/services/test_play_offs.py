"""Play-offs and the chief's order: for exactly those who are level, outside of the table, recorded, never silently."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from competitions.common.actors import Actor
from competitions.common.errors import Conflict, Invalid, NotAllowed, NotFound
from competitions.formats.regulations import Regulations
from competitions.models import AuditEntry, ChiefOrder, Entry, Match, Round, Stage
from competitions.selectors.actors import actor_of
from competitions.selectors.level import level_in
from competitions.selectors.rounds import stage_facts
from competitions.selectors.standings import stage_standings
from competitions.services.next_stage import stage_close, stage_placings
from competitions.services.play_offs import order_decide, order_withdraw, play_off_drop, play_off_hold
from competitions.workflow import Outcome
from refereeing.selectors.game_logs import match_regulations
from refereeing.services.desk import result_enter
from refereeing.services.discipline import consequences_of
from refereeing.services.protocols import protocol_approve, result_correct
from tests.factories import (
    NOON,
    make_competition,
    make_entry,
    make_event,
    make_official,
    make_result,
    make_stage,
    match_between,
)

pytestmark = pytest.mark.django_db
VENTSPILS = ["head_to_head", "play_off"]


class Table:
    """A round robin whose results are given as a line each: `ab42` for a against b."""

    def __init__(self, names: str, results: str, tie_breaks: Sequence[str] = VENTSPILS, sets: int = 6) -> None:
        self.event = make_event(make_competition(), regulations=Regulations(sets=sets))
        self.chief: Actor = actor_of(make_official(self.event.competition))
        self.entries: dict[str, Entry] = {name: make_entry(self.event, name) for name in names}
        self.stage: Stage = make_stage(self.event, [list(self.entries.values())], tie_breaks=list(tie_breaks))
        for line in results.split():
            match = match_between(self.stage, self.entries[line[0]], self.entries[line[1]])
            sets_won = (int(line[2]), int(line[3]))
            if match.first_id != self.entries[line[0]].id:
                sets_won = sets_won[::-1]
            make_result(match, *sets_won)

    def uids(self, names: str) -> list:
        return [self.entries[name].uid for name in names]

    def hold(self, names: str) -> list[Round]:
        return play_off_hold(stage_uid=self.stage.uid, entries=self.uids(names), by=self.chief, at=NOON)

    def decide(self, names: str, reason: str = "the better start") -> ChiefOrder:
        return order_decide(stage_uid=self.stage.uid, entries=self.uids(names), reason=reason, by=self.chief, at=NOON)

    def order(self) -> list[tuple[str, str, str | None]]:
        table = stage_standings(self.stage)[0]
        return [(line.entrant.name, line.place, line.row.decided_by) for line in table.rows]

    def play(self, match: Match, winner: str, sets: tuple[int, int] = (4, 2)) -> None:
        is_first = match.first_id == self.entries[winner].id
        result_enter(match_uid=match.uid, sets=sets if is_first else sets[::-1], by=self.chief, at=NOON)
        match.refresh_from_db()
        protocol_approve(match_uid=match.uid, version=match.version, by=self.chief, at=NOON)


def two_level() -> Table:
    """a and b have drawn with each other and have all else alike; c and d follow apart."""
    return Table("abcd", "ab33 ac42 ad42 bc42 bd42 cd42")


def test_two_who_are_level_play_one_game_that_decides_and_counts_in_no_table() -> None:
    table = two_level()
    assert table.order()[:2] == [("a", "1–2", None), ("b", "1–2", None)]
    before = {line.entrant.name: (line.points, line.row.sets_won) for line in stage_standings(table.stage)[0].rows}
    (made,) = table.hold("ab")
    match = Match.objects.get(round=made)
    assert (made.kind, made.number, made.figures["low"]) == ("play_off", 4, 1)
    table.play(match, "b")
    assert table.order()[:2] == [("b", "1", None), ("a", "2", "play_off")]
    after = {line.entrant.name: (line.points, line.row.sets_won) for line in stage_standings(table.stage)[0].rows}
    assert after == before
    assert AuditEntry.objects.filter(kind="draw.play_off", subject=table.stage.uid).count() == 1


def test_a_play_off_needs_a_winner_as_an_elimination_does() -> None:
    """Six sets in the table may end 3:3 (23.1); in a play-off one more set decides."""
    table = two_level()
    (made,) = table.hold("ab")
    match = Match.objects.select_related("stage__event", "round").get(round=made)
    assert (match_regulations(match).sets, match_regulations(match).all_sets) == (7, False)
    with pytest.raises(Exception, match=r"illegal_score|needs_winner"):
        result_enter(match_uid=match.uid, sets=(3, 3), by=table.chief, at=NOON)
    other = match_between(table.stage, table.entries["c"], table.entries["d"])
    assert match_regulations(Match.objects.select_related("stage__event", "round").get(id=other.id)).sets == 6


def test_three_who_are_level_play_a_round_robin() -> None:
    table = Table("abc", "ab42 bc42 ca42")
    rounds = table.hold("abc")
    assert [Match.objects.filter(round=r).count() for r in rounds] == [1, 1, 1]
    pairs = {frozenset((m.first.person.name, m.second.person.name)) for m in Match.objects.filter(round__in=rounds)}
    assert pairs == {frozenset("ab"), frozenset("bc"), frozenset("ac")}
    for match in Match.objects.filter(round__in=rounds):
        names = {match.first.person.name, match.second.person.name}
        table.play(match, min(names))
    assert [row[0] for row in table.order()] == ["a", "b", "c"]


@pytest.mark.parametrize("who", ["ac", "abc", "a", "cd"])
def test_nobody_but_those_who_are_level_plays_off(who: str) -> None:
    with pytest.raises(Conflict, match="no_play_off_due"):
        two_level().hold(who)


def test_no_play_off_before_all_is_approved() -> None:
    early = Table("abcd", "ab33 ac42 ad42 bc42 bd42")
    with pytest.raises(Conflict, match="no_play_off_due"):
        early.hold("ab")


def test_no_play_off_where_the_list_of_tie_breaks_knows_none() -> None:
    other = Table("abcd", "ab33 ac42 ad42 bc42 bd42 cd42", tie_breaks=["head_to_head"])
    with pytest.raises(Conflict, match="no_play_off_due"):
        other.hold("ab")
    assert [group.needs_play_off for group in level_in(stage_facts(other.stage))] == [False]


def test_a_play_off_is_held_once_and_dropped_while_nobody_has_begun() -> None:
    table = two_level()
    (made,) = table.hold("ab")
    with pytest.raises(Conflict, match="no_play_off_due"):
        table.hold("ab")
    play_off_drop(stage_uid=table.stage.uid, number=made.number, by=table.chief, at=NOON)
    (again,) = table.hold("ab")
    table.play(Match.objects.get(round=again), "a")
    with pytest.raises(Conflict, match="round_started"):
        play_off_drop(stage_uid=table.stage.uid, number=again.number, by=table.chief, at=NOON)
    with pytest.raises(NotFound):
        play_off_drop(stage_uid=table.stage.uid, number=1, by=table.chief, at=NOON)


def test_kendo_422_a_play_off_stays_whole_when_a_correction_parts_those_who_were_level() -> None:
    """softwaremagico/KendoTournamentManager #422: tie-break bouts survive as a whole, and count for nothing."""
    table = two_level()
    (made,) = table.hold("ab")
    table.play(Match.objects.get(round=made), "b")
    drawn = match_between(table.stage, table.entries["a"], table.entries["b"])
    result_enter_fixed(table, drawn, "a")
    assert [row[0] for row in table.order()] == ["a", "b", "c", "d"]
    assert table.order()[1] == ("b", "2", "points")
    assert Match.objects.get(round=made).outcome == Outcome.PLAYED


def result_enter_fixed(table: Table, match: Match, winner: str) -> None:
    sets = (4, 2) if match.first_id == table.entries[winner].id else (2, 4)
    match.refresh_from_db()
    result_correct(match_uid=match.uid, sets=sets, reason="slip", version=match.version, by=table.chief, at=NOON)


def test_the_chiefs_order_stands_with_its_reason_in_chain_and_table() -> None:
    table = two_level()
    made = table.decide("ba", "  the   better start ")
    assert table.order()[:2] == [("b", "1", None), ("a", "2", "manual")]
    (decision,) = stage_standings(table.stage)[0].holding
    assert ([e.name for e in decision.order], decision.reason) == (["b", "a"], "the better start")
    assert AuditEntry.objects.filter(kind="draw.order_decided", subject=table.stage.uid).count() == 1
    order_withdraw(stage_uid=table.stage.uid, order_uid=made.uid, by=table.chief, at=NOON)
    assert table.order()[:2] == [("a", "1–2", None), ("b", "1–2", None)]


def test_the_chiefs_order_falls_when_they_are_no_longer_level() -> None:
    table = two_level()
    table.decide("ba")
    result_enter_fixed(table, match_between(table.stage, table.entries["a"], table.entries["b"]), "a")
    assert [row[0] for row in table.order()][:2] == ["a", "b"]
    assert stage_standings(table.stage)[0].holding == ()


def test_an_order_of_three_says_nothing_about_two_of_them() -> None:
    """It was decided for exactly three; when a result parts one, nothing is known about the other two."""
    table = Table("abcd", "ab33 ac33 bc33 ad42 bd42 cd42", tie_breaks=["head_to_head"])
    table.decide("cab")
    assert [row[0] for row in table.order()] == ["c", "a", "b", "d"]
    drawn = match_between(table.stage, table.entries["c"], table.entries["d"])
    result_enter_fixed(table, drawn, "d")
    assert table.order()[:2] == [("a", "1–2", None), ("b", "1–2", None)]
    assert [d.holds for d in stage_standings(table.stage)[0].decisions] == [False]


def test_another_order_of_the_same_replaces_the_first_and_needs_a_reason() -> None:
    table = two_level()
    table.decide("ba")
    table.decide("ab", "a mistake of the desk")
    assert [row[0] for row in table.order()][:2] == ["a", "b"]
    assert ChiefOrder.objects.count() == 1
    with pytest.raises(Invalid, match="reason_needed"):
        table.decide("ab", " ")
    for who in ("ac", "a", "aa", "abc"):
        with pytest.raises(Conflict, match="not_level"):
            table.decide(who)
    assert ChiefOrder.objects.count() == 1


def test_only_the_heads_hold_play_offs_and_decide() -> None:
    table = two_level()
    table.chief = actor_of(make_official(table.event.competition, "secretary"))
    with pytest.raises(NotAllowed):
        table.hold("ab")
    with pytest.raises(NotAllowed):
        table.decide("ab")


def test_a_stage_is_closed_with_the_places_that_the_play_off_gave() -> None:
    table = two_level()
    (made,) = table.hold("ab")
    with pytest.raises(Conflict, match="round_open"):
        stage_close(stage_uid=table.stage.uid, by=table.chief, at=NOON)
    table.play(Match.objects.get(round=made), "b")
    stage_close(stage_uid=table.stage.uid, by=table.chief, at=NOON)
    places = stage_placings(Stage.objects.select_related("event").get(id=table.stage.id))[""]
    assert [(p.entry, p.rank) for p in places][:2] == [(str(table.entries["b"].number), 1), ("1", 2)]
    with pytest.raises(Conflict, match="stage_closed"):
        table.decide("ab")


def test_a_play_off_is_no_game_of_the_round_robin_when_somebody_leaves() -> None:
    """3.2 counts the games that were to be played in the round robin."""
    table = two_level()
    table.hold("ab")
    assert consequences_of(table.entries["a"]).scheduled == 3
