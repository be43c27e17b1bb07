"""The commands' frame, tried on `standings`: forms, places of refusals, exit status."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from competitions.management.json_command import JsonCommand
from tests.formats.contract import shared

ROOT = Path(__file__).resolve().parents[2]
GOOD = {"entries": [{"id": "Žanis"}], "results": [], "tie_breaks": ["lot"]}
BAD = {"entries": []}


def run(command, text: str | bytes, monkeypatch, **options):
    """The answer's text and the exit status."""
    raw = text if isinstance(text, bytes) else text.encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    out, status = io.StringIO(), 0
    try:
        call_command(command, stdout=out, **options)
    except SystemExit as end:
        status = end.code
    return out.getvalue(), status


def test_object_in_object_out(monkeypatch):
    text, status = run("standings", json.dumps(GOOD), monkeypatch)

    assert json.loads(text)["rows"][0]["id"] == "Žanis"
    assert "Žanis" in text
    assert (text.count("\n"), status) == (1, 0)


def test_array_in_array_out_with_refusals_in_their_places(monkeypatch):
    text, status = run("standings", json.dumps([GOOD, BAD, 5, GOOD]), monkeypatch, indent=2)
    answers = json.loads(text)

    assert [answer.get("error", {}).get("path") for answer in answers] == [None, "results", "", None]
    assert all(answer["error"]["message"] for answer in answers[1:3])
    assert (text.startswith("[\n  {"), status) == (True, 1)


def test_lines_in_lines_out(monkeypatch):
    good = json.dumps(GOOD)
    text, status = run("standings", f"{good}\n{{oops\n\n{good}\n", monkeypatch, indent=2)
    answers = [json.loads(line) for line in text.splitlines()]

    assert [answer.get("error", {}).get("code") for answer in answers] == [None, "malformed", None]
    assert status == 1


def test_repeated_key_deep_inside_is_refused(monkeypatch):
    text, _ = run("standings", '{"entries": [{"id": "a", "id": "b"}], "results": [], "tie_breaks": []}', monkeypatch)

    assert json.loads(text)["error"]["path"] == "entries[0].id"


def test_file_is_read(tmp_path):
    path, out = tmp_path / "in.json", io.StringIO()
    path.write_text(json.dumps([GOOD]), encoding="utf-8")
    call_command("standings", str(path), stdout=out)

    assert len(json.loads(out.getvalue())) == 1


def test_file_that_is_not_there_is_one_sentence(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("standings", str(tmp_path / "none.json"))


class Faulty(JsonCommand):
    def run_item(self, data):
        raise ZeroDivisionError


def test_fault_of_ours_leaves_the_other_answers(monkeypatch):
    text, status = run(Faulty(), "[{}, {}]", monkeypatch)

    assert [answer["error"]["code"] for answer in json.loads(text)] == ["internal", "internal"]
    assert status == 1
    with pytest.raises(ZeroDivisionError):
        run(Faulty(), "{}", monkeypatch, traceback=True)


def test_frame_itself_answers_nothing():
    with pytest.raises(NotImplementedError):
        JsonCommand().run_item({})


def shell(*args: str, raw: bytes, cwd: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "manage.py", *args], input=raw, capture_output=True, cwd=cwd)


def test_from_the_shell_with_statuses_and_utf8():
    good = shell("standings", raw=json.dumps(GOOD).encode())
    bad = shell("standings", "-", raw=b"[{}, 1e400, NaN, \"\\ud800\"]")

    assert (good.returncode, "Žanis".encode() in good.stdout, good.stderr) == (0, True, b"")
    assert (bad.returncode, len(json.loads(bad.stdout)), bad.stderr) == (1, 4, b"")


def test_reader_that_goes_away_leaves_no_traceback():
    many = json.dumps([GOOD] * 5000)
    run = subprocess.Popen([sys.executable, "manage.py", "standings"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, cwd=ROOT)
    run.stdout.close()
    _, errors = run.communicate(many.encode())

    assert (run.returncode, errors) == (1, b"")


@pytest.mark.parametrize("name", ["standings", "lineup"])
def test_reference_cases_from_the_shell(name):
    runner, cases = shared("tools", "run_cases.py"), shared("cases", f"{name}.json")
    done = subprocess.run([sys.executable, str(runner), "--python", sys.executable, str(cases)], cwd=ROOT,
                          capture_output=True, text=True)

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("command", [
    "adjudicate", "calibrate", "draw", "lineup", "reconstruct", "score_match", "simulate", "standings",
])
def test_the_example_of_each_command_is_answered(command, monkeypatch):
    example, _ = run(command, "", monkeypatch, example=True)
    given = json.loads(example) | ({"samples": 100} if command == "reconstruct" else {})

    answer, status = run(command, json.dumps(given), monkeypatch)

    assert "error" not in json.loads(answer)
    assert status == 0
