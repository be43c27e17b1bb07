"""A process that has imported and collected everything once, and tries mutants of functions in forked children.

A child only puts other code into the functions that a mutant changes, which takes no time: most mutants are found
within milliseconds. What a module computes while it is imported stays as it was: a mutant that lives here is tried
again from the start by whoever asked.
"""

from __future__ import annotations

import gc
import inspect
import os
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any

FOUND, LIVES = 0, 1
COMPREHENSIONS = ("<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>")
Key = tuple[str, int, int]


def is_function(code: CodeType) -> bool:
    """Whether code runs when it is called, and not while its module or class is made."""
    return bool(code.co_flags & inspect.CO_OPTIMIZED) and code.co_name not in COMPREHENSIONS


def inner(code: CodeType) -> list[CodeType]:
    """Code within code."""
    return [const for const in code.co_consts if isinstance(const, CodeType)]


def key_of(code: CodeType) -> Key:
    """Where a function stands: lambdas of one line are told apart by their column."""
    column = next((start for _, _, start, _ in code.co_positions() if start), 0)
    return code.co_qualname, code.co_firstlineno, column if code.co_name == "<lambda>" else 0


def functions_of(code: CodeType) -> dict[Key, CodeType]:
    """The functions and methods of a module; not those within functions."""
    found: dict[Key, CodeType] = {}
    for part in inner(code):
        if is_function(part):
            found[key_of(part)] = part
        else:
            found |= functions_of(part)
    return found


def skeleton(code: CodeType) -> Any:
    """What runs while a module is imported."""
    plain = tuple(repr(const) for const in code.co_consts if not isinstance(const, CodeType))
    return code.co_code, code.co_names, plain, [key_of(c) if is_function(c) else skeleton(c) for c in inner(code)]


def changed_functions(old: CodeType, new: CodeType) -> dict[Key, CodeType] | None:
    """The functions that a mutant changes; None where it changes what runs while the module is imported."""
    if skeleton(old) != skeleton(new):
        return None
    before = functions_of(old)
    return {key: code for key, code in functions_of(new).items() if code != before[key]}


class Warm:
    """A pytest plugin that tries mutants instead of running the tests once."""

    def __init__(self, path: str, tries: list[tuple[int, dict[Key, CodeType]]], jobs: int, report: int,
                 limit: Callable[[], None]) -> None:  # fmt: skip
        self.path = path
        self.tries = tries
        self.jobs = jobs
        self.limit = limit
        self.report = report
        self.heard, self.told = os.pipe()
        self.keen: list[int] = []
        """Tests that found something, the last one first."""

    def pytest_runtestloop(self, session: Any) -> bool:
        """In place of pytest's own loop."""
        live = {key_of(f.__code__): f for f in gc.get_objects()
                if isinstance(f, FunctionType) and f.__code__.co_filename == self.path}  # fmt: skip
        for index, status in self.results(session.items, live):
            os.write(self.report, f"{index} {status}\n".encode())
        return True

    def results(self, items: list[Any], live: dict[Key, FunctionType]) -> Iterator[tuple[int, int]]:
        """Number and end of each mutant."""
        running: dict[int, int] = {}
        for index, codes in self.tries:
            if len(running) >= self.jobs:
                yield self.ended(running)
            running[self.started(items, live, codes)] = index
        while running:
            yield self.ended(running)

    def ended(self, running: dict[int, int]) -> tuple[int, int]:
        """Wait for a child; remember which test found its mutant."""
        pid, status = os.wait()
        code = os.waitstatus_to_exitcode(status)
        if code == FOUND:
            item = int.from_bytes(os.read(self.heard, 4), "big")
            self.keen = [item, *(other for other in self.keen if other != item)]
        return running.pop(pid), LIVES if code == LIVES else FOUND

    def started(self, items: list[Any], live: dict[Key, FunctionType], codes: dict[Key, CodeType]) -> int:
        """The id of a child that tries one mutant."""
        pid = os.fork()
        if pid:
            return pid
        try:
            self.limit()
            for key, code in codes.items():
                live[key].__code__ = code
            item = self.finder(items)
        except BaseException:  # a mutant may raise anything; without a test's number it is a child that was killed
            os._exit(2)
        if item is None:
            os._exit(LIVES)
        os.write(self.told, item.to_bytes(4, "big"))
        os._exit(FOUND)

    def finder(self, items: list[Any]) -> int | None:
        """The first test that is red, those that found others before the rest."""
        from _pytest.runner import runtestprotocol

        rest = sorted(set(range(len(items))) - set(self.keen))
        for number in (*self.keen, *rest):
            if any(report.failed for report in runtestprotocol(items[number], log=False, nextitem=None)):
                return number
        return None
