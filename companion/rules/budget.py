"""Step limit of a search: steps instead of a clock, so that every machine stops at the same one."""

from math import inf


class Spent(Exception):
    """Raised when a search has used all its steps."""


class Budget:
    """Step budget for each part of a search; None means unlimited.

    The search defines a step. It counts the work of one question, and ignores results that other questions have
    cached.
    """

    def __init__(self, steps: float | None = None):
        self.steps = inf if steps is None else steps
        self.left = self.steps

    def spend(self, steps: int) -> None:
        """Use up this number of steps.

        Raises: Spent: if the budget is exceeded.
        """
        self.left -= steps
        if self.left < 0:
            raise Spent
