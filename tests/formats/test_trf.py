from fractions import Fraction

import pytest

from competitions.formats.errors import FormatError
from competitions.formats.games import Points, awarded_game, bye, played_game
from competitions.formats.trf import SwissEvent, trf_text

# Columns after the FIDE's description of the format: number 5-8, name 15-47, rating 49-52, points 81-84, rank 86-89,
# then ten columns a round: two blanks, opponent, colour, result.
EXPECTED = """\
012 Rīgas kauss
XXR 5
XXC white1
001    1      Bērziņš, Jānis                    1800                             1.5    2     3 w 1     2 b =
001    2      Ļūļa-Žagariņa, Ķrūmiņš-Ģērbtuvē A                                  1.5    3  0000 - U     1 w =
001    3      O'Brien                           1500                             1.0    4     1 b 0  0000 - U
001    4      Дмитрий                                                            2.0    1     5 w 1     5 w +
001    5      -                                  990                             0.0    5     4 b 0     4 b -  0000 - Z
"""


def test_file_is_as_described():
    names = {"a": "Bērziņš,  Jānis\n", "b": "Ļūļa-Žagariņa, Ķrūmiņš-Ģērbtuvē Anna", "c": "O'Brien", "d": "Дмитрий",
             "e": "-"}
    event = SwissEvent(
        order=tuple("abcde"),
        rounds=((played_game("a", "c", 4, 2), bye("b"), played_game("d", "e", 4, 0)),
                (played_game("b", "a", 3, 3), bye("c"), awarded_game("d", "e", "d"))),
        absent=frozenset({"e", "not entered"}), total_rounds=5, title="Rīgas\nkauss", names=names,
        ratings={"a": 1800, "b": 0, "c": 1500, "d": 12_000, "e": 990},
    )

    text = trf_text(event)
    first = text.splitlines()[3]

    assert text == EXPECTED
    assert [first[a - 1:b] for a, b in ((5, 8), (15, 47), (49, 52), (81, 84), (86, 89), (92, 99), (102, 109))] == [
        "   1", f"{'Bērziņš, Jānis':33}", "1800", " 1.5", "   2", "   3 w 1", "   2 b ="]


def cells(event: SwissEvent) -> dict[str, str]:
    rows = [line for line in trf_text(event).splitlines() if line.startswith("001")]
    return {entry: row[89:] for entry, row in zip(event.order, rows, strict=True)}


def test_late_entry_and_absence_are_zero_point_byes():
    event = SwissEvent(order=tuple("abc"), rounds=((played_game("a", "b", 4, 2),), (played_game("c", "a", 1, 4),)))

    assert cells(event)["b"] == "     1 b 0  0000 - Z"
    assert cells(event)["c"] == "  0000 - Z     1 w 0"


def test_game_lost_by_both_is_a_forfeit_of_both():
    event = SwissEvent(order=tuple("ab"), rounds=((awarded_game("b", "a", None),),))

    assert cells(event) == {"a": "     2 b -", "b": "     1 w -"}


def lines(event: SwissEvent, code: str) -> list[str]:
    return [line for line in trf_text(event).splitlines() if line.startswith(code)]


def test_unknown_number_of_rounds_never_makes_a_last_round():
    assert lines(SwissEvent(order=("a", "b"), rounds=((), ())), "XXR") == ["XXR 4"]
    assert lines(SwissEvent(order=("a", "b")), "012") == []


def test_pairs_not_to_be_made_and_the_first_stroke_of_the_top():
    event = SwissEvent(order=tuple("abcd"), forbidden=frozenset({("d", "a"), ("b", "c")}), top_has_first_stroke=False)

    assert lines(event, "XX") == ["XXR 2", "XXC black1", "XXP 1 4", "XXP 2 3"]


def score(event: SwissEvent) -> list[str]:
    return [line[80:84] for line in lines(event, "001")]


@pytest.mark.parametrize(("win", "draw", "loss", "system", "scores"), [
    (2, 1, 0, [], [" 1.0", " 0.0", " 0.5", " 0.5", " 1.0"]),
    (1, Fraction(1, 2), 0, [], [" 1.0", " 0.0", " 0.5", " 0.5", " 1.0"]),
    (3, 1, 0, ["XXS WW=3.0 BW=3.0 FW=3.0 FPB=3.0 PAB=3.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0 FL=0.0 ZPB=0.0"],
     [" 3.0", " 0.0", " 1.0", " 1.0", " 3.0"]),
    (Fraction(5, 4), 1, Fraction(1, 2),
     ["XXS WW=2.5 BW=2.5 FW=2.5 FPB=2.5 PAB=2.5 WD=2.0 BD=2.0 WL=1.0 BL=1.0 FL=1.0 ZPB=0.0"],
     [" 2.5", " 1.0", " 2.0", " 2.0", " 2.5"]),
])
def test_points_other_than_a_half_for_a_draw_are_declared(win, draw, loss, system, scores):
    points = Points(win=Fraction(win), draw=Fraction(draw), loss=Fraction(loss))
    games = (played_game("a", "b", 4, 2), played_game("c", "d", 3, 3), bye("e"))
    event = SwissEvent(order=tuple("abcde"), rounds=(games,), points=points)

    assert lines(event, "XXS") == system
    assert score(event) == scores


@pytest.mark.parametrize(("event", "code", "path"), [
    (SwissEvent(order=("a", "b"), rounds=((bye("q"),),)), "unknown_id", "rounds[0][0].first"),
    (SwissEvent(order=("a", "b"), rounds=((), (bye("a"), played_game("b", "q", 1, 0)))), "unknown_id",
     "rounds[1][1].second"),
    (SwissEvent(order=("a", "b"), rounds=((played_game("a", "a", 1, 0),),)), "against_itself", "rounds[0][0].second"),
    (SwissEvent(order=("a", "b"), rounds=((played_game("a", "b", 1, 0), bye("b")),)), "plays_twice", "rounds[0][1]"),
    (SwissEvent(order=("a", "b"), rounds=((), ()), total_rounds=2), "all_rounds_played", "results"),
    (SwissEvent(order=("a", "b"), rounds=((),) * 9, points=Points(win=Fraction(10), draw=Fraction(1))),
     "points_not_writable", "points"),
    (SwissEvent(order=("a", "b"), points=Points(win=Fraction(1, 1000))), "points_not_writable", "points"),
])
def test_contradictions_are_refused(event, code, path):
    with pytest.raises(FormatError) as refusal:
        trf_text(event)

    assert (refusal.value.code, refusal.value.path) == (code, path)
    assert refusal.value.message
