"""Whose request this is, and whether it may: checked for every address of a match before its screen is asked."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from flask import Flask, abort, current_app, g, request
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from companion.rules.text import Text
from companion.server.open_house import Limits
from companion.storage.access.browsers import LASTS, host_with
from companion.storage.access.devices import HOST, RANK, Device, Devices, matches_of
from companion.storage.access.hosts import Hosts
from companion.storage.access.invites import LONGER, PLAYER, VIEWER, Invites
from companion.storage.access.rate_counters import SharedThrottle
from companion.storage.backup.catalog import latest
from companion.storage.database.errors import Unwritable
from companion.storage.match_lists import Among
from companion.web.forms.posting import store
from companion.web.guard.client_address import UNTOLD, network, on_this_machine, untold_proxy
from companion.web.guard.permissions import (
    CLOSED_THERE,
    HOSTS_ONLY,
    NOT_YET_THERE,
    OF_AN_OPEN_HOUSE,
    OF_THE_TABLES_HOST,
    OPENING,
    OPERATING,
    PLAYERS_ONLY,
)
from companion.web.guard.security import device_cookie_name
from companion.web.guard.throttle import LIMITS, Bound, Throttle, TooMuch, tables


class Access(NamedTuple):
    """The role of this request at a match, the seat it plays for, its device, and the newest entry if it was read."""

    role: str
    seat: int | None = None
    device: int | None = None
    newest: int | None = None

    def may(self, role: str) -> bool:
        """Whether the role is enough for that."""
        return RANK[self.role] >= RANK[role]


def install(app: Flask) -> None:
    """Guard every match."""
    with suppress(Unwritable, DBAPIError):  # a database that is only looked at lets nobody in anew
        Hosts(app.extensions["companion.store"]).begin(app.config["HOST_SECRET"])
    house = app.config["OPEN_HOUSE"] or Limits()
    if app.config["OPEN_HOUSE"]:
        app.extensions["companion.store"].typed = LONGER
    bounds = LIMITS | {"tables": tables(house.tables_a_day)}
    app.extensions["companion.throttles"] = throttles(app.extensions["companion.store"].engine, bounds)
    app.before_request(check)


def throttles(engine: Engine, bounds: Mapping[str, Bound]) -> dict[str, Throttle | SharedThrottle]:
    """What there can be too much of, counted here, or on a server for all programs that share it."""
    if engine.dialect.name == "postgresql":
        return {what: SharedThrottle(engine, what, *bound) for what, bound in bounds.items()}
    return {what: Throttle(*bound) for what, bound in bounds.items()}


def devices() -> Devices:
    """The devices of this application."""
    return Devices(store())


def invites() -> Invites:
    """The invite codes of this application."""
    return Invites(store())


def hosts() -> Hosts:
    """The hosts of this application."""
    return Hosts(store())


def runs_it() -> bool:
    """Whether this is a browser on the serving machine itself, or one that took a one-time host link."""
    return on_this_machine() or host_browser() is not None


def is_host() -> bool:
    """Whether this browser is host of every table; in an open house nobody is, not even whoever runs it."""
    return not open_house() and runs_it()


def limits() -> Limits | None:
    """What the house bears where it is an open one; else None."""
    found: Limits | None = current_app.config["OPEN_HOUSE"]
    return found


def open_house() -> bool:
    """Whether anybody may open a table here, and is its host."""
    return limits() is not None


def may_open() -> bool:
    """Whether this browser may open tables."""
    return open_house() or is_host()


def host_browser() -> int | None:
    """The number of this browser among the hosts; None if it is none of them. Looked up once a request."""
    if "host_browser" not in g:
        g.host_browser, noted = host_with(store(), token())
        g.noted = noted or g.get("noted", False)
    found: int | None = g.host_browser
    return found


def token() -> str:
    """The token of this browser; empty if it has none."""
    return request.cookies.get(device_cookie_name(), "")[:100]


def check() -> None:
    """Let the request through to the match it is about, or answer as if there were nothing there."""
    if request.endpoint in (CLOSED_THERE if open_house() else OF_AN_OPEN_HOUSE):
        abort(404)
    if not may_ask():
        abort(403)
    code = code_asked_for()
    if code is None or request.endpoint in NOT_YET_THERE:
        return
    access = access_to(code)
    if access is None:
        abort(404)
    if not access.may(needed()):
        abort(403)
    if request.method == "POST" and access.device is not None:
        slow_down(access.device)
    g.access = access


def may_ask() -> bool:
    """Whether this browser may ask for a page that is about no match."""
    if request.endpoint in OPENING:
        return may_open()
    if request.endpoint in HOSTS_ONLY:
        return is_host()
    return request.endpoint not in OPERATING or runs_it()


def own_matches(latest: int | None = None) -> Among:
    """The matches this reader may know of, the latest so many if given; None for the host, who may know of all."""
    host_browser()  # in an open house, too: the token is seen
    return None if is_host() else matches_of(token(), latest)


def slow_down(device: int) -> None:
    """Refuse a form of a phone that sends more than any table writes."""
    wait = throttle("writes").take(phone=str(device), network=network())
    if wait:
        raise TooMuch("writes", wait)


def throttle(what: str) -> Throttle | SharedThrottle:
    """What is remembered of wrong codes, of those who joined, or of forms that write."""
    kept: Throttle | SharedThrottle = current_app.extensions["companion.throttles"][what]
    return kept


def code_asked_for() -> str | None:
    """The code of the match that the request is about, in its path or its query; None where it is about none."""
    named: str | None = (request.view_args or {}).get("code")
    return named if named is not None else request.args.get("code") or None


def needed() -> str:
    """The role this request needs: to look, a viewer's; to change anything, a player's; to delete it, the host's."""
    if request.endpoint in OF_THE_TABLES_HOST:
        return HOST
    looks = request.method in ("GET", "HEAD", "OPTIONS") and request.endpoint not in PLAYERS_ONLY
    return VIEWER if looks else PLAYER


