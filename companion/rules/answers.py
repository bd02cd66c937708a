"""The answers of a ruling: what each is called, how it is said, and how it is described."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.rules.cards import Card
from companion.rules.deals import Definition
from companion.rules.fields import CARD_SCHEMA
from companion.rules.text import N_, Text, Translations, said

Schema = dict[str, Any]

TRUTH: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 0}
CARDS: Schema = {"type": "array", "items": CARD_SCHEMA}


class Listener(NamedTuple):
    """To whom an answer is said: in which game's words, in which language, and who sits at which seat."""

    game: Definition
    language: Translations
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer(ABC):
    """One answer of a ruling: its name, and what it is called."""

    name: str
    label: str

    @abstractmethod
    def schema(self, game: Definition) -> Schema:
        """What JSON holds here, as JSON Schema."""

    def say(self, value: Any, to: Listener) -> str:
        """The answer in words."""
        return plain(value, to.language)

    def beside(self, answer: Mapping[str, Any]) -> bool:
        """Whether it is said beside the verdict, by all that is answered."""
        return answer.get(self.name) not in (None, "")


@dataclass(frozen=True)
class Fact(Answer):
    """Yes or no."""

    def schema(self, game: Definition) -> Schema:
        return TRUTH


@dataclass(frozen=True)
class Verdict(Fact):
    """Yes or no to the question itself, said above everything else."""

    def beside(self, answer: Mapping[str, Any]) -> bool:
        return False


@dataclass(frozen=True)
class Count(Answer):
    """A whole number, from 0 unless it may be below; `maybe` where nobody may know it."""

    low: int | None = 0
    maybe: bool = False

    def schema(self, game: Definition) -> Schema:
        least = {} if self.low is None else {"minimum": self.low}
        return {"type": ["integer", "null"] if self.maybe else "integer", **least}


@dataclass(frozen=True)
class Word(Answer):
    """A word as it is."""

    def schema(self, game: Definition) -> Schema:
        return {"type": "string"}


@dataclass(frozen=True)
class Choice(Answer):
    """One of a few words, each with how it is said."""

    options: Mapping[str, str] = field(default_factory=dict)

    def schema(self, game: Definition) -> Schema:
        return {"enum": list(self.options)}

    def say(self, value: Any, to: Listener) -> str:
        return to.language.gettext(self.options[value])


@dataclass(frozen=True)
class Kind(Answer):
    """What kind of meld cards are, in the words of the game."""

    def schema(self, game: Definition) -> Schema:
        return {"enum": list(game.words.kinds)}

    def say(self, value: Any, to: Listener) -> str:
        return to.language.gettext(to.game.words.kinds[value])


@dataclass(frozen=True)
class Laid(Answer):
    """Melds, which a page lays out with the cards left of the hand, the answer named `rest`."""

    rest: str = ""

    def schema(self, game: Definition) -> Schema:
        return {"type": "array", "items": CARDS}


@dataclass(frozen=True)
class CardList(Answer):
    """Cards, one after another."""

    def schema(self, game: Definition) -> Schema:
        return CARDS


@dataclass(frozen=True)
class Row(CardList):
    """A meld, which a page shows as it lies."""


@dataclass(frozen=True)
class Discard(Answer):
    """The card that is laid aside to go out."""

    def schema(self, game: Definition) -> Schema:
        return CARD_SCHEMA


@dataclass(frozen=True)
class Person(Answer):
    """A seat, said by who sits there; `maybe` where it may be nobody's."""

    maybe: bool = False

    def schema(self, game: Definition) -> Schema:
        return {"type": ["integer", "null"]} if self.maybe else COUNT

    def say(self, value: Any, to: Listener) -> str:
        return plain(value, to.language) if value is None else seat_name(value, to)


@dataclass(frozen=True)
class People(Answer):
    """Seats, said by who sits there."""

    def schema(self, game: Definition) -> Schema:
        return {"type": "array", "items": COUNT}

    def say(self, value: Any, to: Listener) -> str:
        return to.language.gettext(", ").join(seat_name(seat, to) for seat in value) or "–"


def seat_name(seat: int, to: Listener) -> str:
    """Who sits at a seat, or its number."""
    if 0 <= seat < len(to.names):
        return to.names[seat]
    return Text(N_("seat {n}"), n=seat).say(to.language)


def plain(value: Any, language: Translations) -> str:
    """Any value in words: yes and no, cards in a row, melds one after another."""
    if isinstance(value, bool):
        return language.gettext("yes") if value else language.gettext("no")
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return language.gettext(", ").join(
            f"{int(place) + 1}. {plain(card, language)}" for place, card in value.items()
        )
    if isinstance(value, (list, tuple)) and not isinstance(value, Card):
        between = " / " if value and not isinstance(value[0], (Card, str)) else " "
        return between.join(plain(item, language) for item in value) or "–"
    return "–" if value is None else str(said(value, language))


LEGAL = Verdict("legal", N_("Allowed"))
POSSIBLE = Verdict("possible", N_("Possible"))
POINTS = Count("points", N_("Points"), low=None)
KIND = Kind("kind", N_("It is"))
MELDS = Laid("melds", N_("Laid out"), rest="left")
LEFT = CardList("left", N_("Left"))
PACKS = Count("packs", N_("Packs"), low=None, maybe=True)
JOKERS = Count("jokers", N_("Jokers"), low=None, maybe=True)
IN_ALL = Count("cards", N_("Cards"))
DEALER = Person("dealer", N_("Dealer"))
FIRST_PLAYER = Person("first_player", N_("Plays first"))
NEW_STOCK = Count("new_stock", N_("Cards in the new stock"))
WINNERS = People("winners", N_("Winners"))
