"""Numbers that no page ever sent: every form of every match answers them in words, never with a fault of its own."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from tests.support.phone import Phone

SEATS = DEVICES = (0, 1, 3, 4, 7, 999_999, 10**30)
DEALS = (1, 1, 1, 2, 2, 2, 0, 9, 10, 999_999, 10**30)  # those on the table oftener
PATHS = {"number": DEALS, "seat": SEATS, "device": DEVICES}
FIELDS = {
    "act": ("made", "undo", "laid", "unlaid", "?"),
    "back": ("", "1"),
    "cards": ("", "7 7", "JK", "7Z"),
    "deal": DEALS,
    "hand": DEALS,
    "leaves": SEATS,
    "none": ("1",),
    "out": ("", "-1", *SEATS),
    "points": ("-50", "0", "9" * 40, "x"),
    "reason": ("", "misread"),
    "renames": SEATS,
    "returns": SEATS,
    "revision": (0, 1, 2, 9, 999_999),
    "seat": SEATS,
    "seen": DEALS,
    "start": ("zero", "average", "?"),
    "swaps": SEATS,
    "thought": DEALS,
    "total": ("", "14", "9" * 40),
    "voided": ("1",),
    "went_out": ("1",),
    "whole": ("", "7 7 7 8 8 8"),
    "with": SEATS,
}
FORMS = 20  # for each address, at each table
Opened = Callable[..., str]


def untouched(client: Phone, code: str) -> None:
    """A match just opened."""


def ended(client: Phone, code: str) -> None:
    """Play has stopped, and nobody is counted."""
    client.post(f"/m/{code}/deals/1/end", out=0)


def booked(client: Phone, code: str) -> None:
    """One deal is booked, and play in the next has stopped."""
    client.deal(code, 1, 0, {1: "7 7", 2: "25", 3: "JK"})
    client.post(f"/m/{code}/deals/2/end", out="")


def over(client: Phone, code: str) -> None:
    """The match was ended after its first deal."""
    booked(client, code)
    client.post(f"/m/{code}/end")


def addresses(app: Flask) -> Iterator[str]:
    """Every address of a match to which forms go, with what its numbers are called."""
    for rule in app.url_map.iter_rules():
        if "POST" in (rule.methods or ()) and "code" in rule.arguments <= {"code", *PATHS}:
            yield rule.rule.replace("<int:", "<")


def drawn(draw: random.Random, address: str, code: str) -> tuple[str, dict[str, Any]]:
    """The address with numbers in it, and a form with about half of all fields there are."""
    for name, values in PATHS.items():
        address = address.replace(f"<{name}>", str(draw.choice(values)))
    form = {name: draw.choice(values) for name, values in FIELDS.items() if draw.random() < 0.5}
    return address.replace("<code>", code), form


@pytest.mark.parametrize("stands", [untouched, ended, booked, over])
def test_no_number_in_a_form_or_its_address_breaks_anything(
    app: Flask, client: Phone, match: Opened, stands: Callable[[Phone, str], None]
) -> None:
    draw = random.Random(stands.__name__)
    for address in addresses(app):
        code = match()
        stands(client, code)
        for _ in range(FORMS):
            path, form = drawn(draw, address, code)
            assert client.post(path, **form).status < 500, (path, form)
