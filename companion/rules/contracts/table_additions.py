"""Cards of a hand laid off on a table: the best lay-down with them, and every card that could be laid off."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, product

from companion.rules.cards import JOKER, Card
from companion.rules.contracts.game import ContractRummy
from companion.rules.contracts.joker_moves import moved_wild
from companion.rules.contracts.lay_off import Step as Grown
from companion.rules.contracts.lay_off import grow_group, grow_run, lying
from companion.rules.contracts.search import Law, LayDown, OnTable, best_under_any_law
from companion.rules.contracts.search.options import Price
from companion.rules.contracts.search.runs import Run
from companion.rules.melds.row_objections import Kind, kind_of, naturals_in
from companion.rules.melds.row_reading import Row, read

Step = tuple[int, Card, str]  # index of a meld on the table, a card, and its place there: top, bottom, joker, group
MOST_READINGS = 4  # of the melds on the table
MOST_REACHED = 400  # forms of a meld on the table that cards of a hand lead to


def best_at_table(
    game: ContractRummy, hand: Row, law: Law, price: Price, table: tuple[Row, ...], steps: int | None
) -> LayDown | None:
    """Return the lay-down that leaves the fewest points once cards are laid off on the table as well.

    A meld with one natural may lie in several ways; each is tried.

    Raises: Spent: if the search was stopped before it knew whether the hand holds the contract.
    """
    readings = product(*[[*lying(game, meld, None)] for meld in table])
    tables = [on_table(game, each) for each in islice(readings, MOST_READINGS)]
    share = steps and steps // len(tables)
    found = [best for each in tables if (best := best_under_any_law(hand, law, price, share, each))]
    if not found:
        return None
    best = min(found, key=lambda each: each.points)
    lowest = min(each.points if each.at_least is None else each.at_least for each in found)
    if next(readings, None):
        lowest = 0  # of further readings nothing is known
    return replace(best, at_least=lowest if lowest < best.points else None)


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


def additions(game: ContractRummy, hand: Row, table: tuple[Row, ...]) -> Iterator[Step]:
    """Yield every card of the hand that could be laid off on a meld, each after those that it needs."""
    for number, meld in enumerate(table):
        reached, seen = [(row, hand) for _, row in lying(game, meld, None)], set[Row]()
        for row, rest in reached:  # the list grows during the loop
            for card in dict.fromkeys(rest):
                for end, grown in places_of(game, row, card):
                    yield number, card, end
                    form = tuple(JOKER if game.is_wild(each) else each for each in grown)
                    if form not in seen and len(seen) < MOST_REACHED:
                        seen.add(form)
                        at = rest.index(card)
                        reached.append((grown, rest[:at] + rest[at + 1 :]))


def places_of(game: ContractRummy, row: Row, card: Card) -> Iterator[tuple[str, Row]]:
    """Yield the places where a meld takes a card, each with the meld afterwards."""
    reading = read(game, row, flipped=False) if kind_of(game, row) == "run" else None
    if reading is None:
        steps = [("group", grow_group(game, row, card))]
    else:
        steps = [(end, grow_run(game, reading, card, end)) for end in ("top", "bottom")]
        steps.append(("joker", moved_wild(game, reading, card)))
    yield from ((end, step.meld) for end, step in steps if not step.findings)


def below_a_wild(game: ContractRummy, table: tuple[Row, ...], steps: Iterable[Step]) -> bool:
    """Return whether a run grows downwards below a wild card that stands for the ace, as these cards are laid off."""
    rows = dict(enumerate(table))
    return any(grown.open for grown in grow(game, rows, steps))


def grow(game: ContractRummy, rows: dict[int, Row], steps: Iterable[Step]) -> Iterator[Grown]:
    """Yield the runs among these melds, each after a card is laid off on it."""
    for meld, card, end in steps:
        reading = read(game, rows[meld])
        if end == "group" or reading is None:
            continue
        to = "bottom" if end == "joker-below" else None
        moves = end.startswith("joker")
        grown = moved_wild(game, reading, card, to) if moves else grow_run(game, reading, card, end)
        rows[meld] = grown.meld
        yield grown
