"""The rulebook of Kalooki: its rules by chapter, how to play in a minute, synonyms, and what people ask.

Each rule has an example that keeps it and one that breaks it."""

from companion.games.kalooki.rulebook.melds import MELDS
from companion.games.kalooki.rulebook.play import PLAY
from companion.games.kalooki.rulebook.score import SCORE
from companion.games.kalooki.rulebook.set_up import SET_UP
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
        words=N_("wrong lay-down, wrong contract, mistake, laid down wrong, false meld, irregularity"),
    ),
    CommonQuestion(
        LAYING_DOWN,
        N_("May I lay down more than the contract at once?"),
        N_("Yes, further threes and fours may come in the same turn. The sources leave this open; it is our reading."),
        "K17",
        True,
        N_("extra meld, additional three, a fourth three"),
    ),
    CommonQuestion(
        LAYING_DOWN,
        N_("May I take cards out of a meld, or split one?"),
        N_("No, only a joker in a four moves."),
        "K25",
        False,
        N_("take back, rearrange melds, divide, break up"),
    ),
    CommonQuestion(
        JOKERS,
        N_("May I take a joker into my hand, or put it into another meld?"),
        N_("No, it stays in its four."),
        "K25",
        False,
        N_("steal a joker, pick up a joker, swap"),
        "move-joker",
        {"meld": "5H JK 7H 8H", "card": "6H", "laid_down": "on"},
    ),
    CommonQuestion(
        JOKERS,
        N_("Must I say what the joker in my three stands for?"),
        N_("No, only in a four."),
        "K9",
        False,
        N_("name, declare, naming a joker"),
    ),
    CommonQuestion(
        JOKERS,
        N_("May I put my card in a joker’s place before I have laid down?"),
        N_("No. First lay down, in the same turn if you like."),
        "K20",
        False,
        N_("swap, replace, exchange"),
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
        words=N_("too late, how long, deadline, buy, time to call"),
    ),
    CommonQuestion(
        CALLING,
        N_("May the player who discarded the card call for it?"),
        N_("The rules are silent. Usually not."),
        "K27",
        words=N_("own discard, call it back, buy"),
    ),
    CommonQuestion(
        POINTS,
        N_("If I lay down and go out in the same turn (“down and out”), do the others score double?"),
        N_("No, nothing is doubled in these rules."),
        "K35",
        False,
        N_("double points, all at once, in one go, rummy"),
    ),
    CommonQuestion(
        POINTS,
        N_("I hold three kings at the end. Do they count?"),
        N_("Yes, cards in hand count, also those that would make a meld."),
        "K35",
        True,
        N_("unlaid meld, forgot to lay down, still in hand"),
        "penalty",
        {"cards": "KS KH KD"},
    ),
    CommonQuestion(
        PLAYERS,
        N_("Can two play?"),
        N_("No, three to eight."),
        "K1",
        False,
        N_("2 players, a pair, couple"),
        "set-up",
        {"players": "2"},
    ),
    CommonQuestion(
        PLAYERS,
        N_("Can seven or eight play?"),
        N_("Yes, with three packs or more."),
        "K1",
        True,
        N_("7 players, 8 players, big table, many players"),
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

SYNONYMS = {
    "K1": N_("how many players, number of players, how many packs, decks, two players, seven, eight, how many jokers"),
    "K2": N_("order of the cards, ranking, high and low, ace"),
    "K3": N_("who deals, dealer, who starts, who goes first, who begins, first player, direction"),
    "K4": N_("how many deals, rounds, games, hands, schedule, contracts, how many cards, set, full match"),
    "K5": N_("dealing, misdeal, stock, draw pile, discard pile, first card turned up"),
    "K6": N_(
        "set, group, meld, three of a kind, trips, triplet, book, same rank, same number, duplicates, same card twice"
    ),
    "K7": N_("run, sequence, straight, meld, same suit, consecutive"),
    "K8": N_(
        "ace high, ace low, round the corner, wrap around, turn the corner, king ace two, longest run, "
        "high or low, circular"
    ),
    "K9": N_("wild, wild card, joker, stand for, substitute, name the joker, what is the joker, declare"),
    "K10": N_(
        "how many jokers in a three, two jokers, three jokers, all jokers, natural, real cards, "
        "only wilds, joker limit in a set"
    ),
    "K11": N_(
        "two jokers together, jokers next to each other, adjacent, side by side, neighbours, "
        "how many jokers in a run, joker limit"
    ),
    "K11a": N_("naturals in a run, real cards in a four"),
    "K12": N_("same card twice, identical cards, too many of a card, five jokers, copies"),
    "K13": N_("draw, pick up, take the discard, take from the pile, up card, top card, beginning of a turn"),
    "K14": N_("both in one turn, order of a turn, lay down and track on"),
    "K15": N_("discard, throw a joker, throw away a joker, discard a joker, end of a turn, put down a card"),
    "K16": N_(
        "shuffle, reshuffle, empty stock, out of cards, run out, no cards left to draw, draw pile empty, "
        "stock gone, used up"
    ),
    "K17": N_(
        "contract, lay down, go down, open, come down, opening, meld, first meld, put down, requirement, "
        "extra melds, more than the contract"
    ),
    "K18": N_(
        "two sets of the same number, two threes of one rank, two runs of one suit, same suit twice, same rank twice"
    ),
    "K19": N_("after laying down, already down, take the discard after going down"),
    "K20": N_(
        "lay off, tack, tacking, add, add to another meld, build on, play on, someone else's meld, "
        "other players, opponents"
    ),
    "K21": N_("add to a three, fourth card of a rank, joker on a three, lay off on a set"),
    "K22": N_(
        "add to a four, add to a run, extend, grow, both ends, lower end, downwards, upwards, which end, "
        "lay off on a run"
    ),
    "K23": N_("add a joker, joker on the end of a run, lay off a joker"),
    "K24": N_("swap, exchange, replace, joker swap, steal a joker, redeem, trade, real card, move a joker"),
    "K25": N_(
        "take a joker, steal a joker, joker into my hand, joker out of a three, free the joker, move jokers, swap"
    ),
    "K26": N_("illegal meld, whose meld, owner of a run, split a meld, rearrange"),
    "K27": N_("buy, may I, call, call out of turn, want the discard, claim, out of turn, buy a card"),
    "K28": N_("two people call, who gets the card, same time, both call, first to call, tie"),
    "K29": N_("refuse, refuse a call, block a call, deny, say no to a call, prevent"),
    "K30": N_("penalty card, extra card, two cards, buying costs, after a call, price of a call, buy a card"),
    "K31": N_("dead card, next player after a call, card underneath, buried"),
    "K32": N_("how many calls, calls per deal, limit of calls, buys, may I, times"),
    "K33": N_("call the first card, first upcard, first turned-up card, before anybody has played"),
    "K34": N_(
        "go out, finish, going out, end of the deal, last card, no cards left, down and out, "
        "out without a discard, win the hand, must I discard to go out"
    ),
    "K35": N_(
        "minus points, count, scoring, score, points, penalty, penalty points, card values, ace value, "
        "black ace, red ace, worth, joker worth, face cards, court cards, king, leftover, deadwood, "
        "double, how much"
    ),
    "K35a": N_("how many cards in hand, number of cards, wrong count, too many cards, missing card, miscount"),
    "K36": N_("tie, winner, draw, lowest score wins, who wins, win the match, shared win, equal"),
    "K37": N_("fine, bonus, wrong, mistake, rule broken, irregularity, cheating, exact cut, lift, deduction"),
    "B1": N_("total only, without cards, possible score, impossible total"),
    "B2": N_("correction, wrong figure, change, undo, mistake, edit"),
    "B3": N_("abandoned, given up, nobody went out, misdeal, void, cancel a deal, redeal"),
}

RULEBOOK = Rulebook((*SET_UP, *MELDS, *PLAY, *SCORE), CHAPTERS, HOW_TO_PLAY, SYNONYMS, PEOPLE_ASK)
