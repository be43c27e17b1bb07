"""A short way to write strokes down in tests: `r1 200 250, b1 0 -150` and `striker>r1`, `r1@NE`, `b1^N`, `!refused`."""

from __future__ import annotations

from typing import Any

from refereeing.engine.rules.stroke_json import adjudicate_json

COLOURS = {"r": "red", "b": "black"}
SINGLES = {"S": "red", "N": "black"}
DOUBLES = {"S": "red", "W": "black", "N": "red", "E": "black"}
STRIKERS = {"S": (0, -420), "N": (0, 420), "W": (-420, 0), "E": (420, 0)}


def discs(text: str) -> list[dict[str, Any]]:
    """`r1 200 250, b1 0 -150`: ids begin with their colour's letter."""
    found = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        uid, x, y = part.split()
        found.append({"id": uid, "colour": COLOURS[uid[0]], "x": float(x), "y": float(y)})
    return found


def row(letter: str, count: int, y: float, first: int = 1) -> str:
    """`count` discs of a start row, counted from the left."""
    return ", ".join(f"{letter}{first + i} {-105 + 30 * i} {y}" for i in range(count))


def event(text: str) -> dict[str, Any]:
    """One event."""
    if text.startswith("!"):
        code, *fields = text[1:].split()
        return {"type": "incident", "code": code, **dict(incident_field(field) for field in fields)}
    if text == "recrossed":
        return {"type": "own_line_recrossed"}
    for sign, kind, place in (("|", "cushion", "edge"), ("@", "pocketed", "pocket"), ("^", "off_table", "edge")):
        if sign in text:
            body, where = text.split(sign)
            return {"type": kind, "body": body, place: where}
    a, b = text.split(">")
    return {"type": "contact", "a": a, "b": b.split(",")}


def incident_field(text: str) -> tuple[str, Any]:
    """`by=N`, `discs=r1,r2`, `times=2`."""
    key, value = text.split("=")
    if key == "discs":
        return key, value.split(",")
    return key, float(value) if key == "seconds" else int(value) if key == "times" else value


def stroke(
    before: str,
    events: str = "",
    after: str = "",
    *,
    player: str = "S",
    ruleset: str = "lnf-2008",
    striker: tuple[float, float] | str | None = "",
    **more: Any,
) -> dict[str, Any]:
    """The input of `adjudicate`. `after` names only the discs that lie elsewhere than before; `striker` None is no
    striker. Four-seat colours where `mode="doubles"`."""
    happened = (
        [event(part) for part in events.split()]
        if "!" not in events
        else [event(p.strip()) for p in events.split(";") if p.strip()]
    )
    gone = {e["body"] for e in happened if e["type"] in ("pocketed", "off_table")}
    lying = discs(before)
    elsewhere = {disc["id"]: disc for disc in discs(after)}
    place = STRIKERS[player] if striker == "" else striker
    return {
        "ruleset": ruleset, "mode": "singles", "player": player,
        "colours": DOUBLES if more.get("mode") == "doubles" else SINGLES,
        "before": lying, "striker": None if place is None else {"x": place[0], "y": place[1]},
        "events": happened, "after": [elsewhere.get(d["id"], d) for d in lying if d["id"] not in gone], **more,
    }  # fmt: skip


def judge(*args: Any, **kwargs: Any) -> dict[str, Any]:
    """The verdict on a stroke that is written as in `stroke`, with the refs of its findings as `rules`."""
    result = adjudicate_json(stroke(*args, **kwargs))
    prefix = f"{result['ruleset']}:"
    result["rules"] = {item["rule"].removeprefix(prefix) for item in result["findings"]}
    return result


def state(**more: Any) -> dict[str, Any]:
    """The state of a set whose first series are over, with what is given instead; in singles unless four seats are
    named somewhere."""
    return {"opener": "S", **more}


def placed(result: dict[str, Any], uid: str) -> tuple[float, float] | None:
    """Where a disc lies in the end."""
    found = next((disc for disc in result["position"] if disc["id"] == uid), None)
    return None if found is None else (found["x"], found["y"])
