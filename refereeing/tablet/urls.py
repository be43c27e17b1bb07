"""Addresses of the tablet: a table's (in its QR code), the pairing page and the page without a table."""

from django.urls import path

from refereeing.tablet.views import tablet_page

app_name = "tablet"

urlpatterns = [
    path("t/<uuid:table_uid>/", tablet_page, name="table"),
    path("tablet/pair/", tablet_page, name="pair"),
    path("tablet/", tablet_page, name="home"),
]
