"""Introduction to the rulebook of Three Thirteen: how to play in a minute, chapters, synonyms and sources."""

from companion.rules.arranging.questions import asked_of_groups_and_runs
from companion.rules.rulebook import Chapter, Step
from companion.rules.text import N_

PAGAT = N_("Three Thirteen as described on pagat.com")
HOUSE = N_("house rule")

CHAPTERS = (
    Chapter(N_("Players and rounds"), "T1"),
    Chapter(N_("Groups and runs"), "T6"),
    Chapter(N_("A turn"), "T13"),
    Chapter(N_("End and score"), "T17"),
    Chapter(N_("Variants"), "T22"),
    Chapter(N_("Keeping score"), "B1"),
)

HOW_TO_PLAY = (
    Step(
        N_("Each round"),
        N_("one card more each time, from three on; the rank of that number is wild."),
        "row",
        "3S 3H 3D",
    ),
    Step(N_("A group"), N_("three or more of one rank."), "row", "9S 9H 9D"),
    Step(N_("A run"), N_("three or more of one suit in a row."), "row", "5C 6C 7C"),
    Step(N_("Your turn"), N_("draw one, discard one."), "draws", "4S"),
    Step(
        N_("Go out"),
        N_("when all your cards but the discard lie in groups and runs; the others have one more turn."),
        "goes_out",
        "8H",
    ),
    Step(N_("Cards left over"), N_("count against you. Fewest points wins."), "worth", "KC 7C"),
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
    "T22": N_("deuces, deuces aren't wild, fourteen cards, twelve rounds, two jokers"),
    "T23": N_("speed, fast game, all at the same time, caller, everyone plays at once, everybody draws at once"),
    "T15": N_("take cards from another player's meld, another player's run"),
}

PEOPLE_ASK = asked_of_groups_and_runs(go_out="T14", turn="T13", lay_off="T15", tie="T21", stock="T16")

CONTENTS = (CHAPTERS, HOW_TO_PLAY, SYNONYMS, PEOPLE_ASK)
