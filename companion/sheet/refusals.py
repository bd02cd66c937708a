"""Why an act cannot be: what is wrong with it, or that another device was first."""

from companion.rules.text import Text
from companion.sheet.ledger import Entry


class Refused(Exception):
    """An act that cannot be: the field it failed at, and why."""

    def __init__(self, field: str, reason: Text):
        super().__init__(str(reason))
        self.field, self.reason = field, reason


class Stale(Exception):
    """Another device was first: what stands now, and what was to be written over it."""

    def __init__(self, standing: Entry, offered: Entry):
        super().__init__("another device was first")
        self.standing, self.offered = standing, offered

    @property
    def same(self) -> bool:
        """Whether both figures agree, so that nothing is to be chosen."""
        return self.standing.points == self.offered.points
