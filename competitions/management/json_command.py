"""The frame of the commands that read JSON and write JSON: forms, refusals in their places, exit status.

A command says what it does with one input; the frame does the rest. It touches no database.
"""

from __future__ import annotations

import gc
import io
import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from competitions.formats.errors import FormatError
from competitions.formats.json_input import Batch, Form, read_batch, refuse_repeated_keys

MAX_INDENT = 16
INTERNAL = {"code": "internal", "path": "", "message": "a fault of this program; see it with --traceback"}


class JsonCommand(BaseCommand):
    """One JSON object, an array of them, or JSON Lines in; the answers in the same form and order out.

    Subclasses give `help`, `example` and `run_item`. A refusal is any exception with `as_dict()` (FormatError,
    EngineError); it stands as `{"error": {"code", "path", "message"}}` in the place of its item, and the exit status
    is then 1.
    """

    # A small input that is answered without a refusal: what `--example` writes.
    example: ClassVar[Mapping[str, Any]]
    requires_system_checks = ()
    requires_migrations_checks = False

    def run_item(self, data: object) -> dict[str, Any]:
        """The answer to one input."""
        raise NotImplementedError

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE, --indent and --example."""
        parser.add_argument(
            "file", nargs="?", default="-", metavar="FILE",
            help="JSON object, array of objects or JSON Lines, UTF-8; - (the default) reads the standard input",
        )
        parser.add_argument(
            "--indent", type=int, choices=range(MAX_INDENT + 1), metavar="N", default=None,
            help=f"indent the result by N (0 to {MAX_INDENT}) spaces; JSON Lines stay one a line",
        )
        parser.add_argument("--example", action="store_true", help="read nothing; write an input to begin with")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read everything, answer every item, write once."""
        if options["example"]:
            self._write(json.dumps(self.example, ensure_ascii=False, indent=options["indent"]) + "\n")
            return
        is_collecting = gc.isenabled()
        gc.disable()  # thousands of items are kept to the end: walking them again and again takes a fifth of the time
        try:
            batch = read_batch(self._read(options["file"]))
            answers = [self._answer(item, options["traceback"]) for item in batch.items]
        finally:
            if is_collecting:
                gc.enable()
        self._write(_text(batch, answers, options["indent"]))
        if any("error" in answer for answer in answers):
            sys.exit(1)

    def _answer(self, item: object, traceback: bool) -> dict[str, Any]:
        try:
            if isinstance(item, FormatError):
                raise item
            refuse_repeated_keys(item)
            return self.run_item(item)
        except Exception as error:
            refusal = getattr(error, "as_dict", None)
            if refusal is not None:
                return {"error": refusal()}
            # A fault of ours in one item must not take the other answers away.
            if traceback:
                raise
            return {"error": INTERNAL}

    def _read(self, name: str) -> bytes:
        if name == "-":
            return sys.stdin.buffer.read()
        try:
            return Path(name).read_bytes()
        except OSError as error:
            raise CommandError(f"{name}: {error.strerror}") from None

    def _write(self, text: str) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            # JSON is UTF-8, whatever the machine's code page is; half a character goes out as the escape it came in.
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            self.stdout.write(text, ending="")
            self.stdout.flush()
        except BrokenPipeError:
            # The reader has had enough (`| head`): no traceback, nor one at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)


def _text(batch: Batch, answers: list[dict[str, Any]], indent: int | None) -> str:
    if batch.form is Form.LINES:
        return "".join(f"{json.dumps(answer, ensure_ascii=False, allow_nan=False)}\n" for answer in answers)
    whole: Any = answers if batch.form is Form.ARRAY else answers[0]
    return json.dumps(whole, ensure_ascii=False, allow_nan=False, indent=indent) + "\n"
