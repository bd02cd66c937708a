"""The rulebook of Kalooki: its rules by chapter, how to play in a minute, synonyms, and what people ask.

Each rule has an example that keeps it and one that breaks it."""

from companion.games.kalooki.rulebook.melds import MELDS
from companion.games.kalooki.rulebook.play import PLAY
from companion.games.kalooki.rulebook.score import SCORE
from companion.games.kalooki.rulebook.set_up import SET_UP
from companion.rules.contracts import synonyms
from companion.rules.rulebook import Chapter, CommonQuestion, Rulebook, Step, asked_of_every_game
from companion.rules.text import N_

LAYING_DOWN, JOKERS, CALLING = N_("Laying down"), N_("Jokers"), N_("Calling")
POINTS, PLAYERS = N_("Points"), N_("Players")

PEOPLE_ASK = (
    CommonQuestion(
        LAYING_DOWN,
        N_("I laid down, and it was not the contract. What now?"),
        N_(
            "The rules are silent. Usually you take it back before your next turn. A fine that the table agrees on "
            "is saved under Bonus or fine."
        ),
        "K37",
        words=N_(
            "wrong lay-down, laid down wrong, wrong contract, laid down by mistake, laid down without the contract"
        ),
    ),
    CommonQuestion(
        LAYING_DOWN,
        N_("May I lay down more than the contract at once?"),
        N_("Yes, further threes and fours may come in the same turn. The sources leave this open; it is our reading."),
        "K17",
        True,
        N_("more than the contract, lay down extra melds at once, a fourth three"),
    ),
    CommonQuestion(
        LAYING_DOWN,
        N_("May I take cards out of a meld, or split one?"),
        N_("No, only a joker in a four moves."),
        "K25",
        False,
        N_("rearrange melds, break up a meld, split a meld, take a card back from a meld"),
    ),
    CommonQuestion(
        JOKERS,
        N_("May I discard a joker?"),
        N_("No, never."),
        "K15",
        False,
        N_("throw away a joker, joker on the discard pile"),
        "discard",
        {"card": "JK"},
    ),
    CommonQuestion(
        JOKERS,
        N_("May I take a joker into my hand, or put it into another meld?"),
        N_("No, it stays in its four."),
        "K25",
        False,
        N_("steal a joker, take a joker from the table, take a joker into my hand, move a joker to another meld"),
        "move-joker",
        {"meld": "5H JK 7H 8H", "card": "6H", "laid_down": "on"},
    ),
    CommonQuestion(
        JOKERS,
        N_("Must I say what the joker in my three stands for?"),
        N_("No, only in a four."),
        "K9",
        False,
        N_("name the joker in a three, declare the joker in a three"),
    ),
    CommonQuestion(
        JOKERS,
        N_("May I put my card in a joker’s place before I have laid down?"),
        N_("No. First lay down, in the same turn if you like."),
        "K20",
        False,
        N_("swap a joker before laying down, replace a joker before laying down"),
        "move-joker",
        {"meld": "5H JK 7H 8H", "card": "6H"},
    ),
    CommonQuestion(
        CALLING,
        N_("Until when may I call?"),
        N_(
            "The source says only that the first call after the card is on the pile counts. Usually you may call "
            "until the next player has drawn."
        ),
        "K28",
        words=N_("too late to call, deadline for a call"),
    ),
    CommonQuestion(
        CALLING,
        N_("May the player who discarded the card call for it?"),
        N_(
            "The source lets anyone call whose turn is not next, and does not exclude the one who discarded. Here that "
            "player may not; agree before you play."
        ),
        "K27",
        words=N_("call my own discard, call back my discard"),
    ),
    CommonQuestion(
        POINTS,
        N_("If I lay down and go out in the same turn (“down and out”), do the others score double?"),
        N_("No, nothing is doubled in these rules."),
        "K35",
        False,
        N_("double points, are points doubled, down and out double"),
    ),
    CommonQuestion(
        POINTS,
        N_("I hold three kings at the end. Do they count?"),
        N_("Yes, cards in hand count, also those that would make a meld."),
        "K35",
        True,
        N_("forgot to lay down a meld, melds still in hand count, melds left in hand"),
        "penalty",
        {"cards": "KS KH KD"},
    ),
    CommonQuestion(
        PLAYERS,
        N_("Can two play?"),
        N_("No, three to eight."),
        "K1",
        False,
        N_("2 players, can we play with two"),
        "set-up",
        {"players": "2"},
    ),
    CommonQuestion(
        PLAYERS,
        N_("Can seven or eight play?"),
        N_("Yes, with three packs or more."),
        "K1",
        True,
        N_("7 players, 8 players"),
        "set-up",
        {"players": "7"},
    ),
    *asked_of_every_game(stock="K16"),
)


CHAPTERS = (
    Chapter(N_("Set-up"), "K1"),
    Chapter(N_("Melds"), "K6"),
    Chapter(N_("A turn"), "K13"),
    Chapter(N_("Laying down"), "K17"),
    Chapter(N_("Tracking on"), "K20"),
    Chapter(N_("Calling"), "K27"),
    Chapter(N_("End and score"), "K34"),
    Chapter(N_("Keeping score"), "B1"),
)

HOW_TO_PLAY = (
    Step(N_("A three"), N_("three or more of one rank, any suits."), "row", "9S 9H 9D"),
    Step(N_("A four"), N_("four or more of one suit in a row."), "row", "5C 6C 7C 8C"),
    Step(N_("A joker"), N_("stands for any card."), "row", "KS KD JK"),
    Step(N_("Your turn"), N_("draw one, discard one. Off turn you may call the discard."), "draws", "4S"),
    Step(N_("Lay down"), N_("the whole contract at once; from then on add to any meld."), "contract"),
    Step(N_("No cards left"), N_("ends the deal; the others count theirs. Fewest points wins."), "worth", "KC 7C"),
)

SYNONYMS = synonyms.SYNONYMS | {
    "K4": N_(
        "how many deals, how many rounds, how many games, how many hands, schedule, contract of a deal, contract in "
        "round 5, how long is a match, what do I need to lay down in deal 3, what do we need in round 3, how many "
        "contracts, list of contracts, which deal needs three groups, when do we need three groups, when do we need "
        "two runs, contract of four groups, what is the first contract, contract of the first deal, what do we need "
        "this hand, what are we collecting this hand"
    ),
    "K6": N_("three"),
    "K7": N_("four"),
    "K35": N_(
        "joker worth, points of a joker, stuck with a joker, joker left in hand, black ace worth, points of a red "
        "ace, how much is a black ace"
    ),
    "K9": N_("joker"),
}

MEANINGS = (
    N_("joker, jokers, wild, wild card, wildcard"),
    N_("group, three, threes, a three, the three"),
    N_("run, four, fours, a four, the four"),
)

RULEBOOK = Rulebook((*SET_UP, *MELDS, *PLAY, *SCORE), CHAPTERS, HOW_TO_PLAY, SYNONYMS, PEOPLE_ASK, MEANINGS)
