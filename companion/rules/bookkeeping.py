"""B1–B8, the rules on booking the points of any game, and its questions."""

from companion.rules import clauses
from companion.rules.answers import LEGAL, Choice
from companion.rules.cards import Unreadable
from companion.rules.deals import Deal, dealing_seat, following
from companion.rules.fields import DealNumber, Numbers, SheetFact, Tick, Whole, beyond
from companion.rules.game import Game, out_of_range
from companion.rules.questions import Question
from companion.rules.rulings import Example, Rule, Ruling
from companion.rules.text import N_, Text

MOST_POINTS = 100_000  # points, more than any match reaches
HOUSE = N_("how this companion keeps the score")
ONE_ZERO = N_(
    "Exactly one player goes out in a deal, and scores 0 for cards. A deal called off by agreement, or because the "
    "cards ran out, is saved as cancelled."
)
SOME_ZERO = N_(
    "At least one player has 0 in a deal. A deal called off by agreement, or because the cards ran out, is saved as "
    "cancelled."
)
ANY_PLAYERS = Whole("players", N_("Number of players"), known=SheetFact.PLAYERS, low=1, high=20)
TOTALS = Numbers("totals", N_("Totals, seat by seat"), known=SheetFact.TOTALS, low=-MOST_POINTS, high=MOST_POINTS)
OLD_ENTRY = Choice(
    "old_entry",
    N_("The old figure"),
    options={"kept": N_("stays readable"), "erased": N_("is erased")},
    sentence=Text(N_("the old figure {value}")),
)


FINES = Rule(
    "B8",
    N_(
        "Tables also give points for other reasons, such as a bonus that the table agrees on, or a fine for a broken "
        "rule. Such a bonus or fine has a sign and a reason, and is recorded apart from the penalty for cards."
    ),
    HOUSE,
    clauses=(clauses.ADJUSTMENT,),
    kept=Example("adjustment", {"points": -50, "reason_given": True}, {"legal": True}),
    broken=Example("adjustment", {"points": -50, "reason_given": True, "among_cards": True}, {"legal": False}),
)


RECORDS = (  # rules on whole matches, which no question to the referee is about
    Rule(
        "B4",
        N_(
            "Whoever joins late or leaves early keeps the points of the deals they played, and may win if they are at "
            "the table at the end. Such a part is compared with no whole match. A match that ended early has a "
            "winner, but enters no average and no record of totals."
        ),
        HOUSE,
    ),
    Rule(
        "B5",
        N_("A match in which no deal counts, because all were cancelled, has no winner and is counted nowhere."),
        HOUSE,
    ),
    Rule(
        "B6",
        N_(
            "A match belongs to the day on which it was played; one entered from paper, to the day written there. "
            "After midnight it is still the evening before, until four o’clock."
        ),
        HOUSE,
    ),
    Rule(
        "B7",
        N_(
            "A match brought in from paper or a sheet may hold final totals only, points that no hand comes to, or "
            "deals of which nobody knows who went out, and is marked so. Final totals count for winner, places, "
            "totals and head to head, never for figures of deals."
        ),
        HOUSE,
    ),
)


def paragraphs(kept: Example, broken: Example, one_zero: bool, total: tuple[str, ...] = ()) -> tuple[Rule, ...]:
    """Return B1 to B7 with a game's own examples of a bare total; `total` are the clauses that B1 states."""
    given_up = Example("book-deal", {"at_zero": 0, "given_up": True}, {"legal": True})
    return (
        Rule(
            "B1",
            N_(
                "Every score is saved with its cards if they were entered, otherwise as a total only. A total must "
                "be possible: some hand of the deal comes to it."
            ),
            HOUSE,
            clauses=total,
            kept=kept,
            broken=broken,
        ),
        Rule(
            "B2",
            N_(
                "A saved deal can be corrected. The old entry stays readable, with who changed it, when, and, if they "
                "say so, why."
            ),
            HOUSE,
            kept=Example("correct", {}, {"legal": True, "old_entry": "kept"}),
            broken=Example("correct", {"erase_old": True}, {"legal": False}),
        ),
        Rule(
            "B3",
            ONE_ZERO if one_zero else SOME_ZERO,
            HOUSE,
            kept=Example("book-deal", {"at_zero": 1}, {"legal": True}) if one_zero else given_up,
            broken=Example("book-deal", {"at_zero": 0}, {"legal": False}),
        ),
        *RECORDS,
    )


