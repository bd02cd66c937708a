"""Seeded hands: ordinary deals, and nasty hands that ordinary deals hardly ever bring."""

from collections.abc import Iterator
from random import Random

from companion.rules.cards import JOKER, Card, Pack


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


# The slowest lay-downs of those bred to be slow for this solver and for earlier ones: the hand, the contract, and the
# melds on the table, two to four of them fours of one suit.
AGAINST_FOURS = [
    (
        "JK JK AC 5C 10C 7C 8C KC 4C 2C 5C 9D 4S QC 9C 4C AD AS 6C 10S JC 2C JK 3C JK",
        (1, 1),
        ["JK 6C JK 8C", "9C JK JC JK"],
    ),
    (
        "4H 6H AH 5H JK 3H 2H 10H 5H JH JH QH 7H JH JK JK 8H 9H JK 9H JK 8H KH 4C 2H",
        (1, 1),
        ["10H JK QH JK AH", "8H 9H JK JH"],
    ),
    (
        "AH AH KH 3H 8H JK 2H 3H JK JH JH KH 6H QH 9H QS 4H JK 2H 7C 7H 6H JK 10H 4H",
        (1, 0),
        ["7H JK 9H 10H", "JK 3H JK 5H 6H"],
    ),
    (
        "9S 2S 7S JS 10S 10S 3S 8S 7S 6S AS QS 5S 2S AS 4S 6S KS QS 9H KD JK JK JK JK",
        (0, 0),
        ["4S 5S 6S 7S", "9S 10S JS QS", "AS 2S 3S 4S"],
    ),
    (
        "10S 5S 7S 4S 9S AS KS 4S KS JS QS JS 8S 2S 5S QS AS 6S 3S 9H KD JK JK JK JK",
        (0, 0),
        ["5S 6S 7S 8S", "9S 10S JS QS", "AS 2S 3S 4S"],
    ),
    (
        "JK 8S 10S QS 7S 9S AS 3S 6S 10H 9S JS 5S 4S 5S AS KS 7S JH 4S 9H KS 8S JS JK",
        (3, 1),
        ["2S JK 4S JK", "JK 10S JK QS"],
    ),
    (
        "JS 5S 4S 9S JK 2S QS 7S 10S 8S 10S AS 4S 9S QS 3S 6S 8S 9S QC 10C AS JK KS 9C",
        (0, 2),
        ["JK 4S 5S 6S 7S JK", "JK 10S JK QS KS", "AS 2S JK 4S 5S JK"],
    ),
    (
        "JK 7S 10H 5H 10H JK AH 10C 8H 7H JK JH 3H 9H QH 4H 2C 8S JC 6H 6S KH JD 8C KC",
        (0, 2),
        ["JK 4H JK 6H JK", "10C JC JK KC AC", "2H JK 4H 5H JK 7H 8H"],
    ),
    (
        "JK JD 4C 8C QC AC KC 9C AC JC JC KC QC 10C QD 3C AD KH 2D 7C 10H JC 9D 5C 7D",
        (0, 2),
        [
            "4C JK 6C 7C 8C 9C 10C",
            "JK 4C 5C 6C JK",
            "6C 7C JK 9C",
            "JK 5C 6C 7C 8C JK 10C",
            "8H 9H 10H JH QH KH",
            "JK 8D JK 10D JK",
        ],
    ),
    (
        "JK JK 7D 7H AH 4H JK 9H 6H 3H QH 2H KH 5C 10H 2H 8H 3H 5D 10H JH 3D 10H 2D JH",
        (0, 2),
        ["2H JK 4H 5H 6H", "3H JK 5H 6H", "3H JK 5H 6H 7H 8H JK"],
    ),
    (
        "JK JK KD 7D 3D 8S 9D 4D 5D 2D 8H JD 8D 4D 6D 5H 7D 9S QC 6S AC KS 9D JS 7S",
        (0, 1),
        ["JK 2D JK 4D 5D", "JK 3D JK 5D JK", "JK 5D 6D JK 8D JK 10D"],
    ),
    (
        "JK 4C 10H 5H AH 2D 7H 3D JK 9H 10H 9H 3H QH KH 5H 8H JH QH 3H 4D 9D 6C JD AH",
        (1, 0),
        ["2H JK 4H 5H 6H", "JK 8H JK 10H", "3H JK 5H 6H 7H JK", "JK 6H 7H 8H"],
    ),
    (
        "JK JK JK 4C 6S 9H 3S QC AS 8S 10S JH AS 8S KS 4S 7S QS 6C 8C KC KS 8D 3D 9D",
        (0, 2),
        ["8S 9S 10S JK", "AS 2S JK 4S JK 6S", "9S JK JS QS", "2S 3S JK 5S", "JK 10C JC QC JK"],
    ),
    (
        "JK JK 10D 8S KD 9C 9H 10C JD 9D AD 7D 6D 8D 4D 8D 9D JD JD 2D 5D QD AS 10H 3D",
        (0, 2),
        ["JK 5D 6D JK", "JK 3D JK 5D", "AD JK 3D 4D", "8S 9S 10S JK QS"],
    ),
]

# The slowest lay-down of all: seven melds, five of them fours of the suit that fills the hand.
SLOWEST = (
    "JK JK 6D 5D JD QD 10D AD QD 5H 8D AD 2D KD 6D 4D 9D 2D JD 7D 10D 3H 6D 8H 6H",
    (0, 0),
    [
        "4D 5D 6D JK 8D",
        "JK 7D 8D 9D",
        "JK 2D 3D 4D",
        "7D 8D 9D JK",
        "JK 9D 10D JD JK KD",
        "JK 5S 6S 7S",
        "9S 10S JS JK",
    ],
)
