"""The rulebook of Contract Rummy: its rules by chapter, how to play in a minute, synonyms, and what people ask.

Each rule has an example that keeps it and one that breaks it."""

from companion.games.contract_rummy.rulebook.melds import MELDS
from companion.games.contract_rummy.rulebook.people_ask import PEOPLE_ASK
from companion.games.contract_rummy.rulebook.play import PLAY
from companion.games.contract_rummy.rulebook.score import SCORE
from companion.games.contract_rummy.rulebook.set_up import SET_UP
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

SYNONYMS = {
    "C1": N_("how many players, number of players, two players, five, eight, how many packs, decks, how many jokers"),
    "C2": N_("order of the cards, ranking, high and low, ace"),
    "C3": N_(
        "who deals, dealer, next dealer, deal passes, who starts, who goes first, first player, direction, clockwise"
    ),
    "C4": N_(
        "how many deals, rounds, hands, games, schedule, contracts, how many cards, full match, our own deals, "
        "progressive, liverpool, ten cards, twelve cards"
    ),
    "C5": N_("dealing, misdeal, stock, draw pile, discard pile, first card turned up, enough cards"),
    "C6": N_(
        "set, book, meld, three of a kind, trips, triplet, same rank, same number, duplicates, same card twice, "
        "identical"
    ),
    "C7": N_("sequence, straight, meld, same suit, consecutive, in a row"),
    "C8": N_(
        "ace high, ace low, round the corner, wrap around, turn the corner, king ace two, longest run, high or low, "
        "both ends, fourteen cards"
    ),
    "C9": N_("wild, wild card, joker, stand for, substitute, name the joker, what is the joker, declare"),
    "C10": N_(
        "how many jokers, how many wilds, two jokers, three jokers, all jokers, natural, real cards, only wilds, joker "
        "limit, wild limit, half"
    ),
    "C11": N_("two jokers together, jokers next to each other, adjacent, side by side, neighbours, wilds apart"),
    "C12": N_("same card twice, identical cards, too many of a card, five jokers, copies"),
    "C13": N_("draw, pick up, take the discard, take from the pile, up card, top card, beginning of a turn"),
    "C14": N_("both in one turn, order of a turn, lay down and lay off"),
    "C15": N_("discard, throw a joker, throw away a joker, discard a wild, end of a turn, put down a card"),
    "C16": N_(
        "shuffle, reshuffle, empty stock, out of cards, run out, no cards left to draw, draw pile empty, stock gone, "
        "used up"
    ),
    "C17": N_(
        "contract, lay down, go down, going down, open, come down, opening, first meld, put down, requirement, extra "
        "melds, more than the contract, additional group, longer run"
    ),
    "C18": N_(
        "two sets of the same number, two groups of one rank, two runs of one suit, same suit twice, same rank twice, "
        "split a run, one long run cut in two, runs that join, consecutive runs"
    ),
    "C19": N_("after laying down, already down, take the discard after going down, buy after going down"),
    "C20": N_(
        "lay off, laying off, hit, add, tack, add to another meld, build on, someone else’s meld, other players, "
        "opponents"
    ),
    "C21": N_("add to a group, fourth card of a rank, joker on a group, add to a set"),
    "C22": N_("add to a run, extend, grow, both ends, lower end, downwards, upwards, which end"),
    "C23": N_("add a joker, joker on the end of a run, add a wild card"),
    "C24": N_(
        "swap, exchange, replace, joker swap, steal a joker, redeem, trade, real card, move a joker, joker into my hand"
    ),
    "C25": N_(
        "take a joker, steal a joker, joker out of a group, free the joker, move jokers, swap before laying down"
    ),
    "C26": N_("illegal meld, whose meld, owner of a run, split a meld, rearrange"),
    "C27": N_("buy, may I, call, out of turn, want the discard, claim, buy a card, buying"),
    "C28": N_("two people buy, who gets the card, same time, both buy, first to call, nearest, tie"),
    "C29": N_("refuse a buy, block a buy, deny, say no, prevent, take it yourself"),
    "C30": N_("penalty card, extra card, two cards, buying costs, after a buy, price of a buy"),
    "C31": N_("dead card, next player after a buy, card underneath, buried"),
    "C32": N_("how many buys, buys per deal, limit of buys, may I, times, no limit"),
    "C33": N_("buy the first card, first upcard, first turned-up card, before anybody has played"),
    "C34": N_(
        "go out, finish, going out, end of the deal, last card, no cards left, down and out, out without a discard, "
        "win the hand, must I discard to go out, floating"
    ),
    "C35": N_(
        "minus points, count, scoring, score, points, penalty, penalty points, card values, ace value, worth, joker "
        "worth, face cards, court cards, king, leftover, deadwood, double, how much, five points"
    ),
    "C35a": N_("how many cards in hand, cards held, hand size, number of cards, wrong count, too many cards, miscount"),
    "C36": N_("tie, winner, draw, lowest score wins, who wins, win the match, shared win, equal"),
    "C37": N_("fine, bonus, wrong, mistake, rule broken, irregularity, cheating, exact cut, deduction, minus ten"),
    "C38": N_(
        "last deal, final deal, last round, final hand, seventh deal, three runs, all at once, no discard, whole hand"
    ),
    "C39": N_("deuces wild, twos wild, wild two, two as itself, twos, deuces, wild cards"),
    "C40": N_("shanghai, shanghai rummy, shanghai rum, ten deals, long run, run of seven, run of ten, preset"),
    "C41": N_("may i, mother may i, may i preset, eleven cards, preset"),
    "B1": N_("total only, without cards, possible score, impossible total"),
    "B2": N_("correction, wrong figure, change, undo, mistake, edit"),
    "B3": N_("abandoned, given up, nobody went out, misdeal, void, cancel a deal, redeal"),
}

RULEBOOK = Rulebook((*SET_UP, *MELDS, *PLAY, *SCORE), CHAPTERS, HOW_TO_PLAY, SYNONYMS, PEOPLE_ASK)
