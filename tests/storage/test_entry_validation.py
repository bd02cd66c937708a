"""Validation of entries: those written by the companion's own actions are valid, and any fault in others is found."""

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from companion import demo
from companion.sheet.commands import booking, roster
from companion.sheet.commands.booking import arranged_hand
from companion.sheet.commands.whole_match import remember
from companion.sheet.ledger import Entry
from companion.sheet.scoresheet import Sheet
from companion.storage.entry_validation import flaws
from companion.storage.store import Form, Store
from tests.storage.test_store import a_bit_of_everything, wrote

pytestmark = pytest.mark.file  # the kind of database makes no difference


def test_what_the_demo_plays_has_no_flaw(store: Store) -> None:
    list(demo.played(store, 4, 313))
    for match in [*store.finished(20), *store.unfinished()]:
        assert list(flaws(match.sheet)) == []


@pytest.fixture(scope="module")
def sheet(shared_app: Flask) -> Sheet:
    """A sheet with hands, a bonus taken back, a mark, a rematch, and players who join, swap, leave and are renamed."""
    store: Store = shared_app.extensions["companion.store"]
    return store.match(people_come_and_go(store)).sheet


def people_come_and_go(store: Store) -> str:
    """Play a match with a bit of everything and these roster changes, and return its code."""
    code = a_bit_of_everything(store)
    for act in (
        lambda now: roster.join(now, "Eve", "average"),
        lambda now: roster.swap(now, 0, 1),
        lambda now: roster.leave(now, 4),
        lambda now: roster.rename(now, 0, "Akira"),
        lambda now: remember(now, "Emi baked.", "at Emi’s"),
    ):
        wrote(store, code, act)
    return code


def test_a_sheet_with_a_bit_of_everything_has_no_flaw(sheet: Sheet) -> None:
    kinds = {"hand", "end", "close", "adjust", "right", "seating", "rematch", "note"}
    assert {entry.kind for entry in sheet.entries} >= kinds
    assert list(flaws(sheet)) == []


NOBODY = "no companion writes such an entry"


@pytest.mark.parametrize(
    ("kind", "how", "change", "says"),
    [
        ("hand", "total", {"how": "cards", "cards": "7 7 JK"}, "64, but 25 was saved"),
        ("hand", "total", {"how": "cards", "cards": "7 7 XX"}, "cannot be read"),
        ("hand", "total", {"points": 3}, ""),
        ("hand", "total", {"points": -1}, "no hand comes to −1"),
        ("hand", "total", {"points": 10**9}, NOBODY),
        ("hand", "total", {"seat": 9}, NOBODY),
        ("hand", "total", {"deal": 10}, NOBODY),
        ("hand", "total", {"deal": 0}, NOBODY),
        ("hand", "total", {"revision": 2}, NOBODY),
        ("hand", "total", {"kind": "hat"}, NOBODY),
        ("hand", "total", {"how": "guess"}, NOBODY),
        ("hand", "total", {"by": "x" * 41}, NOBODY),
        ("hand", "total", {"reason": "a\u202eb"}, NOBODY),
        ("hand", "total", {"body": {"script": 1}}, NOBODY),
        ("end", "out", {"body": {"out": 77}}, NOBODY),
        ("end", "out", {"body": {}}, NOBODY),
        ("close", "booked", {"points": 5}, NOBODY),
        ("close", "booked", {"cards": "7"}, NOBODY),
        ("adjust", "back", {"body": {"of": 1}}, NOBODY),
        ("adjust", "back", {"body": {"of": []}}, NOBODY),
        ("right", "right", {"body": {"entry": 1}}, NOBODY),
        ("rematch", "", {"body": {"code": "../../x"}}, NOBODY),
        ("note", "", {"body": {"text": "two  spaces", "place": ""}}, NOBODY),
        ("note", "", {"body": {"text": "x" * 201, "place": ""}}, NOBODY),
        ("note", "", {"body": {"text": "no place"}}, NOBODY),
        ("note", "", {"body": {"text": 1, "place": ""}}, NOBODY),
        ("note", "", {"deal": 1}, NOBODY),
        ("seating", "joins", {"body": {"seat": 0, "name": "Zoe", "start": "zero"}}, NOBODY),
        ("seating", "swapped", {"body": {"order": [0, 0]}}, NOBODY),
        ("seating", "swapped", {"body": {"order": [0, 9]}}, NOBODY),
        ("seating", "renamed", {"body": {"seat": 0, "name": "", "was": "Aki"}}, NOBODY),
        ("seating", "leaves", {"body": {"seat": -1}}, NOBODY),
        ("seating", "leaves", {"how": "undone", "body": {"seat": 0, "name": "Aki"}}, NOBODY),
    ],
)
def test_an_entry_that_no_act_makes_is_found(
    sheet: Sheet, kind: str, how: str, change: dict[str, Any], says: str
) -> None:
    place = next(n for n, one in enumerate(sheet.entries) if (one.kind, one.how) == (kind, how))
    entries = (*sheet.entries[:place], replace(sheet.entries[place], **change), *sheet.entries[place + 1 :])
    found = [flaw for flaw in flaws(replace(sheet, entries=entries)) if flaw.place == place + 1]
    assert bool(found) == bool(says)
    assert not says or says in str(found[0].what)


