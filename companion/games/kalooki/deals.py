"""K1, K4 and K5: the nine deals, and the house rules that change them or the packs."""

from dataclasses import replace
from typing import Any

from companion.rules.deals import Deal
from companion.rules.game import Game, with_pack
from companion.rules.house_rules import HouseRule, Preset
from companion.rules.text import N_

SPOKEN = (
    (9, 3, 0, N_("three threes")),
    (10, 2, 1, N_("two threes and a four")),
    (11, 1, 2, N_("a three and two fours")),
    (12, 0, 3, N_("three fours")),
    (12, 4, 0, N_("four threes")),
    (13, 3, 1, N_("three threes and a four")),
    (14, 2, 2, N_("two threes and two fours")),
    (15, 1, 3, N_("a three and three fours")),
    (16, 0, 4, N_("four fours")),
)

DEALS = tuple(
    Deal(number, cards, "-".join(["3"] * threes + ["4"] * fours), spoken, groups=threes, runs=fours)
    for number, (cards, threes, fours, spoken) in enumerate(SPOKEN, start=1)
)


def contract_size(deal: Deal) -> int:
    """Return the number of cards in the smallest contract of the deal."""
    return 3 * deal.groups + 4 * deal.runs


def twelve_early(game: Game, on: bool) -> Game:
    """K4: twelve cards in deals 1 to 3."""
    deals = tuple(replace(deal, cards=12) if deal.number <= 3 else deal for deal in game.deals)
    return replace(game, deals=deals) if on else game


def field(name: str) -> Any:
    """Return a function that changes this field of a game."""
    return lambda game, value: replace(game, **{name: value})


HOUSE_RULES = (
    HouseRule("packs", "K1", N_("Packs in play"), None, range(2, 5), lambda g, n: with_pack(g, copies=n)),
    HouseRule("jokers", "K1", N_("Jokers in play"), None, range(4, 11), lambda g, n: with_pack(g, jokers=n)),
    HouseRule("twelve_early", "K4", N_("Twelve cards each in deals 1 to 3"), False, None, twelve_early),
    HouseRule(
        "four_naturals", "K11a", N_("Fewest natural cards in a four"), 0, range(0, 4, 3), field("least_naturals")
    ),
    HouseRule("calls", "K32", N_("Calls per player in a deal"), 3, range(10), field("calls")),
    # Changes no field: may-call looks it up in the game's house rules by name.
    HouseRule(
        "call_first_card", "K33", N_("The very first turned-up card may be called"), False, None, lambda game, on: game
    ),
)

PRESETS = (
    Preset("book", N_("Standard rules"), N_("Play by the standard rules throughout.")),
    Preset(
        "twelve-early",
        N_("Twelve cards from the start"),
        N_("Twelve cards each in the first three deals too, so nobody waits long."),
        {"twelve_early": True},
    ),
)
