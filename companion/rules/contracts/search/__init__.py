"""Search for the best lay-down under any law: the contract, further melds, and cards added to the melds on the table.

1. Four things are decided: the new runs of each suit and which of their cards are wild; what every run on the table
   becomes; which ranks are groups; where wilds go that are left over. Suits are decided one by one (`ways`), then
   ranks; they share only the wilds, the runs that the contract asks for, and cards that a run and a group both want.
2. A run is written out, place by place, and only the `law` says what is legal. What a run on the table can become is
   what single legal steps lead to, which is also the order in which its cards are laid off.
3. New runs come from the lowest upwards. A wild takes the place of a natural that is held only where that card can
   matter elsewhere. At the ends it lies in one way only; runs that would be joined are parted afterwards.
4. Beside runs on the table, all runs of a suit are decided together, rank by rank up the ladder (`climb`): a run is
   only what it can still become, so that runs which can become the same are one. A card that nothing takes is lost or
   left for a group, which is decided at once if only runs of this suit can take cards of the rank. Of ways that keep
   the same cards those are dropped that lose more points, need more wilds and can take fewer; every way has a lower
   bound, and the lowest go on as far as the budget goes.
5. A way of each suit is chosen by branch and bound, with the groups as a small table over the ranks (`join`). What had
   to be left out of the lists says how few points there could be. `layout` lays the choice out as melds and steps.
6. Whether a hand makes the contract at all is the same search, with all prices 0 and the shortest runs. It comes first
   where runs lie on the table, and is what a stopped search falls back on. With a natural more, of any kind, it says
   which card would make the contract.

The searches of a question share one budget of steps.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf

from companion.rules.cards import JOKER, RANKS, SUITS, Card
from companion.rules.contracts.search.join import Search
from companion.rules.contracts.search.law import Law, Run
from companion.rules.contracts.search.layout import Layout
from companion.rules.contracts.search.problem import NOTHING, LayDown, OnTable, Price, Problem
from companion.rules.search_state import Budget, Spent

__all__ = ["Law", "LayDown", "OnTable", "Price", "Run", "best_lay_down", "can_lay_down", "missing"]

Hand = Sequence[Card]

FIRST_SHARE = 0.3  # share of the steps left for any lay-down, before the best beside runs on the table
SEARCH_SHARE = 0.8  # share of the steps left for a search that others may follow


def best_lay_down(
    hand: Hand, law: Law, price: Price, table: OnTable = NOTHING, budget: Budget | None = None, ceiling: float = inf
) -> LayDown | None:
    """Return the lay-down that leaves the fewest points, before the discard; None if none leaves fewer than `ceiling`.

    If the budget is used up, it is the best found.

    Raises: Spent: if it was used up before one was found or known not to be there.
    """
    budget, first, share = budget or Budget(), None, 1.0
    if law.every_card:
        return any_lay_down(hand, law, price, budget)
    if ceiling == inf:  # nothing is known of the hand
        share = SEARCH_SHARE
        with suppress(Spent):
            if table.runs and not (first := any_lay_down(hand, law, price, budget.part(FIRST_SHARE))):
                return None
    below, make = first.points if first else ceiling, partial(Problem, hand, law, price, table)
    found, at_least = _least(hand, make, budget.part(share), below)
    found = found or first
    if not found and at_least < ceiling:
        if ceiling < inf:
            raise Spent
        found = any_lay_down(hand, law, price, budget)
    return found and replace(found, at_least=int(at_least) if at_least < found.points else None)


def any_lay_down(hand: Hand, law: Law, price: Price, budget: Budget) -> LayDown | None:
    """Return a lay-down with the shortest runs, or with all cards if they must be laid; None without any.

    Raises: Spent: if the budget is used up before that is known.
    """
    law, ceiling = (law, 1) if law.every_card else (law._replace(further=None), inf)
    found, at_least = _least(hand, partial(Problem, hand, law, price, shortest=not law.every_card), budget, ceiling)
    if not found and at_least < ceiling:
        raise Spent
    return found


def _least(hand: Hand, make: Callable[..., Problem], budget: Budget, ceiling: float) -> tuple[LayDown | None, float]:
    """Return the best lay-down found of fewer points than `ceiling`, and a lower bound of the points of any.

    It leaves one card where one must be left: after the best of all, one is sought for each card that may be left.
    """
    problem = make()
    law, price = problem.law, problem.price
    if len(hand) < sum(law.groups + law.runs) + law.keeps_one:
        return None, ceiling
    best, at_least = _search(hand, problem, budget, ceiling)
    if not best or best.left or not law.keeps_one:
        return best, at_least
    laid = [hand[place] for meld in best.melds for place in reversed(meld)]  # a meld can spare its last
    best, at_least = None, inf
    for card in sorted(dict.fromkeys([*laid, *hand, *problem.exchanged]), key=price):
        if ceiling <= price(card):
            break
        found, lowest = _search(hand, make(kept=card), budget.part(SEARCH_SHARE), ceiling)
        best, ceiling, at_least = found or best, found.points if found else ceiling, min(at_least, lowest)
    return best, at_least


def _search(hand: Hand, problem: Problem, budget: Budget, ceiling: float) -> tuple[LayDown | None, float]:
    """Return the best lay-down found of fewer points than `ceiling`, whichever it leaves, and a lower bound of any."""
    also = sum(map(problem.price, problem.kept))
    if budget.left < 0:
        return None, also
    found = Search(problem, budget, ceiling - also).find()
    return found.best and Layout(hand, problem).lay_down(*found.best), found.at_least + also


def can_lay_down(hand: Hand, law: Law, budget: Budget | None = None) -> bool:
    """Return whether the hand holds the groups and runs of the contract.

    Raises: Spent: if the budget is used up before that is known.
    """
    return any_lay_down(hand, law, lambda _: int(law.every_card), budget or Budget()) is not None


def missing(hand: Hand, law: Law, suits: str = SUITS, budget: Budget | None = None) -> tuple[Card, ...]:
    """Return the cards any one of which would complete the contract; empty if it is complete.

    Raises: Spent: if the budget is used up before that is known.
    """
    budget = budget or Budget()
    kinds = (*(Card(rank, suit) for suit in suits for rank in RANKS), JOKER)
    if can_lay_down(hand, law, budget):
        return ()
    if law.keeps_one and can_lay_down(hand, law._replace(keeps_one=False), budget):
        return kinds  # any of them is the card left
    every, needed = law.every_card, {JOKER: 0} if can_lay_down((*hand, JOKER), law, budget) else {}
    asked = law if every else law._replace(further=None)
    problem = Problem(hand, asked, lambda _: int(every), shortest=not every, one_more=True)
    for card, count in Search(problem, budget, 1, suits).completing():
        needed[card] = min(count, needed.get(card, count))

    def completes(card: Card) -> bool:
        """Return whether the hand makes the contract with this card, and one is left where it must be."""
        count = needed.get(JOKER if card.rank in law.wild_ranks else card)
        if count is None or not law.keeps_one or count <= len(hand):
            return count is not None
        return can_lay_down((*hand, card), law, budget)

    return tuple(filter(completes, kinds))
