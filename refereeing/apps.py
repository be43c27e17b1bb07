from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RefereeingConfig(AppConfig):
    name = "refereeing"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Refereeing")

    def ready(self) -> None:
        from refereeing import tasks  # noqa: F401, PLC0415  registers the names of the tasks
