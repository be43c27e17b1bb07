from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CompetitionsConfig(AppConfig):
    name = "competitions"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Competitions")

    def ready(self) -> None:
        from competitions import tasks  # noqa: F401, PLC0415  registers the names of the tasks
