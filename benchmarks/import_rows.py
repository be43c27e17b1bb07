"""How long an entry list of 500 rows takes to its preview. To hold: under 2 s, as CSV and as XLSX, people known or not.

    .venv/bin/python -m benchmarks.import_rows

In an SQLite file of its own that is thrown away. The confirmation is measured too; nothing is promised for it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

os.environ["DJANGO_SETTINGS_MODULE"] = "novuss_site.settings.test"
os.environ.pop("DATABASE_URL", None)
os.environ["NOVUSS_VAR"] = tempfile.mkdtemp(prefix="novuss-bench-")

import django

django.setup()

import io  # noqa: E402

import openpyxl  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

from benchmarks.figures import Figure, report  # noqa: E402
from competitions.common.actors import SYSTEM  # noqa: E402
from competitions.services.imports import import_confirm, import_preview, preview_of  # noqa: E402
from tests.factories import make_event  # noqa: E402

ROWS, LIMIT = 500, 2.0
HEADINGS = ["Nr.", "Vārds, uzvārds", "Dzimums", "Dz. gads", "Klubs", "Licence", "IK", "Klase"]


def table() -> list[list[Any]]:
    return [HEADINGS, *(
        [n, f"Ķirils Žagariņš {n}", "V", 1940 + n % 70, f"Klubs {n % 40}", f"L-{n}", 1000 + n, "folk"]
        for n in range(1, ROWS + 1))]


def csv_bytes() -> bytes:
    return "\r\n".join(";".join(map(str, row)) for row in table()).encode("cp1257")


def xlsx_bytes() -> bytes:
    book, data = openpyxl.Workbook(), io.BytesIO()
    for row in table():
        book.active.append(row)
    book.save(data)
    return data.getvalue()


def timed(act: Callable[[], Any]) -> tuple[float, Any]:
    begin = time.perf_counter()
    return (answer := act()) and time.perf_counter() - begin, answer


def figures() -> list[Figure]:
    """Each kind of list: the preview, its confirmation, and the preview of the same list again."""
    call_command("migrate", verbosity=0)
    found = []
    for kind, data in (("CSV", csv_bytes()), ("XLSX", xlsx_bytes()), ("CSV, people known", csv_bytes())):
        event = make_event()

        def shown(event: Any = event, data: bytes = data) -> Any:
            uid = import_preview(event=event.uid, data=data, by=SYSTEM, at=timezone.now())
            return preview_of(event=event.uid, preview=uid, by=SYSTEM)

        seconds, preview = timed(shown)
        confirmed, _done = timed(lambda event=event, preview=preview: import_confirm(
            event=event.uid, preview=preview.uid, digest=preview.plan.digest, by=SYSTEM, at=timezone.now()))
        again, _preview = timed(shown)
        found.append(Figure(
            what=f"preview of {ROWS} rows, {kind}", unit="s", value=max(seconds, again), limit=LIMIT,
            note=f"confirmed in {confirmed:.2f}"))
    return found


if __name__ == "__main__":
    sys.exit(report(figures()))
