"""An open house: what it bears, as its operator says by variables of the environment."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from companion.rules.text import N_, Text, Worded

Value = TypeVar("Value")
GIGABYTE = 10**9
WRONG = {  # what is said of a variable that cannot be read
    "COMPANION_TABLES_A_DAY": N_("{name} is not a whole number from 1: {value}"),
    "COMPANION_IDLE_DAYS": N_("{name} is not a whole number of days from 1: {value}"),
    "COMPANION_FULL_AT_GB": N_("{name} is not a number of gigabytes above 0: {value}"),
}


class WrongLimit(Worded):
    """A variable does not say what it is for; the words name it."""


@dataclass(frozen=True)
class Limits:
    """What an open house bears."""

    tables_a_day: int = 200  # that one address opens: a club's own house has one for all its tables
    idle_days: int = 60  # without an entry, after which a table is set aside
    full_at: int = 0  # bytes of the database from which on no further table is opened; 0: however many

    @classmethod
    def said(cls) -> "Limits":
        """The limits that the environment names; WrongLimit where one is none."""
        return cls(
            read("COMPANION_TABLES_A_DAY", whole, cls.tables_a_day),
            read("COMPANION_IDLE_DAYS", whole, cls.idle_days),
            read("COMPANION_FULL_AT_GB", gigabytes, cls.full_at),
        )


def read(name: str, reading: Callable[[str], Value], otherwise: Value) -> Value:
    """What a variable says, or else what holds without it."""
    text = os.environ.get(name, "").strip()
    try:
        return reading(text) if text else otherwise
    except (ValueError, OverflowError):
        raise WrongLimit(Text(WRONG[name], name=name, value=text[:40])) from None


def whole(text: str) -> int:
    """A whole number from 1 to a million."""
    number = int(text)
    if not 1 <= number <= 1_000_000:
        raise ValueError(text)
    return number


def gigabytes(text: str) -> int:
    """A number of gigabytes as bytes."""
    number = int(float(text) * GIGABYTE)
    if number < 1:
        raise ValueError(text)
    return number


def wanted() -> Limits | None:
    """The limits where the environment opens the house; None where it does not."""
    return Limits.said() if os.environ.get("COMPANION_OPEN") else None
