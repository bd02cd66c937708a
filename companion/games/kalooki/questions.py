"""The questions to the referee about Kalooki, with their fields and judges."""

from dataclasses import replace

from companion.games.kalooki import answers as own
from companion.games.kalooki import calling, hand_advice, joker_moves, lay_down, lay_off, scoring, seating, shown, turn
from companion.rules import answers, bookkeeping
from companion.rules.fields import Cards, DealNumber, Melds, OneCard, OneOf, Seat, Seats, SheetFact, Tick, Whole
from companion.rules.questions import OnTable, Question, QuickAnswer, Tile, questions
from companion.rules.text import N_

DEAL = DealNumber("deal", N_("Deal"))
HAND = Cards("hand", N_("Hand"), together=True)
PLAYERS = Whole("players", N_("Number of players"), known=SheetFact.PLAYERS, low=3, high=8)
FIRST_DEALER = Seat(
    "first_dealer", N_("First dealer, seats counted from 0"), known=SheetFact.FIRST_DEALER, who=N_("First dealer")
)
SAYS_LAID_DOWN = N_("This player has laid down")
WHETHER_LAID_DOWN = Tick("laid_down", SAYS_LAID_DOWN, known=SheetFact.LAID_DOWN, brief=N_("Has laid down"))
LAID_DOWN = replace(WHETHER_LAID_DOWN, default=True)
NOT_LAID_DOWN = replace(WHETHER_LAID_DOWN, default=False)
CALLED = Tick("called", N_("The card above it was just called"), brief=N_("Card above was called"))
NEXT = Tick("next_in_turn", N_("This player is next in turn"), brief=N_("Plays next"))
FIRST_CARD = Tick("first_card", N_("It is the very first card turned up"), brief=N_("Very first card"))

OF_MELDS = (
    Question(
        "meld",
        N_("Is this a good three or four?"),
        (Cards("cards", N_("Cards, as they lie")),),
        shown.meld,
        answers=(answers.LEGAL, answers.KIND),
        law=("K6", "K7"),
    ),
    Question(
        "three",
        N_("Is this a three?"),
        (Cards("cards", N_("Cards")),),
        shown.three,
        on_screen=False,
        law=("K6", "K10", "K12"),
    ),
    Question(
        "four",
        N_("Is this a four?"),
        (Cards("cards", N_("Cards, as they lie")),),
        shown.four,
        on_screen=False,
        law=("K7", "K8", "K9", "K11", "K11a", "K12"),
    ),
    Question(
        "lay-down",
        N_("May I lay these down?"),
        (DEAL, Melds("melds", N_("Threes and fours")), Melds("on_table", N_("Already on the table"), default=())),
        lay_down.lay_down,
        lays_down=True,
        law=("K17", "K18", "K26"),
    ),
    Question(
        "can-lay-down",
        N_("Can this hand be laid down?"),
        (DEAL, HAND, Melds("table", N_("Threes and fours to track on to"), default=())),
        hand_advice.can_lay_down,
        answers=(answers.POSSIBLE, answers.MELDS, answers.LEFT, own.LEFT_POINTS, own.TRACKED_ON),
        drawn=True,
        lays_down=True,
        search=True,
        law=("K17", "K18", "K20"),
    ),
    Question(
        "could-add",
        N_("What could I add?"),
        (
            DEAL,
            HAND,
            Melds("table", N_("Threes and fours on the table"), default=()),
            WHETHER_LAID_DOWN,
        ),
        hand_advice.could_add,
        answers=(own.TRACKED_ON, own.WOULD_DO),
        drawn=True,
        search=True,
        law=("K17", "K20", "K21", "K22", "K23", "K24"),
    ),
    Question(
        "track-on",
        N_("May this card be tracked on?"),
        (
            Cards("meld", N_("Three or four on the table")),
            Cards("cards", N_("Cards, one after another")),
            OneOf("end", N_("At which end"), default=None, options={"top": N_("top"), "bottom": N_("bottom")}),
            LAID_DOWN,
        ),
        lay_off.track_on,
        on_table=OnTable(N_("Tap the end where the card goes."), lay_off.targets),
        answers=(answers.LEGAL, own.BECOMES),
        law=("K20", "K21", "K22", "K23", "K26"),
    ),
    Question(
        "move-joker",
        N_("May this card take the joker's place?"),
        (Cards("meld", N_("Four on the table")), OneCard("card", N_("Card")), LAID_DOWN),
        joker_moves.move_joker,
        on_table=OnTable(N_("Tap the joker. Only jokers in fours move."), joker_moves.targets),
        answers=(answers.LEGAL, own.BECOMES),
        law=("K20", "K24", "K25"),
    ),
)

TURN = (
    Question(
        "may-take-discard",
        N_("May I take the discard?"),
        (WHETHER_LAID_DOWN, CALLED),
        turn.may_take_discard,
        law=("K13", "K19", "K31"),
        act=QuickAnswer(N_("Take the discard"), turn=NEXT.name),
    ),
    Question(
        "may-play",
        N_("May I lay down or track on now?"),
        (
            OneOf("play", N_("Play"), options={"lay-down": N_("lay down"), "track-on": N_("track on")}),
            NOT_LAID_DOWN,
            Tick("drawn", N_("A card has been drawn this turn"), default=True),
            Tick("just_called", N_("The card was taken by a call"), default=False),
        ),
        turn.may_play,
        law=("K14", "K19", "K20", "K30"),
        act=QuickAnswer(N_("Track on, once drawn"), {"play": "track-on"}, turn=NEXT.name),
    ),
    Question(
        "discard",
        N_("May this card be discarded?"),
        (OneCard("card", N_("Card")), Tick("only_jokers_left", N_("Nothing but jokers is left"), default=False)),
        turn.discard,
        law=("K15",),
        act=QuickAnswer(N_("Discard a joker"), {"card": "JK"}),
    ),
    Question(
        "stock-empty",
        N_("The stock is empty: what now?"),
        (Whole("discards", N_("Cards in the discard pile"), high=300),),
        turn.stock_empty,
        answers=(answers.NEW_STOCK, answers.Fact("deal_over", N_("The deal is over"))),
        law=("K16",),
    ),
    Question(
        "deal-over",
        N_("Is the deal over?"),
        (Whole("cards_left", N_("Cards left in the hand"), high=300),),
        turn.deal_over,
        (answers.Fact("over", N_("The deal is over")),),
        law=("K34",),
    ),
)

