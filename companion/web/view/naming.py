"""What the host is offered to say of somebody's names."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

from companion.names import folded


@dataclass(frozen=True)
class Naming:
    """The other names of somebody, the names that may be theirs too, and whether they are left out."""

    joined: list[str]
    others: list[str]
    hidden: bool


def alike_first(name: str, names: Iterable[str]) -> list[str]:
    """Names in the order of how much they look like this one, then of the alphabet."""
    return sorted(names, key=lambda other: (-alikeness(name, other), other))


def alikeness(one: str, other: str) -> float:
    """How much two names look alike: 1 when they are compared as one, 0 below half."""
    ratio = SequenceMatcher(None, folded(one), folded(other)).ratio()
    return ratio if ratio >= 0.5 else 0.0
