"""Drawing of the table in the set-up: places clockwise from the bottom, and the dealer's button."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, sin, tau

SEAT, BUTTON = (124, 88), (66, 34)  # half width and height of their ovals


@dataclass(frozen=True)
class Place:
    """A chair with its name, its position, and that of the button if it deals; relative to the middle of the table."""

    name: str
    x: float
    y: float
    button_x: float
    button_y: float


def places(names: Sequence[str]) -> list[Place]:
    """Return the chairs in order."""
    return [
        Place(name, *at(chair / len(names), SEAT), *at(chair / len(names), BUTTON)) for chair, name in enumerate(names)
    ]


def at(turn: float, oval: tuple[int, int]) -> tuple[float, float]:
    """Return the point of an oval after a fraction of a turn."""
    return round(-oval[0] * sin(turn * tau), 1), round(oval[1] * cos(turn * tau), 1)


WORDS = {"places": places}  # globals of templates
