"""`manage.py makemessages`: as Django's, but nothing is guessed, and the English catalogue fills itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages

from novuss_site.settings.env import BASE_DIR

IGNORED = ("node_modules/*", "tests/*", "benchmarks/*", ".venv*/*", "var/*", "mutants/*")
LANGUAGES = ("de", "en", "et", "lv", "ru")
UNTOLD = (
    "#, fuzzy", '"Report-Msgid-Bugs-To', '"POT-Creation-Date', '"PO-Revision-Date', '"Last-Translator',
    '"Language-Team', '"Generated-By',
)


class Command(makemessages.Command):
    help = "Collects what is to be translated into locale/; compile with `manage.py compilemessages`."
    # A fuzzy guess would be shown to nobody and hide that a translation is missing.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching", "--no-wrap"]
    msgattrib_options = [*makemessages.Command.msgattrib_options, "--no-wrap"]
    xgettext_options = [*makemessages.Command.xgettext_options, "--no-wrap"]

    def handle(self, *args: Any, **options: Any) -> None:
        """Update the five catalogues."""
        options["locale"] = options["locale"] or list(LANGUAGES)
        options["ignore_patterns"] = [*options["ignore_patterns"], *IGNORED]
        options["no_location"], options["no_obsolete"] = True, True
        super().handle(*args, **options)
        for language in options["locale"]:
            path = Path(BASE_DIR) / "locale" / language / "LC_MESSAGES" / "django.po"
            if path.exists():
                text = tidied(path.read_text(encoding="utf-8"))
                path.write_text(filled(text) if language == "en" else text, encoding="utf-8")


def tidied(catalogue: str) -> str:
    """A catalogue whose head holds what a reader needs, and no dates that change with every run."""
    head, rest = catalogue.split("\n\n", 1)
    kept = [line for line in head.split("\n") if not line.startswith(UNTOLD)]
    return "\n".join(kept) + "\n\n" + rest


def filled(catalogue: str) -> str:
    """A catalogue in which every empty translation is the text itself."""
    head, *entries = catalogue.split("\n\n")
    return "\n\n".join([head, *map(_filled_entry, entries)])


def _filled_entry(entry: str) -> str:
    texts = {name: _value(entry, name) for name in ("msgid", "msgid_plural")}
    for target, source in (("msgstr", "msgid"), ("msgstr[0]", "msgid"), ("msgstr[1]", "msgid_plural")):
        empty = re.compile(rf'^{re.escape(target)} ""$(?!\n")', re.MULTILINE)
        entry = empty.sub(f"{target} {texts[source]}".replace("\\", r"\\"), entry)
    return entry


def _value(entry: str, name: str) -> str:
    """What stands after a keyword: a quoted string, perhaps over several lines."""
    found = re.search(rf'^{name} ((?:".*"\n?)+)', entry, re.MULTILINE)
    return found.group(1).rstrip("\n") if found else '""'
