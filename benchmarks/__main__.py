"""Every figure of the product, measured with one command.

    .venv/bin/python -m benchmarks                    all of them, an hour (reconstruct takes nearly all of it)
    .venv/bin/python -m benchmarks press pdf          some
    .venv/bin/python -m benchmarks --json found.json  a file for programs beside the table

Each is measured in processes of its own, one after the other, in folders that are thrown away. Exit status 1 when a
figure is over its limit. They measure: let nothing else work on the machine meanwhile.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.figures import Figure, table

NAMES = ("engine", "draws", "brackets", "press", "approval", "public_page", "pdf", "import_rows", "up", "replay_player",
         "physics", "physics_full", "reconstruct")
ROOT = Path(__file__).resolve().parent.parent


def measured(name: str, folder: Path) -> list[Figure]:
    """Run one benchmark; its own table is not shown, its figures are read from its file."""
    print(f"{name} …", file=sys.stderr, flush=True)
    path = folder / f"{name}.json"
    command = [sys.executable, "-m", f"benchmarks.{name}", "--json", str(path)]
    # What it writes goes into this folder too, and so away with it.
    environment = {**os.environ, "TMPDIR": str(folder)}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=False)
    if not path.exists():
        raise SystemExit(f"{name} has measured nothing (exit status {done.returncode})")
    found = json.loads(path.read_text(encoding="utf-8"))
    return [Figure(**{key: value for key, value in one.items() if key != "is_held"}) for one in found]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(NAMES)}")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="novuss-bench-") as folder:
        found = {name: measured(name, Path(folder)) for name in options.names or NAMES}
    figures = [figure for some in found.values() for figure in some]
    print(table(figures))
    if options.json:
        as_json = {name: [{**vars_of(f), "is_held": f.is_held} for f in some] for name, some in found.items()}
        Path(options.json).write_text(json.dumps(as_json, indent=1), encoding="utf-8")
    return int(any(not figure.is_held for figure in figures))


def vars_of(figure: Figure) -> dict[str, object]:
    return {"what": figure.what, "unit": figure.unit, "value": figure.value, "limit": figure.limit,
            "median": figure.median, "note": figure.note}


if __name__ == "__main__":
    sys.exit(main())
