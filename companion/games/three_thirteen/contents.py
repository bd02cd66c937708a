"""Introduction to the rulebook of Three Thirteen: how to play in a minute, chapters and synonyms."""

from companion.rules.arranging.questions import asked_of_groups_and_runs
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
    "T1": N_("how many players, number of players, how many packs, decks, how many decks, two players, five, pack"),
    "T2": N_("who deals, dealer, who starts, who goes first, how many rounds, direction, final round"),
    "T3": N_("how many cards, cards dealt, hand size, deal, number of cards"),
    "T4": N_("wild card, which card is wild, what is wild, wild rank, wilds, trump"),
    "T5": N_("discard pile, up card, stock, first card turned up"),
    "T6": N_("set, book, meld, three of a kind, trips, same rank, same number, same card twice, duplicates, identical"),
    "T7": N_("sequence, straight, meld, same suit, consecutive"),
    "T8": N_("same card in two melds, use a card twice, share a card, belongs to one"),
    "T9": N_(
        "ace high, ace low, ace, is ace high or low, round the corner, wrap around, king ace two, "
        "queen king ace, high or low"
    ),
    "T10": N_(
        "joker, swap, wild card, wilds, how many wilds, wild limit, two wilds together, adjacent, "
        "side by side, all wild, only wilds, stand for, substitute, replace"
    ),
    "T11": N_("natural, wild as itself, wild card as its own rank, own suit, real card"),
    "T12": N_("joker, with jokers, play with jokers"),
    "T13": N_(
        "draw, pick up, take the discard, discard, turn, take from the pile, discard wild, throw back, "
        "second card of the pile"
    ),
    "T14": N_(
        "finish, win, go out, going out, knock, out, one more turn, last turn, final turn, declare, "
        "lay down, end of the round, discard to go out, discard a wild card, must I discard, call, stop"
    ),
    "T15": N_("lay off, add, tack, play on others, add to another meld, other players, opponents"),
    "T16": N_("shuffle, reshuffle, empty stock, out of cards, run out, stock gone, draw pile empty, deck runs out"),
    "T17": N_(
        "minus points, count, scoring, score, points, penalty, deadwood, leftover, worth, king worth, "
        "card values, face cards, jack, queen, ace value, wild card left over, how much"
    ),
    "T18": N_("ace 15, fifteen, ace high left over, ace value"),
    "T19": N_("jack 11, queen 12, king 13, court cards, face cards"),
    "T20": N_("joker worth, joker 20, twenty, joker points, joker left over"),
    "T21": N_("tie, winner, draw, lowest score wins, who wins, bonus round, extra round, tie-break, playoff, equal"),
    "T22": N_("deuces, two jokers, twelve rounds, fourteen cards, aces wild, variant"),
    "T23": N_("speed, fast, at once, simultaneous, caller, variant"),
    "K12": N_("too many of a card, copies, identical cards"),
    "B1": N_("total only, without cards, possible score, impossible total"),
    "B2": N_("correction, wrong figure, change, undo, mistake, edit"),
    "B3": N_("abandoned, given up, nobody went out, misdeal, void, cancel a round, redeal"),
}

PEOPLE_ASK = asked_of_groups_and_runs(go_out="T14", turn="T13", lay_off="T15", tie="T21", stock="T16")

CONTENTS = (CHAPTERS, HOW_TO_PLAY, SYNONYMS, PEOPLE_ASK)
