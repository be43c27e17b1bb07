"""The forms of competitions, officials, tables and entries: shape only."""

from __future__ import annotations

from datetime import date
from typing import Any, ClassVar
from uuid import UUID
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from competitions.formats.entry_list import RATING_TO, SEED_TO, Entrant, PairEntrant
from competitions.formats.text_encoding import ENCODINGS
from competitions.selectors.entries import SEX_LABELS, EntryLine
from competitions.selectors.people import ROLE_LABELS
from competitions.services.competitions import MAX_TABLES, CompetitionFacts
from competitions.services.imports import MAX_BYTES

from .frame import PanelForm
from .sentences import sentence

# The zones of those who play; any other can be typed into the settings by its name.
NEAR_ZONES = ("Europe/Riga", "Europe/Tallinn", "Europe/Vilnius", "Europe/Berlin", "Europe/London", "Europe/Moscow",
              "Europe/Samara", "America/New_York", "America/Los_Angeles", "America/Toronto", "Australia/Sydney",
              "Australia/Melbourne", "Australia/Adelaide", "UTC")
ENCODING_LABELS = {
    "utf-8": "UTF-8", "utf-16": "UTF-16", "cp1257": _("Windows-1257 (Baltic)"),
    "cp1252": _("Windows-1252 (Western)"), "cp1251": _("Windows-1251 (Cyrillic)"),
}


class DayInput(forms.DateInput):
    """The browser's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class CompetitionForm(PanelForm):
    """What is asked about a competition."""

    name = forms.CharField(label=pgettext_lazy("competition", "Name"), max_length=120)
    place = forms.CharField(label=pgettext_lazy("competition", "Place"), max_length=120, required=False)
    starts_on = forms.DateField(label=_("First day"), widget=DayInput())
    ends_on = forms.DateField(label=_("Last day"), widget=DayInput(), required=False)
    time_zone = forms.CharField(
        label=_("Time zone"), max_length=60, initial="Europe/Riga", widget=forms.TextInput({"list": "zones"}))
    language = forms.ChoiceField(
        label=_("Language of protocols"), choices=settings.LANGUAGES, initial="lv",
        help_text=_("Each reader chooses the language of the pages; this one is printed."))
    is_public = forms.BooleanField(
        label=_("Public"), required=False, initial=True,
        help_text=_("Everybody who can reach this address may read its pages."))

    def clean_time_zone(self) -> str:
        zone = str(self.cleaned_data["time_zone"]).strip()
        if zone not in available_timezones():
            raise forms.ValidationError(sentence("unknown_value", {}))
        return zone

    def facts(self) -> CompetitionFacts:
        data = self.cleaned_data
        first: date = data["starts_on"]
        return CompetitionFacts(
            name=data["name"], place=data["place"], starts_on=first, ends_on=data["ends_on"] or first,
            time_zone=data["time_zone"], language=data["language"], is_public=data["is_public"])


class CompetitionNewForm(CompetitionForm):
    path_fields = {"count": "tables"}
    tables = forms.IntegerField(label=_("Tables in the hall"), min_value=1, max_value=MAX_TABLES, initial=12)


class TablesForm(PanelForm):
    """How many tables, and the zone of each that stands already."""

    count = forms.IntegerField(label=_("Tables in the hall"), min_value=1, max_value=MAX_TABLES)

    def __init__(self, *args: Any, tables: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = [number for number, _zone in tables]
        for number, zone in tables:
            self.fields[f"zone_{number}"] = forms.CharField(
                label=_("Table %(number)s") % {"number": number}, max_length=40, required=False, initial=zone)

    def zones(self) -> dict[int, str]:
        return {number: self.cleaned_data[f"zone_{number}"] for number in self.numbers}

    @property
    def zone_fields(self) -> list[forms.BoundField]:
        return [self[f"zone_{number}"] for number in self.numbers]


class OfficeForm(PanelForm):
    """An office and its zone."""

    role = forms.ChoiceField(label=_("Role"), choices=list(ROLE_LABELS.items()), initial="table_referee")
    zone = forms.CharField(
        label=_("Zone"), max_length=40, required=False, help_text=_("For a senior referee: the tables looked after."))


class OfficialForm(OfficeForm):
    """Somebody who gets an office; an account is made when there is none of that name."""

    username = forms.CharField(
        label=_("User name"), max_length=40, help_text=_("A name that is known already gets the office."),
        widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false"}))
    name = forms.CharField(label=_("Full name"), max_length=120, required=False)
    pin = forms.CharField(
        label=_("PIN"), max_length=6, required=False,
        help_text=_("Six digits, for tablets. May be left empty: every official can set it at My account."),
        widget=forms.PasswordInput({"inputmode": "numeric", "autocomplete": "new-password"}))
    field_order = ("username", "name", "role", "zone", "pin")


class PinForm(PanelForm):
    pin = forms.CharField(
        label=_("PIN"), max_length=6, help_text=_("Six digits: for taking a table and signing on a tablet."),
        widget=forms.PasswordInput({"inputmode": "numeric", "autocomplete": "new-password"}))


class EntryForm(PanelForm):
    """One entrant."""

    name = forms.CharField(label=_("Name"), max_length=120)
    club = forms.CharField(label=_("Club"), max_length=120, required=False, widget=forms.TextInput({"list": "clubs"}))
    sex = forms.ChoiceField(label=_("Sex"), required=False, choices=[("", "–"), *(
        (key, label) for key, label in SEX_LABELS.items() if key)])
    born = forms.IntegerField(label=_("Year of birth"), min_value=1900, max_value=2100, required=False)
    licence = forms.CharField(label=_("Licence"), max_length=40, required=False)
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=RATING_TO, required=False)
    class_name = forms.CharField(
        label=_("Class"), max_length=40, required=False, widget=forms.TextInput({"list": "classes"}))
    seed = forms.IntegerField(label=_("Seed"), min_value=1, max_value=SEED_TO, required=False)

    def entrant(self) -> Entrant:
        return Entrant(**{name: self.cleaned_data[name] for name in EntryForm.base_fields})


def entry_initial(line: EntryLine) -> dict[str, Any]:
    """An entrant as the form shows him."""
    return {name: getattr(line, name) for name in EntryForm.base_fields}


class PairForm(EntryForm):
    """A pair: two players, or one who plays alone. The fields of `EntryForm` are the first player's."""

    partner = forms.CharField(label=_("Name of the partner"), max_length=120, required=False)
    partner_club = forms.CharField(
        label=_("Club"), max_length=120, required=False, widget=forms.TextInput({"list": "clubs"}))
    partner_sex = forms.ChoiceField(label=_("Sex"), required=False, choices=[("", "–"), *(
        (key, label) for key, label in SEX_LABELS.items() if key)])
    partner_born = forms.IntegerField(label=_("Year of birth"), min_value=1900, max_value=2100, required=False)
    partner_licence = forms.CharField(label=_("Licence"), max_length=40, required=False)
    partner_rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=RATING_TO, required=False)
    other_people = forms.BooleanField(
        label=_("Somebody else plays"), required=False,
        help_text=_("Tick this when a name stands for another person now; else a new name is a correction."))

    def pair(self) -> PairEntrant:
        said = {name: value for name, value in self.cleaned_data.items() if name != "other_people"}
        return PairEntrant(**said)


