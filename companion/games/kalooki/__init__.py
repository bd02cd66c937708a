"""Jamaican Kalooki: nine deals, threes and fours, calls, and the fewest penalty points win."""

from companion.games.kalooki.calling import against_call
from companion.games.kalooki.counting import doubt, full_hand, price, some_hand
from companion.games.kalooki.deals import DEALS, HOUSE_RULES, PRESETS, seat
from companion.games.kalooki.questions import ASKS
from companion.games.kalooki.rulebook import RULEBOOK
from companion.games.kalooki.seating import unfit
from companion.rules.cards import RANKS, Pack
from companion.rules.game import Game, Words
from companion.rules.text import N_

GAME = Game(
    id="kalooki",
    name=N_("Kalooki"),
    players=range(3, 9),
    pack=Pack(copies=2, jokers=4),
    ladder=(*RANKS, "A"),
    group_size=3,
    run_size=4,
    deals=DEALS,
    price=price,
    rulebook=RULEBOOK,
    words=Words(
        deal=N_("Deal {n}"),
        deals=N_("nine deals"),
        deals_played=N_("{n} of {total} deals played"),
        over=N_("Deal over"),
        play=N_("Play deal {n}"),
        last=N_("{points} last deal"),
        out_last=N_("went out last deal"),
        group=N_("three"),
        run=N_("four"),
        kinds={"three": N_("a three"), "four": N_("a four")},
        short=N_("contract"),
    ),
    doubt=doubt,
    some_hand=some_hand,
    one_zero=True,
    full_hand=full_hand,
    hand_limit=lambda deal: None,  # K35a only doubts, and is booked when the table insists
    unfit=unfit,
    asks=ASKS,
    house_rules=HOUSE_RULES,
    presets=PRESETS,
    seat=seat,
    calls=3,
    may_call=against_call,
)
