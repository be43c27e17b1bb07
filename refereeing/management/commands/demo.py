"""Make the demo competition: twelve entrants in mid-tournament, tablets that can be tried."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from competitions.models import Account
from competitions.selectors.actors import actor_of
from refereeing.services.demo import demo_make
from refereeing.services.devices import slip_code


class Command(BaseCommand):
    help = "Makes the demo competition, played through the real services from a fixed seed."

    def handle(self, *args: Any, **options: Any) -> None:
        chief = Account.objects.filter(is_superuser=True, is_active=True).order_by("id").first()
        if chief is None:
            raise CommandError("There is no administrator yet; `manage.py up` makes one.")
        demo = demo_make(by=actor_of(chief), at=timezone.now())
        game = demo.open_game
        table = game.match.table
        self.stdout.write(f"Demo: /c/{demo.competition.slug}/")
        self.stdout.write(f"Try a tablet: /t/{table.uid if table else ''}/ with the code {slip_code(game)}")
