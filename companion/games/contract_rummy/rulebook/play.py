"""C13–C33: a turn, laying down, laying off and buying."""

from companion.games.contract_rummy.rulebook.set_up import (
    MAY_I,
    PAGAT,
    PAGAT_MAY_I,
    PAGAT_SHANGHAI,
    SHANGHAI_MAY_I,
    WIKIPEDIA,
)
from companion.rules import clauses
from companion.rules.rulings import Example, Rule
from companion.rules.text import N_

BUY = {"laid_down": False, "calls_made": 0, "next_in_turn": False, "first_card": False}
LOW_RUN = "3S 4S 5S 6S"
WHOLE_HAND = {"deal": 1, "melds": "8S 8H 8D 8C 8S / KS KH KD KC KS KH", "left": 0}

TURN = (
    Rule(
        "C13",
        N_("Draw one card: the top of the stock or the top discard."),
        WIKIPEDIA,
        clauses=(clauses.DRAW,),
        kept=Example("may-take-discard", {"laid_down": False, "called": False}, {"legal": True}),
        broken=Example("may-take-discard", {"laid_down": False, "called": True}, {"legal": True}),
    ),
    Rule(
        "C14",
        N_("After drawing you may lay down or lay off, if you can. Both in one turn are allowed."),
        PAGAT,
        clauses=(clauses.PLAY,),
        kept=Example("may-play", {"play": "lay-down"}, {"legal": True}),
        broken=Example("may-play", {"play": "lay-down", "drawn": False}, {"legal": False}),
    ),
    Rule(
        "C15",
        N_("End the turn by discarding one card face up. Any card may be discarded, a wild card too."),
        MAY_I,
        open=N_("No source says whether a wild card may be discarded; none forbids it. Here it may."),
        clauses=(clauses.DISCARD,),
        kept=Example("discard", {"card": "JK"}, {"legal": True}),
        broken=Example("lay-down", {**WHOLE_HAND, "house": {"final_discard": True}}, {"legal": True}),
    ),
    Rule(
        "C16",
        N_(
            "When the stock is empty, all the discards except the top one are shuffled into a new stock. If there is "
            "nothing to shuffle the deal ends and every hand scores."
        ),
        N_("the Penguin Book of Card Games, Shanghai Rummy and “May I?” rules"),
        clauses=(clauses.EMPTY_STOCK,),
        kept=Example("stock-empty", {"discards": 20}, {"new_stock": 19, "deal_over": False}),
        broken=Example("stock-empty", {"discards": 20}, {"new_stock": 20}),
    ),
)

LAYING_DOWN = (
    Rule(
        "C17",
        N_(
            "A player’s first lay-down makes the whole contract of the deal at once: exactly as many groups and runs "
            "as it names, each of at least the size asked, or as much longer as you like. No further groups or runs "
            "are laid down in that deal; by house rule more may be, at once or later."
        ),
        N_("the Penguin Book of Card Games, pagat, Liverpool Rummy and “May I?” rules"),
        clauses=(clauses.CONTRACT,),
        kept=Example("lay-down", {"deal": 2, "melds": "8S 8H 8D 8C / 3C 4C 5C 6C 7C"}, {"legal": True}),
        broken=Example("lay-down", {"deal": 1, "melds": "8S 8H 8D / KS KH KD / 4C 4D 4H"}, {"legal": False}),
    ),
    Rule(
        "C18",
        N_(
            "In the contract no two groups have the same rank, and no two runs of one suit join: the top of one is "
            "not the card just below the bottom of the other. Runs of one suit that overlap or leave a gap are "
            "allowed, and cards laid off later do not matter. By house rule one player may never have two groups of "
            "a rank or two runs of a suit in a deal, or else any groups and runs are allowed."
        ),
        PAGAT_SHANGHAI,
        open=N_(
            "The sources refuse two runs that could be one; that two groups of one rank are refused too is our "
            "reading. A house rule allows them."
        ),
        clauses=(clauses.ONE_OF_EACH,),
        kept=Example("lay-down", {"deal": 3, "melds": f"{LOW_RUN} / 8S 9S 10S JS"}, {"legal": True}),
        broken=Example("lay-down", {"deal": 3, "melds": f"{LOW_RUN} / 7S 8S 9S 10S"}, {"legal": False}),
    ),
    Rule(
        "C19",
        N_(
            "After laying down a player may draw and buy as before. By house rule such a player draws only from the "
            "stock and buys nothing more."
        ),
        N_("Wikipedia, Liverpool Rummy and “May I?” rules"),
        clauses=(clauses.AFTER_LAYING_DOWN,),
        kept=Example("may-play", {"play": "track-on", "laid_down": True}, {"legal": True}),
        broken=Example(
            "may-take-discard",
            {"laid_down": True, "called": False, "house": {"down_draws_stock": True}},
            {"legal": False},
        ),
    ),
)

