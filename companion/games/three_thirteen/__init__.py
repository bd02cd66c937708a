"""Three Thirteen: eleven rounds, one card more and the next rank wild in each; groups, runs, and what is left over."""

from companion.games.three_thirteen import houses
from companion.games.three_thirteen.hands import arranged, some_hand
from companion.games.three_thirteen.overlooked import overlooked
from companion.games.three_thirteen.prices import doubt, price
from companion.games.three_thirteen.questions import ASKS
from companion.games.three_thirteen.rulebook import RULES
from companion.games.three_thirteen.table import unfit
from companion.rules.cards import RANKS, Pack
from companion.rules.game import Deal, Game, Words
from companion.rules.text import N_

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

GAME = Game(
    id="three-thirteen",
    name=N_("Three Thirteen"),
    players=range(2, 9),
    pack=Pack(copies=None, jokers=0),
    ladder=RANKS,
    group_size=3,
    run_size=3,
    deals=tuple(
        Deal(number, number + 2, rank, spoken, wild=frozenset({rank}))
        for number, (rank, spoken) in enumerate(WILD, start=1)
    ),
    price=price,
    rulebook={rule.id: rule for rule in RULES},
    words=Words(
        deal=N_("Round {n}"),
        deals=N_("eleven rounds"),
        deals_played=N_("{n} of {total} rounds played"),
        over=N_("Round over"),
        play=N_("Play round {n}"),
        last=N_("{points} last round"),
        out_last=N_("went out last round"),
        group=N_("group"),
        run=N_("run"),
        kinds={"group": N_("a group"), "run": N_("a run"), "either": N_("a group or a run")},
        short=N_("wild"),
        column=N_("Round"),
    ),
    doubt=doubt,
    overlooked=overlooked,
    some_hand=some_hand,
    one_zero=False,
    unfit=unfit,
    arrange=arranged,
    asks=ASKS,
    house_rules=houses.HOUSE_RULES,
    presets=houses.PRESETS,
    seat=houses.seat,
    joker_price=20,
)
