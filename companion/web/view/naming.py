"""View model of the host's choices for a player's names."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

from companion.names import folded


@dataclass(frozen=True)
class Naming:
    """Names joined to a player, names offered for joining, and whether the player is hidden."""

    joined: list[str]
    others: list[str]
    hidden: bool


def alike_first(name: str, names: Iterable[str]) -> list[str]:
    """Sort names by similarity to this one, then alphabetically."""
    return sorted(names, key=lambda other: (-alikeness(name, other), other))


def alikeness(one: str, other: str) -> float:
    """Return the similarity of two names: 1 if they fold to the same, 0 below half."""
    ratio = SequenceMatcher(None, folded(one), folded(other)).ratio()
    return ratio if ratio >= 0.5 else 0.0
