"""The page that describes the API."""

from __future__ import annotations

from drf_spectacular.views import SpectacularSwaggerSplitView


class DocsPage(SpectacularSwaggerSplitView):
    """The API to be read and tried. Its script has an address of its own: no inline script runs here."""

    # The page cannot describe itself: OPTIONS would look for a template that it has not.
    http_method_names = ["get", "head"]
