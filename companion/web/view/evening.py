"""The matches of one night as they are told together: who was there, who won it, what was heaviest."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import groupby

from companion.names import folded
from companion.sheet.ledger import Action
from companion.storage.matches import Match

NIGHT = timedelta(hours=4)  # after midnight it is still the evening before


@dataclass(frozen=True)
class Evening:
    """The matches that ended on one evening."""

    matches: list[Match]

    @property
    def day(self) -> datetime:
        """A moment of its day, on the clock of this machine."""
        ended = self.matches[0].finished_at
        assert ended
        return (ended - NIGHT).astimezone()

    @property
    def date(self) -> str:
        """Its day as it stands in addresses."""
        return self.day.date().isoformat()

    @cached_property
    def people(self) -> list[str]:
        """Who was there, by the name they had last, in the order they sat down."""
        return list({folded(name): name for match in self.matches for name in match.sheet.names}.values())

    @cached_property
    def wins(self) -> Counter[str]:
        """How many of the matches each of them won, by their name of the evening."""
        named = {folded(name): name for name in self.people}
        return Counter(named[folded(match.sheet.names[seat])] for match in self.matches for seat in match.sheet.winners)

    @property
    def winners(self) -> list[str]:
        """Who won most of the matches; several where they won as many."""
        most = max(self.wins.values(), default=0)
        return [name for name in self.people if most and self.wins[name] == most]

    @property
    def deals(self) -> int:
        """How many deals were booked."""
        return sum(match.sheet.ending.booked for match in self.matches)

    @property
    def heaviest(self) -> tuple[int, str]:
        """The heaviest hand that was booked, and whose it was."""
        hands = (
            (points, sheet.names[seat])
            for sheet in (match.sheet for match in self.matches)
            for deal in sheet.schedule
            if sheet.closed(deal.number) == Action.BOOKED
            for seat in sheet.seats
            if (points := sheet.penalty(deal.number, seat)) is not None
        )
        return max(hands, key=lambda hand: hand[0], default=(0, ""))

    @property
    def placed(self) -> Match:
        """The match that says where it was, the last of them that does; else the last."""
        return next((match for match in reversed(self.matches) if match.sheet.note.place), self.matches[-1])

    @property
    def place(self) -> str:
        """Where it was; "" where that is not written down."""
        return self.placed.sheet.note.place


def evenings(matches: Iterable[Match]) -> list[Evening]:
    """Finished matches by the evening they ended on, in their order."""
    ended = [match for match in matches if match.finished_at and match.sheet.finished]
    return [Evening(list(group)) for _, group in groupby(ended, key=lambda match: Evening([match]).date)]
