"""`manage.py authz`: write docs/authz.csv anew, by asking the product at every address as everybody."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from novuss_site.settings.env import BASE_DIR

TEST = "tests/api/test_authz.py"


class Command(BaseCommand):
    """The same test that holds the product to the file writes it: one truth, on a database that is thrown away."""

    help = (
        "Write docs/authz.csv (URL, method, who) anew from the URL conf, by asking everything as everybody on a "
        "database that is thrown away. Read what has changed before you commit it."
    )
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask, write, say what is next."""
        if not (BASE_DIR / TEST).exists() or importlib.util.find_spec("pytest") is None:
            raise CommandError("This needs the project's tests and their packages: python3 manage.py test brings them.")
        command = [sys.executable, "-m", "pytest", TEST, "-q", "-k", "test_every_cell", "-p", "no:cacheprovider"]
        environment = {**os.environ, "NOVUSS_WRITE_AUTHZ": "1"}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        done = subprocess.run(command, cwd=BASE_DIR, env=environment, check=False)
        if done.returncode:
            raise CommandError("Not written: something went wrong while asking; see above.")
        self.stdout.write("docs/authz.csv is written. Read what has changed: git diff docs/authz.csv")
