"""What leads into the rulebook of Three Thirteen: how to play in a minute, the chapters, other words for things."""

from companion.rules.rulebook import Chapter, Step
from companion.rules.text import N_

CHAPTERS = (
    Chapter(N_("Players and rounds"), "T1"),
    Chapter(N_("Groups and runs"), "T6"),
    Chapter(N_("A turn"), "T13"),
    Chapter(N_("End and score"), "T17"),
    Chapter(N_("Variants"), "T22"),
    Chapter(N_("Keeping score"), "B1"),
)

HOW_TO_PLAY = (
    Step(N_("Each round"), N_("one card more, from three on; the rank of that number is wild."), "row", "3S 3H 3D"),
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
    "T1": N_("how many packs, decks"),
    "T2": N_("who deals, who starts"),
    "T6": N_("set, book, three of a kind"),
    "T7": N_("sequence, straight"),
    "T9": N_("ace high, round the corner"),
    "T10": N_("joker, swap"),
    "T14": N_("finish, win"),
    "T15": N_("lay off, add"),
    "T16": N_("shuffle, empty stock"),
    "T17": N_("minus points, count"),
    "T21": N_("tie, winner"),
}

CONTENTS = (CHAPTERS, HOW_TO_PLAY, SYNONYMS)
