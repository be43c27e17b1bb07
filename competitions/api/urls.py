from django.urls import path

from .commands import StandingsApi

urlpatterns = [path("standings", StandingsApi.as_view(), name="api-standings")]