def pair_initial(line: EntryLine) -> dict[str, Any]:
    """A pair as the form shows it."""
    found: dict[str, Any] = {"class_name": line.class_name, "seed": line.seed}
    for prefix, member in zip(("", "partner_"), line.members, strict=False):
        found["partner" if prefix else "name"] = member.name
        found |= {f"{prefix}{name}": getattr(member, name) for name in ("club", "sex", "born", "licence", "rating")}
    return found


class FileOrTextForm(PanelForm):
    """A `file`, or its content pasted as `text`: one of them, no larger than may be."""

    most_bytes: ClassVar[int]
    nothing_sent: ClassVar[str | Promise]

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file is not None and file.size > self.most_bytes:
            raise forms.ValidationError(sentence("file_too_large", {"megabytes": self.most_bytes // 1_000_000}))
        return file

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and not data.get("file") and not data.get("text", "").strip():
            self.add_error("file", str(self.nothing_sent))
        return data


class ImportForm(FileOrTextForm):
    """A list of entries."""

    most_bytes, nothing_sent = MAX_BYTES, _("Choose a file or paste a list.")
    file = forms.FileField(
        label=_("File"), required=False, help_text=_("CSV, text or XLSX, at most 5 MB."),
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,.xlsx,text/csv,text/plain"}))
    text = forms.CharField(
        label=_("Or paste the list"), required=False, strip=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false"}))
    encoding = forms.ChoiceField(
        label=_("Letters of the file"), required=False,
        choices=[("", _("automatic")), *((key, ENCODING_LABELS[key]) for key in ENCODINGS)],
        help_text=_("Only if the preview shows wrong letters."))

    def data_sent(self) -> dict[str, Any]:
        """Bytes, name and encoding, as the import takes them."""
        file = self.cleaned_data["file"]
        if file is None:
            return {"data": self.cleaned_data["text"].encode(), "name": "", "encoding": "utf-8"}
        return {"data": file.read(), "name": file.name, "encoding": self.cleaned_data["encoding"]}


class ConfirmForm(PanelForm):
    digest = forms.CharField(max_length=64, widget=forms.HiddenInput)


class UidsField(forms.Field):
    """Any number of ids, as ticks send them."""

    def to_python(self, value: Any) -> list[UUID]:
        try:
            return [UUID(text) for text in value or []]
        except ValueError:
            raise forms.ValidationError(sentence("wrong_type", {})) from None


class PresenceForm(PanelForm):
    """Who is ticked, and who was ticked when the page was made: only the difference is meant."""

    present = UidsField(required=False, widget=forms.MultipleHiddenInput)
    was = UidsField(required=False, widget=forms.MultipleHiddenInput)
    others_absent = forms.BooleanField(required=False)


class SeedsForm(PanelForm):
    """A seed for each entrant, or none."""

    def __init__(self, *args: Any, lines: list[EntryLine], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = lines
        for line in lines:
            self.fields[f"seed_{line.uid}"] = forms.IntegerField(
                label=_("Seed of %(name)s") % {"name": line.name}, min_value=1, max_value=SEED_TO, required=False,
                initial=line.seed, show_hidden_initial=True)

    def seeds(self) -> dict[UUID, int | None]:
        """What differs from what the page was made of: somebody else may have seeded meanwhile."""
        found = {line.uid: self.cleaned_data[f"seed_{line.uid}"] for line in self.lines}
        return {line.uid: found[line.uid] for line in self.lines if f"seed_{line.uid}" in self.changed_data}

    @property
    def rows(self) -> list[tuple[EntryLine, forms.BoundField]]:
        return [(line, self[f"seed_{line.uid}"]) for line in self.lines]


class SeedCountForm(PanelForm):
    count = forms.IntegerField(
        label=_("How many seeds"), min_value=1, max_value=SEED_TO, required=False,
        help_text=_("Left empty: everybody who has a rating."))
