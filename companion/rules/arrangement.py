"""An arrangement of a hand: its melds, the cards left over, and their points."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.cards import Card


@dataclass(frozen=True)
class Arrangement:
    """A hand in melds, given as positions in the hand, with the cards left over and their points."""

    points: int
    melds: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    stands_for: Mapping[int, Card] = field(default_factory=dict)
