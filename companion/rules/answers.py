"""The answers of a ruling: name, label, wording and JSON Schema of each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from companion.rules.cards import Card
from companion.rules.fields import CARD_SCHEMA
from companion.rules.text import N_, Label, Listed, Number, Text, Translations, said, worded

if TYPE_CHECKING:
    from companion.rules.game import Game

Schema = dict[str, Any]

TRUTH: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 0}
CARDS: Schema = {"type": "array", "items": CARD_SCHEMA}


class SpeakContext(NamedTuple):
    """Context in which an answer is worded: the game, the language, and the players' names by seat."""

    game: "Game"
    language: Translations
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """One answer of a ruling: its name and its label, or the sentence that a reader sees instead."""

    shape: ClassVar[Schema] = {}  # JSON Schema, where it is the same for every answer of the class

    name: str
    label: Label
    sentence: Text | None = field(default=None, kw_only=True)  # its value as {value} in words, {count} or {number}

    def schema(self, game: "Game") -> Schema:
        """Return the JSON Schema of this answer."""
        return self.shape

    def say(self, value: Any, to: SpeakContext) -> str:
        """Return the answer in words."""
        return value_in_words(value, to.language)

    def spoken(self, answer: Mapping[str, Any], to: SpeakContext) -> str:
        """Return the answer as a sentence, given all answers of the ruling; empty if its label tells it."""
        if not self.sentence:
            return ""
        value, message, plural = answer[self.name], self.sentence.message, self.sentence.plural
        number = Number(value) if isinstance(value, int) else value
        text = to.game.words.text(message, plural, value=self.say(value, to), count=value, number=number)
        return text.say(to.language)

    def is_shown(self, answer: Mapping[str, Any]) -> bool:
        """Return whether the answer is shown beside the verdict, given all answers of the ruling."""
        return answer.get(self.name) not in (None, "")


@dataclass(frozen=True)
class Fact(Answer):
    """Yes or no; no is hidden without `denial`, its sentence."""

    denial: Text | None = field(default=None, kw_only=True)

    shape = TRUTH

    def is_shown(self, answer: Mapping[str, Any]) -> bool:
        return super().is_shown(answer) and bool(answer[self.name] or self.denial)

    def spoken(self, answer: Mapping[str, Any], to: SpeakContext) -> str:
        sentence = self.sentence if answer[self.name] else self.denial
        return sentence.say(to.language) if sentence else ""


@dataclass(frozen=True)
class Verdict(Fact):
    """Yes or no to the question itself, shown above everything else."""

    def is_shown(self, answer: Mapping[str, Any]) -> bool:
        return False


@dataclass(frozen=True)
class Count(Answer):
    """A whole number of at least `low` (None: no lower limit); null is allowed where `maybe`."""

    low: int | None = 0
    maybe: bool = False

    def schema(self, game: "Game") -> Schema:
        least = {} if self.low is None else {"minimum": self.low}
        return {"type": ["integer", "null"] if self.maybe else "integer", **least}


@dataclass(frozen=True)
class Word(Answer):
    """A word, shown unchanged."""

    shape = {"type": "string"}


@dataclass(frozen=True)
class Choice(Answer):
    """One of a few words, each with its label."""

    options: Mapping[str, Label] = field(default_factory=dict)

    def schema(self, game: "Game") -> Schema:
        return {"enum": list(self.options)}

    def say(self, value: Any, to: SpeakContext) -> str:
        return worded(self.options[value], to.language)


@dataclass(frozen=True)
class Kind(Answer):
    """The kind of a meld, in the words of the game."""

    def schema(self, game: "Game") -> Schema:
        return {"enum": list(game.words.kinds)}

    def say(self, value: Any, to: SpeakContext) -> str:
        return to.language.gettext(to.game.words.kinds[value])


@dataclass(frozen=True)
class Laid(Answer):
    """Melds, which a page lays out together with the cards left in the hand (the answer named `rest`)."""

    rest: str = ""

    shape = {"type": "array", "items": CARDS}


@dataclass(frozen=True)
class CardList(Answer):
    """A list of cards."""

    shape = CARDS


@dataclass(frozen=True)
class Row(CardList):
    """A meld, which a page shows in the order in which it lies."""


@dataclass(frozen=True)
class Discard(Answer):
    """The card that a player discards to go out."""

    shape = CARD_SCHEMA


@dataclass(frozen=True)
class Person(Answer):
    """A seat, shown as the player's name; null is allowed where `maybe`."""

    maybe: bool = False

    def schema(self, game: "Game") -> Schema:
        return {"type": ["integer", "null"]} if self.maybe else COUNT

    def say(self, value: Any, to: SpeakContext) -> str:
        return value_in_words(value, to.language) if value is None else seat_name(value, to)


@dataclass(frozen=True)
class People(Answer):
    """Seats, shown as the players' names."""

    shape = {"type": "array", "items": COUNT}

    def say(self, value: Any, to: SpeakContext) -> str:
        return Listed(seat_name(seat, to) for seat in value).say(to.language) or "–"


@dataclass(frozen=True)
class Winners(People):
    """Seats that share the lowest total: a winner, or a tie."""

    def spoken(self, answer: Mapping[str, Any], to: SpeakContext) -> str:
        names = Listed(seat_name(seat, to) for seat in answer[self.name])
        return Text(N_("A tie: {names}") if len(names) > 1 else N_("{names} wins"), names=names).say(to.language)


def seat_name(seat: int, to: SpeakContext) -> str:
    """Return the name of the player at a seat, or their number and seat if there is no name."""
    if 0 <= seat < len(to.names):
        return to.names[seat]
    return Text(N_("player {n} (seat {seat})"), n=seat + 1, seat=seat).say(to.language)


def value_in_words(value: Any, language: Translations) -> str:
    """Return any value in words: yes or no, cards in a row, melds one after another."""
    if isinstance(value, bool):
        return language.gettext("yes") if value else language.gettext("no")
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)) and not isinstance(value, Card):
        between = " / " if value and not isinstance(value[0], (Card, str)) else " "
        return between.join(value_in_words(item, language) for item in value) or "–"
    return "–" if value is None else str(said(value, language))


LEGAL = Verdict("legal", N_("Allowed"))
POSSIBLE = Verdict("possible", N_("Possible"))
POINTS_LEFT = Text(N_("{count} point is left over"), N_("{count} points are left over"))
POINTS = Count("points", N_("Points"), low=None, sentence=POINTS_LEFT)
COST = Count(
    "points",
    N_("Points"),
    low=None,
    sentence=Text(N_("these cards cost {count} point"), N_("these cards cost {count} points")),
)
KIND = Kind("kind", N_("It is"), sentence=Text(N_("it is {value}")))
MELDS = Laid("melds", N_("Laid out"), rest="left")
LEFT = CardList("left", N_("Left"))
PACKS = Count("packs", N_("Packs"), low=None, maybe=True)
JOKERS = Count("jokers", N_("Jokers"), low=None, maybe=True)
IN_ALL = Count("cards", N_("Cards"))
DEALER = Person("dealer", N_("Dealer"), sentence=Text(N_("{value} deals")))
FIRST_PLAYER = Person("first_player", N_("Plays first"), sentence=Text(N_("{value} plays first")))
NEW_STOCK = Count(
    "new_stock",
    N_("Cards in the new stock"),
    sentence=Text(N_("the new stock has {count} card"), N_("the new stock has {count} cards")),
)
WINNERS = Winners("winners", N_("Winners"))
