"""Permissions: the role of this request at its match, and the pages each role may use, checked before any screen."""

from contextlib import suppress
from typing import NamedTuple

from flask import Flask, abort, current_app, g, request
from sqlalchemy.exc import DBAPIError

from companion.rules.text import N_
from companion.server.open_house import Limits
from companion.sheet.scoresheet import Sheet
from companion.storage.access.devices import RANK, Devices, matches_of
from companion.storage.access.hosts import Hosts
from companion.storage.access.links import HOST, LONG_CODE, PLAYER, VIEWER, Links
from companion.storage.database.errors import Unwritable
from companion.storage.match_lists import Among
from companion.web.forms.posting import rematch_of, store
from companion.web.guard.client_address import network, on_this_machine
from companion.web.guard.security import token
from companion.web.guard.throttle import NETWORK, PHONE, NotNow, throttle, throttles

ANYBODY, OPENERS, HOSTS, OPERATORS = "anybody", "openers", "hosts", "operators"
RIGHTS: dict[str, str] = {  # who may use a page, by its endpoint; a page that is missing here is nobody's
    endpoint: right
    for right, endpoints in {
        ANYBODY: "static health.show ask.ask ask.openapi installed_app.manifest installed_app.offline"
        " installed_app.service_worker home.referee home.rules rulebook.show rulebook.people_ask settings.show"
        " settings.choose settings.ask_sign_off settings.leave join.ask join.knock join.show join.take hosting.show"
        " hosting.take phones.carry_form phones.take feeds.feed blank_sheet.show home.blank_sheet"
        # of the matches that this browser may see
        " home.show players.show evenings.show matches.matches matches.players feeds.as_calendar feeds.as_csv"
        " feeds.take_away",
        # of a match; those of the referee are for anybody outside a match
        VIEWER: "table.show table.contract table.must_happen table.calls table.seat table.sheet live.board live.tabs"
        " live.tally live.totals live.sheet live.onward displays.choose displays.flat displays.flat_part displays.tv"
        " displays.tv_part roster.show totals.show adjustments.show"
        " correct.show best.show count.show share.show share.picture join.welcome matches.match match_files.as_csv"
        " referee_menu.show referee_menu.acts referee.show",
        PLAYER: "table.mark table.undo count.end count.hand count.right count.book count.abandon count.play_on"
        " best.take correct.correct correct.undo adjustments.save roster.change roster.void"
        " referee.keep totals.save evenings.note share.change setup.rematch table.rematch end_match.show"
        " end_match.deal end_match.change match_files.whole phones.show phones.present phones.decide"
        " phones.offer phones.carry_here",
        HOST: "end_match.ask_delete end_match.delete evenings.day evenings.change_day bring_in.undo",
        # the host of all matches; in an open house anybody
        OPENERS: "setup.show setup.start paper.show paper.enter bring_in.show bring_in.enter home.bring_in",
        # the host of all matches; in an open house nobody
        HOSTS: "players.change_name feeds.change data.upload data.foreseen data.bring restore.show restore.put_back",
        # who runs the companion
        OPERATORS: "data.show data.save data.look data.take_away hosting.browsers hosting.make hosting.sign_off",
    }.items()
    for endpoint in endpoints.split()
}
NOT_YET_THERE = "join.waiting"  # a waiting phone has no role yet
CLOSED = {"feeds.feed", "data.take_away"}  # in an open house: they show the tables of others
ONLY_OPEN = {"feeds.take_away"}  # only in an open house
TOO_MUCH = {
    PHONE: N_("This phone is sending too much."),
    NETWORK: N_("This network is sending too much."),
}
SEND_AGAIN = N_("Nothing was saved. Wait {time}, go back and send it again.")


class Access(NamedTuple):
    """The role of this request at a match, its seat, its device, and the newest entry if it was read."""

    role: str
    seat: int | None = None
    device: int | None = None
    newest: int | None = None

    def may(self, role: str) -> bool:
        """Return whether the role is sufficient."""
        return RANK[self.role] >= RANK[role]


def begin(app: Flask) -> None:
    """Register the link of the host, and set up the rate limits."""
    with suppress(Unwritable, DBAPIError):  # a read-only database admits no new hosts
        Hosts(app.extensions["companion.store"]).begin(app.config["HOST_SECRET"])
    house = app.config["OPEN_HOUSE"] or Limits()
    if app.config["OPEN_HOUSE"]:
        app.extensions["companion.store"].code_length = LONG_CODE
    app.extensions["companion.throttles"] = throttles(house.tables_a_day, app.config["WORKERS"])


