"""K6–K12: threes, fours, and jokers in them."""

from companion.games.kalooki.rulebook.set_up import TOLD
from companion.rules import clauses
from companion.rules.cards import COPIES
from companion.rules.rulings import Example, Rule
from companion.rules.text import N_

MELDS = (
    Rule(
        "K6",
        N_("A three is three or more cards of one rank. Suits do not matter, and identical cards may both be used."),
        TOLD,
        clauses=(clauses.GROUP,),
        kept=Example("three", {"cards": "KS KS KH KD"}, {"legal": True}),
        broken=Example("three", {"cards": "KS KH QD"}, {"legal": False}),
    ),
    Rule(
        "K7",
        N_("A four is four or more cards of one suit in sequence."),
        TOLD,
        clauses=(clauses.RUN,),
        kept=Example("four", {"cards": "9S 10S JS QS"}, {"legal": True}),
        broken=Example("four", {"cards": "9S 10S JH QS"}, {"legal": False}),
    ),
    Rule(
        "K8",
        N_(
            "In a four an ace is the lowest card, A-2-3-4, or the highest, J-Q-K-A. A four never wraps around: "
            "K-A-2-3 is not a four. The longest four is fourteen cards, ace to ace."
        ),
        TOLD,
        clauses=(clauses.LADDER,),
        kept=Example("four", {"cards": "AS 2S 3S 4S"}, {"legal": True}),
        broken=Example("four", {"cards": "QS KS AS 2S"}, {"legal": False}),
    ),
    Rule(
        "K9",
        N_(
            "A joker stands for any card. In a four it stands for one exact card, named when it is played; in a three "
            "no suit need be named."
        ),
        TOLD,
        clauses=(clauses.WILD_CARDS,),
        kept=Example("four", {"cards": "6S 7S JK 9S"}, {"legal": True, "stands_for": {"2": "8S"}}),
        broken=Example("four", {"cards": "6S 7S JK 9S"}, {"stands_for": {"2": "10S"}}),
    ),
    Rule(
        "K10",
        N_("A three holds at least two natural cards; otherwise the number of jokers in it is not limited."),
        TOLD,
        clauses=(clauses.GROUP_NATURALS,),
        kept=Example("three", {"cards": "8S 8H JK JK"}, {"legal": True}),
        broken=Example("three", {"cards": "8S JK JK"}, {"legal": False}),
    ),
    Rule(
        "K11",
        N_(
            "In a four no two jokers lie next to each other. Otherwise their number is not limited, and a joker may be "
            "at either end."
        ),
        TOLD,
        clauses=(clauses.WILDS_APART,),
        kept=Example("four", {"cards": "JK 5H JK 7H"}, {"legal": True}),
        broken=Example("four", {"cards": "5H JK JK 8H"}, {"legal": False}),
    ),
    Rule(
        "K11a",
        N_(
            "By house rule a four needs at least three natural cards. Without it there is no minimum, as long as "
            "no two jokers touch."
        ),
        TOLD,
        clauses=(clauses.RUN_NATURALS,),
        kept=Example("four", {"cards": "5H JK 7H 8H", "house": {"four_naturals": 3}}, {"legal": True}),
        broken=Example("four", {"cards": "5H JK 7H JK", "house": {"four_naturals": 3}}, {"legal": False}),
    ),
    Rule(
        "K12",
        COPIES,
        N_("it follows from the packs"),
        clauses=(clauses.COPIES,),
        kept=Example("three", {"cards": "8S 8S JK"}, {"legal": True}),
        broken=Example("three", {"cards": "8S 8S 8S"}, {"legal": False}),
    ),
)
