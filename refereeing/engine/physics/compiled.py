"""Compilation of the kernels: numba where there is one, the same functions as plain Python elsewhere.

No fastmath, ever: every machine and both ways of running must give the very same bytes.

numba keeps what it has compiled, but looks only at the file of the function itself: a kernel would go on with the old
version of a function of another file. So every module keeps its own folder, named after what it and all that it
imports from here contain.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
PACKAGE = "refereeing.engine.physics."
IMPORTED = re.compile(r"^from refereeing\.engine\.physics\.([\w.]+) import", re.MULTILINE)
FOLDER = Path(__file__).resolve().parent


def load_numba() -> ModuleType | None:
    """numba, or none where it is missing or switched off (`NUMBA_DISABLE_JIT=1`)."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return None
    try:
        import numba  # noqa: PLC0415 (absent on platforms without wheels)
    except ImportError:
        return None
    return numba  # type: ignore[no-any-return,unused-ignore]


def sources(module: str, seen: set[Path] | None = None) -> set[Path]:
    """The files that make up a kernel: its module's and those of this package that it imports, near and far."""
    found = set() if seen is None else seen
    path = FOLDER.joinpath(*module.removeprefix(PACKAGE).split(".")).with_suffix(".py")
    if path.exists() and path not in found:
        found.add(path)
        for name in IMPORTED.findall(path.read_text(encoding="utf-8")):
            sources(PACKAGE + name, found)
    return found


@functools.cache
def fingerprint(module: str) -> str:
    """A short hash of everything that a kernel's code depends on, the compiler apart (numba looks at that itself)."""
    found = hashlib.sha256()
    for path in sorted(sources(module)):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def cache_base(environment: dict[str, str] | os._Environ[str], folder: Path) -> Path | None:
    """Where compiled kernels are kept: beside the source, else in the product's folder; None: nowhere.

    `NUMBA_CACHE_DIR` counts before both. A user's own folder is not used: its contents would be run, whoever wrote
    them.
    """
    if chosen := environment.get("NUMBA_CACHE_DIR"):
        return Path(chosen)
    places = [folder / "__pycache__"]
    if var := environment.get("NOVUSS_VAR"):
        places.append(Path(var) / "kernels")
    return next((place for place in places if is_writable(place)), None)


def is_writable(place: Path) -> bool:
    """Whether files can be made there; makes the folder."""
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(place, os.W_OK)


NUMBA = load_numba()
IS_COMPILED = NUMBA is not None
BASE = cache_base(os.environ, FOLDER)


def jit(function: F) -> F:
    """The function compiled, kept for the next process where there is room; without numba the function itself."""
    return compiled(function, {})


def inner(function: F) -> F:
    """As `jit`, for a function that only compiled code calls: without the bridge from Python, which takes a third of
    the time of compilation where arguments are tuples of arrays. Called from Python it would crash the process."""
    return compiled(function, {"no_cpython_wrapper": True, "no_cfunc_wrapper": True})


def compiled(function: F, more: dict[str, bool]) -> F:
    """The function compiled with further options of numba."""
    if NUMBA is None:
        return function
    options = {"error_model": "numpy", "cache": BASE is not None, **more}
    before = NUMBA.config.CACHE_DIR
    if BASE is not None:
        NUMBA.config.CACHE_DIR = str(BASE / f"kernel-{fingerprint(function.__module__)}")
    try:
        return NUMBA.njit(**options)(function)  # type: ignore[no-any-return]
    finally:
        NUMBA.config.CACHE_DIR = before


def plain(function: F) -> F:
    """The Python function behind a compiled one; the function itself where nothing is compiled."""
    return getattr(function, "py_func", function)


def python_version() -> str:
    """How kernels run here, for people: compiled by which numba, or as plain Python."""
    if NUMBA is None:
        return f"plain Python {sys.version_info.major}.{sys.version_info.minor}"
    return f"numba {NUMBA.__version__}"
