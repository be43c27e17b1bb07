"""What a press on a tablet asks of the database: bounded, whatever the tablet has sent before."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.models import Game
from competitions.services.matches import game_lock
from refereeing.selectors.game_logs import missing_dseqs
from tests.api.tablet_client import Tablet, paired_tablet
from tests.factories import make_competition, make_entry, make_event, make_stage

QUERIES = {"sqlite": 18, "postgresql": 22}
"""BEGIN and COMMIT included; PostgreSQL is also asked for the locks of the chain and the outbox."""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tablet() -> Tablet:
    competition = make_competition(tables=1)
    event = make_event(competition)
    stage = make_stage(event, [[make_entry(event), make_entry(event)]])
    table = competition.tables.get()
    stage.matches.update(table=table, slot=1)
    tablet = paired_tablet(competition)
    assert tablet.take(table.uid).status_code == 200
    return tablet


def asked(tablet: Tablet, kind: str, **payload: Any) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        assert tablet.press(kind, **payload)["result"] == "stored"
    return [query["sql"] for query in queries.captured_queries]


def test_a_press_asks_the_same_few_questions_at_any_age(tablet: Tablet) -> None:
    tablet.press("started")
    young = asked(tablet, "set_won", winner="A")
    for _n in range(30):
        tablet.press("note", text="x")
    old = asked(tablet, "set_won", winner="B")
    assert len(young) <= QUERIES[connection.vendor], "\n".join(young)
    assert len(old) == len(young)


def test_a_gap_is_still_named(tablet: Tablet) -> None:
    tablet.press("started")
    tablet.line("note", {"text": "lost on the way"})
    late = tablet.send(tablet.line("note", {"text": "came"})).json()
    assert late["missing"] == [2]
    assert missing_dseqs(Game.objects.get().events.first().device_id) == [2]


@pytest.mark.postgres
def test_a_game_is_locked_after_its_match(tablet: Tablet) -> None:
    """PostgreSQL takes the locks in the order in which the clause names them; everybody locks the match first."""
    from django.db import transaction

    with CaptureQueriesContext(connection) as queries, transaction.atomic():
        game_lock(Game.objects.get().uid)
    statement = next(q["sql"] for q in queries.captured_queries if "FOR UPDATE" in q["sql"])
    assert statement.endswith('FOR UPDATE OF "competitions_match", "competitions_game"')
