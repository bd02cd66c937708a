"""How long a search may go on, counted in steps and never by a clock: every machine stops at the same one."""

from math import inf


class Spent(Exception):
    """A search has taken all the steps it may take."""


class Budget:
    """The steps that each part of a search may take; as many as it likes where no number is given.

    What one step is, the search says; it counts what it does for one question, not what others left in memory.
    """

    def __init__(self, steps: int | None = None):
        self.steps: float = inf if steps is None else steps
        self.left = self.steps

    def renew(self) -> None:
        """Let another part begin, with as many steps."""
        self.left = self.steps

    def spend(self, steps: int) -> None:
        """Take so many steps; Spent where there are no more."""
        self.left -= steps
        if self.left < 0:
            raise Spent
