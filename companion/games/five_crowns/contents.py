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
        "how many players, number of players, how many packs, decks, suits, star suit, spades, hearts, "
        "diamonds, clubs, stars, no aces, no twos, how many jokers, how many cards"
    ),
    "F2": N_("who deals, dealer, who starts, who goes first, how many rounds, direction"),
    "F3": N_("how many cards, cards dealt, hand size, deal, number of cards, order of rounds, downwards"),
    "F4": N_("wild card, which card is wild, what is wild, wild rank, wilds"),
    "F5": N_("discard pile, up card, stock, first card turned up"),
    "F6": N_(
        "set, group, meld, three of a kind, trips, same rank, same number, same card twice, duplicates, identical"
    ),
    "F7": N_("sequence, straight, meld, same suit, consecutive, round the corner, wrap around, lowest, highest"),
    "F8": N_("same card in two melds, use a card twice, share a card"),
    "F9": N_("too many of a card, copies, seventh joker, identical cards"),
    "F10": N_(
        "joker, swap, wild card, wilds, how many wilds, wild limit, set of wilds, all wild, only wilds, "
        "two wilds together, adjacent, stand for, substitute, replace"
    ),
    "F11": N_("natural, wild as itself, wild card as its own rank, own suit, real card"),
    "F12": N_(
        "draw, pick up, take the discard, discard, turn, take from the pile, discard wild, throw a joker, throw back"
    ),
    "F13": N_(
        "finish, win, go out, going out, out, one more turn, last turn, final turn, lay down, declare, "
        "end of the round, discard to go out, must I discard, knock"
    ),
    "F14": N_("lay off, add, tack, play on other players, add to another meld, others, opponents"),
    "F15": N_("shuffle, reshuffle, empty stock, out of cards, run out, deck runs out, stock gone, draw pile empty"),
    "F16": N_(
        "minus points, count, scoring, score, points, penalty, deadwood, leftover, worth, wild worth, "
        "joker points, joker worth, king worth, card values, face cards, fifty, twenty, how much"
    ),
    "F17": N_("tie, winner, draw, lowest score wins, who wins, bonus round, extra round, tie-break, equal"),
    "F18": N_("possible score, impossible total, total only"),
    "B1": N_("total only, without cards"),
    "B2": N_("correction, wrong figure, change, undo, mistake, edit"),
    "B3": N_("abandoned, given up, nobody went out, misdeal, void, cancel a round, redeal"),
}

PEOPLE_ASK = (
    *asked_of_groups_and_runs(go_out="F13", turn="F12", lay_off="F14", tie="F17", stock="F15"),
    CommonQuestion(
        N_("Rounds"),
        N_("May we play the rounds in reverse, or in any order?"),
        N_("The printed rules go up from three cards to thirteen. Another order is another game."),
        "F3",
        False,
        N_("backwards, reverse, from thirteen, any order, shorter game"),
    ),
)

CONTENTS = (CHAPTERS, HOW_TO_PLAY, SYNONYMS, PEOPLE_ASK)
