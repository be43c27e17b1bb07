"""The wiring as a Django app."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings


class NovussSiteConfig(AppConfig):
    """Loads the Celery app in every process, so that tasks go to our broker, and registers the system checks."""

    name = "novuss_site"
    label = "novuss_site"

    def ready(self) -> None:
        from novuss_site import celery, checks  # noqa: F401, PLC0415 (registered by being loaded)

        if settings.REDIS_URL:
            from competitions.live import RedisPoke  # noqa: PLC0415
            from competitions.services.outbox import LISTENERS  # noqa: PLC0415

            LISTENERS.append(RedisPoke(settings.REDIS_URL))
