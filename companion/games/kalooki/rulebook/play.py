"""K13–K33: a turn, laying down, tracking on and calling."""

from companion.games.kalooki.rulebook.set_up import TOLD
from companion.rules import clauses
from companion.rules.rulings import Example, Rule
from companion.rules.text import N_

CALL = {"laid_down": False, "calls_made": 0, "next_in_turn": False, "first_card": False}
CONTRACT_1 = "8S 8H 8D / KS KH KD / 4C 4D 4H"

TURN = (
    Rule(
        "K13",
        N_(
            "Draw one card: the top of the stock or the top discard. A player who has laid down may not take the "
            "discard."
        ),
        TOLD,
        clauses=(clauses.DRAW,),
        kept=Example("may-take-discard", {"laid_down": False, "called": False}, {"legal": True}),
        broken=Example("may-take-discard", {"laid_down": True, "called": False}, {"legal": True}),
    ),
    Rule(
        "K14",
        N_("After drawing you may lay down or track on, if you can. Both in one turn are allowed."),
        TOLD,
        clauses=(clauses.PLAY,),
        kept=Example("may-play", {"play": "lay-down"}, {"legal": True}),
        broken=Example("may-play", {"play": "lay-down", "drawn": False}, {"legal": False}),
    ),
    Rule(
        "K15",
        N_("End the turn by discarding one card face up. A joker may never be discarded."),
        TOLD,
        open=N_(
            "The sources do not say what a player does who is left with nothing but jokers that cannot be tracked on. "
            "Such a player discards nothing, and the turn ends."
        ),
        clauses=(clauses.DISCARD,),
        kept=Example("discard", {"card": "KS"}, {"legal": True}),
        broken=Example("discard", {"card": "JK"}, {"legal": False}),
    ),
    Rule(
        "K16",
        N_(
            "When the stock is empty and somebody must draw, the dealer shuffles all the discards except the top one "
            "into a new stock. If there is nothing to shuffle the deal ends and every hand scores."
        ),
        N_("a guess by the source, from other games"),
        open=N_(
            "The source says that this is its guess, from other games: the dealer shuffles the discards under "
            "the top one. If there are no discards to shuffle, the source is silent; we end the deal and every "
            "hand scores."
        ),
        clauses=(clauses.EMPTY_STOCK,),
        kept=Example("stock-empty", {"discards": 20}, {"new_stock": 19, "deal_over": False}),
        broken=Example("stock-empty", {"discards": 20}, {"new_stock": 20}),
    ),
)

LAYING_DOWN = (
    Rule(
        "K17",
        N_(
            "A player’s first lay-down makes the whole contract of the deal at once: at least as many threes and "
            "fours as the contract names. Later the player may lay down any number of further threes and fours; they "
            "need not meet the contract."
        ),
        TOLD,
        open=N_(
            "The sources allow further threes and fours after the first lay-down, and leave open whether they may "
            "come in that very turn. Here they may."
        ),
        clauses=(clauses.CONTRACT,),
        kept=Example("lay-down", {"deal": 1, "melds": CONTRACT_1}, {"legal": True}),
        broken=Example("lay-down", {"deal": 1, "melds": "8S 8H 8D / KS KH KD"}, {"legal": False}),
    ),
    Rule(
        "K18",
        N_(
            "One player may not have two threes of the same rank, nor two fours in the same suit, at any time in a "
            "deal, nor in later lay-downs. Another player’s three of that rank does not matter."
        ),
        TOLD,
        clauses=(clauses.ONE_OF_EACH,),
        kept=Example("lay-down", {"deal": 5, "melds": CONTRACT_1 + " / 5S 5H JK"}, {"legal": True}),
        broken=Example("lay-down", {"deal": 1, "melds": "8S 8H 8D / 8S 8C JK / KS KH KD"}, {"legal": False}),
    ),
    Rule(
        "K19",
        N_("After laying down a player may neither take the discard nor call, but may track on."),
        TOLD,
        clauses=(clauses.AFTER_LAYING_DOWN,),
        kept=Example("may-play", {"play": "track-on", "laid_down": True}, {"legal": True}),
        broken=Example("may-take-discard", {"laid_down": True, "called": False}, {"legal": False}),
    ),
)

