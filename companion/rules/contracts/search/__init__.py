"""Search for the best lay-down under any law: the contract, further melds, and cards added to the melds on the table.

1. Four things are decided: the new runs of each suit and which of their cards are wild; what every run on the table
   becomes; which ranks are groups; where wilds go that are left over. Suits are decided one by one (`ways`), then
   ranks; they share only the wilds, the runs that the contract asks for, and cards that a run and a group both want.
2. A run is written out, place by place, and only the `law` says what is legal. What a run on the table can become is
   what single legal steps lead to, which is also the order in which its cards are laid off.
3. New runs come from the lowest upwards. A wild takes the place of a natural that is held only where that card can
   matter elsewhere.
4. Beside runs on the table, all runs of a suit are decided together, rank by rank up the ladder (`climb`): a run is
   only what it can still become, so that runs which can become the same are one. A card that nothing takes is lost or
   left for a group. Of ways that keep the same cards those are dropped that lose more points, need more wilds and can
   take fewer; every way has a lower bound, and the lowest go on as far as the budget goes.
5. A way of each suit is chosen by branch and bound, with the groups as a small table over the ranks (`join`). A first
   pass finds a ceiling below which a second one lists all ways; what it has to leave out says how few points there
   could be. `layout` lays the choice out as melds and steps.
6. Before the best, any lay-down is sought, by the same search with all prices 0 and the shortest runs (`questions`): it
   says whether the hand makes the contract at all, and is what a stopped search falls back on. With a natural more, of
   any kind, it says which card would make the contract.

The searches of a question share one budget of steps.
"""

from companion.rules.contracts.search.law import Law, Run
from companion.rules.contracts.search.problem import LayDown, OnTable, Price
from companion.rules.contracts.search.questions import additions, best_lay_down, can_lay_down, missing

__all__ = [
    "Law",
    "LayDown",
    "OnTable",
    "Price",
    "Run",
    "additions",
    "best_lay_down",
    "can_lay_down",
    "missing",
]
