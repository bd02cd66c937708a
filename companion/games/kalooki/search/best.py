"""Best lay-down of a hand: the suits' options chosen by branch and bound, laid out as melds and additions."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import inf

from companion.games.kalooki.search.branch_and_bound import BranchAndBound
from companion.games.kalooki.search.contract import can_lay_down
from companion.games.kalooki.search.layout import LayDown, Layout
from companion.games.kalooki.search.problem import Contract, Price
from companion.games.kalooki.search.table import Table, table_of
from companion.rules.cards import Card


def best_lay_down(
    hand: Sequence[Card],
    groups: int,
    runs: int,
    naturals: int,
    price: Price,
    table: Sequence[Sequence[Card]] = (),
    laid: Collection[str] = (),
    steps: int | None = None,
) -> LayDown | None:
    """Return the lay-down that leaves the fewest points, before the discard; None if the contract cannot be met.

    `table` holds the melds that the player may track on to; `laid` holds the ranks and suits of the player's threes
    and fours. With a step limit, a search may stop early, and the best lay-down found is returned.
    """
    if not can_lay_down(hand, groups, runs, naturals):
        return None
    on_table, contract = table_of(table, laid), Contract(groups, runs, naturals)
    search = BranchAndBound(hand, contract, price, on_table, steps)
    found = laid_out(hand, on_table, search, price) if search.fewest_points < inf else None
    if search.unsearched_bound == inf:
        return found
    if on_table.fours:
        without_fours = BranchAndBound(hand, contract, price, on_table._replace(fours={}), (steps or 0) // 4)
        if without_fours.fewest_points < inf:
            other = laid_out(hand, on_table, without_fours, price)
            found = min(filter(None, (found, other)), key=lambda each: each.points)
    return known_to(found, int(search.unsearched_bound)) if found else None


def laid_out(hand: Sequence[Card], table: Table, search: BranchAndBound, price: Price) -> LayDown:
    """Return the lay-down of the chosen options, the threes that follow, and further additions."""
    layout = Layout(hand, table)
    for choice in search.best:
        layout.lay_four(choice)
        layout.extend_fours(choice)
    layout.lay_threes(search.three_places, price)
    layout.add_to_threes()
    if search.unsearched_bound < inf or search.table is not table:
        layout.add_to_fours(price)
    return layout.lay_down(price)


def known_to(found: LayDown, at_least: int) -> LayDown:
    """Return the lay-down with its lower bound of points, unless it reaches the bound itself."""
    return replace(found, at_least=at_least) if at_least < found.points else found
