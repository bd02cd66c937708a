"""Points of a bonus or fine as a form gives them: a figure, its sign, and the reason for them."""

from flask import request

from companion.sheet.ledger import Entry
from companion.web.forms import posting


def points() -> str:
    """The figure as it was put in, the keys of the pad pressed without script among it."""
    typed = request.values.get("points", "")[:40]
    if "rub" in request.args:
        return typed[:-1]
    return typed + request.args.get("digit", "")[:1]


def signed() -> str:
    """The figure with the sign of the switch, where it brings none of its own."""
    typed = points().strip()
    return f"-{typed}" if typed[:1].isdecimal() and posting.field("sign") == "-" else typed


def reason() -> str:
    """The reason that was chosen, or what was written in its place."""
    return posting.words("reason") or posting.words("other")


def filled(standing: Entry | None = None) -> dict[str, str]:
    """What the fields hold when the form is shown once more; at first the figure that stands."""
    given = request.values
    first = f"{standing.points:+}" if standing and "points" not in given else points()
    return {"points": first, "reason": (given.get("reason") or given.get("other") or "")[:200]}
