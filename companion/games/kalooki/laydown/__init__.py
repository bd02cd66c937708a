"""The best lay-down: the contract, further melds, and cards added to the melds on the table.

Whether the hand holds the contract at all is seen first (`contract`). Then each suit lays one four or none and adds
cards to the fours on the table. Its fours go down the ladder of ranks from the ace above the king: `descents` knows how
one of them can come to lie, `abreast` where several stand, and `ways` finds what they can do, that which loses the
fewest points first; `ahead` and `flows` tell it what must still be lost. Suits contend for nothing but jokers and the
cards that may be part of a three: `cases` joins them, again in the order of what they lose, and `choosing` settles the
threes. When no case still open can be better, `best` lays the choice out as melds and additions.
"""

from companion.games.kalooki.laydown.best import LayDown, additions, best_lay_down
from companion.games.kalooki.laydown.contract import can_lay_down, missing

__all__ = ["LayDown", "additions", "best_lay_down", "can_lay_down", "missing"]
