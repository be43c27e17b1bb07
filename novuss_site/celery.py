"""The Celery app, and how its worker lives and ends beside the web process."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_ready
from kombu.transport import TRANSPORT_ALIASES

TRANSPORT_ALIASES["fsatomic"] = "novuss_site.fsatomic:Transport"
LAST_WAIT = 2.0
"""Seconds that a running task is given when the web process has gone."""

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "novuss_site.settings.dev")

app = Celery("novuss_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect  # type: ignore[untyped-decorator,unused-ignore]
def keep_our_logging(**kwargs: Any) -> None:
    """Django has set up the logs; Celery would do it anew, its own way."""


@worker_ready.connect  # type: ignore[untyped-decorator,unused-ignore]
def on_worker_ready(sender: Any = None, **kwargs: Any) -> None:
    """Simulate in a thread. A worker of `up` besides watches for the end of the web process, and runs the periodic
    tasks in a thread."""
    start_simulations()
    if os.environ.get("NOVUSS_EMBEDDED_WORKER") != "1":
        return
    threading.Thread(target=end_with_parent, name="watch", daemon=True).start()
    if app.conf.beat_schedule:
        start_beat()


def start_simulations() -> None:
    """A thread that holds the process which simulates: neither waits for the worker's other tasks."""
    from refereeing.services.simulation_jobs import simulations_serve  # noqa: PLC0415 (models are loaded by now)
    from refereeing.services.simulator import Simulator  # noqa: PLC0415

    threading.Thread(
        target=simulations_serve, args=(Simulator(), threading.Event()), name="simulations", daemon=True).start()


def end_with_parent() -> None:
    """Standard input is a pipe that only the web process holds: its end is the end of the web process, however it
    came (kill -9, the terminal window closed)."""
    try:
        while os.read(0, 1024):
            pass
    except OSError:
        pass
    if os.name == "posix":
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(LAST_WAIT)
    os._exit(0)


def start_beat() -> None:
    """Beat as a thread: a process of its own would cost 70 MB."""
    from celery.beat import EmbeddedService  # noqa: PLC0415

    service = EmbeddedService(app, thread=True, scheduler_cls="celery.beat:Scheduler")
    service.daemon = True
    service.start()
