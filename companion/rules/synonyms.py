"""Synonyms of the clauses: what players call them and ask about them, so that a search finds the rule."""

from companion.rules import clauses
from companion.rules.text import N_

SYNONYMS = {  # what players call a clause or ask about it, separated by commas; its own name first
    clauses.SET_UP: N_(
        "players, how many players, how many can play, two players, eight players, most players, fewest players, "
        "packs, decks, how many decks, how many decks for 4 players, three decks, how many jokers in the deck, "
        "how many cards in the deck, pack size, size of the deck, at least how many players, best number of players, "
        "do we need two decks, deck for 6 players"
    ),
    clauses.JOKERS_IN_PLAY: N_("more jokers than in the deck"),
    clauses.COPIES: N_(
        "copies, too many of one card, three of the same card, same card from both decks, five jokers, "
        "copies of each card"
    ),
    clauses.RANK_ORDER: N_(
        "order of the cards, highest card, lowest card, which card is highest, king higher than ace"
    ),
    clauses.ENOUGH_CARDS: N_(
        "stock, discard pile, first card turned up, start of the discard pile, enough cards, "
        "how does the discard pile start"
    ),
    clauses.FIRST_DISCARD: N_(
        "stock, discard pile, first card turned up, start of the discard pile, face-up card at the start"
    ),
    clauses.DEALER: N_(
        "dealer, who deals, who deals first, next dealer, the deal passes, first player, who starts, who goes first, "
        "whose turn is first, direction, does the dealer change, dealer of the next round, player left of the dealer"
    ),
    clauses.CARDS_DEALT: N_(
        "deal, how many cards, cards dealt, how many cards are dealt, how many cards in a round, "
        "how many cards at the start, how many cards in the first round, how many cards in the last round, "
        "how many cards to begin with, hand size, how many cards in hand at the start, "
        "how many cards does each player get, more cards each round, one more card every round"
    ),
    clauses.WILD_RANK: N_(
        "wild rank, what is wild, which card is wild, what is wild in round 5, wild card of the round, trump, "
        "sevens wild, kings wild, does the wild card change, when are jacks wild, which rank is wild now, "
        "wild card in the tenth round"
    ),
    clauses.GROUP: N_(
        "group, meld, sevens, same rank, cards of one rank, three of one rank, three kings, "
        "cards of a group in one suit, how many cards in a group, same card twice in a group, "
        "two identical cards in a group, smallest group, minimum cards in a group, pair, is a pair enough for a group, "
        "do suits matter in a group, different suits in a group"
    ),
    clauses.RUN: N_(
        "run, meld, same suit, consecutive, in a row, how many cards in a run, shortest run, different suits in a run, "
        "run of three cards, three in a row, smallest run, minimum cards in a run, must suits be the same in a run, "
        "gap in a run, skip a card in a run"
    ),
    clauses.LADDER: N_(
        "round the corner, king ace two, queen king ace, ace two three, ace, ace high, ace low, ace high or low, "
        "ace in a run, ace in the middle, ace above the king, ace on top of a run, run ends with an ace, longest run, "
        "run of fourteen cards, full suit, whole suit, king to three, lowest card of a run, kings high, "
        "is the king high, start a run with an ace, go past the ace, king to ace"
    ),
    clauses.ONE_MELD: N_(
        "one card in two melds, use a card twice, one card in both a group and a run, share a card, "
        "count a card twice, one card in two groups"
    ),
    clauses.WILD_CARDS: N_(
        "joker stands for, wild stands for, what is the wild card in the run, name the joker, must name the joker, "
        "joker in a run, wild card in a run, joker for any card, use a joker as any card, joker as a seven, "
        "does a joker have a suit"
    ),
    clauses.WILD_CARDS_ALONE: N_(
        "only wild cards, all wild cards, group of wild cards, group of jokers, how many wild cards, "
        "how many wild cards in a run, two wild cards, two wild cards together, two jokers, natural card in a group, "
        "at least one natural card, two wild cards and a natural card, limit of wild cards, "
        "more wild cards than natural cards, no natural card, joker as a seven, swap a wild card"
    ),
    clauses.WILD_AS_ITSELF: N_(
        "wild card as itself, wild card as its own rank, natural, natural wild card, wild card with its own suit, "
        "wild card as a natural card"
    ),
    clauses.JOKERS: N_("joker, play with jokers, are jokers wild"),
    clauses.GUESSED_RANK: N_("fourteen cards, twelve rounds, aces wild"),
    clauses.TURN: N_(
        "turn, my own turn, draw, take the discard, take from the discard pile, only the top card, "
        "second card of the pile, two cards from the pile, discard, discard a wild card, discard a joker, "
        "end of a turn, put the card back, take the discard and throw it back, must draw, take any card from the pile, "
        "take the whole pile, what can I do in a turn"
    ),
    clauses.GOING_OUT: N_(
        "go out, finish, end of the round, end of the deal, when is the round over, last card, no cards left in hand, "
        "must discard to go out, last discard, go out without a discard, knock, lay down every card, declare, "
        "must discard to win, go out in the first turn, win the round, how to go out, how does the round end, "
        "empty hand, go out by laying off"
    ),
    clauses.LAY_OFF: N_(
        "lay off, add to a meld, add to another player's meld, lay off on other players, add cards to other melds, "
        "who may lay off, lay off in the same turn, lay off after laying down, lay off before laying down, "
        "put cards on your meld, add to my own melds, add to anybody's meld, lay off without laying down, "
        "add cards to somebody else's run"
    ),
    clauses.EMPTY_STOCK: N_(
        "shuffle, reshuffle, empty stock, stock runs out, draw pile is empty, deck runs out, "
        "no cards left in the stock, run out of cards, stock is finished, shuffle the discards, "
        "discard pile becomes the stock, who shuffles, stock is done, nothing left to draw"
    ),
    clauses.LEFT_OVER: N_(
        "points, penalty, score, scoring, card values, penalty points, how much, points of an ace, ace worth, "
        "kings worth, king worth, queen worth, jack worth, ten worth, face cards worth, court cards, "
        "number cards worth, wild card worth, points of a wild card, cards left over, left with, "
        "cards left in hand count, melds left in hand, minus points, how are points counted, "
        "how much does a card cost, sum of my hand, unmatched cards"
    ),
    clauses.POSSIBLE_TOTAL: N_("impossible total, possible total, total only"),
    clauses.WINNER: N_(
        "winner, who wins, lowest total wins, highest score, fewest points, tie, shared win, tie at the end, "
        "two players tie, who wins in the end, is the lowest the winner, does the highest lose, "
        "we have the same points"
    ),
    clauses.BONUS: N_("bonus round, extra round, tie break round, playoff"),
    clauses.GROUP_NATURALS: N_(
        "natural, natural card, joker limit, how many jokers, how many jokers in a group, two jokers in a group, "
        "three jokers, all jokers, only jokers, group of jokers, natural cards in a group, at least one natural card, "
        "must have a natural card, more jokers than natural cards, one natural card and two jokers, "
        "two jokers and a king"
    ),
    clauses.RUN_NATURALS: N_("natural cards in a run, three natural cards in a run, at least three natural cards"),
    clauses.WILDS_APART: N_(
        "two jokers together, jokers next to each other, jokers in a row, two jokers, adjacent, "
        "how many jokers in a run, joker limit in a run, joker at the end of a run, joker between two jokers, "
        "jokers touch, three jokers in a row, joker beside a joker"
    ),
    clauses.WILD_RANKS: N_("twos wild, are twos wild, deuces, twos"),
    clauses.DRAW: N_(
        "draw, pick up, take the discard, pick up the discard, take from the discard pile, top card, "
        "draw from the deck, draw two cards, start of a turn, take the discard after laying down, must draw, "
        "skip drawing, take any card from the pile, take the whole pile, second card of the pile"
    ),
    clauses.PLAY: N_(
        "order of a turn, lay down and lay off in one turn, both in one turn, after drawing, lay down before drawing, "
        "wait before laying down, hold back melds, lay down in the first turn, keep melds in hand"
    ),
    clauses.DISCARD: N_(
        "discard, discard a joker, throw away a joker, discard a wild card, end of a turn, must discard, "
        "discard a card, discard every turn, forgot to discard, discard two cards, discard the card just drawn"
    ),
    clauses.CONTRACT: N_(
        "contract, lay down, go down, open, first meld, when may I lay down, what must I lay down, "
        "whole contract at once, exactly the contract, part of the contract, lay down one group, "
        "more than the contract, extra melds, extra group, lay down more, lay down again, must lay down the contract, "
        "what do I need to lay down, how many groups to lay down, part now and the rest later, "
        "lay down without the contract, contract in one go"
    ),
    clauses.LAST_DEAL: N_(
        "last deal, last round, last hand, seventh deal, all at once, every card at once, no discard in the last deal, "
        "whole hand in the last deal"
    ),
    clauses.ONE_OF_EACH: N_(
        "two groups of one rank, two groups of the same number, two runs of one suit, same rank twice, "
        "same suit twice, same group twice, same run twice, split a run, one long run as two, runs that join, "
        "two runs next to each other, two groups of kings, both groups of one rank, second run of one suit, "
        "another run of the same suit, same group as another player"
    ),
    clauses.AFTER_LAYING_DOWN: N_(
        "after laying down, already laid down, draw after laying down, take the discard after laying down, "
        "call after laying down"
    ),
    clauses.LAY_OFF_ON_GROUP: N_(
        "add to a group, lay off on a group, fourth card on a group, add a joker to a group, make a group bigger, "
        "group of five cards, fifth card on a group"
    ),
    clauses.LAY_OFF_ON_RUN: N_(
        "add to a run, lay off on a run, extend a run, both ends, which end, bottom of a run, top of a run, "
        "add at the lower end, add at the upper end, add below, make a run longer, put a lower card on a run, "
        "extend to the ace"
    ),
    clauses.LAY_OFF_WILD: N_(
        "add a joker, lay off a joker, add a joker to a run, add a joker at the end of a run, add a wild card"
    ),
    clauses.WILD_MOVES: N_(
        "swap, swap a joker, exchange a joker, replace a joker, replace a joker with the real card, "
        "swap my card for the joker, real card for the joker, move a joker, take the place of a joker, "
        "real card takes the joker's place"
    ),
    clauses.WILD_STAYS: N_(
        "take a joker, steal a joker, take the joker from the table, joker into my hand, take a joker out of a group, "
        "joker to another meld, joker in a group swap, reuse a joker"
    ),
    clauses.LEGAL_AFTERWARDS: N_(
        "owner of a run, whose meld, owner of a meld after laying off, illegal meld after laying off"
    ),
    clauses.CALL: N_(
        "call, who may call, call out of turn, out of turn, take a discard out of turn, may I, mother may I, "
        "want the discard, call a card, call when my turn is next, when may I call, not my turn, ask for the discard, "
        "can everybody call"
    ),
    clauses.FIRST_CALLER: N_(
        "two people call, three people call, two players want the same card, both call, call at the same time, "
        "who gets the card, first to call, who goes before, several calls"
    ),
    clauses.REFUSED_CALL: N_(
        "refuse a call, refuse, block a call, deny a call, next player takes the card, next player wants the card too, "
        "prevent a call, next player takes it first, somebody takes the card I called"
    ),
    clauses.CALL_DRAWS: N_(
        "penalty card, extra card, cost of a call, extra card for a call, how many cards for a call, "
        "two cards for a call, lay down when calling, after a call, discard after a call, "
        "must I take an extra card for a call, do I discard when I call"
    ),
    clauses.DEAD_CARD: N_(
        "dead card, card under the called card, next player after a call, turn after a call, buried card, "
        "take the next discard"
    ),
    clauses.CALLS_ALLOWED: N_(
        "how many calls, how many times, limit of calls, three calls, calls in a deal, unlimited calls, most calls, "
        "calls per deal, fourth call, call as often as I like"
    ),
    clauses.FIRST_CARD: N_(
        "call the first card, first card, call the turned-up card, before anybody has played, call at the start, "
        "call the face-up card before the first turn"
    ),
    clauses.CARD_COUNT: N_(
        "how many cards in hand, number of cards in hand, wrong number of cards, too many cards in hand, "
        "too few cards, card missing, miscount, number of cards does not add up, wrong count of my hand, "
        "one card too many in hand"
    ),
    clauses.ADJUSTMENT: N_(
        "fine, bonus, bonus points, mistake, wrong lay-down, broken rule, cheating, exact cut, cut the deck exactly, "
        "penalty for a mistake, forgot to draw, played out of turn, what if somebody cheats, penalty of 50"
    ),
    "B1": N_("total only, score without cards, impossible total, enter points without cards"),
    "B2": N_(
        "correct, correction, correct a score, wrong score, wrong figure, change a score, undo, edit, "
        "saved by mistake, wrong points saved, change the points"
    ),
    "B3": N_(
        "cancel, abandoned, nobody went out, cancel a deal, deal again, misdeal, void, stop a round early, "
        "start the round again, nobody wins the deal"
    ),
}
