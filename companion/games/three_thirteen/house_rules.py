"""House rules and presets of Three Thirteen; each returns a changed game."""

from dataclasses import replace
from typing import Any

from companion.games.three_thirteen.prices import ThreeThirteen
from companion.rules.arranging.rounds import tie_round
from companion.rules.cards import RANKS
from companion.rules.deals import Deal
from companion.rules.game import with_pack
from companion.rules.house_rules import HouseRule, Preset
from companion.rules.text import N_


def packs(game: ThreeThirteen, value: int) -> ThreeThirteen:
    """T1: fix the number of packs for every number of players."""
    return with_pack(game, copies=value)


def jokers(game: ThreeThirteen, value: int) -> ThreeThirteen:
    """T12: add this number of jokers for each pack, wild in every round; uncounted if the packs are not counted."""
    copies = game.pack.copies
    return with_pack(game, jokers=None if value and copies is None else value * (copies or 0))


def ace_high(game: ThreeThirteen, value: bool) -> ThreeThirteen:
    """T9, T18: let the ace rank above the king as well, at a higher price."""
    return replace(game, ladder=(*RANKS, "A") if value else RANKS)


def court_points(game: ThreeThirteen, value: bool) -> ThreeThirteen:
    """T19: price jack, queen and king above ten."""
    return replace(game, court_points=value)


def deuces(game: ThreeThirteen) -> ThreeThirteen:
    """T22: limit the game to two or three players and add a twelfth round, of fourteen cards with aces wild."""
    last = Deal(12, 14, "A", N_("aces are wild"), wild=frozenset({"A"}), guessed=True)
    words = replace(game.words, deals=N_("twelve rounds"))
    game = replace(game, players=range(2, 4), players_clause="T22", preset_clauses=("T22",))
    return replace(game, deals=(*game.deals, last), words=words)


def speed(game: ThreeThirteen) -> ThreeThirteen:
    """T23: all players draw and discard at once, led by a caller."""
    return replace(game, simultaneous_play=True, preset_clauses=("T23",))


def tick(name: str, rule: str, sentence: str, amend: Any) -> HouseRule:
    """Return a house rule that is true or false, false by default."""
    return HouseRule(name, rule, sentence, False, None, amend)


# In the order of their application: jokers depend on the packs, and the bonus round uses the same jokers.
HOUSE_RULES = (
    HouseRule("packs", "T1", N_("Packs in play"), None, range(1, 5), packs),
    HouseRule("jokers", "T12", N_("Jokers for each pack, wild in every round"), 0, range(3), jokers),
    tick("ace_high", "T9", N_("The ace is also high (Q-K-A), and costs 15 when left over"), ace_high),
    tick("court_points", "T19", N_("Jack 11, queen 12, king 13 points"), court_points),
    tick("tie_round", "T21", N_("Equal lowest totals play a bonus round"), tie_round),
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
    Preset("speed", N_("Speed"), N_("Everybody draws and discards at once, under a caller."), amend=speed),
)
