"""Logging in and out, the one-time password, the language of the account, the colours."""

from __future__ import annotations

import pytest
from django.contrib.auth.hashers import check_password
from django.test import Client, RequestFactory

from competitions.models import Account, AuditEntry
from competitions.pages.account import must_go_to
from tests.factories import PASSWORD, make_account, make_competition, make_official

pytestmark = pytest.mark.django_db
NEW = "pieci zirgi skrien mežā"


def log_in(client: Client, username: str, password: str = PASSWORD, **more: str):
    return client.post("/login/", {"username": username, "password": password, **more})


def test_login_leads_to_the_panel(client: Client):
    make_account("chief")

    answer = log_in(client, "chief")

    assert (answer.status_code, answer["Location"]) == (302, "/panel/")


def test_capital_typed_by_a_phone_is_the_same_account(client: Client):
    make_account("chief")

    assert log_in(client, " Chief ").status_code == 302


def test_wrong_password_says_so_and_names_no_account(client: Client):
    make_account("chief")

    wrong, unknown = log_in(client, "chief", "no"), log_in(client, "nobody", "no")

    assert (wrong.status_code, unknown.status_code) == (200, 200)
    assert 'role="alert"' in wrong.content.decode()
    assert "_auth_user_id" not in client.session


TARGETS = [("/c/cup/", "/c/cup/"), ("https://evil.example/", "/panel/"), ("//evil.example", "/panel/"),
           ("javascript:1", "/panel/")]


@pytest.mark.parametrize(("asked", "got"), TARGETS)
def test_login_goes_only_to_pages_of_this_site(client: Client, asked, got):
    make_account("chief")

    assert log_in(client, "chief", next=asked)["Location"] == got


def test_new_session_id_at_login(client: Client):
    make_account("chief")
    client.get("/login/")
    session = client.session
    session["x"] = 1
    session.save()
    before = client.session.session_key

    log_in(client, "chief")

    assert client.session.session_key != before


