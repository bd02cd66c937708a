"""Seeded hands: ordinary deals, nasty hands that ordinary deals hardly ever bring, and hands at tables of Kalooki."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from companion.rules.cards import JOKER, RANKS, SUITS, Card, Pack


def deals(random: Random, pack: Pack, sizes: range) -> Iterator[list[Card]]:
    """Yield ordinary deals from the pack without end."""
    cards = [*pack.cards * (pack.copies or 1), *[JOKER] * (pack.jokers or 0)]
    while True:
        yield random.sample(cards, random.choice(sizes))


def nasty(random: Random, pack: Pack, sizes: range, wild: frozenset[str]) -> Iterator[list[Card]]:
    """Yield without end hands with few ranks, few suits, many wilds, exact duplicates, holed runs or grids."""
    cards = [*pack.cards * (pack.copies or 1), *[JOKER] * (pack.jokers or 0)]
    while True:
        low = random.randrange(len(pack.ranks))
        ranks = [pack.ranks[(low + step) % len(pack.ranks)] for step in range(random.randint(2, 7))]
        suits = random.sample(pack.suits, random.randint(1, len(pack.suits)))
        kept = [card for card in cards if card.rank in ranks and card.suit in suits]
        others = [card for card in cards if not (card.rank in ranks and card.suit in suits)]
        wilds = [card for card in others if card.rank in wild]
        random.shuffle(kept)
        size = random.choice(sizes)
        hand = kept[: size - random.randint(0, 2)]
        hand += random.sample(wilds, min(len(wilds), random.choice((0, 0, 1, 1, 2, 3))))
        strangers = random.sample(others, min(len(others), 3 * size))
        hand = (hand + [card for card in strangers if card.rank not in wild])[:size]
        random.shuffle(hand)
        yield hand


def a_table(random: Random, stock: Counter[Card]) -> list[list[Card]]:
    """Take one to six fours of four to seven cards from the stock, with a joker here and there."""
    table: list[list[Card]] = []
    for _ in range(random.randint(1, 6)):
        size, suit = random.choice((4, 4, 4, 5, 6, 7)), random.choice(SUITS)
        low = random.randint(0, 14 - size)
        meld: list[Card] = []
        for rank in (*RANKS, "A")[low : low + size]:
            joker = random.random() < 0.15 and meld[-1:] != [JOKER]
            meld.append(JOKER if joker else Card(rank, suit))
        if all(stock[card] >= count for card, count in Counter(meld).items()):
            stock.subtract(meld)
            table.append(meld)
    return table


def hands_at_tables(random: Random) -> Iterator[tuple[list[Card], tuple[int, int], list[list[Card]]]]:
    """Yield hands drawn from the cards left by a few fours on the table, with a contract that many of them meet."""
    while True:
        packs, jokers = random.choice(((1, 4), (2, 4), (3, 6), (4, 10)))
        stock = Counter({**dict.fromkeys(Pack().cards, packs), JOKER: jokers})
        table = a_table(random, stock)
        hand = random.sample([*stock.elements()], random.randint(8, 25))
        yield hand, random.choice(((0, 0), (0, 0), (1, 0), (0, 1), (1, 1), (2, 0))), table
