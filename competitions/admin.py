"""The administrator's back office: reads everything; what may be changed here goes through a service."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from competitions.formats.names import name_clean
from competitions.models import (
    Account,
    Application,
    AuditEntry,
    Challenge,
    ChiefOrder,
    Club,
    ClubAlias,
    Competition,
    DoorCheck,
    Entry,
    Event,
    Game,
    Interruption,
    Job,
    Match,
    Official,
    Outbox,
    Person,
    PersonAlias,
    Registration,
    Round,
    Series,
    SeriesLeg,
    SeriesPlace,
    Stage,
    Table,
)
from competitions.selectors.actors import actor
from competitions.services.accounts import account_create
from competitions.services.back_office import account_change, person_publish

admin.site.site_header = _("Novuss: administration")
admin.site.site_title = _("Administration")
admin.site.index_title = _("Raw data, to be read")


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Shows and never writes. `secret`: fields that not even the administrator is shown."""

    secret: tuple[str, ...] = ()
    actions = None
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_exclude(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return self.secret


class AccountForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new account gets a one-time password, which is shown once."""

    class Meta:
        model = Account
        fields = ("username", "first_name", "language", "is_active", "is_superuser")
        labels = {"first_name": _("Name"), "is_superuser": _("Administrator")}

    def clean_username(self) -> str:
        return str(self.cleaned_data["username"]).strip().lower()


@admin.register(Account)
class AccountAdmin(ReadOnly):
    """Accounts can be made, renamed, closed and made administrator; passwords are replaced in the panel."""

    form = AccountForm
    list_display = ("username", "first_name", "is_active", "is_superuser", "last_login")
    search_fields = ("username", "first_name")
    secret = ("password", "pin")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(getattr(request.user, "is_superuser", False))

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_add_permission(request)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return ("username", "first_name", "language", "is_active", "is_superuser") if obj else (
            "username", "first_name", "language")

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return ("username",) if obj else ()

    def save_model(self, request: HttpRequest, obj: Account, form: Any, change: bool) -> None:
        now = timezone.now()
        if change:
            account_change(
                account=obj.uid, name=obj.first_name, language=obj.language, is_active=obj.is_active,
                is_administrator=obj.is_superuser, by=actor(request), at=now,
            )
            return
        uid, password = account_create(
            username=obj.username, name=obj.first_name, language=obj.language, by=actor(request), at=now)
        made = Account.objects.get(uid=uid)
        obj.pk, obj.uid = made.pk, made.uid
        text = _("The one-time password of %(name)s, shown only now: %(password)s")
        messages.warning(request, text % {"name": made.username, "password": password})


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """The spelling of the name, and whether the public sees it."""

    class Meta:
        model = Person
        fields = ("name", "hidden")

    def clean_name(self) -> str:
        return name_clean(str(self.cleaned_data["name"]))


@admin.register(Person)
class PersonAdmin(ReadOnly):
    """People can be renamed and hidden: logs hold ids, no names."""

    form = PersonForm
    fields = ("name", "hidden", "sex", "born", "licence", "rating", "club")
    readonly_fields = ("sex", "born", "licence", "rating", "club")
    list_display = ("name", "born", "licence", "club", "hidden")
    list_filter = ("hidden",)
    search_fields = ("name", "name_key", "licence")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(getattr(request.user, "is_superuser", False))

    def save_model(self, request: HttpRequest, obj: Person, form: Any, change: bool) -> None:
        person_publish(person=obj.uid, name=obj.name, hidden=obj.hidden, by=actor(request), at=timezone.now())


@admin.register(Club)
class ClubAdmin(ReadOnly):
    search_fields = ("name",)


@admin.register(Competition)
class CompetitionAdmin(ReadOnly):
    list_display = ("name", "place", "starts_on", "ends_on", "is_public")
    search_fields = ("name", "place")


@admin.register(Official)
class OfficialAdmin(ReadOnly):
    list_display = ("account", "competition", "role", "zone")


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ("name", "competition", "kind")


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display = ("number", "person", "event", "seed", "state")
    list_select_related = ("person", "event")
    search_fields = ("person__name",)


@admin.register(Registration)
class RegistrationAdmin(ReadOnly):
    list_display = ("event", "opens_at", "closes_at", "places")


@admin.register(Application)
class ApplicationAdmin(ReadOnly):
    """What came by the public form; from where it came is shown to nobody."""

    secret = ("source",)
    list_display = ("number", "name", "partner", "event", "state", "created_at")
    list_filter = ("state",)
    search_fields = ("name", "partner")


@admin.register(DoorCheck)
class DoorCheckAdmin(ReadOnly):
    list_display = ("entry", "fee", "fee_cents", "fee_by", "fee_at", "licence_checked")
    list_select_related = ("entry__person", "fee_by")


@admin.register(Series)
class SeriesAdmin(ReadOnly):
    list_display = ("name", "owner", "is_public", "created_at")


@admin.register(SeriesLeg)
class SeriesLegAdmin(ReadOnly):
    list_display = ("series", "number", "name", "event", "taken_at")


@admin.register(SeriesPlace)
class SeriesPlaceAdmin(ReadOnly):
    list_display = ("leg", "place", "person", "points", "clears")
    search_fields = ("person__name",)


@admin.register(PersonAlias)
class PersonAliasAdmin(ReadOnly):
    list_display = ("name", "licence", "person", "merged_at")


@admin.register(ClubAlias)
class ClubAliasAdmin(ReadOnly):
    list_display = ("name", "club", "merged_at")


@admin.register(Stage)
class StageAdmin(ReadOnly):
    list_display = ("event", "number", "system", "state", "locked_at")


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly):
    list_display = ("stage", "number", "challenger", "challenged", "state", "settled_at")


@admin.register(ChiefOrder)
class ChiefOrderAdmin(ReadOnly):
    list_display = ("stage", "reason", "account", "decided_at")


@admin.register(Round)
class RoundAdmin(ReadOnly):
    list_display = ("stage", "number")


@admin.register(Interruption)
class InterruptionAdmin(ReadOnly):
    list_display = ("competition", "reason", "started_at", "ended_at")


@admin.register(Table)
class TableAdmin(ReadOnly):
    list_display = ("number", "zone", "competition")


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("uid", "stage", "round", "status", "outcome", "sets_first", "sets_second")
    list_filter = ("status", "outcome")


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ("uid", "match", "head_seq", "has_gap", "has_conflict")
    list_select_related = ("match__first__person", "match__second__person")
    list_filter = ("has_conflict", "has_gap")


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly):
    """The hash chain. Its bytes are shown as text."""

    list_display = ("seq", "kind", "competition", "account", "at")
    list_filter = ("kind",)
    fields = ("competition", "seq", "kind", "subject", "account", "device", "at", "prev_hash", "hash", "text")
    readonly_fields = ("text",)

    @admin.display(description=_("bytes"))
    def text(self, entry: AuditEntry) -> str:
        return bytes(entry.body).decode("utf-8", errors="backslashreplace")


@admin.register(Job)
class JobAdmin(ReadOnly):
    list_display = ("kind", "state", "done", "total", "created_at")
    list_filter = ("state",)


@admin.register(Outbox)
class OutboxAdmin(ReadOnly):
    list_display = ("id", "topic", "competition", "created_at")
    list_filter = ("topic",)
