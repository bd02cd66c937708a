"""Errors of commands: an act is refused, or another device was first."""

from collections.abc import Sequence

from companion.rules.text import Text
from companion.sheet.ledger import Entry


class Refused(Exception):
    """Raised for an act that is not possible: holds the field and the reason."""

    def __init__(self, field: str, reason: Text):
        super().__init__(str(reason))
        self.field, self.reason = field, reason


class Stale(Exception):
    """Raised for an act on an outdated sheet: holds the entries since, those it would write, and any objection."""

    def __init__(self, meanwhile: Sequence[Entry], offered: Sequence[Entry], why: Text | None = None):
        super().__init__("another device was first")
        self.meanwhile, self.offered, self.why = meanwhile, offered, why

    @property
    def standing(self) -> Entry | None:
        """The newest of the entries since then."""
        return self.meanwhile[-1] if self.meanwhile else None
