"""The rules as pages: every clause of three rule sets in five languages, found by number, word and kind."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils.html import escape

from competitions.formats.regulations import RULESET_EDITIONS
from refereeing.engine.rules.book import KINDS, LANGUAGES, RULESETS, clauses, own_clauses
from refereeing.pages.rules import KIND_LABELS, SEARCH_LIMIT

pytestmark = pytest.mark.django_db
SHOWN = re.compile(r'<article class="card clause" id="([^"]+)" data-clause>')
ALL = re.compile(r'<article class="card clause" id="([^"]+)"')


def read(client: Client, address: str, language: str = "en", **query: str) -> str:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer = client.get(f"/rules/{address}", query)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("address", ["", "lnf-2008/", "int-2017/", "aus-1992/", "board/"])
def test_page_answers_and_keeps_a_strict_policy(client, address):
    answer = client.get(f"/rules/{address}")

    assert answer.status_code == 200
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert not re.search(rb" (style|on[a-z]+)=|<script(?![^>]* src=)", answer.content)
    assert client.post(f"/rules/{address}").status_code == 405


def test_every_page_leads_to_the_rules(client):
    footer = client.get("/").content.decode().partition('<footer class="site-foot">')[2]
    assert '<a href="/rules/">Rules</a>' in footer


def test_overview_names_the_editions(client):
    page = read(client, "")
    for ruleset in RULESETS:
        assert RULESET_EDITIONS[ruleset] in page
        assert f'href="/rules/{ruleset}/"' in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_clause_is_read_in_the_readers_language(client, ruleset, language):
    page = read(client, f"{ruleset}/", language)

    assert ALL.findall(page) == SHOWN.findall(page) == [found.number for found in clauses(ruleset)]
    assert [f.number for f in clauses(ruleset) if escape(f.text(language)) not in page] == []


def test_clause_shows_its_kind_how_it_is_read_and_what_is_allowed(client):
    page = read(client, "lnf-2008/").partition('id="17.1.h"')[2].partition("</article>")[0]

    assert "penalty disc</span>" in page
    assert "4.5 mm or more past the line" in page
    assert "off the opposite edge (13.3.a)" in page


SEARCHES = [  # rule set, language, what is looked for, clauses that are shown
    ("lnf-2008", "en", {"q": "17.1.h"}, ["17.1.h"]), ("lnf-2008", "en", {"q": "16.1", "kind": "penalty"}, []),
    ("lnf-2008", "en", {"q": "undamaged CUE"}, ["16.1.i"]),
    ("lnf-2008", "lv", {"q": "bojata kija"}, ["16.1.i"]),  # without the marks: nebojāta kija
    ("lnf-2008", "ru", {"q": "борнаЯ"}, ["19.1.g"]), ("int-2017", "en", {"q": "turn.3"}, ["turn.3"]),
    ("lnf-2008", "en", {"kind": "exclusion"}, ["3.2", "14.1", "14.2", "14.3", "14.4"]),
    ("aus-1992", "en", {"q": "qwertz"}, []), ("aus-1992", "en", {"q": "1.28", "kind": "nonsense"}, ["1.28"]),
    ("lnf-2008", "en", {"q": "<script>"}, []),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "language", "query", "numbers"), SEARCHES)
def test_search(client, ruleset, language, query, numbers):
    page = read(client, f"{ruleset}/", language, **query)

    assert SHOWN.findall(page) == numbers
    assert ("data-rules-none hidden" in page) == bool(numbers)
    assert "<script>" not in page


def test_search_through_all_rule_sets_names_each_clause_where_it_is_stated(client):
    page = read(client, "", q="drawn")

    found = SHOWN.findall(page)
    assert {"aus-1992-1.27", "aus-1992-4.5", "lnf-2008-23.1"} <= set(found)
    assert len(found) == len(set(found))
    assert f"{len(found)} clauses found" in page
    assert "1 clause found" in read(client, "", q="16.1.i")
    assert SHOWN.findall(read(client, "", q="x" * 500)) == []
    assert f'value="{"x" * SEARCH_LIMIT}"' in read(client, "", q="x" * 500)


def test_unknown_rule_set_is_not_found(client):
    assert client.get("/rules/novuss-2030/").status_code == 404


def test_every_kind_has_a_word():
    assert set(KIND_LABELS) == set(KINDS)
    assert all(own_clauses(ruleset) for ruleset in RULESETS)


def test_board_speaks_the_readers_language(client):
    page = read(client, "board/", "de")

    assert 'data-language="de"' in page
    assert "Doppelstoß" in page
    assert '<circle class="pocket" cx="435" cy="435" r="50"/>' in page