def devices() -> Devices:
    """Return the devices of this application."""
    return Devices(store())


def links() -> Links:
    """Return the links of this application."""
    return Links(store())


def hosts() -> Hosts:
    """Return the hosts of this application."""
    return Hosts(store())


def runs_it() -> bool:
    """Return whether this is the operator: a browser on the serving machine, or one that used a one-time host link."""
    return on_this_machine() or host_browser() is not None


def is_host() -> bool:
    """Return whether this browser is host of every table; in an open house not even the operator is."""
    return not open_house() and runs_it()


def limits() -> Limits | None:
    """Return the limits of an open house; None if the house is not open."""
    found: Limits | None = current_app.config["OPEN_HOUSE"]
    return found


def open_house() -> bool:
    """Return whether anyone may open a table here, and become its host."""
    return limits() is not None


def may_open() -> bool:
    """Return whether this browser may open tables."""
    return open_house() or is_host()


OUTSIDE = {OPENERS: may_open, HOSTS: is_host, OPERATORS: runs_it}  # rights that do not depend on a match


def host_browser() -> int | None:
    """Return the id of this browser among the hosts, or None. Looked up once a request."""
    if "host_browser" not in g:
        g.host_browser = hosts().with_token(token())
    found: int | None = g.host_browser
    return found


def check() -> None:
    """Let the request through to its match; else answer 404 without a role there, 403 if the role is insufficient."""
    if request.endpoint is None or request.endpoint == NOT_YET_THERE:
        return
    right = RIGHTS.get(request.endpoint, "")
    if request.endpoint in (CLOSED if open_house() else ONLY_OPEN) or (open_house() and right == HOSTS):
        abort(404)
    if not right or (right in OUTSIDE and not OUTSIDE[right]()):
        abort(403)
    code = code_asked_for()
    if code is None:
        return
    access = access_to(code)
    if access is None:
        abort(404)
    if not access.may(right if right in RANK else VIEWER):
        abort(403)
    g.access = access
    if request.method == "POST" and access.device is not None:
        slow_down(access.device)


def own_matches() -> Among:
    """Return the query for the visible matches; None for the host, who may see all."""
    return None if is_host() else matches_of(token())


def slow_down(device: int) -> None:
    """Refuse a form from a phone or network that exceeds the rate limit of writes."""
    wait = throttle("writes").take(phone=str(device), network=network())
    if wait:
        raise NotNow(429, TOO_MUCH[wait.of], SEND_AGAIN, wait)


def code_asked_for() -> str | None:
    """Return the code of the request's match, from its path or its query; None without a match."""
    named: str | None = (request.view_args or {}).get("code")
    return named if named is not None else request.args.get("code") or None


def access_to(code: str) -> Access | None:
    """Return this browser's access to the match of that code; None if it has no role there."""
    device = devices().at(token(), code) if open_house() or not on_this_machine() else None
    if device is not None and not device.host:
        g.host_browser = None  # read with the device, so that a polling phone needs one query
    if is_host():
        return Access(HOST, device=None)
    return Access(device.role, device.seat, device.id, device.newest) if device and device.confirmed else None


def may_write() -> bool:
    """Return whether this reader may change what is on the page."""
    access = g.get("access")
    return access is None or access.may(PLAYER)


def own_seat() -> int | None:
    """Return the seat this phone plays for, if it joined as a player."""
    access = of_this_request()
    return access.seat if access else None


def own_device() -> int | None:
    """Return the id of this phone at its match; None for the host's machine, and without a match."""
    access = of_this_request()
    return access.device if access else None


def of_this_request() -> Access | None:
    """Return this request's access to its match; None without a match."""
    found: Access | None = g.get("access")
    return found


def open_rematch(sheet: Sheet) -> str:
    """Return the code of the rematch; empty if the match has none, or if this browser has no role there."""
    code = rematch_of(sheet)
    return code if code and access_to(code) else ""


def hosts_table(code: str) -> bool:
    """Return whether this browser is host of that match."""
    access = access_to(code)
    return access is not None and access.may(HOST)
