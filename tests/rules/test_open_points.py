"""Settled hands of groups and runs, compared with each other reading of an open point, solved by brute force."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import permutations
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.referee import answer
from companion.rules import clauses
from companion.rules.arranging import hand_questions
from companion.rules.cards import JOKER, Card
from companion.rules.deals import Deal
from companion.rules.game import Game
from tests.rules.brute_force import is_meld, parts

Cards = Sequence[Card]
Reading = Callable[[Cards], bool]  # predicate: the cards are a meld


def as_the_referee_reads(ladder: Sequence[str], wild: frozenset[str], cards: Cards) -> bool:
    """True for a group or a run, a wild card standing for any card including itself, or wild cards alone."""
    return is_meld(cards, ladder, wild)


def with_a_natural(ladder: Sequence[str], wild: frozenset[str], cards: Cards) -> bool:
    """True for the same, but not for wild cards alone."""
    return is_meld(cards, ladder, wild) and any(card.rank not in wild for card in cards)


def never_itself(ladder: Sequence[str], wild: frozenset[str], cards: Cards) -> bool:
    """True for the same, but not for a run in which a wild card stands for itself."""
    naturals = [card for card in cards if card.rank not in wild]
    if len(cards) < 3 or len({card.rank for card in naturals}) <= 1:
        return len(cards) >= 3
    if len({card.suit for card in naturals}) > 1:
        return False
    suit = [Card(rank, naturals[0].suit) for rank in ladder]
    runs = [suit[low : low + len(cards)] for low in range(len(suit) - len(cards) + 1)]
    return any(fits(wild, order, run) for order in permutations(cards) for run in runs)


def fits(wild: frozenset[str], order: Cards, run: Cards) -> bool:
    """True if the cards in that order are that run: naturals in their own places, wild cards never in theirs."""
    return all((card == own) != (card.rank in wild) for card, own in zip(order, run, strict=True))


# Open points of each game's sources; that wild cards alone are a meld is open in Five Crowns only.
READINGS = {
    "three-thirteen": (as_the_referee_reads, never_itself),
    "five-crowns": (as_the_referee_reads, never_itself, with_a_natural),
}
HOUSE = {"three-thirteen": {"packs": 2, "jokers": 1}, "five-crowns": {}}


def points_by(game: Game, deal: Deal, hand: Cards) -> list[int]:
    """Return the fewest points the hand leaves, under the referee's reading and under each other reading."""
    wild = deal.wild | {JOKER.rank}
    return [least(game, deal, hand, partial(reading, game.ladder, wild)) for reading in READINGS[game.id]]


def least(game: Game, deal: Deal, hand: Cards, reading: Reading) -> int:
    """Return the fewest points left over, by trying every way to split the hand."""
    is_one = cache(lambda places: reading([hand[place] for place in range(len(hand)) if places >> place & 1]))

    @cache
    def left(cards: int) -> int:
        if not cards:
            return 0
        first = cards & -cards
        cost = game.price(deal, hand[first.bit_length() - 1])
        return min([cost + left(cards - first), *(left(cards - part) for part in parts(cards) if is_one(part))])

    return left((1 << len(hand)) - 1)


def some_hands(random: Random, game: Game, deal: Deal, size: int) -> Iterator[list[Card]]:
    """Yield hands of few suits near the wild rank, where the reading often matters."""
    at = game.ladder.index(deal.label)
    ranks = game.ladder[max(at - 2, 0) : at + 3]
    for _ in range(30):
        suits = random.sample(game.pack.suits, random.choice((1, 1, 2)))
        cards = [card for card in game.pack.cards if card.rank in ranks and card.suit in suits]
        yield random.sample([*cards, *cards, *[JOKER] * random.randint(0, 2)] * 2, size)


def asked(ask: str, game: Game, deal: Deal, hand: Cards) -> dict[str, Any]:
    """Return the answer about a hand of that round."""
    cards = [str(card) for card in hand]
    return answer({"game": game.id, "ask": ask, "round": deal.number, "hand": cards, "house": HOUSE[game.id]})


@pytest.mark.parametrize("name", READINGS)
def test_an_arrangement_is_settled_exactly_where_every_reading_leaves_as_much(name: str) -> None:
    random, seen, game = Random(name), Counter[bool](), GAMES[name]
    for deal in game.deals[:4]:
        for hand in some_hands(random, game, deal, deal.cards):
            given = asked("best-arrangement", game, deal, hand)
            if "error" not in given:
                points, *others = points_by(game, deal, hand)
                assert given["points"] == points
                assert given["settled"] == all(other == points for other in others), hand
                again = asked("best-arrangement", game, deal, random.sample(hand, len(hand)))
                assert again["settled"] == given["settled"], hand
                seen[given["settled"]] += 1
    assert min(seen[True], seen[False]) > 3, seen


@pytest.mark.parametrize("name", READINGS)
def test_going_out_is_settled_exactly_where_it_is_possible_under_every_reading(name: str) -> None:
    random, seen, game = Random(name), Counter[bool](), GAMES[name]
    for deal in game.deals[:3]:
        for hand in some_hands(random, game, deal, deal.cards + 1):
            given = asked("go-out", game, deal, hand)
            if given.get("possible"):
                rests = [hand[:place] + hand[place + 1 :] for place in range(len(hand))]
                out = [not min(points) for points in zip(*(points_by(game, deal, rest) for rest in rests), strict=True)]
                assert given["settled"] == all(out), hand
                again = asked("go-out", game, deal, random.sample(hand, len(hand)))
                assert again["settled"] == given["settled"], hand
                seen[given["settled"]] += 1
    assert min(seen[True], seen[False]) > 0, seen


def test_open_points_of_going_out_are_told_in_the_order_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A set of them would come in another order in another process."""
    open_points = [clauses.WILD_CARDS_ALONE, clauses.WILD_AS_ITSELF, clauses.GUESSED_RANK]
    monkeypatch.setattr(hand_questions, "decisive", lambda *_, **__: open_points)
    game = GAMES["three-thirteen"]
    ruling = hand_questions.go_out(game, game.deal(1), tuple(map(game.pack.read, "5S 6S 7S KH".split())))
    assert ruling.rules[1:] == tuple(game.rulebook[clause] for clause in open_points)
