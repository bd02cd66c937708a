"""The questions about a game of groups and runs, with their fields and judges."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules import answers, bookkeeping, clauses
from companion.rules.arranging import hand_questions, table_questions
from companion.rules.fields import Cards, DealNumber, Melds, OneOf, Seat, SheetFact, Whole
from companion.rules.melds.unordered_meld import meld
from companion.rules.questions import Question, Tile, questions
from companion.rules.text import N_, Series, Text


@dataclass(frozen=True)
class Discards(answers.CardList):
    """The cards any one of which may be discarded to go out; hidden if there is only one, shown elsewhere."""

    def spoken(self, answer: Mapping[str, Any], to: answers.SpeakContext) -> str:
        cards = Series(card for card in answer[self.name] if card != answer.get(DISCARD.name))
        message = N_("{cards} could also go: the other cards would still all lie in melds")
        return Text(message, cards=cards).say(to.language)

    def is_shown(self, answer: Mapping[str, Any]) -> bool:
        return super().is_shown(answer) and answer[self.name] != [answer.get(DISCARD.name)]


ROUND = DealNumber("round", N_("Round"), asks=N_("Choose the round first"))
HAND = Cards("hand", N_("Hand"), together=True)
PLAYERS = Whole("players", N_("Number of players"), known=SheetFact.PLAYERS, low=2, high=lambda game: game.players[-1])
FIRST_DEALER = Seat("first_dealer", N_("First dealer’s seat"), known=SheetFact.FIRST_DEALER, who=N_("First dealer"))
LEFT_OVER = Cards("cards", N_("Cards left over"), together=True)
DISCARD = answers.Discard(
    "discard", N_("Discard"), sentence=Text(N_("discard the {value}: all other cards lie in melds"))
)
DISCARDS = Discards("discards", N_("Can be discarded"))
STOCK = answers.Count(
    "stock",
    N_("Cards in the stock"),
    sentence=Text(N_("{count} card is left for the stock"), N_("{count} cards are left for the stock")),
)
TURNED_UP = answers.Count(
    "turned_up",
    N_("Cards turned up"),
    sentence=Text(N_("{count} card is turned up"), N_("{count} cards are turned up")),
)
CALLER = answers.Fact(
    "caller", N_("One player calls the turns"), sentence=Text(N_("one player calls the turns, and all draw at once"))
)
BONUS_ROUND = answers.Fact("bonus_round", N_("A bonus round is played"), sentence=Text(N_("a bonus round decides")))
ROUND_OVER = answers.Fact(
    "round_over",
    N_("The round is over"),
    sentence=Text(N_("the round is over, and every hand scores")),
    denial=Text(N_("the round goes on")),
)

OF_CARDS = (
    Question(
        "meld",
        N_("Is this a good group or run?"),
        (ROUND, Cards("cards", N_("Cards, in any order"))),
        meld,
        (answers.LEGAL, answers.KIND),
        law=(clauses.GROUP, clauses.RUN, clauses.LADDER, clauses.WILD_CARDS, clauses.WILD_AS_ITSELF, clauses.JOKERS),
    ),
    Question(
        "arrangement",
        N_("Are these melds legal?"),
        (ROUND, HAND, Melds("melds", N_("Melds"))),
        hand_questions.arrangement,
        (answers.LEGAL, answers.POINTS, answers.LEFT),
        law=(clauses.ONE_MELD, clauses.LEFT_OVER),
    ),
    Question(
        "best-arrangement",
        N_("What is the best arrangement?"),
        (ROUND, HAND),
        hand_questions.best_arrangement,
        (answers.POINTS, answers.MELDS, answers.LEFT),
        search=True,
        law=(clauses.LEFT_OVER,),
    ),
    Question(
        "go-out",
        N_("May I go out?"),
        (ROUND, HAND),
        hand_questions.go_out,
        (answers.POSSIBLE, DISCARD, DISCARDS),
        drawn=True,
        search=True,
        law=(clauses.GOING_OUT,),
    ),
    Question(
        "penalty",
        N_("What do these cards cost?"),
        (ROUND, LEFT_OVER),
        hand_questions.penalty,
        (answers.COST,),
        law=(clauses.LEFT_OVER,),
    ),
)

OF_THE_COUNT = (
    Question(
        "total",
        N_("Can a hand leave this many points?"),
        (ROUND, Whole("points", N_("Points"), low=bookkeeping.fewest)),
        hand_questions.total,
        (answers.POSSIBLE,),
        on_screen=False,
        search=True,
        law=(clauses.POSSIBLE_TOTAL, clauses.LEFT_OVER),
    ),
    Question(
        "count",
        N_("Can this many cards be left over?"),
        (ROUND, Whole("cards_left", N_("Cards left over"), high=100)),
        hand_questions.count,
        on_screen=False,
        law=(clauses.LEFT_OVER,),
    ),
    Question(
        "winner",
        N_("Who has won?"),
        (bookkeeping.TOTALS,),
        table_questions.winner,
        (answers.WINNERS, BONUS_ROUND),
        law=(clauses.WINNER, clauses.SHARED_WIN),
    ),
)

OF_THE_TABLE = (
    Question(
        "schedule",
        N_("Who deals, and what is wild?"),
        (ROUND, PLAYERS, FIRST_DEALER),
        table_questions.schedule,
        (answers.IN_ALL, answers.Word("wild", N_("Wild")), answers.DEALER, answers.FIRST_PLAYER),
        law=(clauses.DEALER, clauses.CARDS_DEALT, clauses.WILD_RANK),
    ),
    Question(
        "set-up",
        N_("Can this many people play?"),
        (bookkeeping.ANY_PLAYERS,),
        table_questions.set_up,
        (answers.LEGAL, answers.PACKS, answers.JOKERS, answers.IN_ALL, CALLER),
        law=(clauses.SET_UP,),
        any_players=True,
    ),
    Question(
        "stock",
        N_("Is there enough for a stock?"),
        (ROUND, PLAYERS),
        table_questions.stock,
        (answers.LEGAL, STOCK, TURNED_UP),
        law=(clauses.FIRST_DISCARD,),
    ),
)

OF_A_TURN = (
    Question(
        "turn",
        N_("Was this turn right?"),
        (
            OneOf("pile", N_("Drawn from"), options={"stock": N_("the stock"), "discards": N_("the discards")}),
            Whole("above", N_("Cards that lay on top of it"), default=0, high=500),
            Whole("discarded", N_("Cards discarded"), default=1, high=100),
        ),
        table_questions.turn,
        on_screen=False,
        law=(clauses.TURN,),
    ),
    Question(
        "last-turns",
        N_("Who has one more turn?"),
        (PLAYERS, Seat("seat", N_("Seat that goes out"), who=N_("Who goes out"))),
        table_questions.last_turns,
        (answers.People("turns", N_("One more turn each"), sentence=Text(N_("one more turn for {value}"))),),
        law=(clauses.GOING_OUT,),
    ),
    Question(
        "lay-off",
        N_("May I add cards to these melds?"),
        (OneOf("whose", N_("Whose melds"), options={"own": N_("my own"), "another": N_("another player’s")}),),
        table_questions.lay_off,
        law=(clauses.LAY_OFF,),
    ),
    Question(
        "stock-empty",
        N_("The stock is empty. What now?"),
        (Whole("discards", N_("Cards in the discard pile"), high=500, usual=20),),
        table_questions.stock_empty,
        (answers.NEW_STOCK, ROUND_OVER),
        law=(clauses.EMPTY_STOCK,),
    ),
)

# `total` asks about a bare total of a hand here, so that booking need not ask it again.
BOOKING = (question for question in bookkeeping.questions(ROUND) if question.name != "bare-total")
OF_THE_BOOK = (*BOOKING, bookkeeping.ADJUSTMENT)

QUESTIONS = questions(
    {
        "best-arrangement": Tile(
            N_("Whole hand"), N_("The fewest points"), "hand", {"round": 7, "hand": "7S 7H 7D KH KD 4C 5C 6C 9S"}
        ),
        "go-out": Tile(N_("Go out"), N_("May I?"), "goes_out", {"round": 2, "hand": "9S 9D 9H 9C KS"}),
        "meld": Tile(N_("One meld"), N_("Is it legal?"), "row", {"cards": "9S 9D 9H"}),
        "arrangement": Tile(
            N_("My arrangement"), N_("Is it right?"), "approved", {"round": 1, "hand": "5C 6C 7C", "melds": "5C 6C 7C"}
        ),
        "penalty": Tile(N_("Count cards"), N_("What is left over"), "worth", {"cards": "KS 9D"}),
    },
    {
        N_("Groups and runs"): OF_CARDS,
        N_("A turn"): OF_A_TURN,
        N_("Points and the scoresheet"): (*OF_THE_COUNT, *OF_THE_BOOK),
        N_("Players and rounds"): OF_THE_TABLE,
    },
)
