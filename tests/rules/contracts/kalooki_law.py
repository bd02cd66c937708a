"""The search as Kalooki's tests ask it: a contract of threes and fours, and melds on the table as rows of cards."""

from typing import Any

from companion.rules.cards import JOKER, RANKS
from companion.rules.contracts import search
from companion.rules.contracts.search import Law, OnTable, Run
from companion.rules.search_state import Budget
from tests.rules.brute_force import as_four, is_three


def kalooki(groups: int, runs: int, naturals: int = 0, **other: Any) -> Law:
    """Return the law of Kalooki with this contract, and with other values."""
    law = Law((3,) * groups, (4,) * runs, 2, naturals, False, True, "none", further=(3, 4), both_ends=False, moves="up")
    return law._replace(**other)


def on_table(melds):
    """Return melds as the search reads them."""
    groups, runs = [], []
    for number, meld in enumerate(melds):
        naturals = [card for card in meld if card != JOKER]
        if is_three(meld):
            groups.append((number, RANKS.index(naturals[0].rank), 2 * len(naturals) - len(meld)))
        elif four := as_four(meld):
            low, cards = four
            wilds = sum(1 << low + at for at, card in enumerate(cards) if card == JOKER)
            runs.append((number, naturals[0].suit, Run(low, low + len(meld) - 1, wilds), cards))
    return OnTable(len(melds), tuple(groups), tuple(runs))


def best_lay_down(hand, law, price, table=(), steps=None):
    """Return the best lay-down beside these melds."""
    return search.best_lay_down(hand, law, price, on_table(table), Budget(steps))
