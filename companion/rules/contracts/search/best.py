"""Best lay-down of a hand: the suits' options chosen by branch and bound, laid out as melds and additions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from companion.rules.budget import Budget, Spent
from companion.rules.cards import Card
from companion.rules.contracts.search.contract import Contract, can_lay_down
from companion.rules.contracts.search.joining import Joining, WeighedOption
from companion.rules.contracts.search.layout import LayDown, Layout
from companion.rules.contracts.search.options import Options, Price, Problem
from companion.rules.contracts.search.table import Table, table_of

Hand = Sequence[Card]

TURNS = 0.1, 0.9  # shares of the steps: a short search finds a result that lets a longer one drop more
UNLIMITED = 20_000  # steps of which an unlimited search takes its first share


def best_lay_down(
    hand: Hand,
    contract: Contract,
    price: Price,
    table: Sequence[Sequence[Card]] = (),
    laid: Collection[str] = (),
    steps: int | None = None,
) -> LayDown | None:
    """Return the lay-down that leaves the fewest points, before the discard; None if the contract cannot be met.

    `table` holds the melds that the player may lay off to; `laid` holds the ranks and suits of the player's groups
    and runs. With a step limit, a search may stop early, and the best lay-down found is returned.
    """
    if not can_lay_down(hand, contract):
        return None
    on_table = table_of(table, laid)
    search = Search(hand, contract, price, on_table, steps)
    layout = Layout(hand, on_table, contract.growth)
    for choice, options in search.best:
        layout.lay(choice.suit, options.parts, options.forms((choice.used, choice.wilds, choice.runs)))
    layout.lay_groups(search.group_places, contract, price)
    layout.add_to_groups()
    found = layout.lay_down(price)
    return replace(found, at_least=int(search.unsearched)) if search.unsearched < found.points else found


def decisive(
    hand: Hand,
    contract: Contract,
    price: Price,
    table: Sequence[Sequence[Card]],
    best: LayDown,
    readings: Mapping[str, Mapping[str, Any]],
    used: Collection[str],
    steps: int | None = None,
) -> list[str] | None:
    """Return the open points that every lay-down needs that leaves as few points as the best; None if not known.

    Each open point has another reading, that changes the contract. `used` are the open points that the best lay-down
    needs. If every lay-down needs one or another, all are returned.
    """
    if not used:
        return [] if best.at_least is None else None
    on_table = table_of(table)

    def without(points: Collection[str]) -> bool | None:
        """Return whether a lay-down leaves as few points under the other readings; None if the search was stopped."""
        other = contract._replace(**{name: value for point in points for name, value in readings[point].items()})
        if not can_lay_down(hand, other):
            return False
        search = Search(hand, other, price, on_table, steps, best.points + 1)
        if search.fewest <= best.points:
            return True
        return False if search.unsearched > best.points else None

    if (known := without(readings)) is not False:
        return [] if known and best.at_least is None else None
    return [point for point in readings if point in used and without([point]) is False] or [*readings]


class Search:
    """The search for the best choice of options, with a step limit if one is given.

    Without several runs in one suit it is short, and never stops early.
    """

    def __init__(
        self, hand: Hand, contract: Contract, price: Price, table: Table, steps: int | None = None, ceiling: float = inf
    ):
        self.steps = steps
        self.fewest = ceiling  # points; a search finds only what leaves fewer
        self.unsearched: float = inf  # lower bound of what was not searched
        self.best: list[tuple[WeighedOption, Options]] = []
        self.group_places: Sequence[int] = ()
        problem = Problem(hand, contract, price, table, keeps_wilds=True)
        self._search(problem, TURNS)
        if problem.wilds and not contract.groups and not table.groups and problem.lost_without_groups() < self.fewest:
            turns = TURNS if self.unsearched >= self.fewest else TURNS[:-1]
            self._search(Problem(hand, contract, price, table, keeps_wilds=False), turns)

    def _search(self, problem: Problem, turns: Sequence[float]) -> None:
        """List the options of every suit and join them, in several turns until nothing better can be found."""
        suits = {suit: Options(problem, suit) for suit in problem.suits}
        unsearched = inf
        for turn in turns:
            steps = (UNLIMITED if turn < turns[-1] else inf) if self.steps is None else self.steps
            open = {suit: options for suit, options in suits.items() if options.unsearched < inf}
            others = {suit: sum(each.least for other, each in suits.items() if other != suit) for suit in open}
            for suit, options in open.items():
                options.search(turn * steps / len(open), self.fewest - others[suit])
            long = any(options.ladder for options in suits.values())
            unsearched = self._join(suits, problem, turn * steps if long else inf)
            unsearched = min([unsearched, *(options.unsearched + others[suit] for suit, options in open.items())])
            if unsearched >= self.fewest:
                return
        if self.fewest == inf:
            self._join(suits, problem, inf, alone=True)
        self.unsearched = min(self.unsearched, unsearched)

    def _join(self, suits: Mapping[str, Options], problem: Problem, steps: float, alone: bool = False) -> float:
        """Choose the best option of each suit, and return a lower bound of what was not searched."""
        joining = Joining(problem, Budget(steps), self.fewest)
        unsearched = inf
        try:
            joining.join({suit: options.alone if alone else options.found for suit, options in suits.items()})
        except Spent:
            unsearched = joining.lower_bound
        if joining.fewest_points < self.fewest:
            self.fewest, self.group_places = joining.fewest_points, problem.group_places
            self.best = [(choice, suits[choice.suit]) for choice in joining.best]
        return unsearched
