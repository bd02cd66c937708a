"""Search for expensive referee questions: random ones, and mutations of the worst.

Run by hand from the project's folder; the same seed gives the same questions, as many as there is time for:

    python -m tests.bench.hunt --seconds 60 --seed 1

All caches are cleared before every question. The output is the most expensive questions of each kind, with their CPU
time in milliseconds.
"""

import argparse
import gc
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import _lru_cache_wrapper, partial
from random import Random
from time import process_time
from typing import Any

from companion import referee
from companion.games import GAMES
from companion.rules.cards import JOKER, Card, Unreadable
from companion.rules.game import Game
from companion.rules.melds.row_objections import check, kind_of

Question = dict[str, Any]
Make = Callable[[Random], Question]
Tried = tuple[float, int, Question]  # milliseconds of CPU, sequence number, question

CONTRACT_HOUSE: dict[str, tuple[Any, ...]] = {
    "preset": ("shanghai", "may-i"),
    "packs": (2, 3, 4),
    "jokers": (4, 8, 12),
    "twos_wild": (True,),
    "wilds": ("half",),
    "wilds_apart": (True,),
    "alike": ("none", "any"),
    "more_melds": (True,),
    "joker_exchange": ("hand", "none"),
    "final_discard": (True,),
    "calls": (3, 6, 9),
}
KEPT = 12  # of each kind, to be mutated
SHOWN = 3


def forget_all() -> None:
    """Clear every cache of the companion."""
    for cache in CACHES:
        cache.cache_clear()


EVERYTHING = (each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper))
CACHES = [cache for cache in EVERYTHING if cache.__module__.startswith("companion.")]


def cost(question: Question) -> float:
    """Return the milliseconds of CPU that a question takes with empty caches."""
    forget_all()
    start = process_time()
    referee.answer(question)
    return 1000 * (process_time() - start)


def kalooki_house(random: Random) -> dict[str, int]:
    """Return random house rules, mostly those with the largest hands and tables."""
    house = {"packs": random.choice((2, 3, 4, 4)), "jokers": random.choice((4, 6, 10, 10))}
    return {**house, "calls": random.choice((3, 6, 9, 9)), "four_naturals": random.choice((0, 0, 3))}


def contract_house(random: Random) -> dict[str, Any]:
    """Return random house rules of Contract Rummy, half of them with a schedule of larger contracts."""
    house = {name: random.choice(values) for name, values in CONTRACT_HOUSE.items() if random.random() < 0.4}
    if random.random() < 0.5:
        groups = random.choices((3, 3, 4, 5, 6), k=random.randint(0, 3))
        runs = random.choices((4, 4, 5, 7, 10), k=random.randint(0 if groups else 1, 3))
        large = {"cards": random.randint(10, 16), "groups": groups, "runs": runs}
        house |= {"schedule": [large, {"cards": 10, "groups": 2}], "calls": 9}
    return house


class Stock:
    """The unused cards of a game."""

    def __init__(self, game: Game):
        copies, jokers = game.pack.copies or 4, game.pack.jokers
        self.cards = Counter({**dict.fromkeys(game.pack.cards, copies), JOKER: 8 if jokers is None else jokers})

    def take(self, cards: Sequence[Card]) -> list[Card]:
        """Take these cards if all are there, else none; return the cards taken."""
        if any(self.cards[card] < count for card, count in Counter(cards).items()):
            return []
        self.cards.subtract(cards)
        return list(cards)

    def draw(self, random: Random, count: int, likely: Callable[[Card], bool]) -> list[Card]:
        """Draw this many cards, likely ones first."""
        left = [*self.cards.elements()]
        random.shuffle(left)
        return self.take(sorted(left, key=lambda card: not likely(card))[:count])


def a_four(random: Random, game: Game, suit: str) -> list[Card]:
    """Return a random four as it may be on the table."""
    size = random.choice((4, 4, 4, 5, 6, 7))
    low = random.randint(0, len(game.ladder) - size)
    share = random.choice((0, 0.2, 0.5))
    meld: list[Card] = []
    for rank in game.ladder[low : low + size]:
        meld.append(JOKER if random.random() < share and meld[-1:] != [JOKER] else Card(rank, suit))
    return meld


def a_three(random: Random, game: Game) -> list[Card]:
    """Return a random three as it may be on the table."""
    rank = random.choice(game.pack.ranks)
    return [Card(rank, suit) for suit in random.sample(game.pack.suits, 3)]


def most(game: Game, deal: Any) -> int:
    """Return the number of cards in the largest hand."""
    return int(deal.cards) + 2 * game.calls + 1


