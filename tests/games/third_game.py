"""A minimal game, with suits, words, rules, a seat, prices and an answer that no other game has."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules import bookkeeping, counting_pad
from companion.rules.answers import CARDS, KIND, LEGAL, POINTS, Answer, Person, Schema, SpeakContext, value_in_words
from companion.rules.cards import RANKS, Card, Pack
from companion.rules.deals import Deal, MeldLaw, Words
from companion.rules.fields import Cards, DealNumber, Seat, SheetFact
from companion.rules.game import Game
from companion.rules.questions import Question, Tile, questions
from companion.rules.rulebook import Chapter, Rulebook
from companion.rules.rulings import Example, Rule, Ruling
from companion.rules.text import Text

HAND_NUMBER = DealNumber("hand_number", "Hand")
OPENER = Seat("opener", "Seat that opens", known=SheetFact.FIRST_DEALER, who="Who opens")
PART = """
{% macro contract(deal) %}<p class="spoken contract-words">{{ say(deal.description) }}</p>{% endmacro %}
{% macro tile() %}<b>2</b>{% endmacro %}
"""  # its template part


@dataclass(frozen=True)
class Wishes(Answer):
    """Cards to wish for; not shown if there are none."""

    def schema(self, game: Game) -> Schema:
        return CARDS

    def say(self, value: Any, to: SpeakContext) -> str:
        return f"«{value_in_words(value, to.language)}»"

    def is_shown(self, answer: Mapping[str, Any]) -> bool:
        return bool(answer.get(self.name))


def pair(game: Game, cards: tuple[Card, ...]) -> Ruling:
    """C1: Rule on whether these cards are a pair."""
    if len({card.rank for card in cards}) == 1:
        return game.ruling(rules=["C1"], answer={"kind": "twins"})
    return game.ruling([game.finding("C1", Text("these are no twins"))], ["C1"])


def opening(game: Game, deal: Deal, seat: int) -> Ruling:
    """C2: Return the seat that leads, and the cards to wish for."""
    notes = (Text("a wish is no promise"),)
    answer = {"leads": seat, "wishes": [Card("A", "S"), Card("A", "H")]}
    return game.ruling(rules=["C2"], answer=answer, notes=notes)


def cost(game: Game, deal: Deal, cards: tuple[Card, ...]) -> Ruling:
    """C3: Return the points of a hand."""
    return game.ruling(rules=["C3"], answer={"points": game.points(deal, cards)})


@dataclass(frozen=True, kw_only=True)
class Pairs(Game):
    """Pairs: five suits, a wild rank in each hand at double points, one call."""

    one_player_goes_out: bool = True
    calls: int = 1

    def price(self, deal: Deal, card: Card) -> int:
        """C3: Return its number, ten for a court card; double for the wild rank."""
        return (2 if card.rank in deal.wild else 1) * min(RANKS.index(card.rank) + 1, 10)

    def count_warning(
        self, deal: Deal, count: int, calls: int | None = None, laid_down: bool | None = None
    ) -> Text | None:
        """Warn unless the number of cards left is even for an even hand and odd for an odd one: pairs are laid down."""
        return None if count <= deal.cards and count % 2 == deal.cards % 2 else Text("pairs are laid down")

    def is_possible_total(self, deal: Deal, points: int) -> bool:
        """True if some hand of the deal costs exactly this."""
        return counting_pad.some_hand(points, range(1, deal.cards + 1), self.keys(deal).stock)


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
        "The opener leads. Every hand must fit the pack.",
        "as told at the stove",
        clauses=("set-up",),
        kept=Example("opening", {"hand_number": 1, "opener": 0}, {"leads": 0}),
        broken=Example("opening", {"hand_number": 1, "opener": 0}, {"leads": 1}),
    ),
    Rule(
        "C3",
        "A card costs its number, a court card ten; one of the wild rank twice that.",
        "as told at the stove",
        table="prices",
        kept=Example("cost", {"hand_number": 3, "cards": "K* 2H"}, {"points": 22}),
        broken=Example("cost", {"hand_number": 3, "cards": "K* 2H"}, {"points": 12}),
    ),
    *bookkeeping.paragraphs(
        kept=Example("bare-total", {"hand_number": 1, "points": 12}, {"legal": True}),
        broken=Example("bare-total", {"hand_number": 1, "points": 999}, {"legal": False}),
        one_zero=True,
    ),
)

GAME = Pairs(
    id="pairs",
    name="Pairs",
    in_brief="Pairs are laid out, and the rest counts.",
    players=range(2, 5),
    pack=Pack(suits="SHDC*"),
    ladder=RANKS,
    group=MeldLaw(2),
    run=MeldLaw(3),
    deals=tuple(
        Deal(number, cards, f"{cards} cards", Text("as many pairs as can be"), wild=frozenset({rank}))
        for number, (cards, rank) in enumerate(((4, "A"), (7, "7"), (17, "K")), start=1)
    ),
    rulebook=Rulebook(RULES, (Chapter("Pairs", RULES[0].id),)),
    words=Words(
        deal="Hand {n}",
        deals="three hands",
        deals_played="{n} of {total} hands played",
        deal_over="Hand over",
        play="Play hand {n}",
        last_deal="{points} last hand",
        out_last_deal="out last hand",
        group="pair",
        run="chain",
        kinds={"twins": "a pair of twins"},
    ),
    questions=questions(
        {
            "pair": Tile("A pair", "Is it one?", "row", {"cards": "KS KH"}),
            "cost": Tile("Count cards", "What they cost", "worth", {"cards": "KS QH"}),
        },
        {
            "At the table": (
                Question("pair", "Is this a pair?", (Cards("cards", "Cards"),), pair, (LEGAL, KIND), law=("C1",)),
                Question(
                    "opening",
                    "Who leads?",
                    (HAND_NUMBER, OPENER),
                    opening,
                    (Person("leads", "Leads"), Wishes("wishes", "Wish for")),
                    law=("C2",),
                ),
                Question(
                    "cost",
                    "What does this cost?",
                    (HAND_NUMBER, Cards("cards", "Cards left", together=True)),
                    cost,
                    (POINTS,),
                    law=("C3",),
                ),
                *bookkeeping.questions(HAND_NUMBER),
            )
        },
    ),
)
