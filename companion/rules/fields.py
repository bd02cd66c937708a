"""The fields of a question: how each is read, and how it is described."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.rules.cards import MOST, SUIT_OF, Pack, Unreadable, check_text, quoted, too_many
from companion.rules.deals import Definition
from companion.rules.text import N_, Series, Text
from companion.rules.typed import LONGEST_TEXT, folded, whole_number

REQUIRED = object()
LONGEST = 60  # of a list of melds or of numbers


def card_schema(pack: Pack) -> dict[str, Any]:
    """What JSON may hold for a card of that pack, as JSON Schema."""
    return {"type": "string", "examples": ["8S", "10H", "JK"], "pattern": pack.pattern}


def cards_schema(pack: Pack) -> dict[str, Any]:
    """What JSON may hold for cards of that pack, as JSON Schema."""
    listed = {"type": "array", "items": card_schema(pack), "maxItems": MOST}
    return {"oneOf": [listed, {"type": "string", "examples": ["5H JK 7H 8H"], "maxLength": LONGEST_TEXT}]}


CARD_SCHEMA = card_schema(Pack(suits="".join(SUIT_OF)))  # in an answer, whichever game it is about


class Known(Enum):
    """What a scoresheet may know of an input already: something of the match, or of the player who asks."""

    PLAYERS = "how many play"
    FIRST_DEALER = "the seat that dealt first"
    TOTALS = "everybody's totals"
    CALLS = "the player's calls in this deal"
    LAID_DOWN = "whether the player has laid down"


@dataclass(frozen=True)
class Field(ABC):
    """One input of a question: its name, the words for it on a screen, and its default if it may be left out."""

    name: str
    label: str = ""
    default: Any = REQUIRED
    usual: Any = None  # the value that a form opens with
    known: Known | None = None
    brief: str = ""  # the words for it where there is little room

    @property
    def widget(self) -> str:
        """What a screen shows for it: the kind of the field, in small letters."""
        return type(self).__name__.lower()

    @abstractmethod
    def read(self, game: Definition, value: Any) -> Any:
        """The value as the law takes it; Unreadable if it is none."""

    def written(self, value: Any) -> list[str]:
        """What was read, as a form says it once more: in one spelling, however it was typed."""
        return [str(value)]

    def from_text(self, text: str) -> Any:
        """The plain value that a word typed on a command line or into a form stands for."""
        return folded(text)

    @abstractmethod
    def schema(self, game: Definition) -> dict[str, Any]:
        """What JSON may hold here, as JSON Schema."""


@dataclass(frozen=True)
class Cards(Field):
    """A list of cards; `together` if they must be able to exist together, as one hand."""

    together: bool = False

    def read(self, game: Definition, value: Any) -> Any:
        cards = game.pack.read_all(value)
        over = game.pack.too_many(cards) if self.together else []
        if over:
            raise Unreadable(too_many(*over[0]))
        return cards

    def written(self, value: Any) -> list[str]:
        return [" ".join(map(str, value))]

    def schema(self, game: Definition) -> dict[str, Any]:
        return cards_schema(game.pack)


@dataclass(frozen=True)
class Melds(Field):
    """A list of melds, each a list of cards; together no more than the packs hold."""

    def read(self, game: Definition, value: Any) -> Any:
        if isinstance(value, str):
            check_text(value)
            value = [part for part in folded(value).split("/") if part.strip()]
        if not isinstance(value, (list, tuple)):
            raise Unreadable(Text(N_("“{value}” is not a list of melds"), value=quoted(value)))
        check_length(value)
        melds = tuple(game.pack.read_all(meld) for meld in value)
        game.pack.check_count(sum(map(len, melds)))
        return melds

    def written(self, value: Any) -> list[str]:
        return [" ".join(map(str, meld)) for meld in value]

    def schema(self, game: Definition) -> dict[str, Any]:
        return {"type": "array", "items": cards_schema(game.pack), "maxItems": LONGEST}


@dataclass(frozen=True)
class OneCard(Field):
    """A single card."""

    def read(self, game: Definition, value: Any) -> Any:
        return game.pack.read(value)

    def schema(self, game: Definition) -> dict[str, Any]:
        return card_schema(game.pack)


def whole(value: object) -> object:
    """The value, a whole number as such however JSON writes it: 3.0 is 3."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


