"""Filter of matches from the query of an address, and links that change it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from companion.games import GAMES
from companion.names import clean
from companion.rules.text import N_, natural_number
from companion.storage.players.results_query import MatchFilter

HOUSES = {"book": N_("standard rules"), "changed": N_("with house rules")}
MOST_PLAYERS = max(game.most_players for game in GAMES.values())
YEARS = 12  # latest years offered


@dataclass(frozen=True)
class FilterLink:
    """A link that changes the filter: its label, its address, and whether it is selected."""

    words: str
    address: str
    on: bool


def read_filter(given: Mapping[str, str]) -> MatchFilter:
    """Return the filter in a query; invalid values are ignored."""
    game, house = given.get("game", ""), given.get("house", "")
    there = clean(given.get("there", "")[:200], 40)
    return MatchFilter(
        game=game if game in GAMES else "",
        house=house if house in HOUSES else "",
        year=bounded_int(given.get("year", ""), 1900, 9998),
        players=bounded_int(given.get("players", ""), 2, MOST_PLAYERS),
        there=(there,) if there else (),
    )


def bounded_int(text: str, least: int, most: int) -> int:
    """Return a whole number within limits; 0 for any other text."""
    number = natural_number(text) or 0
    return number if least <= number <= most else 0


def fields(sift: MatchFilter) -> dict[str, Any]:
    """Return the query parameters of a filter."""
    said = {"game": sift.game, "house": sift.house, "year": sift.year, "players": sift.players}
    return {name: value for name, value in said.items() if value} | ({"there": sift.there[0]} if sift.there else {})


def choices(sift: MatchFilter, years: tuple[int, int] | None, here: Mapping[str, str]) -> dict[str, list[FilterLink]]:
    """Return the choices by group; every link keeps the other parameters."""
    first, last = years or (0, 0)
    offered: dict[str, list[tuple[Any, str]]] = {
        "game": [(game.id, game.name) for game in GAMES.values()],
        "house": list(HOUSES.items()),
        "year": [(year, str(year)) for year in range(last, max(first - 1, last - YEARS), -1)] if last > first else [],
        "players": [(many, str(many)) for many in range(2, MOST_PLAYERS + 1)],
    }
    said = fields(sift)

    def choice(group: str, value: Any, words: str) -> FilterLink:
        rest = {name: one for name, one in said.items() if name != group}
        query = urlencode({**here, **rest, **({group: value} if value else {})})
        return FilterLink(words, f"?{query}", said.get(group, "") == value)

    groups = {name: [("", N_("Any")), *rest] for name, rest in offered.items() if rest}
    return {name: [choice(name, value, words) for value, words in rest] for name, rest in groups.items()}


def row_number(text: str) -> int:
    """Parse the id of a row. Raises ValueError if it is out of range."""
    number = int(text)
    if not 0 < number < 2**63:
        raise ValueError(text[:20])
    return number
