"""A third game, as small as a game can be, with words, paragraphs, a seat and an answer that no other game has."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules import bookkeeping, totals
from companion.rules.answers import CARDS, KIND, LEGAL, POINTS, Answer, Listener, Person, Schema, plain
from companion.rules.asks import Ask, asks
from companion.rules.cards import RANKS, Card, Pack
from companion.rules.fields import Cards, DealNumber, Known, Seat
from companion.rules.game import Deal, Game, Words
from companion.rules.rulings import Example, Rule, Ruling
from companion.rules.text import Text

HAND_NUMBER = DealNumber("hand_number", "Hand")
OPENER = Seat("opener", "Seat that opens", known=Known.FIRST_DEALER, who="Who opens")
PART = """
{% macro contract(deal) %}<p class="spoken contract-words">{{ say(deal.spoken) }}</p>{% endmacro %}
{% macro tile() %}<b>2</b>{% endmacro %}
"""  # its part among the templates
CASES = """
pair    KS KH               | legal kind=twins  C1
pair    KS QH               | illegal  C1
opening  1; 2               | leads=2 wishes=AS,AH  C2
opening  1; 2               | leads!=1  C2
"""


@dataclass(frozen=True)
class Wishes(Answer):
    """Cards to wish for; none where the wish is past."""

    def schema(self, game: Game) -> Schema:
        return CARDS

    def say(self, value: Any, to: Listener) -> str:
        return f"«{plain(value, to.language)}»"

    def beside(self, answer: Mapping[str, Any]) -> bool:
        return bool(answer.get(self.name))


def pair(game: Game, cards: tuple[Card, ...]) -> Ruling:
    """C1: whether these cards are a pair."""
    if len({card.rank for card in cards}) == 1:
        return game.ruling(rules=["C1"], answer={"kind": "twins"})
    return game.ruling([game.finding("C1", Text("these are no twins"))], ["C1"])


def opening(game: Game, deal: Deal, seat: int) -> Ruling:
    """C2: who leads, and what to wish for."""
    notes = (Text("a wish is no promise"),)
    answer = {"leads": seat, "wishes": [Card("A", "S"), Card("A", "H")]}
    return game.ruling(rules=["C2"], answer=answer, notes=notes)


def cost(game: Game, cards: tuple[Card, ...]) -> Ruling:
    """C3: what a hand costs."""
    return game.ruling(rules=["C3"], answer={"points": game.points(cards)})


def doubt(game: Game, deal: Deal, count: int, calls: int | None = None, laid_down: bool | None = None) -> Text | None:
    """Pairs are laid down, so an even number of cards is left of an even hand, and an odd one of an odd hand."""
    return None if count <= deal.cards and count % 2 == deal.cards % 2 else Text("pairs are laid down")


def some_hand(game: Game, deal: Deal, points: int) -> bool:
    """Whether some hand of the deal costs exactly this."""
    return totals.some_hand(points, range(1, deal.cards + 1), {key.points: key.limit for key in game.keys})


RULES = (
    Rule(
        "C1",
        "A pair is two cards of one rank.",
        "as told at the stove",
        kept=Example("pair", {"cards": "KS KH"}, {"legal": True, "kind": "twins"}),
        broken=Example("pair", {"cards": "KS QH"}, {"legal": False}),
    ),
    Rule(
        "C2",
        "The opener leads.",
        "as told at the stove",
        kept=Example("opening", {"hand_number": 1, "opener": 0}, {"leads": 0}),
        broken=Example("opening", {"hand_number": 1, "opener": 0}, {"leads": 1}),
    ),
    Rule(
        "C3",
        "A card costs its number, a court card ten.",
        "as told at the stove",
        table="prices",
        kept=Example("cost", {"cards": "KS 2H"}, {"points": 12}),
        broken=Example("cost", {"cards": "KS 2H"}, {"points": 15}),
    ),
    *bookkeeping.paragraphs(
        kept=Example("bare-total", {"hand_number": 1, "points": 12}, {"legal": True}),
        broken=Example("bare-total", {"hand_number": 1, "points": 999}, {"legal": False}),
        one_zero=True,
    ),
)

GAME = Game(
    id="pairs",
    name="Pairs",
    players=range(2, 5),
    pack=Pack(),
    ladder=RANKS,
    group_size=2,
    run_size=3,
    deals=tuple(
        Deal(number, cards, f"{cards} cards", "as many pairs as can be")
        for number, cards in enumerate((4, 7, 13), start=1)
    ),
    price=lambda game, card: min(RANKS.index(card.rank) + 1, 10),
    rulebook={rule.id: rule for rule in RULES},
    words=Words(
        deal="Hand {n}",
        deals="three hands",
        deals_played="{n} of {total} hands played",
        over="Hand over",
        play="Play hand {n}",
        last="{points} last hand",
        out_last="went out last hand",
        group="pair",
        run="chain",
        kinds={"twins": "a pair of twins"},
    ),
    doubt=doubt,
    some_hand=some_hand,
    one_zero=True,
    asks=asks(
        ("pair", "cost"),
        {
            "At the table": (
                Ask("pair", "Is this a pair?", (Cards("cards", "Cards"),), pair, (LEGAL, KIND), law=("C1",)),
                Ask(
                    "opening",
                    "Who leads?",
                    (HAND_NUMBER, OPENER),
                    opening,
                    (Person("leads", "Leads"), Wishes("wishes", "Wish for")),
                    law=("C2",),
                ),
                Ask(
                    "cost",
                    "What does this cost?",
                    (Cards("cards", "Cards left", together=True),),
                    cost,
                    (POINTS,),
                    law=("C3",),
                ),
                *bookkeeping.asks(HAND_NUMBER),
            ),
        },
    ),
    calls=1,
)