@dataclass(frozen=True)
class Whole(Field):
    """A whole number from low to high; high may follow from the game."""

    low: int = 0
    high: int | Callable[[Definition], int] = 100_000

    def top(self, game: Definition) -> int:
        """The highest value that is read."""
        return self.high(game) if callable(self.high) else self.high

    def read(self, game: Definition, value: Any) -> Any:
        value = whole(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Unreadable(Text(N_("“{value}” is not a whole number"), value=quoted(value)))
        if not self.low <= value <= self.top(game):
            raise Unreadable(
                Text(N_("{value} is not from {low} to {high}"), value=quoted(value), low=self.low, high=self.top(game))
            )
        return value

    def from_text(self, text: str) -> Any:
        number = whole_number(text, 9)
        return text if number is None else number

    def schema(self, game: Definition) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.top(game)}


@dataclass(frozen=True)
class Numbers(Whole):
    """A list of whole numbers, such as totals or seats."""

    def read(self, game: Definition, value: Any) -> Any:
        if isinstance(value, str):
            check_text(value)
            words = folded(value).replace(",", " ").split()
            value = [super(Numbers, self).from_text(word) for word in words]
        if not isinstance(value, (list, tuple)):
            raise Unreadable(Text(N_("“{value}” is not a list of numbers"), value=quoted(value)))
        check_length(value)
        return tuple(super(Numbers, self).read(game, number) for number in value)

    def written(self, value: Any) -> list[str]:
        return [" ".join(map(str, value))]

    def from_text(self, text: str) -> Any:
        return text

    def schema(self, game: Definition) -> dict[str, Any]:
        return {"type": "array", "items": super().schema(game), "maxItems": LONGEST}


def check_length(value: Sequence[object]) -> None:
    """Unreadable if a list is longer than anybody could mean."""
    if len(value) > LONGEST:
        raise Unreadable(
            Text(N_("a list of {count} is too long: {most} are read at most"), count=len(value), most=LONGEST)
        )


def last_seat(game: Definition) -> int:
    """The seat of the last player there can be, counted from 0."""
    return game.players[-1] - 1


@dataclass(frozen=True)
class Seat(Whole):
    """A seat, counted from 0; `who` asks for it where everybody has a name."""

    high: int | Callable[[Definition], int] = last_seat
    who: str = ""


@dataclass(frozen=True)
class Seats(Numbers):
    """Some of the seats, in order; `who` asks for them where everybody has a name."""

    high: int | Callable[[Definition], int] = last_seat
    who: str = ""


@dataclass(frozen=True)
class DealNumber(Whole):
    """The number of a deal, read as the deal itself."""

    low: int = 1
    high: int | Callable[[Definition], int] = lambda game: game.last

    def read(self, game: Definition, value: Any) -> Any:
        return game.deal(super().read(game, value))

    def written(self, value: Any) -> list[str]:
        return [str(value.number)]


@dataclass(frozen=True)
class Tick(Field):
    """Yes or no."""

    def read(self, game: Definition, value: Any) -> Any:
        if not isinstance(value, bool):
            raise Unreadable(Text(N_("“{value}” is neither true nor false"), value=quoted(value)))
        return value

    def written(self, value: Any) -> list[str]:
        return ["yes"] if value else []

    def from_text(self, text: str) -> Any:
        return {"true": True, "yes": True, "1": True, "on": True, "false": False, "no": False, "0": False}.get(
            folded(text).strip().lower(), text
        )

    def schema(self, game: Definition) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class OneOf(Field):
    """One of a few words, each with what it is called on a screen."""

    options: Mapping[str, str] = None  # type: ignore[assignment]

    def read(self, game: Definition, value: Any) -> Any:
        if not isinstance(value, str) or value not in self.options:
            known = N_("“{value}” is none of {known}")
            raise Unreadable(Text(known, value=quoted(value), known=Series(self.options)))
        return value

    def schema(self, game: Definition) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.options)}
