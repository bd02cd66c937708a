"""Limits of an open house, from environment variables of its operator; and the hourly cleanup of every house."""

import logging
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import sleep
from typing import TypeVar

from companion.rules.text import N_, Text, Worded
from companion.storage.access.browsers import forget_unused
from companion.storage.delete_match import Idle, forget_links, set_idle_aside
from companion.storage.store import Store

Value = TypeVar("Value")
GIGABYTE = 10**9
WRONG = {  # messages about an invalid variable
    "COMPANION_TABLES_A_DAY": N_("{name} must be a whole number of at least 1, not {value}"),
    "COMPANION_IDLE_DAYS": N_("{name} must be a whole number of days, at least 1, not {value}"),
    "COMPANION_FULL_AT_GB": N_("{name} must be a number of gigabytes above 0, not {value}"),
}


class WrongLimit(Worded):
    """A variable is invalid; the message names it."""


@dataclass(frozen=True)
class Limits:
    """Limits of an open house."""

    tables_a_day: int = 200  # for one address; a club's house has a single address for all its tables
    idle_days: int = 60  # days without an entry until a table is set aside
    full_at: int = 0  # size of the database in bytes at which no more tables can be opened; 0: unlimited

    @classmethod
    def said(cls) -> "Limits":
        """Return the limits from the environment. Raises WrongLimit if one is invalid."""
        return cls(
            env_value("COMPANION_TABLES_A_DAY", parse_count, cls.tables_a_day),
            env_value("COMPANION_IDLE_DAYS", parse_count, cls.idle_days),
            env_value("COMPANION_FULL_AT_GB", gigabytes, cls.full_at),
        )


def env_value(name: str, reading: Callable[[str], Value], otherwise: Value) -> Value:
    """Return the value of a variable, or the default if it is empty."""
    text = os.environ.get(name, "").strip()
    try:
        return reading(text) if text else otherwise
    except (ValueError, OverflowError):
        raise WrongLimit(Text(WRONG[name], name=name, value=text[:40])) from None


def parse_count(text: str) -> int:
    """Parse a whole number from 1 to a million."""
    number = int(text)
    if not 1 <= number <= 1_000_000:
        raise ValueError(text)
    return number


def gigabytes(text: str) -> int:
    """Parse a number of gigabytes, as bytes."""
    number = int(float(text) * GIGABYTE)
    if number < 1:
        raise ValueError(text)
    return number


def wanted() -> Limits | None:
    """Return the limits if the environment opens the house; else None."""
    return Limits.said() if os.environ.get("COMPANION_OPEN") else None


HOUR = 3600  # seconds
log = logging.getLogger("companion")


class HourlyCleanup:
    """Housekeeping of one database, in its own thread; several processes share the work."""

    def __init__(self, store: Store, limits: Limits | None):
        self.store, self.limits = store, limits

    def begin(self) -> None:
        """Run now, and then each hour, as long as the process lives."""
        threading.Thread(target=self._run, name="tidying", daemon=True).start()

    def once(self, now: datetime | None = None) -> Idle:
        """Delete unused browsers and links; in an open house, set idle tables aside. Return the numbers of tables."""
        forget_unused(self.store)
        forget_links(self.store)
        if self.limits is None:
            return Idle(0, 0)
        return set_idle_aside(self.store, (now or datetime.now(UTC)) - timedelta(days=self.limits.idle_days))

    def _run(self) -> None:
        while True:
            try:
                done = self.once()
                if any(done):
                    log.info("tables set aside: %s, deleted with nothing booked: %s", *done)
            except Exception as error:  # no failure may stop the server; it is retried in an hour
                log.warning("not tidied up: %s", str(error) or type(error).__name__)
            sleep(HOUR)
