"""How long protocols take to print. Figures to hold: under 100 ms each, 435 protocols under 20 s, flat memory.

    .venv/bin/python -m benchmarks.pdf
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

import django
from django.conf import settings

# Printing needs translations and nothing else: no applications, no database.
settings.configure(USE_I18N=True, USE_TZ=True, LOCALE_PATHS=[Path(__file__).resolve().parents[1] / "locale"])
django.setup()

from benchmarks.figures import Figure, report, share  # noqa: E402
from refereeing.pdf.protocol import protocol_chunks, protocol_pdf, protocols_pdf  # noqa: E402
from tests.pdf.samples import filled  # noqa: E402

GAMES = 435  # a round robin of thirty
ONE_LIMIT, ALL_LIMIT = 100.0, 20.0
"""Milliseconds for one, seconds for all."""


def peak_megabytes() -> float:
    """Peak resident memory of this process in MB (Linux counts kilobytes, macOS bytes)."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def figures() -> list[Figure]:
    """One by one, then a whole round robin in parts of the memory's size, then in one document."""
    started = time.perf_counter()
    protocol_pdf(filled(), language="lv")
    first = (time.perf_counter() - started) * 1000
    times = []
    for number in range(50):
        started = time.perf_counter()
        protocol_pdf(filled(table=str(number)), language="lv")
        times.append((time.perf_counter() - started) * 1000)
    sheets = [
        filled(table=str(number % 12 + 1), verify_url=f"https://novuss.example/v/{number}") for number in range(GAMES)
    ]
    started, before = time.perf_counter(), peak_megabytes()
    size = sum(len(chunk) for chunk in protocol_chunks(sheets, language="lv"))
    chunked = time.perf_counter() - started
    after = peak_megabytes()
    started = time.perf_counter()
    content = protocols_pdf(sheets, language="lv")
    whole = time.perf_counter() - started
    return [
        Figure(what="one protocol as PDF, p95", unit="ms", value=share(times, 0.95), limit=ONE_LIMIT,
               median=share(times, 0.5), note=f"the first {first:.0f}, with the fonts"),
        Figure(what=f"{GAMES} protocols in parts", unit="s", value=chunked, limit=ALL_LIMIT,
               note=f"{size / 1e6:.1f} MB, memory {before:.0f} to {after:.0f} MB"),
        Figure(what=f"{GAMES} protocols in one document", unit="s", value=whole, limit=ALL_LIMIT,
               note=f"{len(content) / 1e6:.1f} MB, peak {peak_megabytes():.0f} MB"),
    ]


if __name__ == "__main__":
    sys.exit(report(figures()))
