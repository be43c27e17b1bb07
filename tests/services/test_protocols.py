"""Approval, correction, withdrawal and exclusion through the services, with what follows from them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from competitions.common.actors import Actor
from competitions.common.errors import Conflict, IllegalMove, Invalid, NotAllowed, NotFound, Stale
from competitions.formats.regulations import Regulations
from competitions.models import AuditEntry, Entry, Game, Match, Stage
from competitions.selectors.actors import actor_of
from competitions.selectors.standings import stage_standings
from competitions.services.matches import match_lock
from refereeing.models import Approval, GameEvent, Protocol, Sanction
from refereeing.services.desk import (
    game_lost_declare,
    match_call,
    match_uncall,
    no_show_declare,
    result_enter,
    warning_give,
)
from refereeing.services.discipline import (
    consequences_of,
    entry_exclude,
    entry_return,
    entry_withdraw,
    sanction_dismiss,
)
from refereeing.services.protocols import (
    conflict_settle,
    protocol_approve,
    protocol_reopen,
    protocols_approve,
    result_correct,
)
from tests.factories import NOON, make_competition, make_entry, make_event, make_official, make_stage

pytestmark = pytest.mark.django_db


class Cup:
    """A round robin of a few entrants, all at tables, with a chief and a deputy."""

    def __init__(self, count: int = 4, regulations: Regulations | None = None) -> None:
        self.competition = make_competition(tables=count)
        self.chief = actor_of(make_official(self.competition, "chief"))
        self.deputy = actor_of(make_official(self.competition, "deputy"))
        self.secretary = actor_of(make_official(self.competition, "secretary"))
        event = make_event(self.competition, regulations=regulations)
        self.entries = [make_entry(event, f"Entrant {n}") for n in range(1, count + 1)]
        self.stage: Stage = make_stage(event, [self.entries], tie_breaks=["head_to_head", "sonneborn_berger"])
        tables = list(self.competition.tables.all())
        for place, match in enumerate(self.stage.matches.all()):
            match.table = tables[place % len(tables)]
            match.save()

    def match(self, one: int, other: int) -> Match:
        pair = {self.entries[one - 1].id, self.entries[other - 1].id}
        return next(m for m in self.stage.matches.all() if {m.first_id, m.second_id} == pair)

    def enter(self, one: int, other: int, sets: tuple[int, int], *, approve: bool = True) -> Match:
        """Enter a result from the side of `one`."""
        match = self.match(one, other)
        seen = sets if match.first_id == self.entries[one - 1].id else sets[::-1]
        result_enter(match_uid=match.uid, sets=seen, by=self.secretary, at=NOON)
        match.refresh_from_db()
        if approve:
            protocol_approve(match_uid=match.uid, version=match.version, by=self.chief, at=NOON)
            match.refresh_from_db()
        return match

    def table(self) -> dict[int, tuple[int | None, int]]:
        """Rank and points by number of the entry."""
        rows = stage_standings(self.stage)[0].rows
        return {line.entrant.number: (line.row.rank, int(line.row.points)) for line in rows}


@pytest.fixture
def cup() -> Cup:
    return Cup()


def test_only_approved_results_count(cup: Cup) -> None:
    match = cup.enter(1, 2, (4, 2), approve=False)
    assert cup.table()[1] == (1, 0)
    protocol_approve(match_uid=match.uid, version=match.version, by=cup.chief, at=NOON)
    assert cup.table()[1] == (1, 2)
    assert AuditEntry.objects.filter(kind="protocol.approved", subject=match.uid).count() == 1


def test_a_second_approval_is_refused_and_leaves_one(cup: Cup) -> None:
    match = cup.enter(1, 2, (4, 2))
    with pytest.raises(Conflict):
        protocol_approve(match_uid=match.uid, version=match.version, by=cup.deputy, at=NOON)
    assert Approval.objects.filter(game__match=match).count() == 1


def test_what_has_changed_since_is_not_approved_unseen(cup: Cup) -> None:
    match = cup.enter(1, 2, (4, 2), approve=False)
    seen = match.version
    result_correct(match_uid=match.uid, sets=(4, 1), reason="misread", version=seen, by=cup.chief, at=NOON)
    with pytest.raises(Stale):
        protocol_approve(match_uid=match.uid, version=seen, by=cup.chief, at=NOON)


def test_many_at_once_name_those_that_did_not_go(cup: Cup) -> None:
    one, other = cup.enter(1, 2, (4, 2), approve=False), cup.enter(3, 4, (3, 3), approve=False)
    done, refused = protocols_approve(
        matches={one.uid: one.version, other.uid: other.version - 1}, by=cup.chief, at=NOON)
    assert (done, refused) == (1, [(other.uid, "stale")])


def test_the_secretary_enters_and_does_not_approve(cup: Cup) -> None:
    match = cup.enter(1, 2, (4, 2), approve=False)
    with pytest.raises(NotAllowed):
        protocol_approve(match_uid=match.uid, version=match.version, by=cup.secretary, at=NOON)


def test_two_officials_where_the_regulations_ask_for_them() -> None:
    """Nasty input 32."""
    cup = Cup(regulations=Regulations(two_person_approval=True))
    match = cup.match(1, 2)
    result_enter(match_uid=match.uid, sets=(4, 2), by=cup.chief, at=NOON)
    match.refresh_from_db()
    with pytest.raises(NotAllowed, match="second_official_required"):
        protocol_approve(match_uid=match.uid, version=match.version, by=cup.chief, at=NOON)
    protocol_approve(match_uid=match.uid, version=match.version, by=cup.deputy, at=NOON)


def test_a_correction_is_a_new_revision_and_seen_as_corrected(cup: Cup) -> None:
    match = cup.enter(1, 2, (4, 2))
    protocol = result_correct(
        match_uid=match.uid, sets=(2, 4), reason="protocol misread", version=match.version, by=cup.chief, at=NOON)
    match.refresh_from_db()
    assert (match.status, match.corrected, match.winner) == ("approved", True, "B")
    assert protocol.revision == 2
    assert Protocol.objects.filter(game__match=match).count() == 2
    assert Approval.objects.get(game__match=match, withdrawn_at__isnull=True).protocol == protocol
    link = AuditEntry.objects.get(kind="result.corrected")
    assert b'"before":[4,2,"A","played"]' in bytes(link.body)
    assert b'"reason":"protocol misread"' in bytes(link.body)


@pytest.mark.parametrize(("sets", "reason", "code"), [
    ((5, 1), "why", "illegal_score"), ((4, 3), "why", "illegal_score"), ((4, 1), "  ", "reason_needed"),
])
def test_a_correction_that_the_rules_refuse_changes_nothing(
    cup: Cup, sets: tuple[int, int], reason: str, code: str,
) -> None:
    match = cup.enter(1, 2, (4, 2))
    events = GameEvent.objects.count()
    with pytest.raises(Invalid, match=code):
        result_correct(match_uid=match.uid, sets=sets, reason=reason, version=match.version, by=cup.chief, at=NOON)
    match.refresh_from_db()
    assert (match.sets_first, match.sets_second, match.corrected) in ((4, 2, False), (2, 4, False))
    assert GameEvent.objects.count() == events


def test_a_correction_after_a_third_warning(cup: Cup) -> None:
    """The third warning had ended the game; the right result replaces it, the first two warnings stand."""
    match = cup.match(1, 2)
    for _ in range(3):
        warning_give(match_uid=match.uid, who="A", clause="19.1.c", by=cup.chief, at=NOON)
    game = Game.objects.get(match=match)
    assert game.state["score"] == {"A": 0, "B": 4}
    # The sets were awarded, the players have yet to sign: the chief brings in the paper.
    with pytest.raises(Conflict):
        result_enter(match_uid=match.uid, sets=(0, 4), by=cup.chief, at=NOON)


def test_reopened_is_no_longer_counted_and_needs_a_reason(cup: Cup) -> None:
    match = cup.enter(1, 2, (4, 2))
    with pytest.raises(Invalid, match="reason_needed"):
        protocol_reopen(match_uid=match.uid, reason="", by=cup.chief, at=NOON)
    protocol_reopen(match_uid=match.uid, reason="protest", by=cup.chief, at=NOON)
    assert cup.table()[1] == (1, 0)
    match.refresh_from_db()
    protocol_approve(match_uid=match.uid, version=match.version, by=cup.chief, at=NOON)
    assert cup.table()[1] == (1, 2)
    assert Approval.objects.filter(game__match=match).count() == 2


def test_a_result_in_conflict_waits_for_the_chief(cup: Cup) -> None:
    match = cup.enter(1, 2, (4, 2), approve=False)
    assert result_enter(match_uid=match.uid, sets=(4, 0), by=cup.deputy, at=NOON) == "differs"
    match.refresh_from_db()
    with pytest.raises(Conflict, match="results_differ"):
        protocol_approve(match_uid=match.uid, version=match.version, by=cup.chief, at=NOON)
    with pytest.raises(Stale):
        conflict_settle(match_uid=match.uid, version=match.version - 1, by=cup.chief, at=NOON)
    conflict_settle(match_uid=match.uid, version=match.version, by=cup.chief, at=NOON)
    protocol_approve(match_uid=match.uid, version=match.version, by=cup.chief, at=NOON)


def test_a_table_has_one_match_at_a_time(cup: Cup) -> None:
    first, other = cup.match(1, 2), cup.match(3, 4)
    Match.objects.filter(id=other.id).update(table=first.table)
    match_call(match_uid=first.uid, by=cup.chief, at=NOON)
    with pytest.raises(Conflict, match="table_busy"):
        match_call(match_uid=other.uid, by=cup.chief, at=NOON)
    match_uncall(match_uid=first.uid, by=cup.chief, at=NOON)
    match_call(match_uid=other.uid, by=cup.chief, at=NOON)


def no_show(cup: Cup, absent: int, present: int) -> Match:
    match = cup.match(absent, present)
    match_call(match_uid=match.uid, by=cup.chief, at=NOON)
    who = "A" if match.first_id == cup.entries[absent - 1].id else "B"
    no_show_declare(match_uid=match.uid, who=who, by=cup.chief, at=NOON + timedelta(seconds=120))
    match.refresh_from_db()
    return match


def test_the_second_no_show_proposes_exclusion(cup: Cup) -> None:
    """14.3."""
    no_show(cup, 1, 2)
    assert not Sanction.objects.exists()
    no_show(cup, 1, 3)
    proposal = Sanction.objects.get()
    assert (proposal.entry, proposal.clause, proposal.state) == (cup.entries[0], "14.3", "proposed")
    sanction_dismiss(sanction_uid=proposal.uid, reason="the hall clock was wrong", by=cup.chief, at=NOON)
    proposal.refresh_from_db()
    assert proposal.state == "dismissed"


def test_neither_came_and_both_have_lost(cup: Cup) -> None:
    match = no_show(cup, 1, 2)
    other = "B" if match.winner == "B" else "A"
    no_show_declare(match_uid=match.uid, who=other, by=cup.chief, at=NOON + timedelta(seconds=130))
    match.refresh_from_db()
    assert (match.outcome, match.winner, match.awarded) == ("double_loss", "", True)
    protocol_approve(match_uid=match.uid, version=match.version, by=cup.chief, at=NOON)
    assert [cup.table()[n][1] for n in (1, 2)] == [0, 0]


def test_a_refused_handshake_proposes_exclusion_at_once(cup: Cup) -> None:
    """3.5, 14.4."""
    game_lost_declare(match_uid=cup.match(1, 2).uid, who="A", reason="handshake", by=cup.chief, at=NOON)
    assert Sanction.objects.get().clause == "14.4"


def test_withdrawn_with_half_or_less_played_everything_falls(cup: Cup) -> None:
    """3.2, rulebook 4: one of three games played is at most half: annulled for everyone."""
    cup.enter(1, 2, (4, 2))
    cup.enter(2, 3, (4, 0))
    done = entry_withdraw(entry_uid=cup.entries[0].uid, reason="ill", by=cup.chief, at=NOON)
    assert (done.played, done.scheduled, done.annulled) == (1, 3, True)
    table = cup.table()
    assert table[1][0] is None
    assert table[2] == (1, 2)
    assert {table[3][1], table[4][1]} == {0}


def test_withdrawn_with_more_than_half_played_the_rest_is_awarded(cup: Cup) -> None:
    """3.2: two of three played: results stand, the third goes to the opponent, no sets count for anybody."""
    cup.enter(1, 2, (4, 2))
    cup.enter(1, 3, (2, 4))
    done = entry_withdraw(entry_uid=cup.entries[0].uid, reason="ill", by=cup.chief, at=NOON)
    assert not done.annulled
    match = cup.match(1, 4)
    assert (match.status, match.awarded) == ("approved", True)
    rows = {line.entrant.number: line.row for line in stage_standings(cup.stage)[0].rows}
    assert (int(rows[4].points), rows[4].sets_won, rows[4].sets_lost) == (2, 0, 0)
    assert int(rows[1].points) == 2


def test_an_exclusion_loses_the_running_game_and_tells_before(cup: Cup) -> None:
    """Rulebook 4: exclusion loses the game in progress."""
    match = cup.match(1, 2)
    match_call(match_uid=match.uid, by=cup.chief, at=NOON)
    with pytest.raises(NotAllowed):
        entry_exclude(entry_uid=cup.entries[0].uid, clause="14.1", reason="gross", by=cup.secretary, at=NOON)
    before = consequences_of(Entry.objects.get(id=cup.entries[0].id))
    assert (len(before.open), before.annulled) == (3, True)
    entry_exclude(entry_uid=cup.entries[0].uid, clause="14.1", reason="gross", by=cup.chief, at=NOON)
    mine = [m for m in cup.stage.matches.all() if cup.entries[0].id in (m.first_id, m.second_id)]
    assert {m.outcome for m in mine} == {"excluded"}
    with pytest.raises(IllegalMove):
        entry_exclude(entry_uid=cup.entries[0].uid, clause="14.1", reason="again", by=cup.chief, at=NOON)


def test_a_withdrawal_by_mistake_is_taken_back(cup: Cup) -> None:
    entry_withdraw(entry_uid=cup.entries[0].uid, reason="ill", by=cup.chief, at=NOON)
    entry_return(entry_uid=cup.entries[0].uid, reason="another one was meant", by=cup.chief, at=NOON)
    assert Entry.objects.get(id=cup.entries[0].id).state == "present"


def test_without_a_right_nothing_is_told(cup: Cup) -> None:
    with pytest.raises(NotFound):
        protocol_approve(match_uid=cup.match(1, 2).uid, version=0, by=Actor(), at=NOON)
    with pytest.raises(NotFound):
        match_lock(cup.entries[0].uid)


def test_nobody_is_called_to_two_tables(cup: Cup) -> None:
    """Nobody in two places; the refusal names who and where."""
    first, other = cup.match(1, 2), cup.match(1, 3)
    tables = list(cup.competition.tables.all())
    Match.objects.filter(id=other.id).update(table=tables[3])
    Match.objects.filter(id=first.id).update(table=tables[2])
    match_call(match_uid=first.uid, by=cup.chief, at=NOON)
    with pytest.raises(Conflict) as refused:
        match_call(match_uid=other.uid, by=cup.chief, at=NOON)
    assert (refused.value.code, refused.value.params) == ("player_busy", {"name": "Entrant 1", "table": 3})
    match_call(match_uid=first.uid, by=cup.chief, at=NOON)


def test_a_person_in_two_events_plays_one_match_at_a_time(cup: Cup) -> None:
    person = cup.entries[0].person
    event = make_event(cup.competition)
    stage = make_stage(event, [[make_entry(event, person=person), make_entry(event, "Somebody else")]])
    other = stage.matches.get()
    tables = list(cup.competition.tables.all())
    Match.objects.filter(id=other.id).update(table=tables[3])
    mine = cup.match(1, 2)
    Match.objects.filter(id=mine.id).update(table=tables[2])
    match_call(match_uid=mine.uid, by=cup.chief, at=NOON)
    with pytest.raises(Conflict, match="player_busy"):
        match_call(match_uid=other.uid, by=cup.chief, at=NOON)
