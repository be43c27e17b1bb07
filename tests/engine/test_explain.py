"""The explanation of a verdict: one paragraph, in five languages, for every clause that a verdict can cite."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from refereeing.engine.errors import EngineError
from refereeing.engine.facts import INCIDENTS
from refereeing.engine.rules.book import LANGUAGES, clause
from refereeing.engine.rules.explain import (
    allowed_instead,
    explain_json,
    incident_name,
    millimetres,
    reading_of,
    sentence_names,
    sentences,
)
from refereeing.engine.rules.stroke_json import adjudicate_json
from tests.engine.findings import FINDINGS, STAND, citable
from tests.engine.random_strokes import random_stroke
from tests.engine.strokes import stroke

PLACEHOLDER = re.compile(r"\{(\w*)\}")


def test_every_clause_that_a_verdict_can_cite_has_a_stroke():
    assert set(FINDINGS) == citable()


@pytest.mark.parametrize("ref", sorted(FINDINGS))
def test_clause_is_found_and_named_in_every_language(ref):
    data = FINDINGS[ref]
    assert ref in {item["rule"] for item in adjudicate_json(data)["findings"]}

    told = {language: explain_json({**data, "language": language})["explanation"] for language in LANGUAGES}

    number = ref.split(":")[1]
    for text in told.values():
        assert re.search(rf"(?<![\w.]){re.escape(number)}(?![\w.]*\w)", text)
        assert "{" not in text
        assert "  " not in text
        assert text.endswith((".", "!"))
        assert "\n" not in text
    assert len(set(told.values())) == len(LANGUAGES)


def test_paragraph_says_what_happened_what_decided_and_what_was_allowed():
    """lnf-2008:17.1.h by a direct stroke on a dark disc; 13.3.a is what was allowed."""
    told = explain_json(stroke("r1 100 -380, r2 200 200, b1 0 -150", "striker>r1", "r1 110 -300", striker=(-100, -420)))

    assert told["decided_by"] == "lnf-2008:17.1.h"
    assert told["explanation"] == (
        "S made a direct stroke. First touched: own dark disc r1. The stroke is penalised. "
        "17.1.h decides: A penalised stroke touched an own dark disc; it is put back. These apply too: 18.1.a, 18.1.d. "
        "S gets a penalty disc. Put back: r1 at x 100, y -380 mm. Penalty disc placed: red-1 at x 0, y 485 mm. "
        "The turn passes to N. By the rules: a dark disc may be struck off the opposite edge (13.3.a), and one in the "
        "circle off a side edge too (13.3.e)."
    )


DECIDED = [  # what happens, rule set, discs, events, more, the clause that decided
    ("a correct stroke", "lnf-2008", STAND, "striker>r1 r1@NE", {}, "lnf-2008:11.4.a"),
    ("the turn is lost", "lnf-2008", STAND, "striker>r1", {}, "lnf-2008:18.1.a"),
    ("a penalty weighs more than the turn", "lnf-2008", STAND, "striker>r1 striker@NE", {}, "lnf-2008:17.1.d"),
    ("the first of two penalties", "lnf-2008", STAND, "striker>b1 striker@NE", {}, "lnf-2008:17.1.b"),
    ("a lost set more than a penalty", "lnf-2008", STAND, "striker>b1; !wilful_breach", {}, "lnf-2008:16.1.c"),
    ("the end of the set", "lnf-2008", "r1 200 250, b1 0 0", "striker>r1 r1@NE", {}, "lnf-2008:20.3"),
    ("inherited", "int-2017", STAND, "striker>r1; !double_hit", {}, "lnf-2008:17.1.j"),
    ("several driven home", "aus-1992", STAND, "striker>b1; !disc_touched discs=r1,r2", {}, "aus-1992:3.6.14"),
    ("nothing that the rules know", "lnf-2008", STAND, "!placed_early by=N", {"striker": None}, None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "ruleset", "before", "events", "more", "ref"), DECIDED, ids=[case for case, *_ in DECIDED])
def test_clause_that_decided(case, ruleset, before, events, more, ref):
    told = explain_json(stroke(before, events, ruleset=ruleset, **more))

    assert told["decided_by"] == ref
    shown = clause(ref).text() if ref else "No clause applies."
    assert shown in told["explanation"]


CONSEQUENCES = [  # what happens, discs, events, discs elsewhere, more, sentences that must be there, one that must not
    ("rebound", STAND, "striker|N striker|E striker>b1", "", {},
     ["S made a rebound stroke off: N, E.", "First touched: opponent's disc b1."], "direct"),
    ("nothing touched", STAND, "", "", {}, ["The striker touched no disc."], "First"),
    ("dark in the circle", "r1 0 0, b1 0 200", "striker|N striker>r1", "", {},
     ["First touched: own dark disc r1 in the circle."], "light"),
    ("pocketed and off", STAND, "striker>r1 r1@NE b1^E striker^N recrossed", "", {},
     ["Pocketed: r1.", "Over the edge: b1.", "The striker went over the edge.",
      "The striker came back over the own zone line.", "Placed for a disc that left the table: b1 at x 0, y 0 mm.",
      "Penalty disc placed: r1 at x 0, y 485 mm."], "fell"),
    ("acts, each once", STAND, "striker>r1; !double_hit; !double_hit; !disc_touched by=N discs=b2", "", {},
     ["Besides: double hit (S), disc touched by hand or cue (N)."], "Pocketed"),
    ("the fault of the other waits", STAND, "striker>r1; r1@NE; !disc_touched by=N discs=b2", "", {},
     ["Penalty discs that wait for the end of the turn: N 1.", "S strikes again."], "owed"),
    ("owed with all eight on the table", "r1 200 250, r2 -200 300, r3 300 0, r4 -300 0, r5 300 100, r6 -300 150, "
     "r7 0 250, r8 0 320, b1 200 -150", "striker>b1", "", {}, ["S gets a penalty disc.", "Penalty discs owed: S 1."],
     "placed"),
    ("stops", "r1 200 250, b1 0 -150", "striker>r1 r1@NE", "",
     {"state": {"opener": "S", "first_series": {"S": "running", "N": "not_started"}}},
     ["S has cleared in the first series and stops; N replies."], "By the rules"),
    ("lost by the opponent's last", "r1 200 250, r2 0 300, b1 0 -150", "striker>r1 b1@SE", "", {},
     ["S has lost the set.", "By the rules: the opponent's last disc stays on the table while own discs are left."],
     "The turn"),
    ("won", "r1 200 250, b1 0 -150", "striker>r1 r1@NE", "", {}, ["S has won the set."], "By the rules"),
    ("restored to a tenth", STAND + ", b3 -100.25 200", "striker>b3 b3^W", "", {},
     ["Put back: b3 at x -100.2, y 200 mm."], "Placed for"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "before", "events", "after", "more", "there", "not_there"), CONSEQUENCES,
    ids=[case for case, *_ in CONSEQUENCES])
def test_what_follows_is_told(case, before, events, after, more, there, not_there):
    text = explain_json(stroke(before, events, after, **more))["explanation"]

    assert [piece for piece in there if piece not in text] == []
    assert not_there not in text


@pytest.mark.parametrize(("result", "data"), [
    ("The set is replayed.", FINDINGS["lnf-2008:20.6"]), ("The set is drawn.", FINDINGS["aus-1992:1.27"]),
    ("The referee may award the set or the game to the opponent.", FINDINGS["aus-1992:1.28"]),
])
def test_end_of_a_set_is_told(result, data):
    assert result in explain_json(data)["explanation"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_stroke_can_be_explained(language):
    for seed in range(300):
        data = {**random_stroke(seed), "language": language}
        told = explain_json(data)
        assert told["verdict"] == adjudicate_json(data)
        assert "{" not in told["explanation"]
        rules = [item["rule"] for item in told["verdict"]["findings"]]
        assert (told["decided_by"] in rules) if rules else told["decided_by"] is None


def test_bad_input_is_refused_as_by_adjudicate():
    with pytest.raises(EngineError, match="not_one_of at language"):
        explain_json({**FINDINGS["lnf-2008:17.1.a"], "language": "fr"})


# --- the sentences ---------------------------------------------------------------------------------------------------
def every(language: str) -> Iterator[tuple[str, str, str]]:
    for section, lines in sentences(language).items():
        for name, text in lines.items():
            yield section, name, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_language_has_every_sentence_with_the_same_placeholders(language):
    english = {(section, name): text for section, name, text in every("en")}
    found = {(section, name): text for section, name, text in every(language)}

    assert found.keys() == english.keys()
    for key, text in found.items():
        assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(english[key])), key
        assert text == text.strip()
        assert key[0] in ("incident", "happened", "result", "verdict") or text.endswith(("}", "."))
        assert language == "en" or text != english[key] or text in ("{act} ({seat})",), key


def test_every_sentence_belongs_to_clauses_and_every_clause_is_known():
    tables = {name: sentence_names(name) for name in ("always", "lost", "reading")}
    for table in tables.values():
        for ref in table:
            assert clause(ref).ref == ref
    used = {*tables["always"].values(), *tables["lost"].values()}
    assert used | {"intro"} == sentences("en")["instead"].keys()
    assert set(tables["reading"].values()) == sentences("en")["reading"].keys()
    assert not tables["always"].keys() & tables["lost"].keys()


def test_every_clause_that_costs_something_in_a_stroke_says_what_was_allowed():
    costs = {"penalty", "set", "turn"}
    without = {
        ref for ref in citable() if costs & set(clause(ref).kinds) and "order" not in clause(ref).kinds
        and not allowed_instead(ref, "en")
    }
    assert without == {"aus-1992:1.28"}  # any breach of any rule: there is no one thing instead


def test_every_incident_has_a_name():
    assert set(INCIDENTS) == sentences("en")["incident"].keys()
    assert incident_name("refused", "de") == "Stoß verweigert"


def test_language_that_is_none_of_the_five_is_english():
    assert sentences("fr") == sentences("en")
    assert reading_of("lnf-2008:16.1.i", "lv") == ""
    assert reading_of("lnf-2008:17.1.s", "en").startswith("The stroke counts as penalised")
    assert allowed_instead("lnf-2008:20.3", "en", is_lost=False) == ""


@pytest.mark.parametrize(("value", "language", "text"), [
    (485.0, "en", "485"), (-0.04, "en", "0"), (0.26, "en", "0.3"), (-374.5, "lv", "-374,5"), (-374.5, "en", "-374.5"),
])
def test_length_to_a_tenth(value, language, text):
    assert millimetres(value, language) == text
