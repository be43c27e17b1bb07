"""pooltool 0.6, the pool simulator that is known best, in an environment of its own: breaks of 16 balls.

Plain pip takes 0.3.3: the later ones ask for a panda3d that no registry has. So it is installed without what it asks
for, into a folder in `var/` that is kept; where no registry answers, this is left out with a word. pooltool also has
rolling and spin in three dimensions, and its breaks have ten times as many events as a novuss stroke: compare them
event by event.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.figures import Figure, share

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "var" / "bench-pooltool"
PYTHON = FOLDER / "bin" / "python"
ALONE = ("pooltool-billiards==0.6.0",)
NEEDED = (
    "panda3d==1.10.16", "panda3d-gltf", "panda3d-simplepbr", "numba==0.62.1", "numpy==2.3.5", "scipy", "attrs",
    "cattrs", "msgpack", "msgpack-numpy", "pyyaml", "click", "pillow", "h5py", "h11", "rich<15", "numpy-quaternion",
)  # fmt: skip
BREAKS = 30
WORK = f"""
import json, random, time
import pooltool as pt
rng = random.Random(1)
def stroke():
    table = pt.Table.default()
    balls = pt.get_rack(pt.GameType.EIGHTBALL, table, spacing_factor=1e-3)
    system = pt.System(table=table, balls=balls, cue=pt.Cue(cue_ball_id="cue"))
    system.cue.set_state(V0=rng.uniform(2, 8), phi=pt.aim.at_ball(system, "1", cut=rng.uniform(-5, 5)))
    return system
pt.simulate(stroke(), inplace=True)
times, events = [], []
for _ in range({BREAKS}):
    system = stroke()
    begin = time.process_time()
    pt.simulate(system, inplace=True)
    times.append(time.process_time() - begin)
    events.append(len(system.events))
print(json.dumps([times, events]))
"""


def figures() -> list[Figure]:
    """Its breaks, or none with a word why."""
    try:
        install()
        # It keeps its constants in the user's home, and they decide its answers: it gets one of its own.
        environment = {**os.environ, "HOME": str(FOLDER / "home")}
        done = subprocess.run([PYTHON, "-c", WORK], env=environment, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"pooltool is left out: {str(error)[:200]}", file=sys.stderr)
        return []
    times, events = json.loads(done.stdout.splitlines()[-1])
    each = [t * 1e6 / n for t, n in zip(times, events, strict=True)]
    note = f"{share(events, 0.5):.0f} events in the median"
    return [
        Figure(what="pooltool 0.6.0: a break of 16 balls", unit="µs", value=share(times, 0.5) * 1e6, note=note),
        Figure(what="pooltool 0.6.0: an event of it", unit="µs", value=share(each, 0.5)),
    ]


def install() -> None:
    """Make the environment, once."""
    if (FOLDER / "whole").exists():
        return
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(FOLDER)], check=True, stdout=subprocess.DEVNULL)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
    subprocess.run([*pip, *NEEDED], check=True)
    subprocess.run([*pip, "--no-deps", *ALONE], check=True)
    (FOLDER / "home").mkdir(exist_ok=True)
    (FOLDER / "whole").touch()


if __name__ == "__main__":
    print(figures())
