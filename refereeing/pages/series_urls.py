"""Series in the panel. Included under `panel/series/`, before the slugs of competitions."""

from __future__ import annotations

from django.urls import path

from refereeing.pages.series import views

app_name = "series"
LEG = "<slug:slug>/legs/<uuid:uid>/"
urlpatterns = [
    path("", views.home, name="home"),
    path("new/", views.new, name="new"),
    path("<slug:slug>/", views.one, name="one"),
    path("<slug:slug>/remove/", views.remove, name="remove"),
    path("<slug:slug>/legs/", views.leg_new, name="leg_new"),
    path(LEG, views.leg, name="leg"),
    path(f"{LEG}take/", views.take, name="take"),
    path(f"{LEG}remove/", views.remove_leg, name="leg_remove"),
]