LAYING_OFF = (
    Rule(
        "C20",
        N_(
            "Only a player who has laid down may lay off, from the very turn of the lay-down, and onto anybody’s "
            "groups and runs. By house rule not before the next turn."
        ),
        PAGAT_MAY_I,
        clauses=(clauses.LAY_OFF,),
        kept=Example("track-on", {"meld": "9S 9H 9D", "cards": "9C"}, {"legal": True}),
        broken=Example("track-on", {"meld": "9S 9H 9D", "cards": "9C", "laid_down": False}, {"legal": False}),
    ),
    Rule(
        "C21",
        N_("Any card of its rank, and any wild card, may be laid off on a group."),
        MAY_I,
        clauses=(clauses.LAY_OFF_ON_GROUP,),
        kept=Example("track-on", {"meld": "9S 9H 9D", "cards": "JK 9S"}, {"legal": True}),
        broken=Example("track-on", {"meld": "9S 9H 9D", "cards": "10S"}, {"legal": False}),
    ),
    Rule(
        "C22",
        N_(
            "A run grows at either end, one card at a time, in sequence and suit, from the ace below the two to the "
            "ace above the king. No card goes beyond an ace."
        ),
        PAGAT_SHANGHAI,
        clauses=(clauses.LAY_OFF_ON_RUN,),
        kept=Example("track-on", {"meld": "9S 10S JS QS", "cards": "8S", "end": "bottom"}, {"legal": True}),
        broken=Example("track-on", {"meld": "AS 2S 3S 4S", "cards": "KS", "end": "bottom"}, {"legal": False}),
    ),
    Rule(
        "C23",
        N_("A wild card may be laid off at either end of a run, if the run may hold one more there (C10, C11)."),
        MAY_I,
        clauses=(clauses.LAY_OFF_WILD,),
        kept=Example("track-on", {"meld": "JK 10S JS QS", "cards": "JK", "end": "bottom"}, {"legal": True}),
        broken=Example(
            "track-on",
            {"meld": "JK 10S JS QS", "cards": "JK", "end": "bottom", "house": {"wilds_apart": True}},
            {"legal": False},
        ),
    ),
    Rule(
        "C24",
        N_(
            "A player who has laid down and holds the real card that a wild card stands for in a run may put that "
            "card in its place. The wild card moves to the end of the run that the player names; if none is named, "
            "to the top, or else to the bottom. It may not move beyond an ace, nor next to another wild card where "
            "these may not touch. By house rule it goes into the player’s hand, or is not exchanged at all."
        ),
        N_("the Penguin Book of Card Games, Liverpool and Shanghai Rummy rules"),
        clauses=(clauses.WILD_MOVES,),
        kept=Example(
            "move-joker",
            {"meld": "6S JK 8S 9S", "card": "7S", "end": "bottom"},
            {"meld": ["JK", "6S", "7S", "8S", "9S"]},
        ),
        broken=Example("move-joker", {"meld": "6S JK 8S 9S", "card": "7H"}, {"legal": False}),
    ),
    Rule(
        "C25",
        N_("Wild cards move in no other case, and never out of a group."),
        SHANGHAI_MAY_I,
        open=N_(
            "A few sources let a joker be exchanged in a group too, or by a player who has not laid down. Here "
            "neither is allowed."
        ),
        clauses=(clauses.WILD_STAYS,),
        kept=Example("move-joker", {"meld": "5H JK 7H 8H", "card": "6H"}, {"legal": True}),
        broken=Example("move-joker", {"meld": "8S 8H JK", "card": "8D"}, {"legal": False}),
    ),
    Rule(
        "C26",
        N_(
            "Laying off never makes a group or run that could not be laid down. A run stays the run of the player "
            "who laid it down, even if others made it longer."
        ),
        MAY_I,
        clauses=(clauses.LEGAL_AFTERWARDS,),
        kept=Example("track-on", {"meld": "2S 3S 4S 5S", "cards": "6S JK"}, {"legal": True}),
        broken=Example("track-on", {"meld": "2S 3S 4S", "cards": "5S"}, {"legal": False}),
    ),
)

