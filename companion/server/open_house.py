"""Limits of an open house, from environment variables of its operator, and its hourly cleanup."""

import logging
import os
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import sleep

from companion import clock
from companion.rules.text import N_, Worded, natural_number
from companion.storage.delete_match import Idle, archive_idle_tables
from companion.storage.store import Store

GIGABYTE = 10**9
WRONG = N_("{name} must be a whole number of at least 1, not {value}")


@dataclass(frozen=True)
class Limits:
    """Limits of an open house."""

    tables_a_day: int = 200  # for one address; a club's house has a single address for all its tables
    idle_days: int = 60  # days without an entry until a table is archived
    full_at: int = 0  # size of the database in bytes at which no more tables can be opened; 0: unlimited

    @classmethod
    def said(cls) -> "Limits":
        """Return the limits from the environment. Raises Worded if one is invalid."""
        return cls(
            env_value("COMPANION_TABLES_A_DAY", cls.tables_a_day),
            env_value("COMPANION_IDLE_DAYS", cls.idle_days),
            env_value("COMPANION_FULL_AT_GB", cls.full_at) * GIGABYTE,
        )


def env_value(name: str, default: int) -> int:
    """Return the whole number in a variable, or the default if it is empty. Raises Worded."""
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    if value := natural_number(text):
        return value
    raise Worded(WRONG, name=name, value=text[:40])


HOUR = 3600  # seconds
log = logging.getLogger("companion")


def start_cleanup(store: Store, limits: Limits) -> None:
    """Archive idle tables now and then each hour, in a thread; several processes share the work."""

    def clean() -> None:
        while True:
            try:
                done = clean_up(store, limits)
                if any(done):
                    log.info("tables archived: %s, deleted with nothing booked: %s", *done)
            except Exception as error:  # no failure may stop the server; it is retried in an hour
                log.warning("not tidied up: %s", str(error) or type(error).__name__)
            sleep(HOUR)

    threading.Thread(target=clean, name="cleanup", daemon=True).start()


def clean_up(store: Store, limits: Limits, now: datetime | None = None) -> Idle:
    """Archive idle tables; return the numbers of tables."""
    return archive_idle_tables(store, (now or clock.earliest()) - timedelta(days=limits.idle_days))
