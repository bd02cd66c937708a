"""The ledger: the stored words of its entries, and the place of each entry."""

import json

import pytest

from companion.sheet.ledger import ACTIONS, TABLE, Action, Entry, EntryKind, Ledger

KEPT = {  # stored in databases and exports since the first release: words may be added, none removed
    "hand": {"cards", "total", "written", "arranged", "undone"},
    "end": {"out", "stock", "unknown", "undone"},
    "close": {"booked", "abandoned", "undone"},
    "adjust": {"", "back"},
    "ruling": {""},
    "call": {"made", "undone"},
    "down": {"laid", "undone"},
    "seating": {"joins", "leaves", "returns", "swapped", "renamed", "undone"},
    "stop": {"ended", "resumed"},
    "rematch": {""},
    "note": {""},
    "final": {""},
    "right": {"right", "undone"},
}


def test_the_words_that_are_kept_are_the_same_as_ever() -> None:
    assert {str(kind): set(map(str, actions)) for kind, actions in ACTIONS.items()} == KEPT
    assert json.dumps([EntryKind.HAND, Action.NONE]) == '["hand", ""]'


def test_every_kind_of_entry_is_checked() -> None:
    assert set(EntryKind) == set(ACTIONS)
    assert {action for actions in ACTIONS.values() for action in actions} == set(Action)


@pytest.mark.parametrize(("deal", "seat", "revision"), [(1, 2, 2), (1, 3, 1), (2, 2, 1), (1, TABLE, 1)])
def test_the_next_entry_of_a_place_has_the_next_revision(deal: int, seat: int, revision: int) -> None:
    ledger = Ledger(entries=(Entry(EntryKind.HAND, 1, 2, points=25),))
    entry = ledger.next_entry(EntryKind.HAND, deal, seat, Action.TOTAL, points=40)
    assert entry == Entry(EntryKind.HAND, deal, seat, revision, Action.TOTAL, 40)
