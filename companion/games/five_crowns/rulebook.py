"""The rulebook of Five Crowns: its numbered rules, chapters, how to play in a minute, synonyms, and what people ask.

Each rule has a play that keeps it and a common mistake."""

from companion.rules import clauses
from companion.rules.arranging.rulebook import asked_of_groups_and_runs, how_to_play
from companion.rules.bookkeeping import FINES, paragraphs
from companion.rules.rulebook import Chapter, CommonQuestion, Rulebook
from companion.rules.rulings import Example, Rule
from companion.rules.text import N_

PRINTED = N_("Five Crowns, after its printed rules")
LAID_OUT = "8S 9S 10S 8* 8H KD 4C"  # in round 5, where sevens are wild

PLAYERS_AND_ROUNDS = (
    Rule(
        "F1",
        N_(
            "Two to seven players. Two packs of 58 cards: eleven ranks from 3 to king in five suits, and three jokers "
            "each; 116 cards, six of them jokers. By house rule three packs, and then up to nine players. The "
            "largest round must fit the cards in play."
        ),
        PRINTED,
        clauses=(clauses.SET_UP,),
        kept=Example("set-up", {"players": 7}, {"legal": True, "packs": 2, "jokers": 6, "cards": 116}),
        broken=Example("set-up", {"players": 4}, {"cards": 104}),
    ),
    Rule(
        "F2",
        N_(
            "Eleven rounds. The first dealer is chosen freely; the deal passes to the left. The player to the "
            "dealer’s left starts, and play is clockwise."
        ),
        PRINTED,
        clauses=(clauses.DEALER,),
        kept=Example("schedule", {"round": 3, "players": 5, "first_dealer": 2}, {"dealer": 4, "first_player": 0}),
        broken=Example("schedule", {"round": 2, "players": 5, "first_dealer": 2}, {"dealer": 2}),
    ),
    Rule(
        "F3",
        N_("In round n each player gets n + 2 cards: three in the first round, thirteen in the eleventh."),
        PRINTED,
        clauses=(clauses.CARDS_DEALT,),
        kept=Example("schedule", {"round": 11, "players": 3, "first_dealer": 0}, {"cards": 13}),
        broken=Example("schedule", {"round": 6, "players": 3, "first_dealer": 0}, {"cards": 6}),
    ),
    Rule(
        "F4",
        N_("The wild rank of a round is the number of cards dealt: 3, 4 … 10, then jack, queen and king."),
        PRINTED,
        clauses=(clauses.WILD_RANK,),
        kept=Example("schedule", {"round": 9, "players": 4, "first_dealer": 0}, {"wild": "J"}),
        broken=Example("schedule", {"round": 9, "players": 4, "first_dealer": 0}, {"wild": "9"}),
    ),
    Rule(
        "F5",
        N_("The top card of the stock is turned up beside it to start the discard pile."),
        PRINTED,
        clauses=(clauses.FIRST_DISCARD,),
        kept=Example("stock", {"round": 1, "players": 4}, {"stock": 103, "turned_up": 1}),
        broken=Example("stock", {"round": 1, "players": 4}, {"stock": 104}),
    ),
)

