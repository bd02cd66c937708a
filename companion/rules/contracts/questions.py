"""The questions about a contract rummy, with their fields and judges; labels name the table's words in braces."""

from collections.abc import Mapping
from dataclasses import replace

from companion.rules import answers, bookkeeping, clauses
from companion.rules.contracts import calling, table_questions
from companion.rules.contracts.answers import CARDS_BROUGHT, DISCARDS_LEFT, NEXT_DRAWS_FROM
from companion.rules.contracts.meld_questions import DEAL, END, LEFT, OF_MELDS, THIS_TURN, WHETHER_LAID_DOWN
from companion.rules.deals import Words
from companion.rules.fields import Cards, Field, OneCard, OneOf, Seat, SeatIfAny, Seats, SheetFact, Tick, Whole
from companion.rules.questions import Question, QuickAnswer, Tile, in_words, questions
from companion.rules.text import N_, Text

LOW, HIGH = (lambda game: game.players[0]), (lambda game: game.players[-1])
PLAYERS = Whole("players", N_("Number of players"), known=SheetFact.PLAYERS, low=LOW, high=HIGH)
FIRST_DEALER = Seat(
    "first_dealer", N_("First dealer, seats counted from 0"), known=SheetFact.FIRST_DEALER, who=N_("First dealer")
)
NOT_LAID_DOWN = replace(WHETHER_LAID_DOWN, default=False)
TURN = Seat("turn", N_("Seat in turn, counted from 0"), who=N_("Whose turn it is"))
NEXT_TAKES = Seat(
    "next_takes",
    N_("Seat of the next player, if they take it"),
    default=None,
    who=N_("The next player, if they take it"),
)
CALLED = Tick("called", N_("The card above it was just {called}"), brief=N_("Uncovered by a {call}"))
ONLY_WILDS = Tick(
    "only_jokers_left", N_("Only {wilds} are left in the hand"), default=False, brief=N_("Only {wilds} left")
)
NEXT = Tick("next_in_turn", N_("This player is next in turn"), brief=N_("Plays next"))
FIRST_CARD = Tick("first_card", N_("It is the very first card turned up"), brief=N_("Very first card"))
DEAL_OVER = answers.Fact(
    "deal_over",
    N_("The deal is over"),
    sentence=Text(N_("the deal is over, and every hand scores")),
    denial=Text(N_("the deal goes on")),
)
CALLS_LEFT = answers.Count(
    "left", N_("Left"), sentence=Text(N_("{count} {call} is left"), N_("{count} {calls} are left"))
)
GETS_CARD = answers.Person("gets", N_("The card goes to"), maybe=True, sentence=Text(N_("{value} gets the card")))

OF_A_TURN = (
    Question(
        "may-take-discard",
        N_("May I take the discard?"),
        (WHETHER_LAID_DOWN, CALLED),
        table_questions.may_take_discard,
        law=(clauses.DRAW, clauses.AFTER_LAYING_DOWN, clauses.DEAD_CARD),
        act=QuickAnswer(N_("Take the discard"), turn=NEXT.name),
    ),
    Question(
        "may-play",
        N_("May I lay down or {lay_off} now?"),
        (
            OneOf("play", N_("Play"), options={"lay-down": N_("lay down"), "track-on": N_("{lay_off}")}),
            NOT_LAID_DOWN,
            Tick("drawn", N_("A card has been drawn this turn"), default=True),
            Tick("just_called", N_("The card was taken by a {call}"), default=False),
        ),
        table_questions.may_play,
        law=(clauses.PLAY, clauses.AFTER_LAYING_DOWN, clauses.LAY_OFF, clauses.CALL_DRAWS),
        act=QuickAnswer(N_("{Lay_off}, once drawn"), {"play": "track-on"}, turn=NEXT.name),
    ),
    Question(
        "discard",
        N_("May this card be discarded?"),
        (OneCard("card", N_("Card")), ONLY_WILDS),
        table_questions.discard,
        law=(clauses.DISCARD,),
        act=QuickAnswer(N_("Discard a {wild}"), {"card": "JK"}),
    ),
    Question(
        "stock-empty",
        N_("The stock is empty: what now?"),
        (Whole("discards", N_("Cards in the discard pile"), high=300, usual=20),),
        table_questions.stock_empty,
        answers=(answers.NEW_STOCK, DEAL_OVER),
        law=(clauses.EMPTY_STOCK,),
    ),
    Question(
        "deal-over",
        N_("Is the deal over?"),
        (Whole("cards_left", N_("Cards left in the hand"), high=300),),
        table_questions.deal_over,
        (answers.Verdict("over", N_("The deal is over")),),
        law=(clauses.GOING_OUT,),
    ),
)

