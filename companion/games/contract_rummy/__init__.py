"""Contract Rummy: seven deals, each with a contract of groups and runs, and buys; the fewest penalty points win."""

from dataclasses import dataclass, replace
from typing import Any, Self

from companion.games.contract_rummy.rulebook import RULEBOOK
from companion.rules.cards import JOKER, RANKS, Card, Pack
from companion.rules.contracts.game import ContractRummy, LayOff
from companion.rules.contracts.questions import FURTHER, contract_questions
from companion.rules.contracts.schedule import Schedule, ScheduleRule, deals
from companion.rules.deals import Deal, MeldLaw, Words
from companion.rules.game import with_pack
from companion.rules.house_rules import HouseRule, Preset
from companion.rules.text import N_, Text

PRICES = {"J": 10, "Q": 10, "K": 10} | {str(rank): rank for rank in range(2, 11)}
WILD_TWO = 20  # points at most
MORE_PACKS = 5  # players; from this number on three packs
CONTRACTS: Schedule = [  # of every deal, as everywhere (C4)
    {"groups": 2},
    {"groups": 1, "runs": 1},
    {"runs": 2},
    {"groups": 3},
    {"groups": 2, "runs": 1},
    {"groups": 1, "runs": 2},
    {"runs": 3},
]
SHANGHAI: Schedule = [
    {"cards": 11, **melds}
    for melds in (
        *CONTRACTS[:4],
        {"groups": 1, "runs": [7]},
        {"groups": 2, "runs": [5]},
        {"runs": 3},
        {"groups": 1, "runs": [10]},
        {"groups": 3, "runs": [5]},
        {"runs": [5, 5, 5]},
    )
]


def dealt(*cards: int) -> Schedule:
    """Return the seven contracts, dealt with these numbers of cards."""
    return [{"cards": count, **melds} for count, melds in zip(cards, CONTRACTS, strict=True)]


BOOK = dealt(10, 10, 10, 10, 12, 12, 12)
MAY_I = dealt(*[11] * 7)
READY = (
    (BOOK, N_("The seven deals")),
    (dealt(6, 7, 8, 9, 10, 11, 12), N_("Progressive, 6 to 12 cards")),
    (dealt(7, 10, 10, 10, 12, 12, 14), N_("Liverpool, 7 to 14 cards")),
    (SHANGHAI, N_("Shanghai, ten deals")),
    (MAY_I, N_("May I?, 11 cards")),
)


@dataclass(frozen=True, kw_only=True)
class FamilyRummy(ContractRummy):
    """Contract Rummy as a family plays it: its schedule and the prices of its cards are its own."""

    joker_points: int = 15
    ace_points: int = 15
    number_points: str = "face"

    def price(self, deal: Deal, card: Card) -> int:
        """C35: a joker and an ace 15, court cards 10, the others their number; a wild two as a joker, 20 at most."""
        if card == JOKER:
            return self.joker_points
        if self.is_wild(card):
            return min(self.joker_points, WILD_TWO)
        if card.rank == "A":
            return self.ace_points
        return 5 if self.number_points == "five" and card.rank in RANKS[1:10] else PRICES[card.rank]

    def open_price(self, card: Card) -> bool:
        """C35: the sources differ on a wild two, and on a ten where 2 to 10 count 5."""
        return card.rank in self.wild_ranks - {JOKER.rank} or self.number_points == "five" and card.rank == "10"

    def for_players(self, players: int) -> Self:
        """C1: from five players on there are three packs."""
        return self.with_packs(3) if players >= MORE_PACKS else self

    def with_packs(self, packs: int) -> Self:
        """C1: so many packs, with both jokers of each."""
        return with_pack(self, copies=packs, jokers=2 * packs)

    def with_schedule(self, schedule: Schedule) -> Self:
        """C4: a table's own deals."""
        count = Text(N_("{count} deal"), N_("{count} deals"), count=len(schedule))
        words = self.words if schedule == BOOK else replace(self.words, deals=count)
        return replace(self, deals=deals(schedule), words=words)

    def with_wilds(self, value: str) -> Self:
        """C10: at most half of a meld is wild."""
        half = value == "half"
        return replace(self, group=replace(self.group, half=half), run=replace(self.run, half=half))

    def with_wilds_apart(self, on: bool) -> Self:
        """C11: no two wild cards side by side in a run."""
        return replace(self, run=replace(self.run, wilds_apart=on))

    def with_twos_wild(self, on: bool) -> Self:
        """C39: every two is wild."""
        return replace(self, wild_ranks=frozenset({JOKER.rank, "2"} if on else {JOKER.rank}))

    def with_lay_off(self, **changes: Any) -> Self:
        """C20, C24: another moment of laying off, another place of a wild card."""
        return replace(self, lay_off=replace(self.lay_off, **changes))


def field(name: str) -> Any:
    """Return a function that changes this field of a game."""
    return lambda game, value: replace(game, **{name: value})


