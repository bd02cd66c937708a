"""The fields of a question: parsing, defaults and JSON Schema of each."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from companion.rules.cards import MOST_CARDS, SUIT_OF, Pack, Unreadable, check_text, quoted, separate_melds, too_many
from companion.rules.text import LONGEST_TEXT, N_, Label, Series, Text, normalised, number_or_text

if TYPE_CHECKING:
    from companion.rules.game import Game

REQUIRED = object()
IN_TURN = -1  # the seat whose turn it is
MOST_ITEMS = 60  # of a list of melds or numbers


def card_schema(pack: Pack) -> dict[str, Any]:
    """Return the JSON Schema for a card of that pack."""
    return {"type": "string", "examples": ["8S", "10H", "JK"], "pattern": pack.pattern}


def cards_schema(pack: Pack) -> dict[str, Any]:
    """Return the JSON Schema for cards of that pack."""
    listed = {"type": "array", "items": card_schema(pack), "maxItems": MOST_CARDS}
    return {"oneOf": [listed, {"type": "string", "examples": ["5H JK 7H 8H"], "maxLength": LONGEST_TEXT}]}


CARD_SCHEMA = card_schema(Pack(suits="".join(SUIT_OF)))  # for a card in an answer, of any game


class SheetFact(Enum):
    """Inputs that a scoresheet may know already, about the match or about the player who asks."""

    PLAYERS = "how many play"
    FIRST_DEALER = "the seat that dealt first"
    TOTALS = "everybody's totals"
    CALLS = "the player's calls in this deal"
    LAID_DOWN = "whether the player has laid down"


@dataclass(frozen=True)
class Field(ABC):
    """One input of a question: its name, its label, and its default if it is optional."""

    name: str
    label: Label = ""
    default: Any = REQUIRED
    usual: Any = None  # initial value in a form
    known: SheetFact | None = None
    brief: Label = ""  # short label, for narrow places
    decides: Callable[[Any], bool] = lambda game: True  # False: no answer of the game depends on it; not on screen

    @property
    def widget(self) -> str:
        """The kind of the field in lower case, by which a screen chooses its widget."""
        return type(self).__name__.lower()

    @abstractmethod
    def read(self, game: "Game", value: Any) -> Any:
        """Return the value in the type that the law uses.

        Raises: Unreadable: if the value is not valid.
        """

    def written(self, value: Any) -> list[str]:
        """Return a value that was read as the texts of a form, in one spelling."""
        return [str(value)]

    def from_text(self, text: str) -> Any:
        """Return the plain value of a word typed on a command line or into a form."""
        return normalised(text)

    @abstractmethod
    def schema(self, game: "Game") -> dict[str, Any]:
        """Return the JSON Schema of the input."""


@dataclass(frozen=True)
class Cards(Field):
    """A list of cards; with `together`, cards that exceed the packs are refused as one hand."""

    together: bool = False

    def read(self, game: "Game", value: Any) -> Any:
        cards = game.pack.read_all(value)
        over = game.pack.too_many(cards) if self.together else []
        if over:
            raise Unreadable(too_many(*over[0]))
        return cards

    def written(self, value: Any) -> list[str]:
        return [" ".join(map(str, value))]

    def schema(self, game: "Game") -> dict[str, Any]:
        return cards_schema(game.pack)


@dataclass(frozen=True)
class Melds(Field):
    """A list of melds, each a list of cards; together at most the cards in play."""

    def read(self, game: "Game", value: Any) -> Any:
        if isinstance(value, str):
            check_text(value)
            value = [value] if value.strip() else []
        if not isinstance(value, (list, tuple)):
            raise Unreadable(Text(N_("“{value}” is not a list of melds"), value=quoted(value)))
        check_length(value)
        parted = [part for row in value for part in (separate_melds(row) if isinstance(row, str) else [row])]
        check_length(parted)
        melds = tuple(game.pack.read_all(meld) for meld in parted)
        game.pack.check_count(sum(map(len, melds)))
        return melds

    def written(self, value: Any) -> list[str]:
        return [" ".join(map(str, meld)) for meld in value]

    def schema(self, game: "Game") -> dict[str, Any]:
        return {"type": "array", "items": cards_schema(game.pack), "maxItems": MOST_ITEMS}


@dataclass(frozen=True)
class OneCard(Field):
    """A single card."""

    def read(self, game: "Game", value: Any) -> Any:
        return game.pack.read(value)

    def schema(self, game: "Game") -> dict[str, Any]:
        return card_schema(game.pack)


def integral(value: object) -> object:
    """Return the value, an integral float as an int: 3.0 is 3."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


