"""Form of a bonus or fine: its points, sign and reason."""

from flask import request

from companion.sheet.ledger import Entry
from companion.web.forms import posting


def points() -> str:
    """Return the points as typed, including a pad key pressed without script."""
    typed = request.values.get("points", "")[:40]
    if "rub" in request.args:
        return typed[:-1]
    return typed + request.args.get("digit", "")[:1]


def signed() -> str:
    """Return the points with the sign of the switch, unless a sign was typed."""
    typed = points().strip()
    return f"-{typed}" if typed[:1].isdecimal() and posting.field("sign") == "-" else typed


def reason() -> str:
    """Return the chosen reason, or the one typed instead."""
    return posting.words("reason") or posting.words("other")


def filled(standing: Entry | None = None) -> dict[str, str]:
    """Return the fields for showing the form again; at first, the entry on the sheet."""
    given = request.values
    first = f"{standing.points:+}" if standing and "points" not in given else points()
    return {"points": first, "reason": (given.get("reason") or given.get("other") or "")[:200]}
