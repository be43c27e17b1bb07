"""What happens before anything is installed: make `.venv`, install the locked packages, go on inside it.

Standard library only, and nothing of our own but this file: it runs on a bare Python.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = "novuss-stamp.json"
RUN_LOCK = "requirements.txt"
TEST_LOCK = "requirements-dev.txt"
LOCKS = {"up": [RUN_LOCK], "test": [RUN_LOCK, TEST_LOCK]}
WINDOWS = os.name == "nt"


class Stop(Exception):
    """The start cannot go on; the message is one sentence for the person at the keyboard."""


def enter(argv: list[str]) -> None:
    """Come back only inside an environment that has what the command needs; else end with one sentence.

    `up` and `test` make or mend `.venv`; any other command goes into it when it is there.
    NOVUSS_BOOTSTRAP=0 leaves everything to the caller, as in a container image.
    """
    command = argv[1] if len(argv) > 1 else ""
    name_process(command)
    if os.environ.get("NOVUSS_BOOTSTRAP") == "0":
        return
    try:
        if command in LOCKS:
            if os.environ.pop("NOVUSS_ENTERED", "") != str(VENV) or not inside():
                with only_one():
                    ensure(LOCKS[command])
                go_on(argv)
        elif not inside() and sys.prefix == sys.base_prefix:
            if interpreter().exists() and read_stamp():
                go_on(argv)
            elif importlib.util.find_spec("django") is None:
                raise Stop("Nothing is installed yet: run `python3 manage.py up` once.")
    except Stop as stop:
        sys.exit(str(stop))
    except KeyboardInterrupt:
        sys.exit("Stopped. Start again to go on.")


def repair(argv: list[str], error: ImportError) -> None:
    """Make a damaged environment anew and start again, once; return when that is not the cure."""
    command = argv[1] if len(argv) > 1 else ""
    own = (error.name or "").partition(".")[0] in ("novuss_site", "competitions", "refereeing", "")
    if own or command not in LOCKS or not inside() or os.environ.get("NOVUSS_REPAIRED"):
        return
    say(f"The environment is damaged ({error.name} cannot be loaded); making it anew.")
    os.environ["NOVUSS_REPAIRED"] = "1"
    try:
        with only_one():
            put_aside()
            ensure(LOCKS[command])
        go_on(argv)
    except Stop as stop:
        sys.exit(str(stop))
    except KeyboardInterrupt:
        sys.exit("Stopped. Start again to go on.")


def name_process(command: str) -> None:
    """Tell the settings, before they are loaded, what `up` will do."""
    if command == "up":
        os.environ.setdefault("NOVUSS_STATIC", "collected")
        os.environ.setdefault("NOVUSS_LOG_NAME", "web")


def say(line: str) -> None:
    """Tell the person at the keyboard."""
    with contextlib.suppress(OSError):
        print(line, flush=True)


def inside() -> bool:
    """Does this very process run in the project's environment?"""
    return Path(sys.prefix).resolve() == VENV.resolve()


def interpreter() -> Path:
    """The Python of the environment."""
    return VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")


def base_interpreter() -> str:
    """The Python that environments are made from, also when we run inside one."""
    return getattr(sys, "_base_executable", None) or sys.executable


# --- is it whole? ---------------------------------------------------------------------------------------------------
def site_packages() -> Path:
    """Where the environment's packages lie."""
    if WINDOWS:
        return VENV / "Lib" / "site-packages"
    return VENV / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"


def fingerprint(lock: str) -> str:
    """The hash of a lock file."""
    return hashlib.sha256((ROOT / lock).read_bytes()).hexdigest()


def installed() -> list[str]:
    """The packages that lie in the environment, with their versions."""
    try:
        return sorted(name for name in os.listdir(site_packages()) if name.endswith(".dist-info"))
    except OSError:
        return []


