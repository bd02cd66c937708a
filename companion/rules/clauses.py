"""The clauses of the law; a rule in a game's rulebook names those that it states, and is cited for them."""

SET_UP = "set-up"  # numbers of players and packs
JOKERS_IN_PLAY = "jokers-in-play"  # number of jokers, if any
COPIES = "copies"  # no more copies of a card than packs
DEALER = "dealer"  # the dealer and the first player
CARDS_DEALT = "cards-dealt"
WILD_RANK = "wild-rank"
FIRST_DISCARD = "first-discard"
GROUP = "group"
RUN = "run"
LADDER = "ladder"  # the ends of a run: ace low or high, and never round the corner
ONE_MELD = "one-meld"  # a card belongs to one meld only
WILD_CARDS = "wild-cards"  # the cards they stand for
WILD_CARDS_ALONE = "wild-cards-alone"
WILD_AS_ITSELF = "wild-as-itself"
JOKERS = "jokers"  # jokers are wild
GUESSED_RANK = "guessed-rank"  # a deal whose wild rank the sources do not name
TURN = "turn"
GOING_OUT = "going-out"
LAY_OFF = "lay-off"
EMPTY_STOCK = "empty-stock"
LEFT_OVER = "left-over"
POSSIBLE_TOTAL = "possible-total"
WINNER = "winner"
SHARED_WIN = "shared-win"
BONUS = "bonus"  # the deal between players who tie
ADJUSTMENT = "adjustment"  # a bonus or a fine

# Of contract rummies
RANK_ORDER = "rank-order"  # the ranks, and the ace at both ends
ENOUGH_CARDS = "enough-cards"  # the packs and the largest deal
GROUP_NATURALS = "group-naturals"
RUN_NATURALS = "run-naturals"
WILDS_APART = "wilds-apart"  # no two wild cards side by side in a run
WILD_RANKS = "wild-ranks"  # ranks that are wild in every deal, beside the jokers
DRAW = "draw"
PLAY = "play"  # the moment for laying down and laying off
DISCARD = "discard"
CONTRACT = "contract"
LAST_DEAL = "last-deal"  # every card at once in the last deal
ONE_OF_EACH = "one-of-each"  # one group of a rank and one run of a suit for each player
AFTER_LAYING_DOWN = "after-laying-down"  # drawing and calling for a player who has laid down
LAY_OFF_ON_GROUP = "lay-off-on-group"
LAY_OFF_ON_RUN = "lay-off-on-run"
LAY_OFF_WILD = "lay-off-wild"
WILD_MOVES = "wild-moves"  # the real card for a wild card in a run
WILD_STAYS = "wild-stays"
LEGAL_AFTERWARDS = "legal-afterwards"  # laying off never makes an illegal meld
CALL = "call"
FIRST_CALLER = "first-caller"
REFUSED_CALL = "refused-call"
CALL_DRAWS = "call-draws"  # the cards that a call brings
DEAD_CARD = "dead-card"
CALLS_ALLOWED = "calls-allowed"
FIRST_CARD = "first-card"  # calling the very first card turned up
CARD_COUNT = "card-count"  # the number of cards of a hand at the end

OF_ARRANGING = (  # stated by every game in which whole hands are laid out, whatever its house rules
    *(SET_UP, JOKERS_IN_PLAY, COPIES, DEALER, CARDS_DEALT, WILD_RANK, FIRST_DISCARD),
    *(GROUP, RUN, LADDER, ONE_MELD, WILD_CARDS, WILD_CARDS_ALONE, WILD_AS_ITSELF, JOKERS),
    *(TURN, GOING_OUT, LAY_OFF, EMPTY_STOCK, LEFT_OVER, POSSIBLE_TOTAL, WINNER, SHARED_WIN, BONUS),
    ADJUSTMENT,
)
OF_CONTRACTS = (  # stated by every contract rummy; the others only where they hold
    *(SET_UP, ENOUGH_CARDS, COPIES, DEALER, CARDS_DEALT, RANK_ORDER, GROUP, RUN, LADDER, WILD_CARDS, GROUP_NATURALS),
    *(DRAW, PLAY, DISCARD, EMPTY_STOCK, CONTRACT, AFTER_LAYING_DOWN),
    *(LAY_OFF, LAY_OFF_ON_GROUP, LAY_OFF_ON_RUN, LAY_OFF_WILD, WILD_MOVES, WILD_STAYS, LEGAL_AFTERWARDS),
    *(CALL, FIRST_CALLER, REFUSED_CALL, CALL_DRAWS, DEAD_CARD, CALLS_ALLOWED, FIRST_CARD),
    *(GOING_OUT, LEFT_OVER, CARD_COUNT, WINNER, ADJUSTMENT),
)
