"""Limits on new tables in an open house, and the browser that opens one as its host."""

from datetime import UTC, datetime
from math import ceil

from sqlalchemy import text
from sqlmodel import col, select
from werkzeug.wrappers import Response

from companion.rules.text import N_, Text
from companion.storage.access.devices import matches_of
from companion.storage.models import MatchRow
from companion.storage.store import BY_KEY, Store
from companion.web.forms.posting import posted, store
from companion.web.guard.client_address import whereabouts
from companion.web.guard.permissions import devices, limits
from companion.web.guard.security import own_token, set_token_cookie, token
from companion.web.guard.throttle import ADDRESS, ALL, DAY, NETWORK, Wait, throttle

HOUR = 3600  # seconds
TABLES_OF_ALL = 20_000  # new tables in a day, beyond which newcomers have to wait
SIZES = {
    "postgresql": text("SELECT pg_database_size(current_database())"),
    "sqlite": text("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"),
}
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
    house = limits()
    if house is None or sent_before():
        return None
    if house.full_at and database_size(store()) >= house.full_at:
        return Text(FULL)
    with store().reading() as session:
        known = token() and session.exec(matches_of(token(), latest=1)).first() is not None
    wait = (None if known else newcomers_wait()) or throttle("tables").take(**whereabouts())
    return Text(ENOUGH[wait.of], hours=ceil(wait.seconds / HOUR)) if wait else None


def newcomers_wait() -> Wait | None:
    """Return a Wait for a newcomer if all together opened as many tables within a day as they may, by the database."""
    latest = select(MatchRow.opened_at).order_by(col(MatchRow.id).desc())
    with store().reading() as session:
        opened = session.exec(latest.offset(TABLES_OF_ALL - 1).limit(1)).first()
    left = DAY - (datetime.now(UTC) - opened).total_seconds() if opened else 0
    return Wait(ceil(left), ALL) if left > 0 else None


def sent_before() -> bool:
    """Return whether the table of this form exists already: it is sent again because the answer was lost."""
    with store().reading() as session:
        return session.exec(BY_KEY, params={"key": posted().key}).first() is not None


def database_size(store: Store) -> int:
    """Return the size of the database in bytes."""
    with store.reading() as session:
        return int(session.execute(SIZES[store.engine.dialect.name]).scalar_one())


def make_host(code: str, answer: Response) -> Response:
    """Make the browser that opened a table its host in an open house, and return the answer with its cookie."""
    if limits() is not None:
        mine = own_token()
        devices().host(store().match_id(code), mine)
        set_token_cookie(answer, mine)
    return answer
