"""Brute force for the best lay-down under any law of a contract rummy: slow, easy to verify."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise

from companion.rules.cards import RANKS, Card
from companion.rules.contracts.search import Law

LADDER = (*RANKS, "A")
Meld = tuple[int, tuple[int, ...]]  # index of its lowest card on the ladder, -1 for a group; positions in the hand
Lying = tuple[int, Sequence[Card]]  # a meld on the table: index of its lowest card, and its cards


class Table:
    """One hand under one law, with the melds that it can lay and add to, and those on the table."""

    def __init__(self, hand: Sequence[Card], law: Law, price: Callable[[Card], int], table: Sequence[Lying] = ()):
        self.hand, self.law, self.price = [*hand], law, price
        self.own, self.on_table = len(hand), list[Meld]()
        for low, cards in table:
            self.on_table.append((low, tuple(range(len(self.hand), len(self.hand) + len(cards)))))
            self.hand += cards
        self.add = cache(self._add)
        self.runs = cache(lambda places: sorted({*self._runs(places)}))

    def is_wild(self, place: int) -> bool:
        return self.hand[place].rank in self.law.wild_ranks

    def balanced(self, places: Sequence[int], least: int) -> bool:
        """True if there are enough naturals, also beside the wilds."""
        naturals = sum(not self.is_wild(place) for place in places)
        return naturals >= least and not (self.law.half_natural and 2 * naturals < len(places))

    def is_group(self, places: Sequence[int]) -> bool:
        ranks = {self.hand[place].rank for place in places if not self.is_wild(place)}
        return len(ranks) == 1 and self.balanced(places, self.law.group_naturals)

    def is_run(self, low: int, places: Sequence[int]) -> bool:
        """True if the cards, from this place of the ladder upwards, are a run of any length."""
        if low < 0 or low + len(places) > len(LADDER) or not self.balanced(places, self.law.run_naturals):
            return False
        if self.law.wilds_apart and any(self.is_wild(a) and self.is_wild(b) for a, b in pairwise(places)):
            return False
        naturals = [(at, self.hand[place]) for at, place in enumerate(places) if not self.is_wild(place)]
        return len({card.suit for _, card in naturals}) == 1 and all(
            card.rank == LADDER[low + at] for at, card in naturals
        )

    def suit(self, places: Sequence[int]) -> str:
        return next(self.hand[place].suit for place in places if not self.is_wild(place))

    def rank(self, places: Sequence[int]) -> str:
        return next(self.hand[place].rank for place in places if not self.is_wild(place))

    def groups(self, places: tuple[int, ...]) -> list[Meld]:
        """Return the group that these cards are, if they are one."""
        return [(-1, places)] if self.is_group(places) else []

    def _runs(self, places: Sequence[int]) -> Iterator[Meld]:
        """Yield the runs that these cards can be laid as: wilds keep their order, which is all one."""
        naturals = [place for place in places if not self.is_wild(place)]
        wilds = [place for place in places if self.is_wild(place)]
        ranked = sorted(naturals, key=lambda place: RANKS.index(self.hand[place].rank))
        if len({self.hand[place].suit for place in naturals}) != 1:
            return
        for low in range(len(LADDER) - len(places) + 1):
            for at in combinations(range(len(places)), len(naturals)):
                for lying in (ranked, ranked[1:] + ranked[:1]):  # an ace lies below all others, or above
                    real, false = iter(lying), iter(wilds)
                    row = tuple(next(real) if number in at else next(false) for number in range(len(places)))
                    if self.is_run(low, row):
                        yield low, row

    def contracts(self, rest: tuple[int, ...], melds: tuple[Meld, ...], kinds: Sequence[str]) -> Iterator:
        """Yield the cards left and the melds of every way to lay melds of these kinds."""
        if not kinds:
            yield rest, melds
            return
        size = int(kinds[0][1:])
        for count in range(size, len(rest) + 1):
            for places in combinations(rest, count):
                left = tuple(place for place in rest if place not in places)
                for meld in self.groups(places) if kinds[0][0] == "G" else self.runs(places):
                    yield from self.contracts(left, (*melds, meld), kinds[1:])

    def alike(self, melds: Sequence[Meld]) -> bool:
        """True if the law forbids two of these melds beside each other."""
        if self.law.alike == "any":
            return False
        ranks = [self.rank(places) for low, places in melds if low < 0]
        runs = [(self.suit(places), low, low + len(places)) for low, places in melds if low >= 0]
        if len({*ranks}) < len(ranks) and not self.law.second_groups:
            return True
        if self.law.alike == "none":
            return len({suit for suit, *_ in runs}) < len(runs)
        return any(suit == other and high == low for suit, _, high in runs for other, low, _ in runs)

    def _add(self, rest: tuple[int, ...], melds: tuple[Meld, ...]) -> float:
        """Return the fewest points left after laying off any of these cards, or none."""
        results = [float("inf") if self.law.keeps_one and not rest else sum(self.price(self.hand[at]) for at in rest)]
        for place in rest:
            left = tuple(other for other in rest if other != place)
            for number, meld in enumerate(melds):
                for back, longer in self.longer(meld, place):
                    after = (*melds[:number], longer, *melds[number + 1 :])
                    results.append(self.add(tuple(sorted((*left, *back))), after))
        return min(results)

    def longer(self, meld: Meld, place: int) -> Iterator[tuple[tuple[int, ...], Meld]]:
        """Yield what comes back into the hand, and the meld, after this card is added or takes a wild's place."""
        low, places = meld
        if low < 0:
            if self.is_group((*places, place)):
                yield (), (-1, tuple(sorted((*places, place))))
            return
        top, ends = low + len(places) - 1, {"top", "bottom"}
        if not self.law.both_ends:
            ends = {"bottom"} if top == len(LADDER) - 1 else {"top"}
            if not self.law.below_wilds and self.is_wild(places[-1]):
                ends -= {"bottom"}
        grown = [(low, (*places, place))] * ("top" in ends) + [(low - 1, (place, *places))] * ("bottom" in ends)
        for at, wild in enumerate(places):
            changed = (*places[:at], place, *places[at + 1 :])
            if self.is_wild(wild) and not self.is_wild(place) and self.is_run(low, changed):
                if self.law.moves == "hand":
                    yield (wild,), (low, changed)
                if self.law.moves in ("end", "up"):
                    below = self.law.moves == "end" or top == len(LADDER) - 1
                    if below and not (
                        not self.law.both_ends and not self.law.below_wilds and self.is_wild(changed[-1])
                    ):
                        grown.append((low - 1, (wild, *changed)))
                    grown.append((low, (*changed, wild)))
        for each in grown:
            if self.is_run(*each):
                yield (), each

    def fewest(self) -> float | None:
        """Return the fewest points left, None if the contract cannot be met."""
        law = self.law
        kinds = [*(f"G{size}" for size in law.groups), *(f"R{size}" for size in law.runs)]
        extra = [()]
        if law.further:
            group, run = f"G{law.further[0]}", f"R{law.further[1]}"
            extra = [
                (*[group] * groups, *[run] * runs)
                for groups in range(self.own // law.further[0] + 1)
                for runs in range(self.own // law.further[1] + 1)
            ]
        results = set()
        for more in extra:
            for rest, melds in self.contracts(tuple(range(self.own)), (), [*kinds, *more]):
                if not self.alike(melds):
                    if law.every_card:
                        results.add(0 if not rest else float("inf"))
                    elif law.lays_off:
                        results.add(self.add(rest, (*sorted(melds), *self.on_table)))
                    elif rest or not law.keeps_one:
                        results.add(sum(self.price(self.hand[place]) for place in rest))
        best = min(results, default=float("inf"))
        return None if best == float("inf") else best


def fewest_left(
    hand: Sequence[Card], law: Law, price: Callable[[Card], int], table: Sequence[Lying] = ()
) -> float | None:
    """Return the fewest points left after a lay-down and laying off on any meld, by trying everything."""
    return Table(hand, law, price, table).fewest()