@dataclass(frozen=True)
class Whole(Field):
    """A whole number from low to high, each of which may be a function of the game."""

    low: int | Callable[["Game"], int] = 0
    high: int | Callable[["Game"], int] = 100_000

    def bottom(self, game: "Game") -> int:
        """Return the lowest value that is accepted."""
        return self.low(game) if callable(self.low) else self.low

    def top(self, game: "Game") -> int:
        """Return the highest value that is accepted."""
        return self.high(game) if callable(self.high) else self.high

    def read(self, game: "Game", value: Any) -> Any:
        value = integral(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Unreadable(Text(N_("“{value}” is not a whole number"), value=quoted(value)))
        if not self.bottom(game) <= value <= self.top(game):
            raise beyond(self.bottom(game), self.top(game), value)
        return value

    def from_text(self, text: str) -> Any:
        return number_or_text(text, 9)

    def schema(self, game: "Game") -> dict[str, Any]:
        return {"type": "integer", "minimum": self.bottom(game), "maximum": self.top(game)}


@dataclass(frozen=True)
class Numbers(Whole):
    """A list of whole numbers, such as totals or seats."""

    def read(self, game: "Game", value: Any) -> Any:
        if isinstance(value, str):
            check_text(value)
            words = normalised(value).replace(",", " ").split()
            value = [super(Numbers, self).from_text(word) for word in words]
        if not isinstance(value, (list, tuple)):
            raise Unreadable(Text(N_("“{value}” is not a list of numbers"), value=quoted(value)))
        check_length(value)
        return tuple(super(Numbers, self).read(game, number) for number in value)

    def written(self, value: Any) -> list[str]:
        return [" ".join(map(str, value))]

    def from_text(self, text: str) -> Any:
        return text

    def schema(self, game: "Game") -> dict[str, Any]:
        return {"type": "array", "items": super().schema(game), "maxItems": MOST_ITEMS}


def check_length(value: Sequence[object]) -> None:
    """Check that a list has at most MOST_ITEMS items.

    Raises: Unreadable: if it is longer.
    """
    if len(value) > MOST_ITEMS:
        message = N_("a list of {count} is too long: the limit is {most}")
        raise Unreadable(Text(message, count=len(value), most=MOST_ITEMS))


def last_seat(game: "Game") -> int:
    """Return the seat of the last player at the largest table, counted from 0."""
    return game.players[-1] - 1


def beyond(low: int, high: int, value: int, field: str = "") -> Unreadable:
    """Return the error for a number that is not within these limits."""
    message = N_("it must be from {low} to {high}, not {value}")
    return Unreadable(Text(message, value=quoted(value), low=low, high=high), field)


@dataclass(frozen=True)
class Seat(Whole):
    """A seat, counted from 0; `who` is the label where all players have names."""

    high: int | Callable[["Game"], int] = last_seat
    who: Label = ""


@dataclass(frozen=True)
class SeatIfAny(Seat):
    """A seat, or yes or no: true is read as IN_TURN, false as None."""

    widget = "seat"

    def read(self, game: "Game", value: Any) -> Any:
        return (IN_TURN if value else None) if isinstance(value, bool) else super().read(game, value)

    def schema(self, game: "Game") -> dict[str, Any]:
        return {"oneOf": [super().schema(game), {"type": "boolean"}]}


@dataclass(frozen=True)
class Seats(Numbers):
    """Some of the seats, in order; `who` is the label where all players have names."""

    high: int | Callable[["Game"], int] = last_seat
    who: Label = ""


@dataclass(frozen=True)
class DealNumber(Whole):
    """The number of a deal; the value that is read is the deal."""

    low: int = 1
    high: int | Callable[["Game"], int] = lambda game: len(game.every_deal)
    asks: Label = N_("Choose the deal first")  # on a button, while none is chosen

    def read(self, game: "Game", value: Any) -> Any:
        return game.deal(super().read(game, value))

    def written(self, value: Any) -> list[str]:
        return [str(value.number)]


@dataclass(frozen=True)
class Tick(Field):
    """Yes or no."""

    def read(self, game: "Game", value: Any) -> Any:
        if not isinstance(value, bool):
            raise Unreadable(Text(N_("“{value}” is neither true nor false"), value=quoted(value)))
        return value

    def written(self, value: Any) -> list[str]:
        return ["yes"] if value else []

    def from_text(self, text: str) -> Any:
        words = {"true": True, "yes": True, "1": True, "on": True, "false": False, "no": False, "0": False}
        return words.get(normalised(text).strip().lower(), text)

    def schema(self, game: "Game") -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class OneOf(Field):
    """One of a few words, each with its label for a screen."""

    options: Mapping[str, Label] = None  # type: ignore[assignment]

    def read(self, game: "Game", value: Any) -> Any:
        if not isinstance(value, str) or value not in self.options:
            known = N_("“{value}” is not one of {known}")
            raise Unreadable(Text(known, value=quoted(value), known=Series(self.options)))
        return value

    def schema(self, game: "Game") -> dict[str, Any]:
        return {"type": "string", "enum": list(self.options)}
