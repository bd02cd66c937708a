"""Lost answers: a browser sends every form of an evening, and keeps the cookies it had before each answer.

Then it goes on in one of these ways. It must have all it had, and nothing may exist twice:

    again     the same form is sent once more
    late      the form is sent twice, and the answer to the first arrives second
    reload    it opens its page again, and sends forms that let it in once more, with the new page's key

`Evening` and the functions below send a form to every address of the companion that takes one."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

from flask import Flask, request
from sqlmodel import select

from companion.games import GAMES
from companion.storage.access.devices import Devices
from companion.storage.access.links import Links
from companion.storage.models import DeviceRow, EntryRow, HostBrowserRow, MatchRow, PersonEntryRow
from companion.storage.store import Store
from tests.support import houses
from tests.support.phone import Page, Phone, fresh_key

WAYS = ("undisturbed", "again", "late", "reload")
LETS_IN = re.compile(r"/(join|join/seats|carry|host)")
LINK = re.compile(r"/(?:carry|host)#([\w-]+)")
FAMILY = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Cy", "Dee"))}
SHOWN_ONCE = {"phones.carry_here", "hosting.make"}  # a new link, made again where its answer is lost
TOLD_ONCE = {"phones.decide", "end_match.delete", "hosting.sign_off", "bring_in.undo"}  # gone after the first time


class LossyPhone(Phone):
    """A browser that loses each answer once."""

    way, asked = "undisturbed", set[str]()

    def send(self, address: str, fields: Any, **headers: str) -> Page:
        """Send a form, lose its answer, and return the answer that finally arrives."""
        before, first = self.cookies(), super().send(address, fields, **headers)
        self.asked.add(first.headers["X-Endpoint"])
        if self.way == "undisturbed":
            return first
        kept = self.cookies()
        self.has(before)
        if self.way == "reload":
            assert self.get("/").status == 200
            again = LETS_IN.fullmatch(address) or first.headers["X-Endpoint"] in SHOWN_ONCE
            return super().send(address, {**fields, "key": fresh_key()}) if again else first
        second = super().send(address, fields, **headers)
        if second.headers["X-Endpoint"] in TOLD_ONCE:
            return first
        assert second.status == first.status, address
        assert second.location == first.location or LETS_IN.fullmatch(address), address
        if self.way == "late" and first.location and second.headers["X-Endpoint"] not in SHOWN_ONCE:
            self.has(kept)
        return second

    def cookies(self) -> dict[Any, Any]:
        """Return the cookies of this browser."""
        return dict(self.http._cookies or {})

    def has(self, cookies: dict[Any, Any]) -> None:
        """Replace all cookies of this browser."""
        self.http._cookies = dict(cookies)


def phones(app: Flask, way: str) -> Callable[[], LossyPhone]:
    """Return a factory of browsers that lose answers in that way."""

    def told(answer: Any) -> Any:
        answer.headers["X-Endpoint"] = request.endpoint or ""
        return answer

    app.after_request_funcs.setdefault(None, []).append(told)

    def made() -> LossyPhone:
        phone = LossyPhone(app, Origin=houses.ADDRESS)
        phone.way, phone.asked = way, asked
        return phone

    asked: set[str] = set()
    return made


class Evening:
    """Players and browsers of one house, and all that is stored in the end."""

    def __init__(self, app: Flask, way: str):
        self.app, self.new = app, phones(app, way)
        self.store: Store = app.extensions["companion.store"]
        self.devices = Devices(self.store)
        self.host = self.new()

    def opened(self, game: str = "kalooki", **more: Any) -> str:
        """Open a table as host and return its code."""
        self.host.get(f"/new/{game}")
        return self.at(self.host, f"/new/{game}", dealer=0, **FAMILY, **more).location.rsplit("/", 1)[1]

    def at(self, phone: Phone, address: str, **fields: Any) -> Page:
        """Post a form that must be accepted, and return the answer."""
        page = phone.post(address, **fields)
        assert page.status == 303, f"{address} {page.status}: {page.said[-300:]}"
        return page

    def joined(self, code: str, seat: int | str, phone: Phone | None = None) -> Phone:
        """Return a phone that entered the code and took a seat."""
        phone, door = phone or self.new(), Links(self.store).codes(self.store.match_id(code)).join
        self.at(phone, "/join", code=door)
        assert phone.get("/join/seats").status == 200
        self.at(phone, "/join/seats", code=door, seat=seat)
        return phone

    def carried(self, giver: Phone, code: str, taker: Phone, **every: str) -> None:
        """Transfer a place to another device."""
        found = LINK.search(giver.post(f"/m/{code}/carry", **every).html)
        assert found and taker.get("/carry").status == 200
        self.at(taker, "/carry", secret=found[1])

    def last_device(self, code: str) -> int:
        """Return the id of the device that joined last."""
        return self.devices.of(self.store.match_id(code))[-1].id

    def kept(self) -> dict[str, list[str]]:
        """Return all stored rows without ids, codes, secrets and times."""
        match = {row: number for number, row in enumerate(sorted(self.numbers()))}
        with self.store.reading() as session:
            entries = session.exec(select(EntryRow).order_by(EntryRow.id)).all()
            devices = session.exec(select(DeviceRow).order_by(DeviceRow.id)).all()
            hosts = session.exec(select(HostBrowserRow)).all()
            persons = session.exec(select(PersonEntryRow)).all()
        return {
            "matches": [str(one) for one in match.values()],
            "entries": [f"{match[one.match_id]} {one.kind} {one.deal} {one.seat} {one.points}" for one in entries],
            "devices": [f"{match[one.match_id]} {one.role} {one.seat} {bool(one.sent_away_at)}" for one in devices],
            "hosts": [f"{bool(one.signed_off_at)}" for one in hosts],
            "persons": [f"{one.kind} {one.name}" for one in persons],
        }

    def hosts(self) -> list[int]:
        """Return the ids of the host browsers, oldest first."""
        with self.store.reading() as session:
            return [*session.exec(select(HostBrowserRow.id).order_by(HostBrowserRow.id))]

    def numbers(self) -> list[int]:
        """Return the ids of all matches."""
        with self.store.reading() as session:
            return [*session.exec(select(MatchRow.id))]


def play(evening: Evening, code: str, writer: Phone) -> None:
    """Play a table of Kalooki with one of each kind of entry."""
    at, here = evening.at, f"/m/{code}"
    at(writer, f"{here}/deals/1/calls/2", act="call", revision=1)
    at(writer, f"{here}/deals/1/end", out=0, revision=1)
    at(writer, f"{here}/deals/1/play-on", revision=2)
    at(writer, f"{here}/deals/1/end", out=0, revision=3)
    for seat in (1, 2, 3):
        at(writer, f"{here}/deals/1/hands/{seat}", total=10 + seat, revision=1)
    at(writer, f"{here}/deals/1/right/1", act="right", hand=hand_of(evening, code, 1))
    at(writer, f"{here}/deals/1/book")
    at(writer, f"{here}/undo", deal=1)
    at(writer, f"{here}/deals/1/book")
    at(writer, f"{here}/correct/1/1", total=8, reason="counted wrong")
    at(writer, f"{here}/correct/1/1/undo")
    at(writer, f"{here}/correct/1/1", total=9, reason="counted wrong")
    at(writer, f"{here}/adjust", seat=1, points="5", reason="rule broken")
    fine = evening.store.match(code).sheet.entries[-1].id
    at(writer, f"{here}/adjust/{fine}", points="6", reason="more", sign="fine")
    at(writer, f"{here}/deals/1/void", reason="misdealt")
    at(writer, f"{here}/deals/2/abandon")
    at(writer, f"{here}/people", renames=3, name="Dora")
    at(writer, f"{here}/referee/meld", cards="7H 7S 7D", judge=1)


def hand_of(evening: Evening, code: str, seat: int) -> int:
    """Return the id of the hand counted last for a seat."""
    return [entry.id for entry in evening.store.match(code).sheet.entries if entry.seat == seat][-1]


def after(evening: Evening, code: str) -> str:
    """End a match, add a note, a share link and a rematch; return the rematch's code."""
    at, host, here = evening.at, evening.host, f"/m/{code}"
    at(host, f"{here}/end")
    at(host, f"{here}/note", text="A long night")
    at(host, f"{here}/share/link")
    return at(host, f"{here}/rematch").location.rsplit("/", 1)[1]


