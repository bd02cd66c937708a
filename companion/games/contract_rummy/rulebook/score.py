"""C34–C41 and B1–B7: the end of a deal, the penalty points, the last deal, presets, and how points are booked."""

from companion.games.contract_rummy.rulebook.set_up import (
    BICYCLE_PENGUIN,
    COMMON,
    MAY_I,
    PENGUIN_MAY_I,
    WIKIPEDIA_SHANGHAI,
)
from companion.rules import bookkeeping, clauses
from companion.rules.rulings import Example, Rule
from companion.rules.text import N_

ALL_RUNS = "3S 4S 5S 6S / 3H 4H 5H 6H / 9D 10D JD QD KD"
TWOS = {"house": {"twos_wild": True}}
SHANGHAI = {"players": 4, "first_dealer": 0, "house": {"preset": "shanghai"}}
MAY_I_PRESET = {"players": 4, "first_dealer": 0, "house": {"preset": "may-i"}}

SCORE = (
    Rule(
        "C34",
        N_(
            "A deal ends at once when a player has no cards left, whether by laying down, by laying off or by "
            "discarding. By house rule the last card must be discarded, so that laying down or laying off never takes "
            "the whole hand, except in a last deal laid down all at once (C38)."
        ),
        PENGUIN_MAY_I,
        clauses=(clauses.GOING_OUT,),
        kept=Example("deal-over", {"cards_left": 0}, {"over": True}),
        broken=Example("deal-over", {"cards_left": 1}, {"over": True}),
    ),
    Rule(
        "C35",
        N_(
            "Every other player scores the cards in hand as penalty points, also those that would make groups or "
            "runs: a joker 15, an ace 15, king, queen and jack 10, the others their number. A wild two costs as much "
            "as a joker, but 20 at most. House rules set other prices, such as a joker 50, an ace 20, or two to ten 5 "
            "each."
        ),
        BICYCLE_PENGUIN,
        priced_text=N_(
            "Every other player scores the cards in hand as penalty points, also those that would make groups or "
            "runs. At this table: {prices}."
        ),
        table="prices",
        open=N_(
            "For a wild two one source has 20 points, another 15; here it costs as much as a joker, but 20 at most. "
            "Where two to ten cost 5, one source has 10 for a ten; here it costs 5 like the others."
        ),
        clauses=(clauses.LEFT_OVER,),
        kept=Example("penalty", {"cards": "AS KH JK"}, {"points": 40}),
        broken=Example("penalty", {"cards": "AS KH JK"}, {"points": 26}),
    ),
    Rule(
        "C35a",
        N_(
            "At the end a player who never laid down holds the cards dealt and two for each buy, and one who laid "
            "down at most the cards dealt, less those of the contract, and two for each buy. In a last deal laid down "
            "all at once (C38) only the first can be. Any other number is a miscount; the companion warns before "
            "saving, and saves it anyway if you insist."
        ),
        N_("it follows from the deals and the buys"),
        clauses=(clauses.CARD_COUNT,),
        kept=Example("count", {"deal": 4, "cards_held": 12, "calls": 1}, {"legal": True}),
        broken=Example("count", {"deal": 4, "cards_held": 2, "calls": 0}, {"legal": False}),
    ),
    Rule(
        "C36",
        N_("After the last deal the lowest total wins. Players who tie for it share the win."),
        COMMON,
        open=N_("The sources do not say who wins after a tie. Here the win is shared."),
        clauses=(clauses.WINNER,),
        kept=Example("winner", {"totals": [210, 180, 305, 180]}, {"winners": [1, 3]}),
        broken=Example("winner", {"totals": [210, 180, 305, 180]}, {"winners": [1]}),
    ),
    Rule(
        "C37",
        N_(
            "Tables also give points for other reasons, such as a bonus of 50 to a dealer who cuts exactly the cards "
            "needed, one of 25 or 50 for going out in one play or of 10 for laying down and out in one turn, or a "
            "fine for a broken rule. Such a bonus or fine has a sign and a reason, and is recorded apart from the "
            "penalty for cards."
        ),
        WIKIPEDIA_SHANGHAI,
        clauses=(clauses.ADJUSTMENT,),
        kept=Example("adjustment", {"points": -50, "reason_given": True}, {"legal": True}),
        broken=Example("adjustment", {"points": -50, "reason_given": True, "among_cards": True}, {"legal": False}),
    ),
    Rule(
        "C38",
        N_(
            "In the last deal of the match the lay-down uses every card of the hand, without a discard, and ends the "
            "deal; so nobody lays off. By house rule the last deal is played like the others."
        ),
        N_("Liverpool Rummy and “May I?” rules"),
        clauses=(clauses.LAST_DEAL,),
        kept=Example("lay-down", {"deal": 7, "melds": ALL_RUNS, "left": 0}, {"legal": True}),
        broken=Example("lay-down", {"deal": 7, "melds": ALL_RUNS, "left": 1}, {"legal": False}),
    ),
    Rule(
        "C39",
        N_(
            "By house rule every two is wild like a joker. It is never a natural card then, not even in its own place "
            "in a run; the two keeps its place in the sequence."
        ),
        PENGUIN_MAY_I,
        open=N_(
            "The sources do not say whether a wild two that lies in its own place counts as a natural card. It does "
            "not."
        ),
        clauses=(clauses.WILD_RANKS, clauses.WILD_AS_ITSELF),
        kept=Example("group", {"cards": "9C 9D 2H", **TWOS}, {"legal": True}),
        broken=Example("group", {"cards": "2S 2H 2D", **TWOS}, {"legal": True}),
    ),
    Rule(
        "C40",
        N_(
            "The preset “Shanghai” has ten deals of eleven cards each: two groups; a group and a run; two runs; three "
            "groups; a group and a run of seven; two groups and a run of five; three runs; a group and a run of ten; "
            "three groups and a run of five; three runs of five. A meld never holds more wild cards than natural "
            "ones, an exchanged wild card goes into the hand, and the last deal is played like the others. A joker "
            "costs 50, two to ten cost 5 each. House rules set as well override the preset."
        ),
        WIKIPEDIA_SHANGHAI,
        kept=Example("schedule", {"deal": 8, **SHANGHAI}, {"cards": 11, "contract": "3-10"}),
        broken=Example("schedule", {"deal": 8, **SHANGHAI}, {"cards": 12}),
    ),
    Rule(
        "C41",
        N_(
            "The preset “May I?” has the seven contracts with eleven cards each. Twos are wild, a meld never holds "
            "more wild cards than natural ones, and wild cards are not exchanged. After laying down a player draws "
            "only from the stock, buys nothing more, and lays off from the next turn on. A joker costs 50. House "
            "rules set as well override the preset."
        ),
        MAY_I,
        kept=Example("schedule", {"deal": 1, **MAY_I_PRESET}, {"cards": 11, "contract": "3-3"}),
        broken=Example("schedule", {"deal": 1, **MAY_I_PRESET}, {"cards": 10}),
    ),
    *bookkeeping.paragraphs(
        kept=Example("bare-total", {"deal": 1, "points": 90}, {"legal": True}),
        broken=Example("bare-total", {"deal": 7, "points": 7, "house": {"calls": 0}}, {"legal": False}),
        one_zero=True,
    ),
)
