"""Prices of a table's own as a house rule: the points of each key of the counting pad, under a name."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.rules.cards import JOKER, Card, Pack, Unreadable, quoted
from companion.rules.counting_pad import Key, Keys
from companion.rules.fields import integral
from companion.rules.house_rules import LONGEST_NAME, ListRule, is_name, listed_or_named, name_of, unnamed
from companion.rules.text import N_, Label, Listed, Series, Text, normalised, number_or_text

PriceList = list[dict[str, Any]]  # as stored: the key and its points, of those that cost something else

WILD = "wild"  # key of a rank that is wild in the deal
POINTS = range(-100, 101)
LONGEST_FORM = 400  # characters of a list in a form
ENTRY = re.compile(r"([^:=]+)[:=](.*)")  # JK:25 in a form


def price_of(prices: Mapping[str, int], card: Card) -> int:
    """Return the points of a card: by its rank and suit, or by its rank."""
    points = prices.get(card.rank + card.suit)
    return prices[card.rank] if points is None else points


class Price(NamedTuple):
    """A key with its points."""

    code: str
    key: Key | None  # None: of the wild rank
    points: int

    @property
    def label(self) -> Text:
        """The key in words."""
        if self.key is None:
            return Text(N_("wild rank"))
        return Text("{key}", key=self.key.label) if self.key.label else Text(N_("joker"))

    @property
    def said(self) -> Text:
        """The key and its points in words."""
        return Text("{key}\u00a0=\u00a0{points}", key=self.label, points=self.points)


@dataclass(frozen=True, kw_only=True)
class PriceRule(ListRule):
    """The house rule of prices; its values are ready lists, and a table may put together its own."""

    keys: Keys  # cards of one key cost the same in every ready list
    has_wild: bool  # the rank that is wild in a deal has a price

    widget = "prices"  # a page with the keys of the counting pad

    @property
    def codes(self) -> list[str]:
        """The codes of all keys, in the order of the counting pad."""
        return [*(key.code for key in self.keys), *([WILD] if self.has_wild else [])]

    def read(self, value: Any) -> Any:
        """Return the prices in the order of the keys: a list, or an object of its name and its list.

        Raises: Unreadable: if it is no list of prices, or for an unknown key, a key given twice or impossible points.
        """
        named = isinstance(value, Mapping) and value.keys() == {"name", "prices"}
        listed = value["prices"] if named else value
        if not isinstance(listed, list) or not all(isinstance(item, Mapping) for item in listed):
            raise Unreadable(Text(N_("prices are a list of keys, each with its points")))
        if named and not is_name(value["name"]):
            message = N_("the name of a price list has 1 to {most} characters, not “{value}”")
            raise Unreadable(Text(message, most=LONGEST_NAME, value=quoted(value["name"], 20)))
        prices: dict[str, int] = {}
        for item in listed:
            code, points = self.read_price(item)
            if code in prices:
                twice = next(self.priced({code: points}))
                raise Unreadable(Text(N_("{key} has two prices"), key=twice.label))
            prices[code] = points
        return self.stored(prices, value["name"] if named else "")

    def read_price(self, value: Mapping[str, Any]) -> tuple[str, int]:
        """Return the code and the points of one price.

        Raises: Unreadable: for an unknown key or impossible points.
        """
        if value.keys() != {"key", "points"} or not isinstance(value["key"], str):
            raise Unreadable(Text(N_("a price needs a key and its points")))
        name, points = value["key"].strip(), integral(value["points"])
        is_wild = self.has_wild and name.lower() == WILD
        code = WILD if is_wild else self.keys.key(self.keys.pack.spelled(name)).code
        if not isinstance(points, int) or isinstance(points, bool) or points not in POINTS:
            message = N_("{key} costs {low} to {high} points, not “{value}”")
            shown = quoted(value["points"], 20)
            raise Unreadable(Text(message, key=name, low=POINTS[0], high=POINTS[-1], value=shown))
        return code, points

    def stored(self, prices: Mapping[str, int], name: str = "") -> Any:
        """Return the prices by code as they are stored: an object if they have a name, else a list."""
        listed = [{"key": code, "points": prices[code]} for code in self.codes if code in prices]
        return {"name": name, "prices": listed} if name and listed else listed

    def merged(self, below: Any, above: Any) -> Any:
        """Return the prices of two lists; the second overrides the first, and has the name."""
        return self.stored(by_code(below) | by_code(above), name_of(above))

    def from_text(self, text: str) -> Any:
        """Return the prices that a form holds as `AH:15 JK:25 #Sunday`; the text if unreadable."""
        words, _, name = text[:LONGEST_FORM].partition("#")
        found = [ENTRY.fullmatch(word) for word in normalised(words).split()]
        if not all(found):
            return text
        listed = [{"key": each[1], "points": number_or_text(each[2])} for each in found if each]
        return {"name": name.strip(), "prices": listed} if name.strip() else listed

    def text(self, value: Any) -> str:
        words = [f"{code}:{points}" for code, points in by_code(value).items()]
        return " ".join([*words, *([f"#{name}"] if (name := name_of(value)) else [])])

    def said(self, value: Any) -> Label:
        """Return the title of a ready list, or the name and the prices of another one."""
        if not value:
            return N_("standard prices")
        if title := self.title(value):
            return title
        prices = Series([price.said for price in self.priced(by_code(value))])
        if name := name_of(value):
            return Text(N_("{name} ({prices})"), name=name, prices=prices)
        return Text("{prices}", prices=prices)

    def priced(self, prices: Mapping[str, int]) -> Iterator[Price]:
        """Yield the keys that have a price, in order."""
        by_key = {key.code: key for key in self.keys}
        return (Price(code, by_key.get(code), prices[code]) for code in self.codes if code in prices)

    def prices(self, game: Any) -> dict[str, int]:
        """Return the price of every key in a game, by code."""
        found = {key.code: price_of(game.prices, key.cards[0]) for key in self.keys}
        return found | wild_in(game.prices)

    def schema(self) -> dict[str, Any]:
        price = {
            "type": "object",
            "required": ["key", "points"],
            "properties": {
                "key": {"type": "string", "examples": self.codes},
                "points": {"type": "integer", "minimum": POINTS[0], "maximum": POINTS[-1]},
            },
            "additionalProperties": False,
        }
        listed = {"type": "array", "maxItems": len(self.codes), "items": price}
        return listed_or_named("prices", listed)


def price_rule(
    rule: str,
    pack: Pack,
    ladder: tuple[str, ...],
    standard: Mapping[str, int],
    ready: Iterable[tuple[Mapping[str, int], str]] = (),
    former: Mapping[str, Mapping[Any, Mapping[str, int]]] | None = None,
) -> PriceRule:
    """Return the house rule of a game's prices, with ready lists and what earlier house rules stand for."""
    lists = [standard, *({**standard, **prices} for prices, _ in ready)]

    def alike(card: Card) -> tuple[int, ...]:
        """Return the points of a card in every list."""
        return tuple(price_of(prices, card) for prices in lists)

    keys = Keys(replace(pack, jokers=1), ladder, lambda card: price_of(standard, card), alike)

    def by_key(prices: Mapping[str, int]) -> PriceList:
        """Return prices by rank or card as a list."""
        priced = [(key.code, {str(key.cards[0]), key.cards[0].rank} & prices.keys()) for key in keys]
        return listed({code: prices[next(iter(names))] for code, names in priced if names} | wild_in(prices))

    names = [(by_key(prices), title) for prices, title in ready]
    stood_for = {
        name: {value: by_key(prices) for value, prices in values.items()} for name, values in (former or {}).items()
    }
    return PriceRule(
        "prices",
        rule,
        N_("What cards cost"),
        [],
        [[], *(each for each, _ in names)],
        with_prices,
        keys=keys,
        has_wild=WILD in standard,
        names=names,
        former=stood_for,
    )


