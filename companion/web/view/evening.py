"""View model of an evening: the matches of one night with players, winners and the heaviest hand."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from companion.names import folded
from companion.sheet.days import start_and_end
from companion.storage.matches import Match


@dataclass(frozen=True)
class Evening:
    """The matches that were played on one evening, in order."""

    matches: list[Match]

    @property
    def day(self) -> date:
        """Day of the evening."""
        day = self.matches[0].day
        assert day
        return day

    @cached_property
    def counted(self) -> int:
        """Number of matches that count; a match without a counting deal has no winner."""
        return sum(match.sheet.counts for match in self.matches)

    @cached_property
    def people(self) -> list[str]:
        """Players by their latest names, in the order of joining."""
        return list({folded(name): name for match in self.matches for name in match.sheet.names}.values())

    @cached_property
    def wins(self) -> Counter[str]:
        """Number of matches won, by name."""
        named = {folded(name): name for name in self.people}
        return Counter(named[folded(match.sheet.names[seat])] for match in self.matches for seat in match.sheet.winners)

    @property
    def winners(self) -> list[str]:
        """Players with most wins; several if equal."""
        most = max(self.wins.values(), default=0)
        return [name for name in self.people if most and self.wins[name] == most]

    @property
    def deals(self) -> int:
        """Number of deals that count, as in awards and records, so without bonus deals."""
        return sum(len(match.sheet.counted_deals) for match in self.matches)

    @property
    def heaviest(self) -> tuple[int, str]:
        """Points and player of the heaviest hand."""
        hands = (
            (points, sheet.names[seat])
            for sheet in (match.sheet for match in self.matches)
            for deal in sheet.counted_deals
            for seat in sheet.seats
            if (points := sheet.penalty(deal.number, seat)) is not None
        )
        return max(hands, key=lambda hand: hand[0], default=(0, ""))

    @property
    def placed(self) -> Match:
        """Match whose note gives the place, the last of them; else the last match."""
        matches = sorted(self.matches, key=lambda match: match.finished_at or match.opened_at)
        return next((match for match in reversed(matches) if match.sheet.note.place), matches[-1])

    @property
    def times(self) -> tuple[datetime, datetime] | None:
        """Time the first match began or went on, and time the last ended; None if all are from paper."""
        timed = [match for match in self.matches if not match.from_paper]
        ends = (match.finished_at or match.opened_at for match in timed)
        return start_and_end((match.started_at for match in timed), ends, self.day) if timed else None

    @property
    def place(self) -> str:
        """Place of the evening; "" if not noted."""
        return self.placed.sheet.note.place
