"""The clauses of the law of groups and runs; the rulebook of each game says which rule states which of them."""

SET_UP = "set-up"  # how many play, with how many packs
JOKERS_IN_PLAY = "jokers-in-play"  # how many jokers there are, if any
COPIES = "copies"  # no card occurs oftener than there are packs
DEALER = "dealer"  # who deals, and who plays first
CARDS_DEALT = "cards-dealt"
WILD_RANK = "wild-rank"
FIRST_DISCARD = "first-discard"
GROUP = "group"
RUN = "run"
LADDER = "ladder"  # where a run ends: whether the ace is low or high, and that nothing goes round the corner
ONE_COMBINATION = "one-combination"  # a card belongs to one only
WILD_CARDS = "wild-cards"  # what they stand for
WILD_CARDS_ALONE = "wild-cards-alone"
WILD_AS_ITSELF = "wild-as-itself"
JOKERS = "jokers"  # that they are wild
GUESSED_RANK = "guessed-rank"  # a deal whose wild rank the sources do not name
TURN = "turn"
GOING_OUT = "going-out"
LAY_OFF = "lay-off"
EMPTY_STOCK = "empty-stock"
LEFT_OVER = "left-over"
POSSIBLE_TOTAL = "possible-total"
WINNER = "winner"
SHARED_WIN = "shared-win"
BONUS = "bonus"  # the deal that those who tie play

EVERYWHERE = (  # what every game of the family states, whatever its house rules
    *(SET_UP, JOKERS_IN_PLAY, COPIES, DEALER, CARDS_DEALT, WILD_RANK, FIRST_DISCARD),
    *(GROUP, RUN, LADDER, ONE_COMBINATION, WILD_CARDS, WILD_CARDS_ALONE, WILD_AS_ITSELF, JOKERS),
    *(TURN, GOING_OUT, LAY_OFF, EMPTY_STOCK, LEFT_OVER, POSSIBLE_TOTAL, WINNER, SHARED_WIN, BONUS),
)
