"""A server of its own, behind a proxy that speaks HTTPS. Refuses to start without its secrets."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured

from novuss_site.settings.base import *  # noqa: F403
from novuss_site.settings.env import env

SECRET_KEY = env.str("NOVUSS_SECRET_KEY", "")
ALLOWED_HOSTS: list[str] = env.list("NOVUSS_ALLOWED_HOSTS", [])
_missing = [
    name
    for name, value in (
        ("NOVUSS_SECRET_KEY (50 characters or more)", len(SECRET_KEY) >= 50),
        ("NOVUSS_ALLOWED_HOSTS", bool(ALLOWED_HOSTS) and "*" not in ALLOWED_HOSTS),
        ("DATABASE_URL", bool(env.str("DATABASE_URL", ""))),
    )
    if not value
]
if _missing:
    raise ImproperlyConfigured("The production settings need: " + ", ".join(_missing))

HALL_ADDRESSES = False
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS if not host.startswith(".")]
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "127.0.0.1"]  # the health check of the container
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None  # noqa: F405
SECURE_SSL_REDIRECT = True
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_NAME = "__Host-csrf"
