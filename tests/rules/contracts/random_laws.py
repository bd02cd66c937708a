"""Contract rummies under random laws, with hands and tables small enough for brute force."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from companion.games import GAMES
from companion.games.contract_rummy import joker
from companion.rules.cards import JOKER, RANKS, SUITS, Card, Pack
from companion.rules.contracts.game import ContractRummy, LayOff
from companion.rules.contracts.hand_advice import contract
from companion.rules.contracts.lay_off import lying
from companion.rules.contracts.search import Law
from companion.rules.deals import Deal, MeldLaw
from companion.rules.melds.row_objections import check, kind_of
from companion.rules.melds.row_reading import Row, read
from companion.rules.text import Text
from tests.rules.contracts.brute_force import LADDER, Lying, fewest_left

CONTRACTS = (((3,), ()), ((), (4,)), ((3,), (4,)), ((3, 3), ()), ((), (4, 4)), ((4,), ()), ((), (5,)), ((4, 3), ()))
LARGE = (((6,), ()), ((), (6,)), ((), (8,)), ((3,), (5,)), ((), (5, 4)), ((10,), ()), ((), (10,)), ((5,), ()))
LARGEST, FEW = 8, 3  # cards of several melds, and wilds, where there are more cards than asked for


@dataclass(frozen=True)
class Case:
    """A hand beside a table, under a law."""

    game: ContractRummy
    deal: Deal
    hand: Row
    table: tuple[Row, ...]

    @property
    def law(self) -> Law:
        """The law as the search reads it."""
        return contract(self.game, self.deal)

    def price(self, card: Card) -> int:
        """Return the points of a card."""
        return self.game.price(self.deal, card)

    def fewest(self) -> float | None:
        """Return the fewest points that a lay-down leaves, by brute force; None if there is none."""
        table = [lies(self.game, meld) for meld in self.table] if self.law.lays_off else []
        return fewest_left(self.hand, self.law, self.price, table)


def lies(game: ContractRummy, meld: Row) -> Lying:
    """Return a meld on the table: a run by its lowest place, and its cards from there."""
    kind, row = next(lying(game, meld, None))
    reading = read(game, row, flipped=False) if kind == "run" else None
    return (reading.start, row) if reading else (-1, row)


def cases(seed: object, size: int) -> Iterator[Case]:
    """Yield cases without end, of hands up to this size, every second one beside a table."""
    random, at_table = Random(repr(seed)), False
    while True:
        game, deal = a_game(random)
        suits = random.sample(SUITS, random.choice((1, 1, 2, 3)))
        table = tuple(a_table(random, game, suits)) if at_table else ()
        most, need, melds = size - at_table, game.contract_size(deal), deal.groups + deal.runs
        if need > most:  # a long meld with a card more, or several of the least size
            most, table = need + (len(melds) == 1), ()
            game = replace(game, more_melds=False)
        hand = a_hand(random, game, deal, table, suits, most)
        if len(hand) <= size or sum(map(game.is_wild, hand)) <= FEW and (len(melds) == 1 or need <= LARGEST):
            yield Case(game, deal, hand, table)
            at_table = not at_table


def joined(seed: object) -> Iterator[Case]:
    """Yield cases without end, of short runs in one suit, some of which would be joined without a wild between them."""
    random, deal = Random(repr(seed)), Deal(1, 10, "", Text(""), (), (3, 3))
    while True:
        game, _ = a_game(random)
        run = replace(game.run, size=3, least_naturals=random.choice((1, 2)))
        lay_off = LayOff(True, random.choice(("end", "hand", "none")), later=random.random() < 0.3)
        game = replace(game, deals=(deal, deal), run=run, lay_off=lay_off, alike="apart", last_all_at_once=False)
        low = random.randint(0, 7)
        row = [Card(rank, "S") for rank in LADDER[low : low + 7]]
        hand = [*random.sample(row, random.choice((5, 6, 6))), *[JOKER] * random.choice((1, 1, 2))]
        yield Case(game, deal, tuple(random.sample(hand, len(hand))), ())


def a_game(random: Random) -> tuple[ContractRummy, Deal]:
    """Return a game under a random law, and its deal with a small contract."""
    groups, runs = random.choice(random.choice((CONTRACTS, CONTRACTS, CONTRACTS, LARGE)))
    half, at_once = random.random() < 0.3, random.random() < 0.15
    both_ends = random.random() < 0.75
    deal = Deal(1, 10, "", Text(""), groups, runs)
    game = replace(
        GAMES["contract-rummy"],
        pack=Pack(copies=12, jokers=25),
        deals=(deal,) if at_once else (deal, deal),
        last_all_at_once=at_once,
        group=MeldLaw(3, random.choice((1, 1, 2)), half_natural=half),
        run=MeldLaw(random.choice((3, 4, 4)), random.choice((1, 1, 1, 2, 3)), random.random() < 0.3, half),
        lay_off=LayOff(both_ends, random.choice(("end", "hand", "none") if both_ends else ("up", "none"))),
        more_melds=random.random() < 0.25,
        alike=random.choice(("none", "apart", "apart", "any") if both_ends else ("none",)),
        final_discard=random.random() < 0.2,
        wild_ranks=frozenset({"JK", "2"} if random.random() < 0.25 else {"JK"}),
        prices={**GAMES["contract-rummy"].prices, **joker(random.choice((15, 15, 25, 50)))},
        chosen_rules={"alike": ""},
    )
    return game, deal


def a_table(random: Random, game: ContractRummy, suits: list[str]) -> Iterator[Row]:
    """Yield legal melds, some with wilds, and each in one reading."""
    for _ in range(random.choice((1, 1, 2, 2, 3))):
        wild, size = random.choice((0, 0.15, 0.35)), random.choice((4, 4, 5, 6))
        low, suit, rank = random.randint(0, 14 - size), random.choice(suits), random.choice(RANKS)
        cards = [Card(each, suit) for each in LADDER[low : low + size]]
        if random.random() < 0.35:
            cards = [Card(rank, random.choice(SUITS)) for _ in range(random.choice((3, 3, 4)))]
        row = tuple(JOKER if random.random() < wild else card for card in cards)
        if not check(game, kind_of(game, row), row) and len([*lying(game, row, None)]) == 1:
            yield row


def a_hand(random: Random, game: ContractRummy, deal: Deal, table: tuple[Row, ...], suits: list[str], size: int) -> Row:
    """Return a hand near the contract, with cards that fit beside it and the table."""
    hand, low = list[Card](), random.randint(0, 10)
    for least in deal.runs:
        suit, low = random.choice(suits), min(low, 14 - least)
        hand += [Card(rank, suit) for rank in LADDER[low : low + least]]
        low = max(0, min(low + least + random.choice((-4, 0, 0, 1, 2)), 10))
    further = [game.group.size] if game.more_melds and game.contract_size(deal) + game.group.size <= size else []
    for least in (*deal.groups, *further):
        rank = random.choice(RANKS)
        hand += [Card(rank, random.choice(suits)) for _ in range(least)]
    wild = random.choice((0, 0.1, 0.25, 0.4))
    hand = [JOKER if random.random() < wild else card for card in hand]
    near = [card for card in (*hand, *sum(table, ())) if not game.is_wild(card)]
    for row in table:
        if reading := read(game, row):
            near += [*reading.stands_for.values()]
            near += [reading.means(rung) for rung in (reading.start - 1, reading.top + 1) if 0 <= rung < len(LADDER)]
    while len(hand) < size and random.random() < 0.85:
        beside = random.choice(near or [Card("8", "S")])
        after = Card(RANKS[(RANKS.index(beside.rank) + random.choice((-1, 0, 1, 2))) % 13], beside.suit)
        alike, stranger = Card(beside.rank, random.choice(SUITS)), Card(random.choice(RANKS), random.choice(suits))
        hand.append(random.choice((JOKER, after, after, alike, stranger, beside)))
    random.shuffle(hand)
    return tuple(hand)
