"""Two families who know nothing of each other, at one companion: with a host of all, or an open house."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.app import create_app
from companion.server.open_house import Limits
from companion.storage.access.browsers import new_token
from companion.storage.access.devices import HOST, Devices
from companion.storage.access.hosts import Hosts
from companion.storage.access.invites import PLAYER, VIEWER, Invites
from companion.storage.store import Store
from tests.support.evenings import Evenings
from tests.support.phone import Phone, fresh_key
from tests.support.postgres import DATABASES

OURS, THEIRS = ("Aki", "Ben", "Cy", "Dee"), ("Xenia", "Yusuf", "Zoltan", "Wanda")
ADDRESS = "https://localhost"  # where a proxy shows both houses
COOKIE, SENT_AWAY = "__Host-companion", "sent away"
VALUES = {
    "number": 1,
    "seat": 1,
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
    marks: tuple[str, ...]  # what nobody else may read: names, codes of matches, codes to join


def served(instance: Path, house: Limits | None) -> Flask:
    """A companion behind a proxy, as an open house or with a host of all."""
    where = {"PUBLIC_URL": ADDRESS, "PREFERRED_URL_SCHEME": "https"}
    return create_app(instance, DATABASE_URL=DATABASES.of(instance), OPEN_HOUSE=house, HOST_SECRET="once", **where)


def phone(app: Flask, token: str = "") -> Phone:
    """A browser of that token, or one that was never here."""
    made = Phone(app, Origin=ADDRESS)
    if token:
        made.http.set_cookie(COOKIE, token, secure=True)
    return made


def operator(app: Flask) -> str:
    """The token of whoever runs the companion, or is host of all."""
    return Hosts(app.extensions["companion.store"]).take("once") or ""


def family(app: Flask, names: tuple[str, ...]) -> Family:
    """Somebody who opens a table in an open house, the phones that join it, a deal booked, and a match finished."""
    store: Store = app.extensions["companion.store"]
    tokens = {role: new_token() for role in (HOST, PLAYER, VIEWER, SENT_AWAY)}
    codes, devices = [], Devices(store)
    for ends in (False, True):
        code = store.open("three-thirteen", {}, names, 0, form())
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
    invites = [Invites(store).codes(store.match_id(code)) for code in codes]
    secrets = [code for one in invites for code in (one.join, one.view)]
    return Family(codes[0], codes[1], tokens, (*names, *codes, *secrets))


def families(evenings: Evenings, app: Flask, *names: tuple[str, ...]) -> list[Family]:
    """Families of those names, in a house where nobody was; what they do is done once for each kind of house."""
    what = ("families", app.config["OPEN_HOUSE"], *names)
    found: list[Family] = evenings.once(
        app.extensions["companion.store"], what, lambda: [family(app, one) for one in names]
    )
    return found


def form() -> Any:
    """A form that nobody sent before."""
    from companion.storage.store import Form

    return Form.of(fresh_key(), [])


def addresses(app: Flask, family: Family) -> Iterator[tuple[Rule, str, str]]:
    """Every address of the companion at a family's tables, by its rule and each method it answers."""
    bound = app.url_map.bind("localhost")
    for rule in sorted(app.url_map.iter_rules(), key=str):
        values = {name: VALUES[name] for name in rule.arguments if name != "code"}
        for code in (family.running, family.finished) if "code" in rule.arguments else ("",):
            path = bound.build(rule.endpoint, values | ({"code": code} if code else {}))
            for method in sorted((rule.methods or set()) & {"GET", "POST"}):
                yield rule, method, path


def asked(browser: FlaskClient, method: str, path: str) -> Any:
    """The answer to a page asked for, or to a form with some of everything in it."""
    fields = {"key": fresh_key(), "role": "host", "out": "1", "revision": "1", "confirm": "1", "secret": "x"}
    return browser.open(path, method=method, data=fields if method == "POST" else None, headers={"Origin": ADDRESS})
