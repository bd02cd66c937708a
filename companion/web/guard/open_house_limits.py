"""Limits on new tables in an open house, and the browser that opens one as its host."""

from math import ceil
from time import monotonic

from flask import current_app
from werkzeug.wrappers import Response

from companion.rules.text import N_, Text
from companion.storage.access.devices import matches_of
from companion.storage.store import BY_KEY
from companion.web.forms.posting import posted, store
from companion.web.guard.client_address import whereabouts
from companion.web.guard.metrics import database_size
from companion.web.guard.permissions import devices, limits
from companion.web.guard.security import give, own_token, token
from companion.web.guard.throttle import ADDRESS, ALL, NETWORK, noted, throttle

HOUR = 3600  # seconds
LOOK = 60.0  # seconds between measurements of the database size
FULL = N_("This house is full: no new table can be opened just now. Open tables continue.")
ENOUGH = {
    ADDRESS: N_("This address has reached today’s limit for new tables. Try again in {hours} h."),
    NETWORK: N_("This network has reached today’s limit for new tables. Try again in {hours} h."),
    ALL: N_(
        "Newcomers have reached today’s limit for new tables. Try again in {hours} h. A phone that has been at a "
        "table here before can open one at once."
    ),
}


def why_refused() -> Text | None:
    """Return why this form may not open a table; None if it may, and then it counts."""
    bears = limits()
    if bears is None or sent_before():
        return None
    if bears.full_at and measured() >= bears.full_at:
        return Text(FULL)
    wait = throttle("tables").take(**whereabouts(), **({} if known_here() else {ALL: ""}))
    if wait is None:
        return None
    noted.note("tables", wait)
    return Text(ENOUGH[wait.of], hours=ceil(wait.seconds / HOUR))


def sent_before() -> bool:
    """True if the table of this form exists already: it is sent again because the answer was lost."""
    with store().reading() as session:
        return session.exec(BY_KEY, params={"key": posted().key}).first() is not None


def known_here() -> bool:
    """True if this browser is at a table already: the limit for all together applies to newcomers."""
    if not token():
        return False
    with store().reading() as session:
        return session.exec(matches_of(token(), latest=1)).first() is not None


def measured() -> int:
    """Return the size of the database in bytes, at most a minute old."""
    at, found = current_app.extensions.get("companion.size", (0.0, 0))
    if not at or monotonic() - at > LOOK:
        found = database_size(store())
        current_app.extensions["companion.size"] = (monotonic(), found)
    return int(found)


def in_charge(code: str, answer: Response) -> Response:
    """Make the browser that opened a table its host in an open house, and return the answer with its cookie."""
    if limits() is not None:
        mine = own_token()
        devices().host(store().match_id(code), mine)
        give(answer, mine)
    return answer
