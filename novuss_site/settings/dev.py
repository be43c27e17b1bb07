"""One laptop in the hall, and a developer's machine: what `manage.py` uses unless told otherwise."""

from __future__ import annotations

import os
import socket

from novuss_site.settings.base import *  # noqa: F403
from novuss_site.settings.base import STORAGES
from novuss_site.settings.env import VAR, env, secret_key_of

DEBUG = env.bool("NOVUSS_DEBUG", False)
SECRET_KEY = env.str("NOVUSS_SECRET_KEY", "") or secret_key_of(VAR)

# The address of the machine in the hall is added by HallAddressMiddleware, because it may change while we run.
_name = socket.gethostname().lower()
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", _name, f"{_name}.local", *env.list("NOVUSS_ALLOWED_HOSTS", [])]
HALL_ADDRESSES = True

SECURE_CROSS_ORIGIN_OPENER_POLICY = None  # browsers ignore it on plain http, and complain

# `up` collects the static files and says so; any other command serves them where they lie.
if os.environ.get("NOVUSS_STATIC") != "collected":
    WHITENOISE_USE_FINDERS = True
    WHITENOISE_AUTOREFRESH = True
    STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
SILENCED_SYSTEM_CHECKS: list[str] = []
