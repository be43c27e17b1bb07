"""Making, mending and keeping `.venv`: a copy of the bootstrap in a folder of its own, with an empty lock file."""

from __future__ import annotations

import errno
import json
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType

import pytest

from novuss_site import bootstrap as ours

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def boot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The bootstrap, looking at an empty project."""
    monkeypatch.setattr(ours, "ROOT", tmp_path)
    monkeypatch.setattr(ours, "VENV", tmp_path / ".venv")
    monkeypatch.setenv("NOVUSS_VAR", str(tmp_path / "var"))
    for name in ("PIP_INDEX_URL", "NOVUSS_BOOTSTRAP"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / ours.RUN_LOCK).write_text("# nothing\n")
    (tmp_path / ours.TEST_LOCK).write_text("# nothing\n")
    return ours


def count_installs(boot: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    done: list[str] = []
    real = boot.install
    monkeypatch.setattr(boot, "install", lambda lock: (done.append(lock), real(lock)))
    return done


def aside(boot: ModuleType) -> int:
    return len(list(boot.ROOT.glob(".venv-old-*")))


def test_first_start_makes_it_and_the_second_does_nothing(boot, monkeypatch):
    done = count_installs(boot, monkeypatch)
    boot.ensure([boot.RUN_LOCK])
    boot.ensure([boot.RUN_LOCK])

    assert done == [boot.RUN_LOCK]
    answer = subprocess.run(
        [boot.interpreter(), "-c", "import sys; print(sys.prefix)"], capture_output=True, text=True, check=True
    )
    assert Path(answer.stdout.strip()) == boot.VENV
    assert boot.is_whole(boot.read_stamp())


def test_changed_lock_is_installed_into_the_same_environment(boot, monkeypatch):
    boot.ensure([boot.RUN_LOCK])
    (boot.ROOT / boot.RUN_LOCK).write_text("# nothing else\n")
    done = count_installs(boot, monkeypatch)
    boot.ensure([boot.RUN_LOCK])

    assert (done, aside(boot)) == ([boot.RUN_LOCK], 0)


def test_tests_add_their_packages_and_up_keeps_them(boot, monkeypatch):
    boot.ensure([boot.RUN_LOCK])
    boot.ensure([boot.RUN_LOCK, boot.TEST_LOCK])
    done = count_installs(boot, monkeypatch)
    boot.ensure([boot.RUN_LOCK])
    boot.ensure([boot.RUN_LOCK, boot.TEST_LOCK])

    assert (done, aside(boot)) == ([], 0)


def unfinished(boot: ModuleType) -> None:
    (boot.VENV / boot.STAMP).unlink()


def lost_package(boot: ModuleType) -> None:
    (boot.site_packages() / "django-5.dist-info").rmdir()


def lost_interpreter(boot: ModuleType) -> None:
    boot.interpreter().unlink()


def dangling_interpreter(boot: ModuleType) -> None:
    boot.interpreter().unlink()
    boot.interpreter().symlink_to("/nowhere/python")


def other_python(boot: ModuleType) -> None:
    edit_stamp(boot, python="3.11.0")


def moved(boot: ModuleType) -> None:
    edit_stamp(boot, path="/somewhere/else/.venv")


def garbled(boot: ModuleType) -> None:
    (boot.VENV / boot.STAMP).write_text("{")


def emptied(boot: ModuleType) -> None:
    shutil.rmtree(boot.VENV)
    boot.VENV.mkdir()


def a_file(boot: ModuleType) -> None:
    shutil.rmtree(boot.VENV)
    boot.VENV.write_text("not a folder")


def edit_stamp(boot: ModuleType, **changes: str) -> None:
    path = boot.VENV / boot.STAMP
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


DAMAGES = [
    unfinished,
    lost_package,
    lost_interpreter,
    dangling_interpreter,
    other_python,
    moved,
    garbled,
    emptied,
    a_file,
]


@pytest.mark.parametrize("damage", DAMAGES, ids=[damage.__name__ for damage in DAMAGES])
def test_broken_environment_is_made_anew(boot, monkeypatch, damage):
    monkeypatch.setattr(boot, "outer_pip_serves", lambda: True)
    monkeypatch.setattr(boot, "install", lambda lock: None)  # tried elsewhere; here it would only take time
    boot.ensure([boot.RUN_LOCK])
    (boot.site_packages() / "django-5.dist-info").mkdir()
    boot.write_stamp([boot.RUN_LOCK])
    assert boot.is_whole(boot.read_stamp())

    damage(boot)
    boot.ensure([boot.RUN_LOCK])

    assert boot.is_whole(boot.read_stamp())
    assert aside(boot) == 1
    boot.sweep_old()
    assert aside(boot) == 0


def test_failed_install_leaves_no_stamp(boot, monkeypatch):
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    (boot.ROOT / boot.RUN_LOCK).write_text("nothing-of-that-name==1.0 --hash=sha256:" + "0" * 64 + "\n")

    with pytest.raises(boot.Stop, match=r"^The packages cannot be fetched: there is no network"):
        boot.ensure([boot.RUN_LOCK])
    assert boot.read_stamp() == {}


PIP_SAYS = [
    ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "The disk is full"),
    (
        "ERROR: Could not install packages due to an OSError: [Errno 30] Read-only file system: '/x'",
        "The folder cannot",
    ),
    (
        "WARNING: Retrying … NewConnectionError('<…>: Failed to establish a new connection: [Errno 111]')",
        "The packages",
    ),
    ("WARNING: Retrying … Temporary failure in name resolution\nERROR: No matching distribution found", "The packages"),
    ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "A package differs"),
    ("ERROR: Could not find a version that satisfies the requirement numpy==2", "A package has no ready-made build"),
    ("something else\nhappened", "The packages could not be installed:\nsomething else\nhappened"),
]


@pytest.mark.parametrize(("output", "sentence"), PIP_SAYS)
def test_failure_of_pip_is_one_sentence(output, sentence):
    assert ours.reason_of_pip(output).startswith(sentence)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "The disk is full"),
        (errno.EROFS, "The folder cannot be written: /x"),
        (errno.EACCES, "The folder"),
    ],
)
def test_refusal_of_the_system_is_one_sentence(number, sentence):
    assert ours.reason_of(OSError(number, "no", "/x")).startswith(sentence)


def test_python_without_pip_is_helped_by_a_sentence(boot, monkeypatch):
    monkeypatch.setattr(boot, "outer_pip_serves", lambda: False)
    monkeypatch.setattr(boot.venv.EnvBuilder, "create", lambda self, path: exit_with_failure())

    with pytest.raises(boot.Stop, match="apt install python3-venv"):
        boot.ensure([boot.RUN_LOCK])


def exit_with_failure() -> None:
    raise subprocess.CalledProcessError(1, ["ensurepip"])


def test_two_first_starts_do_not_meet(boot, monkeypatch):
    """The second waits until the first has finished, and then finds everything done."""
    done = count_installs(boot, monkeypatch)

    def start() -> None:
        with boot.only_one():
            boot.ensure([boot.RUN_LOCK])

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (done, aside(boot)) == ([boot.RUN_LOCK], 0)


def test_import_error_of_a_package_is_mended_once_and_our_own_never(boot, monkeypatch):
    gone_on: list[list[str]] = []
    monkeypatch.setattr(boot, "go_on", gone_on.append)
    monkeypatch.setattr(boot, "inside", lambda: True)
    boot.ensure([boot.RUN_LOCK])

    boot.repair(["manage.py", "up"], ImportError(name="competitions.nothing"))
    boot.repair(["manage.py", "check"], ImportError(name="django.db"))
    assert (gone_on, aside(boot)) == ([], 0)
    monkeypatch.setenv("NOVUSS_REPAIRED", "")
    boot.repair(["manage.py", "up"], ImportError(name="django.db"))
    assert (gone_on, aside(boot)) == ([["manage.py", "up"]], 1)
    boot.repair(["manage.py", "up"], ImportError(name="django.db"))
    assert (len(gone_on), aside(boot)) == (1, 1)


def test_bootstrap_needs_nothing_but_the_standard_library():
    code = "import sys; sys.path.insert(0, sys.argv[1]); from novuss_site import bootstrap; print(bootstrap.ROOT)"
    answer = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(ROOT)], capture_output=True, text=True, check=False
    )

    assert answer.stdout.strip() == str(ROOT), answer.stderr


def test_site_package_is_empty_so_that_a_bare_python_can_load_the_bootstrap():
    assert (ROOT / "novuss_site" / "__init__.py").read_text() == ""


@pytest.mark.parametrize("command", ["check", "standings"])
def test_other_command_on_a_bare_machine_says_what_to_do(boot, monkeypatch, command):
    monkeypatch.setattr(boot.sys, "prefix", boot.sys.base_prefix)
    monkeypatch.setattr(boot.importlib.util, "find_spec", lambda name: None)

    with pytest.raises(SystemExit, match=r"manage\.py up"):
        boot.enter(["manage.py", command])


def test_wrong_python_is_one_sentence(tmp_path):
    """The file itself must be readable for an old Python; what it says is tried with a pretended version."""
    code = "import sys; sys.version_info = (3, 10, 0); sys.argv = ['manage.py', 'up']; exec(open('manage.py').read())"
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)

    assert answer.stdout == ""
    assert answer.stderr.strip() == "Novuss needs Python 3.11, 3.12, 3.13 or 3.14; this is Python 3.10."