def read_stamp() -> dict[str, object]:
    """What was written when the environment was last finished, or nothing if it never was, or is not this one."""
    try:
        stamp = json.loads((VENV / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    same = isinstance(stamp, dict) and stamp.get("python") == platform.python_version()
    return stamp if same and stamp.get("path") == str(VENV) else {}


def write_stamp(locks: list[str]) -> None:
    """The last step: only a finished environment has a stamp, so a killed installer leaves none."""
    stamp = {
        "python": platform.python_version(),
        "path": str(VENV),
        "locks": {lock: fingerprint(lock) for lock in locks},
        "packages": installed(),
    }
    draft = VENV / (STAMP + ".tmp")
    draft.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    os.replace(draft, VENV / STAMP)


def is_whole(stamp: dict[str, object]) -> bool:
    """Are the interpreter and every package of the stamp still there?"""
    packages = stamp.get("packages")
    return bool(stamp) and interpreter().exists() and isinstance(packages, list) and set(packages) <= set(installed())


# --- making it ------------------------------------------------------------------------------------------------------
def ensure(locks: list[str]) -> None:
    """Make the environment if there is none, anew if it is broken, and bring an old one up to the lock files."""
    stamp = read_stamp()
    done = stamp.get("locks") if is_whole(stamp) else None
    if isinstance(done, dict) and all(done.get(lock) == fingerprint(lock) for lock in locks):
        return
    try:
        if done is None:
            put_aside()
            create()
        (VENV / STAMP).unlink(missing_ok=True)
        # What was installed before stays locked too: a test environment remains one.
        before = done if isinstance(done, dict) else {}
        wanted = [lock for lock in (RUN_LOCK, TEST_LOCK) if lock in locks or lock in before]
        for lock in wanted:
            install(lock)
        write_stamp(wanted)
    except OSError as error:
        raise Stop(reason_of(error)) from error


def put_aside() -> None:
    """Move a broken environment out of the way: deleting its files can take a minute, renaming takes none."""
    if not os.path.lexists(VENV):
        return
    for number in range(1, 1000):
        aside = ROOT / f".venv-old-{number}"
        if not aside.exists():
            try:
                VENV.rename(aside)
            except OSError as error:
                raise Stop(f"The old {VENV} cannot be moved away; close what uses it and start again.") from error
            say("The environment .venv was not usable; making it anew.")
            return


def create() -> None:
    """An empty environment, without a pip of its own where the outer pip can serve it (it saves ten seconds)."""
    say("Making the environment .venv …")
    try:
        venv.EnvBuilder(with_pip=not outer_pip_serves(), symlinks=not WINDOWS).create(VENV)
    except (subprocess.CalledProcessError, SystemExit):
        put_aside()
        raise Stop(
            "This Python has neither pip nor ensurepip; on Debian and Ubuntu: sudo apt install python3-venv python3-pip"
        ) from None


def outer_pip_serves() -> bool:
    """Is there a pip of 22.3 or later beside the base interpreter, which can install into another environment?"""
    command = [base_interpreter(), "-m", "pip", "--version"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    version = re.match(r"pip (\d+)\.(\d+)", answer.stdout)
    return version is not None and (int(version[1]), int(version[2])) >= (22, 3)


def pip_command() -> list[str]:
    """How to call pip for the environment."""
    if (site_packages() / "pip").is_dir():
        return [str(interpreter()), "-m", "pip"]
    return [base_interpreter(), "-m", "pip", "--python", str(interpreter())]


def install(lock: str) -> None:
    """Install a lock file: only what its hashes name, never compiling anything."""
    say(f"Installing the packages of {lock} (the first time, half a minute or so) …")
    begin = time.monotonic()
    options = ["--require-hashes", "--only-binary", ":all:", "--no-input", "--disable-pip-version-check"]
    options += ["--quiet", "--retries", "2", "--timeout", "15", "--no-warn-script-location"]
    environment = {name: value for name, value in os.environ.items() if name not in ("PIP_USER", "PIP_TARGET")}
    answer = subprocess.run(
        [*pip_command(), "install", *options, "-r", str(ROOT / lock)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=environment,
        check=False,
    )
    if answer.returncode:
        raise Stop(reason_of_pip(answer.stdout))
    say(f"Installed in {time.monotonic() - begin:.0f} s.")


REASONS = (
    (r"No space left|Errno 28|not enough space", "The disk is full: free 500 MB and start again."),
    (r"Read-only file system|Permission denied|Errno 13|Errno 30", "The folder cannot be written: {root}"),
    (
        r"connection|Connection|Temporary failure|timed out|Max retries|ProxyError|unreachable|SSLError",
        "The packages cannot be fetched: there is no network, which the first start needs. Later starts need none.",
    ),
    (r"DO NOT MATCH THE HASHES", "A package differs from the one that was locked; nothing of it was installed."),
    (r"No matching distribution|Could not find a version", "A package has no ready-made build for {platform}."),
)


def reason_of_pip(output: str) -> str:
    """One sentence for what pip wrote; its own last lines where we have none."""
    for pattern, text in REASONS:
        if re.search(pattern, output):
            return text.format(root=ROOT, platform=f"Python {platform.python_version()} on {platform.platform()}")
    return "The packages could not be installed:\n" + "\n".join(output.strip().splitlines()[-5:])


def reason_of(error: OSError) -> str:
    """One sentence for what the operating system refused."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "The disk is full: free 500 MB and start again."
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return f"The folder cannot be written: {error.filename or ROOT}"
    return f"The start failed: {error}"


def sweep_old() -> None:
    """Delete what was put aside. It can take a minute, so it comes after the start."""
    for aside in ROOT.glob(".venv-old-*"):
        shutil.rmtree(aside, ignore_errors=True)
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)  # it was a file, or a link


# --- going on -------------------------------------------------------------------------------------------------------
@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Two first starts at once must not install into one folder; the second waits for the first."""
    try:
        folder = Path(os.environ.get("NOVUSS_VAR") or ROOT / "var")
        folder.mkdir(parents=True, exist_ok=True)
        handle = open(folder / "bootstrap.lock", "w", encoding="ascii")  # noqa: SIM115 (held until the end of the block)
    except OSError as error:
        raise Stop(reason_of(error)) from error
    with handle:
        lock(handle.fileno())
        yield


def lock(descriptor: int) -> None:
    """Wait for the lock of an open file; the system lets go of it when the process ends, however it ends."""
    if WINDOWS:
        import msvcrt  # noqa: PLC0415

        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore]
                return
            except OSError:  # it gives up after ten seconds; an installation takes longer
                continue
    else:
        import fcntl  # noqa: PLC0415

        fcntl.flock(descriptor, fcntl.LOCK_EX)


def go_on(argv: list[str]) -> None:
    """Start the same command inside the environment. Does not come back."""
    os.environ["NOVUSS_ENTERED"] = str(VENV)
    command = [str(interpreter()), str(ROOT / "manage.py"), *argv[1:]]
    sys.stdout.flush()
    if not WINDOWS:
        os.execv(command[0], command)  # noqa: S606
    with contextlib.suppress(KeyboardInterrupt):  # the child has the same Ctrl-C and ends in its own way
        child = subprocess.Popen(command)
        while child.poll() is None:
            with contextlib.suppress(KeyboardInterrupt):
                child.wait()
        sys.exit(child.returncode)
