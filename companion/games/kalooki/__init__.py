"""Jamaican Kalooki: nine deals, threes and fours, calls; the fewest penalty points win."""

from companion.games.kalooki.deals import DEALS, HOUSE_RULES, PRESETS
from companion.games.kalooki.questions import QUESTIONS
from companion.games.kalooki.rulebook import RULEBOOK
from companion.games.kalooki.table import Kalooki
from companion.rules.cards import RANKS, Pack
from companion.rules.deals import Words
from companion.rules.text import N_

GAME = Kalooki(
    id="kalooki",
    name=N_("Kalooki"),
    in_brief=N_("Threes and fours, a new contract every deal."),
    players=range(3, 9),
    pack=Pack(copies=2, jokers=4),
    ladder=(*RANKS, "A"),
    deals=DEALS,
    rulebook=RULEBOOK,
    words=Words(
        deal=N_("Deal {n}"),
        deals=N_("nine deals"),
        deals_played=N_("{n} of {total} deals played"),
        deal_over=N_("Deal over"),
        play=N_("Play deal {n}"),
        last_deal=N_("{points} last deal"),
        out_last_deal=N_("out last deal"),
        group=N_("three"),
        run=N_("four"),
        kinds={"three": N_("a three"), "four": N_("a four")},
        label_heading=N_("contract"),
    ),
    questions=QUESTIONS,
    house_rules=HOUSE_RULES,
    presets=PRESETS,
)
