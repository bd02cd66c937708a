"""Automatic backups after the end of a match, at most one an hour, in a background thread."""

import logging
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.storage.backup.catalog import back_up, backups, note_failure, thin
from companion.storage.doctor.integrity import REST

HOUR = timedelta(hours=1)
log = logging.getLogger("companion")


class AutomaticBackups:
    """Automatic backups of one instance, one at a time in a background thread; failures are logged, not raised."""

    def __init__(self, instance: Path, least: timedelta = HOUR, server: str = ""):
        self.instance, self.least, self.server = instance, least, server
        self.failure: object = None  # reason why the last one failed, or None
        self._busy = threading.Lock()

    def match_ended(self) -> None:
        """Start a backup in the background, unless one was made within the hour or is being made."""
        if self._busy.acquire(blocking=False):
            try:
                threading.Thread(target=self._run, name="backup", daemon=True).start()
            except RuntimeError as error:  # no thread can be started
                self._busy.release()
                log.warning("no backup: %s", error)

    def wait(self) -> None:
        """Wait until no backup is being made."""
        with self._busy:
            pass

    def _run(self) -> None:
        try:
            self._make()
        finally:
            self._busy.release()

    def _make(self) -> None:
        if not self._due():
            return
        try:
            made = back_up(self.instance, automatic=True, rest=REST, server=self.server)
            log.info("backup: %s", "; ".join(map(str, [made.path, *made.damaged])))
            thin(self.instance)
            self.failure = None
        except Exception as error:  # no failure of a backup may stop a table
            self.failure = error if str(error) else type(error).__name__
            log.warning("no backup: %s", self.failure)
        try:
            note_failure(self.instance, self.failure)
        except Exception as error:
            log.warning("no backup: %s", error)

    def _due(self) -> bool:
        ages = [datetime.now(UTC) - one.at for one in backups(self.instance) if one.automatic]
        return not any(timedelta(0) <= age < self.least for age in ages)  # one from the future: the clock was wrong
