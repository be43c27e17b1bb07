import hashlib
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.formats.errors import FormatError
from competitions.formats.lot import Entrant, draw_order, lot_key, new_lot, shell_line

LOT = "Rīga, 25 January: 40 17 8 33"


def entrants(*ids: str) -> list[Entrant]:
    return [Entrant(id=entry_id) for entry_id in ids]


def test_lot_key_is_sha256_of_lot_newline_id():
    assert lot_key(LOT, "a") == hashlib.sha256(LOT.encode() + b"\n" + b"a").hexdigest()


def test_draw_order_seeds_first_gaps_do_not_matter():
    entries = [Entrant(id="x"), Entrant(id="b", seed=7), Entrant(id="a", seed=2)]

    assert draw_order(entries, LOT) == ("a", "b", "x")


def test_draw_order_unseeded_go_by_key_whatever_the_names_and_ratings():
    entries = [Entrant(id=i, name=n, rating=r) for i, n, r in (("p", "Z", 1), ("q", "A", 9), ("r", "M", 5))]

    assert draw_order(entries, LOT) == tuple(sorted("pqr", key=lambda i: lot_key(LOT, i)))


def test_draw_order_by_rating_ranks_unseeded_before_the_lot():
    entries = [
        Entrant(id="none"), Entrant(id="low", rating=1500), Entrant(id="zero", rating=0), Entrant(id="seed", seed=1),
        Entrant(id="high", rating=1800),
    ]

    assert draw_order(entries, LOT, by_rating=True) == ("seed", "high", "low", "zero", "none")


def test_draw_order_equal_ratings_go_by_lot():
    entries = [Entrant(id=i, rating=1500) for i in "abcdef"]

    assert draw_order(entries, LOT, by_rating=True) == draw_order(entrants(*"abcdef"), LOT)


@given(st.permutations(list("abcdefgh")))
def test_draw_order_does_not_depend_on_the_order_of_entry(ids):
    assert draw_order(entrants(*ids), LOT) == draw_order(entrants(*"abcdefgh"), LOT)


@pytest.mark.parametrize(("entries", "code", "path"), [
    (entrants("a", "b", "a"), "duplicate_id", "entries[2].id"),
    ([Entrant(id="a", seed=1), Entrant(id="b"), Entrant(id="c", seed=1)], "duplicate_seed", "entries[2].seed"),
])
def test_draw_order_refuses_doubles(entries, code, path):
    with pytest.raises(FormatError) as refusal:
        draw_order(entries, LOT)

    assert (refusal.value.code, refusal.value.path) == (code, path)
    assert refusal.value.message


def test_new_lot_is_made_of_the_given_bytes():
    assert new_lot(bytes(range(16))) == "0001-0203-0405-0607-0809-0a0b-0c0d-0e0f"


def test_new_lot_refuses_little_randomness():
    with pytest.raises(ValueError, match="16 random bytes"):
        new_lot(b"short")


@pytest.mark.skipif(not (shutil.which("sh") and shutil.which("sha256sum")), reason="NOT RUN: no sh or no sha256sum")
@pytest.mark.parametrize("lot", [LOT, "it's 5 $HOME `date` \\n %s"])
@pytest.mark.parametrize("given_ids", [True, False])
def test_shell_line_repeats_the_draw(lot, given_ids):
    ids = ["p01", "p02", "it's", "ņ 4", "p%s"]
    line = shell_line(lot, ids if given_ids else ())

    run = subprocess.run(["sh", "-c", line], input="\n".join([*ids, ""]), capture_output=True, text=True, check=True)

    assert tuple(row.split(" ", 1)[1] for row in run.stdout.splitlines()) == draw_order(entrants(*ids), lot)


def test_refusal_under_a_prefix_keeps_code_and_parameters():
    inner = FormatError("out_of_range", "points.win", high=3)

    assert inner.under("input").path == "input.points.win"
    assert FormatError("x", "[2]").under("entries").path == "entries[2]"
    assert FormatError("x", "").under("entries").path == "entries"
    assert inner.under("a").params == {"path": "a.points.win", "high": 3}
