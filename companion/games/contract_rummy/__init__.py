"""Contract Rummy: seven deals, each with a contract of groups and runs, and buys; the fewest penalty points win."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from companion.games.contract_rummy.rulebook import RULEBOOK
from companion.rules.cards import JOKER, RANKS, Card, Pack
from companion.rules.contracts.game import ContractRummy
from companion.rules.contracts.questions import FURTHER, contract_questions
from companion.rules.contracts.schedule import ScheduleRule, deals, deals_said, schedule, with_schedule
from companion.rules.deals import MeldLaw, Words
from companion.rules.game import with_pack
from companion.rules.house_rules import HouseRule, Preset, sets
from companion.rules.prices import WILD, listed, price_rule
from companion.rules.text import N_

FACE = {str(rank): rank for rank in range(2, 11)}
PRICES = FACE | {"J": 10, "Q": 10, "K": 10, "A": 15, "JK": 15, WILD: 15}  # C35
FIVES = dict.fromkeys(FACE, 5)
WILD_TWO = 20  # points at most

BOOK = schedule("10:gg 10:gr 10:rr 10:ggg 12:ggr 12:grr 12:rrr")
SHANGHAI = schedule("11:gg 11:gr 11:rr 11:ggg 11:gr7 11:ggr5 11:rrr 11:gr10 11:gggr5 11:r5r5r5")
MAY_I = schedule("11:gg 11:gr 11:rr 11:ggg 11:ggr 11:grr 11:rrr")
READY = (
    (BOOK, N_("The seven deals")),
    (schedule("6:gg 7:gr 8:rr 9:ggg 10:ggr 11:grr 12:rrr"), N_("Progressive, 6 to 12 cards")),
    (schedule("7:gg 10:gr 10:rr 10:ggg 12:ggr 12:grr 14:rrr"), N_("Liverpool, 7 to 14 cards")),
    (SHANGHAI, N_("Shanghai, ten deals")),
    (MAY_I, N_("“May I?”, 11 cards")),
)


@dataclass(frozen=True, kw_only=True)
class FamilyRummy(ContractRummy):
    """Contract Rummy as a family plays it: its schedule and the prices of its cards are its own."""

    def open_price(self, card: Card) -> bool:
        """C35: the sources differ on a wild two, and on a ten where 2 to 10 count 5, unless a table sets these."""
        if card.rank in self.wild_ranks - {JOKER.rank}:
            return self.prices[WILD] == min(self.prices[JOKER.rank], WILD_TWO)
        return card.rank == "10" and all(self.prices[rank] == points for rank, points in FIVES.items())

    def with_packs(self, packs: int) -> Self:
        """C1: this number of packs, with both jokers of each."""
        return with_pack(self, copies=packs, jokers=2 * packs)


WORDS = Words(
    deals=deals_said(BOOK),
    kinds={"group": N_("a group"), "run": N_("a run"), "either": N_("a group or a run")},
    label_heading=N_("contract"),
)
WILDS = {"any": N_("any number"), "half": N_("half at most")}
ALIKE = {"none": N_("never"), "apart": N_("runs that do not join"), "any": N_("both allowed")}
EXCHANGE = {"end": N_("moves to an end"), "hand": N_("goes to the hand"), "none": N_("not allowed")}
PACK = Pack(copies=2, jokers=4)
LADDER = (*RANKS, "A")
MOVED = sets("lay_off.moved_wild")
HALF = sets("group.half_natural", "run.half_natural", to={"any": False, "half": True})
TWOS = sets("wild_ranks", to={on: frozenset({JOKER.rank, "2"} if on else {JOKER.rank}) for on in (True, False)})


def joker(points: int) -> dict[str, int]:
    """Return the prices where a joker costs these points: a wild two costs the same, but 20 at most."""
    return {"JK": points, WILD: min(points, WILD_TWO)}


def choice(
    name: str, rule: str, sentence: str, words: dict[str, str], change: Callable[..., Any], default: str = ""
) -> HouseRule:
    """Return a house rule with values that have words; by default the first."""
    return HouseRule(name, rule, sentence, default or next(iter(words)), [*words], change, words)


def tick(name: str, rule: str, sentence: str, path: str, default: bool = False) -> HouseRule:
    """Return a house rule that is on or off."""
    return HouseRule(name, rule, sentence, default, None, sets(path))


JOKER_50 = joker(50)
HOUSE_RULES = (
    ScheduleRule("schedule", "C4", N_("Deals"), BOOK, [each for each, _ in READY], with_schedule, names=READY),
    HouseRule("packs", "C1", N_("Packs in play"), None, range(2, 5), FamilyRummy.with_packs),
    HouseRule("jokers", "C1", N_("Jokers in play"), None, range(13), sets("pack.jokers")),
    HouseRule("twos_wild", "C39", N_("Twos are wild"), False, None, TWOS),
    choice("wilds", "C10", N_("Wild cards in a meld"), WILDS, HALF),
    tick("wilds_apart", "C11", N_("Wild cards in a run may not touch"), "run.wilds_apart"),
    choice("alike", "C18", N_("Two groups of one rank, or two runs of one suit"), ALIKE, sets("alike"), "apart"),
    tick("more_melds", "C17", N_("More melds than the contract may be laid down"), "more_melds"),
    tick("lay_off_later", "C20", N_("Cards are laid off only from the turn after laying down"), "lay_off.later"),
    choice("joker_exchange", "C24", N_("A joker exchanged for its real card"), EXCHANGE, MOVED),
    tick("down_draws_stock", "C19", N_("After laying down a player only draws from the stock"), "down_draws_stock"),
    HouseRule("calls", "C32", N_("Buys per player in a deal"), 3, range(10), sets("calls")),
    tick("call_first_card", "C33", N_("The first turned-up card may be bought"), "call_first_card", True),
    tick("final_discard", "C34", N_("The last card must be discarded"), "final_discard"),
    tick("last_all_at_once", "C38", N_("In the last deal every card is laid down at once"), "last_all_at_once", True),
    price_rule(
        "C35",
        PACK,
        LADDER,
        PRICES,
        [
            (JOKER_50, N_("Joker 50")),
            (FIVES | JOKER_50, N_("Joker 50, two to ten 5 each")),
        ],
        {
            "joker_points": {points: joker(points) for points in (15, 20, 25, 30, 50)},
            "ace_points": {points: {"A": points} for points in (15, 20)},
            "number_points": {"face": FACE, "five": FIVES},
        },
    ),
)
OF_SHANGHAI = {"schedule": SHANGHAI, "wilds": "half", "joker_exchange": "hand", "last_all_at_once": False}
OF_MAY_I = {"schedule": MAY_I, "twos_wild": True, "wilds": "half", "lay_off_later": True, "joker_exchange": "none"}
PRESETS = (
    Preset("book", N_("Contract Rummy"), N_("Seven deals, as in most books. Liverpool is played the same way.")),
    Preset(
        "shanghai",
        N_("Shanghai"),
        N_("Ten deals of 11 cards with longer runs; at most half of a meld is wild, and a joker costs 50."),
        OF_SHANGHAI | {"prices": listed(FIVES | JOKER_50)},
        rule="C40",
    ),
    Preset(
        "may-i",
        N_("“May I?”"),
        N_("11 cards, twos are wild; after laying down you lay off a turn later and only draw from the stock."),
        OF_MAY_I | {"down_draws_stock": True, "prices": listed(JOKER_50)},
        rule="C41",
    ),
)

GAME = FamilyRummy(
    id="contract-rummy",
    name=N_("Contract Rummy"),
    in_brief=N_("A contract of groups and runs in every deal, as in Liverpool or Shanghai."),
    players=range(2, 9),
    pack=PACK,
    ladder=LADDER,
    group=MeldLaw(3, least_naturals=1),
    run=MeldLaw(4, least_naturals=1),
    more_packs=5,  # C1
    last_all_at_once=True,
    deals=deals(BOOK),
    prices=PRICES,
    rulebook=RULEBOOK,
    words=WORDS,
    questions=contract_questions(WORDS, FURTHER),
    house_rules=HOUSE_RULES,
    presets=PRESETS,
)
