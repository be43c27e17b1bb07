"""Change the judge in one place at a time, and see that its tests find each change.

    python -m tests.mutation                    the modules of which no mutant lives (CLEAN)
    python -m tests.mutation table placing      some of them
    python -m tests.mutation -k edge_gaps table  one function of one of them

Ends with 1 where a mutant lives that docs/mutants.md does not name, or where that list names one that is not there or
does not live. Mutants of functions are tried in forks of a process that has everything imported (`warm`); those that it
does not find, and those of a module's own level, in forked children that import everything anew.
"""

from __future__ import annotations

import argparse
import ast
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType

from tests.mutation.listed import LIST, listed
from tests.mutation.mutants import Mutant, compiled, mutants_of
from tests.mutation.warm import Key, Warm, changed_functions

ROOT = Path(__file__).resolve().parents[2]
ENGINE = "refereeing/engine"
TESTS = "tests/engine"
FIRST: dict[str, tuple[str, ...]] = {
    "table": ("table", "placing"),
    "rules/placing": ("placing",),
    "rules/adjudicate": ("set_end", "placing", "adjudicate_lnf", "doubles"),
    "rules/set_end": ("set_end",),
    "rules/lnf_2008": ("adjudicate_lnf", "stroke_view"),
    "rules/int_2017": ("adjudicate_int",),
    "rules/aus_1992": ("adjudicate_aus",),
    "rules/rule_set": ("adjudicate_lnf", "adjudicate_int"),
    "rules/stroke_view": ("stroke_view", "adjudicate_lnf"),
    "rules/verdict": ("stroke_view", "adjudicate_lnf"),
    "rules/set_play": ("set_play",),
    "rules/match_play": ("match_play",),
}
"""The modules of the judge, each with the tests that find most of its mutants."""
CLEAN = ("table", "placing", "adjudicate", "set_end")
"""Those of which no mutant lives that is not listed: what is tried when no module is named."""
NOT_HERE = ("test_shared_cases.py",)
"""Cases that are not part of this repository must not decide what is found."""
SECONDS = 60
MEMORY = 3 << 30
FOUND, LIVES, BROKEN = "found", "lives", "broken"


class Swap:
    """An import hook that gives out a module with one change."""

    def __init__(self, name: str, code: object) -> None:
        self.name = name
        self.code = code

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:
        from importlib.util import spec_from_loader

        return spec_from_loader(name, self) if name == self.name else None

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: object) -> None:
        exec(self.code, module.__dict__)  # type: ignore[call-overload]  # noqa: S102 - our own module, one place changed


def is_of_the_judge(path: Path) -> bool:
    """Whether a file tests the rules or the table, and belongs to this repository alone."""
    text = path.read_text(encoding="utf-8")
    return path.name not in NOT_HERE and any(
        name in text for name in ("engine.rules", "engine.table", "engine.strokes")
    )


def files_of(module: str) -> list[list[str]]:
    """The files to run, in two goes."""
    first = [f"{TESTS}/test_{name}.py" for name in FIRST[module]]
    every = sorted(f"{TESTS}/{path.name}" for path in (ROOT / TESTS).glob("test_*.py") if is_of_the_judge(path))
    return [first, [name for name in every if name not in first]]


def run_tests(files: list[str], *plugins: object) -> int:
    """pytest without the project's plugins: the engine's tests are plain."""
    import pytest

    return int(pytest.main([
        "-c", "tests/mutation/pytest.ini", "--rootdir", ".", "--noconftest", "-x", "-q", "-p", "no:cacheprovider",
        "-p", "no:faulthandler", "-s", "-m", "not long", *files,
    ], plugins=list(plugins)))  # fmt: skip


def started(act: Callable[[], int]) -> int:
    """The id of a child that does something, silently, and ends with a number."""
    pid = os.fork()
    if pid:
        return pid
    status = 99
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        status = act()
    except BaseException:  # a mutant may raise anything; the child only has a number to say
        status = 98
    finally:
        os._exit(status)


