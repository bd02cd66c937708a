"""Quality of the casebooks: a law that is changed anywhere, in a value or in a function, makes a line of them fail."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any, cast

import pytest

from companion import rules
from companion.games import GAMES, amended
from companion.referee import answer
from companion.rules.cards import Card
from companion.rules.deals import Deal
from companion.rules.game import Game
from tests.support.casebook import Case, casebook

pytestmark = pytest.mark.slow


def mixed(cases: list[Case]) -> list[Case]:
    """Return lines of casebooks in another order, in which one that fails comes sooner: first those that refuse."""
    return sorted(Random(1).sample(cases, len(cases)), key=lambda case: not case.denies)


BOOKS = {game: mixed([*casebook(game)]) for game in GAMES}
NO_LAW = {"number", "guessed", "bonus", "simultaneous_play", "arranges"}  # fields that rule on nothing
OF_CONTRACTS = {"least_naturals", "wilds_apart", "half_natural", "wild_ranks", "calls"}  # no arranging game has these


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Let no game that is kept under its house rules outlive the mutant it was made from."""
    yield
    amended.cache_clear()


def caught(books: list[Case]) -> bool:
    """Return whether a line of these casebooks fails, or the law breaks down at it; it is the first of the next try."""
    amended.cache_clear()
    for place, case in enumerate(books):
        try:
            holds = case.holds(answer(case.question))
        except Exception:
            holds = False
        if not holds:
            books.insert(0, books.pop(place))
            return True
    return False


# Values


def changed(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the value of a game with each number, truth and choice in it changed, and the name of the changed part."""
    if isinstance(value, bool):
        yield "", not value
    elif isinstance(value, int):
        yield "+ 1", value + 1
        if value:
            yield "- 1", value - 1
    elif isinstance(value, range):
        yield "from one more on", range(value.start + 1, value.stop)
        yield "to one fewer", range(value.start, value.stop - 1)
    elif isinstance(value, frozenset) and value:
        yield "emptied", frozenset()
    elif isinstance(value, tuple) and value and isinstance(value[0], int):  # melds of a contract
        yield "one more", (*value, value[-1])
        yield "one fewer", value[:-1]
    elif isinstance(value, tuple):
        for place, item in enumerate(value):
            for name, other in changed(item):
                yield f"{place} {name}", (*value[:place], other, *value[place + 1 :])
    elif is_dataclass(value) and not isinstance(value, (type, Card)):
        for field in fields(value):
            if field.init and field.name not in NO_LAW:
                for name, other in changed(getattr(value, field.name)):
                    yield f"{field.name} {name}", replace(cast(Any, value), **{field.name: other})


def at_prices(game: Game) -> Iterator[tuple[str, Game]]:
    """Yield the game with the price of each rank one point higher."""
    for rank in (*game.pack.ranks, "JK"):

        def dearer(self: Game, deal: Deal, card: Card, rank: str = rank) -> int:
            return game.price(deal, card) + (card.rank == rank)

        kind = type(type(game).__name__, (type(game),), {"price": dearer})
        values = {field.name: getattr(game, field.name) for field in fields(game) if field.init}
        yield f"price of {rank}", kind(**values)


def mutants(game: Game) -> Iterator[tuple[str, Game]]:
    """Yield the game with one value of its law changed."""
    parts = ["players", "pack", "group", "run", "deals", "wild_ranks", "calls", "lay_off"]
    parts += [field.name for field in fields(game) if isinstance(getattr(game, field.name), bool)]
    never = NO_LAW | (OF_CONTRACTS if game.arranges else set())
    for part in parts:
        for name, value in changed(getattr(game, part, None)):
            if never.isdisjoint((part, *name.split())) and (part, name) != ("group", "wilds_apart "):
                yield f"{part} {name}", replace(game, **{part: value})
    yield from at_prices(game)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_value_of_a_game_is_changed_unnoticed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    survivors = list[str]()
    for name, mutant in mutants(game):
        monkeypatch.setitem(GAMES, game.id, mutant)
        if name.startswith("deals "):  # its own lines fail soonest
            deal = int(name.split()[1]) + 1
            BOOKS[game.id].sort(key=lambda case: case.question.get("deal") != deal)
        if not caught(BOOKS[game.id]):
            survivors.append(name)
    assert not survivors


# Functions

LAW = [
    importlib.import_module(found.name)
    for found in pkgutil.walk_packages(rules.__path__, "companion.rules.")
    if "search" not in found.name
]
ELSEWHERE = {  # what only the tests of these modules show: fixes that are offered, names of schedules, open points
    *("arranging.open_points.passes", "house_rules.is_name", "prices.in_play"),
    "melds.unordered_reading.lies",
}
Mutant = Callable[..., Any]


def wrong(function: Callable[..., Any]) -> Mutant | None:
    """Return a function that never objects, or that says the opposite; None if it is no such function."""
    returns = str(inspect.signature(function).return_annotation).replace("typing.", "")
    if "Finding | None" in returns:
        return lambda *given, **named: None
    if returns.endswith("[Finding]") or "Iterator[" in returns and "Finding" in returns:
        return lambda *given, **named: []
    if returns in ("<class 'bool'>", "bool"):
        return lambda *given, **named: not function(*given, **named)
    return None


def functions() -> Iterator[tuple[str, Callable[..., Any], Mutant]]:
    """Yield the functions of the law that have a mutant."""
    for module in LAW:
        for name, function in vars(module).items():
            here = inspect.isfunction(function) and function.__module__ == module.__name__
            known = f"{module.__name__.removeprefix('companion.rules.')}.{name}"
            if here and known not in ELSEWHERE and (mutant := wrong(function)):
                yield known, function, mutant


def plant(function: Callable[..., Any], mutant: Mutant, here: pytest.MonkeyPatch) -> None:
    """Replace a function in all modules that know it, and in the tuples of functions there."""
    for module in LAW:
        for name, value in list(vars(module).items()):
            if value is function:
                here.setattr(module, name, mutant)
            elif isinstance(value, tuple) and function in value:
                here.setattr(module, name, tuple(mutant if one is function else one for one in value))


def test_no_objection_of_the_law_is_dropped_unnoticed() -> None:
    lines = mixed([case for book in BOOKS.values() for case in book])
    survivors = list[str]()
    for name, function, mutant in functions():
        with pytest.MonkeyPatch.context() as here:
            plant(function, mutant, here)
            survivors += [] if caught(lines) else [name]
    assert not caught(lines)  # as the law is, all lines hold
    assert not survivors
