"""Everything that is read from the environment, in one place: names, types and defaults."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from environs import Env

BASE_DIR = Path(__file__).resolve().parent.parent.parent

env = Env()
env.read_env(str(BASE_DIR / ".env"), recurse=False)

VAR = Path(env.str("NOVUSS_VAR", "") or BASE_DIR / "var")
"""Everything that the product writes: database, queue, logs, secret key. Safe to move elsewhere with NOVUSS_VAR."""


def secret_key_of(folder: Path) -> str:
    """The secret key of this installation, made at its first start.

    Two processes that start at once agree, because only one of them can create the file.
    A folder that cannot be written gives a key for this process alone: commands that read JSON go on working there.
    """
    path = folder / "secret.key"
    if path.exists():
        return path.read_text(encoding="ascii").strip()
    key = secrets.token_urlsafe(50)
    draft = folder / f".secret.{os.getpid()}.tmp"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        draft.touch(mode=0o600)
        draft.write_text(key, encoding="ascii")
        try:
            os.link(draft, path)
        except FileExistsError:
            return path.read_text(encoding="ascii").strip()
        except OSError:  # a file system without hard links
            draft.replace(path)
            return path.read_text(encoding="ascii").strip()
        draft.unlink()
    except OSError:
        draft.unlink(missing_ok=True) if os.access(folder, os.W_OK) else None
    return key


def database_from(url: str) -> dict[str, Any]:
    """Django's database settings out of `postgres://user:password@host:port/name?option=value`.

    Raises ImproperlyConfigured for any other scheme: SQLite needs no address.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
        raise ImproperlyConfigured("DATABASE_URL must look like postgres://user:password@host:5432/name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "OPTIONS": dict(parse_qsl(parts.query)),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }
