"""Django as WSGI; `asgi.py` puts it behind the live stream."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "novuss_site.settings.dev")

application = get_wsgi_application()
