"""State of a search: cards packed into one number, and the steps that are left.

Each place of the ladder has a few bits for the number of copies of its card. Cards are added and removed by
arithmetic, and the number is a fast key for a memo. A search is limited by steps instead of time, so that it stops at
the same point on every machine.
"""

from math import inf

BITS = 5  # bits for each place, the lowest place first
COPIES = (1 << BITS) - 1  # mask of all bits of one place


def lowest(packed: int) -> int:
    """Return the lowest place that has a card."""
    return ((packed & -packed).bit_length() - 1) // BITS


class Spent(Exception):
    """Raised when a search has used all its steps."""


class Budget:
    """Step budget of a question, which all its searches share; None means unlimited.

    The search defines a step. A question costs the same steps whether or not other questions have filled the caches.
    """

    def __init__(self, steps: float | None = None, whole: "Budget | None" = None, reserved: float = 0):
        self.steps = inf if steps is None else steps  # not used yet
        self.whole = whole or self
        self.reserved = reserved  # steps of the whole for what comes after this part

    @property
    def left(self) -> float:
        """The steps left, below 0 beyond the budget."""
        return self.whole.steps - self.reserved

    def part(self, share: float) -> "Budget":
        """Return a budget for a part of the work: a share of the steps left, spent together with this one."""
        return self if self.left == inf else Budget(None, self.whole, self.reserved + self.left * (1 - share))

    def charge(self, steps: int) -> None:
        """Use up this number of steps, even beyond the budget."""
        self.whole.steps -= steps

    def spend(self, steps: int) -> None:
        """Use up this number of steps.

        Raises: Spent: if the budget is exceeded.
        """
        self.whole.steps -= steps
        if self.whole.steps < self.reserved:
            raise Spent
