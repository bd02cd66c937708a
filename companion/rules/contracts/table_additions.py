"""Cards of a hand laid off on a table: the best lay-down with them, and every card that could be laid off."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice, product
from math import inf

from companion.rules.cards import RANKS, Card
from companion.rules.contracts.any_prices import best_lay_down
from companion.rules.contracts.game import ContractRummy
from companion.rules.contracts.joker_moves import moved_wild
from companion.rules.contracts.lay_off import grow_run, lying
from companion.rules.contracts.search import Law, LayDown, OnTable, Price, Run
from companion.rules.contracts.search.law import ACES, LADDER, MOST_FORMS, TOP, places
from companion.rules.melds.row_objections import Kind, naturals_in
from companion.rules.melds.row_reading import Row, read
from companion.rules.negative_prices import points_below_zero
from companion.rules.search_state import Budget, Spent

# Index of a meld on the table, a card, and its place there: top, bottom, joker, joker-below, group.
Step = tuple[int, Card, str]
MOST_READINGS = 4  # of the melds on the table
BEST_SHARE = 0.4  # share of the steps left for the cards that leave the fewest points; the others take the rest
PARTS = 32  # of a point; more than the cards of any hand


def best_at_table(
    game: ContractRummy, hand: Row, law: Law, price: Price, table: tuple[Row, ...], budget: Budget, ceiling: float = inf
) -> LayDown | None:
    """Return the lay-down that leaves the fewest points once cards are laid off on the table as well.

    Of several it is one that leaves fewest cards of which the sources differ on the price. A meld with one natural may
    lie in several ways; each is tried. None is returned if none leaves fewer points than `ceiling`.

    Raises: Spent: if the search was stopped before one was found or known not to be there.
    """

    def told_apart(card: Card) -> int:
        """Return the price of a card in many parts of a point, so that one more tells it from others."""
        return price(card) * PARTS + game.open_price(card)

    prices, parts = (told_apart, PARTS) if any(map(game.open_price, hand)) else (price, 1)
    readings = product(*[[*lying(game, meld, None)] for meld in (table if law.lays_off else ())])
    tables = [on_table(game, each) for each in islice(readings, MOST_READINGS)]
    shares = [budget.part(number / len(tables)) for number in range(1, len(tables) + 1)]
    every = [best_lay_down(hand, law, prices, *each, ceiling * parts) for each in zip(tables, shares, strict=True)]
    found = [best for best in every if best]
    if not found:
        return None
    best = min(found, key=lambda each: each.points)
    lowest = min(each.points if each.at_least is None else each.at_least for each in found)
    if next(readings, None):
        lowest = points_below_zero(hand, prices)  # of further readings nothing is known
    points, lowest = best.points // parts, lowest // parts
    return replace(best, points=points, at_least=lowest if lowest < points else None)


def additions(
    game: ContractRummy, hand: Row, law: Law, price: Price, table: tuple[Row, ...], budget: Budget
) -> list[Step]:
    """Return every card that can be laid off on the table, each after those that it needs.

    First come those that together leave the fewest points, and of these the fewest cards.
    """
    law = law._replace(groups=(), runs=(), further=None, lays_off=True, every_card=False)
    law = law._replace(keeps_one=game.final_discard)
    best: LayDown | None = None
    with suppress(Spent):
        best = best_at_table(game, hand, law, lambda card: price(card) * PARTS + 1, table, budget.part(BEST_SHARE))
    cards = (*hand, *(best.exchanged if best else ()))
    first = [(meld, cards[place], end) for meld, place, end in (best.additions if best else ())]
    return [*first, *[step for step in every_addition(hand, law, every_reading(game, table)) if step not in first]]


def every_reading(game: ContractRummy, table: Iterable[Row]) -> OnTable:
    """Return the melds on the table, each in all its readings."""
    every = [(number, each) for number, meld in enumerate(table) for each in lying(game, meld, None)]
    found = on_table(game, [each for _, each in every])
    groups = [(every[at][0], rank, balance) for at, rank, balance in found.groups]
    runs = [(every[at][0], suit, run, row) for at, suit, run, row in found.runs]
    return OnTable(found.size, tuple(groups), tuple(runs))


def on_table(game: ContractRummy, melds: Iterable[tuple[Kind, Row]]) -> OnTable:
    """Return melds as the search reads them, each of a kind, and a run from its lowest card."""
    groups, runs, count = list[tuple[int, int, int]](), list[tuple[int, str, Run, Row]](), 0
    for count, (kind, row) in enumerate(melds, start=1):
        reading = read(game, row, flipped=False) if kind == "run" else None
        if reading:
            wilds = sum(1 << reading.rung(place) for place in reading.wild)
            runs.append((count - 1, reading.suit, Run(reading.start, reading.top, wilds), row))
        else:
            naturals = naturals_in(game, row)
            groups.append((count - 1, game.ladder.index(naturals[0].rank), 2 * len(naturals) - len(row)))
    return OnTable(count, tuple(groups), tuple(runs))


def below_a_wild(game: ContractRummy, table: tuple[Row, ...], steps: Iterable[Step]) -> bool:
    """Return whether a run grows downwards below a wild card that stands for the ace, as these cards are laid off."""
    rows, below = [*table], False
    for meld, card, end in steps:
        reading = read(game, rows[meld])
        if end == "group" or reading is None:
            continue
        to = "bottom" if end == "joker-below" else None
        moves = end.startswith("joker")
        grown = moved_wild(game, reading, card, to) if moves else grow_run(game, reading, card, end)
        rows[meld], below = grown.meld, below or grown.open
    return below


def every_addition(hand: Row, law: Law, table: OnTable) -> list[Step]:
    """Return every card that can be laid off on a meld, with its first places there, each after those that it needs.

    Last come those that need a wild from another meld.
    """
    every = Additions(hand, law, table)
    found = [*every.on_groups(), *every.on_runs()]
    return [*dict.fromkeys(each for late in (False, True) for each, later in found if later == late)]


class Additions:
    """A hand of naturals and wilds, and the wilds of the table that it can exchange."""

    def __init__(self, hand: Row, law: Law, table: OnTable):
        self.law, self.table = law, table
        self.most = len(hand) - law.keeps_one  # cards that can be laid off
        self.wilds = [card for card in hand if card.rank in law.wild_ranks]
        self.naturals = Counter(card for card in hand if card.rank not in law.wild_ranks)
        self.exchanged = table.exchanged(law, self.naturals)

    def on_groups(self) -> Iterator[tuple[Step, bool]]:
        """Yield the cards for groups, and whether they need a wild from another meld."""
        for number, rank, balance in self.table.groups:
            cards = [card for card in self.naturals.elements() if card.rank == RANKS[rank]] if self.most else []
            yield from [((number, card, "group"), False) for card in cards]
            first = max(1 - balance, 0) if self.law.half_natural else 0  # naturals before a wild
            if first <= len(cards) and first < self.most:
                wilds = self.wilds_for(number, Counter(cards[:first]), [])
                yield from [((number, card, "group"), late) for card, late in wilds]

    def on_runs(self) -> Iterator[tuple[Step, bool]]:
        """Yield the cards for runs, and whether they need a wild from another meld."""
        for number, suit, run, row in self.table.runs:
            ladder = [Card(rank, suit) for rank in LADDER]
            held = sum([1 << place for place, card in enumerate(ladder) if self.naturals[card]])
            wanted = Counter([card for meld, card, _ in self.exchanged if meld != number])
            all_wilds = len(self.wilds) + sum([min(count, self.naturals[card]) for card, count in wanted.items()])
            # Naturals each of which frees a wild of another run.
            needed = sum([1 << place for place, card in enumerate(ladder) if self.naturals[card] <= wanted[card]])
            most = {run: 0}  # wilds that lay in each form or before, beyond those of the run
            queue, first = [(run, 0)], dict[Card | None, int]()  # with the cards laid off before
            for now, count in queue:  # the queue grows during the loop
                for longer, (_, place, wild, end) in self.law.extensions(now, held) if len(queue) < MOST_FORMS else ():
                    wilds = max(most[now], longer.wilds.bit_count() - run.wilds.bit_count())
                    card = None if wild else ladder[place]
                    known = most.get(longer, TOP + 1) <= wilds
                    if known and first.get(card, count) < count:
                        continue
                    bits = longer.naturals & ~run.naturals
                    too_many = wilds > all_wilds - (bits & needed).bit_count() or longer.size - run.size > self.most
                    if too_many or bits & ACES == ACES and self.naturals[ladder[0]] < 2:
                        continue
                    late = wilds > len(self.wilds)
                    if first.setdefault(card, count) == count:
                        used = Counter([ladder[place] for place in places(bits)])
                        freed = [
                            row[at - run.low] for at in places(run.wilds & ~longer.wilds) if self.law.moves == "hand"
                        ]
                        cards = [(card, False)] if card else self.wilds_for(number, used, freed)
                        yield from [((number, each, end), late or other) for each, other in cards]
                    if not known:
                        most[longer] = wilds
                        queue.append((longer, count + 1))

    def wilds_for(self, number: int, used: Counter[Card], freed: Sequence[Card]) -> Iterator[tuple[Card, bool]]:
        """Yield the wilds that can go to a meld beside the naturals used, and whether they come from another meld."""
        yield from [(card, False) for card in (*self.wilds, *freed)]
        others = [wild for meld, card, wild in self.exchanged if meld != number and self.naturals[card] > used[card]]
        yield from [(card, True) for card in others]
