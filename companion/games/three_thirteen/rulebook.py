"""The rulebook of Three Thirteen: its numbered rules, chapters, how to play in a minute, synonyms, and what people ask.

Each rule has a play that keeps it and a common mistake."""

from companion.games.three_thirteen.score import BOOKKEEPING, HOUSE, PAGAT, SCORES, VARIANTS
from companion.rules import clauses
from companion.rules.arranging.rulebook import asked_of_groups_and_runs, how_to_play
from companion.rules.bookkeeping import FINES
from companion.rules.cards import COPIES
from companion.rules.rulebook import Chapter, Rulebook
from companion.rules.rulings import Example, Rule
from companion.rules.text import N_

PLAYERS_AND_ROUNDS = (
    Rule(
        "T1",
        N_(
            "Two to eight players. One pack for two players, two packs for three or four, and after that enough for "
            "everyone: one pack for every two players, rounded up, unless a house rule says otherwise. No jokers, "
            "except by house rule; without it a joker is refused. There must be enough cards for the largest round, "
            "and there are at most as many copies of a card as packs."
        ),
        N_("Three Thirteen as described on pagat.com; that at most eight play is this companion’s limit"),
        clauses=(clauses.SET_UP, clauses.JOKERS_IN_PLAY),
        kept=Example("set-up", {"players": 4}, {"legal": True, "packs": 2, "cards": 104}),
        broken=Example("meld", {"round": 5, "cards": "8S JK 8H"}, {"legal": False}),
    ),
    Rule(
        "K12",
        COPIES,
        N_("it follows from the packs"),
        clauses=(clauses.COPIES,),
        kept=Example("meld", {"round": 5, "players": 3, "cards": "9C 9C 9D"}, {"legal": True}),
        broken=Example("meld", {"round": 5, "players": 3, "cards": "9C 9C 9C"}, {"legal": False}),
    ),
    Rule(
        "T2",
        N_(
            "Eleven rounds, or twelve in Deuces Aren’t Wild. The first dealer is drawn at random; the deal passes to "
            "the left. The player to the dealer’s left starts, and play is clockwise."
        ),
        PAGAT,
        clauses=(clauses.DEALER,),
        kept=Example(
            "schedule", {"round": 5, "players": 3, "first_dealer": 1}, {"dealer": 2, "first_player": 0, "cards": 7}
        ),
        broken=Example("schedule", {"round": 2, "players": 4, "first_dealer": 0}, {"first_player": 1}),
    ),
    Rule(
        "T3",
        N_("In round n each player gets n + 2 cards: three in the first round, thirteen in the eleventh."),
        PAGAT,
        clauses=(clauses.CARDS_DEALT,),
        kept=Example("schedule", {"round": 11, "players": 3, "first_dealer": 0}, {"cards": 13}),
        broken=Example("schedule", {"round": 4, "players": 3, "first_dealer": 0}, {"cards": 4}),
    ),
    Rule(
        "T4",
        N_("The wild rank of a round is the number of cards dealt: 3, 4 … 10, then jack, queen and king."),
        PAGAT,
        clauses=(clauses.WILD_RANK,),
        kept=Example("schedule", {"round": 9, "players": 6, "first_dealer": 0}, {"wild": "J"}),
        broken=Example("schedule", {"round": 5, "players": 2, "first_dealer": 0}, {"wild": "5"}),
    ),
    Rule(
        "T5",
        N_("The top card of the stock is turned up beside it to start the discard pile."),
        PAGAT,
        clauses=(clauses.FIRST_DISCARD,),
        kept=Example("stock", {"round": 1, "players": 2}, {"stock": 45, "turned_up": 1}),
        broken=Example("stock", {"round": 11, "players": 4}, {"stock": 52}),
    ),
)

GROUPS_AND_RUNS = (
    Rule(
        "T6",
        N_("A group is three or more cards of one rank; identical cards may both be used."),
        PAGAT,
        clauses=(clauses.GROUP,),
        kept=Example("meld", {"round": 1, "cards": "9C 9C 9D"}, {"legal": True, "kind": "group"}),
        broken=Example("meld", {"round": 1, "cards": "9C 9D"}, {"legal": False}),
    ),
    Rule(
        "T7",
        N_("A run is three or more cards of one suit in sequence."),
        PAGAT,
        clauses=(clauses.RUN,),
        kept=Example("meld", {"round": 6, "cards": "5S 6S 7S"}, {"legal": True, "kind": "run"}),
        broken=Example("meld", {"round": 6, "cards": "5S 6S 9S"}, {"legal": False}),
    ),
    Rule(
        "T8",
        N_("A card belongs to one group or run only."),
        PAGAT,
        clauses=(clauses.ONE_MELD,),
        kept=Example(
            "arrangement",
            {"round": 3, "hand": "9S 9S 9H 9D 10S JS", "melds": "9S 9H 9D / 9S 10S JS"},
            {"legal": True, "points": 0},
        ),
        broken=Example(
            "arrangement",
            {"round": 6, "hand": "5S 6S 7S 6H 6C KD 2C 9H", "melds": "5S 6S 7S / 6S 6H 6C"},
            {"legal": False},
        ),
    ),
    Rule(
        "T9",
        N_(
            "The ace is low: A-2-3 is a run, Q-K-A is not. By house rule the ace may be low or high (A-2-3 and "
            "Q-K-A), never in the middle (K-A-2)."
        ),
        PAGAT,
        clauses=(clauses.LADDER,),
        kept=Example("meld", {"round": 5, "cards": "AS 2S 3S"}, {"legal": True, "kind": "run"}),
        broken=Example("meld", {"round": 5, "cards": "QS KS AS"}, {"legal": False}),
    ),
    Rule(
        "T10",
        N_(
            "A wild card stands for any card in a group or run, with no limit to how many; a group or run may be "
            "wild cards alone. In a run a wild card stands for one exact card, never below the low ace nor above the "
            "king, or above the ace where a house rule makes it high."
        ),
        PAGAT,
        clauses=(clauses.WILD_CARDS, clauses.WILD_CARDS_ALONE),
        kept=Example("meld", {"round": 1, "cards": "8S 3H 3D 3C QS"}, {"legal": True, "kind": "run"}),
        broken=Example("meld", {"round": 11, "cards": "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS KH"}, {"legal": False}),
    ),
    Rule(
        "T11",
        N_("A wild card may also stand for itself, and then follows its own rank and suit."),
        PAGAT,
        open=N_(
            "The sources do not say that a wild card may stand for itself; it may, since it stands for any card. No "
            "house rule changes this."
        ),
        clauses=(clauses.WILD_AS_ITSELF,),
        kept=Example("meld", {"round": 4, "cards": "5S 6S 7S"}, {"legal": True, "kind": "run"}),
        broken=Example(
            "arrangement", {"round": 3, "hand": "4S 5S 6S 2D 9H", "melds": "4S 5S 6S"}, {"legal": True, "points": 16}
        ),
    ),
    Rule(
        "T12",
        N_("House rule: one or two jokers for each pack. Jokers are wild in every round."),
        HOUSE,
        clauses=(clauses.JOKERS,),
        kept=Example(
            "meld", {"round": 5, "cards": "8S JK 10S", "house": {"jokers": 2}}, {"legal": True, "kind": "run"}
        ),
        broken=Example("best-arrangement", {"round": 1, "hand": "8S 8H JK", "house": {"jokers": 1}}, {"points": 36}),
    ),
)

