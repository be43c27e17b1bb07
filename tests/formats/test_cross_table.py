from fractions import Fraction

from competitions.formats.cross_table import cross_table
from competitions.formats.games import Outcome, Points
from tests.formats.test_standings import games


def texts(rows) -> list[str]:
    shown = []
    for row in rows:
        cells = []
        for cell in row.cells:
            if cell is None:
                cells.append("x")
            else:
                cells.append("/".join(f"{r.sets[0]}:{r.sets[1]}" if r.sets else r.outcome[0] for r in cell) or ".")
        shown.append(" ".join(cells))
    return shown


def test_matrix_in_the_given_order_from_both_sides():
    rows = cross_table("bac", games("ab42 ca33"))

    assert [row.id for row in rows] == ["b", "a", "c"]
    assert texts(rows) == ["x 2:4 .", "4:2 x 3:3", ". 3:3 x"]
    assert [(row.points, row.sets) for row in rows] == [(0, (2, 4)), (3, (7, 5)), (1, (3, 3))]


def test_two_legs_stand_in_one_cell_with_who_was_first():
    rows = cross_table("ab", games("ab42 ba33"))
    (cell,) = [cell for cell in rows[0].cells if cell]

    assert [(result.sets, result.was_first) for result in cell] == [((4, 2), True), ((3, 3), False)]


def test_awarded_games_have_points_without_sets():
    rows = cross_table("abc", games("a+b a-c"), points=Points(loss=Fraction(1, 2)))

    assert texts(rows) == ["x w l", "l x .", "l . x"]
    assert [row.points for row in rows] == [Fraction(5, 2), Fraction(1, 2), Fraction(1, 2)]
    assert {row.sets for row in rows} == {(0, 0)}
    assert rows[0].cells[1][0].outcome is Outcome.WON


def test_byes_and_strangers_have_no_cell():
    assert texts(cross_table("ab", games("a ab42 ac42"))) == ["x 4:2", "2:4 x"]
