"""The test suite."""

from __future__ import annotations

import os

from novuss_site.settings.base import *  # noqa: F403
from novuss_site.settings.base import DATABASES, STORAGES
from novuss_site.settings.env import VAR, env

SECRET_KEY = "only-for-tests-" + "0" * 50
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
HALL_ADDRESSES = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AXES_ENABLED = False  # a test that needs it turns it on
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CELERY_TASK_ALWAYS_EAGER = True
REDIS_URL = ""

# A file, not memory: a live server and threads open connections of their own. A name of its own for each run, so that
# two runs at once do not share a database.
RUN = env.str("NOVUSS_TEST_NAME", str(os.getpid()))
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    VAR.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["TEST"] = {"NAME": VAR / f"test-{RUN}.sqlite3"}
else:
    DATABASES["default"]["TEST"] = {"NAME": f"test_novuss_{RUN}"}
DATABASES["default"]["CONN_MAX_AGE"] = 0
