"""`manage.py up` as a real process, in a folder of its own."""

# ruff: noqa: S310 (http addresses of our own)
from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def free_port() -> int:
    """A port that nobody uses at this moment."""
    with socket.create_server(("127.0.0.1", 0)) as sock:
        return int(sock.getsockname()[1])


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, from the system's own list."""
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            if entry.name.isdigit() and int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(entry.name))
    return found


def lives(pid: int) -> bool:
    """Is the process there, and no mere remnant?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def memory_of(pid: int) -> float:
    """Resident memory in MB."""
    kilobytes = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(kilobytes[1]) / 1024 if kilobytes else 0.0


class Up:
    """`with Up(folder) as up: up.wait_ready()`; ended, and everything that it started, at the end of the block."""

    def __init__(
        self, var: Path, *words: str, settings: str = "", port: int | None = None, keep: tuple[str, ...] = ()
    ) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.output = var.parent / f"{var.name}-{self.port}.out"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NOVUSS_")}
        environment |= {name: os.environ[name] for name in keep}
        environment |= {"NOVUSS_VAR": str(var), "NOVUSS_BOOTSTRAP": "0", "DATABASE_URL": "", "REDIS_URL": ""}
        environment["NOVUSS_STATIC"], environment["NOVUSS_LOG_NAME"] = "collected", "web"
        environment["DJANGO_SETTINGS_MODULE"] = settings or "novuss_site.settings.dev"
        self.begin = time.monotonic()
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(self.port), *words],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # a background job of a shell would ignore Ctrl-C
            )

    @property
    def said(self) -> str:
        """What it has printed so far."""
        return self.output.read_text(encoding="utf-8", errors="replace")

    def wait_ready(self, seconds: float = 60) -> float:
        """Wait for the first page and for the last line; gives the seconds until the first page."""
        end = self.begin + seconds
        first_page = 0.0
        while time.monotonic() < end:
            assert self.process.poll() is None, self.said
            try:
                if not first_page:
                    urllib.request.urlopen(f"{self.url}/healthz", timeout=5).read()
                    first_page = time.monotonic() - self.begin
                if "Ctrl-C" in self.said:
                    return first_page
            except (urllib.error.URLError, OSError):
                pass
            time.sleep(0.02)
        raise AssertionError(f"not ready: {self.said}")

    def wait_worker(self, seconds: float = 30) -> int:
        """Wait for the worker; gives its process id."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = children_of(self.process.pid)
            if found:
                return found[0]
            time.sleep(0.05)
        raise AssertionError("no worker")

    def end(self, number: int = signal.SIGINT) -> float:
        """Send a signal; gives the seconds until the process and all its children have gone."""
        family = [self.process.pid, *children_of(self.process.pid)]
        begin = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(30)
        while any(lives(pid) for pid in family) and time.monotonic() < begin + 30:
            time.sleep(0.02)
        return time.monotonic() - begin

    def __enter__(self) -> Up:
        return self

    def __exit__(self, *exc: object) -> None:
        family = [self.process.pid, *children_of(self.process.pid)]
        for pid in family:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(10)
