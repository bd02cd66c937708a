"""Synonyms of the clauses on contracts, lay-downs, additions and calls."""

from companion.rules import clauses
from companion.rules.text import N_

SYNONYMS = {  # what players call a clause or ask about it, separated by commas; its own name first
    clauses.GROUP_NATURALS: N_(
        "natural, natural card, joker limit, how many jokers, how many jokers in a group, two jokers in a group, "
        "three jokers, all jokers, only jokers, group of jokers, natural cards in a group, at least one natural "
        "card, must have a natural card, more jokers than natural cards, one natural card and two jokers, two "
        "jokers and a king, can a group be only jokers, one king and two jokers, how many jokers may a group have, "
        "how many real cards in a group, least natural cards in a group, more than one joker in a group, limit on "
        "jokers in a group, minimum of natural cards in a group, natural cards needed in a group, half jokers, two "
        "jokers with one queen, two jokers and a seven, three jokers and a card, lay down three jokers"
    ),
    clauses.RUN_NATURALS: N_(
        "natural cards in a run, three natural cards in a run, at least three natural cards, how many real cards in "
        "a run, least natural cards in a run, two natural cards in a run, minimum of natural cards in a run, "
        "natural cards needed in a run"
    ),
    clauses.WILDS_APART: N_(
        "two jokers together, jokers next to each other, jokers in a row, two jokers, adjacent, how many jokers in "
        "a run, joker limit in a run, joker at the end of a run, joker between two jokers, jokers touch, three "
        "jokers in a row, joker beside a joker, can two jokers touch, two jokers in a run, two jokers next to each "
        "other in a run, how many jokers can a run have, more than one joker in a run, joker at the start of a run, "
        "joker at either end, joker after joker, joker next to a joker in a run, limit on jokers in a run, one "
        "joker at each end of a run, two jokers beside each other, king joker joker ace, jokers separated by a "
        "natural card, joker five joker seven"
    ),
    clauses.WILD_RANKS: N_(
        "twos wild, are twos wild, deuces, twos, is a two wild, twos as wild cards, play with wild twos, wild two "
        "in its own place"
    ),
    clauses.DRAW: N_(
        "draw, pick up, take the discard, pick up the discard, take from the discard pile, top card, draw from the "
        "deck, draw two cards, start of a turn, must draw, skip drawing, take any card from the pile, take the "
        "whole pile, second card of the pile, how many cards do I draw, what do I draw, draw from the stock or the "
        "pile, where do I draw from, take two cards, draw twice, older discard, look through the pile, draw from "
        "the discard pile, pick up two cards"
    ),
    clauses.PLAY: N_(
        "order of a turn, lay down and lay off in one turn, both in one turn, after drawing, lay down before "
        "drawing, wait before laying down, hold back melds, lay down in the first turn, keep melds in hand, what "
        "can I do after drawing, what can I do in my turn, lay down as soon as I can, keep my melds in hand, lay "
        "down in my first turn, do I have to lay down as soon as I can, is laying down voluntary, may I keep my "
        "contract in hand, is laying down optional, when in my turn do I lay down, draw before laying down, draw "
        "or lay down first, what comes first, order of drawing laying down and discarding, lay down then discard, "
        "do I have to meld, must I lay down, do I have to lay down, is laying down compulsory, can I wait to lay "
        "down, keep the melds in hand"
    ),
    clauses.DISCARD: N_(
        "discard, discard a joker, throw away a joker, discard a wild card, end of a turn, must discard, discard a "
        "card, discard every turn, forgot to discard, discard two cards, discard the card just drawn, how do I end "
        "my turn, which card can I not discard, do I have to discard, how many cards do I discard, which cards may "
        "be discarded, always a discard, end my turn without a discard, discard face up, throw a card at the end, "
        "forbidden discard, what may I discard, only jokers left in hand, only has jokers left, nothing but jokers "
        "in hand"
    ),
    clauses.CONTRACT: N_(
        "contract, lay down, go down, open, first meld, when may I lay down, what must I lay down, whole contract "
        "at once, exactly the contract, part of the contract, lay down one group, more than the contract, extra "
        "melds, extra group, lay down more, lay down again, must lay down the contract, what do I need to lay "
        "down, how many groups to lay down, part now and the rest later, lay down without the contract, contract "
        "in one go, do I have to lay down the whole contract, half the contract, only one of the groups, lay down "
        "more groups later, more groups than needed, lay down new melds later, extra run, extra meld, when can I "
        "go down, lay down a bigger group, lay down in parts, contract over two turns, what if I cannot make the "
        "contract, number of groups needed, half the contract is not enough, exactly the contract and nothing "
        "more, first lay-down, lay down for the first time, rest of the contract later, laying down too little, "
        "add a new group after the contract, more groups after I am down, another group after laying down, further "
        "melds later, add another meld later, lay down in two turns, lay down over two turns"
    ),
    clauses.LAST_DEAL: N_(
        "last deal, last round, last hand, seventh deal, all at once, every card at once, no discard in the last "
        "deal, whole hand in the last deal, discard in the last deal, all cards down in the last deal, lay down "
        "everything in the last deal, how does the last deal work, lay off in the last deal"
    ),
    clauses.ONE_OF_EACH: N_(
        "two groups of one rank, two groups of the same number, two runs of one suit, same rank twice, same suit "
        "twice, same group twice, same run twice, split a run, one long run as two, runs that join, two runs next "
        "to each other, two groups of kings, both groups of one rank, second run of one suit, another run of the "
        "same suit, same group as another player, two groups of queens, two runs in hearts, two runs in the same "
        "suit, two runs same suit, both runs in one suit, both runs in the same suit, runs of the same suit, groups "
        "of the same rank, second group of kings, a group of a rank I already have, same rank for both groups, two "
        "groups alike, other player has the same group, my opponent has the same group, same suit for two runs, two "
        "groups of aces, runs that meet, two runs that touch"
    ),
    clauses.AFTER_LAYING_DOWN: N_(
        "after laying down, already laid down, draw after laying down, take the discard after laying down, call "
        "after laying down, take the discard once I am down, still call when I am down, call once I am down, what "
        "can I do after laying down, take from the discard pile after laying down, draw from the discards after "
        "laying down, what am I not allowed after laying down, forbidden after laying down, draw the discard when "
        "already down, pick up the discard when down, what changes after laying down"
    ),
    clauses.LAY_OFF_ON_GROUP: N_(
        "add to a group, lay off on a group, fourth card on a group, add a joker to a group, make a group bigger, "
        "group of five cards, fifth card on a group, add a fourth king to a group, which cards can I add to a "
        "group, put another card on a group, how many cards can be added to a group, group grows, extend a group, "
        "more cards on a group, add my own joker to a group, fifth king, fourth nine onto a group, fifth card onto "
        "a group, joker on a group"
    ),
    clauses.LAY_OFF_ON_RUN: N_(
        "add to a run, lay off on a run, extend a run, both ends, which end, bottom of a run, top of a run, add at "
        "the lower end, add at the upper end, add below, make a run longer, put a lower card on a run, extend to "
        "the ace, add a card below a run, run grows downwards, where can I add to a run, which end can I add to, "
        "add to the front of a run, add at the start of a run, add to either end, run that ends with an ace, run "
        "gets longer, add two cards to a run, which side of a run grows, extend a run downwards, extend a run "
        "upwards, lower side, add two cards to a run at once, in which direction does a run grow"
    ),
    clauses.LAY_OFF_WILD: N_(
        "add a joker, lay off a joker, add a joker to a run, add a joker at the end of a run, add a wild card, "
        "where can I add a joker to a run, add a joker to a meld, put a joker on the end of a run, joker on top of "
        "a run, play a joker on a meld, joker added next to a joker, add a joker beside a joker, add my own joker "
        "to a run, joker placed at the end of a run"
    ),
    clauses.WILD_MOVES: N_(
        "swap, swap a joker, exchange a joker, replace a joker, replace a joker with the real card, swap my card "
        "for the joker, real card for the joker, move a joker, take the place of a joker, real card takes the "
        "joker's place, I have the card that the joker stands for, I hold the real card, where does the replaced "
        "joker go, where does the joker go, where does the joker move to, put my card in its place, change the "
        "joker for my card, who can swap a joker, joker moves to the end, swap the joker in a run, joker after a "
        "swap, who may take the place of a joker, trade my six for the joker, free the joker, where does the joker "
        "end up after a swap, exchange a card for a joker"
    ),
    clauses.WILD_STAYS: N_(
        "take a joker, steal a joker, take the joker from the table, joker into my hand, take a joker out of a "
        "group, joker to another meld, joker in a group swap, reuse a joker, take the joker out, pick up a joker "
        "from a meld, pick up a joker from a group, get a joker back, use the joker somewhere else, replace a joker "
        "in a group, does a joker ever leave a group, take a joker back, can jokers leave a group, joker stays, "
        "move a joker elsewhere, joker back into my hand"
    ),
    clauses.LEGAL_AFTERWARDS: N_(
        "owner of a run, whose meld, owner of a meld after laying off, illegal meld after laying off, whose run is "
        "it, whose run is it after I added a card, who owns a run, does the run belong to me, does laying off "
        "break a meld, spoil a meld, my run stays mine, is the run still mine, somebody else added to my run, my "
        "run grew, another player's card on my run, is an extended run still mine, whose run is it once others "
        "add, who owns the run, illegal lay-off"
    ),
    clauses.CALL: N_(
        "call, who may call, call out of turn, out of turn, take a discard out of turn, may I, mother may I, want "
        "the discard, call a card, call when my turn is next, when may I call, not my turn, ask for the discard, "
        "can everybody call, call a discard, who can call a discard, call for a card, call when I am next, call on "
        "my own turn, take the discard when it isn't my turn, what is calling, ask for a card, who is allowed to "
        "call, which discards can be called, call another player's discard"
    ),
    clauses.FIRST_CALLER: N_(
        "two people call, three people call, two players want the same card, both call, call at the same time, who "
        "gets the card, first to call, who goes before, several calls, we both called, both called at once, who is "
        "first when two call, several people want the card, tie between callers, who has priority, who gets the "
        "discard, sits closest, nearest player, soonest in turn, who is quicker, fastest call, quickest caller, two "
        "callers at once, who is faster with the call, two calls for one card, two calls"
    ),
    clauses.REFUSED_CALL: N_(
        "refuse a call, refuse, block a call, deny a call, next player takes the card, next player wants the card "
        "too, prevent a call, next player takes it first, stop a call, can the next player stop a call, next player "
        "takes the card I called, can the next player refuse, can a call be refused, how to refuse a call, player "
        "in turn comes first, right of the next player, next player wants it as well, call overruled, next player "
        "has priority, somebody else takes the card I called"
    ),
    clauses.CALL_DRAWS: N_(
        "penalty card, extra card, cost of a call, extra card for a call, how many cards for a call, two cards for "
        "a call, lay down when calling, after a call, discard after a call, must I take an extra card for a call, "
        "do I discard when I call, how many cards do I get when I call, how many cards do I pick up for a call, "
        "what does a call cost, penalty for calling, draw after a call, lay down when I call, does the caller "
        "discard, price of a call, lay down immediately when calling, cards picked up by the caller, does a call "
        "cost a turn, how many extra cards does calling give, pay for a call, does the caller have to discard, must "
        "I discard when I call, cards drawn for a call"
    ),
    clauses.DEAD_CARD: N_(
        "dead card, card under the called card, next player after a call, turn after a call, buried card, take the "
        "next discard, what happens to the card under it, next player takes the card under it, whose turn is it "
        "after a call, where does the next player draw after a call, who can take the dead card, card underneath "
        "the called card, next player after somebody's call, must the next player draw after a call"
    ),
    clauses.CALLS_ALLOWED: N_(
        "how many calls, how many times, limit of calls, three calls, calls in a deal, unlimited calls, most calls, "
        "calls per deal, fourth call, call as often as I like, how many calls per game, how many calls per round, "
        "how often can I call, call a fourth time, call four times, call a fifth time, more than three calls, call "
        "twice in a row, do refused calls count, calls left, are calls limited, call again, failed calls, calls "
        "that fail, used all my calls, all my calls, no calls left, out of calls, maximum calls, limit on calls, "
        "three calls used up, calls used up"
    ),
    clauses.FIRST_CARD: N_(
        "call the first card, first card, call the turned-up card, before anybody has played, call at the start, "
        "call the face-up card before the first turn, call before the first turn, call before the first player, "
        "first discard called, call the starting card, call before the first draw, call the upturned card, call the "
        "very first card"
    ),
    clauses.CARD_COUNT: N_(
        "how many cards in hand, number of cards in hand, wrong number of cards, too many cards in hand, too few "
        "cards, card missing, miscount, wrong count, number of cards does not add up, wrong count of my hand, one "
        "card too many in hand, how many cards should I have, how many cards should I have at the end, right number "
        "of cards, how many cards after laying down, cards do not add up, I have too many cards, I have one card too "
        "few, cards left after two calls, cards in hand do not match, card count is wrong, my card count is wrong, "
        "right number of cards in my hand, correct number of cards, how many cards must I hold"
    ),
}
