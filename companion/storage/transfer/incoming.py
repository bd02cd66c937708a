"""Matches of a transfer file, each checked as if its entries were booked."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.games import amended
from companion.rules.cards import Unreadable
from companion.rules.text import N_
from companion.sheet.ledger import Entry
from companion.sheet.scoresheet import Sheet
from companion.storage.entry_validation import flaws
from companion.storage.players.identities import PersonEntry
from companion.storage.transfer.lines import BadLine, Line, MatchValues, Receipt, read

MOST_LINES, MOST_BYTES = 50_000, 1 << 25  # of one match


@dataclass
class Incoming:
    """A match as read from a file, with the number of its line, and its entries by the numbers of theirs."""

    number: int
    values: MatchValues
    entries: dict[int, Entry] = field(default_factory=dict)
    receipts: dict[str, Receipt] = field(default_factory=dict)  # by key
    size: int = 0  # bytes of its lines

    def add(self, number: int, size: int, line: Line) -> None:
        """Add an entry or a receipt. Raises BadLine if the match becomes too large, or if it is neither."""
        self.size += size
        if len(self.entries) + len(self.receipts) >= MOST_LINES or self.size > MOST_BYTES:
            most = N_("a match has no more than {lines} lines and {size} bytes")
            raise BadLine(number, most, lines=MOST_LINES, size=MOST_BYTES)
        if line.entry:
            self.entries[number] = line.entry
        if line.receipt:
            self.receipts[line.receipt.key] = line.receipt

    def sheet(self) -> Sheet:
        """Return the sheet of its entries. Raises BadLine for the first that no companion wrote."""
        values, entries = self.values, tuple(self.entries.values())
        try:
            game = amended(values.game, json.dumps(values.house, sort_keys=True), len(values.seats))
        except KeyError:
            newer = N_("there is no game “{name}”: use a newer companion")
            raise BadLine(self.number, newer, name=values.game[:30]) from None
        except Unreadable as error:
            raise BadLine(self.number, error.reason) from None
        if not 0 <= values.first_dealer < len(values.seats):
            raise BadLine(self.number, N_("nobody sits at the seat that deals first"))
        sheet = Sheet(game, tuple(values.seats), values.first_dealer, entries=entries)
        for flaw in flaws(sheet):
            raise BadLine([self.number, *self.entries][flaw.place], flaw.what)
        if sheet.finished != (values.finished_at is not None):
            raise BadLine(self.number, N_("it is marked as over but is not, or the other way round"))
        return sheet


def incoming(file: Path) -> Iterator[Incoming | PersonEntry]:
    """Yield every match of a file with its entries, and every entry about names. Raises BadLine."""
    match: Incoming | None = None
    for number, size, line in read(file):
        if match and not (line.match or line.person):
            match.add(number, size, line)
            continue
        if match:
            yield match
        match = Incoming(number, line.match) if line.match else None
        if line.person:
            yield line.person
        elif not match:
            raise BadLine(number, N_("it belongs to no match"))
    if match:
        yield match