def wild_in(prices: Mapping[str, int]) -> dict[str, int]:
    """Return the price of the wild rank among these, if there is one."""
    return {WILD: prices[WILD]} if WILD in prices else {}


def listed(prices: Mapping[str, int]) -> PriceList:
    """Return prices by code as a list."""
    return [{"key": code, "points": points} for code, points in prices.items()]


def with_prices(game: Any, value: Any) -> Any:
    """Return the game with these prices; its rulebook states them."""
    if not value:
        return game
    rule = next(rule for rule in game.house_rules if isinstance(rule, PriceRule))
    prices = dict(game.prices)
    for code, key, points in rule.priced(by_code(value)):
        names = [rank + suit for face in key.faces for rank in face.ranks for suit in face.suits or [""]] if key else []
        prices |= dict.fromkeys(names or [code], points)
    game = replace(game, prices=prices)
    told = Listed([price.said for price in rule.priced(rule.prices(game)) if in_play(game, price)])
    text = Text(game.rulebook[rule.rule].priced_text, prices=told)
    return replace(game, rulebook=game.rulebook.with_text(rule.rule, text))


def in_play(game: Any, price: Price) -> bool:
    """Return whether the game is played with cards of this key."""
    if price.key is None:
        return bool(game.deals[0].wild or game.wild_ranks - {JOKER.rank})
    return price.key.cards[0] != JOKER or game.pack.jokers != 0


def by_code(value: Any) -> dict[str, int]:
    """Return the prices of a list that was read, by code."""
    return {item["key"]: item["points"] for item in unnamed(value)}
