"""C1–C5: players, packs and deals."""

from companion.rules import clauses
from companion.rules.rulings import Example, Rule
from companion.rules.text import N_

COMMON = N_("Bicycle, the Penguin Book of Card Games and Wikipedia")
BICYCLE = N_("Bicycle")
BICYCLE_PENGUIN = N_("Bicycle and the Penguin Book of Card Games")
PAGAT = N_("pagat")
WIKIPEDIA = N_("Wikipedia")
MAY_I = N_("“May I?” rules")
PAGAT_LIVERPOOL = N_("pagat and Liverpool Rummy rules")
PAGAT_SHANGHAI = N_("pagat and Shanghai Rummy rules")
PAGAT_MAY_I = N_("pagat and “May I?” rules")
PENGUIN_MAY_I = N_("the Penguin Book of Card Games and “May I?” rules")
SHANGHAI_MAY_I = N_("Shanghai Rummy and “May I?” rules")
WIKIPEDIA_SHANGHAI = N_("Wikipedia and Shanghai Rummy rules")
TOO_LARGE = {"packs": 2, "jokers": 0, "schedule": [{"cards": 14, "groups": 2}]}

SET_UP = (
    Rule(
        "C1",
        N_(
            "Two to eight players. Up to four players take two packs, five or more take three, with both jokers of "
            "every pack: 108 cards or 162. House rules set two to four packs, and none to twelve jokers."
        ),
        COMMON,
        clauses=(clauses.SET_UP,),
        kept=Example("set-up", {"players": 5}, {"legal": True, "packs": 3, "jokers": 6, "cards": 162}),
        broken=Example("set-up", {"players": 9}, {"legal": False}),
    ),
    Rule(
        "C2",
        N_("The ranks run A 2 3 4 5 6 7 8 9 10 J Q K A: an ace is below the two or above the king."),
        PAGAT_LIVERPOOL,
        clauses=(clauses.RANK_ORDER,),
        kept=Example("run", {"cards": "JS QS KS AS"}, {"legal": True}),
        broken=Example("run", {"cards": "KS AS 2S 3S"}, {"legal": True}),
    ),
    Rule(
        "C3",
        N_(
            "The first dealer is chosen freely, and the deal passes clockwise. The player to the dealer’s left plays "
            "first, and play is clockwise."
        ),
        N_("Bicycle and Continental Rummy rules"),
        open=N_(
            "Spanish and South American tables play counterclockwise. Here play is clockwise; such a table enters "
            "its seats in the order of play."
        ),
        clauses=(clauses.DEALER,),
        kept=Example("schedule", {"deal": 2, "players": 4, "first_dealer": 3}, {"dealer": 0, "first_player": 1}),
        broken=Example("schedule", {"deal": 2, "players": 4, "first_dealer": 3}, {"first_player": 0}),
    ),
    Rule(
        "C4",
        N_(
            "A match is seven deals. Each has its number of cards and its contract: a number of groups and runs. A "
            "house rule lets a table set its own deals, one to fifteen, of three to sixteen cards, with the least "
            "size of each group and run. A contract that no hand could meet, even after every buy, is not accepted."
        ),
        N_(
            "Bicycle, the Penguin Book of Card Games and Wikipedia; for the contracts also pagat and Liverpool Rummy "
            "rules"
        ),
        table="deals",
        clauses=(clauses.CARDS_DEALT,),
        kept=Example("schedule", {"deal": 5, "players": 4, "first_dealer": 0}, {"cards": 12, "contract": "3-3-4"}),
        broken=Example("schedule", {"deal": 1, "players": 4, "first_dealer": 0}, {"cards": 12}),
    ),
    Rule(
        "C5",
        N_(
            "Cards are dealt one at a time. The rest is the stock, and its top card is turned up to start the "
            "discard pile. There must be enough cards: those of the largest deal for every player, and one more, may "
            "not be more than the packs hold. This is checked once, when the match is set up."
        ),
        BICYCLE,
        clauses=(clauses.ENOUGH_CARDS,),
        kept=Example("set-up", {"players": 8}, {"legal": True}),
        broken=Example("set-up", {"players": 8, "house": TOO_LARGE}, {"legal": False}),
    ),
)
