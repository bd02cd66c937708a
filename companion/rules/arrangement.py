"""A hand laid out: its melds, what is left over, and what that costs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.cards import Card


@dataclass(frozen=True)
class Arrangement:
    """A hand in melds, by positions in the hand, what is left over, and its points."""

    points: int
    melds: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    stands_for: Mapping[int, Card] = field(default_factory=dict)
