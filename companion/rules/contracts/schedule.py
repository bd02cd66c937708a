"""The schedule of a contract rummy as a house rule: the cards and the contract of every deal."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.cards import Unreadable, quoted
from companion.rules.deals import Deal, Words, counted
from companion.rules.fields import integral
from companion.rules.game import G, Game
from companion.rules.house_rules import LONGEST_NAME, ListRule, is_name, listed_or_named, name_of, unnamed
from companion.rules.text import N_, Label, Listed, Text

Schedule = list[dict[str, Any]]  # as stored: a deal's cards, and its groups and runs as a number or a list of sizes

MOST_DEALS = 15
CARDS = range(3, 17)  # dealt to each player
SIZES = {"groups": range(3, 15), "runs": range(4, 15)}  # least sizes of a meld in a contract; the lowest is the usual
MOST_MELDS = 10  # in a contract, of each kind
DEAL = re.compile(r"(\d+):((?:[gr]\d*)+)")  # 10:gr7 in a form: ten cards, a group, and a run of seven
LONGEST_FORM = 1100  # characters of a schedule in a form: all deals, each of most melds, and a name
MELD = re.compile(r"([gr])(\d*)")
KINDS = {"g": "groups", "r": "runs"}


@dataclass(frozen=True)
class ScheduleRule(ListRule):
    """The house rule of a schedule; its values are ready ones, and a table may put together its own."""

    widget = "schedule"  # a page with a row for each deal

    def read(self, value: Any) -> Any:
        """Return the schedule in its shortest spelling: a list of deals, or an object of its name and its deals.

        Raises: Unreadable: if it is no schedule, or has values beyond the limits.
        """
        named = isinstance(value, Mapping) and value.keys() == {"name", "deals"}
        listed = value["deals"] if named else value
        if not isinstance(listed, list) or not 1 <= len(listed) <= MOST_DEALS:
            raise Unreadable(Text(N_("a schedule is a list of 1 to {most} deals"), most=MOST_DEALS))
        if named and not is_name(value["name"]):
            message = N_("the name of a schedule has 1 to {most} characters, not “{value}”")
            raise Unreadable(Text(message, most=LONGEST_NAME, value=quoted(value["name"], 20)))
        read = [plain(*read_deal(number, each)) for number, each in enumerate(listed, start=1)]
        return named_schedule(read, value["name"]) if named else read

    def from_text(self, text: str) -> Any:
        """Return the schedule that a form holds as `10:gg 10:gr7 #Grandma’s`; the text if unreadable."""
        words, _, name = text[:LONGEST_FORM].partition("#")
        listed = schedule(words)
        return named_schedule(listed, name.strip()) if listed else text

    def text(self, value: Any) -> str:
        name = name_of(value)
        words = [deal_text(*read_deal(number, each)) for number, each in enumerate(unnamed(value), start=1)]
        return " ".join([*words, f"#{name}"] if name else words)

    def said(self, value: Any) -> Label:
        """Return the title of a ready schedule, the name of another one, or the number of its deals."""
        if title := self.title(value):
            return title
        if name := name_of(value):
            return Text("{name}", name=name)
        return Text(N_("{count} deal of our own"), N_("{count} deals of our own"), count=len(unnamed(value)))

    def deals(self, value: Any) -> tuple[Deal, ...]:
        """Return the deals of a schedule that was read."""
        return deals(value)

    def impossible(self, game: Any, house: Mapping[str, Any]) -> Mapping[int, Any]:
        """Return the impossible contracts of a game under these house rules, by number of the deal, and refuse none."""
        return {each.deal.number: each for each in Game.with_house_rules(game, house).impossible_contracts()}

    def schema(self) -> dict[str, Any]:
        melds = {
            name: {
                "oneOf": [
                    {"type": "integer", "minimum": 0, "maximum": MOST_MELDS},
                    {"type": "array", "maxItems": MOST_MELDS, "items": limits(sizes)},
                ],
                "description": "A number, each of the usual least size, or the least size of each.",
            }
            for name, sizes in SIZES.items()
        }
        deal = {
            "type": "object",
            "required": ["cards"],
            "properties": {"cards": limits(CARDS), **melds},
            "additionalProperties": False,
        }
        listed = {"type": "array", "minItems": 1, "maxItems": MOST_DEALS, "items": deal}
        return listed_or_named("deals", listed)


def named_schedule(listed: Schedule, name: str) -> Any:
    """Return a schedule as it is stored: an object if it has a name, else the list of its deals."""
    return {"name": name, "deals": listed} if name else listed


def schedule(text: str) -> Schedule:
    """Return the schedule that a form holds as `10:gg 10:gr7`; empty if there is no schedule."""
    found = [DEAL.fullmatch(word) for word in text.lower().split()]
    return [plain(int(deal[1]), *written(deal[2])) for deal in found if deal] if all(found) else []


def limits(values: range) -> dict[str, Any]:
    """Return the JSON Schema of a whole number in this range."""
    return {"type": "integer", "minimum": values[0], "maximum": values[-1]}


def read_deal(number: int, value: Any) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Return the cards of a deal, and the least sizes of its groups and of its runs.

    Raises: Unreadable: if one of them is missing or beyond its limits.
    """
    if not isinstance(value, Mapping) or not value.keys() <= {"cards", *SIZES}:
        message = N_("deal {n} needs a number of cards, and its groups and runs")
        raise Unreadable(Text(message, n=number))
    cards = integral(value.get("cards"))
    if not is_whole(cards, CARDS):
        message = N_("deal {n} has {low} to {high} cards, not “{value}”")
        raise Unreadable(Text(message, n=number, low=CARDS[0], high=CARDS[-1], value=quoted(value.get("cards"), 20)))
    groups, runs = (read_sizes(number, value.get(name, 0), sizes) for name, sizes in SIZES.items())
    if not groups and not runs:
        raise Unreadable(Text(N_("deal {n} has no contract"), n=number))
    return cards, groups, runs  # type: ignore[return-value]  # a whole number