BOOKS_AND_RUNS = (
    Rule(
        "F6",
        N_(
            "A book is three or more cards of one rank, whatever their suits; identical cards may both be used. It is "
            "the group of other games."
        ),
        PRINTED,
        clauses=(clauses.GROUP,),
        kept=Example("meld", {"round": 1, "cards": "9* 9* 9D"}, {"legal": True, "kind": "group"}),
        broken=Example("meld", {"round": 1, "cards": "9* 9D"}, {"legal": False}),
    ),
    Rule(
        "F7",
        N_(
            "A run is three or more cards of one suit in sequence. The 3 is the lowest card and the king the "
            "highest; a run never wraps around."
        ),
        PRINTED,
        clauses=(clauses.RUN, clauses.LADDER),
        kept=Example("meld", {"round": 1, "cards": "J* Q* K*"}, {"legal": True, "kind": "run"}),
        broken=Example("meld", {"round": 2, "cards": "Q* K* 3*"}, {"legal": False}),
    ),
    Rule(
        "F8",
        N_("A card belongs to one book or run only."),
        PRINTED,
        clauses=(clauses.ONE_MELD,),
        kept=Example(
            "arrangement", {"round": 5, "hand": LAID_OUT, "melds": "8S 9S 10S"}, {"legal": True, "points": 33}
        ),
        broken=Example(
            "arrangement", {"round": 5, "hand": LAID_OUT, "melds": "8S 9S 10S / 8S 8* 8H"}, {"legal": False}
        ),
    ),
    Rule(
        "F9",
        N_("There are at most as many copies of a card as packs, and at most three jokers for each pack."),
        N_("it follows from the packs"),
        clauses=(clauses.COPIES, clauses.JOKERS_IN_PLAY),
        kept=Example("meld", {"round": 4, "cards": "9* 9* 9S"}, {"legal": True}),
        broken=Example("meld", {"round": 4, "cards": "9* 9* 9*"}, {"legal": False}),
    ),
    Rule(
        "F10",
        N_(
            "Jokers and the cards of the wild rank stand for any card in a book or a run, any number of them, also "
            "side by side; a book or a run may be wild cards alone. In a run a wild card stands for one exact card, "
            "never below the 3 nor above the king, so no run is longer than eleven cards."
        ),
        PRINTED,
        open=N_(
            "The printed rules set no limit to wild cards and show no book or run of them alone; here it is legal. "
            "No house rule changes this."
        ),
        clauses=(clauses.WILD_CARDS, clauses.WILD_CARDS_ALONE, clauses.JOKERS),
        kept=Example("meld", {"round": 1, "cards": "8* JK 3D JK Q*"}, {"legal": True, "kind": "run"}),
        broken=Example("meld", {"round": 11, "cards": "3* 4* 5* 6* 7* 8* 9* 10* J* Q* KS JK"}, {"legal": False}),
    ),
    Rule(
        "F11",
        N_("A card of the wild rank may also stand for itself, and then follows its own rank and suit."),
        PRINTED,
        open=N_(
            "The printed rules do not say that a wild card may stand for itself; it may, since it stands for any "
            "card. No house rule changes this."
        ),
        clauses=(clauses.WILD_AS_ITSELF,),
        kept=Example("meld", {"round": 4, "cards": "5* 6* 7*"}, {"legal": True, "kind": "run"}),
        broken=Example(
            "arrangement", {"round": 3, "hand": "4* 5* 6* QD 9H", "melds": "4* 5* 6*"}, {"legal": True, "points": 26}
        ),
    ),
)

TURNS = (
    Rule(
        "F12",
        N_(
            "A turn: draw the top card of the stock or the top discard, then discard one card. Any card may be "
            "discarded, a wild one too."
        ),
        PRINTED,
        clauses=(clauses.TURN,),
        kept=Example("turn", {"pile": "discards", "above": 0}, {"legal": True}),
        broken=Example("turn", {"pile": "stock", "above": 0, "discarded": 0}, {"legal": False}),
    ),
    Rule(
        "F13",
        N_(
            "After drawing, a player whose cards all lie in books and runs, except one, goes out by discarding that "
            "one; a discard is always needed. Everyone else then has one more turn, and the round ends."
        ),
        PRINTED,
        clauses=(clauses.GOING_OUT,),
        kept=Example("go-out", {"round": 1, "hand": "8* 9* 10* KD"}, {"possible": True, "discard": "KD"}),
        broken=Example("go-out", {"round": 2, "hand": "8* 9* 10* KD QD"}, {"possible": True}),
    ),
    Rule(
        "F14",
        N_("Nobody adds cards to another player’s books or runs."),
        PRINTED,
        clauses=(clauses.LAY_OFF,),
        kept=Example("lay-off", {"whose": "own"}, {"legal": True}),
        broken=Example("lay-off", {"whose": "another"}, {"legal": False}),
    ),
    Rule(
        "F15",
        N_("When the stock runs out, the discards except the top one are shuffled into a new stock."),
        N_("as other descriptions have it"),
        open=N_(
            "The printed rules do not say what happens when the stock runs out; the discards are shuffled, as other "
            "descriptions have it. No house rule changes this."
        ),
        clauses=(clauses.EMPTY_STOCK,),
        kept=Example("stock-empty", {"discards": 30}, {"new_stock": 29, "round_over": False}),
        broken=Example("stock-empty", {"discards": 30}, {"new_stock": 30}),
    ),
)

