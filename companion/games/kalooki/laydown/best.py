"""What the suits have chosen, laid out: melds by positions in the hand, cards added to the table, and what is left."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from companion.games.kalooki.laydown.branch_and_bound import Choice, Choosing
from companion.games.kalooki.laydown.contract import can_lay_down
from companion.games.kalooki.laydown.fours import LADDER, PLACES, Row, Step, growths, one, row_of, steps
from companion.games.kalooki.laydown.problem import Contract, Price, Table
from companion.games.kalooki.laydown.suit_search import OWN
from companion.rules.cards import JOKER, RANKS, Card

Addition = tuple[int, int, str]  # a meld on the table, a card of the hand, and where it goes: top, bottom, joker, group


@dataclass(frozen=True)
class LayDown:
    """Melds by positions in the hand, what is left of it, its points, and the additions to the table in their order.

    It is the best there is, unless a search was stopped: then none leaves less than `at_least`.
    """

    melds: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    points: int
    additions: tuple[Addition, ...] = ()
    stands_for: Mapping[int, Card] = field(default_factory=dict)
    at_least: int | None = None


def best_lay_down(
    hand: Sequence[Card],
    groups: int,
    runs: int,
    naturals: int,
    price: Price,
    table: Sequence[Sequence[Card]] = (),
    laid: Collection[str] = (),
    steps: int | None = None,
) -> LayDown | None:
    """The lay-down that leaves the fewest points, before the discard; None where the contract cannot be met.

    `table` holds the melds one may track on to, and `laid` the ranks and suits one has laid threes and fours of. With a
    number of steps a search may stop before it knows, and the best it found comes back.
    """
    if not can_lay_down(hand, groups, runs, naturals):
        return None
    lying, contract = table_of(table, laid), Contract(groups, runs, naturals)
    choosing = Choosing(hand, contract, price, lying, steps)
    found = laid_out(hand, lying, choosing, price) if choosing.least < inf else None
    if choosing.unseen == inf:
        return found
    if lying.rows:
        alone = Choosing(hand, contract, price, lying._replace(rows={}), (steps or 0) // 4)
        if alone.least < inf:
            found = min(filter(None, (found, laid_out(hand, lying, alone, price))), key=lambda each: each.points)
    return known_to(found, int(choosing.unseen)) if found else None


def laid_out(hand: Sequence[Card], lying: Table, choosing: Choosing, price: Price) -> LayDown:
    """What the suits have chosen, and what else can be added."""
    play = Play(hand, lying)
    for choice in choosing.best:
        play.lay_four(choice)
        play.grow_fours(choice)
    play.lay_threes(choosing.shared, price)
    play.add_to_threes()
    if choosing.unseen < inf or choosing.table is not lying:
        play.add_to_fours(price)
    return play.done(price)


def known_to(found: LayDown, at_least: int) -> LayDown:
    """The best found, no lay-down leaving less than that; there is no doubt where it leaves no more itself."""
    return replace(found, at_least=at_least) if at_least < found.points else found


def additions(hand: Sequence[Card], table: Sequence[Sequence[Card]]) -> tuple[Addition, ...]:
    """Every card of the hand that could be the next added to a meld on the table, and where it would go."""
    lying = table_of(table)
    found: list[Addition] = []
    for at, card in enumerate(hand):
        for rank, numbers in lying.threes.items():
            found += [(number, at, "group") for number in numbers if card.rank in (rank, JOKER.rank)]
        for suit, fours in lying.rows.items():
            cards = one(PLACES[card.rank]) if card.suit == suit else 0
            for number, row in fours:
                found += [(number, at, step.end) for _, step in steps(row, cards, card == JOKER)]
    return tuple(sorted(found))


def table_of(table: Sequence[Sequence[Card]], laid: Collection[str] = ()) -> Table:
    """What lies on the table, by the suits of its fours and the ranks of its threes."""
    rows: dict[str, list[tuple[int, Row]]] = defaultdict(list)
    threes: dict[str, list[int]] = {}
    for number, meld in enumerate(table):
        naturals = {card for card in meld if card != JOKER}
        row = row_of(meld)
        if len({card.rank for card in naturals}) == 1:
            threes.setdefault(naturals.pop().rank, []).append(number)
        elif row and len({card.suit for card in naturals}) == 1:
            rows[naturals.pop().suit].append((number, row))
    return Table(dict(rows), threes, laid)


class Play:
    """A hand being laid down."""

    def __init__(self, hand: Sequence[Card], table: Table):
        self.hand, self.table = hand, table
        self.stock: dict[Card, list[int]] = defaultdict(list)
        for place, card in enumerate(hand):
            self.stock[card].append(place)
        self.threes: list[list[int]] = []
        self.fours: list[list[int]] = []
        self.additions: list[Addition] = []
        self.stands_for: dict[int, Card] = {}
        self.rows = {number: (suit, row) for suit, fours in table.rows.items() for number, row in fours}

    def lay_four(self, choice: Choice) -> None:
        """Lay the four a suit makes, if any."""
        for number, (low, high, jokers) in choice.parts:
            if number == OWN:
                self.fours.append([self._take(choice.suit, at, jokers >> at & 1 == 1) for at in range(low, high + 1)])

    def grow_fours(self, choice: Choice) -> None:
        """Add what a suit adds to the fours on the table, in an order that works."""
        cards = sum(one(PLACES[card.rank]) for card in self.hand if card.suit == choice.suit)
        lying = dict(self.table.rows.get(choice.suit, ()))
        grown = [(number, row) for number, row in choice.parts if number != OWN]
        for number, longer in grown:
            self.rows[number] = choice.suit, longer
            for step in path(growths(lying[number], cards, self.hand.count(JOKER)), longer):
                self.additions.append((number, self._take(choice.suit, step.place, step.joker), step.end))

    def lay_threes(self, places: Sequence[int], price: Price) -> None:
        """Lay a three of every rank that has one, also of the dearest pairs while there are jokers."""
        pairs: list[tuple[int, list[int]]] = []
        for place in places:
            cards = self._of_rank(RANKS[place])
            if len(cards) > 2:
                self._lay_three(cards)
            elif len(cards) == 2:
                free = RANKS[place] in self.table.threes
                pairs.append((0 if free else sum(price(self.hand[at]) for at in cards), cards))
        for _, cards in sorted(pairs, reverse=True)[: len(self.stock[JOKER])]:
            self._lay_three([*cards, self.stock[JOKER][-1]])

    def add_to_threes(self) -> None:
        """Add what threes can take: cards to those on the table, jokers to any."""
        for rank, (number, *_) in self.table.threes.items():
            for at in self._of_rank(rank):
                self._add(number, at)
        spare = [*self.stock[JOKER]]
        for at in spare:
            if self.threes:
                self.stock[JOKER].remove(at)
                self.threes[0].append(at)
            elif self.table.threes:
                self._add(next(iter(self.table.threes.values()))[0], at)

    def add_to_fours(self, price: Price) -> None:
        """Add what is left to the fours on the table, the dearest card first, for as long as one fits."""
        while fitting := next(self._fitting(price), None):
            number, card, longer, end = fitting
            self.rows[number] = self.rows[number][0], longer
            self.additions.append((number, self.stock[card].pop(), end))

    def _fitting(self, price: Price) -> Iterator[tuple[int, Card, Row, str]]:
        """The cards left that fit a four, which one, what that becomes, and where they go."""
        for card in sorted(filter(self.stock.get, self.stock), key=price, reverse=True):
            for number, (suit, row) in self.rows.items():
                cards = one(PLACES[card.rank]) if card.suit == suit else 0
                for longer, step in steps(row, cards, card == JOKER):
                    yield number, card, longer, step.end

    def done(self, price: Price) -> LayDown:
        """The lay-down as it is now."""
        left = sorted(sum(self.stock.values(), []))
        points = sum(price(self.hand[place]) for place in left)
        melds = tuple(map(tuple, self.threes + self.fours))
        return LayDown(melds, tuple(left), points, tuple(self.additions), self.stands_for)

    def _of_rank(self, rank: str) -> list[int]:
        return [at for card, places in self.stock.items() if card.rank == rank for at in places]

    def _lay_three(self, cards: list[int]) -> None:
        for at in cards:
            self.stock[self.hand[at]].remove(at)
        self.threes.append(cards)

    def _add(self, number: int, at: int) -> None:
        self.stock[self.hand[at]].remove(at)
        self.additions.append((number, at, "group"))

    def _take(self, suit: str, place: int, joker: bool) -> int:
        """The position of the card for a place in a four, no longer to be had."""
        card = Card(LADDER[place], suit)
        if joker:
            taken = self.stock[JOKER].pop()
            self.stands_for[taken] = card
            return taken
        return self.stock[card].pop()


def path(growths: Mapping[Row, Step | None], row: Row) -> list[Step]:
    """The steps that lead to a row."""
    step = growths[row]
    return [*path(growths, step.before), step] if step else []