def arranged(evening: Evening) -> str:
    """Open a table of a game with arranged hands, count one hand by its best arrangement, and type the other totals."""
    code = evening.opened("three-thirteen")
    assert GAMES["three-thirteen"].arranges
    evening.at(evening.host, f"/m/{code}/deals/1/end", out=0, revision=1)
    evening.at(evening.host, f"/m/{code}/deals/1/best/1", whole="7H 8H KD", revision=1)
    evening.at(evening.host, f"/m/{code}/deals/1/totals", **{"total-2": 12, "total-3": 13})
    return code


def on_paper(evening: Evening) -> None:
    """Enter a match played on paper, and change its day."""
    fields = {f"d1s{seat}": seat * 5 for seat in range(4)}
    paper = {"dealer": 0, "save": 1, "day": date(2026, 1, 2)} | FAMILY | fields
    sheet = evening.at(evening.host, "/new/three-thirteen/sheet", **paper).location
    evening.at(evening.host, f"{sheet.removesuffix('/sheet')}/day", day=date(2026, 1, 3))


def brought_in(evening: Evening) -> None:
    """Bring in two sheets, and undo the second."""
    for sheet in ("Ana,Ben,Mio\n20,0,10\n0,33,7\n", "Ana,Ben,Mio\n0,25,10\n"):
        page = evening.at(evening.host, "/new/five-crowns/sheet", sheet=sheet, save=1)
    evening.at(evening.host, f"{page.location.removesuffix('/sheet')}/brought-in/undo")


