"""Who may stand twice: spellings that are one name, and what tells two people apart."""

import pytest

from competitions.formats.duplicates import CROWD, Known, Reason, Suggestion, clubs_alike, folded, people_alike


def alike(first, second):
    """The reason for which two are suggested."""
    found = people_alike([Known(id=1, **first), Known(id=2, **second)])
    return found[0].reason if found else None


@pytest.mark.parametrize(("first", "second", "reason"), [
    ({"name": "Jānis Bērziņš"}, {"name": "Janis Berzins"}, Reason.SAME_NAME),
    ({"name": "Jānis Bērziņš"}, {"name": "JĀNIS  BĒRZIŅŠ", "born": 1980}, Reason.SAME_NAME),
    ({"name": "Jānis Bērziņš"}, {"name": "Bērziņš, Jānis"}, Reason.OTHER_ORDER),
    ({"name": "Дмитрий Ёлкин"}, {"name": "Дмитрий Елкин"}, Reason.SAME_NAME),
    ({"name": "Anna Liepa", "licence": "LV-017"}, {"name": "Anna Ozola", "licence": "lv 017"}, Reason.SAME_LICENCE),
    ({"name": "Andris Kalniņš", "club": 1}, {"name": "Andrs Kalniņš", "club": 1}, Reason.NEAR_NAME),
    ({"name": "Andris Kalniņš", "born": 1980}, {"name": "Andriss Kalniņš", "born": 1980}, Reason.NEAR_NAME),
    ({"name": "Andris Kalniņš", "club": 1}, {"name": "Andrus Kalniņš", "club": 1}, Reason.NEAR_NAME),
    # Another year or another licence is another person; one letter alone is no reason.
    ({"name": "Jānis Bērziņš", "born": 1980}, {"name": "Janis Berzins", "born": 2005}, None),
    ({"name": "Jānis Bērziņš", "licence": "1"}, {"name": "Janis Berzins", "licence": "2"}, None),
    ({"name": "Andris Kalniņš"}, {"name": "Andrs Kalniņš"}, None),
    ({"name": "Andris Kalniņš", "club": 1}, {"name": "Andrs Kalniņš", "club": 2}, None),
    ({"name": "Anna", "club": 1}, {"name": "Hanna", "club": 1}, None),
    ({"name": "Anna Liepa"}, {"name": "Anna Ozola"}, None),
    ({"name": "?!"}, {"name": "!?"}, None),
])
def test_two_people(first, second, reason):
    assert alike(first, second) == reason


def test_each_two_once_and_the_strongest_first():
    people = [Known(id=3, name="Jana Egle"), Known(id=1, name="Jāna Egle", licence="7"),
              Known(id=2, name="Someone Else", licence="7")]
    assert people_alike(people) == (Suggestion(1, 2, Reason.SAME_LICENCE), Suggestion(1, 3, Reason.SAME_NAME))


def test_a_crowd_of_one_name_is_no_double():
    """A list of placeholders would suggest everybody with everybody."""
    assert people_alike([Known(id=n, name="N. N.", born=None) for n in range(CROWD + 1)]) == ()


def test_clubs():
    clubs = [Known(id=1, name="SK „Ķekava”"), Known(id=2, name="SK Kekava"), Known(id=3, name="Ķekava SK"),
             Known(id=4, name="SK Kekavas"), Known(id=5, name="NK Cēsis")]
    found = {(s.first, s.second): s.reason for s in clubs_alike(clubs)}
    assert found == {
        (1, 2): Reason.SAME_NAME, (1, 3): Reason.OTHER_ORDER, (2, 3): Reason.OTHER_ORDER, (1, 4): Reason.NEAR_NAME,
        (2, 4): Reason.NEAR_NAME}


def test_letters_and_digits_alone():
    assert folded("  Ģirts-Ķēniņš (2) ") == "girts kenins 2"
