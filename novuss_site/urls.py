"""Where everything is found."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from novuss_site import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("competitions.api.urls")),
    path("api/v1/", include("refereeing.api.urls")),
    path("", include("refereeing.tablet.urls")),  # before the slugs of competitions
    path("panel/series/", include("refereeing.pages.series_urls")),
    path("panel/", include("refereeing.pages.setup_urls")),
    path("panel/<slug:slug>/", include("refereeing.pages.run_urls")),
    path("rules/", include("refereeing.pages.rules_urls")),
    path("replays/", include("refereeing.pages.replay_urls")),
    path("", include("refereeing.pages.public_urls")),
    path("", include("competitions.pages.urls")),
]

handler400 = "novuss_site.errors.bad_request"
handler403 = "novuss_site.errors.permission_denied"
handler404 = "novuss_site.errors.page_not_found"
handler500 = "novuss_site.errors.server_error"
