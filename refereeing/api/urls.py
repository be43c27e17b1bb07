from django.urls import path

from . import commands, views

urlpatterns = [
    path("adjudicate", commands.AdjudicateApi.as_view(), name="api-adjudicate"),
    path("score_match", commands.ScoreMatchApi.as_view(), name="api-score-match"),
    path("rules/explain", commands.ExplainApi.as_view(), name="api-explain"),
    path("rules/<str:ruleset>/moment", commands.MomentApi.as_view(), name="api-moment"),
    path("devices/pair", views.DevicePairApi.as_view(), name="api-device-pair"),
    path("devices/heartbeat", views.DeviceHeartbeatApi.as_view(), name="api-device-heartbeat"),
    path("devices/pin", views.DevicePinApi.as_view(), name="api-device-pin"),
    path("competitions/<uuid:competition_uid>/officials", views.OfficialsApi.as_view(), name="api-officials"),
    path("tables/<uuid:table_uid>/now", views.TableNowApi.as_view(), name="api-table-now"),
    path("tables/<uuid:table_uid>/take", views.TableTakeApi.as_view(), name="api-table-take"),
    path("tables/<uuid:table_uid>/code", views.TableCodeApi.as_view(), name="api-table-code"),
    path("games/<uuid:game_uid>", views.GameApi.as_view(), name="api-game"),
    path("games/<uuid:game_uid>/events", views.GameEventsApi.as_view(), name="api-game-events"),
]
