"""Jamaican Kalooki: nine deals, threes and fours, calls; the fewest penalty points win."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from companion.games.kalooki.rulebook import RULEBOOK
from companion.rules import clauses
from companion.rules.cards import RANKS, Pack
from companion.rules.contracts.game import ContractRummy, LayOff
from companion.rules.contracts.questions import contract_questions
from companion.rules.deals import Deal, MeldLaw, Words
from companion.rules.house_rules import HouseRule, Preset, sets
from companion.rules.prices import price_rule
from companion.rules.rulings import Finding
from companion.rules.text import N_, Text

PRICES = {"A": 1, "AS": 15, "AC": 15, "J": 10, "Q": 10, "K": 10, "JK": 50}
PRICES |= {str(rank): rank for rank in range(2, 11)}  # K35
PACK = Pack(copies=2, jokers=4)
LADDER = (*RANKS, "A")
CONTRACTS = (  # cards, threes and fours of each deal, and the contract in words (K4)
    (9, 3, 0, Text(N_("three threes"))),
    (10, 2, 1, Text(N_("two threes and a four"))),
    (11, 1, 2, Text(N_("a three and two fours"))),
    (12, 0, 3, Text(N_("three fours"))),
    (12, 4, 0, Text(N_("four threes"))),
    (13, 3, 1, Text(N_("three threes and a four"))),
    (14, 2, 2, Text(N_("two threes and two fours"))),
    (15, 1, 3, Text(N_("a three and three fours"))),
    (16, 0, 4, Text(N_("four fours"))),
)


@dataclass(frozen=True, kw_only=True)
class Kalooki(ContractRummy):
    """Jamaican Kalooki: nine deals, each with a contract of threes and fours."""

    def setup_problems(self, players: int) -> Iterator[Finding]:
        """K1, K5: yield objections to a match of this number of players with the packs chosen."""
        if players >= self.more_packs and (self.pack.copies or 0) < 3:
            yield self.finding(clauses.SET_UP, Text(N_("seven or more players need three packs or more")))
        yield from super().setup_problems(players)

    def with_twelve_early(self, on: bool) -> Self:
        """K4: twelve cards in deals 1 to 3."""
        deals = tuple(replace(deal, cards=12) if deal.number <= 3 else deal for deal in self.deals)
        return replace(self, deals=deals) if on else self


FOUR_NATURALS = N_("Fewest natural cards in a four")
FIRST_CARD = N_("The first turned-up card may be called")
WORDS = Words(
    deals=N_("nine deals"),
    group=N_("three"),
    run=N_("four"),
    groups=N_("threes"),
    runs=N_("fours"),
    group_count=Text(N_("{count} three"), N_("{count} threes")),
    run_count=Text(N_("{count} four"), N_("{count} fours")),
    wild=N_("joker"),
    wilds=N_("jokers"),
    lay_off=N_("track on"),
    laid_off=N_("tracked on"),
    laying_off=N_("tracking on"),
    call=N_("call"),
    calls=N_("calls"),
    called=N_("called"),
    kinds={"three": N_("a three"), "four": N_("a four")},
    kind_names={"group": "three", "run": "four"},
    label_heading=N_("contract"),
)

GAME = Kalooki(
    id="kalooki",
    name=N_("Kalooki"),
    in_brief=N_("Threes and fours, a new contract every deal."),
    players=range(3, 9),
    pack=PACK,
    ladder=LADDER,
    group=MeldLaw(3, least_naturals=2),
    run=MeldLaw(4, wilds_apart=True),
    more_packs=7,  # K1
    lay_off=LayOff(both_ends=False, moved_wild="up"),
    more_melds=True,
    alike="none",
    wilds_discarded=False,
    down_draws_stock=True,
    call_first_card=False,
    deals=tuple(
        Deal(number, cards, "-".join(["3"] * threes + ["4"] * fours), contract, groups=(3,) * threes, runs=(4,) * fours)
        for number, (cards, threes, fours, contract) in enumerate(CONTRACTS, start=1)
    ),
    prices=PRICES,
    rulebook=RULEBOOK,
    words=WORDS,
    questions=contract_questions(WORDS),
    house_rules=(
        HouseRule("packs", "K1", N_("Packs in play"), None, range(2, 5), sets("pack.copies")),
        HouseRule("jokers", "K1", N_("Jokers in play"), None, range(4, 11), sets("pack.jokers")),
        HouseRule(
            "twelve_early", "K4", N_("Twelve cards each in deals 1 to 3"), False, None, Kalooki.with_twelve_early
        ),
        HouseRule("four_naturals", "K11a", FOUR_NATURALS, 0, range(0, 4, 3), sets("run.least_naturals")),
        HouseRule("calls", "K32", N_("Calls per player in a deal"), 3, range(10), sets("calls")),
        HouseRule("call_first_card", "K33", FIRST_CARD, False, None, sets("call_first_card")),
        price_rule("K35", PACK, LADDER, PRICES, [({"AH": 15, "AD": 15, "JK": 25}, N_("Ace 15, joker 25"))]),
    ),
    presets=(
        Preset("book", N_("Standard rules"), N_("Play by the standard rules throughout.")),
        Preset(
            "twelve-early",
            N_("Twelve cards from the start"),
            N_("Twelve cards each in the first three deals too, so nobody waits long."),
            {"twelve_early": True},
        ),
    ),
)
