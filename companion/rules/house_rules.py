"""House rules: points that tables differ on, each making a game from a game, and those that go together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from companion.rules.cards import Unreadable, quoted
from companion.rules.fields import whole
from companion.rules.text import N_, Text

Game = TypeVar("Game")  # a house rule makes a game from a game, of the same kind


@dataclass(frozen=True)
class HouseRule:
    """A point tables differ on: its name, one sentence, what it may be, and the game it makes."""

    name: str
    rule: str  # the number of the paragraph that grants it
    sentence: str
    default: Any  # None: it follows from the number of players
    values: range | None  # None: a tick
    amend: Callable[[Any, Any], Any]  # of a game and the value, the game it makes

    def read(self, value: Any) -> Any:
        """The value if this house rule may have it; Unreadable otherwise."""
        if self.values is None:
            if isinstance(value, bool):
                return value
            raise Unreadable(
                Text(N_("{rule} is true or false, not “{value}”"), rule=self.name, value=quoted(value, 20))
            )
        value = whole(value)
        if isinstance(value, int) and not isinstance(value, bool) and value in self.values:
            return value
        options = Text(N_("{low} to {high}"), low=self.values[0], high=self.values[-1])
        if len(self.values) == 2:
            options = Text(N_("{low} or {high}"), low=self.values[0], high=self.values[-1])
        raise Unreadable(
            Text(N_("{rule} is {options}, not “{value}”"), rule=self.name, options=options, value=quoted(value, 20))
        )


def unchanged(game: Game) -> Game:
    """The game as the book has it."""
    return game


@dataclass(frozen=True)
class Preset:
    """House rules that go together, under the name people know them by."""

    name: str
    title: str
    sentence: str
    house: Mapping[str, Any] = field(default_factory=dict)
    amend: Callable[[Any], Any] = unchanged

    @property
    def changes(self) -> bool:
        """Whether it is anything but the game as the book has it."""
        return bool(self.house) or self.amend is not unchanged
