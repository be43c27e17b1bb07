"""One port: the live stream is answered here, everything else goes to Django through a fixed pool of threads."""

import sys

sys.modules.setdefault("numpy", None)  # type: ignore[arg-type]  # the web process never loads numpy: importing it fails loudly

from a2wsgi import WSGIMiddleware  # noqa: E402

from novuss_site.wsgi import application as django_application  # noqa: E402

application = WSGIMiddleware(django_application, workers=16)
