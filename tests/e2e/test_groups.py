"""A Saturday in groups, by the pages alone: from the entry list to approved protocols, public tables and prints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.saturday import Saturday

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def saturday(served: str, someone: Callable[..., Page], tmp_path: Path, poppler: str) -> Saturday:
    return Saturday(served, someone, tmp_path, poppler)


def test_a_saturday_in_groups(saturday: Saturday) -> None:
    """Step by step; each says in its own words what it does."""
    for step in (
        saturday.come_in, saturday.set_up, saturday.read_the_list, saturday.mark_who_is_there, saturday.draw,
        saturday.repeat_the_lot, saturday.give_tables, saturday.pair_a_tablet, saturday.open_public_pages,
        saturday.call_who_does_not_come, saturday.referee_at_a_table, saturday.players_with_a_phone,
        saturday.approve_and_watch, saturday.declare_no_show, saturday.third_warning, saturday.play_the_first_round,
        saturday.second_no_show, saturday.exclude, saturday.play_the_rest, saturday.compare_tables,
        saturday.read_in_five_languages, saturday.print_all,
    ):
        step()
