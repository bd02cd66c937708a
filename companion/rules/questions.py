"""The questions of a game: their fields, their answers, and the functions that judge them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

from companion.rules.answers import LEGAL, Answer
from companion.rules.cards import JOKER, Card
from companion.rules.deals import Words
from companion.rules.fields import Field
from companion.rules.rulings import Ruling
from companion.rules.text import Label, Text


@dataclass(frozen=True)
class Tile:
    """The look of a frequent question: a few words and a picture of some cards."""

    name: Label
    asks: Label
    picture: str  # a macro of templates/referee/_pictures.html
    sample: Mapping[str, Any] = field(default_factory=dict)  # inputs that the picture shows; the answer is never no
    natural: Mapping[str, Any] = field(default_factory=dict)  # the same in a game without wild cards


@dataclass(frozen=True)
class Target:
    """A part of a meld on the table that a player can tap: a card, or an end beside the cards."""

    place: int  # position of the card; -1 or the number of cards for an end
    words: Text  # text for a screen reader
    sign: str  # label: a rank or a card; "" where any card would fit
    fills: Mapping[str, str]  # fields of the question by name; "judge" among them sends the question at once


@dataclass(frozen=True)
class OnTable:
    """Tapping the melds on the table: the hint for players, and a function from one meld to its targets."""

    hint: Label
    targets: Callable[[Any, tuple[Card, ...]], Sequence[Target]]


@dataclass(frozen=True)
class QuickAnswer:
    """A quick question for this moment, judged by facts that the table knows or sees."""

    name: Label
    given: Mapping[str, Any] = field(default_factory=dict)  # preset fields of the question
    turn: str = ""  # tick for "it is my turn", where that is required
    marks: str = ""  # mark that the sheet can set for the player who does it


@dataclass(frozen=True)
class Question:
    """A question that a game answers: its name, title, fields, judge and answers."""

    name: str
    title: Label
    fields: tuple[Field, ...]
    judge: Callable[..., Ruling]  # called with the game and the inputs, in the order of the fields
    answers: tuple[Answer, ...] = (LEGAL,)
    on_screen: bool = True
    law: tuple[str, ...] = ()  # rules it turns on, for readers of the code and for the description
    topic: Label = ""  # heading in the list; empty for frequent questions
    tile: Tile | None = None  # for frequent questions
    drawn: bool = False  # True if the player has drawn when asking, and holds one card more than at the end
    lays_down: bool = False  # True if a yes means that the player has laid down, which the sheet can mark
    on_table: OnTable | None = None  # for a question about a meld that lies on the table
    act: QuickAnswer | None = None  # for a question that is answered at once, beside others
    any_players: bool = False  # a number of players outside the range is refused by a ruling, not as Unreadable
    asked_if: Callable[[Any], bool] = lambda game: True  # False: the rules of the game always answer no; not offered
    search: bool = False  # judging may try many arrangements, and cost more than parsing

    @cached_property
    def answer(self) -> dict[str, Answer]:
        """The answers by name."""
        return {answer.name: answer for answer in self.answers}


def fitting(question: Question, wild: Card | None) -> Question:
    """Return a question whose samples hold that wild card of the game for a joker, or none."""
    if wild == JOKER:
        return question
    tile, act = question.tile, question.act
    if tile:
        tile = replace(tile, sample=wild_as(wild, tile.sample) if wild else tile.natural or tile.sample)
    if act and wild:
        act = replace(act, given=wild_as(wild, act.given))
    elif act and str(JOKER) in act.given.values():
        act = None
    return replace(question, tile=tile, act=act)


def wild_as(wild: Card, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Return inputs with that card for each joker."""
    return {
        name: value.replace(str(JOKER), str(wild)) if isinstance(value, str) else value
        for name, value in inputs.items()
    }


def questions(often: Mapping[str, Tile], topics: Mapping[Label, Iterable[Question]]) -> dict[str, Question]:
    """Return the questions by name: first the frequent ones, in that order, then the others under their topics."""
    folded = {question.name: replace(question, topic=topic) for topic, group in topics.items() for question in group}
    first = {name: replace(folded.pop(name), topic="", tile=tile) for name, tile in often.items()}
    return first | folded


def in_words(part: Any, words: Words) -> Any:
    """Return a question, or a part of one, with its labels in the table's words."""
    if isinstance(part, str):
        return words.text(part) if "{" in part else part
    if isinstance(part, tuple):
        return tuple(in_words(item, words) for item in part)
    if isinstance(part, Mapping):
        return {name: in_words(item, words) for name, item in part.items()}
    if isinstance(part, Question | Field | Answer | Tile | OnTable | QuickAnswer):
        return replace(part, **{each.name: in_words(getattr(part, each.name), words) for each in fields(part)})
    return part
