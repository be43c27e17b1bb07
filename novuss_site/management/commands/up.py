"""`manage.py up`: everything that a hall needs, from one command."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import get_resolver

from novuss_site import prepare
from novuss_site.bootstrap import sweep_old
from novuss_site.hall import hall_addresses, qr_lines
from novuss_site.serve import Worker, bound_socket, serve
from novuss_site.settings.sqlite import library_version


class Command(BaseCommand):
    help = "Start Novuss: database, web server and worker. The first start also makes the first chief referee."
    requires_system_checks: list[str] = []  # a later start must be quick; `check` and `doctor` have them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen at (default: every one)")  # noqa: S104
        parser.add_argument("--port", type=int, default=8000, help="port (default: 8000)")
        parser.add_argument("--empty", action="store_true", help="do not load the demo competition")

    def run_from_argv(self, argv: list[str]) -> None:
        """A refusal is one sentence, without the name of its class before it."""
        try:
            self.execute_parsed(argv)
        except CommandError as error:
            if error.args and str(error):
                sys.stderr.write(f"{error}\n")
            sys.exit(error.returncode)

    def execute_parsed(self, argv: list[str]) -> None:
        """What Django does with a command line."""
        options = vars(self.create_parser(argv[0], argv[1]).parse_args(argv[2:]))
        self.execute(*options.pop("args", ()), **options)

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, tell where everything is, and serve until told to end."""
        use_utf8()
        if not 1 <= options["port"] <= 65535:
            raise CommandError("The port must be a number from 1 to 65535.")
        prepare.check_folder()
        sock = bound_socket(options["host"], options["port"])
        worker = Worker(Path(settings.VAR))
        try:
            chief = self.prepare(empty=options["empty"])
            from novuss_site.asgi import application  # noqa: PLC0415 (shuts numpy out of this process)

            get_resolver().url_patterns  # noqa: B018 (loads every page now, and not while the first visitor waits)
        except KeyboardInterrupt:
            worker.end(time.monotonic())
            raise CommandError("Stopped. Start again to go on.", returncode=130) from None
        except BaseException:
            worker.end(time.monotonic())
            raise

        def ready() -> None:
            worker.start()  # after the first page can be seen: both at once would make each other late
            self.tell(options["host"], options["port"], chief)
            sweep_old()

        serve(application, sock, worker, ready)

    def prepare(self, *, empty: bool) -> tuple[str, str] | None:
        """Everything before the first page. Gives the first chief's name and one-time password, if just made."""
        for sentence in missing_parts():
            self.stdout.write(sentence)
        begin = time.monotonic()
        with prepare.alone():
            changed = prepare.migrate()
            changed = prepare.collect_static() or changed
            chief = prepare.first_chief()
            changed = (not empty and prepare.demo()) or changed
        if changed:
            self.stdout.write(f"Prepared in {time.monotonic() - begin:.1f} s.")
        return chief

    def tell(self, host: str, port: int, chief: tuple[str, str] | None) -> None:
        """The addresses, the code for phones and tablets, and the password: last, so that nothing hides them."""
        everywhere = host in ("0.0.0.0", "::")  # noqa: S104
        lines = ["", f"Novuss runs at   http://{'localhost' if everywhere else bracketed(host)}:{port}/"]
        addresses = hall_addresses() if everywhere else []
        if addresses:
            hall = f"http://{addresses[0]}:{port}/"
            lines += [f"In the hall      {hall}", ""]
            lines += qr_lines(hall, colours=sys.stdout.isatty())
            lines += [f"or               http://{address}:{port}/" for address in addresses[1:]]
        elif everywhere:
            lines.append("In the hall      no network is connected yet; start again when there is one.")
        lines.append("")
        if chief is not None:
            lines += [
                f"Chief referee    {chief[0]}",
                f"Password         {chief[1]}   (shown once; change it at the first login)",
            ]
        else:
            lines.append("Lost the password?  python3 manage.py changepassword NAME")
        lines.append("Ctrl-C ends it.")
        with contextlib.suppress(OSError, ValueError):
            self.stdout.write("\n".join(lines))
            self.stdout.flush()


def bracketed(host: str) -> str:
    """An IPv6 address as a URL has it."""
    return f"[{host}]" if ":" in host else host


def use_utf8() -> None:
    """A terminal with an old code page could not print the QR code."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def missing_parts() -> list[str]:
    """What this platform has no package for, each in one sentence."""
    found = []
    if importlib.util.find_spec("pysqlite3") is None:
        version = ".".join(map(str, library_version()))
        found.append(f"No pysqlite3 on this platform: SQLite {version} is used in {settings.SQLITE_JOURNAL} mode.")
    if importlib.util.find_spec("py4swiss") is None:
        found.append("No py4swiss on this platform: Swiss rounds cannot be drawn here; everything else works.")
    if importlib.util.find_spec("numba") is None:
        found.append("No numba on this platform: strokes are simulated a hundred times more slowly here.")
    return found