@pytest.mark.parametrize(
    "change",
    [
        {"melds": []},
        {"melds": [[["7S", ""], ["7H", ""], ["7C", ""]]]},
        {"melds": [[["7S", "XX"], ["7H", ""], ["7D", ""]]]},
        {"melds": 7},
        {"melds": [[7]]},
        {"left": []},
        {"left": None},
        {"left": [7]},
    ],
)
def test_an_arranged_hand_whose_cards_lie_otherwise_is_found(arranged: Sheet, change: dict[str, Any]) -> None:
    assert list(flaws(arranged)) == []
    *others, hand = arranged.entries
    damaged = replace(arranged, entries=(*others, replace(hand, body={**hand.body, **change})))
    assert NOBODY in str(next(iter(flaws(damaged))).what)


@pytest.fixture(scope="module")
def arranged(shared_app: Flask) -> Sheet:
    """A match up to a hand that is counted by its best arrangement."""
    store: Store = shared_app.extensions["companion.store"]
    code = store.open("three-thirteen", {}, ("Aki", "Ben", "Cy"), 0, Form("arranged", ""))
    for act in (
        lambda now: booking.abandon(now, 1),
        lambda now: booking.end_play(now, 2, 0),
        lambda now: arranged_hand(now, 2, 1, "7S 7H 7D KC"),
    ):
        wrote(store, code, act)
    return store.match(code).sheet


def test_a_booked_deal_with_a_hand_missing_is_found(sheet: Sheet) -> None:
    entries = tuple(one for one in sheet.entries if one.deal == 1 and (one.kind, one.seat) != ("hand", 3))
    entries = tuple(one for one in entries if one.kind != "adjust")
    found = [(one.place, str(one.what)) for one in flaws(replace(sheet, entries=entries))]
    assert (0, "deal 1 is saved, but some of its hands are missing") in found


def test_entries_from_which_no_sheet_follows_are_found(sheet: Sheet) -> None:
    leaving = [Entry("seating", 3, revision=n, how="leaves", body={"seat": n - 1}) for n in (1, 2, 3, 4)]
    found = list(flaws(replace(sheet, entries=tuple(leaving))))
    assert [flaw.place for flaw in found] == [0]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"ask": "no-such", "question": {}, "verdict": True},
        {"ask": [], "question": {}, "verdict": True},
        {"ask": "four", "question": {"cards": ["not cards"]}, "verdict": True},
        {"ask": "four", "question": {"cards": "5H"}, "verdict": True},
        {"ask": "four", "question": {"nope": ["5H"]}, "verdict": True},
        {"ask": "four", "question": {"cards": ["5H 6H 7H 8H"]}},
        {"ask": "four", "question": {"cards": ["5H 6H 7H 8H"]}, "verdict": True, "seat": 12},
    ],
)
def test_a_ruling_that_no_page_could_show_is_found(sheet: Sheet, body: dict[str, Any]) -> None:
    right = {"ask": "four", "question": {"cards": ["5H 6H 7H 8H"]}, "verdict": True, "rules": ["K8"]}
    assert list(flaws(sheet.with_entries([Entry("ruling", 2, body=right, id=900)]))) == []
    assert list(flaws(sheet.with_entries([Entry("ruling", 2, body=body, id=900)]))) != []
