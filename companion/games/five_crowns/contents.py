"""Introduction to the rulebook of Five Crowns: how to play in a minute, chapters and synonyms."""

from companion.rules.arranging.questions import asked_of_groups_and_runs
from companion.rules.rulebook import Chapter, CommonQuestion, Step
from companion.rules.text import N_

CHAPTERS = (
    Chapter(N_("Players and rounds"), "F1"),
    Chapter(N_("Books and runs"), "F6"),
    Chapter(N_("A turn"), "F12"),
    Chapter(N_("End and score"), "F16"),
    Chapter(N_("Keeping score"), "B1"),
)

HOW_TO_PLAY = (
    Step(
        N_("Each round"),
        N_("one card more each time, from three on; the rank of that number is wild."),
        "row",
        "3S 3H 3D",
    ),
    Step(N_("A book"), N_("three or more of one rank."), "row", "9S 9H 9D"),
    Step(N_("A run"), N_("three or more of one suit in a row."), "row", "5C 6C 7C"),
    Step(N_("Your turn"), N_("draw one, discard one."), "draws", "4S"),
    Step(
        N_("Go out"),
        N_("when all your cards but the discard lie in books and runs; the others have one more turn."),
        "goes_out",
        "8H",
    ),
    Step(N_("Cards left over"), N_("count against you. Fewest points wins."), "worth", "KC 7C"),
)

SYNONYMS = {
    "F1": N_(
        "how many jokers, suits, how many suits, five suits, star suit, stars, no aces and twos, aces, are there twos, "
        "ordinary pack of cards, do we need a special deck"
    ),
    "F2": N_("rounds, how many rounds, last round, how long is the game, how long does a game last"),
    "F3": N_("order of the rounds, downwards, fewer rounds, reverse"),
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

CONTENTS = (CHAPTERS, HOW_TO_PLAY, SYNONYMS, PEOPLE_ASK)
