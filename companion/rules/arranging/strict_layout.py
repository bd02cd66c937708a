"""Best arrangement that rests on no open point, so that it is valid under every reading.

No wild card lies in a run as itself, and no meld is of wild cards alone. The search is incomplete: it may miss one.
"""

from collections.abc import Iterator, Sequence

from companion.rules.arrangement import Arrangement
from companion.rules.arranging.best_arrangement import Layout, joined_runs
from companion.rules.arranging.groups import Price
from companion.rules.arranging.strict_runs import halves, strict_search
from companion.rules.arranging.suit_runs import Run, Sizes
from companion.rules.cards import Card

SuitedRun = tuple[str, Run]


def strict_arrangement(
    hand: Sequence[Card], ladder: tuple[str, ...], wild: frozenset[str], price: Price, sizes: Sizes = Sizes()
) -> Arrangement:
    """Return an arrangement in which no wild card is itself or lies with wild cards alone, as far as one is found."""
    search, _ = strict_search(hand, ladder, wild, price, sizes)
    crossed = [place for place, rank in enumerate(ladder) if rank in wild]
    layout, groups = StrictLayout(hand, ladder, wild), search.best.groups
    runs = joined_runs(search.runs())
    spare = search.wilds - sum(run.length - len(run.naturals) for _, run in runs)
    if spare and not groups and all(len(run.naturals) > 1 for _, run in runs):
        runs = widened(runs, spare, len(ladder), crossed, sizes.run)
    for suit, run in runs:
        layout.lay_run(suit, run)
    for group in groups:
        layout.lay_group(group)
    layout.join_spare_wilds()
    left = layout.left_over()
    melds = tuple([tuple(meld) for meld in layout.melds])
    return Arrangement(sum(price(hand[place]) for place in left), melds, left, layout.stands_for)


class StrictLayout(Layout):
    """Layout in which a wild card stands for itself only if no other wild is left."""

    def __init__(self, hand: Sequence[Card], ladder: Sequence[str], wild: frozenset[str]):
        super().__init__(hand, ladder, wild)
        self.wild = wild

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
