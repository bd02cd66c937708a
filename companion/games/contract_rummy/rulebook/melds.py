"""C6–C12: groups, runs, and wild cards in them."""

from companion.games.contract_rummy.rulebook.set_up import (
    MAY_I,
    PAGAT,
    PAGAT_LIVERPOOL,
    PAGAT_MAY_I,
    SHANGHAI_MAY_I,
)
from companion.rules import clauses
from companion.rules.cards import COPIES
from companion.rules.rulings import Example, Rule
from companion.rules.text import N_

APART = {"house": {"wilds_apart": True}}

MELDS = (
    Rule(
        "C6",
        N_("A group is three or more cards of one rank. Suits do not matter, and identical cards may both be used."),
        PAGAT_MAY_I,
        clauses=(clauses.GROUP,),
        kept=Example("group", {"cards": "KS KS KH KD"}, {"legal": True}),
        broken=Example("group", {"cards": "KS KH QD"}, {"legal": False}),
    ),
    Rule(
        "C7",
        N_("A run is four or more cards of one suit in sequence."),
        PAGAT,
        clauses=(clauses.RUN,),
        kept=Example("run", {"cards": "9S 10S JS QS"}, {"legal": True}),
        broken=Example("run", {"cards": "9S 10S JH QS"}, {"legal": False}),
    ),
    Rule(
        "C8",
        N_(
            "In a run an ace is the lowest card, A-2-3-4, or the highest, J-Q-K-A. A run never wraps around: K-A-2-3 "
            "is not a run. The longest run is fourteen cards, ace to ace."
        ),
        PAGAT_LIVERPOOL,
        open=N_(
            "One source allows thirteen cards at most. Here a run may have an ace at both ends, which makes fourteen."
        ),
        clauses=(clauses.LADDER,),
        kept=Example("run", {"cards": "AS 2S 3S 4S"}, {"legal": True}),
        broken=Example("run", {"cards": "QS KS AS 2S"}, {"legal": False}),
    ),
    Rule(
        "C9",
        N_(
            "A joker is wild: it stands for any card. In a run a wild card stands for one exact card, that of the "
            "place where it lies; in a group no suit need be named."
        ),
        N_("Wikipedia and Progressive Rummy rules"),
        clauses=(clauses.WILD_CARDS,),
        kept=Example("run", {"cards": "6S 7S JK 9S"}, {"legal": True, "stands_for": {"2": "8S"}}),
        broken=Example("run", {"cards": "6S 7S JK 9S"}, {"stands_for": {"2": "10S"}}),
    ),
    Rule(
        "C10",
        N_(
            "A group or run holds at least one natural card; otherwise the number of wild cards in it is not limited. "
            "By house rule it never holds more wild cards than natural ones, also after laying off."
        ),
        SHANGHAI_MAY_I,
        open=N_(
            "No source shows a meld of wild cards alone; here it is refused. Two sources count wild and natural cards "
            "only at the lay-down; here the house rule holds after laying off too."
        ),
        clauses=(clauses.GROUP_NATURALS, clauses.RUN_NATURALS),
        kept=Example("group", {"cards": "8S JK JK"}, {"legal": True}),
        broken=Example("group", {"cards": "8S JK JK", "house": {"wilds": "half"}}, {"legal": False}),
    ),
    Rule(
        "C11",
        N_("In a run wild cards may lie next to each other. By house rule no two of them may."),
        MAY_I,
        clauses=(clauses.WILDS_APART,),
        kept=Example("run", {"cards": "5H JK 7H JK", **APART}, {"legal": True}),
        broken=Example("run", {"cards": "5H JK JK 8H", **APART}, {"legal": False}),
    ),
    Rule(
        "C12",
        COPIES,
        N_("it follows from the packs"),
        clauses=(clauses.COPIES,),
        kept=Example("group", {"cards": "8S 8S JK"}, {"legal": True}),
        broken=Example("group", {"cards": "8S 8S 8S"}, {"legal": False}),
    ),
)
