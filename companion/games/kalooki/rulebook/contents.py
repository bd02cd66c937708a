"""What leads into the rulebook of Kalooki: how to play in a minute, the chapters, and other words for things."""

from companion.rules.rulebook import Chapter, Step
from companion.rules.text import N_

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

SYNONYMS = {
    "K1": N_("how many packs, decks"),
    "K3": N_("who deals, who starts"),
    "K6": N_("set, group, three of a kind"),
    "K7": N_("run, sequence, straight"),
    "K8": N_("ace high, round the corner"),
    "K9": N_("wild"),
    "K14": N_("lay off"),
    "K16": N_("shuffle, empty stock"),
    "K20": N_("add, lay off"),
    "K24": N_("swap, exchange, replace"),
    "K25": N_("swap, exchange, replace"),
    "K27": N_("buy, may I"),
    "K32": N_("buy, may I"),
    "K34": N_("go out, finish"),
    "K35": N_("minus points, count"),
    "K36": N_("tie, winner"),
    "K37": N_("fine, penalty"),
}

CONTENTS = (CHAPTERS, HOW_TO_PLAY, SYNONYMS)
