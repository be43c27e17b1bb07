"""`manage.py up` as a person starts it: what it says, what it serves, and how it ends."""

# ruff: noqa: S310 (http addresses of our own)
from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from novuss_site.hall import hall_addresses, qr_lines
from tests.site.running import ROOT, Up, children_of, free_port, lives

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
ENDS_WITHIN = 3.0  # seconds
COMPETITION = "5f0c6c4e-4f6e-4a53-9d55-3f8f1f4f7f10"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that has been started once, without the demo."""
    var = tmp_path_factory.mktemp("hall") / "var"
    with Up(var, "--empty") as up:
        up.wait_ready()
        assert re.search(r"Password +\S{10,}", up.said)
        assert up.end() < ENDS_WITHIN
    with contextlib.closing(sqlite3.connect(var / "novuss.sqlite3")) as database:
        columns = {row[1]: "" for row in database.execute("PRAGMA table_info(competitions_competition)") if row[3]}
        columns |= {
            "uid": COMPETITION.replace("-", ""),
            "slug": "spring",
            "name": "Spring",
            "is_public": 1,
            "is_demo": 0,
        }
        columns |= {"starts_on": "2026-03-07", "ends_on": "2026-03-07", "created_at": "2026-03-01"}
        columns.pop("id")
        names, marks = ", ".join(columns), ", ".join("?" * len(columns))
        database.execute(f"INSERT INTO competitions_competition ({names}) VALUES ({marks})", list(columns.values()))  # noqa: S608
        database.commit()
    return var


def fetch(url: str, host: str | None = None, timeout: float = 5) -> int:
    request = urllib.request.Request(url, headers={"Host": host} if host else {})
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def wait_for(path: Path, text: str, seconds: float = 15) -> None:
    end = time.monotonic() + seconds
    while not path.exists() or path.read_text() != text:
        assert time.monotonic() < end, f"{path} has not become {text!r}"
        time.sleep(0.05)


def test_later_start_says_where_it_is_and_hides_the_password(prepared):
    with Up(prepared, "--empty") as up:
        up.wait_ready()

        assert f"http://localhost:{up.port}/" in up.said
        assert "Password " not in up.said
        for address in hall_addresses()[:1]:
            assert f"http://{address}:{up.port}/" in up.said
            assert qr_lines(f"http://{address}:{up.port}/", colours=False)[5] in up.said


def test_hall_address_is_served_and_a_foreign_name_is_not(prepared):
    with Up(prepared, "--empty") as up:
        up.wait_ready()

        assert fetch(f"{up.url}/healthz", "evil.example") == 400
        for address in hall_addresses():
            assert fetch(f"http://{address}:{up.port}/healthz") == 200
            assert fetch(f"http://{address}:{up.port}/admin/login/") == 200
        static = re.search(
            r'href="(/static/[^"]+\.css)"', urllib.request.urlopen(f"{up.url}/admin/login/").read().decode()
        )
        assert static
        assert re.search(r"\.[0-9a-f]{12}\.css$", static[1])
        assert fetch(up.url + static[1]) == 200


def test_two_first_starts_at_once_share_one_folder(tmp_path):
    var = tmp_path / "var"
    with Up(var, "--empty") as one, Up(var, "--empty") as other:
        one.wait_ready()
        other.wait_ready()
        assert [fetch(f"{up.url}/login/") for up in (one, other)] == [200, 200]
        assert (one.said + other.said).count("Password ") == 1
        assert "Traceback" not in one.said + other.said


def test_busy_port_is_one_sentence(prepared):
    with socket.create_server(("0.0.0.0", 0)) as sock:  # noqa: S104
        port = sock.getsockname()[1]
        with Up(prepared, "--empty", port=port) as up:
            assert up.process.wait(30) == 1

            assert up.said.splitlines() == [
                f"Port {port} is in use, perhaps by Novuss itself: end that, or start with --port {port + 1}."
            ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--host", "203.0.113.9"], "This machine has no address 203.0.113.9"),
        (["--host", "no such host"], "This machine has no address no such host"),
        (["--port", "0"], "The port must be a number from 1 to 65535."),
        (["--port", "70000"], "The port must be a number from 1 to 65535."),
    ],
)
def test_wrong_place_is_one_sentence(prepared, words, sentence):
    with Up(prepared, "--empty", *words) as up:
        assert up.process.wait(30) == 1
        assert up.said.startswith(sentence)
        assert len(up.said.splitlines()) == 1


def test_database_of_a_newer_version_is_left_alone(prepared, tmp_path):
    var = tmp_path / "var"
    var.mkdir()
    with sqlite3.connect(prepared / "novuss.sqlite3") as old, sqlite3.connect(var / "novuss.sqlite3") as new:
        old.backup(new)
        new.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('competitions', '9999_later', '2030-01-01')"
        )
    new.close(), old.close()
    with Up(var, "--empty") as up:
        assert up.process.wait(30) == 1
        assert up.said.splitlines() == ["The database was written by a newer version of Novuss: start that one."]


def test_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    if os.geteuid() == 0:
        var = Path("/sys/novuss/var")  # not even root may write there
    else:
        (tmp_path / "closed").mkdir(mode=0o500)
        var = tmp_path / "closed" / "var"
    environment = {
        **os.environ,
        "NOVUSS_VAR": str(var),
        "NOVUSS_BOOTSTRAP": "0",
        "DJANGO_SETTINGS_MODULE": "novuss_site.settings.dev",
    }
    command = [sys.executable, "manage.py", "up", "--port", str(free_port())]
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)

    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr.splitlines() == [f"The folder {var} cannot be written."]


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=["ctrl-c", "term", "terminal closed"]
)
def test_everything_ends_within_three_seconds(prepared, tmp_path, number):
    """With open streams, a request that takes 20 s and a task that takes 30 s."""
    sign = tmp_path / "sign"
    with Up(prepared, "--empty", settings="tests.site.hall_settings") as up:
        up.wait_ready()
        worker = up.wait_worker()
        streams = [socket.create_connection(("127.0.0.1", up.port)) for _ in range(3)]
        for stream in streams:
            stream.sendall(f"GET /live/{COMPETITION}/ HTTP/1.1\r\nHost: 127.0.0.1:{up.port}\r\n\r\n".encode())
            assert stream.recv(12) == b"HTTP/1.1 200"
        threading.Thread(target=lambda: suppress_errors(fetch, f"{up.url}/slow", None, 30), daemon=True).start()
        fetch(f"{up.url}/enqueue?seconds=30&sign={sign}")
        wait_for(sign, "begun")

        took = up.end(number)

        assert took < ENDS_WITHIN
        assert not lives(worker)
        assert sign.read_text() == "begun"
        assert "Traceback" not in up.said
        for stream in streams:
            stream.close()


def test_idle_end_is_quick_and_clean(prepared):
    with Up(prepared, "--empty") as up:
        up.wait_ready()
        up.wait_worker()

        assert up.end() < 1.5
        assert up.process.returncode == 0
        assert up.said.rstrip().endswith("Stopped.")


def test_killed_web_process_leaves_nothing_behind(prepared, tmp_path):
    sign = tmp_path / "sign"
    with Up(prepared, "--empty", settings="tests.site.hall_settings") as up:
        up.wait_ready()
        up.wait_worker()
        fetch(f"{up.url}/enqueue?seconds=30&sign={sign}")
        wait_for(sign, "begun")

        assert up.end(signal.SIGKILL) < ENDS_WITHIN


def test_worker_that_dies_is_started_anew(prepared, tmp_path):
    sign = tmp_path / "sign"
    with Up(prepared, "--empty", settings="tests.site.hall_settings") as up:
        up.wait_ready()
        first = up.wait_worker()
        os.kill(first, signal.SIGKILL)
        fetch(f"{up.url}/enqueue?seconds=0&sign={sign}")
        wait_for(sign, "done")

        assert children_of(up.process.pid) not in ([], [first])


def test_numpy_never_comes_into_the_web_process():
    """An import of an XLSX file included: openpyxl would load numpy where it finds it."""
    code = """
import io, sys
import novuss_site.asgi
from django.urls import get_resolver
get_resolver().url_patterns
import openpyxl
book = openpyxl.Workbook(); book.active.append(["Ģirts", 7]); file = io.BytesIO(); book.save(file)
rows = list(openpyxl.load_workbook(io.BytesIO(file.getvalue()), read_only=True).active.values)
assert rows == [("Ģirts", 7)], rows
assert sys.modules["numpy"] is None and "numba" not in sys.modules
print("fine")
"""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "novuss_site.settings.test"}
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )

    assert answer.stdout.strip() == "fine", answer.stderr


def test_qr_code_is_black_on_white_in_a_terminal():
    lines = qr_lines("http://192.0.2.7:8000/", colours=True)

    assert len({len(line) for line in lines}) == 1
    assert all(line.startswith("\x1b[30;107m") and line.endswith("\x1b[0m") for line in lines)


def suppress_errors(function, *args):
    with contextlib.suppress(OSError):
        function(*args)
