"""What would be too much, counted for all programs on one server: how often, whose, in which stretch of time."""

from random import random

from sqlalchemy import Engine, text

from companion.storage.database import way

SWEEP = 0.01  # of all takings remove what is forgotten
ALL = ""  # whose the count of all together is
LATELY = text(
    "SELECT extract(epoch FROM clock_timestamp())::float AS now, since, times FROM (SELECT 1) AS one"
    " LEFT JOIN taken ON what = :what AND whose = :whose AND since >="
    " floor(extract(epoch FROM clock_timestamp()) / :within) - 1"
)
ONE_MORE = text(
    "INSERT INTO taken AS held (what, whose, since, times) VALUES (:what, :whose, :since, 1)"
    " ON CONFLICT (what, whose, since) DO UPDATE SET times = held.times + 1 WHERE held.times < :most RETURNING times"
)
FORGET = text("DELETE FROM taken WHERE what = :what AND since < :since")


class SharedThrottle:
    """So many in a while for each, and so many for all together, as `Throttle` has it for one process.

    Counted are the stretch of time that runs and, in the part of it that is still within the while, the one before."""

    def __init__(self, engine: Engine, what: str, each: int, of_all: int, within: float):
        self._glances, self._what, self._within = way(engine, "glance"), what, within
        self._limits = {ALL: of_all}
        self._each = each

    def take(self, whose: str) -> int:
        """Seconds until one more of theirs may be taken; 0 where it was taken, and counts."""
        return self._take(whose or "-", self._each) or self._take(ALL, self._limits[ALL])

    def _take(self, whose: str, limit: int) -> int:
        about = {"what": self._what, "whose": whose[:64]}
        with self._glances.connect() as connection:
            found = connection.execute(LATELY, about | {"within": self._within}).all()
            now, times = found[0].now, {row.since: row.times for row in found}
            since, passed = int(now // self._within), now % self._within
            most = limit - times.get(since - 1, 0) * (1 - passed / self._within)
            if most < 1 or connection.execute(ONE_MORE, about | {"since": since, "most": int(most)}).first() is None:
                return max(1, int(self._within - passed) + 1)
            if random() < SWEEP:
                connection.execute(FORGET, {"what": self._what, "since": since - 1})
            return 0
