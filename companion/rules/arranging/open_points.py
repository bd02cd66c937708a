"""Open points of a whole hand: its arrangement if no wild card may stand for itself, and those its points depend on.

Then the place of the wild rank in a run needs a wild card of another suit. As wild cards are interchangeable, it is
enough that no more runs of a suit cross that place than there are such cards.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from companion.rules import clauses
from companion.rules.arranging.best_arrangement import Layout, fewest_points, has_no_meld, joined_runs
from companion.rules.arranging.game import GroupsAndRuns
from companion.rules.arranging.groups import GroupSearch, Price
from companion.rules.arranging.suit_runs import Costs, Run, SuitRuns
from companion.rules.cards import JOKER, Card
from companion.rules.deals import Arrangement, Deal
from companion.rules.melds.unordered_reading import Cards, is_wild, natural, without_wild_ranks
from companion.rules.search_state import BITS, lowest


class StrictSuitRuns(SuitRuns):
    """A suit in which only a limited number of runs may cross the places of the wild rank."""

    def __init__(self, prices: list[int], wilds: int, high: int, crossed: Sequence[int], crossings: int, size: int):
        super().__init__(prices, wilds, high, size=size)
        self.crossed, self.crossings = crossed, crossings
        self.strict_memo: dict[tuple[int, int], Costs] = {}

    def _costs(self, packed: int, crossings: int | None = None) -> Costs:
        crossings = self.crossings if crossings is None else crossings
        if not packed:
            return [0] * (self.wilds + 1)
        if (packed, crossings) in self.strict_memo:
            return self.strict_memo[packed, crossings]
        place = lowest(packed)
        best = [self.prices[place] + cost for cost in self._costs(packed - (1 << place * BITS), crossings)]
        for need, rest, end in self._runs_from(packed, place):
            crossing = self._crosses(place, end)
            if crossing <= crossings:
                for wilds, cost in enumerate(self._costs(rest, crossings - crossing)[: self.wilds + 1 - need], need):
                    best[wilds] = min(best[wilds], cost)
        self.strict_memo[packed, crossings] = best
        return best

    def _crosses(self, place: int, end: int) -> int:
        """Return 1 if a run between these naturals, however it is extended, crosses the wild rank; else 0."""
        if place == end:  # one natural and wilds can be a group instead
            return 0
        length = max(self.size, end - place + 1)
        lows = range(max(0, end - length + 1), min(place, self.top + 1 - length) + 1)
        return int(all(any(low <= place < low + length for place in self.crossed) for low in lows))


def strict_search(game: GroupsAndRuns, deal: Deal, hand: Sequence[Card], price: Price) -> GroupSearch:
    """Return the search if no wild card stands for itself: in each suit, only the other wilds can be in its place."""
    wilds = [card for card in hand if is_wild(deal, card)]
    own = Counter(card.suit for card in wilds if card != JOKER)

    def suit_runs(prices: list[int], count: int, high: int, suit: str, size: int) -> SuitRuns:
        return StrictSuitRuns(prices, count, high, wild_places(game, deal), len(wilds) - own[suit], size)

    return GroupSearch(hand, game.ladder, deal.wild, price, game.sizes, suit_runs)


def wild_places(game: GroupsAndRuns, deal: Deal) -> list[int]:
    """Return the places of the wild rank on the ladder."""
    return [place for place, rank in enumerate(game.ladder) if rank in deal.wild]


def strict_points(game: GroupsAndRuns, deal: Deal, hand: Sequence[Card]) -> int:
    """Return the fewest points left over if no wild card stands for itself."""
    price, search = partial(game.price, deal), partial(strict_by_positive_prices, game, deal)
    if min(map(price, hand), default=1) > 0:
        return search(hand, price)
    points, *_ = fewest_points(hand, price, lambda cards, fine: (search(cards, fine), None))
    return points


def strict_by_positive_prices(game: GroupsAndRuns, deal: Deal, hand: Sequence[Card], price: Price) -> int:
    """Return the points of `strict_points`; every price must be positive."""
    search = strict_search(game, deal, hand, price)
    if has_no_meld(search):
        return sum(map(price, hand))
    left_out = shut_out(search, len(game.ladder), wild_places(game, deal))
    return search.best.points + left_out * min((price(card) for card in hand if is_wild(deal, card)), default=0)


def shut_out(search: GroupSearch, top: int, crossed: Sequence[int]) -> int:
    """Return the number of wild cards without a place, when the ladder's ends and the wild rank limit every run."""
    runs = list(search.runs())
    spare = search.wilds - sum(group.need for group in search.best.groups)
    spare -= sum(run.length - len(run.naturals) for _, run in runs)
    if not 0 < spare < search.sizes.group or search.best.groups or any(len(run.naturals) == 1 for _, run in runs):
        return 0  # nothing is spare, wilds enough lie alone, or a group takes any number
    for suit, run in runs:
        across = sum(one == suit and passes(other, crossed) for one, other in runs)
        open_to = () if search.suits[suit].crossings > across or passes(run, crossed) else crossed
        spare -= room(run, top, open_to)
    for _, run in runs:
        # A run may be laid as two that overlap, with a spare wild card in each place of both.
        places = (taken for taken in range(spare, 0, -1) if any(halves(run, crossed, taken, search.sizes.run)))
        spare -= next(places, 0)
    return max(0, spare)