OF_CALLS = tuple(
    replace(question, asked_if=lambda game: game.calls > 0)
    for question in (
        Question(
            "may-call",
            N_("May I {call}?"),
            (
                WHETHER_LAID_DOWN,
                Whole("calls_made", N_("{Calls} made in this deal"), known=SheetFact.CALLS, high=100),
                NEXT,
                FIRST_CARD,
                replace(CALLED, default=False),
            ),
            calling.may_call,
            law=(clauses.AFTER_LAYING_DOWN, clauses.CALL, clauses.DEAD_CARD, clauses.CALLS_ALLOWED, clauses.FIRST_CARD),
            act=QuickAnswer(N_("{Call}"), marks="call"),
        ),
        Question(
            "calls-left",
            N_("How many {calls} are left?"),
            (
                Whole("successful", N_("Successful {calls}"), high=100),
                Whole("refused", N_("Refused {calls}"), default=0, high=100),
            ),
            calling.calls_left,
            answers=(CALLS_LEFT,),
            law=(clauses.CALLS_ALLOWED,),
        ),
        Question(
            "who-gets-card",
            N_("Who gets the card?"),
            (
                Seats("callers", N_("Seats that {called}, in order"), who=N_("Who {called}, in order")),
                NEXT_TAKES,
            ),
            calling.who_gets_card,
            answers=(GETS_CARD,),
            law=(clauses.FIRST_CALLER, clauses.REFUSED_CALL),
        ),
        Question(
            "may-refuse-call",
            N_("May I refuse this {call}?"),
            (NOT_LAID_DOWN, Tick("takes_discard", N_("The next player takes the discard"), usual=True)),
            calling.may_refuse_call,
            law=(clauses.REFUSED_CALL,),
        ),
        Question(
            "after-call",
            N_("What do I draw after a {call}?"),
            (Whole("calls", N_("{Calls} made in this deal"), default=1, known=SheetFact.CALLS, high=9),),
            calling.after_call,
            answers=(CARDS_BROUGHT, DISCARDS_LEFT, NEXT_DRAWS_FROM),
            law=(clauses.CALL_DRAWS, clauses.DEAD_CARD),
        ),
    )
)

OF_THE_SCORE = (
    Question(
        "penalty",
        N_("What does this hand cost?"),
        (Cards("cards", N_("Cards left"), together=True),),
        table_questions.penalty,
        (answers.COST,),
        law=(clauses.LEFT_OVER,),
    ),
    Question(
        "total",
        N_("Can this many cards be worth this many points?"),
        (Whole("points", N_("Points"), low=bookkeeping.fewest), Whole("cards_at_most", N_("Cards at most"))),
        table_questions.total,
        answers=(answers.POSSIBLE,),
        on_screen=False,
        search=True,
        law=(clauses.LEFT_OVER,),
    ),
    Question(
        "count",
        N_("Can a player hold this many cards?"),
        (
            DEAL,
            Whole("cards_held", N_("Cards held"), high=300),
            Whole("calls", N_("{Calls} made in this deal"), default=None, known=SheetFact.CALLS, high=100),
        ),
        table_questions.count,
        on_screen=False,
        law=(clauses.CALLS_ALLOWED, clauses.CARD_COUNT),
    ),
    Question(
        "winner",
        N_("Who has won?"),
        (bookkeeping.TOTALS,),
        table_questions.winner,
        answers=(answers.WINNERS,),
        law=(clauses.WINNER,),
    ),
    bookkeeping.ADJUSTMENT,
    *bookkeeping.questions(DEAL),
)

OF_THE_TABLE = (
    Question(
        "set-up",
        N_("Can this many people play?"),
        (bookkeeping.ANY_PLAYERS,),
        table_questions.set_up,
        answers=(answers.LEGAL, answers.PACKS, answers.JOKERS, answers.IN_ALL),
        law=(clauses.SET_UP, clauses.ENOUGH_CARDS),
        any_players=True,
    ),
    Question(
        "schedule",
        N_("What is the contract of this deal, and who deals?"),
        (DEAL, PLAYERS, FIRST_DEALER),
        table_questions.schedule,
        answers=(answers.IN_ALL, answers.Word("contract", N_("Contract")), answers.DEALER, answers.FIRST_PLAYER),
        law=(clauses.DEALER, clauses.CARDS_DEALT),
    ),
)

QUESTIONS = questions(
    {
        "lay-down": Tile(N_("Lay down"), N_("May I? All at once"), "contract"),
        "meld": Tile(
            N_("One meld"), N_("A {group}? A {run}?"), "row", {"cards": "5H JK 7H 8H"}, {"cards": "5H 6H 7H 8H"}
        ),
        "track-on": Tile(N_("{Lay_off}"), N_("At either end"), "joins", {"meld": "6C 7C 8C 9C", "cards": "10C"}),
        "move-joker": Tile(
            N_("Move a {wild}"), N_("My card for it"), "replaces", {"meld": "5H JK 7H 8H", "card": "6H"}
        ),
        "may-call": Tile(N_("{Call} or take"), N_("May I, right now?"), "turned_up"),
        "can-lay-down": Tile(
            N_("Whole hand"), N_("Its best lay-down"), "hand", {"deal": 1, "hand": "7S 7H 7D KH KD KC 5D 5H 5C 9S"}
        ),
        "penalty": Tile(N_("Count cards"), N_("What they cost"), "worth", {"cards": "KS 9D"}),
    },
    {
        N_("{Groups} and {runs}"): OF_MELDS,
        N_("A turn"): OF_A_TURN,
        N_("{Calls}"): OF_CALLS,
        N_("Points and the scoresheet"): OF_THE_SCORE,
        N_("Players and deals"): OF_THE_TABLE,
    },
)


FURTHER: Mapping[str, tuple[Field, ...]] = {  # inputs that only some law needs, or reads differently, by question
    "lay-down": (LEFT,),
    "track-on": (THIS_TURN, LEFT),
    "move-joker": (replace(END, decides=lambda game: game.lay_off.moved_wild == "end"),),
    "who-gets-card": (PLAYERS, TURN, SeatIfAny(**vars(NEXT_TAKES))),
}


def contract_questions(words: Words, further: Mapping[str, tuple[Field, ...]] = {}) -> dict[str, Question]:
    """Return the questions in the table's words, with further inputs; those about one kind of meld are named for it."""
    asked = {name: in_words(question, words) for name, question in QUESTIONS.items()}
    for name, fields in further.items():
        all_fields = {field.name: field for field in (*asked[name].fields, *fields)}
        asked[name] = replace(asked[name], fields=tuple(all_fields.values()))
    named = [replace(each, name=words.kind_names.get(each.name, each.name)) for each in asked.values()]
    return {question.name: question for question in named}
