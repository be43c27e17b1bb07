"""How long protocols take to print. Figures to hold: under 100 ms each, 435 protocols under 20 s, flat memory.

    .venv/bin/python -m benchmarks.pdf
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from pathlib import Path

import django
from django.conf import settings

# Printing needs translations and nothing else: no applications, no database.
settings.configure(USE_I18N=True, USE_TZ=True, LOCALE_PATHS=[Path(__file__).resolve().parents[1] / "locale"])
django.setup()

from refereeing.pdf.protocol import protocol_chunks, protocol_pdf, protocols_pdf  # noqa: E402
from tests.pdf.samples import filled  # noqa: E402

GAMES = 435  # a round robin of thirty
ONE_LIMIT, ALL_LIMIT = 0.100, 20.0


def peak_megabytes() -> float:
    """Peak resident memory of this process in MB (Linux counts kilobytes, macOS bytes)."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def main() -> int:
    started = time.perf_counter()
    protocol_pdf(filled(), language="lv")
    first = time.perf_counter() - started
    times = []
    for number in range(50):
        started = time.perf_counter()
        protocol_pdf(filled(table=str(number)), language="lv")
        times.append(time.perf_counter() - started)
    slowest, middle = max(times), statistics.median(times)
    print(f"one protocol: first {first * 1000:.0f} ms, median {middle * 1000:.1f} ms, slowest {slowest * 1000:.1f} ms "
          f"(limit {ONE_LIMIT * 1000:.0f} ms)")
    sheets = [
        filled(table=str(number % 12 + 1), verify_url=f"https://novuss.example/v/{number}") for number in range(GAMES)
    ]
    started, before, size = time.perf_counter(), peak_megabytes(), 0
    for chunk in protocol_chunks(sheets, language="lv"):
        size += len(chunk)
    chunked = time.perf_counter() - started
    print(f"{GAMES} protocols in chunks: {chunked:.1f} s (limit {ALL_LIMIT:.0f} s), {size / 1e6:.1f} MB, "
          f"memory {before:.0f} -> {peak_megabytes():.0f} MB")
    started = time.perf_counter()
    content = protocols_pdf(sheets, language="lv")
    whole = time.perf_counter() - started
    print(f"{GAMES} protocols in one document: {whole:.1f} s, {len(content) / 1e6:.1f} MB, "
          f"peak {peak_megabytes():.0f} MB")
    return 0 if middle < ONE_LIMIT and max(chunked, whole) < ALL_LIMIT else 1


if __name__ == "__main__":
    raise SystemExit(main())
