"""Error pages, in words and without a traceback."""

import logging
import secrets
from collections.abc import Mapping

from flask import Flask, current_app, g, render_template, request, url_for
from htmx_flask import request as htmx_request
from sqlalchemy.exc import DataError, DBAPIError, OperationalError, TimeoutError
from werkzeug.exceptions import HTTPException, SecurityError

from companion.rules.text import N_, Text
from companion.sheet.refusals import Full, Stale
from companion.storage.backup.catalog import latest
from companion.storage.database.errors import Trouble, Unwritable
from companion.storage.matches import UnreadableMatch
from companion.storage.store import KeyReused, UnknownMatch
from companion.storage.transactions import MatchDeleted
from companion.web.forms.posting import instance, revision, store, the_match
from companion.web.guard.client_address import UNTOLD, through_proxy, untold_proxy
from companion.web.guard.permissions import HOSTS, OPENERS, OPERATORS, RIGHTS, code_asked_for, open_house, runs_it
from companion.web.guard.security import Foreign
from companion.web.guard.throttle import NotNow
from companion.web.view.language import in_turn, say

log = logging.getLogger("companion")
Body = str | dict[str, str | None]
Words = tuple[str | Text, str | Text]
Answer = tuple[Body, int, Mapping[str, str]]

SENTENCES = {
    400: (N_("The companion does not answer at this address."), N_("Open the companion at the address it printed.")),
    403: (N_("This form came from another site."), N_("Open the page again here and send it once more.")),
    404: (N_("Page not found."), N_("Go back to the home page.")),
    405: (N_("Page not found."), N_("Go back to the table and try again from there.")),
    413: (N_("That is too much."), N_("A form may contain names and cards, nothing larger.")),
    422: (N_("This form cannot be read."), N_("Go back, reload the page and send it again. Nothing was saved.")),
    500: (N_("Something went wrong."), N_("Nothing was saved halfway. Reload the table and check.")),
    503: (N_("Not saved."), N_("The database cannot be written just now. Try again in a moment.")),
}
AT_A_TABLE = {  # the same for every address of a match, existing or not
    403: (N_("This phone may not change that."), N_("To play instead of watching, join with the code for players.")),
    404: (
        N_("Page not found."),
        N_("Another phone may have your seat now. Join again with the code on the host’s screen."),
    ),
}
OTHERS_GO_ON = N_(
    "All other matches continue. The person who runs the companion can check it with “companion doctor”, or restore "
    "a backup."
)
FILE_TOO_LARGE = (
    N_("This file is too large to send from here."),
    N_("Import it on the computer that runs the companion, or in a terminal there: companion import FILE"),
)
QUERY_TOO_LONG = (N_("That is too much."), N_("A query may only name the page to continue from."))
TYPED = ("cards", "whole", "total", "points", "name", "text", "place", "reason", "other")  # fields with typed text
SHOWN = {  # page with the present state, by the endpoint a form was sent to; default: the table
    "correct.correct": "table.sheet",
    "correct.undo": "table.sheet",
    "roster.void": "table.sheet",
    "adjustments.save": "table.sheet",
    "roster.change": "roster.show",
}
NOTHING_BOOKED = N_("Nothing was saved.")
FOR_HOSTS = (N_("This is for hosts only."), N_("A host can make this phone a host, under Hosts."))
FOR_ITS_OPERATOR = (N_("This is for operators only."), N_("Your own tables are on the home page."))
HOSTS_OWN = (N_("Matches are opened on the host’s computer."), N_("Join with the code on the host’s screen."))


def install(app: Flask) -> None:
    """Register a page for every kind of error."""
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(KeyReused, lambda error: page(422))
    for gone in (MatchDeleted, UnknownMatch):  # deleted after it was looked up
        app.register_error_handler(gone, lambda error: page(404))
    app.register_error_handler(Full, lambda error: page(409, words=(say(error), NOTHING_BOOKED)))
    app.register_error_handler(UnreadableMatch, unreadable)
    app.register_error_handler(Stale, stale)
    app.register_error_handler(DBAPIError, database_error)
    app.register_error_handler(TimeoutError, database_error)  # no free connection to a server
    app.register_error_handler(Unwritable, database_error)
    app.register_error_handler(Exception, unhandled)


