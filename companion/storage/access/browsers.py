"""The browser a token stands for. It gets a new token with every seat; the old one ends once the new one was seen."""

import hashlib
import secrets
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Date, ScalarSelect, bindparam, delete, text, update
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, col, select

from companion.storage.database.errors import Unwritable
from companion.storage.models import BrowserTokenRow, DeviceRow, HostBrowserRow
from companion.storage.store import Store
from companion.storage.write_conflicts import about_all, about_none, settled

GIVEN, SEEN, BROUGHT, ENDED = "given", "seen", "brought", "ended"  # what became of a token; models.py says it
LASTS = timedelta(days=180)  # without use
AT_ONCE = timedelta(minutes=1)  # two answers that are on their way together: either may be the one that is kept
AGAIN = timedelta(hours=1)  # within which a token that no server gave tells who comes again
OPENS = "state IN ('given', 'seen') AND used_on >= :since"
SINCE = bindparam("since", type_=Date())
KNOWN = text(
    "SELECT state, used_on,"
    " (SELECT id FROM host_browser WHERE browser = held.browser AND signed_off_at IS NULL) AS host"
    f" FROM browser_token AS held WHERE token = :token AND {OPENS}"
).bindparams(SINCE)


def new_token() -> str:
    """A secret that a browser keeps; the database holds only its digest."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def today() -> date:
    """The day, as tokens are used."""
    return datetime.now(UTC).date()


def since() -> date:
    """The day since which a token was used, if it still counts."""
    return today() - LASTS


def opening() -> ColumnElement[bool]:
    """That a token opens what its browser has."""
    return col(BrowserTokenRow.state).in_((GIVEN, SEEN)) & (col(BrowserTokenRow.used_on) >= since())


def browser_with(token: str) -> ScalarSelect[Any]:
    """The query for the browser that the token opens."""
    mine = col(BrowserTokenRow.token) == digest(token)
    return select(BrowserTokenRow.browser).where(mine, opening()).scalar_subquery()


def host_with(store: Store, token: str) -> tuple[int | None, bool]:
    """The number among the hosts of the browser with that token, None for anybody else; and whether it was noted."""
    row = store.glance(KNOWN, token=digest(token), since=since()) if token else None
    return (row.host, note(store, token, row.state, row.used_on)) if row is not None else (None, False)


def note(store: Store, token: str, state: str, used_on: object) -> bool:
    """Note that a token came with a request, once, and then once a day; whether that was now."""
    due = state != SEEN or str(used_on) != str(today())
    if due:
        with suppress(Unwritable, DBAPIError):  # a database that is only looked at has its browsers all the same
            see(store, token)
    return due


@settled
def see(store: Store, token: str) -> None:
    """Let the tokens of that browser end that were there before this one."""
    with store.writing() as session:
        about_none(session)
        row = row_of(session, token)
        if row is not None and row.state in (GIVEN, SEEN):
            seen(session, row)


def seen(session: Session, row: BrowserTokenRow) -> None:
    """The same within a transaction; one that was given a moment ago may still be the one that the browser keeps."""
    id_, state, made = col(BrowserTokenRow.id), col(BrowserTokenRow.state), col(BrowserTokenRow.made_at)
    before = (col(BrowserTokenRow.browser) == row.browser) & (id_ < row.id)
    on_its_way = (state == GIVEN) & (made >= datetime.now(UTC) - AT_ONCE)
    ending = update(BrowserTokenRow).where(before, ~on_its_way).values(state=ENDED)
    if session.connection().execute(ending).rowcount:
        about_all(session)
    session.execute(update(BrowserTokenRow).where(id_ == row.id).values(state=SEEN, used_on=today()))


def renewed(session: Session, token: str, known: str = "") -> str:
    """The browser that came with `known`, which from now on has this token as well.

    A token that no server gave, somebody else may have laid into it: it opens nothing, and tells only who comes again
    since the answer was lost. One that ended tells nothing."""
    row, same = row_of(session, known), browser_of(session, known)
    if row is not None and same and row.state == GIVEN:
        seen(session, row)
    browser = same or browser_of(session, token) or digest(token)
    if known and row is None:
        add(session, known, browser, BROUGHT)
    mine = row_of(session, token)
    if mine is None:
        add(session, token, browser, GIVEN)
    elif mine.state == BROUGHT:
        mine.state = GIVEN
        session.add(mine)
    return browser


def browser_of(session: Session, token: str) -> str | None:
    """The browser that comes again with that token; None where it is not known, or ended."""
    row = row_of(session, token)
    if row is None or row.state == ENDED or row.used_on < since():
        return None
    late = row.state == BROUGHT and row.made_at < datetime.now(UTC) - AGAIN
    return None if late else row.browser


def row_of(session: Session, token: str) -> BrowserTokenRow | None:
    """What is kept of a token."""
    return session.exec(select(BrowserTokenRow).where(BrowserTokenRow.token == digest(token))).first()


def add(session: Session, token: str, browser: str, state: str) -> None:
    """Keep one more token of a browser."""
    now = datetime.now(UTC)
    session.add(BrowserTokenRow(token=digest(token), browser=browser, state=state, made_at=now, used_on=today()))
    session.flush()


def ended(store: Store, token: str) -> bool:
    """Whether that token was one, and counts no more."""
    with store.reading() as session:
        return row_of(session, token) is not None and browser_of(session, token) is None


@settled
def sign_off(store: Store, token: str) -> None:
    """End all that the browser of that token has, here and now; what it carried to other phones stays theirs."""
    with store.writing() as session:
        browser = browser_of(session, token)
        if browser is not None:
            mine = col(BrowserTokenRow.browser) == browser
            session.execute(update(BrowserTokenRow).where(mine).values(state=ENDED))
            leave(session, browser)


def leave(session: Session, browser: str) -> None:
    """Take its tables from a browser, and what it is as host."""
    about_all(session)
    now = datetime.now(UTC)
    at_tables = (col(DeviceRow.browser) == browser) & col(DeviceRow.sent_away_at).is_(None)
    session.execute(update(DeviceRow).where(at_tables).values(sent_away_at=now))
    host = (col(HostBrowserRow.browser) == browser) & col(HostBrowserRow.signed_off_at).is_(None)
    session.execute(update(HostBrowserRow).where(host).values(signed_off_at=now))


@settled
def forget_unused(store: Store) -> int:
    """Forget the tokens that were not used for 180 days; a browser without another leaves its tables. How many."""
    unused = col(BrowserTokenRow.used_on) < since()
    with store.reading() as session:
        if session.exec(select(BrowserTokenRow.id).where(unused)).first() is None:
            return 0
    with store.writing() as session:
        browsers = set(session.exec(select(BrowserTokenRow.browser).where(unused)))
        session.execute(delete(BrowserTokenRow).where(unused))
        there = set(session.exec(select(BrowserTokenRow.browser).where(opening())))
        for browser in browsers - there:
            leave(session, browser)
        return len(browsers - there)
