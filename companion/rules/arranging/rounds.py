"""The eleven rounds of games of this family: each has one card more, and the rank of its number is wild."""

from dataclasses import replace
from typing import TypeVar

from companion.rules.arranging.game import GroupsAndRuns
from companion.rules.deals import Deal, Words
from companion.rules.text import N_

G = TypeVar("G", bound=GroupsAndRuns)

WILD = (
    ("3", N_("threes are wild")),
    ("4", N_("fours are wild")),
    ("5", N_("fives are wild")),
    ("6", N_("sixes are wild")),
    ("7", N_("sevens are wild")),
    ("8", N_("eights are wild")),
    ("9", N_("nines are wild")),
    ("10", N_("tens are wild")),
    ("J", N_("jacks are wild")),
    ("Q", N_("queens are wild")),
    ("K", N_("kings are wild")),
)

ROUNDS = tuple(
    Deal(number, number + 2, rank, spoken, wild=frozenset({rank}))
    for number, (rank, spoken) in enumerate(WILD, start=1)
)

WORDS = Words(
    deal=N_("Round {n}"),
    deals=N_("eleven rounds"),
    deals_played=N_("{n} of {total} rounds played"),
    deal_over=N_("Round over"),
    play=N_("Play round {n}"),
    last_deal=N_("{points} last round"),
    out_last_deal=N_("out last round"),
    group=N_("group"),
    run=N_("run"),
    kinds={"group": N_("a group"), "run": N_("a run"), "either": N_("a group or a run")},
    label_heading=N_("wild"),
    column=N_("Round"),
)


def tie_round(game: G, value: bool) -> G:
    """Return the game with or without a bonus round for those who tie: the eleventh again, 13 cards, kings wild."""
    if not value:
        return replace(game, bonus=None)
    bonus = replace(ROUNDS[-1], number=len(game.deals) + 1, bonus=True)
    words = replace(game.words, tie=N_("Equal lowest totals play a bonus round: thirteen cards, kings wild."))
    return replace(game, bonus=bonus, words=words)
