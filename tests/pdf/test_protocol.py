"""What stands on the match protocol (lnf-2008: 9.1, 9.2, 15.3, 19, 22.1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from refereeing.pdf.protocol import protocol_chunks, protocol_pdf, protocols_pdf
from refereeing.pdf.protocol_front import planned_sets
from refereeing.pdf.sheets import ProtocolLoss, ProtocolPlayer, ProtocolSet, ProtocolWarning

from .documents import reader, squeezed, text_of
from .samples import CLAUSES, HASH, NAMES, filled, protocol


def pages_of(content: bytes) -> list[str]:
    return [page.extract_text() for page in reader(content).pages]


def test_front_names_match_players_and_result():
    front = pages_of(protocol_pdf(filled(), language="en"))[0]

    for text in (
        "Match protocol: approved", "Latvijas atklātais čempionāts novusā 2026", "Rīga, Ķeizarmežs",
        "Vīrieši, vienspēles", "A grupa",
        NAMES[0], NAMES[2], "LV-0012", "LV-0415", "SK „Ķekava”", "4 : 2", "2 : 0", "Played", "16.1.g",
        "Set 3 replayed", "Protest: ", "First-named player", "Table referee", "Approved by the chief referee",
    ):
        assert text in front, text


def test_every_set_row_has_score_and_winner():
    front = pages_of(protocol_pdf(filled(), language="en"))[0]

    for score in ("1 : 0", "2 : 0", "2 : 1", "3 : 1", "3 : 2", "4 : 2"):
        assert score in front
    assert front.count("✓") == 6


# case, sets known, set 1's first stroke, planned sets, who has the first stroke in each (rulebook 4: it alternates)
PLANS = [
    ("blank, round robin, first-named starts (22.1.a)", (), 1, 6, [1, 2, 1, 2, 1, 2]),
    ("blank, second-named starts (22.1.b)", (), 2, 4, [2, 1, 2, 1]),
    ("blank, the lot has not decided", (), None, 3, [None, None, None]),
    ("two sets played", ((1, 2), (2, 1)), 1, 4, [2, 1, 2, 1]),
    ("stopped at a majority keeps all rows", ((1, 1), (2, 2), (3, 1), (4, 2)), 1, 6, [1, 2, 1, 2, 1, 2]),
]


@pytest.mark.parametrize(("case", "known", "first", "planned", "strokes"), PLANS, ids=[case for case, *_ in PLANS])
def test_first_strokes_alternate(case, known, first, planned, strokes):
    sets = tuple(ProtocolSet(number=number, first_stroke=stroke) for number, stroke in known)
    data = protocol(sets=sets, first_stroke=first, sets_planned=planned)

    assert [row.first_stroke for row in planned_sets(data)] == strokes


def test_back_has_warnings_clauses_and_the_rule_of_the_third():
    back = pages_of(protocol_pdf(filled(), language="en"))[1]

    for number, text in CLAUSES:
        assert number in back
        assert squeezed(text) in squeezed(back)
    for text in ("Warnings", "9.1.g, 15.3, 19.1", "Set 6", "16.1.g", "First stroke taken out of turn.", "LNF 2008"):
        assert text in back, text


def test_rule_of_the_third_warning_is_left_out_where_there_is_none():
    # aus-1992 1.28: repeated offences, no fixed number
    assert "15.3" not in text_of(protocol_pdf(filled(third_warning=False), language="en"))


def test_warnings_are_counted_for_each_player():
    warnings = tuple(
        ProtocolWarning(to=to, clause=f"19.1.{letter}", text="x") for to, letter in ((1, "a"), (2, "b"), (1, "c"))
    )
    back = pages_of(protocol_pdf(filled(warnings=warnings, losses=()), language="en"))[1]
    cells = [line.strip() for line in back.splitlines() if line.strip()]

    # The cells of a row follow each other: number, to whom, clause.
    assert [cells[cells.index(clause) - 2] for clause in ("19.1.a", "19.1.b", "19.1.c")] == ["1", "1", "2"]


def test_every_page_carries_head_code_state_and_number():
    pages = pages_of(protocol_pdf(filled(), language="en"))

    for number, page in enumerate(pages, start=1):
        for text in (
            f"41 / {HASH[:12]}", HASH, "9F2C-4E71", "https://novuss.example/v/9F2C-4E71", "Approved, revision 2",
        ):
            assert text in page, text
        assert f"Page {number} of {len(pages)}" in page


def test_blank_protocol_has_no_result_and_no_earlier_one():
    # A protocol of day 2 must not be filled with day 1's result.
    front = pages_of(protocol_pdf(protocol(code="K7M-42P", table_url="https://novuss.example/t/12"), language="en"))[0]

    assert "K7M-42P" in front
    assert "✓" not in front
    assert not any(f"{score} :" in front for score in range(1, 7))


def test_signed_protocol_leaves_no_row_open_for_a_pen():
    data = filled()
    data = replace(data, sets=data.sets[:5], result=(3, 2))

    assert "not played" in pages_of(protocol_pdf(data, language="en"))[0]
    assert "not played" not in pages_of(protocol_pdf(replace(data, state="provisional"), language="en"))[0]


def test_thirty_warnings_and_long_remarks_go_on_and_lose_nothing():
    warnings = tuple(
        ProtocolWarning(to=1 + index % 2, clause="19.1.i", text=f"Warning text number {index} " * 4, by=f"R{index}")
        for index in range(30)
    )
    long = "A long remark of the referee. " * 9
    remarks = tuple(f"Remark {index} ends with mark{index}. {long}" for index in range(14))
    content = protocol_pdf(filled(warnings=warnings, remarks=remarks), language="en")
    text = squeezed(text_of(content))

    assert len(reader(content).pages) > 2
    assert all(f"Warningtextnumber{index}" in text for index in range(30))
    assert all(f"mark{index}." in text for index in range(14))


def test_times_are_in_the_zone_of_the_competition():
    # 25 October 2026, 01:30 UTC: clocks in Riga went back at 04:00 (EET), so it is 03:30; in London it is 01:30.
    at = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)

    assert "03:30" in pages_of(protocol_pdf(filled(started_at=at), language="en"))[0]
    assert "01:30" in pages_of(protocol_pdf(filled(started_at=at, zone="Europe/London"), language="en"))[0]


def pairs(**changes):
    """Doubles of three sets: seats by set, who strikes first from where, a warning and a loss of one player each."""
    players = (
        ProtocolPlayer(name=f"{NAMES[0]} / {NAMES[5]}", number="7", members=(NAMES[0], NAMES[5])),
        ProtocolPlayer(name=f"{NAMES[2]} / {NAMES[4]}", number="3", members=(NAMES[2], NAMES[4])),
    )
    seats = (("1a", "2b", "1b", "2a"), ("2a", "1a", "2b", "1b"), ("1b", "2a", "1a", "2b"))
    strikers = (("1b", NAMES[5]), ("2b", NAMES[4]), ("1a", NAMES[0]))
    rows = tuple(
        ProtocolSet(number=n, first_stroke=1 if n % 2 else 2, seats=seats[n - 1], striker=strikers[n - 1][0],
                    striker_name=strikers[n - 1][1], winner=1 if n % 2 else 2) for n in (1, 2, 3))
    filled_in = {
        "players": players, "sets_planned": 3, "sets": rows, "result": (2, 1), "state": "approved", "outcome": "played",
        "warnings": (ProtocolWarning(to=2, player=NAMES[4], clause="19.1.a", text="x", set_number=2),
                     ProtocolWarning(to=2, player=NAMES[2], clause="19.1.c", text="y", set_number=2)),
        "losses": (ProtocolLoss(by_player=2, player=NAMES[4], clause="16.1.a", text="z", set_number=3),),
    }
    return protocol(**{**filled_in, **changes})


def test_pair_prints_both_partners():
    front = pages_of(protocol_pdf(pairs(), language="en"))[0]

    assert squeezed(f"1a {NAMES[0]} / 1b {NAMES[5]}") in squeezed(front)


def test_seats_and_first_striker_of_each_set_of_doubles():
    """21.1: who stands where by set; the first stroke stays at N."""
    front = squeezed(pages_of(protocol_pdf(pairs(), language="en"))[0])

    assert squeezed(f"1b {NAMES[5]}, N 1a 2b 1b 2a") in front
    assert squeezed(f"2b {NAMES[4]}, N 2a 1a 2b 1b") in front


def test_back_of_doubles_names_the_player():
    """9.1.g, 19.1: to whom; counted for each player."""
    back = squeezed(pages_of(protocol_pdf(pairs(), language="en"))[1])

    assert squeezed(f"1 {NAMES[4]} 19.1.a") in back
    assert squeezed(f"1 {NAMES[2]} 19.1.c") in back
    assert squeezed(f"Set 3 {NAMES[4]} 16.1.a") in back


def test_blank_of_doubles_has_rooms_for_the_seats_and_for_three_warnings_each():
    front, back = pages_of(protocol_pdf(pairs(
        sets=(), result=None, state="blank", outcome="", warnings=(), losses=()), language="en"))

    assert squeezed("Set First stroke S W N E") in squeezed(front)
    assert "everybody moves one seat clockwise" in front
    assert "19.1.a" in back


def test_many_protocols_number_their_own_pages_and_report_progress():
    sheets = [filled(table=str(number)) for number in range(1, 6)]
    seen: list[tuple[int, int]] = []
    pages = pages_of(protocols_pdf(sheets, language="en", progress=lambda done, total: seen.append((done, total))))

    assert len(pages) == 10
    assert seen == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
    assert all(f"Page {1 + index % 2} of 2" in page for index, page in enumerate(pages))


def test_links_of_many_protocols_are_their_own():
    sheets = [filled(verify_url=f"https://novuss.example/v/{number}") for number in range(4)]
    links = [
        [note.get_object()["/A"]["/URI"] for note in page.get("/Annots", [])]
        for page in reader(protocols_pdf(sheets, language="en")).pages
    ]

    assert links == [[f"https://novuss.example/v/{index // 2}"] for index in range(8)]


def test_chunks_hold_all_protocols_and_report_over_all():
    sheets = [filled(table=str(number)) for number in range(1, 6)]
    seen: list[tuple[int, int]] = []
    chunks = list(protocol_chunks(sheets, language="en", per_document=2, progress=lambda *at: seen.append(at)))

    assert [len(reader(chunk).pages) for chunk in chunks] == [4, 4, 2]
    assert seen[-1] == (5, 5)


def test_no_protocol_is_refused():
    with pytest.raises(ValueError, match="no protocol"):
        protocols_pdf([], language="en")