def test_one_time_password_must_be_replaced_first(client: Client):
    make_account("chief", must_change_password=True)

    assert log_in(client, "chief")["Location"] == "/account/password/"
    assert "one-time password" in client.get("/account/password/").content.decode()

    answer = client.post("/account/password/", {
        "old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW})

    assert (answer.status_code, answer["Location"]) == (302, "/panel/")
    account = Account.objects.get()
    assert account.check_password(NEW)
    assert account.must_change_password is False
    assert client.session["_auth_user_id"] == str(account.pk)


NAMES = [  # what is typed as the name, and what stands afterwards
    ("", "Ilze Kalniņa"), ("  Zane   Ābola ", "Zane Ābola"), ("Zane\u202eĀbola", "Ilze Kalniņa"),
]


@pytest.mark.parametrize(("typed", "stands"), NAMES)
def test_own_name_is_set_with_the_password(client: Client, typed: str, stands: str):
    account = make_account("chief", first_name="Ilze", last_name="Kalniņa")
    client.force_login(account)
    assert 'value="Ilze Kalniņa"' in client.get("/account/password/").content.decode()

    client.post("/account/password/", {
        "old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW, "full_name": typed})

    account.refresh_from_db()
    assert account.get_full_name() == stands


REFUSED = [  # what is tried as the new password
    ("the same again", PASSWORD, PASSWORD), ("two different ones", NEW, NEW + "!"), ("too short", "abc", "abc"),
    ("too common", "password123", "password123"),
]


@pytest.mark.parametrize(("case", "first", "second"), REFUSED, ids=[case for case, *_ in REFUSED])
def test_password_that_will_not_do_leaves_the_old_one(client: Client, case, first, second):
    client.force_login(make_account("chief", must_change_password=True))

    answer = client.post("/account/password/", {
        "old_password": PASSWORD, "new_password1": first, "new_password2": second})

    assert answer.status_code == 200
    account = Account.objects.get()
    assert account.check_password(PASSWORD)
    assert account.must_change_password is True


def test_changed_password_ends_the_other_sessions(client: Client):
    account = make_account("chief")
    other = Client()
    other.force_login(account)
    client.force_login(account)

    client.post("/account/password/", {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW})

    assert other.get("/account/password/").status_code == 302


PLACES = [("/panel/", "/account/password/"), ("/c/cup/", "/account/password/"), ("/account/password/", None),
          ("/logout/", None), ("/lang/", None), ("/static/x.css", None)]


@pytest.mark.parametrize(("path", "first"), PLACES)
def test_where_a_one_time_password_may_go(path, first):
    request = RequestFactory().get(path)
    request.user = make_account(must_change_password=True)

    assert must_go_to(request) == first


def test_one_time_password_opens_nothing_else(client: Client):
    client.force_login(make_account("chief", must_change_password=True, is_superuser=True))

    page, program = client.get("/panel/"), client.get("/api/v1/schema/")

    assert (page.status_code, page["Location"]) == (302, "/account/password/")
    assert (program.status_code, program.json()["code"]) == (403, "password_must_change")


def test_everybody_else_goes_where_he_wants():
    request = RequestFactory().get("/panel/")
    request.user = make_account()

    assert must_go_to(request) is None


def test_logout_is_a_post(client: Client):
    client.force_login(make_account())

    assert client.get("/logout/").status_code == 405
    assert client.post("/logout/")["Location"] == "/"
    assert "_auth_user_id" not in client.session


def test_language_is_kept_for_the_account(client: Client):
    account = make_account()
    client.force_login(account)

    client.post("/lang/", {"language": "et", "next": "/"})

    account.refresh_from_db()
    assert account.language == "et"
    # On another machine it comes back with the login.
    other = Client()
    log_in(other, account.username)
    assert other.cookies["django_language"].value == "et"


def test_unknown_language_changes_nothing(client: Client):
    account = make_account(language="lv")
    client.force_login(account)

    client.post("/lang/", {"language": "xx", "next": "/"})

    account.refresh_from_db()
    assert account.language == "lv"


THEMES = [("dark", "dark"), ("light", "light"), ("auto", "auto"), ('"><script>', "auto")]


@pytest.mark.parametrize(("chosen", "shown"), THEMES)
def test_colours_are_kept_in_a_cookie(client: Client, chosen, shown):
    answer = client.post("/theme/", {"theme": chosen, "next": "/"})

    assert answer["Location"] == "/"
    assert f'data-theme="{shown}"' in client.get("/").content.decode()


@pytest.mark.parametrize("path", ["/login/", "/logout/", "/lang/", "/theme/", "/account/password/"])
def test_forms_need_their_token(path):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(make_account())

    assert strict.post(path, {"language": "lv", "theme": "dark"}).status_code == 403


@pytest.mark.parametrize("path", ["/lang/", "/theme/"])
def test_switches_lead_nowhere_else(client: Client, path):
    answer = client.post(path, {"language": "lv", "theme": "dark", "next": "https://evil.example/"})

    assert "evil" not in answer["Location"]


def own(client: Client, **sent: str):
    return client.post("/account/", sent, follow=True)


def test_own_name_and_language_are_kept(client: Client):
    account = make_account("chief", language="en")
    client.force_login(account)
    assert 'href="/account/"' in client.get("/").content.decode()

    own(client, do="own", full_name="  Ilze   Kalniņa ", language="lv")

    account.refresh_from_db()
    assert (str(account), account.language, account.last_name) == ("Ilze Kalniņa", "lv", "")
    assert client.cookies["django_language"].value == "lv"


PINS = [  # PIN, password, what is said
    ("258013", "not mine", "This is not your password."), ("123456", PASSWORD, "This PIN is too easily guessed."),
    ("25801", PASSWORD, "A PIN has six digits."), ("258013", "", "This field is required."),
]


@pytest.mark.parametrize(("pin", "password", "said"), PINS)
def test_own_pin_that_is_refused_changes_nothing(client: Client, pin, password, said):
    client.force_login(make_account("chief", language="en"))

    answer = own(client, do="pin", pin=pin, password=password)

    assert (answer.status_code, said in answer.content.decode()) == (422, True)
    assert Account.objects.get().pin == ""


def test_own_pin_is_set_unlocks_and_is_in_the_chain(client: Client):
    competition = make_competition()
    account = make_official(competition, "table_referee")
    Account.objects.filter(pk=account.pk).update(pin_fails=5)
    client.force_login(account)

    assert own(client, do="pin", pin="258013", password=PASSWORD).status_code == 200

    account.refresh_from_db()
    assert check_password("258013", account.pin)
    assert account.pin_fails == 0
    assert AuditEntry.objects.filter(competition=competition, kind="account.pin_set", subject=account.uid).exists()


def test_account_page_is_for_those_who_are_logged_in(client: Client):
    assert client.get("/account/").status_code == 302
    client.force_login(make_account(must_change_password=True))
    assert client.get("/account/")["Location"] == "/account/password/"