TURNS = (
    Rule(
        "T13",
        N_("Draw the top card of the stock or the top discard, and only the top; then discard one card."),
        PAGAT,
        clauses=(clauses.TURN,),
        kept=Example("turn", {"pile": "discards", "above": 0}, {"legal": True}),
        broken=Example("turn", {"pile": "discards", "above": 1}, {"legal": False}),
    ),
    Rule(
        "T14",
        N_(
            "After drawing, a player whose cards all lie in groups and runs, except one, goes out by discarding that "
            "one, and says so. Everyone else has one more turn; then the round ends. Anyone who can then arrange "
            "every card scores 0 too. One card must be discarded even if all could be arranged; it may be a wild card."
        ),
        PAGAT,
        clauses=(clauses.GOING_OUT,),
        kept=Example("go-out", {"round": 1, "hand": "AS 2S 3H 9D"}, {"possible": True, "discard": "9D"}),
        broken=Example("go-out", {"round": 3, "hand": "8S 8H 8D JC QC KC"}, {"possible": True}),
    ),
    Rule(
        "T15",
        N_("Nobody adds cards to another player’s groups or runs."),
        PAGAT,
        clauses=(clauses.LAY_OFF,),
        kept=Example("lay-off", {"whose": "own"}, {"legal": True}),
        broken=Example("lay-off", {"whose": "another"}, {"legal": False}),
    ),
    Rule(
        "T16",
        N_(
            "When the stock runs out, the dealer shuffles all the discards except the top one into a new stock. "
            "If there is nothing to shuffle the round ends and every hand scores."
        ),
        N_("as in Kalooki"),
        open=N_(
            "The sources do not say what happens when the stock runs out; the dealer shuffles the discards, as in "
            "Kalooki. No house rule changes this."
        ),
        clauses=(clauses.EMPTY_STOCK,),
        kept=Example("stock-empty", {"discards": 20}, {"new_stock": 19, "round_over": False}),
        broken=Example("stock-empty", {"discards": 1}, {"round_over": False}),
    ),
)

CHAPTERS = (
    Chapter(N_("Players and rounds"), "T1"),
    Chapter(N_("Groups and runs"), "T6"),
    Chapter(N_("A turn"), "T13"),
    Chapter(N_("End and score"), "T17"),
    Chapter(N_("Variants"), "T22"),
    Chapter(N_("Keeping score"), "B1"),
)

HOW_TO_PLAY = how_to_play(
    N_("A group"),
    N_("when all your cards but the discard lie in groups and runs; the others have one more turn."),
)

SYNONYMS = {
    "T2": N_("rounds, how many rounds, last round, how long is the game, how long does a game last"),
    "T14": N_(
        "one more turn, last turn, after somebody goes out, turns of the others, lay down, when may I lay down, "
        "all cards in melds"
    ),
    "T18": N_("ace left over is 15, ace worth 15, fifteen points for an ace"),
    "T19": N_("jack 11, queen 12, king 13, face cards 11 12 13"),
    "T20": N_("joker worth, joker points, joker left over, joker 20 points"),
    "T22": N_("deuces, deuces aren't wild, fourteen cards, twelve rounds, aces wild, two jokers"),
    "T23": N_("speed, fast game, all at the same time, caller, everyone plays at once, everybody draws at once"),
    "T15": N_("take cards from another player's meld, another player's run"),
}

PEOPLE_ASK = asked_of_groups_and_runs(go_out="T14", turn="T13", lay_off="T15", tie="T21", stock="T16")

RULEBOOK = Rulebook(
    (*PLAYERS_AND_ROUNDS, *GROUPS_AND_RUNS, *TURNS, *SCORES, *VARIANTS, *BOOKKEEPING, FINES),
    CHAPTERS,
    HOW_TO_PLAY,
    SYNONYMS,
    PEOPLE_ASK,
)
