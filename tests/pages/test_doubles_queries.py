"""Pages of doubles need as many queries for many pairs as for few: a pair's name is not fetched one by one."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import make_competition, make_event, make_official, make_pair, make_stage

pytestmark = pytest.mark.django_db

PAGES = ("panel/{c}/{e}/entries/", "panel/{c}/{e}/presence/", "panel/{c}/protocols/", "panel/{c}/discipline/",
         "panel/{c}/{e}/draw/", "c/{c}/{e}/", "c/{c}/{e}/cross/", "c/{c}/{e}/entries/", "screen/{c}/")


def queries(client: Client, pairs: int) -> dict[str, int]:
    event = make_event(make_competition(), kind="doubles")
    stage = make_stage(event, [[make_pair(event, f"A{n} {pairs}", f"B{n} {pairs}") for n in range(pairs)]])
    stage.matches.update(table=event.competition.tables.first(), status="finished", outcome="played", winner="A",
                         sets_first=3, sets_second=1)
    client.force_login(make_official(event.competition))
    found: dict[str, int] = {}
    for page in PAGES:
        address = "/" + page.format(c=event.competition.slug, e=event.slug)
        client.get(address)  # what is fetched once only is not counted
        with CaptureQueriesContext(connection, ) as seen:
            answer: Any = client.get(address)
        assert answer.status_code == 200, address
        assert f"A0 {pairs} / B0 {pairs}" in answer.content.decode() or "screen" in page, address
        found[page] = len(seen)
    return found


def test_queries_do_not_grow_with_the_pairs(client: Client) -> None:
    few, many = queries(client, 3), queries(client, 9)

    assert {page: count for page, count in many.items() if count > few[page] + 2} == {}
