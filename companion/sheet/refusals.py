"""Why an act cannot be: what is wrong with it, or that another device was first."""

from collections.abc import Sequence

from companion.rules.text import Text
from companion.sheet.ledger import Entry


class Refused(Exception):
    """An act that cannot be: the field it failed at, and why."""

    def __init__(self, field: str, reason: Text):
        super().__init__(str(reason))
        self.field, self.reason = field, reason


class Stale(Exception):
    """An act made from an older sheet: the entries since then, what it would write, and why it cannot where so."""

    def __init__(self, meanwhile: Sequence[Entry], offered: Sequence[Entry], why: Text | None = None):
        super().__init__("another device was first")
        self.meanwhile, self.offered, self.why = meanwhile, offered, why

    @property
    def standing(self) -> Entry | None:
        """The newest of the entries since then."""
        return self.meanwhile[-1] if self.meanwhile else None
