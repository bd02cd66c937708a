"""Cards of a hand laid off on a table: the best lay-down with them, and every card that could be laid off."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import islice, product
from math import inf

from companion.rules.cards import Card
from companion.rules.contracts import search
from companion.rules.contracts.any_prices import best_lay_down
from companion.rules.contracts.game import ContractRummy
from companion.rules.contracts.joker_moves import moved_wild
from companion.rules.contracts.lay_off import grow_run, lying
from companion.rules.contracts.search import Law, LayDown, OnTable, Price, Run
from companion.rules.melds.row_objections import Kind, naturals_in
from companion.rules.melds.row_reading import Row, read
from companion.rules.negative_prices import points_below_zero
from companion.rules.search_state import Budget, Spent

Step = tuple[int, Card, str]  # index of a meld on the table, a card, and its place there: top, bottom, joker, group
MOST_READINGS = 4  # of the melds on the table
BEST = 0.4  # share of the steps left for the cards that leave the fewest points; the others take the rest
MOST_LEFT = 32  # more than the cards of any hand


def best_at_table(
    game: ContractRummy,
    hand: Row,
    law: Law,
    price: Price,
    table: tuple[Row, ...],
    budget: Budget,
    ceiling: float = inf,
) -> LayDown | None:
    """Return the lay-down that leaves the fewest points once cards are laid off on the table as well.

    Of several it is one that leaves fewest cards of which the sources differ on the price. A meld with one natural may
    lie in several ways; each is tried. If none leaves fewer points than `ceiling`, any is returned.

    Raises: Spent: if the search was stopped before it knew whether the hand holds the contract.
    """

    def told_apart(card: Card) -> int:
        """Return the price of a card in many parts of a point, so that one more tells it from others."""
        return price(card) * MOST_LEFT + game.open_price(card)

    prices, parts = (told_apart, MOST_LEFT) if any(map(game.open_price, hand)) else (price, 1)
    readings = product(*[[*lying(game, meld, None)] for meld in (table if law.lays_off else ())])
    tables = [on_table(game, each) for each in islice(readings, MOST_READINGS)]
    shares = [budget.part(1 / (len(tables) - number)) for number in range(len(tables))]
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
        best = best_at_table(game, hand, law, lambda card: price(card) * MOST_LEFT + 1, table, budget.part(BEST))
    cards = (*hand, *(best.exchanged if best else ()))
    first = [(meld, cards[place], end) for meld, place, end in (best.additions if best else ())]
    return [*first, *[step for step in search.additions(hand, law, every_reading(game, table)) if step not in first]]


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
