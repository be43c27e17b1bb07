"""Forms that take a file or its content: nothing sent, and one that is too large, each with its own limit."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from refereeing.pages.setup.forms import FileOrTextForm, ImportForm
from refereeing.pages.setup.match_days import MatchDayForm

FORMS = [(ImportForm, 5, "Choose a file or paste a list."), (MatchDayForm, 20, "Choose the file of a match day.")]


@pytest.mark.parametrize(("form", "megabytes", "sentence"), FORMS)
def test_a_file_that_is_too_large_and_nothing_at_all(
    form: type[FileOrTextForm], megabytes: int, sentence: str,
) -> None:
    large = SimpleUploadedFile("large", b"a")
    large.size = megabytes * 1_000_000 + 1

    assert form({}, {"file": large}).errors["file"] == [f"The file is too large: at most {megabytes} MB."]
    assert form({"text": " "}, {}).errors["file"] == [sentence]
    large.size -= 1
    assert "file" not in form({}, {"file": large}).errors