def lay_down(random: Random, ask: str = "can-lay-down", name: str = "kalooki") -> Question:
    """Return a hand with many cards of one or two suits, mostly with the contract, and runs of these suits there."""
    question: Question = {"game": name, "ask": ask, "house": HOUSES[name](random)}
    game = referee.the_game(question)
    question["deal"] = random.randint(1, game.last_deal_number)
    deal, stock = game.deal(question["deal"]), Stock(game)
    suits = random.sample(game.pack.suits, random.choice((1, 1, 2, 2, 4)))
    hand: list[Card] = []
    if name == "kalooki" or random.random() < 0.6:
        hand = [card for _ in deal.groups for card in stock.take(a_three(random, game))]
        others = random.sample([*game.pack.suits] * len(deal.runs), len(deal.runs))
        hand += [card for suit in others for card in stock.take(a_four(random, game, suit)[:4])]
    table = []
    for _ in range(random.choice((0, 1, 2, 3, 4, 6, 9, 14))):
        meld = a_three(random, game) if random.random() < 0.1 else a_four(random, game, random.choice(suits))
        if not check(game, kind_of(game, tuple(meld)), tuple(meld)) and stock.take(meld):
            table.append(meld)
    size = most(game, deal) - random.choice((0, 0, 0, 1, 5, 10))
    jokers = random.choice((0, 2, 4, 10))
    hand += stock.draw(random, min(jokers, max(size - len(hand), 0)), lambda card: card == JOKER)
    hand += stock.draw(random, max(size - len(hand), 0), lambda card: card.suit in suits)
    question |= {"hand": written(hand[: most(game, deal)]), "table": [written(meld) for meld in table]}
    return question | ({"laid_down": random.random() < 0.5} if ask == "could-add" else {})


def arranging_house(random: Random) -> Question:
    """Return Three Thirteen under random house rules, mostly those with the largest hands."""
    house = {"packs": random.choice((1, 2, 3, 4, 4)), "jokers": random.choice((0, 1, 2, 2))}
    rules = {"ace_high": random.random() < 0.5, "court_points": random.random() < 0.5}
    preset = {"preset": "deuces"} if random.random() < 0.2 else {}
    question: Question = {"game": "three-thirteen", "house": {**house, **rules, **preset}}
    return {**question, "round": random.randint(1, referee.the_game(question).last_deal_number)}


def arranged(random: Random, ask: str, size: int | None = None) -> Question:
    """Return a hand of few ranks and suits with a few wilds."""
    question = {**arranging_house(random), "ask": ask}
    game = referee.the_game(question)
    deal, stock = game.deal(question["round"]), Stock(game)
    low, span = random.randrange(13), random.randint(2, 8)
    ranks = {game.pack.ranks[(low + step) % 13] for step in range(span)}
    suits = random.sample(game.pack.suits, random.randint(1, 4))
    count = size or deal.cards + 1
    hand = stock.draw(random, min(random.choice((0, 0, 1, 2, 3, 5)), count), lambda card: card.rank in deal.wild)
    near = partial(likely, ranks=ranks - deal.wild, suits=suits)
    hand += stock.draw(random, count - len(hand), near)
    return {**question, "hand": written(hand)}


def likely(card: Card, ranks: set[str], suits: Sequence[str]) -> bool:
    """True if a card has one of the ranks and suits."""
    return card.rank in ranks and card.suit in suits


def total(random: Random) -> Question:
    """Return a question about a total that some hand could give."""
    if random.random() < 0.5:
        points, cards = random.choice((17, 1999, 99_999)), random.choice((5, 60, 218, 99_999))
        house = kalooki_house(random)
        return {"game": "kalooki", "ask": "total", "house": house, "points": points, "cards_at_most": cards}
    return {**arranging_house(random), "ask": "total", "points": random.choice((1, 17, 150, 99_999))}


def any_other(random: Random) -> Question:
    """Return any other question with large numbers of cards and melds."""
    game = GAMES[random.choice([*GAMES])]
    question: Question = {"game": game.id, "ask": random.choice([*game.questions])}
    if game.id in HOUSES:
        question["house"] = HOUSES[game.id](random)
    else:
        question |= arranging_house(random)
    game = referee.the_game(question)
    stock = Stock(game)
    for field in game.questions[question["ask"]].fields:
        question[field.name] = filled(random, game, stock, field)
    return question


