"""Events come as lines (application/x-ndjson): the bytes of each line are kept and hashed as they were sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import APIException, UnsupportedMediaType
from rest_framework.parsers import BaseParser

from refereeing.services.game_log import BATCH_BYTES, BATCH_LINES


class TooLarge(APIException):
    """A batch over the limit: the client halves it."""

    status_code = 413
    default_code = "too_large"

    def __init__(self, limit: int) -> None:
        super().__init__(detail="too_large", code="too_large")
        self.params = {"limit": limit}


class LinesParser(BaseParser):
    """The non-empty lines of the body, as bytes."""

    media_type = "application/x-ndjson"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Raises TooLarge over the limits of a batch, 415 for another charset than UTF-8."""
        for parameter in (media_type or "").split(";")[1:]:
            name, _, value = parameter.partition("=")
            if name.strip().lower() == "charset" and value.strip().strip('"').lower() not in ("utf-8", "utf8"):
                raise UnsupportedMediaType(media_type or "", code="bad_charset")
        body = stream.read(BATCH_BYTES + 1)
        if len(body) > BATCH_BYTES:
            raise TooLarge(BATCH_BYTES)
        lines = [line for line in body.split(b"\n") if line.strip()]
        if len(lines) > BATCH_LINES:
            raise TooLarge(BATCH_LINES)
        return lines
