"""`manage.py verify_chain`: count every link of every competition's chain again."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from competitions.models import Competition
from refereeing.selectors.chain import chain_breaks


class Command(BaseCommand):
    help = "Checks the hash chain of a competition (or of all), also against the heads on its protocols."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="?", help="the competition's address; all when it is left out")

    def handle(self, *args: Any, **options: Any) -> None:
        found = Competition.objects.order_by("slug")
        if options["slug"]:
            found = found.filter(slug=options["slug"])
            if not found:
                raise CommandError(f"There is no competition {options['slug']}.")
        broken = 0
        for competition in found:
            breaks = chain_breaks(competition)
            broken += len(breaks)
            links = competition.chain.count()
            self.stdout.write(f"{competition.slug}: {links} links, {'whole' if not breaks else 'BROKEN'}")
            for item in breaks:
                self.stdout.write(f"  {item.seq}: {item.kind}")
        if broken:
            sys.exit(1)
