"""The form of the regulations says what the regulations say."""

from __future__ import annotations

from typing import Any

import pytest
from django.forms import ChoiceField, Field, Form

from competitions.formats.regulations import PRESETS, regulations_from
from refereeing.pages.setup.regulation_forms import RegulationsForm, initial_of


def sent_by_browser(form: Form, field: Field, name: str) -> Any:
    """What stands in the field at first: a list for which nothing is said stands at its first choice."""
    value = form.get_initial_for_field(field, name)
    if value is None and isinstance(field, ChoiceField):
        return next(iter(field.choices))[0]
    return None if value is False else value


@pytest.mark.parametrize("key", PRESETS)
def test_a_form_that_nobody_changed_keeps_every_setting(key: str) -> None:
    wanted = PRESETS[key].regulations
    shown = RegulationsForm(regulations=wanted)
    found = {name: sent_by_browser(shown, field, name) for name, field in shown.fields.items()}
    sent = {name: value for name, value in found.items() if value is not None}

    form = RegulationsForm(sent, regulations=wanted)

    assert form.is_valid(), form.errors
    assert regulations_from(form.settings()) == wanted
    assert set(initial_of(wanted)) <= set(shown.fields)
