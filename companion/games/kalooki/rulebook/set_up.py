"""K1–K5: players, packs and deals."""

from companion.rules import clauses
from companion.rules.rulings import Example, Rule
from companion.rules.text import N_

TOLD = N_("Jamaican Kalooki as described by Akagiri, after John McLeod")
TABLES = N_("as other tables play it")

SET_UP = (
    Rule(
        "K1",
        N_(
            "Three to six players, four is best; up to eight with more packs. Two packs and four jokers make 108 "
            "cards; seven or more players need three packs or more, and take six jokers. Tables may choose four to "
            "ten jokers (the usual other number is six) and two to four packs."
        ),
        N_(
            "Jamaican Kalooki as described by Akagiri, after John McLeod; other numbers of packs and jokers, "
            "as tables play"
        ),
        open=N_(
            "The source asks for three packs or more from seven players on; how many more, and how many jokers, it "
            "does not say. Here it is three packs and six jokers, unless house rules set them; that at most eight play "
            "is this companion’s limit."
        ),
        clauses=(clauses.SET_UP,),
        kept=Example("set-up", {"players": 4}, {"legal": True, "cards": 108}),
        broken=Example("set-up", {"players": 7, "house": {"packs": 2, "jokers": 10}}, {"legal": False}),
    ),
    Rule(
        "K2",
        N_("The ranks run A 2 3 4 5 6 7 8 9 10 J Q K A: an ace is below the two or above the king."),
        TOLD,
        clauses=(clauses.RANK_ORDER,),
        kept=Example("four", {"cards": "JS QS KS AS"}, {"legal": True}),
        broken=Example("four", {"cards": "KS AS 2S 3S"}, {"legal": True}),
    ),
    Rule(
        "K3",
        N_(
            "The first dealer is chosen freely, and the deal passes clockwise. The player to the dealer’s left plays "
            "first, and play is clockwise."
        ),
        TOLD,
        clauses=(clauses.DEALER,),
        kept=Example("schedule", {"deal": 2, "players": 4, "first_dealer": 3}, {"dealer": 0, "first_player": 1}),
        broken=Example("schedule", {"deal": 2, "players": 4, "first_dealer": 3}, {"first_player": 0}),
    ),
    Rule(
        "K4",
        N_(
            "A match is nine deals; the source calls each of them a game, and the nine a set. Each has its "
            "number of cards and its contract: a number of threes and fours. A house rule deals twelve cards in "
            "deals 1 to 3."
        ),
        TOLD,
        table="deals",
        clauses=(clauses.CARDS_DEALT,),
        kept=Example("schedule", {"deal": 6, "players": 4, "first_dealer": 0}, {"cards": 13, "contract": "3-3-3-4"}),
        broken=Example("schedule", {"deal": 1, "players": 4, "first_dealer": 0}, {"cards": 12}),
    ),
    Rule(
        "K5",
        N_(
            "Cards are dealt one at a time. The rest is the stock, and its top card is turned up to start the "
            "discard pile. There must be enough cards: those of the largest deal for every player, and one more, may "
            "not be more than the packs hold. This is checked once, when the match is set up."
        ),
        TOLD,
        clauses=(clauses.ENOUGH_CARDS,),
        kept=Example("set-up", {"players": 6}, {"legal": True}),
        broken=Example("set-up", {"players": 8, "house": {"packs": 2}}, {"legal": False}),
    ),
)