def filled(random: Random, game: Game, stock: Stock, field: Any) -> Any:
    """Return a large value that a field accepts."""
    suits = random.choice(("SHDC", random.choice("SHDC")))
    kind = field.widget
    if kind == "cards":
        sizes = (5, 14, 16, 35, 54, 108, 218)
        return written(stock.draw(random, random.choice(sizes), lambda card: card.suit in suits or card == JOKER))
    if kind == "melds":
        return [written(a_four(random, game, random.choice(suits))) for _ in range(random.choice((1, 4, 14, 40)))]
    if kind == "onecard":
        return written(stock.draw(random, 1, lambda card: card.suit in suits))
    if kind == "tick":
        return random.random() < 0.5
    if kind == "oneof":
        return random.choice([*field.options])
    low, high = field.bottom(game), field.top(game)
    if kind in ("numbers", "seats"):
        return [random.randint(low, high) for _ in range(60)]
    return random.choice((low, high, random.randint(low, high)))


def written(cards: Sequence[Card]) -> str:
    """Return the cards in notation."""
    return " ".join(map(str, cards))


def child(random: Random, question: Question) -> Question:
    """Return the question with up to three mutations."""
    bred = json.loads(json.dumps(question))
    for _ in range(random.randint(1, 3)):
        random.choice((other_card, other_card, other_meld, other_deal, other_house))(random, bred)
    return dict(bred)


def other_card(random: Random, question: Question) -> None:
    """Replace, remove or add a card of the hand."""
    name = "hand" if "hand" in question else "cards"
    cards = str(question.get(name, "")).split()
    if cards:
        kinds = [*map(str, referee.the_game(question).pack.cards), "JK", random.choice(cards)]
        cards[random.randrange(len(cards))] = random.choice((*kinds, ""))
        if random.random() < 0.3:
            cards.append(random.choice(kinds))
        question[name] = " ".join(filter(None, cards))


def other_meld(random: Random, question: Question) -> None:
    """Add, replace or remove a meld on the table."""
    table = question.get("table")
    if table is None:
        return
    if table and random.random() < 0.6:
        table.pop(random.randrange(len(table)))
    suits = [meld[-1] for meld in table] or ["S"]
    suit = random.choice([suit for suit in suits if suit in "SHDC"] or ["S"])
    if random.random() < 0.8:
        table.append(written(a_four(random, referee.the_game(question), suit)))


def other_deal(random: Random, question: Question) -> None:
    """Change the deal."""
    for name in {"deal", "round"} & set(question):
        if random.random() < 0.3:
            question[name] = random.randint(1, referee.the_game(question).last_deal_number)


def other_house(random: Random, question: Question) -> None:
    """Change the house rules."""
    if random.random() < 0.2:
        house = HOUSES.get(question["game"])
        question["house"] = house(random) if house else arranging_house(random)["house"]


HOUSES: dict[str, Callable[[Random], dict[str, Any]]] = {"kalooki": kalooki_house, "contract-rummy": contract_house}
KINDS: dict[str, Make] = {
    "can-lay-down": lay_down,
    "could-add": partial(lay_down, ask="could-add"),
    "contract": partial(lay_down, name="contract-rummy"),
    "contract-add": partial(lay_down, ask="could-add", name="contract-rummy"),
    "best-arrangement": partial(arranged, ask="best-arrangement", size=16),
    "go-out": partial(arranged, ask="go-out"),
    "total": total,
    "any": any_other,
}


def hunt(make: Make, seconds: float, random: Random) -> Iterator[Tried]:
    """Yield the most expensive questions of a kind found in this many seconds of CPU, most expensive first."""
    end, pool, asked = process_time() + seconds, list[Tried](), 0
    while process_time() < end:
        asked += 1
        try:
            fresh = len(pool) < KEPT or random.random() < 0.3
            question = make(random) if fresh else child(random, random.choice(pool)[2])
        except Unreadable:  # a contract that is larger than any hand
            continue
        if readable(question):
            pool = sorted([*pool, (cost(question), asked, question)], key=lambda tried: tried[:2], reverse=True)[:KEPT]
    yield from ((cost(question), number, question) for _, number, question in pool[:SHOWN])


def readable(question: Question) -> bool:
    """True if a question is readable."""
    try:
        game = referee.the_game(question)
        return all(referee.read(field, game, question) is not None for field in game.questions[question["ask"]].fields)
    except Unreadable:
        return False


def main() -> None:
    """Run the search and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, nargs="*", default=[*KINDS])
    options = parser.parse_args()
    for kind in options.kind:
        for milliseconds, _, question in hunt(
            KINDS[kind], options.seconds / len(options.kind), Random(f"{kind} {options.seed}")
        ):
            print(f"{kind:18} {milliseconds:8.1f} ms  {json.dumps(question)}")


if __name__ == "__main__":
    main()
