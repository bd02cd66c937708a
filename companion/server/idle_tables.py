"""Hourly housekeeping: unused browsers are deleted; in an open house, idle tables are set aside."""

import logging
import threading
from datetime import UTC, datetime, timedelta
from time import sleep

from companion.server.open_house import Limits
from companion.storage.access.browsers import forget_unused
from companion.storage.delete_match import AT_ONCE, Idle, forget_links, set_idle_aside
from companion.storage.store import Store

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
        before = (now or datetime.now(UTC)) - timedelta(days=self.limits.idle_days)
        done = set_idle_aside(self.store, before)
        total = done
        while sum(done) == AT_ONCE:
            done = set_idle_aside(self.store, before)
            total = Idle(*map(sum, zip(total, done, strict=True)))
        return total

    def _run(self) -> None:
        while True:
            try:
                done = self.once()
                if any(done):
                    log.info("tables set aside: %s, deleted with nothing booked: %s", *done)
            except Exception as error:  # no failure may stop the server; it is retried in an hour
                log.warning("not tidied up: %s", str(error) or type(error).__name__)
            sleep(HOUR)
