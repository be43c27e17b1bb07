"""The matrix of rights: every address, every method, everybody; asked of the product itself, nothing kept."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from competitions.models import AuditEntry, Outbox
from tests.authz.asks import ASKS, FORM, Ask, body_of
from tests.authz.hall import ACTORS, Hall

FILE = Path(__file__).resolve().parents[2] / "docs" / "authz.csv"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
REFUSALS = frozenset({"login", "refused", "401", "403", "404", "405"})


@dataclass(frozen=True)
class Address:
    """One pattern of the URL conf."""

    name: str
    route: str
    names: frozenset[str]


def addresses() -> list[Address]:
    """All of the URL conf, but for the administrator's own, of which the first page stands for all."""
    found = list(_walk(get_resolver(), "", "", frozenset()))
    return [a for a in found if not a.name.startswith("admin:") or a.name == "admin:index"]


def _walk(resolver: URLResolver, route: str, space: str, names: frozenset[str]) -> Iterator[Address]:
    for pattern in resolver.url_patterns:
        whole = route + str(pattern.pattern).lstrip("^")
        inside = names | frozenset(pattern.pattern.regex.groupindex)
        if isinstance(pattern, URLPattern):
            shown = re.sub(r"\(\?P(<\w+>)[^)]*\)", r"\1", whole).rstrip("$")
            yield Address(f"{space}{pattern.name or whole}", f"/{shown}", inside)
        else:
            name = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from _walk(pattern, whole, space + name, inside)


def url_of(address: Address, ask: Ask) -> str:
    known = {"slug": "cup", **ask.where}
    return reverse(address.name, kwargs={name: known[name] for name in address.names}) + ask.query


@dataclass
class Knock:
    """Everybody at the doors of one hall."""

    hall: Hall

    def __post_init__(self) -> None:
        self.clients = {actor: self.hall.client(actor) for actor in ACTORS}
        for client in self.clients.values():
            client.raise_request_exception = True

    def answer(self, actor: str, method: str, url: str, ask: Ask) -> Any:
        """Ask once. Whatever was changed is taken back, the browser's cookies too."""
        client = self.clients[actor]
        cookies = deepcopy(client.cookies)
        # A form's button that a script presses: the refusal comes as a code instead of a sentence on the next page.
        headers = {"Accept": "application/json"} if url.startswith("/panel/") and method == "POST" else {}
        headers |= self.hall.headers(actor)
        data, kind = (body_of(ask), ask.kind) if method == "POST" else (None, FORM)
        with transaction.atomic():
            before = _written()
            response = _send(client, method, url, data, kind, headers)
            response.has_written = _written() != before
            transaction.set_rollback(True)
        client.cookies = cookies
        return response


def _written() -> tuple[int, int]:
    return AuditEntry.objects.count(), Outbox.objects.count()


def _send(client: Client, method: str, url: str, data: Any, kind: str, headers: dict[str, str]) -> Any:
    if kind == FORM and data is not None:
        data = urlencode(data, doseq=True)
    return client.generic(method, url, data or b"", kind, headers=headers)


def cell(response: Any) -> str:
    """The answer in a word: the status; `login` where a login is asked for; `refused` where the page comes back with
    the sentence that one may not do this."""
    if response.status_code == 302 and response["Location"].startswith(("/login/", "/admin/login/")):
        return "login"
    if response.status_code in (409, 422) and b'"not_allowed"' in response.content:
        return "refused"
    return str(response.status_code)


@dataclass(frozen=True)
class Row:
    """The answers to everybody at one address by one or more methods."""

    url: str
    name: str
    methods: str
    cells: tuple[str, ...]


def rows_of(knock: Knock, address: Address) -> list[Row]:
    """An address, method by method; methods that are answered alike share a row."""
    found: dict[tuple[str, ...], list[str]] = {}
    for method in METHODS:
        cells, wrote = [], {}
        for actor in ACTORS:
            ask = ASKS[address.name](knock.hall, actor)
            response = knock.answer(actor, method, url_of(address, ask), ask)
            cells.append(cell(response))
            wrote[actor] = response.has_written
        _check_writes(address, method, dict(zip(ACTORS, cells, strict=True)), wrote)
        found.setdefault(tuple(cells), []).append(method)
    return [Row(address.route, address.name, " ".join(methods), cells) for cells, methods in found.items()]


def _check_writes(address: Address, method: str, cells: dict[str, str], wrote: dict[str, bool]) -> None:
    """Whoever is refused writes nothing; whoever gets the chief's answer to a change has changed it too."""
    for actor, given in cells.items():
        assert not (given in REFUSALS and wrote[actor]), (address, method, actor, given)
        is_same = given == cells["chief"] and wrote["chief"] and method == "POST"
        assert not is_same or wrote[actor] or address.name.startswith("api-"), (address, method, actor, given)
    assert method == "POST" or not any(wrote.values()), (address, method, wrote)


def written(rows: list[Row]) -> str:
    """The file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["url", "name", "method", *ACTORS])
    for row in rows:
        writer.writerow([row.url, row.name, row.methods, *row.cells])
    return text.getvalue()


def stored() -> list[Row]:
    """The reviewed file."""
    with FILE.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))
    assert lines[0] == ["url", "name", "method", *ACTORS]
    return [Row(line[0], line[1], line[2], tuple(line[3:])) for line in lines[1:]]
