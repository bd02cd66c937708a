"""House rules: points on which tables differ, each returning a changed game, and presets of several."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from companion.rules.cards import Unreadable, quoted
from companion.rules.fields import Tick, integral
from companion.rules.text import N_, Label, Series, Text, natural_number

Game = TypeVar("Game")  # a house rule returns a game of the same class


@dataclass(frozen=True)
class HouseRule:
    """A point on which tables differ: its name, sentence, allowed values, and the change that it makes to a game."""

    name: str
    rule: str  # number of the rule that allows it
    sentence: str
    default: Any  # None: depends on the number of players
    values: Sequence[Any] | None  # None: true or false
    amend: Callable[[Any, Any], Any]  # (game, value) -> changed game
    labels: Mapping[Any, str] = field(default_factory=dict)  # of values that are names

    @property
    def widget(self) -> str:
        """The kind of its field in a form: a switch, a stepper for numbers, a choice of words or a schedule."""
        return "switch" if self.values is None else "choice" if self.labels else "stepper"

    def read(self, value: Any) -> Any:
        """Return the value if this house rule allows it.

        Raises: Unreadable: if it does not.
        """
        if self.values is None:
            if isinstance(value, bool):
                return value
            raise Unreadable(
                Text(N_("{rule} can be true or false, not “{value}”"), rule=self.name, value=quoted(value, 20))
            )
        value = integral(value)
        if isinstance(value, (int, str)) and not isinstance(value, bool) and value in self.values:
            return value
        options: Any = Series(map(str, self.values))
        if isinstance(self.values, range):
            options = Text(N_("{low} to {high}"), low=self.values[0], high=self.values[-1])
        if len(self.values) == 2:
            options = Text(N_("{low} or {high}"), low=self.values[0], high=self.values[-1])
        raise Unreadable(
            Text(N_("{rule} can be {options}, not “{value}”"), rule=self.name, options=options, value=quoted(value, 20))
        )

    def from_text(self, text: str) -> Any:
        """Return the plain value of a word typed into a form or on a command line."""
        if self.values is None:
            return Tick(self.name).from_text(text)
        number = natural_number(text)
        return text if number is None else number

    def text(self, value: Any) -> str:
        """Return a value as a form holds it."""
        return ("yes" if value else "no") if self.values is None else str(value)

    def said(self, value: Any) -> Label:
        """Return a value in words."""
        if self.values is None:
            return N_("yes") if value else N_("no")
        return self.labels[value] if value in self.labels else Text("{value}", value=value)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of its values."""
        if self.values is None:
            return {"type": "boolean"}
        return {"type": "string" if self.labels else "integer", "enum": list(self.values)}


def unchanged(game: Game) -> Game:
    """Return the game unchanged."""
    return game


def sets(*paths: str, to: Mapping[Any, Any] | None = None) -> Callable[[Any, Any], Any]:
    """Return a function that sets fields of a game, such as `run.wilds_apart`, to a value or what stands `to` it."""

    def amend(game: Any, value: Any) -> Any:
        for path in paths:
            game = replaced(game, path, to[value] if to else value)
        return game

    return amend


def replaced(whole: Any, path: str, value: Any) -> Any:
    """Return a copy of a value with one of its fields, or a field of a field, replaced."""
    name, _, rest = path.partition(".")
    return replace(whole, **{name: replaced(getattr(whole, name), rest, value) if rest else value})


@dataclass(frozen=True)
class Preset:
    """House rules that belong together, under the name people know them by."""

    name: str
    title: str
    sentence: str
    house: Mapping[str, Any] = field(default_factory=dict)
    amend: Callable[[Any], Any] = unchanged
    rule: str = ""  # number of the paragraph on it

    @property
    def changes(self) -> bool:
        """True if the preset differs from the game by the book."""
        return bool(self.house) or self.amend is not unchanged
