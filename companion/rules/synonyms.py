"""Synonyms of the clauses: what players call them and ask about them, so that a search finds the rule."""

from companion.rules import clauses
from companion.rules.text import N_

SYNONYMS = {  # what players call a clause or ask about it, separated by commas; its own name first
    clauses.SET_UP: N_(
        "players, how many players, how many can play, two players, eight players, most players, fewest players, "
        "packs, decks, how many decks, how many decks for 4 players, three decks, how many jokers in the deck, how "
        "many cards in the deck, pack size, size of the deck, at least how many players, best number of players, do "
        "we need two decks, deck for 6 players, can seven of us play, too many players, is seven players too many, "
        "enough players, how many packs for 6 players, one deck or two, do we use two decks, which cards do we "
        "need, are jokers in the deck, do we need another deck, number of packs, number of players, number of "
        "jokers, table size, cards needed"
    ),
    clauses.JOKERS_IN_PLAY: N_("more jokers than in the deck"),
    clauses.COPIES: N_(
        "copies, too many of one card, three of the same card, same card from both decks, five jokers, copies of "
        "each card, how many copies of one card, at most how many of the same card, at most how many queens of "
        "hearts, how many kings of one suit, third identical card, more of a card than there are packs, how many "
        "of one card are there, more than four jokers on the table, same card three times, identical cards on the "
        "table, third copy of a card, one card too many on the table"
    ),
    clauses.RANK_ORDER: N_(
        "order of the cards, highest card, lowest card, which card is highest, king higher than ace, order of "
        "ranks, what is the highest card, what is the lowest card, what comes after the king, king above the queen, "
        "is the king above the queen"
    ),
    clauses.ENOUGH_CARDS: N_(
        "stock, discard pile, first card turned up, start of the discard pile, enough cards, how does the discard "
        "pile start, how to deal, dealt one at a time, not enough cards for everybody, turn over the top card, turn "
        "up a card after dealing, where does the rest of the deck go, what happens after dealing, cards one by one, "
        "first upturned card, how is the pile started, where is the stock"
    ),
    clauses.FIRST_DISCARD: N_(
        "stock, discard pile, first card turned up, start of the discard pile, face-up card at the start, which "
        "card starts the discard pile, turn over a card at the start, turn up a card after dealing, where does the "
        "rest of the deck go, how does the discard pile start, first upturned card, how is the pile started"
    ),
    clauses.DEALER: N_(
        "dealer, who deals, who deals first, next dealer, the deal passes, first player, who starts, who goes "
        "first, whose turn is first, direction, does the dealer change, dealer of the next round, player left of "
        "the dealer, who starts the game, who starts the round, whose deal is it, which way do we play, who plays "
        "first, who takes the first turn, left of the dealer starts, next to deal, does play go clockwise, does the "
        "winner deal next, player after the dealer, my turn after the dealer, how is the first dealer picked, who "
        "acts first, who deals the next round, deal moves to the left, who shuffles and deals, who shuffles and "
        "deals first, turn goes to the left, does the deal rotate, the deal moves on"
    ),
    clauses.CARDS_DEALT: N_(
        "deal, how many cards, cards dealt, how many cards are dealt, how many cards in a round, how many cards at "
        "the start, how many cards in the first round, how many cards in the last round, how many cards to begin "
        "with, hand size, how many cards in hand at the start, how many cards does each player get, more cards each "
        "round, one more card every round, how many cards do we get, how many cards do I deal, how many cards for "
        "each player, number of cards in round 7, how many cards this round, same number of cards every round, "
        "cards in deal 3, cards in round 5, cards in the first round, cards in the last round, thirteen cards"
    ),
    clauses.WILD_RANK: N_(
        "wild rank, what is wild, which card is wild, what is wild in round 5, wild card of the round, trump, "
        "sevens wild, kings wild, does the wild card change, when are jacks wild, which rank is wild now, wild card "
        "in the tenth round, what is wild in the first round, what is wild this round, what is wild now, which "
        "cards are wild, what are the wild cards this round, when are queens wild, when are kings wild, are threes "
        "wild in round one, wild card of this deal, next wild card, are fours wild now"
    ),
    clauses.GROUP: N_(
        "group, meld, sevens, same rank, cards of one rank, three of one rank, three kings, cards of a group in one "
        "suit, how many cards in a group, same card twice in a group, two identical cards in a group, smallest "
        "group, minimum cards in a group, pair, is a pair enough for a group, do suits matter in a group, different "
        "suits in a group, how do I make a group, what counts as a group, how many cards make a group, group of "
        "four cards, can a group have more than three cards, cards of the same number, does a group need different "
        "suits, two cards of one suit in a group, largest group, use both kings in a group, both identical cards in "
        "one group, what makes a valid group, cards needed for a group, four queens, three jacks of different "
        "suits, are four kings a group, use two identical cards, three kings of the same suit, can I use both "
        "cards, three aces, can a group have five cards, same suit in a group, do the suits of a group matter, 8 8 "
        "8"
    ),
    clauses.RUN: N_(
        "run, meld, same suit, consecutive, in a row, how many cards in a run, shortest run, different suits in a "
        "run, run of three cards, three in a row, smallest run, minimum cards in a run, must suits be the same in a "
        "run, gap in a run, skip a card in a run, how do I make a run, what counts as a run, how many cards make a "
        "run, how long must a run be, length of a run, least cards in a run, mix suits in a run, run has a gap, "
        "same card twice in a run, run of two cards, suits mixed in a run, can a run have more than four cards, "
        "longer than four cards, what makes a valid run, cards needed for a run, same suit in a run, five six "
        "seven, ten jack queen king, is a run of three enough, how long does a run have to be, can a run skip a "
        "card"
    ),
    clauses.LADDER: N_(
        "round the corner, king ace two, queen king ace, ace two three, ace, ace high, ace low, ace high or low, "
        "ace in a run, ace in the middle, ace above the king, ace on top of a run, run ends with an ace, longest "
        "run, run of fourteen cards, full suit, whole suit, king to three, lowest card of a run, kings high, is the "
        "king high, start a run with an ace, go past the ace, king to ace, ace after the king, does a run end at "
        "the king, pass the ace, how long can a run be, most cards in a run, both aces in one run, is ace two three "
        "a run, is queen king ace a run, ace as one, two after the ace, maximum length of a run, ace four three "
        "two, can the ace connect the king and the two, ace as the highest card in a run"
    ),
    clauses.ONE_MELD: N_(
        "one card in two melds, use a card twice, one card in both a group and a run, share a card, count a card "
        "twice, one card in two groups, one card in a group and a run, same card in two melds, use one card for two "
        "melds, card counts twice, melds share a card, use one card twice in two groups, same card in two groups"
    ),
    clauses.WILD_CARDS: N_(
        "joker stands for, wild stands for, what is the wild card in the run, name the joker, must name the joker, "
        "joker in a run, wild card in a run, joker for any card, use a joker as any card, joker as a seven, does a "
        "joker have a suit, wild card, what can a wild card be, joker replaces any card, must I say what the joker "
        "is, joker in place of a card, joker as an ace, change what the joker is"
    ),
    clauses.WILD_CARDS_ALONE: N_(
        "only wild cards, all wild cards, group of wild cards, group of jokers, how many wild cards, how many wild "
        "cards in a run, two wild cards, two wild cards together, two jokers, natural card in a group, at least one "
        "natural card, two wild cards and a natural card, limit of wild cards, more wild cards than natural cards, "
        "no natural card, joker as a seven, swap a wild card, can a group be all wild cards, how many wild cards "
        "may I use, run of wild cards, wild cards next to each other in a run, all wild"
    ),
    clauses.WILD_AS_ITSELF: N_(
        "wild card as itself, wild card as its own rank, natural, natural wild card, wild card with its own suit, "
        "wild card as a natural card, can a wild card be itself, wild card as its own card, wild card in its "
        "natural place, wild card as a normal card, group of the wild rank, wild 7 as a plain 7, wild card as its "
        "own number, use the wild rank as itself"
    ),
    clauses.JOKERS: N_(
        "joker, play with jokers, are jokers wild, are jokers used, do we use jokers, add jokers, with or without "
        "jokers"
    ),
    clauses.GUESSED_RANK: N_("fourteen cards, twelve rounds, aces wild"),
    clauses.TURN: N_(
        "turn, my own turn, draw, take the discard, take from the discard pile, only the top card, second card of "
        "the pile, two cards from the pile, discard, discard a wild card, discard a joker, end of a turn, put the "
        "card back, take the discard and throw it back, must draw, take any card from the pile, take the whole "
        "pile, what can I do in a turn, what do I do on my turn, draw then discard, draw from the stock or the "
        "pile, how many cards do I draw, take two cards, how does a turn end, do I have to discard, which cards may "
        "be discarded, older discard, look through the pile, draw from the discard pile, order of a turn, throw a "
        "card at the end"
    ),
    clauses.GOING_OUT: N_(
        "go out, finish, end of the round, end of the deal, when is the round over, last card, no cards left in "
        "hand, must discard to go out, last discard, go out without a discard, knock, lay down every card, declare, "
        "must discard to win, go out in the first turn, win the round, how to go out, how does the round end, empty "
        "hand, go out by laying off, how do I go out, when can I go out, when does it end, does the deal stop when "
        "somebody goes out, do I have to say that I am out, what happens when somebody goes out, go out by laying "
        "down, finish without discarding, who ends the round, stop the round, all cards gone, must I announce going "
        "out, lay down all my cards, lay off my last card, say when I am out"
    ),
    clauses.LAY_OFF: N_(
        "lay off, add to a meld, add to another player's meld, lay off on other players, add cards to other melds, "
        "who may lay off, lay off in the same turn, lay off after laying down, lay off before laying down, put "
        "cards on your meld, add to my own melds, add to anybody's meld, lay off without laying down, add cards to "
        "somebody else's run, add to other people's melds, play on other melds, put a card on someone's group, add "
        "to anyone, whose melds can I add to, lay off immediately, when may I lay off, lay down before laying off, "
        "do I have to lay down before I lay off, add my card to another group, is laying off allowed, when can I "
        "start laying off, lay off on the melds of others, may I lay off yet, lay off before I am down, hit on "
        "other melds, lay off first, add to the melds of the player who went out, lay off on a run of another "
        "player"
    ),
    clauses.EMPTY_STOCK: N_(
        "shuffle, reshuffle, empty stock, stock runs out, draw pile is empty, deck runs out, no cards left in the "
        "stock, run out of cards, stock is finished, shuffle the discards, discard pile becomes the stock, who "
        "shuffles, stock is done, nothing left to draw, what if the stock is empty, cards run out, shuffle the "
        "discard pile, pile is empty, no more cards to draw, turn over the discard pile, deck is used up, stock "
        "exhausted, who shuffles again, new stock, no more stock, nothing left in the stock"
    ),
    clauses.LEFT_OVER: N_(
        "points, penalty, score, scoring, card values, penalty points, how much, points of an ace, ace worth, kings "
        "worth, king worth, queen worth, jack worth, ten worth, face cards worth, court cards, number cards worth, "
        "wild card worth, points of a wild card, cards left over, left with, cards left in hand count, melds left "
        "in hand, minus points, how are points counted, how much does a card cost, sum of my hand, unmatched cards, "
        "how many points is a queen, points for a king, what does a card count, how do we count points, do melds in "
        "hand count, cards in my hand count against me, a group in hand counts, penalty for cards in hand, points "
        "of a two, count the hand, unused cards, value of a card, eight in hand, all cards in hand, what do I "
        "score, joker in hand at the end, stuck with cards in hand"
    ),
    clauses.POSSIBLE_TOTAL: N_(
        "impossible total, possible total, total only, is this total possible, total of one, which totals are "
        "impossible, smallest total, total in the first round"
    ),
    clauses.WINNER: N_(
        "winner, who wins, lowest total wins, highest score, fewest points, tie, shared win, tie at the end, two "
        "players tie, who wins in the end, is the lowest the winner, does the highest lose, we have the same "
        "points, who wins the game, who is the winner, lowest score wins, most points, what happens in a tie, two "
        "people have the same total, same number of points, two winners, share the win, who wins if two tie, how "
        "do you win, equal totals, shared victory, who comes first, tied at the end, best total, least points, "
        "person with the least points, who is the winner of the match, draw at the end of the game, a draw at the "
        "end, who is first, how do we decide the winner"
    ),
    clauses.BONUS: N_("bonus round, extra round, tie break round, playoff"),
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
        "melds later, add another meld later"
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
        "cards, card missing, miscount, number of cards does not add up, wrong count of my hand, one card too many "
        "in hand, how many cards should I have, how many cards should I have at the end, right number of cards, how "
        "many cards after laying down, cards do not add up, I have too many cards, I have one card too few, cards "
        "left after two calls, cards in hand do not match, card count is wrong, my card count is wrong, right "
        "number of cards in my hand, correct number of cards, how many cards must I hold"
    ),
    clauses.ADJUSTMENT: N_(
        "fine, bonus, bonus points, mistake, wrong lay-down, broken rule, cheating, exact cut, cut the deck "
        "exactly, penalty for a mistake, forgot to draw, played out of turn, what if somebody cheats, penalty of "
        "50, cutting the deck exactly, bonus for cutting exactly, someone played out of turn, somebody looked at "
        "the cards, penalty for playing wrong, extra points, points for something else, laid down wrongly, drew "
        "twice, reward, breaking a rule, penalty for breaking a rule, somebody broke a rule, wrong move, bonus for "
        "the dealer"
    ),
    "B1": N_(
        "total only, score without cards, impossible total, enter points without cards, enter only the total, only "
        "the points, must I enter the cards, type a total, save without cards, total is refused, it will not take "
        "my total, score is not accepted, total not possible, low total"
    ),
    "B2": N_(
        "correct, correction, correct a score, wrong score, wrong figure, change a score, undo, edit, saved by "
        "mistake, wrong points saved, change the points, I typed the wrong score, typed wrong, wrong number saved, "
        "change a saved deal, mistake in the score, who changed it, edit an old deal, wrong result, wrong entry, "
        "wrong result entered, change a result, delete a result"
    ),
    "B3": N_(
        "cancel, abandoned, nobody went out, cancel a deal, deal again, misdeal, void, stop a round early, start "
        "the round again, nobody wins the deal, what if nobody goes out, stop in the middle, call off a deal, give "
        "up a round, two players went out, does somebody have to go out, replay a deal, deal does not count, no one "
        "went out, cancel the deal"
    ),
    "B4": N_(
        "latecomer, somebody joins late, somebody comes later, join in the middle, leave early, somebody has to leave, "
        "can somebody join later, can a latecomer win, player goes home, match ended early, we stopped early, we "
        "stopped after round 7, stop before the last deal, stop the match early, who wins if we stop, unfinished match"
    ),
    "B5": N_(
        "every deal cancelled, all deals cancelled, all rounds void, nothing counts, match without a winner, no deal "
        "counts, every hand cancelled"
    ),
    "B6": N_(
        "day of a match, date of a match, which day, after midnight, past midnight, calendar, evening, date on the "
        "paper, played yesterday"
    ),
    "B7": N_(
        "bring in a match, old scores, paper scoresheet, final totals only, only the final scores, spreadsheet, "
        "import old matches, scores from a notebook, who went out is not known, last year’s scores"
    ),
}
