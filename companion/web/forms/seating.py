"""Seating form of a new table: names in order, the dealer's button, the change made by each tap, and its drawing."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import cos, sin, tau

from companion.names import LONGEST, clean, same
from companion.rules.text import natural_number

MOST_AWAY = 24  # names remembered of players who stood up
ALSO = "also"  # fields with the names of players who stood up


@dataclass(frozen=True)
class Seating:
    """Names by chair, clockwise, empty if not named yet; the dealer's chair; players who stood up."""

    names: tuple[str, ...]
    dealer: int = 0
    away: tuple[str, ...] = ()

    def place(self, name: str) -> int | None:
        """Return the chair of a player; None for one who stands."""
        return next((chair for chair, each in enumerate(self.names) if same(each, name)), None)

    def sat(self, name: str, most: int) -> "Seating":
        """Return the seating with the player on the next free chair, or standing if they sat."""
        chair = self.place(name)
        if chair is not None:
            return self.stood(chair)
        if len(self.names) < most:
            return replace(self, names=(*self.names, name))
        if "" not in self.names:
            return self
        empty = self.names.index("")
        return replace(self, names=(*self.names[:empty], name, *self.names[empty + 1 :]))

    def stood(self, chair: int) -> "Seating":
        """Return the seating without that chair; its button goes to the next one."""
        left = self.names[:chair] + self.names[chair + 1 :]
        dealer = self.dealer - (chair < self.dealer)
        return Seating(left, dealer if dealer < len(left) else 0, (*self.away, self.names[chair]))

    def up(self, chair: int) -> "Seating":
        """Return the seating with that chair one place up, from first to last; the button stays with its player."""
        order = list(range(len(self.names)))
        order.insert(chair - 1 if chair else len(order), order.pop(chair))
        return replace(self, names=tuple(self.names[each] for each in order), dealer=order.index(self.dealer))

    def more(self, most: int) -> "Seating":
        """Return the seating with one more chair for a new name."""
        return replace(self, names=(*self.names, "")) if len(self.names) < most else self

    def drawn(self) -> "Seating":
        """Return the seating with the button drawn at random among named chairs, or all chairs if none is named."""
        named = [chair for chair, name in enumerate(self.names) if name] or range(len(self.names))
        return replace(self, dealer=secrets.choice(named)) if named else self

    def fields(self) -> dict[str, str]:
        """Return the form fields of this seating."""
        return {f"name{chair}": name for chair, name in enumerate(self.names)} | {"dealer": str(self.dealer)}


def seating(typed: Mapping[str, str], most: int, away: Iterable[str] = ()) -> Seating:
    """Return the seating in a form."""
    names = tuple(
        clean(typed[f"name{chair}"]) or typed[f"name{chair}"] for chair in range(most) if f"name{chair}" in typed
    )
    return Seating(
        names,
        chair_of(typed.get("dealer", ""), len(names)) or 0,
        tuple(clean(name, LONGEST) for name in islice(away, MOST_AWAY)),
    )


def moved(now: Seating, typed: Mapping[str, str], most: int) -> Seating:
    """Return the seating after the tap that sent the form."""
    if "sit" in typed:
        return now.sat(clean(typed["sit"]), most) if clean(typed["sit"]) else now
    if "more" in typed:
        return now.more(most)
    if "draw" in typed:
        return now.drawn()
    up, deals = (chair_of(typed.get(field, ""), len(now.names)) for field in ("up", "deals"))
    if up is not None:
        return now.up(up)
    return now if deals is None else replace(now, dealer=deals)


def offered(now: Seating, known: Iterable[str]) -> list[str]:
    """Return the names to offer: known ones first, then all others who sit or stood up."""
    found: list[str] = []
    for name in (*known, *now.names, *now.away):
        if name and not any(same(name, each) for each in found):
            found.append(name)
    return found


def chair_of(text: str, chairs: int) -> int | None:
    """Return the chair of that number; None if it does not exist."""
    chair = natural_number(text)
    return chair if chair in range(chairs) else None


CHAIR, BUTTON = (124, 88), (66, 34)  # half width and height of their ovals


@dataclass(frozen=True)
class Place:
    """A chair with its name, its position, and that of the button if it deals; relative to the middle of the table."""

    name: str
    x: float
    y: float
    button_x: float
    button_y: float


def places(names: Sequence[str]) -> list[Place]:
    """Return the chairs of the drawing, clockwise from the bottom."""
    return [
        Place(name, *at_turn(chair / len(names), CHAIR), *at_turn(chair / len(names), BUTTON))
        for chair, name in enumerate(names)
    ]


def at_turn(turn: float, oval: tuple[int, int]) -> tuple[float, float]:
    """Return the point of an oval after a fraction of a turn."""
    return round(-oval[0] * sin(turn * tau), 1), round(oval[1] * cos(turn * tau), 1)
