from django.urls import path

from .commands import LineupApi, StandingsApi

urlpatterns = [
    path("standings", StandingsApi.as_view(), name="api-standings"),
    path("lineup", LineupApi.as_view(), name="api-lineup"),
]
