import math
from fractions import Fraction

import pytest

from competitions.formats.errors import FormatError
from competitions.formats.json_input import (
    MAX_INPUT_BYTES,
    Form,
    Place,
    RepeatedKey,
    parse_json,
    read_batch,
    refuse_repeated_keys,
)


def refused(action) -> tuple[str, str]:
    with pytest.raises(FormatError) as refusal:
        action()
    assert refusal.value.message
    return refusal.value.code, refusal.value.path


@pytest.mark.parametrize(("value", "code", "path"), [
    ([], "wrong_type", "top"),
    (None, "wrong_type", "top"),
    ({"a": 1, "b": 2, "c": 3}, "unknown_field", "top.c"),
    ({"b": 2}, "missing", "top.a"),
    (parse_json('{"a": 1, "b": 1, "a": 2}'), "duplicate_key", "top.a"),
    ({"x" * 99: 1}, "unknown_field", "top." + "x" * 64),
    ({"\ud800": 1}, "unknown_field", "top.\ufffd"),
])
def test_fields_refuse(value, code, path):
    assert refused(lambda: Place(value, "top").fields(("a",), ("b",))) == (code, path)


def test_fields_give_places_with_paths():
    fields = Place({"a": [1]}, "top[2]").fields(("a",), ("b",))

    assert fields == {"a": Place([1], "top[2].a")}
    assert Place({"a": 1}).fields(("a",))["a"].path == "a"


@pytest.mark.parametrize(("value", "code"), [({}, "wrong_type"), ("ab", "wrong_type"), ([], "wrong_length"),
                                             ([1, 2, 3], "wrong_length")])
def test_items_refuse(value, code):
    assert refused(lambda: Place(value, "x").items(1, 2)) == (code, "x")


def test_items_are_numbered():
    assert [item.path for item in Place([5, 6], "x").items(1, 2)] == ["x[0]", "x[1]"]


@pytest.mark.parametrize(("value", "code"), [
    (1, "wrong_type"), ("", "wrong_length"), ("x" * 65, "wrong_length"), ("a\x00b", "bad_text"), ("a\nb", "bad_text"),
    ("\ud800", "bad_text"), ("\x7f", "bad_text"),
])
def test_id_refuses(value, code):
    assert refused(Place(value, "id").id) == (code, "id")


@pytest.mark.parametrize("value", ["a", "Ž" * 64, "bye", "{{7*7}}", "e\u0301"])
def test_id_takes_any_other_text(value):
    assert Place(value).id() == value


@pytest.mark.parametrize(("value", "code"), [
    (True, "wrong_type"), ("3", "wrong_type"), (None, "wrong_type"), (1.5, "wrong_type"), (2.0, "wrong_type"),
    (-1, "out_of_range"), (10, "out_of_range"), (math.nan, "not_finite"), (math.inf, "not_finite"),
    (parse_json("9" * 5000), "not_finite"), (parse_json("1e400"), "not_finite"), (parse_json("NaN"), "not_finite"),
    (parse_json("-Infinity"), "not_finite"),
])
def test_whole_refuses(value, code):
    assert refused(lambda: Place(value, "n").whole(0, 9)) == (code, "n")


@pytest.mark.parametrize(("value", "code"), [(False, "wrong_type"), (1e308, "out_of_range"), (-0.5, "out_of_range"),
                                             (math.nan, "not_finite")])
def test_number_refuses(value, code):
    assert refused(lambda: Place(value, "n").number(0, 9)) == (code, "n")


@pytest.mark.parametrize(("value", "number"), [(0.1, Fraction(1, 10)), (2, 2), (-0.0, 0), (1e-3, Fraction(1, 1000))])
def test_number_is_exact(value, number):
    assert Place(value).number(0, 9) == number


def test_whole_choice_and_flag():
    assert Place(9).whole(0, 9) == 9
    assert Place("a").choice(("a", "b")) == "a"
    assert refused(lambda: Place("c", "p").choice(("a", "b"))) == ("unknown_value", "p")
    assert Place(True).flag() is True
    assert refused(Place(1, "p").flag) == ("wrong_type", "p")


@pytest.mark.parametrize(("raw", "form", "items"), [
    (b'{"a": 1}', Form.OBJECT, ({"a": 1},)),
    (b'\xef\xbb\xbf{"a": 1}', Form.OBJECT, ({"a": 1},)),
    (b'[{"a": 1}, 5]', Form.ARRAY, ({"a": 1}, 5)),
    (b"[]", Form.ARRAY, ()),
    (b'{"a": 1}\n{"a": 2}\n', Form.LINES, ({"a": 1}, {"a": 2})),
    (b'\n{"a": 1}\r\n\r\n{"a": 2}', Form.LINES, ({"a": 1}, {"a": 2})),
    (b"5", Form.OBJECT, (5,)),
])
def test_read_batch(raw, form, items):
    batch = read_batch(raw)

    assert (batch.form, batch.items) == (form, items)


@pytest.mark.parametrize(("raw", "form", "codes"), [
    (b"", Form.OBJECT, ["malformed"]),
    (b"{", Form.OBJECT, ["malformed"]),
    (b'{\n"a": {"b": 1},\n', Form.OBJECT, ["malformed"]),
    (b"\xff", Form.OBJECT, ["bad_charset"]),
    (b"[" * 100_000, Form.OBJECT, ["too_deep"]),
    (b'{"a": 1}\n{oops\n{"a": 2}', Form.LINES, [None, "malformed", None]),
    (b'oops\n{"a": 2}', Form.LINES, ["malformed", None]),
    (b'{"a": 2}\n' + b"[" * 100_000, Form.LINES, [None, "too_deep"]),
])
def test_read_batch_puts_refusals_in_their_places(raw, form, codes):
    batch = read_batch(raw)

    assert batch.form == form
    assert [getattr(item, "code", None) for item in batch.items] == codes
    assert all(item.message for item in batch.items if isinstance(item, FormatError))


def test_read_batch_refuses_more_than_it_takes():
    (item,) = read_batch(b" " * (MAX_INPUT_BYTES + 1)).items

    assert item.as_dict() == {
        "code": "too_long", "path": "", "message": "longer than the 100000000 bytes that are taken"}


def test_repeated_key_spoils_only_its_item():
    batch = read_batch(b'[{"a": 1, "b": 1, "b": 1}, {"a": 2}]')

    assert isinstance(batch.items[0], RepeatedKey)
    assert batch.items[0].repeated == "b"
    assert batch.items[1] == {"a": 2}


@pytest.mark.parametrize(("text", "path"), [
    ('{"a": 1, "a": 2}', "a"),
    ('{"x": [{"a": 1}, {"b": {"c": 1, "c": 1}}]}', "x[1].b.c"),
])
def test_repeated_keys_are_found_anywhere(text, path):
    assert refused(lambda: refuse_repeated_keys(parse_json(text))) == ("duplicate_key", path)


def test_no_repeated_keys():
    refuse_repeated_keys(parse_json('{"x": [{"a": 1}, {"a": 2}, 5]}'))
