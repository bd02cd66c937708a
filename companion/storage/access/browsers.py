"""Browsers and their tokens: a browser gets a new token with every seat; the old one ends once the new one is seen."""

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
from companion.storage.transactions import affects_any_match, affects_no_match, retry_on_conflict

GIVEN, SEEN, BROUGHT, ENDED = "given", "seen", "brought", "ended"  # states of a token, see models.py
LASTS = timedelta(days=180)  # lifetime without use
AT_ONCE = timedelta(minutes=1)  # two answers may be under way at once: the browser keeps either
AGAIN = timedelta(hours=1)  # time in which a token that no server gave identifies its browser
OPENS = "state IN ('given', 'seen') AND used_on >= :since"
SINCE = bindparam("since", type_=Date())
KNOWN = text(
    "SELECT state, used_on,"
    " (SELECT id FROM host_browser WHERE browser = held.browser AND signed_off_at IS NULL) AS host"
    f" FROM browser_token AS held WHERE token = :token AND {OPENS}"
).bindparams(SINCE)


def new_token() -> str:
    """Return a new secret token for a browser; the database stores only its digest."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """Return the digest of a token, as it is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def today() -> date:
    """Return the current day in UTC, by which the use of tokens is recorded."""
    return datetime.now(UTC).date()


def since() -> date:
    """Return the first day of use that keeps a token valid."""
    return today() - LASTS


def opening() -> ColumnElement[bool]:
    """Return the SQL condition for a valid token."""
    return col(BrowserTokenRow.state).in_((GIVEN, SEEN)) & (col(BrowserTokenRow.used_on) >= since())


def browser_with(token: str) -> ScalarSelect[Any]:
    """Return the query for the browser of a valid token."""
    mine = col(BrowserTokenRow.token) == digest(token)
    return select(BrowserTokenRow.browser).where(mine, opening()).scalar_subquery()


def host_with(store: Store, token: str) -> tuple[int | None, bool]:
    """Return the id of a token's host browser, or None, and whether the token's use was recorded by this call."""
    row = store.query_one(KNOWN, token=digest(token), since=since()) if token else None
    return (row.host, record_use(store, token, row.state, row.used_on)) if row is not None else (None, False)


def record_use(store: Store, token: str, state: str, used_on: object) -> bool:
    """Record the first use of a token, and then one use a day; return whether that was now."""
    due = state != SEEN or str(used_on) != str(today())
    if due:
        with suppress(Unwritable, DBAPIError):  # a read-only database still recognises its browsers
            see(store, token)
    return due


@retry_on_conflict
def see(store: Store, token: str) -> None:
    """Record the use of a token, and end the earlier tokens of its browser."""
    with store.writing() as session:
        affects_no_match(session)
        row = row_of(session, token)
        if row is not None and row.state in (GIVEN, SEEN):
            seen(session, row)


def seen(session: Session, row: BrowserTokenRow) -> None:
    """Record the use within a transaction; a token given within the last minute stays valid, as it may be in use."""
    id_, state, made = col(BrowserTokenRow.id), col(BrowserTokenRow.state), col(BrowserTokenRow.made_at)
    before = (col(BrowserTokenRow.browser) == row.browser) & (id_ < row.id)
    on_its_way = (state == GIVEN) & (made >= datetime.now(UTC) - AT_ONCE)
    ending = update(BrowserTokenRow).where(before, ~on_its_way).values(state=ENDED)
    if session.connection().execute(ending).rowcount:
        affects_any_match(session)
    session.execute(update(BrowserTokenRow).where(id_ == row.id).values(state=SEEN, used_on=today()))


def renewed(session: Session, token: str, known: str = "") -> str:
    """Give the browser that came with `known` this token too, and return the browser.

    A token that no server gave may have been planted in the browser by somebody else. It grants nothing, and only
    identifies a browser that comes again because the answer was lost. An ended token identifies nothing."""
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
    """Return the browser of a token, also if it comes again after a lost answer; None if it is unknown or ended."""
    row = row_of(session, token)
    if row is None or row.state == ENDED or row.used_on < since():
        return None
    late = row.state == BROUGHT and row.made_at < datetime.now(UTC) - AGAIN
    return None if late else row.browser


def row_of(session: Session, token: str) -> BrowserTokenRow | None:
    """Return the row of a token."""
    return session.exec(select(BrowserTokenRow).where(BrowserTokenRow.token == digest(token))).first()


def add(session: Session, token: str, browser: str, state: str) -> None:
    """Store another token of a browser."""
    now = datetime.now(UTC)
    session.add(BrowserTokenRow(token=digest(token), browser=browser, state=state, made_at=now, used_on=today()))
    session.flush()


def ended(store: Store, token: str) -> bool:
    """True if the token is known, but no longer valid."""
    with store.reading() as session:
        return row_of(session, token) is not None and browser_of(session, token) is None


@retry_on_conflict
def sign_off(store: Store, token: str) -> None:
    """End all access of the browser of that token; places it carried to other phones remain."""
    with store.writing() as session:
        browser = browser_of(session, token)
        if browser is not None:
            mine = col(BrowserTokenRow.browser) == browser
            session.execute(update(BrowserTokenRow).where(mine).values(state=ENDED))
            remove_browser(session, browser)


def remove_browser(session: Session, browser: str) -> None:
    """Remove a browser from its tables, and as host."""
    affects_any_match(session)
    now = datetime.now(UTC)
    at_tables = (col(DeviceRow.browser) == browser) & col(DeviceRow.sent_away_at).is_(None)
    session.execute(update(DeviceRow).where(at_tables).values(sent_away_at=now))
    host = (col(HostBrowserRow.browser) == browser) & col(HostBrowserRow.signed_off_at).is_(None)
    session.execute(update(HostBrowserRow).where(host).values(signed_off_at=now))


@retry_on_conflict
def forget_unused(store: Store) -> int:
    """Delete tokens unused for 180 days, and remove browsers without another token; return the number of these."""
    unused = col(BrowserTokenRow.used_on) < since()
    with store.reading() as session:
        if session.exec(select(BrowserTokenRow.id).where(unused)).first() is None:
            return 0
    with store.writing() as session:
        browsers = set(session.exec(select(BrowserTokenRow.browser).where(unused)))
        session.execute(delete(BrowserTokenRow).where(unused))
        there = set(session.exec(select(BrowserTokenRow.browser).where(opening())))
        for browser in browsers - there:
            remove_browser(session, browser)
        return len(browsers - there)
