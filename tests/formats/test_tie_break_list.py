"""The list of tie-breaks as regulations keep it: words, and what a table is ordered by."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.common.errors import Invalid
from competitions.formats.age_groups import in_age_group, is_age_group
from competitions.formats.level_groups import TIE_BREAKS
from competitions.formats.regulations import regulations_from, regulations_json
from competitions.formats.standings import ByNumber, Rules
from competitions.formats.tie_break_list import MAX_WORDS, WORDS, check_words, read_words

LISTS = [  # the regulations of docs/tiebreaks.md, as words
    (("buchholz", "wins_last_rounds"), ("buchholz", "wins_last_rounds")),
    (("two:head_to_head", "more:set_ratio"), (ByNumber(two=("head_to_head",), more=("set_ratio",)),)),
    (("two:head_to_head", "two:lot", "buchholz", "more:set_ratio"),
     (ByNumber(two=("head_to_head", "lot")), "buchholz", ByNumber(more=("set_ratio",)))),
    ((), ()),
]


@pytest.mark.parametrize(("words", "order"), LISTS)
def test_words_make_the_order(words, order):
    assert read_words(check_words(words, path="t")) == order


REFUSED = [
    (["magic"], "unknown_value"), (["three:lot"], "unknown_value"), (["two:"], "unknown_value"),
    (["lot", "lot"], "duplicate"),
    (["lot", "two:lot"], "duplicate"), (["two:lot", "two:lot"], "duplicate"),
    (list(WORDS[:MAX_WORDS + 1]), "out_of_range"),
]


@pytest.mark.parametrize(("words", "code"), REFUSED)
def test_list_that_makes_no_order_is_refused(words, code):
    with pytest.raises(Invalid) as refusal:
        check_words(words, path="tie_breaks")
    assert (refusal.value.code, refusal.value.params["path"]) == (code, "tie_breaks")


def test_taken_for_some_number_it_may_still_come_for_all():
    """C.07 art. 4.2 lets a tie-break of a list stand after it (docs/tiebreaks.md, by number)."""
    assert read_words(check_words(["two:lot", "lot"], path="t")) == (ByNumber(two=("lot",)), "lot")


@given(st.lists(st.sampled_from(WORDS), max_size=MAX_WORDS))
def test_every_list_that_is_taken_makes_rules(words):
    try:
        taken = check_words(words, path="t")
    except Invalid:
        return
    assert set(Rules(tie_breaks=read_words(taken)).names) <= set(TIE_BREAKS)


def test_every_tie_break_may_be_named_a_play_off_and_the_chiefs_decision_too():
    assert set(TIE_BREAKS) <= set(WORDS)
    assert check_words(["head_to_head", "play_off", "manual"], path="t") == ("head_to_head", "play_off", "manual")


AGES = [  # group, born, in a competition of 2026
    ("U18", 2008, True), ("U18", 2007, False), ("50+", 1976, True), ("50+", 1977, False), ("all", 1976, False),
]


@pytest.mark.parametrize(("group", "born", "belongs"), AGES)
def test_age_is_the_one_reached_in_the_year(group, born, belongs):
    assert in_age_group(group, born=born, year=2026) is belongs


@pytest.mark.parametrize(("name", "known"), [("U18", True), ("50+", True), ("18", False), ("U8", False), ("5+", False)])
def test_names_of_age_groups(name, known):
    assert is_age_group(name) is known


def test_regulations_name_rankings_and_age_groups():
    given_ = {"rankings": ["class", "sex"], "age_groups": ["U18", "50+"], "tie_breaks_swiss": ["two:head_to_head"]}
    stored = regulations_json(regulations_from(given_))
    assert {name: stored[name] for name in given_} == given_


@pytest.mark.parametrize("wrong", [{"rankings": ["club"]}, {"age_groups": ["young"]}])
def test_unknown_ranking_is_refused(wrong):
    with pytest.raises(Invalid) as refusal:
        regulations_from(wrong)
    assert (refusal.value.code, refusal.value.params["path"]) == ("unknown_value", next(iter(wrong)))
