"""The vocabulary of the rules search: words that mean the same at a table, in each language."""

from companion.rules.text import N_

MEANINGS = (  # words of one meaning; the first is its name
    N_("discard, throw, throw away, throw out, toss, chuck, ditch, dump, shed, trash, drop, get rid of"),
    N_("discard pile, pile, waste, waste pile"),
    N_("take, draw, pick up, pick, grab, pull, fish, steal"),
    N_("stock, stockpile, draw pile, talon, stack, stock pile, draw deck"),
    N_(
        "empty, run out, runs out, used up, gone, exhausted, no more cards, no cards left, done, no cards, "
        "without cards, zero cards, 0 cards, out of cards, deplete"
    ),
    N_("shuffle, reshuffle"),
    N_(
        "group, set, three of a kind, 3 of a kind, four of a kind, 4 of a kind, five of a kind, of a kind, book, trio, "
        "trips, triplet, triple, trail, brelan"
    ),
    N_("run, sequence, straight, consecutive cards, suited run, ladder"),
    N_("meld, combination, combo, spread"),
    N_("contract, requirement, phase, objective, goal"),
    N_("lay down, go down, come down, get down, put down, place down, down, open, opening, first meld, laydown, lay"),
    N_(
        "lay off, track on, track, tack, tack on, add, attach, build, play on, hit, extend, grow, put on, lay on, "
        "place on, layoff, tag on"
    ),
    N_("call, buy, claim, purchase, shout, shout for, yell, may i rule, a may i, mother may i"),
    N_("caller, buyer"),
    N_("refuse, deny, block, say no, reject, prevent, veto, stop, overrule, fail, unsuccessful"),
    N_("swap, exchange, replace, trade, switch, redeem, swop"),
    N_("move, shift, relocate"),
    N_("stand for, substitute, represent, count as, act as, stand in, used as"),
    N_("aim, purpose"),
    N_("wild, wild card, wildcard, wilds, what is wild card"),
    N_(
        "wild rank, what is wild, whats wild, what counts as wild, which is wild, which card is wild, "
        "which cards are wild"
    ),
    N_("joker"),
    N_(
        "next to each other, next to, side by side, adjacent, together, neighbour, neighbor, touch, beside, "
        "each other, meet"
    ),
    N_("hand, hold, in hand"),
    N_("go out, finish, win the hand, out, down and out, finish off, close, win the round"),
    N_("end, over"),
    N_("end of a run, end of the run, ends of a run, ends of the run, which end, either end, both ends"),
    N_("last, final"),
    N_("first, initial"),
    N_("turn"),
    N_("deal, give out, hand out, distribute"),
    N_("dealer, who deals, who is dealing, who gives, who gives out"),
    N_("round, game"),
    N_("start, begin, go first, play first, first player, act first, lead"),
    N_(
        "direction, clockwise, counterclockwise, anticlockwise, which way, turn order, order of play, playing order, "
        "to the left, to the right, left or right"
    ),
    N_("player, play, people, person, participant"),
    N_("pack, deck"),
    N_("suit, colour, color, spade, heart, diamond, club"),
    N_("star"),
    N_("rank, number, denomination"),
    N_("same, identical, duplicate, equal, match, matching"),
    N_("twice, two times"),
    N_("ace"),
    N_("king"),
    N_("queen"),
    N_("jack"),
    N_("face card, court card, picture card, picture, court, royal, royals"),
    N_(
        "point, how many points, number of points, score, worth, value, cost, price, how much, penalty points, "
        "count against"
    ),
    N_("fine, foul, irregularity, cheat, infraction, punish, offence, rule broken"),
    N_("mistake, wrong, error, incorrect, false, illegal, invalid, accident, misplay, forget, forgot"),
    N_("bonus"),
    N_("tie, a draw, level, same score, same total, equal score, tiebreak, tie break, tie breaker"),
    N_("win, winner, victory, first place, champion"),
    N_("low, lowest, fewest, weak"),
    N_("high, highest, strong"),
    N_("top, high end, upper end, upper, upward, upwards, up end"),
    N_("bottom, low end, lower end, lower, downward, downwards, underneath, below, under"),
    N_("round the corner, around the corner, wrap, wrap around, turn the corner, circular, wraparound, loop"),
    N_("natural, real, ordinary, normal, regular, plain, genuine, actual, nonwild, non-wild"),
    N_(
        "how many, how often, how many times, number of, amount of, limit, maximum, max, any number, unlimited, "
        "at most, most, largest, biggest"
    ),
    N_("minimum, at least, min, shortest, least number, least, how long must, enough, sufficient, smallest"),
    N_("only, nothing but, all, entirely, alone, purely"),
    N_("both"),
    N_(
        "other, another, opponent, someone else, somebody else, else, others, everyone else, other people, "
        "my neighbour, my neighbor"
    ),
    N_("before"),
    N_("after, afterwards, already, once"),
    N_("same time, simultaneous, simultaneously"),
    N_("immediately, straight away, right away, at once, all at once, in one go"),
    N_("dead, buried, dead card"),
    N_("cancel, abandon, call off, give up, void"),
    N_("deal again, redeal, misdeal, re-deal"),
    N_("correct, fix, edit, change, undo, amend, alter"),
    N_("total, sum, add up"),
    N_("double, doubled"),
    N_("face up, turn up, upcard, up card, flip, turned up"),
    N_("long, longer"),
    N_("longest, how long can, how long may"),
    N_("split, cut in two, divide, break up"),
    N_("rearrange, take apart, reorganise, reorganize, manipulate"),
    N_("name, declare, announce, say, nominate"),
    N_("extra, more, additional, further, besides"),
    N_("different, mixed, mix, various, several"),
    N_("order"),
    N_("own, itself"),
    N_("left over, leftover, left, stuck with, remaining, remain, deadwood, caught with, unmatched"),
    N_("exact, exactly"),
    N_("cut, lift"),
    N_("owner, belong, whose, mine, yours"),
    N_("until when, too late, deadline, time limit"),
    N_("must, have to, has to, need to, required, obliged, forced, compulsory, mandatory, needed"),
    N_("not, no, without, never, cannot, cant, dont, isnt, wont, doesnt, didnt, arent, forbidden, prohibited, banned"),
    N_("between, middle"),
    N_("card"),
    N_("twos, deuce"),
    N_("penalty, punishment"),
    N_("half"),
    N_("priority, precedence, closest, nearest"),
    N_(
        "one more turn, another turn, another go, one more go, extra turn, last turn, final turn, last go, "
        "one last turn"
    ),
    N_("last round, final round, last deal, final deal, last hand, final hand, last game"),
    N_("join, connect"),
    N_("impossible"),
    N_("nobody, no one, noone"),
    N_("2, couple"),
    N_("pair, two of a kind"),
    N_("wait, hold off, hold back, delay"),
    N_("out of turn, not my turn, not your turn, not their turn, not his turn"),
    N_(
        "late, latecomer, join late, join later, arrive, arrive late, come late, leave early, leave the game, "
        "left early, go home, quit, drop out, new player"
    ),
    N_("day, date, calendar, midnight, yesterday, evening"),
    N_("paper, notebook, spreadsheet, scoresheet, bring in, import, old match"),
)
