"""Seating form of a new table: names in order, the dealer's button, the change made by each tap, and its drawing."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import cos, sin, tau

from companion.names import LONGEST_NAME, clean, same
from companion.rules.text import natural_number

MOST_AWAY = 24  # names remembered of players who stood up
ALSO = "also"  # fields with the names of players who stood up
LOT = "lot"  # field of a dealer who was drawn at random


@dataclass(frozen=True)
class Seating:
    """Names by chair, clockwise; the dealer's chair, and whether it was drawn; players who stood up."""

    names: tuple[str, ...]
    dealer: int = 0
    away: tuple[str, ...] = ()
    by_lot: bool = False

    def place(self, name: str) -> int | None:
        """Return the chair of a player; None for one who stands."""
        return next((chair for chair, each in enumerate(self.names) if same(each, name)), None)

    def sat(self, name: str, most: int) -> "Seating":
        """Return the seating with the player on the next chair, in place of letters typed there to find the name."""
        last = self.names[-1] if self.names else name
        names = self.names[:-1] if last.casefold() in name.casefold() and not same(last, name) else self.names
        if self.place(name) is not None or len(names) == most:
            return self
        return replace(self, names=(*names, name))

    def stood(self, chair: int) -> "Seating":
        """Return the seating without that chair; its button goes to the next one."""
        left = self.names[:chair] + self.names[chair + 1 :]
        dealer = self.dealer - (chair < self.dealer)
        by_lot = self.by_lot and chair != self.dealer
        return Seating(left, dealer if dealer < len(left) else 0, (*self.away, self.names[chair]), by_lot)

    def up(self, chair: int) -> "Seating":
        """Return the seating with that chair one place up, from first to last; the button stays with its player."""
        order = list(range(len(self.names)))
        order.insert(chair - 1 if chair else len(order), order.pop(chair))
        return replace(self, names=tuple(self.names[each] for each in order), dealer=order.index(self.dealer))

    def closed_up(self) -> "Seating":
        """Return the seating without chairs that have no name."""
        named = [chair for chair, name in enumerate(self.names) if name.strip()]
        dealer = named.index(self.dealer) if self.dealer in named else 0
        return replace(self, names=tuple(self.names[chair] for chair in named), dealer=dealer)

    def trimmed(self) -> "Seating":
        """Return the seating without the blank chairs at its end."""
        last = max((chair for chair, name in enumerate(self.names) if name.strip()), default=-1)
        return replace(self, names=self.names[: last + 1])

    def drawn(self) -> "Seating":
        """Return the seating with the dealer drawn at random."""
        return replace(self, dealer=secrets.randbelow(len(self.names)), by_lot=True) if self.names else self

    def fields(self) -> dict[str, str]:
        """Return the form fields of this seating."""
        names = {f"name{chair}": name for chair, name in enumerate(self.names)}
        return names | {"dealer": str(self.dealer)} | ({LOT: "1"} if self.by_lot else {})


def seating(typed: Mapping[str, str], most: int, away: Iterable[str] = ()) -> Seating:
    """Return the seating in a form."""
    names = tuple(
        clean(typed[f"name{chair}"]) or typed[f"name{chair}"] for chair in range(most) if f"name{chair}" in typed
    )
    return Seating(
        names,
        chair_of(typed.get("dealer", ""), len(names)) or 0,
        tuple(clean(name, LONGEST_NAME) for name in islice(away, MOST_AWAY)),
        LOT in typed,
    )


def moved(now: Seating, typed: Mapping[str, str], most: int) -> Seating:
    """Return the seating after the tap that sent the form."""
    if clean(typed.get("sit", "")):
        return now.sat(clean(typed["sit"]), most).closed_up()
    up, deals, stand = (chair_of(typed.get(field, ""), len(now.names)) for field in ("up", "deals", "stand"))
    if up is not None:
        now = now.up(up)
    elif deals is not None:
        now = replace(now, dealer=deals, by_lot=False)
    elif stand is not None:
        now = now.stood(stand)
    now = now.closed_up()
    return now.drawn() if "draw" in typed else now


def opened(before: Seating, now: Seating, typed: Mapping[str, str]) -> int | None:
    """Return the chair whose row is open after the tap: the tapped one, also after it was moved up."""
    chair = chair_of(typed.get("up", typed.get("open", "")), len(before.names))
    return None if chair is None else now.place(before.names[chair])


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


def places(names: Sequence[str]) -> list[tuple[str, tuple[float, float], tuple[float, float]]]:
    """Return the chairs of the drawing, clockwise from the bottom: name, position, and that of the button if it deals.

    Positions are relative to the middle of the table."""
    turns = [chair / len(names) for chair in range(len(names))]
    return [(name, at_turn(turn, CHAIR), at_turn(turn, BUTTON)) for name, turn in zip(names, turns, strict=True)]


def at_turn(turn: float, oval: tuple[int, int]) -> tuple[float, float]:
    """Return the point of an oval after a fraction of a turn."""
    return round(-oval[0] * sin(turn * tau), 1), round(oval[1] * cos(turn * tau), 1)
