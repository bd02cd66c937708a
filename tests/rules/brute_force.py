"""Brute-force solvers: slow, easy to verify, and compared with the fast ones."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, pairwise

from companion.rules.cards import JOKER, RANKS, SUITS, Card


def is_meld(
    cards: Sequence[Card], ladder: Sequence[str], wild: frozenset[str], sizes: tuple[int, int] = (3, 3)
) -> bool:
    """True if the cards, in any order, are a group or a run of its least size or more."""
    naturals = [card for card in cards if card.rank not in wild]
    if len({card.rank for card in naturals}) <= 1 and len(cards) >= sizes[0]:
        return True
    if len({card.suit for card in naturals}) > 1 or len(cards) < sizes[1]:
        return False
    ranks = [card.rank for card in naturals]
    windows = (ladder[low : low + len(cards)] for low in range(len(ladder) - len(cards) + 1))
    return any(all(ranks.count(rank) <= window.count(rank) for rank in ranks) for window in windows)


def least_points(
    hand: Sequence[Card],
    ladder: Sequence[str],
    wild: frozenset[str],
    price: Callable[[Card], int],
    sizes: tuple[int, int] = (3, 3),
) -> int:
    """Return the fewest points left over, by trying every way to split the hand."""
    legal = {
        sum(1 << place for place in places)
        for size in range(min(sizes), len(hand) + 1)
        for places in combinations(range(len(hand)), size)
        if is_meld([hand[place] for place in places], ladder, wild, sizes)
    }

    @cache
    def least(cards: int) -> int:
        if not cards:
            return 0
        first = cards & -cards
        left = price(hand[first.bit_length() - 1]) + least(cards - first)
        return min([left, *(least(cards - meld) for meld in parts(cards) if meld in legal)])

    return least((1 << len(hand)) - 1)


def parts(cards: int) -> Iterator[int]:
    """Yield the subsets, as bits, that contain the lowest card."""
    first = cards & -cards
    rest = part = cards - first
    while part:
        yield part | first
        part = (part - 1) & rest


LADDER = (*RANKS, "A")
Four = tuple[int, tuple[Card, ...]]  # index of its lowest card on the ladder, and its cards from the lowest


def is_three(cards: Sequence[Card]) -> bool:
    """True if the cards are a three: one rank, two naturals or more, any jokers."""
    naturals = [card for card in cards if card != JOKER]
    return len(cards) >= 3 and len(naturals) >= 2 and len({card.rank for card in naturals}) == 1


def is_four(cards: Sequence[Card], naturals: int) -> bool:
    """True if the cards, in this order from the lowest, are a four."""
    real = [card for card in cards if card != JOKER]
    apart = (JOKER, JOKER) not in pairwise(cards)
    one_suit = len({card.suit for card in real}) == 1
    return len(cards) >= 4 and apart and one_suit and len(real) >= naturals and bool(as_four(cards))


def as_four(cards: Sequence[Card]) -> Four | None:
    """Return the ladder position and cards of a four given in ascending or descending order."""
    for given in (tuple(cards), tuple(reversed(cards))):
        for low in range(15 - len(given)):
            if all(card.rank in (rank, "JK") for card, rank in zip(given, LADDER[low:], strict=False)):
                return low, given
    return None


def can_be_four(cards: Sequence[Card], naturals: int) -> bool:
    """True if the cards can be put in an order that is a four."""
    real = [card for card in cards if card != JOKER]
    if len({card.suit for card in real}) != 1:
        return False
    for low in range(15 - len(cards)):
        for ace_at_top in (False, True):
            rest, lying = [card.rank for card in real], []
            for rank in LADDER[low : low + len(cards)]:
                wanted = rank in rest and not (ace_at_top and rank == "A" and low == 0 and not lying)
                lying.append(Card(rest.pop(rest.index(rank)), real[0].suit) if wanted else JOKER)
            if not rest and len(lying) == len(cards) and is_four(lying, naturals):
                return True
    return False


def tracked(four: Four, card: Card, strictly: bool = False, both_ends: bool = False) -> Iterator[Four]:
    """Yield the results of adding one card to a four on the table, or of replacing a joker with it.

    strictly: nothing is added below a joker, because the sources do not say whether a joker that stands for the ace
    turns a four downwards.
    both_ends: a four grows at either end, and a joker moves to either.
    """
    low, cards = four
    high = low + len(cards) - 1
    suit = next(other.suit for other in cards if other != JOKER)

    def grown(cards: tuple[Card, ...], card: Card) -> Iterator[Four]:
        if high < 13 and card in (Card(LADDER[high + 1], suit), JOKER) and (card, cards[-1]) != (JOKER, JOKER):
            yield low, (*cards, card)
        if (
            (high == 13 or both_ends)
            and low > 0
            and not (strictly and cards[-1] == JOKER)
            and card in (Card(LADDER[low - 1], suit), JOKER)
            and (card, cards[0]) != (JOKER, JOKER)
        ):
            yield low - 1, (card, *cards)

    yield from grown(cards, card)
    for place, other in enumerate(cards):
        if other == JOKER and card == Card(LADDER[low + place], suit):
            yield from grown((*cards[:place], card, *cards[place + 1 :]), JOKER)


def fewest_left(
    hand: Sequence[Card],
    groups: int,
    runs: int,
    naturals: int,
    price: Callable[[Card], int],
    table: Sequence[Sequence[Card]],
    strictly: bool = False,
    both_ends: bool = False,
) -> int | None:
    """Return the fewest points left after a lay-down with tracking on, by trying everything; None if impossible.

    strictly: every open point is read the other way, so the contract is laid down and no more.
    """
    threes = {next(card.rank for card in meld if card != JOKER) for meld in table if is_three(meld)}
    fours = tuple(four for meld in table if not is_three(meld) and (four := as_four(meld)))
    melds = []
    for places in chain.from_iterable(combinations(range(len(hand)), size) for size in range(3, len(hand) + 1)):
        cards = [hand[place] for place in places]
        if is_three(cards) or can_be_four(cards, naturals):
            kind = next(card.rank if is_three(cards) else card.suit for card in cards if card != JOKER)
            melds.append((sum(1 << place for place in places), kind))

    def lay(rest: int, first: int, kinds: tuple[str, ...]) -> Iterator[int]:
        threes, made = sum(kind in RANKS for kind in kinds), sum(kind in SUITS for kind in kinds)
        if threes >= groups and made >= runs and not (strictly and (threes, made) != (groups, runs)):
            yield rest
        for index in range(first, len(melds)):
            meld, kind = melds[index]
            if meld & rest == meld and kind not in kinds:
                yield from lay(rest - meld, index + 1, (*kinds, kind))

    @cache
    def add(rest: int, fours: tuple[Four, ...]) -> int:
        left = [place for place in range(len(hand)) if rest >> place & 1]
        results = [sum(price(hand[place]) for place in left)]
        for place in left:
            if threes and (hand[place] == JOKER or hand[place].rank in threes):
                results.append(add(rest - (1 << place), fours))
            for number, four in enumerate(fours):
                for longer in tracked(four, hand[place], strictly, both_ends):
                    results.append(add(rest - (1 << place), (*fours[:number], longer, *fours[number + 1 :])))
        return min(results)

    return min((add(rest, fours) for rest in set(lay((1 << len(hand)) - 1, 0, ()))), default=None)
