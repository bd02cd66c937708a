"""Form of a house rule that is a list: chips of ready and own lists, its name, and the list after each tap."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from companion.names import clean
from companion.rules.cards import Unreadable
from companion.rules.game import Game
from companion.rules.house_rules import LONGEST_NAME, ListRule, name_of, unnamed
from companion.rules.text import N_, Label, natural_number

PARTS = re.compile(r"([a-z]+)(?:-([A-Za-z0-9]+))?(?:-([a-z]+))?(?:-(-?\d{1,3}))?")  # longer-3-runs-0, set-AH-15
MOST_OWN = 3  # lists of earlier matches


class Tap(NamedTuple):
    """A tap on the page: what it does, at which deal, key or list, to which of its parts, and with which number."""

    act: str = "list"
    at: str = ""
    part: str = ""
    number: int | None = None
    typed: str = ""  # unreadable points

    @property
    def place(self) -> int:
        """Number of the deal or list tapped; 0 for a key."""
        return natural_number(self.at) or 0

    def __str__(self) -> str:
        return "-".join(str(part) for part in self[:4] if part not in ("", None))


def tap_of(text: str) -> Tap:
    """Return the tap of a button's value; that of the list for any other text."""
    found = PARTS.fullmatch(text)
    return Tap(found[1], found[2] or "", found[3] or "", int(found[4]) if found[4] else None) if found else Tap()


class Chip(NamedTuple):
    """A ready or own list to choose."""

    title: Label
    tap: str
    chosen: bool


@dataclass(frozen=True)
class ListForm(ABC):
    """The page of a list: its value, its game, the game without it, the own lists, and the tap that led there."""

    button: ClassVar[str]  # name of its buttons; the field of its name ends in `_name`
    part: ClassVar[str]  # of a stored list with a name
    kind: ClassVar[type[ListRule]]
    first_own: ClassVar[str] = ""  # tap that begins an own list, if there is a chip for it

    rule: Any
    value: Any
    usual: Any  # value of the preset, or of the book
    own: Sequence[Any]
    tap: Tap
    game: Game
    standard: Game
    faults: Mapping[int, Any]  # impossible contracts

    @property
    def ready(self) -> list[tuple[Any, Label]]:
        """The ready lists with their titles."""
        return list(self.rule.names)

    @property
    def name(self) -> str:
        """The name that the table gave the list."""
        return name_of(self.value)

    @property
    def is_own(self) -> bool:
        """True unless it is a ready list."""
        return not self.is_ready(self.value)

    def is_ready(self, value: Any) -> bool:
        """Return whether a list is a ready one."""
        return any(value == ready for ready, _ in self.ready)

    @property
    def chips(self) -> list[Chip]:
        """The first ready list, the own ones of earlier matches and the one put together here, and the others."""
        ready = [Chip(title, f"ready-{at}", self.value == one) for at, (one, title) in enumerate(self.ready)]
        own = [
            Chip(name_of(one) or N_("My own, last time"), f"own-{at}", self.value == one)
            for at, one in enumerate(self.own)
        ]
        here = "list" if self.is_own else self.first_own
        if here and self.value not in self.own:
            own.append(Chip(self.name or N_("My own"), here, self.is_own))
        return [ready[0], *own, *ready[1:]]

    def text(self, value: Any) -> str:
        """Return a list as the form holds it; empty for the usual one."""
        return "" if value == self.usual else str(self.rule.text(value))

    def named(self, value: Any, name: str | None = None) -> Any:
        """Return a list with the name typed, or its own if none was; a ready one has none."""
        title = name_of(value) if name is None else clean(name, LONGEST_NAME)
        listed = unnamed(value)
        return {"name": title, self.part: listed} if title and not self.is_ready(value) else listed

    def after(self, figure: str) -> tuple[Any, Tap]:
        """Return the list after the tap, with the points typed, and the tap that shows the page it leads to."""
        lists = {"ready": [one for one, _ in self.ready], "own": self.own}.get(self.tap.act)
        if lists is None:
            return self.changed(figure)
        return lists[self.tap.place] if self.tap.place < len(lists) else self.value, Tap()

    @abstractmethod
    def changed(self, figure: str) -> tuple[Any, Tap]:
        """Return the list after a tap on a part of it, and the tap that shows the page it leads to."""


def own_lists(rule: ListRule, values: Iterable[Any]) -> list[Any]:
    """Return the latest of these stored lists that are readable and no ready ones."""
    found: list[Any] = []
    for value in values:
        with suppress(Unreadable):
            read = rule.read(value)
            if read and rule.title(read) is None and read not in found:
                found.append(read)
    return found[:MOST_OWN]
