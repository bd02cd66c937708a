"""T17–T23 and B1–B7: the end of a round, the penalty points, the variants, and how points are booked."""

from companion.rules import clauses
from companion.rules.bookkeeping import paragraphs
from companion.rules.prices import listed
from companion.rules.rulings import Example, Rule
from companion.rules.text import N_

PAGAT = N_("Three Thirteen as described on pagat.com")
HOUSE = N_("house rule")
COURT = {"J": 11, "Q": 12, "K": 13}  # T19

SCORES = (
    Rule(
        "T17",
        N_(
            "At the end each player arranges the hand as well as possible; the cards left over are penalty "
            "points: an ace 1, 2 to 10 their face value, jack, queen and king 10. The arrangement with the "
            "fewest points counts. A wild card left over counts by its own rank."
        ),
        PAGAT,
        priced_text=N_(
            "At the end each player arranges the hand as well as possible; the cards left over are penalty points. At "
            "this table: {prices}. The arrangement with the fewest points counts. A wild card left over counts by its "
            "own rank."
        ),
        table="prices",
        clauses=(clauses.LEFT_OVER,),
        kept=Example("best-arrangement", {"round": 6, "hand": "5S 6S 7S 6H 6C KD 2C 9H"}, {"points": 33}),
        broken=Example("penalty", {"round": 1, "cards": "3D KS"}, {"points": 10}),
    ),
    Rule(
        "T18",
        N_("House rule: where the ace may be high, an ace left over counts 15."),
        HOUSE,
        kept=Example("penalty", {"round": 5, "cards": "AS", "house": {"ace_high": True}}, {"points": 15}),
        broken=Example("penalty", {"round": 5, "cards": "AS AH", "house": {"ace_high": True}}, {"points": 2}),
    ),
    Rule(
        "T19",
        N_("House rule: a jack left over counts 11, a queen 12, a king 13."),
        HOUSE,
        kept=Example("penalty", {"round": 5, "cards": "JS QS KS", "house": {"prices": listed(COURT)}}, {"points": 36}),
        broken=Example("penalty", {"round": 5, "cards": "KS", "house": {"prices": listed(COURT)}}, {"points": 10}),
    ),
    Rule(
        "T20",
        N_("House rule: a joker left over counts 20."),
        HOUSE,
        kept=Example("penalty", {"round": 5, "cards": "JK 4S", "house": {"jokers": 1}}, {"points": 24}),
        broken=Example("penalty", {"round": 5, "cards": "JK", "house": {"jokers": 1}}, {"points": 50}),
    ),
    Rule(
        "T21",
        N_(
            "After the last round the lowest total wins. Players who tie for it share the win; by house rule they "
            "play a bonus round, the thirteen-card round again with kings wild."
        ),
        PAGAT,
        open=N_(
            "The sources do not say who wins after a tie, nor with which cards a bonus round is played. The win is "
            "shared, unless a house rule adds a bonus round of thirteen cards with kings wild."
        ),
        clauses=(clauses.WINNER, clauses.SHARED_WIN, clauses.BONUS),
        kept=Example("winner", {"totals": [88, 61, 61]}, {"winners": [1, 2], "bonus_round": False}),
        broken=Example("winner", {"totals": [120, 95, 143]}, {"winners": [2]}),
    ),
)

VARIANTS = (
    Rule(
        "T22",
        N_(
            "Deuces Aren’t Wild: two or three players, one pack with two jokers, a twelfth round of fourteen "
            "cards with aces wild, both jokers wild in every round and 20 points when left over, and a bonus "
            "round after a tie. Other numbers of players are refused."
        ),
        N_("Jared Mellentine"),
        open=N_(
            "The source names the round of fourteen cards but not its wild rank, nor how many play and with which "
            "cards; here aces are wild, and two or three players have one pack and two jokers. No house rule changes "
            "this."
        ),
        clauses=(clauses.GUESSED_RANK,),
        kept=Example(
            "schedule",
            {"round": 12, "players": 2, "first_dealer": 0, "house": {"preset": "deuces"}},
            {"cards": 14, "wild": "A"},
        ),
        broken=Example(
            "schedule", {"round": 12, "players": 2, "first_dealer": 0, "house": {"preset": "deuces"}}, {"wild": "2"}
        ),
    ),
    Rule(
        "T23",
        N_(
            "3-13 Speed: everybody draws and discards at the same time, when a caller says so. Rounds, groups, runs "
            "and scores are unchanged."
        ),
        N_("Stan Stone"),
        kept=Example("set-up", {"players": 4, "house": {"preset": "speed"}}, {"legal": True, "caller": True}),
        broken=Example(
            "schedule", {"round": 1, "players": 3, "first_dealer": 0, "house": {"preset": "speed"}}, {"cards": 4}
        ),
    ),
)

BOOKKEEPING = paragraphs(
    kept=Example("total", {"round": 1, "points": 21}, {"possible": True}),
    broken=Example("total", {"round": 1, "points": 1}, {"possible": True}),
    one_zero=False,
    total=(clauses.POSSIBLE_TOTAL,),
)