def house_of_a_host(app: Flask, way: str) -> tuple[Evening, list[tuple[Phone, str]]]:
    """Play an evening with a host of all behind a proxy; return it, and the tables each phone must see at the end."""
    evening = Evening(app, way)
    host, second, at = evening.host, evening.new(), evening.at
    assert host.get("/host").status == 200
    at(host, "/host", secret="once")
    link = LINK.search(host.post("/host/browsers").html)
    assert link and second.get("/host").status == 200
    at(second, "/host", secret=link[1])
    code, other = evening.opened(), arranged(evening)
    ben, heir = evening.joined(code, 1), evening.new()
    evening.joined(other, 2, ben)
    evening.carried(ben, code, heir, every="1")
    evening.joined(code, 0, host)
    at(evening.joined(other, 3), "/sign-off")
    evening.joined(code, 1)
    at(host, f"/m/{code}/phones/{evening.last_device(code)}", away=1)
    play(evening, code, ben)
    new = after(evening, code)
    on_paper(evening)
    brought_in(evening)
    at(host, "/players/names", kind="hidden", name="Cy")
    at(host, "/calendar")
    at(host, "/settings", language="en", back="/")
    assert host.get("/host/browsers").status == second.get("/host/browsers").status == 200, "both are host"
    at(host, f"/host/browsers/{evening.hosts()[1]}")
    return evening, [(phone, one) for phone in (ben, heir, host) for one in (code, other, new)]


def open_house(app: Flask, way: str) -> tuple[Evening, list[tuple[Phone, str]]]:
    """Play the same in an open house, where any client may open and delete tables."""
    evening = Evening(app, way)
    gone, code = evening.opened(), evening.opened()
    ben, heir = evening.joined(code, 1), evening.new()
    evening.carried(evening.host, code, heir)
    play(evening, code, ben)
    evening.at(evening.host, f"/m/{gone}/delete")
    return evening, [(phone, code) for phone in (evening.host, heir, ben)]
