"""The questions of a game: what players put to the referee, and who answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from companion.rules.answers import LEGAL, Answer
from companion.rules.cards import Card
from companion.rules.fields import Field
from companion.rules.rulings import Ruling
from companion.rules.text import Text


@dataclass(frozen=True)
class Tile:
    """How a question that players ask most looks before it is asked: a few words, and a picture of some cards."""

    name: str
    asks: str
    picture: str  # a macro of templates/referee/_pictures.html
    cards: str = ""  # those that lie there
    other: str = ""  # the one that comes


@dataclass(frozen=True)
class Target:
    """What can be tapped of a meld that lies on the table: a card in its place, or an end beside the cards."""

    place: int  # of the card; for an end where a card would come to lie, -1 or how many lie there
    words: Text  # what a screen reader says
    sign: str  # what stands there: a rank, a card; "" where any would do
    fills: Mapping[str, str]  # fields of the question by name; nothing is left to ask where "judge" is among them


@dataclass(frozen=True)
class OnTable:
    """What is to be tapped of the melds on the table: how players are told, and the targets of one meld of a game."""

    hint: str
    targets: Callable[[Any, tuple[Card, ...]], Sequence[Target]]


@dataclass(frozen=True)
class Act:
    """What a player may want to do at this moment, where a question judges it by what the table knows or sees."""

    name: str
    given: Mapping[str, Any] = field(default_factory=dict)  # fields of the question that say what is done
    turn: str = ""  # the tick that says it is the player's turn, where it is done only then
    marks: str = ""  # the mark that the sheet can make of whoever does it


@dataclass(frozen=True)
class Question:
    """A question that a game answers: its name, how players put it, its fields, who answers, and what is answered."""

    name: str
    title: str
    fields: tuple[Field, ...]
    judge: Callable[..., Ruling]  # of the game and the inputs, in the order of the fields
    answers: tuple[Answer, ...] = (LEGAL,)
    on_screen: bool = True
    law: tuple[str, ...] = ()  # the paragraphs it turns on, for the reader of the code and the description
    topic: str = ""  # the heading it is folded under; nothing for what players ask most
    tile: Tile | None = None  # for what players ask most
    drawn: bool = False  # whether who asks it of a hand has drawn, and holds a card more than at the end
    lays_down: bool = False  # whether who is told yes has laid down, which the sheet can mark
    on_table: OnTable | None = None  # where it is about a meld that lies there
    act: Act | None = None  # where it is answered at once beside others
    any_players: bool = False  # a number of players that cannot play is refused by a ruling, not as unreadable
    search: bool = False  # whether judging it may try many ways, and cost more than reading it

    @cached_property
    def answer(self) -> dict[str, Answer]:
        """The answers by name."""
        return {answer.name: answer for answer in self.answers}


def questions(often: Mapping[str, Tile], topics: Mapping[str, Iterable[Question]]) -> dict[str, Question]:
    """The questions by name: first those that players ask most, in that order, then the others under their topics."""
    folded = {question.name: replace(question, topic=topic) for topic, group in topics.items() for question in group}
    first = {name: replace(folded.pop(name), topic="", tile=tile) for name, tile in often.items()}
    return first | folded
