"""Five Crowns: eleven rounds with packs of five suits, books and runs, and a wild rank that costs 20 if left over."""

from dataclasses import dataclass, replace
from typing import Self

from companion.games.five_crowns.rulebook import RULEBOOK
from companion.rules.arranging.game import ROUNDS, WORDS, GroupsAndRuns, tie_round
from companion.rules.arranging.questions import QUESTIONS
from companion.rules.cards import Pack
from companion.rules.game import with_pack
from companion.rules.house_rules import HouseRule, Preset
from companion.rules.prices import WILD, price_rule
from companion.rules.text import N_, Text

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PRICES = {rank: value for value, rank in enumerate(RANKS, start=3)} | {"JK": 50, WILD: 20}  # F16
JOKERS = 3  # for each pack
PACK = Pack(copies=2, jokers=2 * JOKERS, suits="SHDC*", ranks=RANKS)


@dataclass(frozen=True, kw_only=True)
class FiveCrowns(GroupsAndRuns):
    """Five Crowns: eleven rounds, five suits, six jokers."""

    def with_packs(self, packs: int) -> Self:
        """F1: change the number of packs, each with its jokers; three packs are for up to nine players."""
        players = range(2, 10 if packs > 2 else 8)
        return with_pack(replace(self, players=players), copies=packs, jokers=JOKERS * packs)


GAME = FiveCrowns(
    id="five-crowns",
    name=N_("Five Crowns"),
    in_brief=N_("Five suits, and the wild rank goes up each round."),
    players=range(2, 8),
    pack=PACK,
    ladder=RANKS,
    deals=ROUNDS,
    prices=PRICES,
    rulebook=RULEBOOK,
    words=replace(
        WORDS,
        group=N_("book"),
        group_count=Text(N_("{count} book"), N_("{count} books")),
        kinds={"group": N_("a book"), "run": N_("a run"), "either": N_("a book or a run")},
    ),
    questions=QUESTIONS | {"meld": replace(QUESTIONS["meld"], title=N_("Is this a good book or run?"))},
    house_rules=(
        HouseRule("packs", "F1", N_("Packs in play"), 2, range(2, 4), FiveCrowns.with_packs),
        HouseRule("tie_round", "F17", N_("Tied players play a bonus round"), False, None, tie_round),
        price_rule("F16", PACK, RANKS, PRICES),
    ),
    presets=(Preset("book", N_("Standard rules"), N_("Eleven rounds by the printed rules.")),),
)