def halves(run: Run, crossed: Sequence[int], taken: int, size: int) -> Iterator[tuple[Run, Run]]:
    """Yield the ways to lay a run as two that overlap by `taken` places, each filled by a further wild card."""
    low, high = run.naturals[0], run.naturals[-1]
    for cut, first in product(range(low + 1, high + 1), range(taken + 1)):
        start, end = cut - taken + first, cut + first  # the places in both runs
        inside = low <= start and end <= high + 1 and not any(start <= place < end for place in crossed)
        if inside and min(end - low, high + 1 - start) >= size:
            lower = Run(low, end - low, tuple(place for place in run.naturals if place < cut))
            upper = Run(start, high + 1 - start, tuple(place for place in run.naturals if place >= cut))
            yield lower, upper


def passes(run: Run, crossed: Sequence[int]) -> bool:
    """Return whether a run has naturals on both sides of the wild rank."""
    return any(run.naturals[0] < place < run.naturals[-1] for place in crossed)


def room(run: Run, top: int, closed: Sequence[int]) -> int:
    """Return the number of places beside a run that a wild card may still take, up to the closed places."""
    low, high = run.naturals[0], run.naturals[-1]
    below = low - max([place + 1 for place in closed if place < low], default=0)
    above = min([place for place in closed if place > high], default=top) - high - 1
    return max(0, below + above - (run.length - (high - low + 1)))


SuitedRun = tuple[str, Run]


def strict_arrangement(game: GroupsAndRuns, deal: Deal, hand: Sequence[Card]) -> Arrangement:
    """Return an arrangement in which no wild card is itself or lies with wild cards alone, as far as one is found."""
    search = strict_search(game, deal, hand, lambda card: max(game.price(deal, card), 1))
    layout, groups = StrictLayout(hand, game.ladder, deal.wild), search.best.groups
    runs = joined_runs(search.runs())
    spare = search.wilds - sum(run.length - len(run.naturals) for _, run in runs)
    if spare and not groups and all(len(run.naturals) > 1 for _, run in runs):
        runs = widened(runs, spare, len(game.ladder), wild_places(game, deal), game.run.size)
    for suit, run in runs:
        layout.lay_run(suit, run)
    for group in groups:
        layout.lay_group(group)
    layout.join_spare_wilds()
    left = layout.left_over()
    melds = tuple([tuple(meld) for meld in layout.melds])
    return Arrangement(game.points(deal, [hand[place] for place in left]), melds, left, layout.stands_for)


class StrictLayout(Layout):
    """Layout in which a wild card stands for itself only if no other wild is left."""

    def join_spare_wilds(self) -> None:
        """Add the spare wilds to naturals of one rank; without these they are left over."""
        for meld in self.melds:
            ranks = {self.hand[place].rank for place in meld if place not in self.stands_for}
            if len(ranks) == 1:
                like = next(self.hand[place] for place in meld if place not in self.stands_for)
                self._join_group(meld, like, len(self.wilds))

    def _take_wild(self, card: Card) -> int:
        """Take a wild to stand for a card: not the card itself; in the place of the wild rank, one of another suit."""
        other_suit = card.rank in self.wild

        def suits(place: int) -> tuple[bool, bool]:
            wild = self.hand[place]
            return wild != card, (wild.suit != card.suit) == other_suit

        place = max(self.wilds, key=suits)
        self.wilds.remove(place)
        return place


def widened(runs: Sequence[SuitedRun], spare: int, top: int, crossed: Sequence[int], size: int) -> list[SuitedRun]:
    """Return the runs, one of them with the spare wilds if it has room, without covering a place of the wild rank."""
    for index in reversed(range(len(runs))):
        suit, run = runs[index]
        for wider in spread(run, spare, top, crossed, size):
            return [*runs[:index], *((suit, part) for part in wider), *runs[index + 1 :]]
    return list(runs)


def spread(run: Run, spare: int, top: int, crossed: Sequence[int], size: int) -> Iterator[tuple[Run, ...]]:
    """Yield the ways to lay a run with this number of further wilds: wider, or as two that overlap."""
    low, high = run.naturals[0], run.naturals[-1]
    length = run.length + spare
    for start in range(min(low, top - length), max(high - length, -1), -1):
        if not any(place in crossed for place in range(start, start + length) if not low < place < high):
            yield (Run(start, length, run.naturals),)
    yield from halves(run, crossed, spare, size)


def decisive(game: GroupsAndRuns, deal: Deal, hand: Cards, points: int) -> list[str]:
    """Return the clauses of the open points without which every arrangement of this hand leaves more than its best."""
    suited = any(card.rank in deal.wild for card in hand)
    needed = {
        # wild cards enough make a meld with a natural card, and all other wild cards fit into it
        clauses.WILD_CARDS_ALONE: len(hand) >= game.group.size and not natural(deal, hand),
        clauses.WILD_AS_ITSELF: suited and strict_points(game, deal, hand) != points,
        clauses.GUESSED_RANK: deal.guessed and game.arrange(without_wild_ranks(deal), hand).points != points,
    }
    return [clause for clause, counts in needed.items() if counts]
