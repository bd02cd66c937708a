"""The matches of one night as they are told together: who was there, who won it, what was heaviest."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import groupby

from companion.names import folded
from companion.storage.days import on_day
from companion.storage.matches import Match


@dataclass(frozen=True)
class Evening:
    """The matches that were played on one evening, the first of them first."""

    matches: list[Match]

    @property
    def day(self) -> date:
        """Its day."""
        day = self.matches[0].day
        assert day
        return day

    @property
    def date(self) -> str:
        """Its day as it stands in addresses."""
        return self.day.isoformat()

    @cached_property
    def counted(self) -> int:
        """How many of the matches count; one in which no deal does is nobody's win."""
        return sum(match.sheet.play.counts for match in self.matches)

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
        """How many deals count, as in awards and records: a bonus deal only decides a tie."""
        return sum(len(match.sheet.play.counted) for match in self.matches)

    @property
    def heaviest(self) -> tuple[int, str]:
        """The heaviest hand that was booked, and whose it was."""
        hands = (
            (points, sheet.names[seat])
            for sheet in (match.sheet for match in self.matches)
            for deal in sheet.play.counted
            for seat in sheet.seats
            if (points := sheet.penalty(deal.number, seat)) is not None
        )
        return max(hands, key=lambda hand: hand[0], default=(0, ""))

    @property
    def placed(self) -> Match:
        """The match that says where it was, the last of them that does; else the last."""
        matches = sorted(self.matches, key=lambda match: match.finished_at or match.opened_at)
        return next((match for match in reversed(matches) if match.sheet.note.place), matches[-1])

    @property
    def begun(self) -> datetime:
        """When the first of its matches was opened."""
        return min(on_day(match.opened_at, self.day) for match in self.matches)

    @property
    def until(self) -> datetime:
        """When the last of them ended."""
        return max(on_day(match.finished_at or match.opened_at, self.day) for match in self.matches)

    @property
    def place(self) -> str:
        """Where it was; "" where that is not written down."""
        return self.placed.sheet.note.place


def evenings(matches: Iterable[Match]) -> list[Evening]:
    """Finished matches by the day they were played, in their order."""
    ended = [match for match in matches if match.finished_at and match.sheet.finished]
    return [Evening(list(group)) for _, group in groupby(ended, key=lambda match: Evening([match]).date)]
