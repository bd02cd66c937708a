"""Seeded hands: ordinary deals, and nasty ones that ordinary deals hardly ever bring."""

from collections.abc import Iterator
from random import Random

from companion.rules.cards import JOKER, Card, Pack


def deals(random: Random, pack: Pack, sizes: range) -> Iterator[list[Card]]:
    """Ordinary deals from the pack, for ever."""
    cards = [*pack.cards * (pack.copies or 1), *[JOKER] * (pack.jokers or 0)]
    while True:
        yield random.sample(cards, random.choice(sizes))


def nasty(random: Random, pack: Pack, sizes: range, wild: frozenset[str]) -> Iterator[list[Card]]:
    """Hands with few ranks, few suits, many wilds, exact duplicates, long runs with holes or grids, for ever."""
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