BUYING = (
    Rule(
        "C27",
        N_("When a card is discarded, a player whose turn is not next may ask to buy it."),
        N_("Wikipedia and Liverpool Rummy rules"),
        clauses=(clauses.CALL,),
        kept=Example("may-call", {**BUY}, {"legal": True}),
        broken=Example("may-call", {**BUY, "next_in_turn": True}, {"legal": False}),
    ),
    Rule(
        "C28",
        N_("If several players ask, the card goes to the one whose turn comes soonest."),
        SHANGHAI_MAY_I,
        open=N_("Two sources give the card to the first to ask. Here it goes to the one whose turn comes soonest."),
        clauses=(clauses.FIRST_CALLER,),
        kept=Example("who-gets-card", {"players": 4, "turn": 1, "callers": [0, 3]}, {"gets": 3}),
        broken=Example("who-gets-card", {"players": 4, "turn": 1, "callers": [0, 3]}, {"gets": 0}),
    ),
    Rule(
        "C29",
        N_("The player whose turn it is comes before all of them, by taking the card as the draw."),
        MAY_I,
        clauses=(clauses.REFUSED_CALL,),
        kept=Example("may-refuse-call", {"laid_down": False, "takes_discard": True}, {"legal": True}),
        broken=Example("may-refuse-call", {"laid_down": False, "takes_discard": False}, {"legal": False}),
    ),
    Rule(
        "C30",
        N_(
            "The buyer also draws the top card of the stock, discards nothing, and may not lay down or lay off at "
            "that moment: each buy adds two cards to the hand."
        ),
        N_("Wikipedia and “May I?” rules"),
        clauses=(clauses.CALL_DRAWS,),
        kept=Example("after-call", {"calls": 1}, {"more_cards": 2, "discards": 0}),
        broken=Example("may-play", {"play": "lay-down", "just_called": True}, {"legal": False}),
    ),
    Rule(
        "C31",
        N_(
            "After a buy the player in turn draws from the stock. The card under the bought one is dead: nobody may "
            "take or buy it, even when it is on top again."
        ),
        MAY_I,
        clauses=(clauses.DEAD_CARD,),
        kept=Example("after-call", {"calls": 1}, {"next_draws_from": "stock"}),
        broken=Example("may-take-discard", {"laid_down": False, "called": True}, {"legal": False}),
    ),
    Rule(
        "C32",
        N_(
            "Each player has three buys in a deal; asking without getting the card does not count. A house rule allows "
            "any number from none to nine."
        ),
        SHANGHAI_MAY_I,
        open=N_(
            "The sources allow two, three, four or five buys, or any number. Three is the most common, and holds "
            "unless a house rule changes it."
        ),
        clauses=(clauses.CALLS_ALLOWED,),
        kept=Example("calls-left", {"successful": 2, "refused": 1}, {"left": 1}),
        broken=Example("may-call", {**BUY, "calls_made": 3}, {"legal": False}),
    ),
    Rule(
        "C33",
        N_("The very first turned-up card may be bought too, unless a house rule forbids it."),
        MAY_I,
        open=N_(
            "Only one source says that the very first turned-up card may be bought. Here it may, unless a house rule "
            "forbids it."
        ),
        clauses=(clauses.FIRST_CARD,),
        kept=Example("may-call", {**BUY, "first_card": True}, {"legal": True}),
        broken=Example(
            "may-call",
            {**BUY, "first_card": True, "house": {"call_first_card": False}},
            {"legal": False},
        ),
    ),
)

PLAY = (*TURN, *LAYING_DOWN, *LAYING_OFF, *BUYING)
