"""How long it takes from the chief's press on "approve" until a spectator's page shows the new table.

    .venv/bin/python -m benchmarks.approval

To hold: under 1 s. Thirty entrants, twelve tables; the press goes over HTTP as from the panel, the stream says that
the table has changed, the page's live part is fetched and shows one game more.
"""

from __future__ import annotations

import http.client
import sys
import time
from urllib.parse import urlencode, urlsplit

from benchmarks.figures import Figure, report, share
from benchmarks.halls import BenchHall, progress, running
from tests.load.seen import TableReader

TIMES, LIMIT = 30, 1000.0
TOKEN = "b" * 32


def logged_in(hall: BenchHall) -> str:
    """The cookies of the chief's browser."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    # The first account has a one-time password, which would have to be replaced first.
    type(hall.account).objects.filter(id=hall.account.id).update(must_change_password=False)
    session = SessionStore()
    session[SESSION_KEY] = str(hall.account.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = hall.account.get_session_auth_hash()
    session.save()
    return f"sessionid={session.session_key}; csrftoken={TOKEN}"


class Browser:
    """Connections that stay open: one to ask, one that listens."""

    def __init__(self, url: str, cookies: str) -> None:
        where = urlsplit(url)
        self.url, self.cookies = url, cookies
        self.pages = http.client.HTTPConnection(where.hostname or "", where.port, timeout=30)
        self.stream = http.client.HTTPConnection(where.hostname or "", where.port, timeout=30)

    def listen(self, competition: str) -> None:
        self.stream.request("GET", f"/live/{competition}/")
        self.lines = self.stream.getresponse()

    def hear(self, topic: str) -> None:
        """Wait until the stream names the topic."""
        while topic not in self.lines.readline().decode():
            pass

    def approve(self, slug: str, uid: str, version: int) -> None:
        body = urlencode({"version": version, "csrfmiddlewaretoken": TOKEN})
        headers = {"Cookie": self.cookies, "Content-Type": "application/x-www-form-urlencoded",
                   "Origin": self.url, "Referer": self.url}
        self.pages.request("POST", f"/panel/{slug}/matches/{uid}/approve/", body, headers)
        answer = self.pages.getresponse()
        answer.read()
        assert answer.status == 302, answer.status

    def games_shown(self, page: str) -> int:
        """How many games the table counts, once for each of the two."""
        self.pages.request("GET", page, headers={"Accept-Language": "en"})
        reader = TableReader()
        reader.feed(self.pages.getresponse().read().decode())
        return sum(int(row[3].split("+")[0]) for row in reader.rows)


def figures() -> list[Figure]:
    """Approve one result after the other."""
    from django.utils import timezone

    from competitions.models import Match
    from refereeing.services.desk import result_enter

    heard: list[float] = []
    shown: list[float] = []
    with running() as up:
        progress("a round robin of thirty with %s results to approve", TIMES)
        hall = BenchHall(12, entrants=30)
        matches = list(hall.stage.matches.order_by("round__number", "number")[:TIMES])
        for match in matches:
            result_enter(match_uid=match.uid, sets=(4, 2), by=hall.chief, at=timezone.now())
        browser = Browser(up.url, logged_in(hall))
        browser.listen(str(hall.competition.uid))
        page = f"/c/{hall.competition.slug}/{hall.event.slug}/?part=1"
        for place, match in enumerate(matches, start=1):
            version = Match.objects.values_list("version", flat=True).get(id=match.id)
            begin = time.perf_counter()
            browser.approve(hall.competition.slug, str(match.uid), version)
            browser.hear("table.changed")
            heard.append((time.perf_counter() - begin) * 1000)
            while browser.games_shown(page) < 2 * place:
                pass
            shown.append((time.perf_counter() - begin) * 1000)
    return [
        Figure(what="approval until the stream says so, p95", unit="ms", value=share(heard, 0.95), limit=LIMIT,
               median=share(heard, 0.5)),
        Figure(what="approval until the public page shows it, p95", unit="ms", value=share(shown, 0.95), limit=LIMIT,
               median=share(shown, 0.5), note=f"slowest {max(shown):.0f}"),
    ]


if __name__ == "__main__":
    sys.exit(report(figures()))
