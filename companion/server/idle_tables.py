"""What a house does by itself each hour: unused browsers are forgotten; in an open one idle tables are set aside."""

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


class Tidying:
    """The tidying of one database, in a thread of its own; of several processes each does what is left to do."""

    def __init__(self, store: Store, limits: Limits | None):
        self.store, self.limits = store, limits

    def begin(self) -> None:
        """Tidy up now, and then each hour, as long as the process lives."""
        threading.Thread(target=self._run, name="tidying", daemon=True).start()

    def once(self, now: datetime | None = None) -> Idle:
        """Set aside what has been idle for too long, and say how much that was; browsers go in every house."""
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
            except Exception as error:  # whatever it is, the tables go on, and the next hour is another try
                log.warning("not tidied up: %s", str(error) or type(error).__name__)
            sleep(HOUR)
