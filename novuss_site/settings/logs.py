"""Logs as JSON lines: one record, one line, whatever somebody typed into a name, a path or a header."""

from __future__ import annotations

import logging.config
import re
from pathlib import Path
from typing import Any

import structlog

# Whoever knows the end of these addresses hands in a team's line-up, or withdraws an entry: no log keeps it.
_SECRETS = re.compile(r"""(/lineup/[^/\s"'\\]*/|[?&]key=)[^/&\s"'\\]+""")

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
    structlog.processors.format_exc_info,
]


def without_secrets(_logger: Any, _name: str, line: str) -> str:
    """A finished line without the secret ends of addresses, wherever in it they stand: message, path, request,
    traceback."""
    return _SECRETS.sub(r"\1***", line)


def configure(config: dict[str, Any]) -> None:
    """Django's LOGGING_CONFIG: the standard library's handlers, fed by structlog too."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.PositionalArgumentsFormatter(),
            *SHARED[:3],
            *SHARED[4:],
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    logging.config.dictConfig(config)


def logging_to(path: Path | None) -> dict[str, Any]:
    """The LOGGING dictionary: warnings to stderr, and everything from INFO up to `path`, if there is one."""
    handlers: dict[str, Any] = {
        "console": {"class": "logging.StreamHandler", "level": "WARNING", "formatter": "json"},
    }
    if path is not None:
        handlers["file"] = {
            "class": "logging.handlers.RotatingFileHandler",
            "filename": str(path),
            "maxBytes": 10_000_000,
            "backupCount": 5,
            "encoding": "utf-8",
            "delay": True,
            "formatter": "json",
        }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    # ASCII only: line breaks, terminal escapes and U+2028 all come out as backslash sequences
                    structlog.processors.JSONRenderer(ensure_ascii=True),
                    without_secrets,
                ],
            },
        },
        "handlers": handlers,
        "root": {"handlers": ["file"] if path is not None else ["console"], "level": "INFO"},
        "loggers": {
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.server": {"handlers": [], "level": "INFO", "propagate": True},
            "axes": {"level": "WARNING"},
        },
    }