CALLING = (
    Question(
        "may-call",
        N_("May I call?"),
        (
            WHETHER_LAID_DOWN,
            Whole("calls_made", N_("Calls made in this deal"), known=SheetFact.CALLS, high=100),
            NEXT,
            FIRST_CARD,
            replace(CALLED, default=False),
        ),
        calling.may_call,
        law=("K19", "K27", "K31", "K32", "K33"),
        act=QuickAnswer(N_("Call"), marks="call"),
    ),
    Question(
        "calls-left",
        N_("How many calls are left?"),
        (
            Whole("successful", N_("Successful calls"), high=100),
            Whole("refused", N_("Refused calls"), default=0, high=100),
        ),
        calling.calls_left,
        answers=(answers.Count("left", N_("Left")),),
        law=("K32",),
    ),
    Question(
        "who-gets-card",
        N_("Who gets the card?"),
        (
            Seats("callers", N_("Seats that called, in order"), who=N_("Who called, in order")),
            Seat(
                "next_takes",
                N_("Seat of the next player, who takes it"),
                default=None,
                who=N_("The next player, who takes it"),
            ),
        ),
        calling.who_gets_card,
        answers=(answers.Person("gets", N_("Gets it"), maybe=True),),
        law=("K28", "K29"),
    ),
    Question(
        "may-refuse-call",
        N_("May I refuse this call?"),
        (NOT_LAID_DOWN, Tick("takes_discard", N_("The next player takes the discard"), usual=True)),
        calling.may_refuse_call,
        law=("K29",),
    ),
    Question(
        "after-call",
        N_("What do I draw after a call?"),
        (Whole("calls", N_("Calls made in this deal"), default=1, known=SheetFact.CALLS, high=9),),
        calling.after_call,
        answers=(own.CARDS_BROUGHT, own.DISCARDS_LEFT, own.NEXT_DRAWS_FROM),
        law=("K30", "K31"),
    ),
)

SCORE = (
    Question(
        "penalty",
        N_("What does this hand cost?"),
        (Cards("cards", N_("Cards left"), together=True),),
        scoring.penalty,
        (answers.POINTS,),
        law=("K35",),
    ),
    Question(
        "total",
        N_("Can this many cards be worth this many points?"),
        (Whole("points", N_("Points")), Whole("cards_at_most", N_("Cards at most"))),
        scoring.total,
        answers=(answers.POSSIBLE,),
        search=True,
        law=("K35",),
    ),
    Question(
        "count",
        N_("Can a player hold this many cards?"),
        (
            DEAL,
            Whole("cards_held", N_("Cards held"), high=300),
            Whole("calls", N_("Calls made in this deal"), default=None, known=SheetFact.CALLS, high=9),
        ),
        scoring.count,
        law=("K32", "K35a"),
    ),
    bookkeeping.winner("K36"),
    Question(
        "adjustment",
        N_("May a bonus or a fine be saved?"),
        (
            Whole("points", N_("Points"), low=-bookkeeping.MOST),
            Tick("reason_given", N_("A reason is given"), usual=True),
            Tick("among_cards", N_("They are saved with the points for cards"), default=False),
        ),
        scoring.adjustment,
        law=("K37",),
    ),
    *bookkeeping.questions(DEAL),
)

TABLE = (
    Question(
        "set-up",
        N_("Can this many people play?"),
        (bookkeeping.ANY_PLAYERS,),
        seating.set_up,
        answers=(answers.LEGAL, answers.PACKS, answers.JOKERS, answers.IN_ALL),
        law=("K1", "K5"),
        any_players=True,
    ),
    Question(
        "schedule",
        N_("What does this deal ask, and who deals?"),
        (DEAL, PLAYERS, FIRST_DEALER),
        seating.schedule,
        answers=(answers.IN_ALL, answers.Word("contract", N_("Contract")), answers.DEALER, answers.FIRST_PLAYER),
        law=("K3", "K4"),
    ),
)

QUESTIONS = questions(
    {
        "lay-down": Tile(N_("Lay down"), N_("May I? All at once"), "contract"),
        "meld": Tile(N_("One meld"), N_("A three? A four?"), "row", "5H JK 7H 8H"),
        "track-on": Tile(N_("Track on"), N_("At either end"), "joins", "6C 7C 8C", "9C"),
        "move-joker": Tile(N_("Move a joker"), N_("My card for it"), "replaces", "5H 7H 6H", "JK"),
        "may-call": Tile(N_("Call or take"), N_("May I, right now?"), "turned_up", other="QD"),
        "can-lay-down": Tile(N_("Whole hand"), N_("Its best lay-down"), "hand", "7S 7H JK KH KD 5D 6D 7D 9S"),
        "penalty": Tile(N_("Count cards"), N_("What they cost"), "worth", "KS 9D"),
    },
    {
        N_("Threes and fours"): OF_MELDS,
        N_("A turn"): TURN,
        N_("Calls"): CALLING,
        N_("Points and the scoresheet"): SCORE,
        N_("Players and deals"): TABLE,
    },
)
