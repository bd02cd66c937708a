"""The best lay-down at any prices: cards of negative points are left, unless the melds need them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf

from companion.rules.cards import Card
from companion.rules.contracts import search
from companion.rules.contracts.search import Law, LayDown, OnTable, Price
from companion.rules.melds.row_reading import Row
from companion.rules.negative_prices import points_below_zero, usable
from companion.rules.search_state import Budget, Spent

SOME_CARDS_SHARE = 0.5  # share of the steps left for a search with some of the cards


def best_lay_down(
    hand: Row, law: Law, price: Price, table: OnTable, budget: Budget, ceiling: float = inf
) -> LayDown | None:
    """Return the lay-down that leaves the fewest points, before the discard; None if none leaves fewer than `ceiling`.

    Raises: Spent: if the budget was used up before one was found or known not to be there.
    """
    if law.every_card:
        return search.best_lay_down(hand, law, lambda card: 1, table, budget)
    wilds = [card for _, _, _, row in table.runs for card in row if card.rank in law.wild_ranks]
    from_table = points_below_zero(wilds, price) if law.moves == "hand" else 0
    below = points_below_zero(hand, price)
    if not below and not from_table:
        return search.best_lay_down(hand, law, price, table, budget, ceiling)

    def not_below(card: Card) -> int:
        """Return the price of a card, if it is not negative."""
        return max(price(card), 0)

    best = search.best_lay_down(hand, law, not_below, table, budget.part(SOME_CARDS_SHARE))
    if not best:
        return None
    floor, lowest = lower_bound(best), inf
    best = replace(best, points=points_left(hand, best, price))
    for given_up, places in usable(hand, price):
        bound = below + given_up + floor
        if bound >= best.points:
            break
        try:
            found = search.best_lay_down(
                [hand[place] for place in places],
                law if len(places) == len(hand) else law._replace(keeps_one=False),  # a card left can be discarded
                not_below,
                table,
                budget.part(SOME_CARDS_SHARE),
            )
        except Spent:
            lowest = min(lowest, bound)
            break
        if found:
            lowest = min(lowest, below + given_up + lower_bound(found))
            whole = in_hand(found, places, len(hand))
            whole = replace(whole, points=points_left(hand, whole, price))
            best = min(best, whole, key=lambda each: each.points)
    at_least = min(lowest, best.points) + from_table
    if best.points < ceiling:
        return replace(best, at_least=int(at_least) if at_least < best.points else None)
    if at_least < ceiling:
        raise Spent
    return None


def lower_bound(found: LayDown) -> int:
    """Return the fewest points that a lay-down can leave, as far as they are known."""
    return found.points if found.at_least is None else found.at_least


def points_left(hand: Row, found: LayDown, price: Price) -> int:
    """Return the points of the cards left."""
    cards = (*hand, *found.exchanged)
    return sum(price(cards[place]) for place in found.left)


def in_hand(found: LayDown, places: Sequence[int], count: int) -> LayDown:
    """Return the lay-down of some cards of a hand with their positions in it; the others are left."""
    at = [*places, *range(count, count + len(found.exchanged))]
    return replace(
        found,
        melds=tuple(tuple(at[place] for place in meld) for meld in found.melds),
        left=tuple(sorted({*range(count)} - {*places} | {at[place] for place in found.left})),
        additions=tuple((meld, at[place], end) for meld, place, end in found.additions),
        stands_for={at[place]: card for place, card in found.stands_for.items()},
    )


def decisive(
    others: Mapping[str, Law],
    used: Collection[str],
    both: Law,
    best: LayDown,
    best_under: Callable[..., LayDown | None],
) -> list[str] | None:
    """Return the open points that every lay-down needs that leaves as few points as the best; None if not known.

    `others` has the law by the other reading of each open point, and `both` that by all of them; `used` are the open
    points that the best lay-down needs. If every lay-down needs one or another, all are returned.
    """

    def without(law: Law) -> bool | None:
        """Return whether a lay-down leaves as few points under this law; None if the search was stopped."""
        with suppress(Spent):
            return best_under(law, ceiling=best.points + 1) is not None
        return None

    if not used:
        return [] if best.at_least is None else None
    if (known := without(both)) is not False:
        return [] if known and best.at_least is None else None
    return [point for point, law in others.items() if point in used and without(law) is False] or [*others]