def access_to(code: str) -> Access | None:
    """What this browser is at the match of that code; None if nothing."""
    device = devices().at(token(), code) if token() and (open_house() or not on_this_machine()) else None
    if device is not None and device.noted:
        g.noted = True
    if device is not None and not device.host:
        g.host_browser = None  # read along with the device: a phone that looks each second asks once
    if is_host():
        return Access(HOST, device=None)
    return Access(device.role, device.seat, device.id, device.newest) if device and device.confirmed else None


def may_write() -> bool:
    """Whether this reader may change what is on the page."""
    access = g.get("access")
    return access is None or access.may(PLAYER)


def own_seat() -> int | None:
    """The seat this phone plays for, if it joined as a player."""
    access = of_this_request()
    return access.seat if access else None


def of_this_request() -> Access | None:
    """What this request may do at the match it is about; None where it is about none."""
    found: Access | None = g.get("access")
    return found


def pending_devices(match_id: int) -> Sequence[Device]:
    """The phones that wait to be known at a match."""
    return devices().waiting(match_id)


def store_notice() -> Text | None:
    """What whoever runs the companion has to know of the store, if anything; nobody else is told."""
    return store().notice if runs_it() else None


def last_backup() -> Path | None:
    """The newest backup beside the database, if there is one."""
    return latest(Path(current_app.instance_path))


def hosts_table(code: str) -> bool:
    """Whether this browser is host of that match."""
    access = access_to(code)
    return access is not None and access.may(HOST)


def known_here() -> bool:
    """Whether this browser has a token, which it can sign off."""
    return bool(token())


WORDS = {  # for templates
    "known_here": known_here,
    "session_days": LASTS.days,
    "hosts_table": hosts_table,
    "access": of_this_request,
    "own_seat": own_seat,
    "may_write": may_write,
    "is_host": is_host,
    "runs_it": runs_it,
    "may_open": may_open,
    "open_house": open_house,
    "limits": limits,
    "pending_devices": pending_devices,
    "store_notice": store_notice,
    "last_backup": last_backup,
    "untold_proxy": untold_proxy,
    "untold_words": UNTOLD,
}
