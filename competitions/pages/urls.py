"""Addresses of the public pages and of one's own account."""

from __future__ import annotations

from django.urls import path

from . import account, entering, files, public, series

app_name = "public"

urlpatterns = [
    path("", public.home, name="home"),
    path("lang/", account.language, name="language"),
    path("theme/", account.theme, name="theme"),
    path("login/", account.LoginPage.as_view(), name="login"),
    path("logout/", account.LogoutPage.as_view(), name="logout"),
    path("account/", account.own, name="account"),
    path("account/password/", account.PasswordPage.as_view(), name="password"),
    path("series/", series.all_series, name="all-series"),
    path("series/<slug:slug>/", series.one, name="series"),
    path("series/<slug:slug>/table.pdf", series.printed, name="series-print"),
    path("series/<slug:slug>/table.<slug:kind>", series.as_file, name="series-file"),
    path("series/<slug:slug>/people/<uuid:uid>/", series.person, name="series-person"),
    path("screen/<slug:slug>/", public.screen, name="screen"),
    path("c/<slug:slug>/", public.competition, name="competition"),
    path("c/<slug:slug>/version", public.competition_version, name="competition-version"),
    path("c/<slug:slug>/people/<uuid:uid>/", public.entrant, name="entrant"),
    path("c/<slug:slug>/matches/<uuid:uid>/", public.team_match, name="team-match"),
    path("c/<slug:slug>/<slug:event_slug>/", public.event_table, name="event"),
    path("c/<slug:slug>/<slug:event_slug>/cross/", public.event_cross, name="event-cross"),
    path("c/<slug:slug>/<slug:event_slug>/bracket/", public.event_bracket, name="event-bracket"),
    path("c/<slug:slug>/<slug:event_slug>/rounds/", public.event_rounds, name="event-rounds"),
    path("c/<slug:slug>/<slug:event_slug>/rounds/<int:number>/", public.event_rounds, name="event-round"),
    path("c/<slug:slug>/<slug:event_slug>/rounds/<int:number>/pairing.trf", public.event_trf, name="event-trf"),
    path("c/<slug:slug>/<slug:event_slug>/entries/", public.event_entries, name="event-entries"),
    path("c/<slug:slug>/<slug:event_slug>/draw/", public.event_draw, name="event-draw"),
    path("c/<slug:slug>/<slug:event_slug>/enter/", entering.enter, name="enter"),
    path("c/<slug:slug>/<slug:event_slug>/files/<slug:what>.<slug:kind>", files.event_file, name="event-file"),
    path("entered/<uuid:uid>/", entering.application, name="application"),
]
