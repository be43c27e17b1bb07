"""The wiring as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class NovussSiteConfig(AppConfig):
    """Loads the Celery app in every process, so that tasks go to our broker, and registers the system checks."""

    name = "novuss_site"
    label = "novuss_site"

    def ready(self) -> None:
        from novuss_site import celery, checks  # noqa: F401, PLC0415 (registered by being loaded)
