"""Which open points decide about a lay-down: those without which none would leave as few points.

K17: whether more than the contract may be laid down in one turn. K22: whether a four grows downwards below a joker that
stands for the ace above the king. Each is judged under its other reading, by the same search on less: with the ranks
and suits of one contract alone, and with each four of the table already grown as far as it goes without that joker.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice, product

from companion.games.kalooki import laydown
from companion.games.kalooki.melds import kind_of
from companion.games.kalooki.moving import moved_joker
from companion.games.kalooki.reading import Row, read
from companion.games.kalooki.table import Kalooki, cost
from companion.games.kalooki.tracking import grow_four
from companion.rules.cards import JOKER, RANKS, SUITS, Card
from companion.rules.deals import Deal

OPEN = ("K17", "K22")
# Searches for one reading: this over the cube of the cards of hand and table, for so does the cost of one grow. What
# they do not find counts as not to be had.
MOST = 120_000
CROWDED = 36  # cards of hand and table
GROWN = 60  # ways in which one four may take cards
SHARE = 12  # of the steps of a search, all those for one reading together may take this part
Hand = tuple[Card, ...]


def decisive(game: Kalooki, deal: Deal, hand: Hand, table: Sequence[Row], points: int, used: list[str]) -> list[str]:
    """The open points of those used that every lay-down leaving so few points needs, or all of them between them.

    Where more cards lie about than at an ordinary table, those used are told as open without a further search."""
    if len(hand) + sum(map(len, table)) > CROWDED:
        return used
    if not used:
        return []
    without = Without(game, deal, hand, tuple(table), points)
    if without.none_needed(OPEN):
        return []
    return [number for number in used if not without.none_needed([number])] or [*OPEN]


class Without:
    """Lay-downs of one hand under the other reading of some open points."""

    def __init__(self, game: Kalooki, deal: Deal, hand: Hand, table: tuple[Row, ...], points: int):
        self.game, self.deal, self.hand, self.table, self.points = game, deal, hand, table, points
        self.most = max(2, MOST // (len(hand) + sum(map(len, table))) ** 3)

    @cached_property
    def grown_tables(self) -> list[tuple[Hand, tuple[Row, ...]]]:
        """The hand and the table for each way in which its fours may have grown, as many as are looked at."""
        return [*islice(grown_tables(self.game, self.hand, self.table), self.most)]

    def none_needed(self, numbers: Collection[str]) -> bool:
        """Whether a lay-down leaves so few points under the other reading of these open points."""
        tables = self.grown_tables if "K22" in numbers else [(self.hand, self.table)]
        shut = [*contracts(self.deal, self.hand)] if "K17" in numbers else [frozenset[str]()]
        searches = [*islice(product(tables, shut), self.most)]
        steps = None if self.game.steps is None else self.game.steps // SHARE // max(len(searches), 1)
        return any(self.leaves_as_few(rest, lying, laid, steps) for (rest, lying), laid in searches)

    def leaves_as_few(self, hand: Hand, table: tuple[Row, ...], laid: Collection[str], steps: int | None) -> bool:
        """Whether one search finds such a lay-down."""
        deal, naturals = self.deal, self.game.least_naturals
        best = laydown.best_lay_down(hand, deal.groups, deal.runs, naturals, cost, table, laid, steps=steps)
        return best is not None and best.points <= self.points


def contracts(deal: Deal, hand: Hand) -> Iterator[frozenset[str]]:
    """For each contract that the hand may hold, the ranks and suits that it leaves out."""
    alike = Counter(card.rank for card in hand if card != JOKER)
    ranks = [rank for rank in RANKS if alike[rank] >= 2]
    suits = [suit for suit in SUITS if any(card.suit == suit for card in hand)]
    for threes in combinations(ranks, deal.groups):
        for fours in combinations(suits, deal.runs):
            yield frozenset((*RANKS, *SUITS)) - {*threes, *fours}


def grown_tables(game: Kalooki, hand: Hand, table: Sequence[Row]) -> Iterator[tuple[Hand, tuple[Row, ...]]]:
    """The hand and the threes of the table once each four there took some cards, none below a joker for the ace."""
    threes = tuple(meld for meld in table if kind_of(meld) == "three")
    fours = [meld for meld in table if kind_of(meld) == "four"]
    yield from ((rest, threes) for rest in shared_out(game, hand, fours))


def shared_out(game: Kalooki, hand: Hand, fours: Sequence[Row]) -> Iterator[Hand]:
    """What is left of the hand, each time, once the fours took some cards in turn."""
    if not fours:
        yield hand
        return
    for rest in grown(game, hand, fours[0]):
        yield from shared_out(game, rest, fours[1:])


def grown(game: Kalooki, hand: Hand, four: Row) -> dict[Hand, None]:
    """What is left of the hand for each way in which this four can take cards of it, the fewest first."""
    states = {(four, tuple(sorted(hand))): None}
    queue = [*states]
    for row, rest in islice(queue, GROWN):  # which grows meanwhile
        reading = read(row)
        assert reading is not None  # a legal four has naturals
        for card in dict.fromkeys(card for card in rest if card == JOKER or card.suit == reading.suit):
            place = rest.index(card)
            for step in (grow_four(game, row, card, None), moved_joker(game, reading, card)):
                state = (step.meld, (*rest[:place], *rest[place + 1 :]))
                if not step.findings and not step.open and state not in states:
                    states[state] = None
                    queue.append(state)
    return {rest: None for _, rest in queue}
