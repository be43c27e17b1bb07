"""What the formats refuse: a stable code, the path of the offending place, parameters; no prose."""

from __future__ import annotations

from typing import Any

from competitions.common.errors import Invalid, Unavailable


class FormatError(Invalid):
    """An input that cannot be understood or breaks a rule of the contract.

    `path` names the place as programs see it (`results[1].second`, empty for the whole input).
    """

    def __init__(self, code: str, path: str, /, **params: Any) -> None:
        super().__init__(code, path=path, **params)
        self.path = path

    def under(self, prefix: str) -> FormatError:
        """The same refusal seen from outside: `prefix` put before the path."""
        rest = {name: value for name, value in self.params.items() if name != "path"}
        joint = "" if not self.path or self.path.startswith("[") else "."
        return FormatError(self.code, f"{prefix}{joint}{self.path}", **rest)


class NoLegalRound(FormatError):
    """No pairing of the next Swiss round is legal: everybody possible has met, or has had the bye."""

    def __init__(self, path: str = "results", /, **params: Any) -> None:
        super().__init__("no_legal_round", path, **params)


class SwissUnavailable(Unavailable):
    """The pairing engine is not installed on this machine (there is no wheel for it): Swiss rounds cannot be paired."""

    code = "swiss_unavailable"
