"""Forms opened and sent back unchanged write nothing: every form of every game, at every point of a match."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.demo import deal_played
from companion.sheet.commands import adjustments, booking, marks, roster, whole_match
from companion.sheet.commands.booking import arranged_hand
from companion.sheet.ledger import Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.storage.matches import Match
from companion.storage.store import Form, Store
from companion.web.view.evening import Evening
from tests.support.evenings import ONE_OF_EACH_KIND
from tests.support.phone import Button, Page, Phone, WebForm, at_once, fresh_key, guest

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("shared_app")]

KEPT = r"/hands/|/deals/\d+/end$|/correct/|/adjust|/best/|/people$|/note$"  # forms filled with the current values
HELD = {  # forms that must occur at a point of a match
    "counted": ["/hands/", "/deals/\\d+/end$", "/correct/"],
    "said": ["/hands/", "/adjust", "/people$"],
    "over": ["/correct/", "/note$"],
    "moved": ["/hands/", "/correct/", "/people$"],
    "decided": ["/correct/", "/note$"],
}
ACTS = r"/book|/totals$|/play-on|/abandon|/undo|/void|/right/|/rematch|/end$|/calls/|/settings"  # forms that only act
ELSEWHERE = r"\.(csv|json|png|svg|ics|txt|pdf)$|/(export|tv|flat|share|phones|carry|delete|referee|may-i|acts|end)\b"
ALIKE = 4  # most pages of one kind, each with a hand counted another way


def meaning(sheet: Sheet) -> dict[str, Any]:
    """Return the content of a sheet, independent of the number of entries behind it."""
    places = {(entry.kind, entry.deal, entry.seat) for entry in sheet.entries} - {(EntryKind.ADJUST,)}
    stands = {place: latest for place in places if (latest := sheet.latest(*place))}
    said = {str(place): (one.how, one.points, one.cards, dict(one.body)) for place, one in stands.items()}
    cells = [[sheet.penalty(deal.number, seat) for seat in sheet.seats] for deal in sheet.schedule]
    given = [(one.entry.id, one.back) for one in adjustments.given(sheet)]
    right = [sheet.is_right(deal.number, seat) for deal in sheet.schedule for seat in sheet.seats]
    return said | {"cells": cells, "totals": sheet.totals, "names": sheet.names, "given": given, "right": right}


Step = Callable[[Sheet], Sequence[Entry]]


def counted(sheet: Sheet) -> Iterator[Step]:
    """Yield steps that count the current deal in every possible way, with one hand confirmed and one missing."""
    deal = sheet.current
    assert deal
    number, (out, by_cards, by_total, other, *_) = deal.number, sheet.seats_in(deal)
    keys = [key.code for key in sheet.game.keys(deal)]
    yield lambda now: booking.end_play(now, number, out)
    yield lambda now: booking.count_hand(now, number, by_cards, " ".join(keys[:2]), "")
    yield lambda now: booking.count_hand(now, number, by_total, "", "25")
    yield lambda now: marks.mark_right(now, number, by_cards, hand_of(now, number, by_cards))
    if sheet.game.arranges:
        rest = ["KC", "QC", "9D", "8D", "6C", "5H"][: deal.cards - 3]
        whole = " ".join(["7S", "7H", "7D", *rest])
        yield lambda now: arranged_hand(now, number, other, whole, thought=40)


def hand_of(sheet: Sheet, number: int, seat: int) -> int:
    """Return the entry of the current hand."""
    hand = sheet.latest(EntryKind.HAND, number, seat)
    return hand.id if hand else 0


def said(sheet: Sheet) -> Iterator[Step]:
    """Yield a bonus, a fine, a new name, and a player who joins late."""
    yield lambda now: adjustments.adjust(now, 0, "-50", "exact cut")
    yield lambda now: adjustments.adjust(now, 1, "30", "wrong lay-down")
    yield lambda now: roster.rename(now, 1, "Bén")
    yield lambda now: roster.join(now, "Zoe", "average")


def closed(sheet: Sheet) -> Iterator[Step]:
    """Yield the missing hands, and the booking of the deal."""
    deal = sheet.current
    assert deal
    for seat in sheet.missing(deal):
        yield lambda now, seat=seat: booking.count_hand(now, deal.number, seat, "", "25")
    yield lambda now: booking.book(now, deal.number)


def ended(sheet: Sheet) -> Iterator[Step]:
    """Yield the early end of the match, and a note."""
    yield whole_match.stop
    yield lambda now: whole_match.remember(now, "rain", "at Ben’s")


def moved(sheet: Sheet) -> Iterator[Step]:
    """Yield a voided deal, a player who leaves and returns, a seat swap, and a player who leaves for good."""
    yield lambda now: booking.void(now, 2, "wrong contract")
    yield lambda now: roster.join(now, "Zoe", "average")
    yield lambda now: roster.leave(now, 3)
    yield lambda now: roster.come_back(now, 3)
    yield lambda now: roster.swap(now, 0, 1)
    yield lambda now: roster.leave(now, 2)


def level(sheet: Sheet) -> Iterator[Step]:
    """Yield the abandoning of all other deals, a bonus that ties two players, and the end of the bonus round."""
    for deal in sheet.schedule[1:]:
        yield lambda now, number=deal.number: booking.abandon(now, number)
    first, second = sorted(sheet.seats, key=lambda seat: sheet.totals[seat])[:2]
    if apart := sheet.totals[first] - sheet.totals[second]:
        yield lambda now: adjustments.adjust(now, second, str(apart), "so that they are level")
    yield lambda now: booking.end_play(now, now.current.number, first)


POINTS = {  # number of deals played by the demo, and the steps after it
    "counted": (1, counted),
    "said": (1, said, counted),
    "over": (1, counted, closed, ended),
    "moved": (3, moved, counted),
    "decided": (1, level, closed),
}


def played(store: Store, game: str, point: str) -> str:
    """Play a match of that game to that point, and return its code."""
    deals, *steps = POINTS[point]
    house = {"tie_round": True} if level in steps else {}
    code = store.open(game, house, ("Aki", "Ben", "Cy", "Dee"), 1, Form.of(fresh_key(), []))
    for number in range(1, deals + 1):
        at_once(store, code, [partial(deal_played, number=number, chance=Random(f"{game}{point}{number}"))])
    for several in steps:
        at_once(store, code, list(several(store.match(code).sheet)))
    return code


def pages(phone: Phone, match: Match, within: str) -> Iterator[Page]:
    """Yield the pages reachable from a match within that part of it, some of each kind, and the page of its evening."""
    table = f"/m/{match.code}"
    waiting, kinds = [f"{table}{within}/2/count" if within else table], Counter[str]()
    if match.finished_at and not within:
        waiting.append(f"/evenings/{Evening([match]).day}")
    for address in waiting:
        page = phone.get(address)
        if page.status == 200:
            yield page
        links = (found.get("href", "").split("#")[0] for found in page.all("a"))
        here = dict.fromkeys(to for to in links if to.startswith(table + within) and not re.search(ELSEWHERE, to))
        for to in here:
            kinds[kind := re.sub(r"\d+", "", to)] += to not in waiting
            waiting += [to] if to not in waiting and kinds[kind] <= ALIKE else []


def kept_by(form: WebForm, sheet: Sheet) -> list[Button]:
    """Return the buttons that submit the current values: the default one, or the player who went out."""
    if re.search(r"/deals/\d+/end$", form.action):
        out = sheet.out(int(form.action.split("/")[-2]))
        return [one for one in form.buttons if one.attributes.get("value") == str(out)]
    act = form.attributes.get("id") == "late"  # adds a player
    return [form.default] if re.search(KEPT, form.action) and form.typed and not act else []


def send(phone: Phone, form: WebForm, button: Button) -> int:
    """Send a form exactly as on the page, and return the status."""
    pressed = button.attributes
    fields = form.fields + ([(pressed["name"], pressed.get("value", ""))] if "name" in pressed else [])
    address = pressed.get("formaction") or form.action
    if pressed.get("formmethod", form.method) == "get":
        return phone.get(f"{address}?{urlencode(fields)}").status
    return phone.send(address, fields).status


@pytest.mark.parametrize(
    ("game", "point"), [("kalooki", "counted"), *(("three-thirteen", point) for point in POINTS if point != "counted")]
)
def test_a_form_that_is_sent_as_it_was_opened_changes_nothing(
    client: Phone, app: Flask, store: Store, game: str, point: str
) -> None:
    code, sent = played(store, game, point), set()
    match = store.match(code)
    before, version = meaning(match.sheet), match.sheet.version
    for phone, within in ((client, ""), (guest(app, code, 1), "/deals")):
        for form in [form for page in pages(phone, match, within) for form in page.forms]:
            to, held = form.action or form.default.attributes["formaction"], str(filled(form))
            assert re.search(f"{KEPT}|{ACTS}", to), f"{to} is in neither list"
            for button in kept_by(form, match.sheet) if code in to and (within, to, held) not in sent else []:
                assert send(phone, form, button) < 500, to
                sent.add((within, to, held))
                now = store.match(code).sheet
                assert now.version == version or meaning(now) == before, (to, held)
    found = {kind for kind in KEPT.split("|") for _, to, _ in sent if re.search(kind, to)}
    assert found >= set(HELD.get(point, [])), "no such form was met"


def filled(form: WebForm) -> list[tuple[str, str]]:
    """Return the fields of a form without its key and the blank one for a next name."""
    return sorted(field for field in form.fields if field[0] != "key" and (field[1] or not field[0].startswith("name")))


@pytest.mark.parametrize("game", ONE_OF_EACH_KIND)
def test_a_table_that_is_set_up_is_the_same_after_each_of_its_pages(client: Phone, game: str) -> None:
    """Seats, house rules and points from paper are sent on by Enter and by the way back."""
    names = {f"name{chair}": name for chair, name in enumerate(("Aki", "Ben", "Cy", "Dee"))}
    page = client.send(f"/new/{game}", {"done": "1", "dealer": "2", **names})
    seats = filled(page.form(f"/new/{game}"))
    rules = client.send(f"/new/{game}", [*seats, ("rules", "1")])
    for name, value in map(pressed, rules.form(f"/new/{game}").buttons):
        if name == "turn" or value.endswith("+1"):
            rules = client.send(f"/new/{game}", [*rules.form(f"/new/{game}").fields, (name, value)])
    form = rules.form(f"/new/{game}")
    held = filled(form)
    assert held != seats
    again = client.send(f"/new/{game}", [*form.fields, ("done", "1")])
    assert filled(again.form(f"/new/{game}")) == held
    assert filled(form) == held
    paper = client.send(f"/new/{game}/paper", [*again.form(f"/new/{game}").fields, ("d1s1", "45"), ("d2s0", "0")])
    cells = paper.form("/paper")
    assert ("d1s1", "45") in cells.fields and set(held) <= set(cells.fields)
    same = client.send(f"/new/{game}/paper", cells.fields)
    assert filled(same.form("/paper")) == filled(cells)
    back = client.send(f"/new/{game}", [*same.form("/paper").fields, ("done", "1")])
    assert filled(back.form(f"/new/{game}")) == held


def pressed(button: Button) -> tuple[str, str]:
    """Return the field that a button adds to its form."""
    return button.attributes.get("name", ""), button.attributes.get("value", "")
