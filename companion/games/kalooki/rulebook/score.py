"""K34–K37 and B1–B7: the end of a deal, the penalty points, and how they are booked."""

from companion.games.kalooki.rulebook.set_up import TABLES, TOLD
from companion.rules import bookkeeping, clauses
from companion.rules.rulings import Example, Rule
from companion.rules.text import N_

SCORE = (
    Rule(
        "K34",
        N_(
            "A deal ends at once when a player has no cards left, whether by laying down, by tracking on or by "
            "discarding."
        ),
        TOLD,
        clauses=(clauses.GOING_OUT,),
        kept=Example("deal-over", {"cards_left": 0}, {"over": True}),
        broken=Example("deal-over", {"cards_left": 1}, {"over": True}),
    ),
    Rule(
        "K35",
        N_(
            "Every other player scores the cards in hand as penalty points, even those that would make a three or a "
            "four: a joker 50, a black ace 15, ten to king 10, two to nine their number, a red ace 1."
        ),
        TOLD,
        priced_text=N_(
            "Every other player scores the cards in hand as penalty points, even those that would make a three or a "
            "four. At this table: {prices}."
        ),
        table="prices",
        clauses=(clauses.LEFT_OVER,),
        kept=Example("penalty", {"cards": "AS KH JK"}, {"points": 75}),
        broken=Example("penalty", {"cards": "AS KH JK"}, {"points": 61}),
    ),
    Rule(
        "K35a",
        N_(
            "The cards dealt are just enough for the contract. So at the end a player who never laid down holds the "
            "cards dealt plus two for each call. One who laid down holds at most two for each call, plus, where early "
            "deals have twelve cards, those that the contract did not need. Any other number is a miscount; the "
            "companion warns before saving, and saves it anyway if you insist."
        ),
        N_("it follows from the deals and the calls"),
        clauses=(clauses.CARD_COUNT,),
        kept=Example("count", {"deal": 4, "cards_held": 12, "calls": 0}, {"legal": True}),
        broken=Example("count", {"deal": 4, "cards_held": 11, "calls": 1}, {"legal": False}),
    ),
    Rule(
        "K36",
        N_("After nine deals the lowest total wins. Players who tie for it share the win."),
        TOLD,
        open=N_("The sources do not say who wins after a tie. Here the win is shared."),
        clauses=(clauses.WINNER,),
        kept=Example("winner", {"totals": [210, 180, 305, 180]}, {"winners": [1, 3]}),
        broken=Example("winner", {"totals": [210, 180, 305, 180]}, {"winners": [1]}),
    ),
    Rule(
        "K37",
        N_(
            "Tables also give points for other reasons, such as a bonus of 50 to a dealer who cuts exactly the cards "
            "needed, or a fine for a broken rule. Such a bonus or fine has a sign and a reason, and is recorded "
            "apart from the penalty for cards."
        ),
        TABLES,
        clauses=(clauses.ADJUSTMENT,),
        kept=Example("adjustment", {"points": -50, "reason_given": True}, {"legal": True}),
        broken=Example("adjustment", {"points": -50, "reason_given": True, "among_cards": True}, {"legal": False}),
    ),
    *bookkeeping.paragraphs(
        kept=Example("bare-total", {"deal": 1, "points": 90}, {"legal": True}),
        broken=Example("bare-total", {"deal": 9, "points": 7, "house": {"calls": 0}}, {"legal": False}),
        one_zero=True,
    ),
)
