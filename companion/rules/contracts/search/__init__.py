"""Search for the best lay-down: the contract, further melds, and cards added to the melds on the table.

`contract` first tests whether the hand holds the contract at all. Then each suit lists its options: to lay a new run
or none, and what each run on the table becomes (`options`). Of several runs on the table it lists them rank by rank
up the ladder, and within a step limit keeps those that promise most (`ladder`). Suits compete for wilds, and for the
cards that may be part of a group: `best` chooses an option for each by branch and bound, and the groups follow from
that. Last, `layout` lays the choice out as melds and as additions to the table.

That search knows only one run a suit, wilds apart and one wild in a least group. Under any other law, `any_search`
chooses the ranks of the groups, `automaton` finds the ways to lay runs of a suit and to lay off on those on the table
(`table_runs`), and `any_layout` lays them out; `any_law` decides how exactly to search. It would find the
quicker search's lay-downs too, in five to ten times the time.
"""

from companion.rules.contracts.search.any_law import ENOUGH, best_under_any_law
from companion.rules.contracts.search.best import best_lay_down, can_lay_down, decisive, missing
from companion.rules.contracts.search.contract import Contract
from companion.rules.contracts.search.law import Law, OnTable
from companion.rules.contracts.search.layout import LayDown
from companion.rules.contracts.search.runs import Growth, additions

__all__ = [
    "ENOUGH",
    "Contract",
    "Growth",
    "Law",
    "LayDown",
    "OnTable",
    "additions",
    "best_lay_down",
    "best_under_any_law",
    "can_lay_down",
    "decisive",
    "missing",
]
