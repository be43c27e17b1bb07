"""The steps of a competition in groups, in the order in which they happen; each method is one of them."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from itertools import chain, combinations
from pathlib import Path

from django.utils import timezone
from playwright.sync_api import Page, expect

from competitions.models import Match
from competitions.services.accounts import account_create_first
from tests.e2e import printed, reading, steps, tablet_steps
from tests.e2e.conftest import PHONE, TABLET
from tests.e2e.field import Book, names_in, thirty
from tests.e2e.steps import Row
from tests.load import seen
from tests.load.reference_table import reference_table

LOT = "Spēlējam godīgi: 'trīs, divi, viens'!"
PIN = "482913"
CHIEF, REFEREE = "Anna Bērziņa", "Ilze Kalniņa"
LATE = "Žanis Ņemais"
CALL_SECONDS = 30
"""The least that the regulations allow: so that the tests need not turn a clock."""
TIE_BREAKS = ("head_to_head", "sonneborn_berger", "set_difference")


class Saturday:
    """Who plays, what has been entered, and the open browsers."""

    def __init__(self, served: str, someone: Callable[..., Page], folder: Path, poppler: str) -> None:
        self.served, self.someone, self.folder, self.poppler = served, someone, folder, poppler
        self.page = someone()
        self.began = timezone.now()
        self.list = thirty(folder)
        self.names = [*names_in(self.list)[:29], LATE]
        self.book = Book("saturday")
        self.groups: dict[str, list[str]] = {}
        self.rows: dict[int, list[Row]] = {}

    # --- before play -------------------------------------------------------------------------------------------------
    def come_in(self) -> None:
        """The one-time password is what `up` prints; it opens only the page that replaces it."""
        first = account_create_first(at=timezone.now())
        assert first is not None
        username, password = first
        steps.log_in(self.page, self.served, username, password)
        steps.change_first_password(self.page, password, name=CHIEF)

    def set_up(self) -> None:
        page = self.page
        steps.make_competition(page, "Rīgas kauss", place="Rīga", zone="Europe/Riga", tables=12)
        steps.make_event(page, "Open", "Latvian open tournament")
        self.slug = re.findall(r"/panel/([^/]+)/", page.url)[0]
        steps.panel(page, "Regulations")
        for label, value in (("Sets in a game", "6"), ("Win", "2"), ("Draw", "1"), ("Loss", "0")):
            expect(page.get_by_label(label, exact=True)).to_have_value(value)
        for system, order in (("round_robin", TIE_BREAKS), ("swiss", ("buchholz", "sonneborn_berger"))):
            for place, name in enumerate(order, 1):
                expect(page.locator(f"[name=tie_breaks_{system}_{place}]")).to_have_value(name)
        page.get_by_label("Call, seconds").fill(str(CALL_SECONDS))
        steps.press(page, "Save")
        expect(page.locator(".messages")).to_be_visible()
        expect(page.get_by_label("Call, seconds")).to_have_value(str(CALL_SECONDS))

    def read_the_list(self) -> None:
        """By file, with its preview; a second time it adds nobody."""
        page = self.page
        steps.panel(page, "Entries")
        steps.follow(page, "Import a list")
        steps.import_list(page, self.list, 30)
        for name in self.names[:29]:
            expect(page.get_by_role("row", name=name)).to_have_count(1)
        steps.follow(page, "Import a list")
        steps.show_preview(page, self.list)
        assert steps.preview_count(page) == "0 new · 0 changed · 30 same"
        steps.press(page, "Done: nothing to import")
        expect(page.locator(".lead")).to_contain_text("30 entrants")

    def mark_who_is_there(self) -> None:
        """All come but one, who has called in sick; another comes without an entry."""
        page = self.page
        gone = names_in(self.list)[29]
        says = steps.withdraw(page, gone, "slims")
        assert "No match is drawn yet: nothing else changes." in says
        steps.late_entry(page, LATE, club="Cēsu NK", rating="1400")
        steps.all_present_but(page)
        steps.panel(page, "Entries")
        expect(page.locator(".lead")).to_contain_text("30 present")
        expect(page.get_by_role("row", name=gone)).to_contain_text("slims")

    def draw(self) -> None:
        """Five groups of six: the five best by rating apart, the others by a lot that somebody in the hall says."""
        page = self.page
        steps.seed_by_rating(page, 5)
        steps.draw(page, "Groups", lot=LOT, number_of_groups=5)
        checks = steps.self_check(page)
        for begin in ("Everybody meets everybody: 15 pairs", "First strokes are balanced"):
            assert any(line.startswith(begin) for line in checks), checks
        for card in page.locator("section", has=page.get_by_role("heading", name="Groups")).locator(".card").all():
            title = card.get_by_role("heading").inner_text()
            members = card.locator("li").evaluate_all("items => items.map(item => item.firstChild.textContent.trim())")
            self.groups[title.removeprefix("Group ")] = members
        assert {name: len(members) for name, members in self.groups.items()} == dict.fromkeys("ABCDE", 6)
        assert sorted(chain(*self.groups.values())) == sorted(self.names)
        best = names_in(self.list)[:5]
        assert [len({*members} & {*best}) for members in self.groups.values()] == [1] * 5
        steps.lock(page)

    def repeat_the_lot(self) -> None:
        """Anybody repeats the order from the public page: with the shell line itself, and with another program."""
        page = self.someone()
        page.goto(f"{self.served}/c/{self.slug}/open/draw/")
        expect(page.locator(".lot")).to_have_text(LOT)
        line = page.get_by_label("Line of shell").inner_text()
        order = page.locator("tbody tr").evaluate_all(
            "rows => rows.map(row => [row.cells[2].innerText, row.querySelector('abbr')?.title ?? ''])")
        drawn = [(number, key) for number, key in order if key]
        assert len(order) == 30
        assert len(drawn) == 25
        keys = {number: hashlib.sha256(f"{LOT}\n{number}".encode()).hexdigest() for number, _key in drawn}
        assert drawn == sorted(keys.items(), key=lambda pair: pair[1])
        if shutil.which("sha256sum"):
            told = subprocess.run(["sh", "-c", line], capture_output=True, check=True).stdout.decode()
            assert [tuple(reversed(pair.split())) for pair in told.splitlines()] == drawn
        page.context.close()

    def give_tables(self) -> None:
        """Twelve tables for fifteen matches a round; every pair of a group meets once."""
        page = self.page
        steps.open_round(page, 1)
        steps.give_tables(page)
        for number in range(1, 6):
            steps.open_round(page, number)
            self.rows[number] = steps.rows(page)
            places = [(row.turn, row.table) for row in self.rows[number]]
            players = [name for row in self.rows[number] for name in (row.first, row.second)]
            assert len(set(places)) == 15
            assert sorted(players) == sorted(self.names)
            assert {int(table) for _turn, table in places} <= set(range(1, 13))
        matches = [row for rows in self.rows.values() for row in rows]
        pairs = [frozenset({row.first, row.second}) for row in matches]
        meet = [frozenset(pair) for members in self.groups.values() for pair in combinations(members, 2)]
        assert sorted(map(sorted, pairs)) == sorted(map(sorted, meet))
        assert set(Counter(row.first for row in matches).values()) <= {2, 3}

    def pair_a_tablet(self) -> None:
        """A table referee gets an office and a PIN, the tablet its right to write by the code of the panel."""
        page = self.page
        steps.add_official(page, "ilze", REFEREE, "table referee")
        steps.set_pin(page, REFEREE, PIN)
        steps.panel(page, "Devices")
        cards = printed.text_of(printed.download(page, "Print table cards"), self.poppler)
        self.tables = printed.table_paths(cards)
        assert len(self.tables) == 12
        steps.press(page, "Make a code")
        self.tablet = self.someone(TABLET)
        tablet_steps.pair(self.tablet, self.served, page.locator(".pair-code").inner_text(), "Planšete 1")
        expect(page.locator("#device-list")).to_contain_text("Planšete 1")
        expect(page.locator(".pair-code")).to_have_count(0)  # good for one tablet

    def open_public_pages(self) -> None:
        """Spectators: the table and the cross table stay open all the time."""
        self.table_page, self.cross_page = self.someone(), self.someone()
        steps.watch(self.table_page, f"{self.served}/c/{self.slug}/open/", "#table")
        steps.watch(self.cross_page, f"{self.served}/c/{self.slug}/open/cross/", "#cross")

    # --- the first tables --------------------------------------------------------------------------------------------
    def call_who_does_not_come(self) -> None:
        """At table 5 somebody does not come. Nothing is lost by the clock alone."""
        at_five = next(row for row in self.rows[1] if row.table == "5")
        self.absent, self.waiting = at_five.second, at_five.first
        steps.open_round(self.page, 1)
        steps.call(self.page, self.absent)
        expect(steps.match_row(self.page, self.absent).get_by_text("No-show")).to_be_hidden()

    def referee_at_a_table(self) -> None:
        """Table 1: by the table's address and the PIN; a warning, an undo, a replayed set, two signatures drawn."""
        row = next(row for row in self.rows[1] if row.table == "1" and row.turn == "1")
        steps.open_round(self.page, 1)
        steps.call(self.page, row.first)
        tablet = self.tablet
        tablet.goto(self.served + self.tables[0])
        expect(tablet.get_by_role("heading", name=row.second)).to_be_visible()
        tablet_steps.take_with_pin(tablet, REFEREE, PIN)
        tablet_steps.start(tablet, row.first)
        tablet_steps.strikes_first(tablet, row.first)
        tablet_steps.win(tablet, row.first, 1)
        tablet_steps.strikes_first(tablet, row.second)
        assert "cue" in tablet_steps.warn(tablet, row.second, reading.CLAUSE, 1)
        tablet_steps.win(tablet, row.second, 2)
        tablet_steps.undo(tablet, f"2. set for {row.second}")
        tablet_steps.replay(tablet, "Both cleared in the first series")
        tablet_steps.strikes_first(tablet, row.first)
        for number, winner in enumerate((row.first, row.second, row.first, row.first), 2):
            tablet_steps.win(tablet, winner, number)
        tablet_steps.to_signatures(tablet)
        tablet_steps.draw_signature(tablet, row.first)
        tablet_steps.draw_signature(tablet, row.second)
        tablet_steps.referee_signs(tablet, PIN)
        tablet_steps.is_sent(tablet)
        self.book.played(row.first, row.second, (4, 1))
        self.at_one = row

    def players_with_a_phone(self) -> None:
        """Table 2: the code of the slip opens the match; a phone of the players may not give warnings."""
        row = next(row for row in self.rows[1] if row.table == "2" and row.turn == "1")
        steps.open_round(self.page, 1)
        slips = printed.text_of(printed.download(self.page, "Slips"), self.poppler, as_laid_out=True)
        code = printed.code_of(slips, row.first, row.second)
        steps.call(self.page, row.first)
        phone = self.someone(PHONE)
        phone.goto(self.served + self.tables[1])
        tablet_steps.take_with_code(phone, code)
        tablet_steps.start(phone, row.first)
        expect(phone.get_by_role("button", name="Warning", exact=True)).to_have_count(0)
        for number in range(1, 5):
            tablet_steps.win(phone, row.second, number)
        tablet_steps.to_signatures(phone)
        tablet_steps.draw_signature(phone, row.first)
        tablet_steps.draw_signature(phone, row.second)
        tablet_steps.is_sent(phone)
        self.book.played(row.first, row.second, (0, 4))

    def approve_and_watch(self) -> None:
        """The public pages change within a second of the approval, without reload."""
        row = self.at_one
        points = self.table_page.get_by_role("row", name=row.first).locator(".points")
        expect(points).to_have_text("0")
        steps.panel(self.page, "Protocols")
        expect(self.page.locator("#waiting tbody tr").filter(has_text=row.first)).to_contain_text("4:1")
        steps.approve_ticked(self.page, [row.first])
        expect(points).to_have_text("2")
        line = self.cross_page.get_by_role("row", name=row.first)
        expect(line.locator("td.center").filter(has_text="4:1")).to_have_count(1)
        match = Match.objects.get(first__person__name=row.first, second__person__name=row.second)
        for page in (self.table_page, self.cross_page):
            steps.changed_within(page, match.approved_at, seconds=1)

    def declare_no_show(self) -> None:
        """After the clock an official may declare it; at once the absent one is called for the next round too."""
        page = self.page
        steps.open_round(page, 1)
        menu = steps.match_row(page, self.absent).get_by_text("No-show")
        expect(menu).to_be_visible(timeout=(CALL_SECONDS + 5) * 1000)
        menu.click()
        steps.press(page, f"{self.absent} did not come: game lost")
        self.book.awarded(self.waiting, self.absent, to=self.waiting)
        steps.open_round(page, 2)
        steps.call(page, self.absent)

    def third_warning(self) -> None:
        """Table 4: the third warning loses the sets that are not finished (9.1.g, 15.3), up to a majority (23.1)."""
        row = next(row for row in self.rows[1] if row.table == "4" and row.turn == "1")
        steps.open_round(self.page, 1)
        steps.call(self.page, row.first)
        tablet = self.tablet
        tablet.goto(self.served + self.tables[3])
        tablet_steps.take_with_pin(tablet, REFEREE, PIN)
        tablet_steps.start(tablet, row.first)
        tablet_steps.win(tablet, row.first, 1)
        tablet_steps.win(tablet, row.second, 2)
        tablet_steps.choose_language(tablet, "Latviešu")
        assert "Strīd" in tablet_steps.clause_shown(tablet, row.first, "19.1.i", "Brīdinājums")  # "strīdas ar tiesnesi"
        tablet_steps.choose_language(tablet, "English")
        for number, clause in enumerate(("19.1.a", "19.1.i", "19.1.j"), 1):
            tablet_steps.warn(tablet, row.first, clause, number)
        tablet_steps.to_signatures(tablet)
        tablet_steps.draw_signature(tablet, row.first)
        tablet_steps.draw_signature(tablet, row.second)
        tablet_steps.referee_signs(tablet, PIN)
        tablet_steps.is_sent(tablet)
        self.book.played(row.first, row.second, (1, 4))
        self.warned = row

    # --- what follows ------------------------------------------------------------------------------------------------
    def second_no_show(self) -> None:
        page = self.page
        steps.open_round(page, 2)
        row = next(row for row in self.rows[2] if self.absent in (row.first, row.second))
        other = row.second if row.first == self.absent else row.first
        menu = steps.match_row(page, self.absent).get_by_text("No-show")
        expect(menu).to_be_visible(timeout=(CALL_SECONDS + 5) * 1000)
        menu.click()
        steps.press(page, f"{self.absent} did not come: game lost")
        self.book.awarded(row.first, row.second, to=other)
        steps.panel(page, "Overview")
        steps.follow(page, "1 exclusion is proposed and waits for the chief referee.")

    def exclude(self) -> None:
        """The chief reads what it changes, then confirms: nothing was played, so all results of the absent one fall."""
        page = self.page
        expect(page.locator("#proposed")).to_contain_text(self.absent)
        steps.follow(page, "See what an exclusion changes")
        says = " ".join(page.locator("main").inner_text().split())
        assert "Played 0 of 5 games" in says
        for number in (3, 4, 5):
            assert f"Round {number}:" in says
        page.get_by_label("Reason").fill("divas neierašanās")
        steps.press(page, "Confirm")
        expect(page.locator("#out")).to_contain_text(self.absent)

    def play_the_first_round(self) -> None:
        """Meanwhile the other tables: by quick entry, from paper."""
        self._enter(1)

    def play_the_rest(self) -> None:
        """Round by round, until all is approved."""
        for number in (2, 3, 4, 5):
            self._enter(number)
        expect(self.page.locator("#waiting")).to_contain_text("No protocol waits for approval.")
        self.page.goto(f"{self.served}/c/{self.slug}/")
        expect(self.page.locator("#overview")).to_contain_text("75 of 75 results approved")
        self.page.go_back()

    def _enter(self, number: int) -> None:
        steps.panel(self.page, "Enter results")
        for row in self.rows[number]:
            is_known = frozenset({row.first, row.second}) in self.book.results
            if not is_known and self.absent not in (row.first, row.second):
                steps.quick_entry(self.page, row, self.book.plan(row.first, row.second))
        steps.approve_ticked(self.page)

    def compare_tables(self) -> None:
        """Every cell of every group, against a table computed outside from what the test has entered."""
        page = self.table_page
        for group, members in self.groups.items():
            stay = [name for name in members if name != self.absent]
            table = reference_table(stay, self.book.among(stay), TIE_BREAKS)
            rows = steps.table_of_results(page, group)
            if self.absent in members:
                place, name, *_rest = rows.pop()
                assert place == "–"
                assert name.startswith(self.absent)
            seen.check_page(rows, table, {name: name for name in stay}, TIE_BREAKS)
        assert page.evaluate("window.notReloaded") is True

    def read_in_five_languages(self) -> None:
        page = self.someone(locale="et-EE")
        page.goto(f"{self.served}/c/{self.slug}/open/rounds/1/")
        expect(page.locator("html")).to_have_attribute("lang", "et")  # as the browser asks, until something is chosen
        page.locator("li").filter(has_text=self.at_one.first).locator(".m-score a").click()
        expect(page.locator("#warnings-title")).to_be_visible()
        event = f"{self.served}/c/{self.slug}/open/"
        reading.public_pages_in_all_languages(page, event, page.url)
        page.goto(f"{event}draw/")
        reading.times_are_of(page, "Europe/Riga", (self.began, timezone.now()))
        page.context.close()

    def print_all(self) -> None:
        page = self.page
        steps.panel(page, "Print")
        reading.lists_in_all_languages(page, self.names, self.poppler, is_round_robin=True)
        address = reading.warned_protocol(
            page, "Filled protocols 1", self.at_one.first, self.at_one.second, self.poppler)
        reading.is_the_stored_one(self.cross_page, self.served, address)
        reading.fonts_are_embedded(printed.download(page, "Cross table"), self.folder)
        blank = printed.text_of(printed.long_print(page, "Blank protocols 2"), self.poppler)
        assert all(row.first in blank and row.second in blank for row in self.rows[2])
        filled = printed.text_of(printed.long_print(page, "All 75 filled protocols"), self.poppler)
        assert [name for name in (CHIEF, REFEREE, *self.names) if name not in filled] == []
