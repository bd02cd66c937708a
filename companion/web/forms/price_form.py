"""Form of a table's own prices: the keys of the counting pad, the slip of one, and the prices after each tap."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion.rules.cards import Unreadable
from companion.rules.prices import Price, PriceRule, by_code, in_play
from companion.rules.text import N_, Label, number_or_text
from companion.web.forms.list_form import ListForm, Tap

FIGURE = "prices_figure"  # field of the page
WRONG = "wrong"  # a tap that opens the slip with points that cannot be read


class ShownKey(NamedTuple):
    """A key on the page: its price here and by the standard."""

    price: Price
    standard: int

    @property
    def changed(self) -> bool:
        """True if it costs something else than by the standard."""
        return self.price.points != self.standard


@dataclass(frozen=True)
class PriceForm(ListForm):
    """The page of the prices, with the slip of one of its keys."""

    button, part, kind = "prices", "prices", PriceRule

    @property
    def ready(self) -> list[tuple[Any, Label]]:
        """The standard and the ready lists, with their titles."""
        return [([], N_("Standard")), *self.rule.names]

    @cached_property
    def keys(self) -> list[ShownKey]:
        """The keys in play."""
        usual = self.rule.prices(self.standard)
        priced = self.rule.priced(self.rule.prices(self.standard) | by_code(self.value))
        return [ShownKey(price, usual[price.code]) for price in priced if in_play(self.game, price)]

    @property
    def opened(self) -> ShownKey | None:
        """The key whose slip is open, with the points chosen in it."""
        for price, standard in self.keys if self.tap.act in ("open", WRONG) else []:
            if price.code == self.tap.at:
                points = price.points if self.tap.number is None else self.tap.number
                return ShownKey(price._replace(points=points), standard)
        return None

    def changed(self, figure: str) -> tuple[Any, Tap]:
        """Return the prices after a tap on one of the keys, and the tap that shows the page it leads to."""
        tap, standard = self.tap, self.rule.prices(self.standard)
        if tap.act != "set" or tap.at not in standard:
            typed = figure if tap.act == WRONG else ""
            return self.value, tap._replace(typed=typed) if tap.act in ("open", "list", WRONG) else Tap()
        try:
            typed = figure.strip()
            code, read = self.rule.read_price({"key": tap.at, "points": number_or_text(typed) if typed else tap.number})
        except Unreadable:
            return self.value, tap._replace(act=WRONG, typed=figure)
        prices = {**standard, **by_code(self.value), code: read}
        changed = {each: points for each, points in prices.items() if points != standard[each]}
        return self.rule.stored(changed, self.name), Tap("list", tap.at)
