"""House rules: points on which tables differ, each returning a changed game, and presets of several."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, TypeVar

from companion.rules.cards import Unreadable, quoted
from companion.rules.fields import Tick, integral
from companion.rules.text import N_, Label, Series, Text, natural_number

Game = TypeVar("Game")  # a house rule returns a game of the same class
LONGEST_NAME = 40  # characters of the name that a table gives its schedule or its prices
JOINER = "\u200d"  # invisible, but part of some emoji


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
    former: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)  # house rules of earlier versions it replaces

    @property
    def widget(self) -> str:
        """The kind of its field in a form: a switch, a stepper for numbers, a choice of words or a schedule."""
        return "switch" if self.values is None else "choice" if self.labels else "stepper"

    def merged(self, below: Any, above: Any) -> Any:
        """Return the value where a preset has one and the table has another: the table's."""
        return above

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

    def read_former(self, name: str, value: Any) -> Any:
        """Return the value that a house rule of an earlier version stands for.

        Raises: Unreadable: if it had no such value.
        """
        value = integral(value)
        for known, stands_for in self.former[name].items():
            if type(value) is type(known) and value == known or value == quoted(known):
                return stands_for
        options = Series(map(quoted, self.former[name]))
        message = N_("{rule} can be {options}, not “{value}”")
        raise Unreadable(Text(message, rule=name, options=options, value=quoted(value, 20)))

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


@dataclass(frozen=True)
class ListRule(HouseRule):
    """A house rule whose values are ready lists; a table may put together its own, and give it a name."""

    names: Sequence[tuple[Any, str]] = field(default=())  # titles of the ready lists

    def title(self, value: Any) -> str | None:
        """Return the title of a ready list; None for a table's own."""
        return next((title for ready, title in self.names if ready == value), None)

    def own(self, text: str) -> Any:
        """Return the list in a form if it is a table's own; None for a ready one or unreadable text."""
        with suppress(Unreadable):
            value = self.read(self.from_text(text))
            return value if value not in (self.values or ()) else None
        return None


def listed_or_named(key: str, listed: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema of a list, or of an object of its name and, under that key, the list."""
    named = {
        "type": "object",
        "required": ["name", key],
        "properties": {"name": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}, key: listed},
        "additionalProperties": False,
    }
    return {"oneOf": [listed, named]}


def name_of(value: Any) -> str:
    """Return the name that a table gave its list; empty without one."""
    return value["name"] if isinstance(value, Mapping) else ""


def unnamed(value: Any) -> Any:
    """Return the list that a table gave a name."""
    return next(part for key, part in value.items() if key != "name") if isinstance(value, Mapping) else value


def is_name(value: Any) -> bool:
    """Return whether this can be the name of a table's own: short, and nothing in it invisible."""
    return (
        isinstance(value, str)
        and 1 <= len(value) <= LONGEST_NAME
        and value == value.strip()
        and value.replace(JOINER, "").isprintable()
    )


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


def read_house(
    game: str, rules: Sequence[HouseRule], presets: Sequence[Preset], house: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the values of the house rules of a game; those of earlier versions as what they stand for.

    Raises: Unreadable: naming the house rule that is unknown or impossible.
    """
    former = {name: rule for rule in rules for name in rule.former}
    by_name = {rule.name: rule for rule in rules} | former
    given: dict[str, list[Any]] = {}  # values of each house rule, its own last
    read: dict[str, Any] = {}
    for name, value in sorted(house.items(), key=lambda each: each[0] not in former):
        field, rule = f"house.{str(name)[:30]}", by_name.get(name)
        if name == "preset" and presets:
            read[name] = read_preset(game, presets, value)
        elif rule:
            try:
                known = rule.read(value) if name == rule.name else rule.read_former(name, value)
            except Unreadable as error:
                raise Unreadable(error.reason, field) from None
            given.setdefault(rule.name, []).append(known)
        else:
            message = N_("{game} has no house rule {name} “{value}”")
            unknown = Text(message, game=Text(game), name=str(name)[:30], value=quoted(value, 20))
            raise Unreadable(unknown, field)
    return read | {name: reduce(by_name[name].merged, values) for name, values in given.items()}


def read_preset(game: str, presets: Sequence[Preset], value: object) -> str:
    """Return the name of a preset.

    Raises: Unreadable: for an unknown name.
    """
    names = [preset.name for preset in presets]
    if isinstance(value, str) and value in names:
        return value
    message = N_("{game} has no preset “{value}”; its presets are {known}")
    text = Text(message, game=Text(game), value=quoted(value, 20), known=Series(names))
    raise Unreadable(text, "house.preset")


def merged(rules: Iterable[HouseRule], below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return the house rules of a preset with those of the table."""
    both = {rule.name: rule.merged for rule in rules if rule.name in below and rule.name in above}
    return {**below, **above, **{name: merge(below[name], above[name]) for name, merge in both.items()}}