YES_NO = None  # the values of a house rule that is on or off
WORDS = Words(
    deal=N_("Deal {n}"),
    deals=N_("seven deals"),
    deals_played=N_("{n} of {total} deals played"),
    deal_over=N_("Deal over"),
    play=N_("Play deal {n}"),
    last_deal=N_("{points} last deal"),
    out_last_deal=N_("out last deal"),
    group=N_("group"),
    run=N_("run"),
    kinds={"group": N_("a group"), "run": N_("a run"), "either": N_("a group or a run")},
    label_heading=N_("contract"),
)
WILDS = {"any": N_("any number"), "half": N_("half at most")}
ALIKE = {"none": N_("never"), "apart": N_("runs, apart"), "any": N_("both")}
EXCHANGE = {"end": N_("to an end"), "hand": N_("to the hand"), "none": N_("no exchange")}
NUMBERS = {"face": N_("their number"), "five": N_("5 each")}

GAME = FamilyRummy(
    id="contract-rummy",
    name=N_("Contract Rummy"),
    in_brief=N_("A contract of groups and runs in every deal, as in Liverpool or Shanghai."),
    players=range(2, 9),
    pack=Pack(copies=2, jokers=4),
    ladder=(*RANKS, "A"),
    group=MeldLaw(3, least_naturals=1),
    run=MeldLaw(4, least_naturals=1),
    lay_off=LayOff(),
    last_all_at_once=True,
    nearest_caller=True,
    deals=deals(BOOK),
    rulebook=RULEBOOK,
    words=WORDS,
    questions=contract_questions(WORDS, FURTHER),
    house_rules=(
        ScheduleRule(
            "schedule", "C4", N_("Deals"), BOOK, [each for each, _ in READY], FamilyRummy.with_schedule, names=READY
        ),
        HouseRule("packs", "C1", N_("Packs in play"), None, range(2, 5), FamilyRummy.with_packs),
        HouseRule("jokers", "C1", N_("Jokers in play"), None, range(13), lambda g, n: with_pack(g, jokers=n)),
        HouseRule("twos_wild", "C39", N_("Twos are wild"), False, YES_NO, FamilyRummy.with_twos_wild),
        HouseRule("wilds", "C10", N_("Wild cards in a meld"), "any", [*WILDS], FamilyRummy.with_wilds, WILDS),
        HouseRule(
            "wilds_apart", "C11", N_("Wild cards in a run lie apart"), False, YES_NO, FamilyRummy.with_wilds_apart
        ),
        HouseRule(
            "alike",
            "C18",
            N_("Groups of one rank, or runs of one suit, in a contract"),
            "apart",
            [*ALIKE],
            field("alike"),
            ALIKE,
        ),
        HouseRule(
            "more_melds", "C17", N_("More melds than the contract may be laid down"), False, YES_NO, field("more_melds")
        ),
        HouseRule(
            "lay_off_later",
            "C20",
            N_("Cards are laid off only from the turn after laying down"),
            False,
            YES_NO,
            lambda game, on: game.with_lay_off(later=on),
        ),
        HouseRule(
            "joker_exchange",
            "C24",
            N_("A joker replaced by its real card goes"),
            "end",
            [*EXCHANGE],
            lambda game, place: game.with_lay_off(moved_wild=place),
            EXCHANGE,
        ),
        HouseRule(
            "down_draws_stock",
            "C19",
            N_("After laying down a player only draws from the stock"),
            False,
            YES_NO,
            field("down_draws_stock"),
        ),
        HouseRule("calls", "C32", N_("Buys per player in a deal"), 3, range(10), field("calls")),
        HouseRule(
            "call_first_card",
            "C33",
            N_("The first turned-up card may be bought"),
            True,
            YES_NO,
            field("call_first_card"),
        ),
        HouseRule("final_discard", "C34", N_("The last card must be discarded"), False, YES_NO, field("final_discard")),
        HouseRule(
            "last_all_at_once",
            "C38",
            N_("In the last deal every card is laid down at once"),
            True,
            YES_NO,
            field("last_all_at_once"),
        ),
        HouseRule("joker_points", "C35", N_("Points of a joker"), 15, [15, 20, 25, 30, 50], field("joker_points")),
        HouseRule("ace_points", "C35", N_("Points of an ace"), 15, [15, 20], field("ace_points")),
        HouseRule("number_points", "C35", N_("Points of 2 to 10"), "face", [*NUMBERS], field("number_points"), NUMBERS),
    ),
    presets=(
        Preset("book", N_("Contract Rummy"), N_("Seven deals, as in most books. Liverpool is played the same way.")),
        Preset(
            "shanghai",
            N_("Shanghai"),
            N_("Ten deals of 11 cards with longer runs; at most half of a meld is wild, and a joker costs 50."),
            {
                "schedule": SHANGHAI,
                "wilds": "half",
                "joker_exchange": "hand",
                "last_all_at_once": False,
                "joker_points": 50,
                "number_points": "five",
            },
            rule="C40",
        ),
        Preset(
            "may-i",
            N_("May I?"),
            N_("11 cards, twos are wild; after laying down you lay off a turn later and only draw from the stock."),
            {
                "schedule": MAY_I,
                "twos_wild": True,
                "wilds": "half",
                "lay_off_later": True,
                "joker_exchange": "none",
                "down_draws_stock": True,
                "joker_points": 50,
            },
            rule="C41",
        ),
    ),
)