def http_error(error: HTTPException) -> Answer:
    """Return the page for an HTTP error."""
    if isinstance(error, NotNow):
        return page(error.status, words=error.words, headers=error.again)
    if isinstance(error, SecurityError) and not for_programs():  # a page needs URLs: an unknown Host has none
        words = UNTOLD if through_proxy() and not current_app.config["PUBLIC_URL"] else SENTENCES[400]
        return in_turn(*map(say, words)), 400, {"Content-Type": "text/plain; charset=utf-8"}
    known = error.code if error.code in SENTENCES else 404 if (error.code or 500) < 500 else 500
    headers = {name: value for name, value in error.get_headers() if name == "Allow"}
    if htmx_request.htmx and request.method == "GET":
        headers["HX-Refresh"] = "true"  # show the error as a whole page, not as a fragment
    return page(known, words=None if isinstance(error, Foreign) else of_this_phone(known), headers=headers)


def database_error(error: DBAPIError | TimeoutError | Unwritable) -> Answer:
    """Return the page about trouble of the database: what helps, and for the operator the path of the last backup."""
    trouble = store().classify_error(error)
    if isinstance(error, DataError):  # a value that no column can hold: nothing of that name exists
        return page(404 if request.method == "GET" else 422)
    if trouble is None and not isinstance(error, OperationalError):
        return unhandled(error)
    log.warning("database: %s", getattr(error, "orig", error))
    g.setdefault("host_browser", None)  # host browsers are in the same database
    again = {"Retry-After": "2"} if trouble is None or trouble.passes else {}
    return page(503, words=ailing(trouble) if trouble else None, more=remedy(trouble), headers=again)


def unreadable(error: UnreadableMatch) -> Answer:
    """Return the page about an unreadable match."""
    log.warning("a match cannot be read: %s", error)
    return page(409, words=(Text(N_("This match could not be opened: {reason}."), reason=error.reason), OTHERS_GO_ON))


def stale(error: Stale) -> Answer:
    """Return a page with the present state and what was sent, and the form again, made from the present state."""
    g.stale = True
    where = dict(request.view_args or {})
    match, endpoint = the_match(where.pop("code")), str(request.endpoint)
    typed = [text for name in TYPED if (text := request.form.get(name, "").strip())]
    html = render_template(
        "errors/stale.html",
        stale=error,
        made_from=revision(match.sheet, endpoint, **where),
        typed=typed,
        back=url_for(SHOWN.get(endpoint, "table.show"), code=match.code),
    )
    return html, 409, {}


def ailing(trouble: Trouble) -> Words:
    """Return what happened to the database, and what to do; others than the operator are told whom to tell."""
    first = N_("Not saved: {what}.") if request.method == "POST" else N_("The scores cannot be read: {what}.")
    if trouble is Trouble.UNCONFIRMED:
        first = N_("Not confirmed: {what}.")
    then = N_("What to do: {then}.")
    if not trouble.passes and not runs_it():
        then = N_("Tell the person who runs the companion: {then}.") if open_house() else N_("Tell the host: {then}.")
    return say(first, what=trouble.what), say(then, then=trouble.advice())


def remedy(trouble: Trouble | None) -> str:
    """Return the path of the last backup for the operator; empty if waiting helps."""
    if trouble is None or trouble.passes or not runs_it():
        return ""
    backup = latest(instance())
    return say(N_("The last backup is {path}."), path=backup) if backup else say(N_("There is no backup."))


def unhandled(error: Exception) -> Answer:
    """Return a page without details, with the number under which the log has them."""
    number = secrets.token_hex(4)
    log.error("request %s", number, exc_info=error)
    return page(500, number)


def page(
    status: int, number: str = "", words: Words | None = None, more: str = "", headers: Mapping[str, str] = {}
) -> Answer:
    """Return the page for a status; for API requests, its words as JSON."""
    what, then = words or SENTENCES[status]
    if for_programs():
        return {"id": None, "error": in_turn(say(what), say(then), more, number), "field": None}, status, headers
    sent_from = code_asked_for() if request.method == "POST" and g.get("access") and status != 404 else None
    table = url_for("table.show", code=sent_from) if sent_from else None
    html = render_template("errors/error.html", what=what, then=then, number=number, more=more, table=table)
    return html, status, headers


def of_this_phone(status: int) -> Words | None:
    """Return the words for a phone without the permission or role, or None."""
    right = RIGHTS.get(request.endpoint or "")
    if status == 403 and right in (OPENERS, HOSTS, OPERATORS):
        if open_house():
            return FOR_ITS_OPERATOR
        return UNTOLD if untold_proxy() else HOSTS_OWN if right == OPENERS else FOR_HOSTS
    if status == 413 and request.endpoint == "data.upload":
        return FILE_TOO_LARGE
    if status == 413 and for_programs():
        return QUERY_TOO_LONG
    at_a_table = code_asked_for() is not None and not (status == 404 and g.get("access"))
    return AT_A_TABLE.get(status) if at_a_table else None


def for_programs() -> bool:
    """Return whether the request is for the API, whose clients read no pages."""
    return request.path.startswith("/api/")