def questions(number: DealNumber) -> tuple[Question, ...]:
    """Return the questions about booking; `number` is the field in which the game numbers its deals."""
    return (
        Question(
            "bare-total",
            N_("Can a hand come to this total?"),
            (number, Whole("points", N_("Points"), low=fewest, high=MOST_POINTS)),
            bare_total,
            on_screen=False,
            law=("B1",),
        ),
        Question(
            "correct",
            N_("May a saved figure be corrected?"),
            (Tick("erase_old", N_("Erase the old entry"), default=False),),
            correct,
            answers=(LEGAL, OLD_ENTRY),
            on_screen=False,
            law=("B2",),
        ),
        Question(
            "book-deal",
            N_("May this be saved?"),
            (
                Whole("at_zero", N_("Players with 0"), high=lambda game: game.players[-1], usual=1),
                Tick("given_up", N_("Cancelled"), default=False),
            ),
            book_deal,
            on_screen=False,
            law=("B3",),
        ),
    )


def fewest(game: Game) -> int:
    """Return the fewest points that a total may have."""
    return -MOST_POINTS if game.has_negative_prices else 0


def bare_total(game: Game, deal: Deal, points: int) -> Ruling:
    """B1: a bare total must be one that some hand of the deal could give."""
    if game.is_possible_total(deal, points):
        return game.ruling(rules=["B1"], reason=Text(N_("a hand of this deal can come to {points}"), points=points))
    reason = Text(N_("no hand of this deal comes to {points}"), points=points)
    return game.ruling([game.finding("B1", reason)], ["B1"])


def correct(game: Game, erase_old: bool) -> Ruling:
    """B2: a correction leaves the old entry readable."""
    findings = [game.finding("B2", Text(N_("the old entry must stay readable")))] if erase_old else []
    return game.ruling(findings, ["B2"], answer={"old_entry": "kept"})


def book_deal(game: Game, at_zero: int, given_up: bool) -> Ruling:
    """B3: exactly one player (or at least one, by the game) has 0, unless the deal was given up."""
    if given_up or at_zero == 1 or (at_zero > 1 and not game.one_player_goes_out):
        reason = Text(N_("one player went out, with 0"), N_("{count} players have 0"), count=at_zero)
        called_off = Text(N_("the deal was cancelled, so nobody scores"))
        return game.ruling(rules=["B3"], reason=called_off if given_up else reason)
    if at_zero:
        reason = Text(N_("{players} players have 0, but only one can go out"), players=at_zero)
    else:
        reason = Text(N_("nobody has 0, so nobody went out"))
    return game.ruling([game.finding("B3", reason)], ["B3"])


def adjustment(game: Game, points: int, reason_given: bool, among_cards: bool) -> Ruling:
    """Rule on a bonus or a fine, which needs a reason and is booked apart from the penalty for cards."""
    findings = []
    if not reason_given:
        findings.append(game.finding(clauses.ADJUSTMENT, Text(N_("a bonus or fine needs a reason"))))
    if among_cards:
        reason = Text(N_("a bonus or fine is recorded apart from the penalty for cards"))
        findings.append(game.finding(clauses.ADJUSTMENT, reason))
    if not points:
        findings.append(game.finding(clauses.ADJUSTMENT, Text(N_("a bonus or fine of 0 changes nothing"))))
    right = Text(N_("it has a reason, and is recorded apart from the penalty for cards"))
    return game.ruling(findings, [clauses.ADJUSTMENT], reason=None if findings else right)


ADJUSTMENT = Question(
    "adjustment",
    N_("May a bonus or a fine be saved?"),
    (
        Whole("points", N_("Points"), low=-MOST_POINTS),
        Tick("reason_given", N_("A reason is given"), usual=True),
        Tick("among_cards", N_("Save it with the points for cards"), default=False),
    ),
    adjustment,
    on_screen=False,
    law=(clauses.ADJUSTMENT,),
)


def opening(game: Game, deal: Deal, players: int, first_dealer: int) -> dict[str, int]:
    """Return the dealer and the first player of a deal at which all players of the match sit.

    Raises: Unreadable: for a seat that is not at the table, or for a match with too few cards.
    """
    if first_dealer >= players:
        raise beyond(0, players - 1, first_dealer, "first_dealer")
    if problems := [*game.setup_problems(players)]:
        raise Unreadable(problems[0].reason, "players")
    seats = tuple(range(players))
    deals = dealing_seat(first_dealer, [(seats, seats)] * deal.number)
    return {"dealer": deals, "first_player": following(deals, seats, seats)}


def lowest(game: Game, totals: tuple[int, ...]) -> list[int]:
    """Return the seats, from 0, that share the lowest total.

    Raises: Unreadable: if the number of totals is not a number of players of the game.
    """
    if len(totals) not in game.players:
        raise Unreadable(out_of_range(game, len(totals)), "totals")
    return [seat for seat, total in enumerate(totals) if total == min(totals)]
