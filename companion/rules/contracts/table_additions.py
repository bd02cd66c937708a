"""Find the cards of a hand that can be laid off on a table, by ruling on each under the game's own law."""

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.cards import JOKER, Card
from companion.rules.contracts.game import ContractRummy
from companion.rules.contracts.joker_moves import moved_wild
from companion.rules.contracts.lay_off import grow_group, grow_run, lying
from companion.rules.contracts.search import Law, LayDown
from companion.rules.deals import Deal
from companion.rules.melds.row_objections import kind_of
from companion.rules.melds.row_reading import Row, read

Step = tuple[int, Card, str]  # index of a meld on the table, a card, and its place there: top, bottom, joker, group
MOST_REACHED = 400  # forms of a meld on the table that cards of a hand lead to


def with_table(
    game: ContractRummy, deal: Deal, hand: Row, best: LayDown, table: tuple[Row, ...], asked: Law
) -> LayDown:
    """Return a lay-down with the cards left laid off as they fit, naturals and dear ones first.

    Another lay-down might leave fewer points at this table, so the bound is 0 unless no card is left.
    """
    rows, left, added = [*table], [*best.left], list[tuple[int, int, str]]()
    while len(left) > asked.keeps_one:
        in_order = sorted(left, key=lambda place: (game.is_wild(hand[place]), -game.price(deal, hand[place])))
        fits = ((place, *step) for place in in_order for step in fitting(game, rows, hand[place]))
        if not (found := next(fits, None)):
            break
        place, number, end, rows[number] = found
        left.remove(place)
        added.append((number, place, end))
    own = [(number + len(table), place, end) for number, place, end in best.additions]
    points = sum(game.price(deal, hand[place]) for place in left)
    bound = None if not points else 0
    return replace(best, left=tuple(left), points=points, additions=(*own, *added), at_least=bound)


def fitting(game: ContractRummy, rows: list[Row], card: Card) -> Iterator[tuple[int, str, Row]]:
    """Yield the melds that take a card, by number, each with the place there and the meld afterwards."""
    for number, row in enumerate(rows):
        for end, grown in places_of(game, row, card):
            if end != "joker" or game.lay_off.moved_wild != "hand":  # that wild card would be one more in the hand
                yield number, end, grown


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
