"""Best arrangement of a hand: groups and runs with wild cards that leave the fewest points.

Wilds are a budget: a group takes as many as it is short of its least size; a run takes one for each gap, then more at
its ends up to its least size. `groups` searches for the cards that lie in groups; `suit_runs` gives, for the remaining
cards of each suit, the points that its best runs leave over.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TypeVar

from companion.rules.arranging.groups import Group, GroupSearch, Price
from companion.rules.arranging.suit_runs import Run, Sizes
from companion.rules.cards import JOKER, SUITS, Card
from companion.rules.deals import Arrangement
from companion.rules.negative_prices import points_below_zero, usable

Found = TypeVar("Found")
PARTS = 32  # of a point; more than the cards of any hand


def best_arrangement(
    hand: Sequence[Card], ladder: tuple[str, ...], wild: frozenset[str], price: Price, sizes: Sizes = Sizes()
) -> Arrangement:
    """Return the arrangement that leaves the fewest points, and of several one that leaves few cards of 0 points."""
    if min(map(price, hand), default=1) > 0:
        return by_positive_prices(hand, ladder, wild, price, sizes)

    def arrange(cards: Sequence[Card], price: Price) -> tuple[int, Arrangement]:
        best = by_positive_prices(cards, ladder, wild, price, sizes)
        return best.points, best

    points, places, best = fewest_points(hand, price, arrange)
    held_back = {*range(len(hand))} - {*places}
    return Arrangement(
        points,
        tuple(tuple(places[at] for at in meld) for meld in best.melds),
        tuple(sorted([*held_back, *(places[at] for at in best.left)])),
        {places[at]: card for at, card in best.stands_for.items()},
    )


def fewest_points(
    hand: Sequence[Card], price: Price, solve: Callable[[Sequence[Card], Price], tuple[int, Found]]
) -> tuple[int, tuple[int, ...], Found]:
    """Return the fewest points of a hand with prices from below 0, the positions of the cards used, and their solution.

    `solve` returns the fewest points and a solution; it is given positive prices, in parts of a point.
    """

    def price_in_parts(card: Card) -> int:
        """Return the price in parts of a point: at least 0, and one part more for each card left."""
        return max(price(card), 0) * PARTS + 1

    below = points_below_zero(hand, price)
    floor = solve(hand, price_in_parts)[0] // PARTS
    best: tuple[int, tuple[int, ...], Found] | None = None
    for given_up, places in usable(hand, price):
        if best and below + given_up + floor >= best[0]:
            break
        parts, found = solve([hand[place] for place in places], price_in_parts)
        points = below + given_up + parts // PARTS
        best = (points, places, found) if not best or points < best[0] else best
    assert best  # the cards from 0 upwards alone come first
    return best


def by_positive_prices(
    hand: Sequence[Card], ladder: tuple[str, ...], wild: frozenset[str], price: Price, sizes: Sizes
) -> Arrangement:
    """Return the arrangement that leaves the fewest points; every price must be positive."""
    search = GroupSearch(hand, ladder, wild, price, sizes)
    if has_no_meld(search):
        return Arrangement(sum(map(price, hand)), (), tuple(range(len(hand))))
    layout = Layout(hand, ladder, wild, sizes)
    for group in search.best.groups:
        layout.lay_group(group)
    for suit, run in joined_runs(layout.widen_last(search.runs())):
        layout.lay_run(suit, run)
    layout.lay_spare_wilds(bool(search.best.groups))
    melds = tuple([tuple(meld) for meld in layout.melds])
    return Arrangement(search.best.points, melds, layout.left_over(), layout.stands_for)


def discards_going_out(
    hand: Sequence[Card], ladder: tuple[str, ...], wild: frozenset[str], sizes: Sizes = Sizes()
) -> tuple[int, ...]:
    """Return the positions of the cards whose discard leaves all the other cards arranged."""
    if cards_left(hand, ladder, wild, sizes) > 1:
        return ()
    clears: dict[Card, bool] = {}
    for place, card in enumerate(hand):
        if card not in clears:
            rest = (*hand[:place], *hand[place + 1 :])
            clears[card] = not cards_left(rest, ladder, wild, sizes)
    return tuple(place for place, card in enumerate(hand) if clears[card])


def cards_left(hand: Sequence[Card], ladder: tuple[str, ...], wild: frozenset[str], sizes: Sizes) -> int:
    """Return the fewest cards left over, whatever they cost."""
    return by_positive_prices(hand, ladder, wild, lambda card: 1, sizes).points


def has_no_meld(search: GroupSearch) -> bool:
    """Return whether nothing can be melded; enough wilds make a group alone."""
    return search.best.points == search.points and search.wilds < search.sizes.group


def joined_runs(runs: Iterable[tuple[str, Run]]) -> list[tuple[str, Run]]:
    """Return the runs, the lowest of each suit first, with adjacent ones joined."""
    made: list[tuple[str, Run]] = []
    for suit, run in runs:
        for index, (other, lower) in enumerate(made):
            if other == suit and lower.low + lower.length == run.low:
                made[index] = suit, Run(lower.low, lower.length + run.length, lower.naturals + run.naturals)
                break
        else:
            made.append((suit, run))
    return made


class Layout:
    """Builder of an arrangement: lays a hand out in melds, groups first."""

    def __init__(self, hand: Sequence[Card], ladder: Sequence[str], wild: frozenset[str], sizes: Sizes = Sizes()):
        self.hand, self.ladder, self.wild, self.sizes = hand, ladder, wild, sizes
        self.melds: list[list[int]] = []
        self.stands_for: dict[int, Card] = {}
        self.wilds: list[int] = []
        self.naturals: dict[Card, list[int]] = defaultdict(list)
        for place, card in enumerate(hand):
            (self.wilds if card.rank in wild or card == JOKER else self.naturals[card]).append(place)

    def lay_group(self, group: Group) -> None:
        """Lay a group with the wilds it needs."""
        meld = [self.naturals[cards.card].pop() for cards, count in group.taken for _ in range(count)]
        self.melds.append(meld)
        self._join_group(meld, self.hand[meld[0]], group.need)

    def widen_last(self, runs: list[tuple[str, Run]]) -> list[tuple[str, Run]]:
        """Return the runs; the last gets the spare wilds that are too few for a group and have no other meld."""
        if self.melds or not runs:
            return runs
        spare = len(self.wilds) - sum(run.length - len(run.naturals) for _, run in runs)
        if spare < self.sizes.group:
            suit, run = runs[-1]
            length = run.length + spare
            runs[-1] = suit, Run(min(run.low, len(self.ladder) - length), length, run.naturals)
        return runs

    def lay_run(self, suit: str, run: Run) -> None:
        """Lay a run, with wilds in the places where it has no natural."""
        meld = []
        for place in range(run.low, run.low + run.length):
            card = Card(self.ladder[place], suit)
            if place in run.naturals:
                meld.append(self.naturals[card].pop())
            else:
                meld.append(self._take_wild(card))
                self.stands_for[meld[-1]] = card
        self.melds.append(meld)

    def lay_spare_wilds(self, groups: bool) -> None:
        """Lay the spare wilds: in a group if there is one, else in a meld of wilds alone."""
        if self.wilds and groups:
            self._join_group(self.melds[0], self.hand[self.melds[0][0]], len(self.wilds))
        elif self.wilds:
            cards = [self.hand[place] for place in self.wilds if self.hand[place] != JOKER]
            self.melds.append([])
            self._join_group(self.melds[-1], cards[0] if cards else Card(self.ladder[0], SUITS[0]), len(self.wilds))

    def _join_group(self, meld: list[int], like: Card, wilds: int) -> None:
        """Add this number of wilds to a group of that card's rank; a wild with a suit keeps its suit."""
        for _ in range(wilds):
            place = self._take_wild(like)
            self.stands_for[place] = Card(like.rank, self.hand[place].suit or like.suit)
            meld.append(place)

    def _take_wild(self, card: Card) -> int:
        """Take the wild to stand for a card: the card itself, else a joker, else preferably a wild of another suit."""
        if len(self.wilds) == 1:
            return self.wilds.pop()

        def suits(place: int) -> tuple[bool, bool, bool]:
            wild = self.hand[place]
            return wild == card, wild == JOKER, wild.suit != card.suit

        place = max(self.wilds, key=suits)
        self.wilds.remove(place)
        return place

    def left_over(self) -> tuple[int, ...]:
        """Return the positions of the cards in no meld."""
        return tuple(sorted(chain(self.wilds, *self.naturals.values())))
