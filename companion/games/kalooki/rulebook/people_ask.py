"""Questions that people ask at a table of Kalooki, with their answers."""

from companion.rules.people_ask import CommonQuestion, asked_of_every_game
from companion.rules.text import N_

LAYING_DOWN, JOKERS, CALLING = N_("Laying down"), N_("Jokers"), N_("Calling")
POINTS, PLAYERS = N_("Points"), N_("Players")

PEOPLE_ASK = (
    CommonQuestion(
        LAYING_DOWN,
        N_("I laid down, and it was not the contract. What now?"),
        N_(
            "The rules are silent. Usual: take it back before your next turn. A fine that the table agrees on is "
            "saved under Bonus or fine."
        ),
        "K37",
        words=N_("wrong lay-down, wrong contract, mistake, laid down wrong, false meld, irregularity"),
    ),
    CommonQuestion(
        LAYING_DOWN,
        N_("May I lay down more than the contract at once?"),
        N_("Yes, further threes and fours may come in the same turn. The sources leave it open, and we read it so."),
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
        N_("May I put my card in a joker's place before I have laid down?"),
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
            "The source says only that the first call after the card is on the pile counts."
            " Usual: until the next player has drawn."
        ),
        "K28",
        words=N_("too late, how long, deadline, buy, time to call"),
    ),
    CommonQuestion(
        CALLING,
        N_("May the player who discarded the card call for it?"),
        N_("The rules are silent. Usual: no."),
        "K27",
        words=N_("own discard, call it back, buy"),
    ),
    CommonQuestion(
        POINTS,
        N_("Out in the very turn of the first lay-down (“down and out”): do the others score double?"),
        N_("No, these rules know no doubling."),
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
