"""The table as it is drawn beside a set-up: places round it, clockwise from the bottom, and the dealer's button."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, sin, tau

SEAT, BUTTON = (124, 88), (66, 34)  # half widths and heights of the ovals they lie on


@dataclass(frozen=True)
class Place:
    """A chair with its name, where it stands and where the button lies if it deals; from the middle of the table."""

    name: str
    x: float
    y: float
    button_x: float
    button_y: float


def places(names: Sequence[str]) -> list[Place]:
    """The chairs in order."""
    return [
        Place(name, *at(chair / len(names), SEAT), *at(chair / len(names), BUTTON)) for chair, name in enumerate(names)
    ]


def at(turn: float, oval: tuple[int, int]) -> tuple[float, float]:
    """The point of an oval after part of a turn."""
    return round(-oval[0] * sin(turn * tau), 1), round(oval[1] * cos(turn * tau), 1)


WORDS = {"places": places}  # for templates
