"""What leads into the rulebook of Five Crowns: how to play in a minute, the chapters, other words for things."""

from companion.rules.rulebook import Chapter, Step
from companion.rules.text import N_

CHAPTERS = (
    Chapter(N_("Players and rounds"), "F1"),
    Chapter(N_("Books and runs"), "F6"),
    Chapter(N_("A turn"), "F12"),
    Chapter(N_("End and score"), "F16"),
    Chapter(N_("Keeping score"), "B1"),
)

HOW_TO_PLAY = (
    Step(N_("Each round"), N_("one card more, from three on; the rank of that number is wild."), "row", "3S 3H 3D"),
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
    "F1": N_("how many packs, decks"),
    "F2": N_("who deals, who starts"),
    "F6": N_("set, group, three of a kind"),
    "F7": N_("sequence, straight"),
    "F10": N_("joker, swap"),
    "F13": N_("finish, win"),
    "F14": N_("lay off, add"),
    "F15": N_("shuffle, empty stock"),
    "F16": N_("minus points, count"),
    "F17": N_("tie, winner"),
}

CONTENTS = (CHAPTERS, HOW_TO_PLAY, SYNONYMS)
