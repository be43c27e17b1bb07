"""Setting a competition up, from its creation to the presence list. Included under `/panel/`."""

from __future__ import annotations

from django.urls import path

from refereeing.pages.setup import (
    competition,
    door,
    entries,
    events,
    files,
    fits,
    imports,
    match_days,
    people,
    registration,
    teams,
)

app_name = "setup"
EVENT = "<slug:slug>/<slug:event_slug>/"
OFFICIAL = "<slug:slug>/officials/<uuid:account>/"
ENTRY = f"{EVENT}entries/<uuid:uid>/"
urlpatterns = [
    path("", competition.home, name="home"),
    path("new/", competition.new, name="new"),
    path("match-day/", match_days.take_in, name="match_day"),
    path("<slug:slug>/settings/", competition.settings, name="settings"),
    path("<slug:slug>/tables/", competition.tables, name="tables"),
    path("<slug:slug>/officials/", competition.officials, name="officials"),
    path(OFFICIAL, competition.official, name="official"),
    path(f"{OFFICIAL}pin/", competition.official_pin, name="official_pin"),
    path(f"{OFFICIAL}unlock/", competition.official_unlock, name="official_unlock"),
    path(f"{OFFICIAL}password/", competition.official_password, name="official_password"),
    path(f"{OFFICIAL}end/", competition.official_end, name="official_end"),
    path("<slug:slug>/people/", people.people, name="people"),
    path("<slug:slug>/people/merge/", people.merge, name="people_merge"),
    path("<slug:slug>/people/clubs/merge/", people.merge_clubs, name="clubs_merge"),
    path("<slug:slug>/people/<uuid:uid>/", people.person, name="person"),
    path("<slug:slug>/events/new/", events.event_new, name="event_new"),
    path(f"{EVENT}regulations/", events.regulations, name="regulations"),
    path(f"{EVENT}entries/", entries.entries, name="entries"),
    path(f"{EVENT}entries/new/", entries.entry_new, name="entry_new"),
    path(f"{EVENT}entries/seeds/", entries.seeds, name="seeds"),
    path(f"{EVENT}entries/seeds/by-rating/", entries.seeds_rated, name="seeds_by_rating"),
    path(f"{EVENT}entries/seeds/clear/", entries.seeds_none, name="seeds_clear"),
    path(ENTRY, entries.entry, name="entry"),
    path(f"{ENTRY}remove/", entries.entry_delete, name="entry_remove"),
    path(f"{EVENT}teams/", teams.teams, name="teams"),
    path(f"{EVENT}teams/new/", teams.team_new, name="team_new"),
    path(f"{EVENT}teams/<uuid:uid>/", teams.team, name="team"),
    path(f"{EVENT}import/", imports.choose, name="import"),
    path(f"{EVENT}import/template.csv", imports.template, name="import_template"),
    path(f"{EVENT}import/<uuid:uid>/", imports.preview, name="import_preview"),
    path(f"{EVENT}presence/", entries.presence, name="presence"),
    path(f"{EVENT}registration/", registration.registration, name="registration"),
    path(f"{EVENT}registration/<uuid:uid>/", registration.application, name="application"),
    path(f"{EVENT}registration/<uuid:uid>/accept/", registration.accept, name="application_accept"),
    path(f"{EVENT}registration/<uuid:uid>/decline/", registration.decline, name="application_decline"),
    path(f"{EVENT}door/", door.door, name="door"),
    path(f"{EVENT}door/tick/", door.tick, name="door_tick"),
    path(f"{EVENT}door/list.pdf", door.sheet, name="door_sheet"),
    path(f"{EVENT}files/<slug:what>.<slug:kind>", files.event_file, name="file"),
    path(f"{EVENT}fits/", fits.fits, name="fits"),
    path(f"{EVENT}fits/sheet.pdf", fits.sheet, name="fits_sheet"),
]
