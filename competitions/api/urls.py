from django.urls import path

from .commands import DrawApi, LineupApi, StandingsApi

urlpatterns = [
    path("draw", DrawApi.as_view(), name="api-draw"),
    path("standings", StandingsApi.as_view(), name="api-standings"),
    path("lineup", LineupApi.as_view(), name="api-lineup"),
]
