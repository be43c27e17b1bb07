"""The web process."""

import sys

sys.modules["numpy"] = None  # type: ignore[assignment]  # never in the web process: whoever imports it fails loudly

from novuss_site.wsgi import application as django_application  # noqa: E402, I001 (first: it sets Django up)
from novuss_site.web import build  # noqa: E402

application = build(django_application)
