"""Three Thirteen: eleven rounds of groups and runs; each deals one card more and makes the next rank wild."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from companion.games.three_thirteen.rulebook import RULEBOOK
from companion.games.three_thirteen.score import COURT
from companion.rules.arranging.game import ROUNDS, WORDS, GroupsAndRuns, tie_round
from companion.rules.arranging.questions import QUESTIONS
from companion.rules.cards import JOKER, RANKS, Card, Pack
from companion.rules.deals import Deal
from companion.rules.game import with_pack
from companion.rules.house_rules import HouseRule, Preset, sets
from companion.rules.prices import price_rule
from companion.rules.text import N_, Text

HIGH_ACE = 15
PRICES = {rank: min(value, 10) for value, rank in enumerate(RANKS, start=1)} | {"JK": 20}  # T17, T20
PACK = Pack(copies=None, jokers=0)


@dataclass(frozen=True, kw_only=True)
class ThreeThirteen(GroupsAndRuns):
    """Three Thirteen: eleven rounds, one card more and the next rank wild in each."""

    def for_players(self, players: int) -> Self:
        """T1: one pack for every two players, rounded up."""
        return with_pack(self, copies=-(-players // 2))

    def price_clauses(self, cards: Iterable[Card]) -> list[str]:
        ranks = {card.rank for card in cards}
        used = {
            "T17": True,
            "T18": "A" in ranks and self.ladder[-1] == "A" and self.prices["A"] == HIGH_ACE,
            "T19": bool(ranks & COURT.keys()) and self.prices.items() >= COURT.items(),
            "T20": JOKER.rank in ranks and self.prices[JOKER.rank] == PRICES[JOKER.rank],
        }
        return [number for number, counts in used.items() if counts]


def jokers(game: ThreeThirteen, value: int) -> ThreeThirteen:
    """T12: add this number of jokers for each pack, wild in every round; uncounted if the packs are not counted."""
    copies = game.pack.copies
    return with_pack(game, jokers=None if value and copies is None else value * (copies or 0))


def ace_high(game: ThreeThirteen, value: bool) -> ThreeThirteen:
    """T9, T18: let the ace rank above the king as well, at a higher price."""
    ladder, ace = ((*RANKS, "A"), HIGH_ACE) if value else (RANKS, PRICES["A"])
    return replace(game, ladder=ladder, prices={**game.prices, "A": ace})


def deuces(game: ThreeThirteen) -> ThreeThirteen:
    """T22: limit the game to two or three players and add a twelfth round, of fourteen cards with aces wild."""
    last = Deal(12, 14, "A", Text(N_("aces are wild")), wild=frozenset({"A"}), guessed=True)
    words = replace(game.words, deals=N_("twelve rounds"))
    game = replace(game, players=range(2, 4), players_clause="T22", preset_clauses=("T22",))
    return replace(game, deals=(*game.deals, last), words=words)


def speed(game: ThreeThirteen) -> ThreeThirteen:
    """T23: all players draw and discard at once, led by a caller."""
    return replace(game, simultaneous_play=True, preset_clauses=("T23",))


ACE_HIGH = N_("The ace is also high (Q-K-A), and costs 15 when left over")
# In the order of their application: jokers depend on the packs, and the bonus round uses the same jokers.
HOUSE_RULES = (
    HouseRule("packs", "T1", N_("Packs in play"), None, range(1, 5), sets("pack.copies")),
    HouseRule("jokers", "T12", N_("Jokers for each pack, wild in every round"), 0, range(3), jokers),
    HouseRule("ace_high", "T9", ACE_HIGH, False, None, ace_high),
    HouseRule("tie_round", "T21", N_("Tied players play a bonus round"), False, None, tie_round),
    price_rule(
        "T17",
        PACK,
        RANKS,
        PRICES,
        [(COURT, N_("Jack 11, queen 12, king 13"))],
        {"court_points": {True: COURT, False: {}}},
    ),
)

PRESETS = (
    Preset("book", N_("Standard rules"), N_("Eleven rounds by the standard rules.")),
    Preset(
        "deuces",
        N_("Deuces Aren’t Wild"),
        N_(
            "Two or three players, one pack with two jokers, a twelfth round with aces wild, a bonus round after a tie."
        ),
        {"packs": 1, "jokers": 2, "tie_round": True},
        deuces,
    ),
    Preset(
        "speed", N_("Speed"), N_("Everybody draws and discards at the same time, when a caller says so."), amend=speed
    ),
)

GAME = ThreeThirteen(
    id="three-thirteen",
    name=N_("Three Thirteen"),
    in_brief=N_("One rank is wild, from three up to king."),
    players=range(2, 9),
    pack=PACK,
    ladder=RANKS,
    deals=ROUNDS,
    prices=PRICES,
    rulebook=RULEBOOK,
    words=WORDS,
    questions=QUESTIONS,
    house_rules=HOUSE_RULES,
    presets=PRESETS,
)
