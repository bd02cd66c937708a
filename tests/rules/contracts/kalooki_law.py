"""The search as Kalooki's tests ask it: a contract of threes and fours, and melds on the table as rows of cards."""

from functools import partial
from math import inf
from typing import Any

from companion.games import GAMES
from companion.rules.contracts import search
from companion.rules.contracts.lay_off import lying
from companion.rules.contracts.search import Law, OnTable
from companion.rules.contracts.table_additions import on_table as read_table
from companion.rules.search_state import Budget

KALOOKI = GAMES["kalooki"]
price = partial(KALOOKI.price, KALOOKI.deals[0])


def kalooki(groups: int, runs: int, naturals: int = 0, **other: Any) -> Law:
    """Return the law of Kalooki with this contract, and with other values."""
    law = Law((3,) * groups, (4,) * runs, 2, naturals, False, True, "none", further=(3, 4), both_ends=False, moves="up")
    return law._replace(**other)


def as_read(game, table) -> OnTable:
    """Return the melds on the table, each in its first reading."""
    return read_table(game, [next(lying(game, tuple(meld), None)) for meld in table])


def best_lay_down(hand, law, table=(), steps=None, ceiling=inf):
    """Return the best lay-down beside these melds."""
    return search.best_lay_down(hand, law, price, as_read(KALOOKI, table), Budget(steps), ceiling)
