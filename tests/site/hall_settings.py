"""A hall with a slow page and a slow task, for tests of how everything ends."""

from novuss_site.settings.dev import *  # noqa: F403

ROOT_URLCONF = "tests.site.urls_for_tests"
CELERY_IMPORTS = ("tests.site.tasks_for_tests",)
