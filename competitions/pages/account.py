"""One's own account: logging in and out, the password, the language and the colours."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from competitions.common.errors import Invalid
from competitions.selectors.actors import actor
from competitions.services.own_account import (
    account_language_set,
    account_name_set,
    account_password_changed,
    own_pin_set,
)

from .forms import LoginForm, OwnForm, OwnPinForm, PasswordForm, refuse

CHANGE_ADDRESS = "/account/password/"
# What somebody with a one-time password may open before it is replaced.
OPEN_BEFORE_CHANGE = (CHANGE_ADDRESS, "/logout/", "/lang/", "/theme/", "/static/", "/healthz", "/readyz")
THEMES = ("auto", "light", "dark")
YEAR = 365 * 24 * 3600
# Django's form pages would take a PUT for a POST too.
METHODS = ["get", "head", "post", "options"]


def account_of(request: HttpRequest) -> Any:
    """The account that is logged in, or None."""
    user = getattr(request, "user", None)
    return user if user is not None and user.is_authenticated else None


def must_go_to(request: HttpRequest) -> str | None:
    """Where this request has to go first: to the change of a one-time password. None when it may go on.

    For a middleware behind the one that sets `request.user`.
    """
    account = account_of(request)
    if account is None or not account.must_change_password or request.path_info.startswith(OPEN_BEFORE_CHANGE):
        return None
    return CHANGE_ADDRESS


class LoginPage(LoginView):
    """Name and password. A one-time password leads to the page that replaces it."""

    http_method_names = METHODS
    template_name = "registration/login.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True

    def get_success_url(self) -> str:
        account = account_of(self.request)
        if account is not None and account.must_change_password:
            return CHANGE_ADDRESS
        return super().get_success_url()

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        account = account_of(self.request)
        if account is not None and account.language:
            _keep_language(response, account.language)
        return response


class LogoutPage(LogoutView):
    """Out, by POST. The browser is told to forget what it kept."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().post(request, *args, **kwargs)
        response["Clear-Site-Data"] = '"cache"'
        return response


@method_decorator(never_cache, name="dispatch")
class PasswordPage(PasswordChangeView):
    """A new password; the other sessions of the account end."""

    http_method_names = METHODS
    template_name = "registration/password.html"
    form_class = PasswordForm
    success_url = "/panel/"

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        account_password_changed(account=account_of(self.request).uid, full_name=form.cleaned_data["full_name"])
        messages.success(self.request, _("The password is changed."))
        return response


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def own(request: HttpRequest) -> HttpResponse:
    """`/account/`: one's own name, language and PIN. Which form was sent, its button says."""
    account = account_of(request)
    shown = {"full_name": account.get_full_name(), "language": account.language or get_language()}
    is_pin = request.POST.get("do") == "pin"
    own_form = OwnForm(request.POST if request.method == "POST" and not is_pin else None, initial=shown)
    pin_form = OwnPinForm(request.POST if is_pin else None)
    if own_form.is_bound and own_form.is_valid() and _own_saved(request, own_form):
        response = redirect("public:account")
        _keep_language(response, own_form.cleaned_data["language"])
        return response
    if pin_form.is_bound and pin_form.is_valid() and _pin_saved(request, pin_form):
        return redirect("public:account")
    status = 422 if own_form.errors or pin_form.errors else 200
    return render(request, "registration/account.html", {
        "form": own_form, "pin_form": pin_form, "has_pin": bool(account.pin)}, status=status)


def _own_saved(request: HttpRequest, form: OwnForm) -> bool:
    chosen = form.cleaned_data["language"]
    try:
        account_name_set(full_name=form.cleaned_data["full_name"], by=actor(request), at=timezone.now())
    except Invalid as refusal:
        refuse(form, refusal)
        return False
    account_language_set(account=account_of(request).uid, language=chosen)
    with override(chosen):
        messages.success(request, _("Saved."))
    return True


def _pin_saved(request: HttpRequest, form: OwnPinForm) -> bool:
    try:
        own_pin_set(by=actor(request), at=timezone.now(), **form.cleaned_data)
    except Invalid as refusal:
        refuse(form, refusal)
        return False
    messages.success(request, _("The PIN is set."))
    return True


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Another language: for this browser, and for the account of whoever is logged in."""
    response = set_language(request)
    account = account_of(request)
    chosen = response.cookies.get("django_language")
    if account is not None and chosen is not None:
        account_language_set(account=account.uid, language=chosen.value)
    return response


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Light, dark or as the device has it; for browsers without scripts."""
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        target = "/"
    response = redirect(target)
    if request.POST.get("theme") in THEMES:
        response.set_cookie("theme", request.POST["theme"], max_age=YEAR, samesite="Lax", secure=request.is_secure())
    return response


def _keep_language(response: HttpResponse, code: str) -> None:
    response.set_cookie("django_language", code, max_age=YEAR, samesite="Lax")