def read_sizes(number: int, value: Any, sizes: range) -> tuple[int, ...]:
    """Return the least sizes of the groups or runs of a deal, given as a number or a list.

    Raises: Unreadable: if there are too many, or one is beyond the limits.
    """
    value = integral(value)
    least = value if isinstance(value, list) else [sizes[0]] * value if is_whole(value, range(MOST_MELDS + 1)) else None
    if least is None or len(least) > MOST_MELDS or not all(is_whole(integral(size), sizes) for size in least):
        message = N_("deal {n} has at most {most} groups and {most} runs, each of {low} to {high} cards")
        raise Unreadable(Text(message, n=number, most=MOST_MELDS, low=sizes[0], high=sizes[-1]))
    return tuple(int(size) for size in least)


def is_whole(value: Any, allowed: range) -> bool:
    """Return whether this is a whole number in the range."""
    return isinstance(value, int) and not isinstance(value, bool) and value in allowed


def plain(cards: int, groups: Sequence[int], runs: Sequence[int]) -> dict[str, Any]:
    """Return a deal in its shortest spelling: melds of the least size as their number, none left out."""
    melds = {"groups": groups, "runs": runs}
    said = {name: len(least) if set(least) <= {SIZES[name][0]} else [*least] for name, least in melds.items() if least}
    return {"cards": cards, **said}


def written(melds: str) -> tuple[list[int], list[int]]:
    """Return the least sizes of the groups and of the runs that a form holds as `ggr7`."""
    sizes: dict[str, list[int]] = {"groups": [], "runs": []}
    for letter, size in MELD.findall(melds):
        sizes[KINDS[letter]].append(int(size or SIZES[KINDS[letter]][0]))
    return sizes["groups"], sizes["runs"]


def deal_text(cards: int, groups: Sequence[int], runs: Sequence[int]) -> str:
    """Return a deal as a form holds it: `10:gr7`."""
    melds = [(letter, name, least) for letter, name, least in (("g", "groups", groups), ("r", "runs", runs))]
    return f"{cards}:" + "".join(
        letter + ("" if size == SIZES[name][0] else str(size)) for letter, name, least in melds for size in least
    )


def with_schedule(game: G, value: Any) -> G:
    """Return the game with the deals of this schedule."""
    return replace(game, deals=deals(value), words=replace(game.words, deals=deals_said(value)))


def deals_said(value: Any) -> Text:
    """Return the number of deals in words."""
    return counted(Text(N_("{number} deal"), N_("{number} deals")), len(unnamed(value)))


def deals(value: Any) -> tuple[Deal, ...]:
    """Return the deals of a schedule that was read."""
    return tuple(deal(number, *read_deal(number, each)) for number, each in enumerate(unnamed(value), start=1))


def deal(number: int, cards: int, groups: tuple[int, ...], runs: tuple[int, ...]) -> Deal:
    """Return one deal, labelled by the sizes of its melds, groups first: 3-3-4."""
    label = "-".join(map(str, (*groups, *runs)))
    return Deal(number, cards, label, described(groups, runs), groups=groups, runs=runs)


def described(groups: Sequence[int], runs: Sequence[int]) -> Text:
    """Return a contract in words: "two groups and a run of 7"."""
    three, four = (sizes[0] for sizes in SIZES.values())
    usual = Words("").counted(groups.count(three), runs.count(four))
    return Text("{melds}", melds=Listed([*usual, *longer_melds(groups, runs)]))


def longer_melds(groups: Sequence[int], runs: Sequence[int]) -> list[Text]:
    """Return the melds above the usual least size in words, those of one size together."""
    kinds = (
        (Text(N_("a group of {size}"), N_("{number} groups of {size}")), groups, SIZES["groups"][0]),
        (Text(N_("a run of {size}"), N_("{number} runs of {size}")), runs, SIZES["runs"][0]),
    )
    return [
        counted(words, least.count(size), size=size)
        for words, least, usual in kinds
        for size in dict.fromkeys(least)
        if size != usual
    ]
