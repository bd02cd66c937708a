"""The clauses of the law of groups and runs; each game's rulebook maps them to its rules."""

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
ONE_COMBINATION = "one-combination"  # a card belongs to one combination only
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

EVERYWHERE = (  # stated by every game of the family, whatever its house rules
    *(SET_UP, JOKERS_IN_PLAY, COPIES, DEALER, CARDS_DEALT, WILD_RANK, FIRST_DISCARD),
    *(GROUP, RUN, LADDER, ONE_COMBINATION, WILD_CARDS, WILD_CARDS_ALONE, WILD_AS_ITSELF, JOKERS),
    *(TURN, GOING_OUT, LAY_OFF, EMPTY_STOCK, LEFT_OVER, POSSIBLE_TOTAL, WINNER, SHARED_WIN, BONUS),
)
