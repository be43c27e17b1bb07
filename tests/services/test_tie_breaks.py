"""A change of the tie-breaks after the start: it needs a reason, is recorded, and reaches the tables."""

from __future__ import annotations

import json
from typing import Any

import pytest

from competitions.common.actors import SYSTEM
from competitions.common.errors import Invalid
from competitions.models import AuditEntry, Event, Stage
from competitions.services.regulations import regulations_change
from competitions.workflow import StageState
from tests.factories import NOON, make_event

pytestmark = pytest.mark.django_db

USUAL = ["head_to_head", "sonneborn_berger", "set_difference"]
NEW = ["two:head_to_head", "more:set_ratio"]


@pytest.fixture
def event() -> Event:
    """Stages: 1 closed, 2 with the list of the regulations, 3 with one of its own, 4 a Swiss, 5 a bracket."""
    event = make_event()
    kinds = (
        ("round_robin", USUAL, StageState.CLOSED), ("groups", USUAL, StageState.LOCKED),
        ("round_robin", ["lot"], StageState.LOCKED), ("swiss", ["buchholz", "sonneborn_berger"], StageState.LOCKED),
        ("single_elimination", [], StageState.LOCKED),
    )
    for number, (system, tie_breaks, state) in enumerate(kinds, 1):
        Stage.objects.create(event=event, number=number, system=system, tie_breaks=tie_breaks, state=state)
    return event


def facts_recorded() -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(bytes(AuditEntry.objects.latest("id").body))["facts"]
    return facts


def lists(event: Event) -> list[list[str]]:
    return [stage.tie_breaks for stage in event.stages.order_by("number")]


def test_change_reaches_the_open_stages_that_have_the_list_of_the_regulations(event):
    before = lists(event)
    regulations_change(
        event=event.uid, settings={"tie_breaks_round_robin": NEW}, reason="misprint", by=SYSTEM, at=NOON)

    assert lists(event) == [before[0], NEW, *before[2:]]
    record = facts_recorded()
    assert record["reason"] == "misprint"
    assert record["settings"] == {"tie_breaks_round_robin": [USUAL, NEW]}
    assert record["stages"] == {"2": [USUAL, NEW]}


def test_change_without_a_reason_is_refused_and_changes_no_list(event):
    before = lists(event)
    with pytest.raises(Invalid) as refused:
        regulations_change(event=event.uid, settings={"tie_breaks_round_robin": NEW}, by=SYSTEM, at=NOON)
    assert (refused.value.code, lists(event)) == ("reason_needed", before)


def test_other_changes_tell_of_no_stage(event):
    regulations_change(event=event.uid, settings={"sets": 4}, reason="late", by=SYSTEM, at=NOON)
    assert "stages" not in facts_recorded()
