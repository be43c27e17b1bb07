"""What pure code and services refuse, as values: a stable code and parameters, no prose.

`novuss_site/api.py` alone turns the class into an HTTP status and the code into a sentence.
"""

from __future__ import annotations

from typing import Any


class DomainError(Exception):
    """A refusal. `code` is stable; `params` say what and where, so that a sentence can be made in any language."""

    code = "refused"

    def __init__(self, code: str | None = None, /, **params: Any) -> None:
        self.code = code or type(self).code
        self.params: dict[str, Any] = params
        super().__init__(f"{self.code} {params}" if params else self.code)


class NotFound(DomainError):
    """There is no such thing, or it is not for this actor: the two look alike (HTTP 404)."""

    code = "not_found"


class NotAllowed(DomainError):
    """The actor is known and may see the thing, but may not do this (HTTP 403)."""

    code = "not_allowed"


class Conflict(DomainError):
    """The thing has changed since, or its state does not admit this (HTTP 409)."""

    code = "conflict"


class Stale(Conflict):
    """The caller decided on an older version than the stored one (HTTP 412)."""

    code = "stale"


class IllegalMove(Conflict):
    """The table of moves has no such move from the present status."""

    code = "illegal_move"


class Invalid(DomainError):
    """The input can be read but breaks a rule; `path` names the place (HTTP 422)."""

    code = "invalid"


class TooMany(DomainError):
    """Too many tries; `retry_after` in seconds where time alone cures it (HTTP 429)."""

    code = "too_many"


class Gone(DomainError):
    """It was there and has been used up, such as a one-time code (HTTP 410)."""

    code = "gone"


class Unavailable(DomainError):
    """A part that this needs is missing on this machine or answers not (HTTP 503)."""

    code = "unavailable"