TRACKING_ON = (
    Rule(
        "K20",
        N_(
            "Only a player who has laid down may track on, from the very turn of the lay-down, and onto anybody’s "
            "threes and fours."
        ),
        TOLD,
        clauses=(clauses.LAY_OFF,),
        kept=Example("track-on", {"meld": "9S 9H 9D", "cards": "9C"}, {"legal": True}),
        broken=Example("track-on", {"meld": "9S 9H 9D", "cards": "9C", "laid_down": False}, {"legal": False}),
    ),
    Rule(
        "K21",
        N_("Any card of its rank, and any joker, may be added to a three."),
        TOLD,
        clauses=(clauses.LAY_OFF_ON_GROUP,),
        kept=Example("track-on", {"meld": "9S 9H 9D", "cards": "JK 9S"}, {"legal": True}),
        broken=Example("track-on", {"meld": "9S 9H 9D", "cards": "10S"}, {"legal": False}),
    ),
    Rule(
        "K22",
        N_(
            "A four grows only upwards, one card at a time, in sequence and suit. When its highest card is an ace, or "
            "a joker standing for the ace above the king, it grows downwards instead, down to the ace below the two."
        ),
        TOLD,
        open=N_(
            "The sources do not say whether a joker that stands for the ace above the king turns the four downwards. "
            "It does, for it stands for that card, also when a joker is moved."
        ),
        clauses=(clauses.LAY_OFF_ON_RUN,),
        kept=Example("track-on", {"meld": "JS QS KS AS", "cards": "10S", "end": "bottom"}, {"legal": True}),
        broken=Example("track-on", {"meld": "9S 10S JS QS", "cards": "8S", "end": "bottom"}, {"legal": False}),
    ),
    Rule(
        "K23",
        N_("A joker may be tracked on to a four in the same direction, unless it would lie next to another joker."),
        TOLD,
        clauses=(clauses.LAY_OFF_WILD,),
        kept=Example("track-on", {"meld": "9S 10S JS QS", "cards": "JK"}, {"legal": True}),
        broken=Example("track-on", {"meld": "9S 10S JS JK", "cards": "JK"}, {"legal": False}),
    ),
    Rule(
        "K24",
        N_(
            "The holder of the real card that a joker stands for in a four may put that card in the joker’s place. "
            "The joker moves to the top of the four, or to the bottom if the top is an ace or a joker standing for "
            "it. This is not allowed if it would then lie next to another joker, nor in a four of fourteen cards, "
            "where it has nowhere to go. The joker stays in the four."
        ),
        TOLD,
        clauses=(clauses.WILD_MOVES,),
        kept=Example("move-joker", {"meld": "5H JK 7H 8H", "card": "6H"}, {"meld": ["5H", "6H", "7H", "8H", "JK"]}),
        broken=Example("move-joker", {"meld": "5H JK 7H 8H JK", "card": "6H"}, {"legal": False}),
    ),
    Rule(
        "K25",
        N_("Jokers move in no other case: never out of a three, and never into a hand."),
        TOLD,
        clauses=(clauses.WILD_STAYS,),
        kept=Example("move-joker", {"meld": "5H JK 7H 8H", "card": "6H"}, {"legal": True}),
        broken=Example("move-joker", {"meld": "8S 8H JK", "card": "8D"}, {"legal": False}),
    ),
    Rule(
        "K26",
        N_(
            "Tracking on never makes a three or four that could not be laid down. A four stays the four of the player "
            "who laid it down, even if others made it longer."
        ),
        TOLD,
        clauses=(clauses.LEGAL_AFTERWARDS,),
        kept=Example("track-on", {"meld": "2S 3S 4S 5S", "cards": "6S JK"}, {"legal": True}),
        broken=Example("track-on", {"meld": "2S 3S JK JK", "cards": "6S"}, {"legal": False}),
    ),
)

CALLING = (
    Rule(
        "K27",
        N_("When a card is discarded, a player who has not laid down and whose turn is not next may call for it."),
        TOLD,
        clauses=(clauses.CALL,),
        kept=Example("may-call", {**CALL}, {"legal": True}),
        broken=Example("may-call", {**CALL, "next_in_turn": True}, {"legal": False}),
    ),
    Rule(
        "K28",
        N_("If several players call, the first to call once the card is on the pile gets it."),
        TOLD,
        clauses=(clauses.FIRST_CALLER,),
        kept=Example("who-gets-card", {"callers": [3, 1]}, {"gets": 3}),
        broken=Example("who-gets-card", {"callers": [3, 1]}, {"gets": 1}),
    ),
    Rule(
        "K29",
        N_("The next player in turn may refuse the call only by taking the discard, so not after laying down."),
        TOLD,
        clauses=(clauses.REFUSED_CALL,),
        kept=Example("may-refuse-call", {"laid_down": False, "takes_discard": True}, {"legal": True}),
        broken=Example("may-refuse-call", {"laid_down": False, "takes_discard": False}, {"legal": False}),
    ),
    Rule(
        "K30",
        N_(
            "A caller who gets the card also draws the top card of the stock, and may not lay down or track on at "
            "that moment. A caller discards nothing: each call adds two cards to the hand."
        ),
        TOLD,
        clauses=(clauses.CALL_DRAWS,),
        kept=Example("after-call", {"calls": 1}, {"more_cards": 2, "discards": 0}),
        broken=Example("may-play", {"play": "lay-down", "just_called": True}, {"legal": False}),
    ),
    Rule(
        "K31",
        N_(
            "After a call the next player must draw from the stock. The card under the called one is dead: nobody "
            "may take or call it, even when it is on top again."
        ),
        TOLD,
        clauses=(clauses.DEAD_CARD,),
        kept=Example("after-call", {"calls": 1}, {"next_draws_from": "stock"}),
        broken=Example("may-take-discard", {"laid_down": False, "called": True}, {"legal": False}),
    ),
    Rule(
        "K32",
        N_(
            "Each player has three successful calls in a deal; refused calls do not count. A house rule allows any "
            "number from none to nine."
        ),
        TOLD,
        clauses=(clauses.CALLS_ALLOWED,),
        kept=Example("calls-left", {"successful": 2, "refused": 1}, {"left": 1}),
        broken=Example("may-call", {**CALL, "calls_made": 3}, {"legal": False}),
    ),
    Rule(
        "K33",
        N_(
            "The very first turned-up card may not be called before anybody has played. Where a house rule allows it, "
            "the first player only draws from the stock after such a call."
        ),
        TOLD,
        open=N_(
            "The sources do not say whether the very first turned-up card may be called. Here it may not, unless the "
            "house rule for calling it is on."
        ),
        clauses=(clauses.FIRST_CARD,),
        kept=Example(
            "may-call",
            {**CALL, "first_card": True, "house": {"call_first_card": True}},
            {"legal": True},
        ),
        broken=Example("may-call", {**CALL, "first_card": True}, {"legal": False}),
    ),
)

PLAY = (*TURN, *LAYING_DOWN, *TRACKING_ON, *CALLING)
