"""What the pages that set a competition up have in common: forms that show refusals at their fields, and pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from competitions.common.errors import Conflict, Invalid, NotAllowed
from competitions.selectors.actors import actor
from refereeing.pages.run.frame import event_shown, keep_event, panel_view, rights

from .sentences import refused_because

__all__ = ["PanelForm", "files", "go", "page", "panel_view", "sent"]


class PanelForm(forms.Form):
    """Shape only. `run` calls the service and puts its refusal at the field that the refusal names."""

    use_required_attribute = True
    result: Any = None
    # Where a service's path is not the name of a field.
    path_fields: dict[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.setdefault("autocomplete", "off")

    def run(self, service: Callable[[dict[str, Any]], Any]) -> bool:
        """Whether the shape was right and the service did it; its answer is then in `result`."""
        if not self.is_valid():
            return False
        try:
            self.result = service(self.cleaned_data)
        except (Invalid, Conflict, NotAllowed) as refusal:
            self.refuse(refusal)
            return False
        return True

    def refuse(self, refusal: Invalid | Conflict | NotAllowed) -> None:
        """Show a refusal at its field, or at the top when it names none of ours."""
        path = str(refusal.params.get("path", ""))
        name = self.path_fields.get(path, path)
        self.add_error(name if name in self.fields else None, refused_because(refusal))


def page(
    request: HttpRequest, template: str, context: dict[str, Any], *, competition: Any = None, here: str = "",
) -> HttpResponse:
    """Render a page; 422 when it shows a form that was refused."""
    refused = any(isinstance(value, forms.Form) and value.is_bound and value.errors for value in context.values())
    shown = {"panel_here": here, "server_now": timezone.now(), **context}
    if competition is not None:
        shown |= {
            "competition": competition, "may": rights(actor(request), competition),
            "event": event_shown(request, competition, context.get("event")),
        }
    answer = render(request, f"refereeing/setup/{template}.html", shown, status=422 if refused else 200)
    return keep_event(request, answer, competition, context.get("event"))


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: also an empty POST is one, and refused."""
    return request.POST if request.method == "POST" else None


def files(request: HttpRequest) -> Any:
    """The files of a POST."""
    return request.FILES if request.method == "POST" else None


def go(name: str, *args: Any, query: str = "") -> HttpResponseRedirect:
    """To a page of ours, after a POST."""
    return HttpResponseRedirect(reverse(f"setup:{name}", args=args) + (f"?{query}" if query else ""))
