"""Two separate families on one companion, which has a host of all or is an open house."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.server.open_house import Limits
from companion.storage.access.browsers import new_token
from companion.storage.access.devices import HOST, Devices
from companion.storage.access.hosts import Hosts
from companion.storage.access.links import PLAYER, VIEWER, Links
from companion.storage.store import Form, Store
from tests.support.evenings import Evenings
from tests.support.phone import Phone, fresh_key

OURS, THEIRS = ("Aki", "Ben", "Cy", "Dee"), ("Xenia", "Yusuf", "Zoltan", "Wanda")
ADDRESS = "https://localhost"  # the proxy's address for both houses
House = Callable[[Path, Limits | None], Flask]
COOKIE, SENT_AWAY = "__Host-companion", "sent away"
VALUES = {
    "number": 1,
    "seat": 1,
    "at": 1,
    "late": "new",
    "part": "here",
    "name": "meld",
    "device": 1,
    "browser": 1,
    "game_id": "kalooki",
    "day": "2026-01-02",
    "secret": "nobody-knows",
    "digest": "abc",
    "filename": "app.css",
}


@dataclass(frozen=True)
class Family:
    """A family's running and finished match, and the tokens of its browsers by their role."""

    running: str
    finished: str
    tokens: dict[str, str]
    marks: tuple[str, ...]  # texts no other family may read: names, match codes, join codes


def house(limits: Limits | None) -> dict[str, Any]:
    """Return the configuration of a companion behind a proxy, as an open house or with a host of all."""
    where = {"PUBLIC_URL": ADDRESS, "PREFERRED_URL_SCHEME": "https"}
    return {"OPEN_HOUSE": limits, "HOST_SECRET": "once", **where}


def phone(app: Flask, token: str = "") -> Phone:
    """Return a browser with that token, or a new one."""
    made = Phone(app, Origin=ADDRESS)
    if token:
        made.http.set_cookie(COOKIE, token, secure=True)
    return made


def operator(app: Flask) -> str:
    """Return the token of the operator or host of all."""
    token = new_token()
    return token if Hosts(app.extensions["companion.store"]).take("once", token) else ""


def family(app: Flask, names: tuple[str, ...]) -> Family:
    """Open a table, let phones join it, book a deal, and finish a second match."""
    store: Store = app.extensions["companion.store"]
    tokens = {role: new_token() for role in (HOST, PLAYER, VIEWER, SENT_AWAY)}
    codes, devices = [], Devices(store)
    for ends in (False, True):
        code = store.open("three-thirteen", {}, names, 0, Form.of(fresh_key(), []))
        match = store.match_id(code)
        devices.host(match, tokens[HOST])
        for role, seat in ((PLAYER, 1), (VIEWER, None)):
            devices.join(match, tokens[role], role, seat)
        host = phone(app, tokens[HOST])
        host.deal(code, 1, 0, {seat: str(10 + seat) for seat in range(1, len(names))})
        if ends:
            assert host.post(f"/m/{code}/end").status == 303
        gone = devices.join(match, tokens[SENT_AWAY], PLAYER, 2)
        devices.revoke(match, gone.id)
        codes.append(code)
    invites = [Links(store).codes(store.match_id(code)) for code in codes]
    secrets = [code for one in invites for code in (one.join, one.view)]
    return Family(codes[0], codes[1], tokens, (*names, *codes, *secrets))


def families(evenings: Evenings, app: Flask, *names: tuple[str, ...]) -> list[Family]:
    """Create families with those names in an empty house; cached for each kind of house."""
    what = ("families", app.config["OPEN_HOUSE"], *names)
    found: list[Family] = evenings.once(
        app.extensions["companion.store"], what, lambda: [family(app, one) for one in names]
    )
    return found


def addresses(app: Flask, family: Family) -> Iterator[tuple[Rule, str, str]]:
    """Yield every URL of the companion for a family's matches: its rule, each method, and the path."""
    bound = app.url_map.bind("localhost")
    for rule in sorted(app.url_map.iter_rules(), key=str):
        values = {name: VALUES[name] for name in rule.arguments if name != "code"}
        for code in (family.running, family.finished) if "code" in rule.arguments else ("",):
            path = bound.build(rule.endpoint, values | ({"code": code} if code else {}))
            for method in sorted((rule.methods or set()) & {"GET", "POST"}):
                yield rule, method, path


def asked(browser: FlaskClient, method: str, path: str) -> Any:
    """Return the response to a GET, or to a POST of a form with some of every field."""
    fields = {"key": fresh_key(), "role": "host", "out": "1", "revision": "1", "confirm": "1", "secret": "x"}
    return browser.open(path, method=method, data=fields if method == "POST" else None, headers={"Origin": ADDRESS})
