#!/usr/bin/env python3
"""Django's command line; `up` and `test` first make the environment that they run in."""

import os
import sys


def main() -> None:
    # Parsed by any Python, so that a wrong one gets a sentence and not a traceback.
    if not (3, 11) <= sys.version_info[:2] <= (3, 14):
        sys.exit("Novuss needs Python 3.11, 3.12, 3.13 or 3.14; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031
    from novuss_site import bootstrap  # noqa: PLC0415

    bootstrap.enter(sys.argv)  # comes back inside the environment, or ends the process with a sentence
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "novuss_site.settings.dev")
    try:
        from django.core.management import execute_from_command_line  # noqa: PLC0415

        execute_from_command_line(sys.argv)
    except ImportError as error:
        bootstrap.repair(sys.argv, error)  # a damaged environment is made anew, once
        raise


if __name__ == "__main__":
    main()
