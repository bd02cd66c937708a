"""Three Thirteen: eleven rounds of groups and runs, one card more and the next rank wild in each."""

from companion.games.three_thirteen import house_rules
from companion.games.three_thirteen.prices import ThreeThirteen
from companion.games.three_thirteen.rulebook import RULEBOOK
from companion.rules.arranging.questions import QUESTIONS
from companion.rules.arranging.rounds import ROUNDS, WORDS
from companion.rules.cards import RANKS, Pack
from companion.rules.text import N_

GAME = ThreeThirteen(
    id="three-thirteen",
    name=N_("Three Thirteen"),
    in_brief=N_("One rank is wild, from three up to king."),
    players=range(2, 9),
    pack=Pack(copies=None, jokers=0),
    ladder=RANKS,
    deals=ROUNDS,
    rulebook=RULEBOOK,
    words=WORDS,
    questions=QUESTIONS,
    house_rules=house_rules.HOUSE_RULES,
    presets=house_rules.PRESETS,
)