SCORES = (
    Rule(
        "F16",
        N_(
            "Cards left over are penalty points: 3 to 10 their face value, a jack 11, a queen 12, a king 13, a card of "
            "the round’s wild rank 20 (in round eleven a king is 20), a joker 50. The arrangement with the fewest "
            "points counts."
        ),
        PRINTED,
        priced_text=N_(
            "Cards left over are penalty points. At this table: {prices}. The arrangement with the fewest points "
            "counts."
        ),
        table="prices",
        clauses=(clauses.LEFT_OVER,),
        kept=Example("penalty", {"round": 5, "cards": "7* JK JC"}, {"points": 81}),
        broken=Example("penalty", {"round": 11, "cards": "K*"}, {"points": 13}),
    ),
    Rule(
        "F17",
        N_(
            "After eleven rounds the lowest total wins. Players who tie for it share the win; by house rule they "
            "play a bonus round of thirteen cards with kings wild."
        ),
        PRINTED,
        open=N_(
            "The printed rules do not say what happens after a tie. The win is shared, unless a house rule adds a "
            "bonus round."
        ),
        clauses=(clauses.WINNER, clauses.SHARED_WIN, clauses.BONUS),
        kept=Example("winner", {"totals": [88, 61, 61]}, {"winners": [1, 2], "bonus_round": False}),
        broken=Example("winner", {"totals": [120, 95, 143]}, {"winners": [2]}),
    ),
    Rule(
        "F18",
        N_(
            "A total entered without cards must be possible: some hand of the round, arranged so that the fewest "
            "points are left over, comes to it."
        ),
        N_("it follows from the prices"),
        clauses=(clauses.POSSIBLE_TOTAL,),
        kept=Example("total", {"round": 1, "points": 25}, {"possible": True}),
        broken=Example("total", {"round": 1, "points": 1}, {"possible": True}),
    ),
)

BOOKKEEPING = paragraphs(
    kept=Example("total", {"round": 2, "points": 0}, {"possible": True}),
    broken=Example("total", {"round": 2, "points": 2}, {"possible": True}),
    one_zero=False,
)

CHAPTERS = (
    Chapter(N_("Players and rounds"), "F1"),
    Chapter(N_("Books and runs"), "F6"),
    Chapter(N_("A turn"), "F12"),
    Chapter(N_("End and score"), "F16"),
    Chapter(N_("Keeping score"), "B1"),
)

HOW_TO_PLAY = how_to_play(
    N_("A book"),
    N_("when all your cards but the discard lie in books and runs; the others have one more turn."),
)

SYNONYMS = {
    "F1": N_(
        "how many jokers, suits, how many suits, five suits, star suit, stars, no aces and twos, aces, are there twos, "
        "ordinary pack of cards, do we need a special deck"
    ),
    "F2": N_("rounds, how many rounds, last round, how long is the game, how long does a game last"),
    "F3": N_("order of the rounds, downwards, fewer rounds, reverse"),
    "F7": N_("stars and spades in one run, star in a run of hearts"),
    "F9": N_("seventh joker"),
    "F13": N_(
        "one more turn, last turn, after somebody goes out, turns of the others, lay down, when may I lay down, "
        "all cards in melds"
    ),
    "F14": N_("take cards from another player's meld, another player's run"),
    "F16": N_("joker worth, points of a joker, stuck with a joker, joker left in hand, twenty points"),
}

PEOPLE_ASK = (
    *asked_of_groups_and_runs(go_out="F13", turn="F12", lay_off="F14", tie="F17", stock="F15"),
    CommonQuestion(
        N_("Rounds"),
        N_("May we play the rounds in reverse, or in any order?"),
        N_("The printed rules go up from three cards to thirteen. Another order is another game."),
        "F3",
        False,
        N_("play the rounds backwards, start with thirteen cards, reverse order, order of the rounds"),
    ),
)

RULEBOOK = Rulebook(
    (*PLAYERS_AND_ROUNDS, *BOOKS_AND_RUNS, *TURNS, *SCORES, *BOOKKEEPING, FINES),
    CHAPTERS,
    HOW_TO_PLAY,
    SYNONYMS,
    PEOPLE_ASK,
)
