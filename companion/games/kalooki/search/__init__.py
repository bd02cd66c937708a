"""Search for the best lay-down: the contract, further melds, and cards added to the melds on the table.

`contract` first tests whether the hand holds the contract at all. Then each suit lays one new four or none, and
extends the fours on the table. A four is an automaton whose states go down the ladder of ranks (`run_states`). The
fours of one suit go down in parallel (`parallel_runs`). `suit_search` finds the options of the suit best first,
guided by lower bounds on the points still to be lost (`bounds`, `flow_bound`). Suits compete for jokers, and for the
cards that may be part of a three (`outcomes`). `problem` holds the data that they share, `subproblem` searches all
suits together, and `branch_and_bound` chooses an option for each; the threes follow from that. When no lower bound is
below the best result found, `best` has it laid out (`layout`) as melds and as additions to the `table`.
"""

from companion.games.kalooki.search.best import best_lay_down
from companion.games.kalooki.search.contract import can_lay_down, missing
from companion.games.kalooki.search.layout import LayDown
from companion.games.kalooki.search.table import additions

__all__ = ["LayDown", "additions", "best_lay_down", "can_lay_down", "missing"]
