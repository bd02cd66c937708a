"""Synonyms of the clauses of every game: what players call them and ask, so that a search finds the rule."""

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
        "cards in deal 3, cards in round 5, cards in the first round, cards in the last round, thirteen cards, nine "
        "cards, ten cards, twelve cards"
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
        "no natural card, swap a wild card, can a group be all wild cards, how many wild cards may I use, run of wild "
        "cards, wild cards next to each other in a run, all wild"
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
        "out, lay down all my cards, lay off my last card, say when I am out, no cards left and no discard, nothing "
        "left to discard, no card to discard, nothing to throw away"
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
        "exhausted, who shuffles again, new stock, no more stock, nothing left in the stock, few cards left to draw"
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
        "possible total, is this total possible, total of one, which totals are impossible, smallest total, total in "
        "the first round"
    ),
    clauses.WINNER: N_(
        "winner, who wins, aim, aim of the game, object of the game, objective, lowest total wins, highest score, "
        "fewest points, tie, shared win, tie at the end, two "
        "players tie, who wins in the end, is the lowest the winner, does the highest lose, we have the same "
        "points, who wins the game, who is the winner, lowest score wins, most points, what happens in a tie, two "
        "people have the same total, same number of points, two winners, share the win, who wins if two tie, how "
        "do you win, equal totals, shared victory, who comes first, tied at the end, best total, least points, "
        "person with the least points, who is the winner of the match, draw at the end of the game, a draw at the "
        "end, who is first, how do we decide the winner"
    ),
    clauses.BONUS: N_("bonus round, extra round, tie break round, playoff"),
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
        "wrong result entered, change a result, delete a result, wrong count, miscounted, added up wrong"
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
