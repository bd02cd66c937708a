"""Hostile numbers and texts: every form of every match answers them in words, never with a server error."""

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from flask import Flask

from companion.sheet.commands import booking, whole_match
from companion.storage.store import Store
from tests.support.phone import Act, Opened, Phone, at_once, dealt

pytestmark = pytest.mark.usefixtures("empty_instance")  # matches are deleted, each behind a backup
SEATS = DEVICES = (0, 1, 3, 4, 7, 999_999, 10**30)
DEALS = (1, 1, 1, 2, 2, 2, 0, 9, 10, 999_999, 10**30)  # current deals more often
PATHS = {"number": DEALS, "seat": SEATS, "device": DEVICES}
ODD = "A\0\ud83d\u202e" + "ー０" * 900  # short enough not to be refused at once
FIELDS = {
    "act": ("made", "undo", "laid", "unlaid", "?"),
    "back": ("", "1"),
    "cards": ("", "7 7", "JK", ODD),
    "deal": DEALS,
    "hand": DEALS,
    "leaves": SEATS,
    "name": ("Bob", ODD),
    "none": ("1",),
    "out": ("", "-1", *SEATS),
    "points": ("-50", "0", "9" * 40, "x"),
    "reason": ("", "misread", ODD),
    "renames": SEATS,
    "returns": SEATS,
    "revision": (0, 1, 2, 9, 999_999),
    "seat": SEATS,
    "seen": DEALS,
    "start": ("zero", "average", "?"),
    "swaps": SEATS,
    "text": ("so close", ODD),
    "thought": DEALS,
    "total": ("", "14", "9" * 40, ODD),
    "voided": ("1",),
    "went_out": ("1",),
    "whole": ("", "7 7 7 8 8 8", ODD),
    "with": SEATS,
}
BOOKED = [*dealt(1, 0, {1: "7 7", 2: "25", 3: "JK"}), partial(booking.end_play, number=2, out=None)]  # and ended one
TABLES: dict[str, list[Act]] = {"untouched": [], "booked": BOOKED, "over": [*BOOKED, whole_match.stop]}


def addresses(app: Flask) -> Iterator[str]:
    """Yield the pattern of every address of a match that takes forms."""
    for rule in app.url_map.iter_rules():
        if "POST" in (rule.methods or ()) and "code" in rule.arguments <= {"code", *PATHS}:
            yield rule.rule.replace("<int:", "<")


def drawn(draw: random.Random, address: str, code: str) -> tuple[str, dict[str, Any]]:
    """Return the address with random numbers, and a form with about half of all fields."""
    for name, values in PATHS.items():
        address = address.replace(f"<{name}>", str(draw.choice(values)))
    form = {name: draw.choice(values) for name, values in FIELDS.items() if draw.random() < 0.5}
    return address.replace("<code>", code), form


@pytest.mark.parametrize("stands", TABLES)
def test_no_number_in_a_form_or_its_address_breaks_anything(
    app: Flask, client: Phone, store: Store, match: Opened, stands: str
) -> None:
    draw = random.Random(stands)
    for address in addresses(app):
        code = match()
        if acts := TABLES[stands]:
            at_once(store, code, acts, None)
        path, form = drawn(draw, address, code)
        assert client.post(path, **form).status < 500, (path, form)
