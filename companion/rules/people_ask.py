"""Questions that people ask at the table and no ruling answers, each with an answer and its rule."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.text import N_


@dataclass(frozen=True)
class CommonQuestion:
    """A question in a player's words, a one-sentence answer, and the number of its rule."""

    topic: str  # heading
    question: str
    answer: str
    rule: str
    verdict: bool | None = None  # None: the rules are silent, and the table agrees before it plays
    words: str = ""  # synonyms, separated by commas
    ask: str = ""  # name of the question to the referee that judges it
    inputs: Mapping[str, str] = field(default_factory=dict)  # fields of that question, as a form sends them


def asked_of_every_game(stock: str) -> tuple[CommonQuestion, ...]:
    """Return the common questions about dealing; `stock` is the number of the game's rule on an empty stock."""
    dealing = N_("Dealing")
    return (
        CommonQuestion(
            dealing,
            N_("Too many or too few cards were dealt. Deal again?"),
            N_(
                "The rules are silent. Usual: deal again before anybody has played, later play on. A deal given "
                "up is saved as cancelled."
            ),
            "B3",
            words=N_("misdeal, redeal, wrong number of cards, one card too many, a card short"),
        ),
        CommonQuestion(
            dealing,
            N_("The stock has run out. What now?"),
            N_("The discards except the top one are shuffled into a new stock."),
            stock,
            True,
            N_("empty, draw pile, deck, reshuffle"),
            "stock-empty",
            {"discards": "20"},
        ),
    )
