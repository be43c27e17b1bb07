"""Runs in a process of its own with limits: simulates strokes for the worker, which never loads numpy or numba itself.

Speaks JSON Lines over pipes. In: `{"id": 1, "command": "reconstruct", "items": […]}`, `{"stop": 1}`; the end of the
input ends the process, even in the middle of a stroke. Out: `{"ready": {…}}` once the kernels are there, then for each
request any number of `{"id": 1, "done": 0.4, "partial": {…}}` and at last `{"id": 1, "results": […], "leaving": …}`, an
item that the engine refuses being `{"error": {…}}` in its place. Who is leaving takes no other request.
Knows nothing of Django.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import IO, Any

MEMORY_BYTES = 1_500_000_000
"""Of addresses, of which the compiler needs most; what is in use is a tenth of it."""
RESIDENT_BYTES = 250_000_000
"""Above this the process ends after its answer, and the next request gets a new one."""
SECONDS_AN_ITEM: Mapping[str, float] = {"simulate": 2.0, "reconstruct": 35.0, "calibrate": 20.0}
"""Of processor time. Wall clock is the parent's business."""
SECONDS_A_REQUEST = 60.0
NICE = 10
PARTIAL_EVERY = 0.5

Progress = Callable[[float, dict[str, Any]], bool]
Command = Callable[[Any, Progress], dict[str, Any]]


class Channel:
    """The parent's side: requests come in one after the other; a stop may come at any time."""

    def __init__(self, source: IO[str], sink: IO[str]) -> None:
        self.source, self.sink = source, sink
        self.requests: queue.Queue[dict[str, Any]] = queue.Queue()
        self.stopped: set[int] = set()
        threading.Thread(target=self._listen, name="listen", daemon=True).start()

    def _listen(self) -> None:
        for line in self.source:
            told = json.loads(line)
            if "stop" in told:
                self.stopped.add(told["stop"])
            else:
                self.requests.put(told)
        os._exit(0)  # the worker has gone

    def tell(self, message: Mapping[str, Any]) -> None:
        """One line, at once."""
        self.sink.write(json.dumps(message, allow_nan=False) + "\n")
        self.sink.flush()


def serve(channel: Channel, commands: Mapping[str, Command], ready: Mapping[str, Any]) -> None:
    """Answer requests until the input ends or too much memory is in use."""
    channel.tell({"ready": ready})
    while True:
        request = channel.requests.get()
        number, command = request["id"], request["command"]
        items = request["items"]
        allow_cpu(min(SECONDS_A_REQUEST, SECONDS_AN_ITEM.get(command, 2.0) * len(items)))
        try:
            results = [answer(commands[command], item, channel, number, place / len(items), len(items))
                       for place, item in enumerate(items)]
            leaving = resident_bytes() > RESIDENT_BYTES
            channel.tell({"id": number, "results": results, "leaving": leaving})
        except MemoryError:
            channel.tell({"id": number, "failed": "too_much_memory"})
            return
        if leaving:
            return


def answer(
    command: Command, item: Any, channel: Channel, number: int, begin: float, count: int,
) -> dict[str, Any]:
    """The result for one item, or its error in the form of the contract."""
    told = 0.0

    def progress(done: float, partial: dict[str, Any]) -> bool:
        nonlocal told
        if time.monotonic() - told > PARTIAL_EVERY:
            told = time.monotonic()
            channel.tell({"id": number, "done": begin + done / count, "partial": partial})
        return number not in channel.stopped

    try:
        return command(item, progress)
    except Exception as error:
        refusal = getattr(error, "as_dict", None)
        if refusal is None:
            raise
        return {"error": refusal()}


def limit() -> None:
    """Bound the memory, write no core files, and let the games of the hall go first. Windows has no such limits."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError):
        os.nice(NICE)


def allow_cpu(seconds: float) -> None:
    """Let the kernel end this process when it takes more processor time than this from now on."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, hard))


def resident_bytes() -> int:
    """The memory in use; 0 where the system does not tell it this way."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:
            return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def engine_commands() -> dict[str, Command]:
    """The commands of the engine. Loads numpy and, where there is one, numba."""
    from refereeing.engine.physics.calibrate_json import calibrate_json  # noqa: PLC0415 - after the limits
    from refereeing.engine.replay.reconstruction import reconstruct_json  # noqa: PLC0415
    from refereeing.engine.replay.simulation import simulate_json  # noqa: PLC0415

    return {
        "simulate": lambda item, _progress: simulate_json(item), "reconstruct": reconstruct_json,
        "calibrate": lambda item, _progress: calibrate_json(item),
    }


WARMING: Mapping[str, Any] = {
    "discs": [{"id": "r1", "colour": "red", "x": 0, "y": 100}, {"id": "b1", "colour": "black", "x": 31, "y": 100}],
    "striker": {"x": 0, "y": -420, "angle": 90, "speed": 2500},
}


def warm(commands: Mapping[str, Command]) -> dict[str, Any]:
    """Run each kernel once: from now on they are compiled, here and in the cache of the next process."""
    from refereeing.engine.replay.reconstruction import warm_up  # noqa: PLC0415 - after the limits
    from refereeing.engine.replay.simulation import MODELS  # noqa: PLC0415

    begin = time.monotonic()
    for model in MODELS:
        commands["simulate"]({"model": model, **WARMING}, lambda _done, _partial: True)
    warm_up()
    return {"seconds": round(time.monotonic() - begin, 2), "compiled": "numba" in sys.modules}


def main() -> None:
    limit()
    # What a library prints must not stand between our lines.
    sink = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    channel = Channel(sys.stdin, sink)
    commands = engine_commands()
    serve(channel, commands, warm(commands))


if __name__ == "__main__":
    main()
