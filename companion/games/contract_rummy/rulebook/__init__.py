"""The rulebook of Contract Rummy: its rules by chapter, how to play in a minute, synonyms, and what people ask.

Each rule has an example that keeps it and one that breaks it."""

from companion.games.contract_rummy.rulebook.melds import MELDS
from companion.games.contract_rummy.rulebook.people_ask import PEOPLE_ASK
from companion.games.contract_rummy.rulebook.play import PLAY
from companion.games.contract_rummy.rulebook.score import SCORE
from companion.games.contract_rummy.rulebook.set_up import SET_UP
from companion.rules.contracts import synonyms
from companion.rules.rulebook import Chapter, Rulebook, Step
from companion.rules.text import N_

CHAPTERS = (
    Chapter(N_("Set-up"), "C1"),
    Chapter(N_("Groups and runs"), "C6"),
    Chapter(N_("A turn"), "C13"),
    Chapter(N_("Laying down"), "C17"),
    Chapter(N_("Laying off"), "C20"),
    Chapter(N_("Buying"), "C27"),
    Chapter(N_("End and score"), "C34"),
    Chapter(N_("Last deal, wild twos, presets"), "C38"),
    Chapter(N_("Keeping score"), "B1"),
)

HOW_TO_PLAY = (
    Step(N_("A group"), N_("three or more of one rank, any suits."), "row", "9S 9H 9D"),
    Step(N_("A run"), N_("four or more of one suit in a row."), "row", "5C 6C 7C 8C"),
    Step(N_("A joker"), N_("stands for any card."), "row", "KS KD JK"),
    Step(N_("Your turn"), N_("draw one, discard one. Off turn you may buy the discard."), "draws", "4S"),
    Step(N_("Lay down"), N_("the whole contract at once; from then on lay off on any group or run."), "contract"),
    Step(N_("No cards left"), N_("ends the deal; the others count theirs. Fewest points wins."), "worth", "KC 7C"),
)

SYNONYMS = synonyms.SYNONYMS | {
    "C4": N_(
        "how many deals, how many rounds, how many games, how many hands, schedule, contract of a deal, contract in "
        "round 5, how long is a match, our own deals, progressive, liverpool, what do I need to lay down in deal 3, "
        "what do we need in round 3, how many contracts, list of contracts, which deal needs three groups, when do "
        "we need three groups, when do we need two runs, contract of three groups, what is the first contract, "
        "contract of the first deal, what do we need this hand, what are we collecting this hand"
    ),
    "C40": N_("shanghai, shanghai rummy, ten deals, run of seven, run of ten"),
    "C41": N_("may I preset, mother may I preset, eleven cards"),
    "C10": N_("half wild cards, more wild cards than natural cards"),
    "C17": N_("longer run, bigger than the contract, longer than the contract"),
    "C35": N_("joker worth, points of a joker, stuck with a joker, joker left in hand"),
    "C9": N_("joker"),
    "C25": N_("swap a joker before laying down"),
}

MEANINGS = (N_("joker, jokers, wild, wild card, wildcard"),)

RULEBOOK = Rulebook((*SET_UP, *MELDS, *PLAY, *SCORE), CHAPTERS, HOW_TO_PLAY, SYNONYMS, PEOPLE_ASK, MEANINGS)
