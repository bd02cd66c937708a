"""A table is opened: in an open house by anybody, within its limits, and this browser is its host from then on."""

from math import ceil
from time import monotonic

from flask import current_app, make_response
from werkzeug.wrappers import Response

from companion.rules.text import N_, Text
from companion.storage.access.devices import new_token
from companion.storage.inventory import size
from companion.web.forms.posting import store
from companion.web.guard.access import devices, limits, throttle, token
from companion.web.guard.peer import household
from companion.web.guard.security import YEAR, cookie_options, device_cookie_name

HOUR = 3600  # seconds
SECRET = 43  # letters of a token
LOOK = 60.0  # seconds between two looks at how large the database is
FULL = N_("This house is full: no further tables are opened just now. Those that are open go on.")
ENOUGH = N_("From this address as many tables were opened today as may be. The next in {hours} hours.")


def refusal() -> Text | None:
    """Why no table is opened by this form; where nothing stands against it, it counts."""
    bears = limits()
    if bears is None:
        return None
    if bears.full_at and measured() >= bears.full_at:
        return Text(FULL)
    wait = throttle("tables").take(household())
    return Text(ENOUGH, hours=ceil(wait / HOUR)) if wait else None


def measured() -> int:
    """The bytes of the database, as they were a moment ago."""
    at, found = current_app.extensions.get("companion.size", (0.0, 0))
    if not at or monotonic() - at > LOOK:
        found = size(store())
        current_app.extensions["companion.size"] = (monotonic(), found)
    return int(found)


def in_charge(code: str, answer: Response) -> Response:
    """The answer to whoever opened a table, who is its host in an open house."""
    if limits() is not None:
        mine = own_token()
        devices().host(store().match_id(code), mine)
        give(answer, mine)
    return answer


def made_known(page: str) -> Response | str:
    """The form that opens a table; in an open house the browser gets its token with it, should it be sent twice."""
    if limits() is None:
        return page
    answer = make_response(page)
    give(answer, own_token())
    return answer


def own_token() -> str:
    """The token of this browser, or a new one; behind https no other site can have laid one into it."""
    known = token()
    return known if len(known) >= SECRET else new_token()


def give(answer: Response, mine: str) -> None:
    """Let the browser keep its token."""
    answer.set_cookie(device_cookie_name(), mine, max_age=YEAR, **cookie_options())
