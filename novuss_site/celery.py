"""The Celery app."""

from __future__ import annotations

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

TRANSPORT_ALIASES["fsatomic"] = "novuss_site.fsatomic:Transport"

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "novuss_site.settings.dev")

app = Celery("novuss_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
