"""How smoothly the player runs in a browser slowed six times. To hold: 60 pictures a second, 17 pieces moving.

    .venv/bin/python -m benchmarks.replay_player

Every piece moves from start to end, which no real stroke does. Beside it a page with one moving circle in the same
browser: what the machine itself allows at that moment. The browser's own tools slow it down, and its trace tells when
the compositor draws.
"""

from __future__ import annotations

import json
import math
import random
import shutil
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.figures import Figure, report, share

BUNDLE = Path(__file__).resolve().parent.parent / "refereeing" / "static" / "refereeing" / "tablet"
SLOWED, RATE, SECONDS = 6, 60, 4.0
MEASURED = 3.0
TRACED = ["benchmark", "cc", "devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"]
INTERVAL_MS = 1000 / 60
JITTER_MS = 0.5
"""A browser's clock of pictures is not exact."""
CIRCLE = """<style>@keyframes go { to { transform: translate(500px, 500px) } }
#it { width: 40px; height: 40px; border-radius: 50%; background: #b3201a; animation: go 4s linear infinite }</style>
<div id="it"></div>"""


def stroke() -> dict[str, Any]:
    """A result with one stroke in which all pieces go zigzag and slow down; the same every time."""
    chance = random.Random(4)
    ids = ["striker", *(f"{colour[0]}{n}" for n in range(1, 9) for colour in ("red", "black"))]
    ways = [[(chance.uniform(-480, 480), chance.uniform(-480, 480)) for _ in range(5)] for _ in ids]
    times = [n / RATE for n in range(int(SECONDS * RATE) + 1)]
    rows = [[number for way in ways for number in place(way, t / SECONDS)] for t in times]
    frames = {"ids": ids, "t": times, "xy": rows}
    events = [{"type": "contact", "t": 0.5, "a": "striker", "b": ["r1"]},
              *({"type": "cushion", "t": n / 4, "body": "r2", "edge": "N"} for n in range(3, 15))]
    discs = [{"id": uid, "colour": "red" if uid[0] == "r" else "black", "x": way[0][0], "y": way[0][1]}
             for uid, way in zip(ids[1:], ways[1:], strict=True)]
    simulation = {"events": events, "duration": SECONDS, "frames": frames, "pressed": False,
                  "first_margin": {"seconds": 0.003, "mm": 4.2, "disc": "b1"}}
    run = {"weight": 1, "misfit": 2.0, "angle": 90, "speed": 2500, "first_touch": ["r1"], "simulation": simulation}
    rests = {uid: way[-1] for uid, way in zip(ids, ways, strict=True)}
    marks = {uid: [[chance.gauss(x, 25), chance.gauss(y, 25), chance.random()] for _ in range(60)]
             for uid, (x, y) in rests.items()}
    paths = [[[chance.gauss(0, 9), -420], [chance.gauss(0, 9), 60]] for _ in range(40)]
    cloud = {"after": marks, "striker_paths": paths}
    return {
        "kind": "reconstruct", "model": "slide", "ruleset": "lnf-2008", "player": "S",
        "colours": {"S": "red", "N": "black"}, "before": discs, "striker": {"x": 0, "y": -420}, "unknown": [],
        "after": None, "striker_after": None,
        "runs": [run], "first_touch": [], "rulings": [], "explained": True, "reason": None, "undecided": False,
        "cite": [], "cloud": cloud,
    }


def place(way: list[tuple[float, float]], part: float) -> tuple[float, float]:
    """Where a piece is on its zigzag; it slows down evenly."""
    along = (1 - (1 - part) ** 2) * (len(way) - 1)
    leg = min(int(along), len(way) - 2)
    (ax, ay), (bx, by) = way[leg], way[leg + 1]
    return round(ax + (bx - ax) * (along - leg), 2), round(ay + (by - ay) * (along - leg), 2)


def page_text() -> str:
    data = json.dumps(stroke())
    style, program = ((BUNDLE / name).read_text(encoding="utf-8") for name in ("replay.css", "replay.js"))
    return (f'<!doctype html><html lang="en"><meta charset="utf-8"><style>{style}</style>'
            f'<div data-replay="d" data-language="en"></div><script type="application/json" id="d">{data}</script>'
            f"<script>{program}</script>")


def drawn(browser: Browser, page: Page) -> tuple[list[float], float]:
    """The times between the pictures that the browser's compositor draws while something runs, in ms, and how much of
    the main thread each costs, in ms of the processor, slowed down."""
    browser.start_tracing(page=page, categories=TRACED)
    page.wait_for_timeout(1000 * MEASURED)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e.get("name") == "thread_name"}
    whole = [e for e in events if e.get("ph") == "X"]
    starts = sorted(e["ts"] for e in whole if e["name"] == "DirectRenderer::DrawFrame")
    work = sum(e.get("tdur", 0) for e in whole
               if e["name"] == "RunTask" and threads.get((e["pid"], e["tid"])) == "CrRendererMain")
    return [(later - sooner) / 1000 for sooner, later in pairwise(starts)], work / 1000 / max(1, len(starts))


def measured(what: str, browser: Browser, page: Page, *, is_held: bool) -> list[Figure]:
    gaps, work = drawn(browser, page)
    late = sum(gap > 1.5 * INTERVAL_MS for gap in gaps)
    return [
        Figure(what=f"{what}, between two pictures, median", unit="ms", value=share(gaps, 0.5),
               limit=INTERVAL_MS + JITTER_MS if is_held else None,
               note=f"mean {1000 / (math.fsum(gaps) / len(gaps)):.0f} a second, {late} of {len(gaps)} late"),
        Figure(what=f"{what}, main thread for a picture", unit="ms", value=work,
               limit=INTERVAL_MS if is_held else None, note="of the processor, slowed"),
    ]


def figures() -> list[Figure]:
    """A page with one moving circle, the player, and the player with the cloud under it."""
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page(viewport={"width": 820, "height": 1180})
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        page.set_content(CIRCLE)
        found = measured("one circle alone", browser, page, is_held=False)
        page.set_content(page_text())
        page.get_by_label("Half").check()  # so that it runs on while it is measured
        for name in ("player", "player with the cloud"):
            if name != "player":
                page.get_by_label("Other possible strokes").check()
            page.get_by_role("button", name="Play").click()
            found += measured(name, browser, page, is_held=True)
            page.get_by_role("button", name="To the start").click()
        browser.close()
    return found


if __name__ == "__main__":
    sys.exit(report(figures()))