def limited(seconds: int = SECONDS) -> None:
    """No mutant runs for ever or eats the memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def from_the_start(module: str, code: object) -> int:
    """In a child: import the changed module and run all tests; 0 when they are green."""
    limited()
    sys.meta_path.insert(0, Swap(f"{ENGINE}/{module}".replace("/", "."), code))  # type: ignore[arg-type]
    return next(filter(None, map(run_tests, files_of(module))), 0)


def said(status: int) -> str:
    """What a child's end means: 0 green, 4 and 5 are pytest's words for tests that it did not find."""
    code = os.waitstatus_to_exitcode(status)
    if code in (4, 5):
        return BROKEN
    return LIVES if code == 0 else FOUND


def found_warm(module: str, tries: list[tuple[int, dict[Key, CodeType]]], jobs: int) -> set[int]:
    """Which mutants of functions a process that has everything imported finds."""
    heard, told = os.pipe()
    warm = Warm(str(path_of(module)), tries, jobs, told, limited)
    pid = started(lambda: run_tests([name for go in files_of(module) for name in go], warm))
    os.close(told)
    with os.fdopen(heard) as lines:
        found = {int(index) for index, status in map(str.split, lines) if int(status) == 0}
    os.waitpid(pid, 0)
    return found


def tried(module: str, part: str, jobs: int) -> Iterator[tuple[Mutant, str]]:
    """Each mutant of a module, or of some of its functions, with what became of it."""
    path = path_of(module)
    text = path.read_text(encoding="utf-8")
    tree, old = ast.parse(text), compile(text, str(path), "exec")
    mutants = [mutant for mutant in mutants_of(tree) if part in mutant.function]
    codes = [compiled(tree, mutant, str(path)) for mutant in mutants]
    changes = ((index, changed_functions(old, code)) for index, code in enumerate(codes))
    found = found_warm(module, [(index, change) for index, change in changes if change], jobs)
    yield from ((mutants[index], FOUND) for index in sorted(found))
    running: dict[int, Mutant] = {}
    for index in sorted(set(range(len(mutants))) - found):
        if len(running) >= jobs:
            pid, status = os.wait()
            yield running.pop(pid), said(status)
        running[started(partial(from_the_start, module, codes[index]))] = mutants[index]
    while running:
        pid, status = os.wait()
        yield running.pop(pid), said(status)


def path_of(module: str) -> Path:
    """The file of a module of the judge."""
    return ROOT / ENGINE / f"{module}.py"


def is_green(module: str) -> bool:
    """Whether the tests are green without a change, in the same way of running them."""
    code = compile(path_of(module).read_text(encoding="utf-8"), str(path_of(module)), "exec")
    _, status = os.waitpid(started(partial(from_the_start, module, code)), 0)
    return said(status) == LIVES


def hunt(module: str, part: str, jobs: int, is_wordy: bool) -> bool:
    """Try all mutants of a module; true when those that live are those that are listed."""
    begin = time.monotonic()
    known = {name for name in listed(module) if part in name[0]}
    if not is_green(module):
        print(f"{module}: the tests are red without any change")
        return False
    lives: set[tuple[str, str, str]] = set()
    count = bad = 0
    for mutant, what in tried(module, part, jobs):
        count += 1
        if what == FOUND:
            continue
        lives.add(mutant.name)
        if what == BROKEN or mutant.name not in known:
            bad += 1
            print(
                f"{module}.py:{mutant.line}: {mutant.name[0]}: {what}\n  - {mutant.before}\n  + {mutant.name[2]}",
                flush=True,
            )
        elif is_wordy:
            print(f"{module}.py:{mutant.line}: listed: {mutant.name}", flush=True)
    for name in known - lives:
        bad += 1
        print(f"{module}: {LIST} names a mutant that does not live: {name}")
    seconds = time.monotonic() - begin
    found = count - len(lives)
    print(
        f"{module}: {count} mutants, {found} found, {len(lives & known)} listed, {bad} bad, {seconds:.0f} s", flush=True
    )
    return bad == 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("modules", nargs="*", help=f"of the judge; when none is named: {', '.join(CLEAN)}")
    parser.add_argument("-k", default="", help="only functions whose names contain this")
    parser.add_argument("-j", type=int, default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument("-v", action="store_true", help="tell of those that are listed, too")
    asked = parser.parse_args()
    os.chdir(ROOT)
    import pytest
    from hypothesis import settings

    settings.register_profile("mutation", derandomize=True, database=None, deadline=None)
    settings.load_profile("mutation")
    pytest.main(["--version"])  # brings what every child needs
    chosen = [module for module in FIRST if module.rpartition("/")[2] in (asked.modules or CLEAN)]
    done = [hunt(module, asked.k, asked.j, asked.v) for module in chosen]
    return 0 if done and all(done) else 1


if __name__ == "__main__":
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets is part of what a test sees
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tests.mutation", *sys.argv[1:]])  # noqa: S606 - itself anew
    sys.exit(main())
