"""Is it alive, and can it work? For a supervisor, a proxy, and `manage.py doctor`."""

from __future__ import annotations

import shutil
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from competitions.models import Job

LEAST_FREE = 200_000_000
"""Bytes that must be free on the disk of the database."""
LONGEST_QUEUE = timedelta(minutes=2)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """The database answers, and there is room on the disk. 503 when not."""
    checks = {"database": database_answers(), "disk": disk_has_room()}
    ready = all(checks.values())
    # A worker that stands still stops no game: told, but no reason to send people elsewhere.
    told = {**checks, "worker": checks["database"] and worker_keeps_up()}
    return JsonResponse({"status": "ok" if ready else "unavailable", "checks": told}, status=200 if ready else 503)


def database_answers() -> bool:
    """Can a statement be run?"""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return cursor.fetchone() is not None
    except DatabaseError:
        return False


def worker_keeps_up() -> bool:
    """Has no task waited for more than two minutes?"""
    return not Job.objects.filter(state=Job.State.QUEUED, created_at__lt=timezone.now() - LONGEST_QUEUE).exists()


def disk_has_room() -> bool:
    """Is there room for the day's results?"""
    try:
        return shutil.disk_usage(settings.STATIC_ROOT.parent).free > LEAST_FREE
    except OSError:
        return False
