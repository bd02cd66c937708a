"""Form of a table's own prices: chips of ready lists, the keys of the counting pad, and the prices after each tap."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion.names import clean
from companion.rules.cards import Unreadable
from companion.rules.game import Game
from companion.rules.house_rules import LONGEST_NAME, name_of
from companion.rules.prices import Price, PriceRule, by_code, in_play
from companion.rules.text import N_, Text, whole_number
from companion.web.forms.schedule_form import Chip

TAP, NAME, FIGURE = "prices", "prices_name", "prices_figure"  # button and fields of the page
PARTS = re.compile(r"([a-z]+)(?:-([A-Za-z0-9]+))?(?:-(-?\d{1,3}))?")  # set-AH-15
WRONG = "wrong"  # a tap that opens the slip with points that cannot be read
MOST_OWN = 3  # lists of earlier matches


class PriceTap(NamedTuple):
    """A tap on the page: what it does, with which key or list, and to which points."""

    act: str = "list"
    code: str = ""
    points: int | None = None
    typed: str = ""  # unreadable points

    def __str__(self) -> str:
        return "-".join(str(part) for part in self[:3] if part not in ("", None))


def price_tap(text: str) -> PriceTap:
    """Return the tap of a button's value; that of the list for any other text."""
    found = PARTS.fullmatch(text)
    return PriceTap(found[1], found[2] or "", whole_number(found[3] or "")) if found else PriceTap()


class Shown(NamedTuple):
    """A key on the page: its price here and by the standard."""

    price: Price
    standard: int

    @property
    def changed(self) -> bool:
        """True if it costs something else than by the standard."""
        return self.price.points != self.standard


@dataclass(frozen=True)
class PriceForm:
    """The page of the prices: the list, its game, the game at standard prices, the own lists, and the slip."""

    rule: PriceRule
    value: Any
    game: Game
    standard: Game
    own: Sequence[Any]
    tap: PriceTap

    @cached_property
    def keys(self) -> list[Shown]:
        """The keys in play."""
        usual = self.rule.prices(self.standard)
        priced = self.rule.priced(self.rule.prices(self.standard) | by_code(self.value))
        return [Shown(price, usual[price.code]) for price in priced if in_play(self.game, price)]

    @property
    def opened(self) -> Shown | None:
        """The key whose slip is open, with the points chosen in it."""
        for price, standard in self.keys if self.tap.act in ("open", WRONG) else []:
            if price.code == self.tap.code:
                points = price.points if self.tap.points is None else self.tap.points
                return Shown(price._replace(points=points), standard)
        return None

    @property
    def name(self) -> str:
        """The name that the table gave the list."""
        return name_of(self.value)

    @property
    def is_own(self) -> bool:
        """True unless it is a ready list or the standard."""
        return bool(self.value) and self.rule.title(self.value) is None

    @property
    def done(self) -> Text:
        """The words of the button that ends the list."""
        changed = sum(key.changed for key in self.keys)
        return Text(N_("Done: {count} changed"), count=changed) if changed else Text(DONE)

    @property
    def chips(self) -> list[Chip]:
        """The standard, the ready lists, the own lists of earlier matches, and the one put together here."""
        chips = [Chip(N_("Standard"), "ready-0", not self.value)]
        for at, (ready, title) in enumerate(self.rule.names, start=1):
            chips.append(Chip(title, f"ready-{at}", self.value == ready))
        for at, own in enumerate(self.own):
            chips.insert(1 + at, Chip(name_of(own) or N_("My own, last time"), f"own-{at}", self.value == own))
        if self.is_own and self.value not in self.own:
            chips.insert(1, Chip(self.name or N_("My own"), "list", True))
        return chips


DONE = N_("Done")
JOKER_COSTS, WILD_COSTS, KEY_COSTS = N_("A joker costs"), N_("The wild rank costs"), N_("Each of {key} costs")
JOKER_AT, WILD_AT = N_("A joker costs {points}"), N_("The wild rank costs {points}")
KEY_AT = N_("Each of {key} costs {points}")


def question(price: Price) -> Text:
    """Return the heading of the slip of a key."""
    message = WILD_COSTS if price.key is None else KEY_COSTS if price.key.faces else JOKER_COSTS
    return Text(message, key=price.label)


def statement(price: Price) -> Text:
    """Return the price of a key as a sentence."""
    message = WILD_AT if price.key is None else KEY_AT if price.key.faces else JOKER_AT
    return Text(message, key=price.label, points=price.points)


def own_lists(rule: PriceRule, values: Iterable[Any]) -> list[Any]:
    """Return the latest of these stored lists that are readable and no ready ones."""
    found: list[Any] = []
    for value in values:
        with suppress(Unreadable):
            read = rule.read(value)
            if read and rule.title(read) is None and read not in found:
                found.append(read)
    return found[:MOST_OWN]


def renamed(rule: PriceRule, value: Any, name: str | None) -> Any:
    """Return the list with the name typed, or its own if none was; a ready one has none."""
    title = name_of(value) if name is None else clean(name, LONGEST_NAME)
    return value if rule.title(value) else rule.stored(by_code(value), title)


def after_price_tap(
    rule: PriceRule, value: Any, tap: PriceTap, figure: str, standard: Mapping[str, int], own: Sequence[Any]
) -> tuple[Any, PriceTap]:
    """Return the list after a tap, and the tap that shows the page it leads to."""
    number = int(tap.code) if tap.code.isdecimal() else 0
    lists = [[], *(ready for ready, _ in rule.names)]
    if tap.act == "ready":
        return (lists[number] if number < len(lists) else value), PriceTap()
    if tap.act == "own":
        return (own[number] if number < len(own) else value), PriceTap()
    if tap.act != "set" or tap.code not in standard:
        typed = figure if tap.act == WRONG else ""
        return value, tap._replace(typed=typed) if tap.act in ("open", "list", WRONG) else PriceTap()
    points = figure.strip() if figure.strip() else tap.points
    try:
        code, read = rule.read_price({"key": tap.code, "points": number_in(points)})
    except Unreadable:
        return value, PriceTap(WRONG, tap.code, tap.points, figure)
    prices = {**standard, **by_code(value), code: read}
    changed = {each: points for each, points in prices.items() if points != standard[each]}
    return rule.stored(changed, name_of(value)), PriceTap("list", tap.code)


def number_in(points: str | int | None) -> Any:
    """Return the points typed; the text unchanged if it is no number."""
    number = whole_number(points) if isinstance(points, str) else points
    return points if number is None else number
