"""What results of finished matches tell of one player, and of two of them; only whole matches are compared."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import groupby

from companion.storage.players.results_query import Result
from companion.storage.players.standings import FEW, FORM, worth

Table = tuple[Result, ...]  # the results of one match, seats in their order


def tables(results: Sequence[Result]) -> list[Table]:
    """The matches of these results, in their order."""
    return [tuple(group) for _, group in groupby(results, key=lambda one: one.match)]


def place(table: Table, one: Result) -> float:
    """How somebody ended among all whose whole match it was: 1 for a win, 0 for the last place or a part."""
    others = [other.points for other in table if other.whole and other.person != one.person]
    return worth(one.won, one.whole, sum(points > one.points for points in others), len(others))


def longest(wins: Sequence[bool]) -> int:
    """The longest row of wins."""
    return max((len(list(group)) for won, group in groupby(wins) if won), default=0)


@dataclass(frozen=True)
class Deal:
    """What somebody gets in one deal of the schedule on average, and everybody else at the same tables."""

    number: int
    mine: float
    table: float


@dataclass(frozen=True)
class Opponent:
    """Somebody met: how often, in how many whole matches of both, and how often each of both then had fewer points."""

    name: str
    met: int
    compared: int
    ahead: int
    behind: int


@dataclass(frozen=True)
class Life:
    """One player's matches of one game, the latest first."""

    name: str
    matches: tuple[Table, ...]
    mine: tuple[Result, ...]

    @property
    def played(self) -> int:
        """How many they are."""
        return len(self.mine)

    @property
    def won(self) -> int:
        """How many of them were won."""
        return sum(one.won for one in self.mine)

    @cached_property
    def whole(self) -> tuple[Result, ...]:
        """Those that are whole matches, of which all averages are."""
        return tuple(one for one in self.mine if one.whole)

    @property
    def average(self) -> float:
        """The average total."""
        return average([one.points for one in self.whole])

    @property
    def calls(self) -> float:
        """The average number of calls."""
        return average([one.calls for one in self.whole])

    @property
    def jokers(self) -> int:
        """The jokers caught in hand."""
        return sum(one.jokers for one in self.whole)

    @property
    def run(self) -> int:
        """The longest row of wins."""
        return longest([one.won for one in self.mine])

    @property
    def out(self) -> float:
        """The share of the deals that they went out in, in hundredths."""
        deals = sum(len(one.by_deal) for one in self.whole)
        return 100 * sum(one.out for one in self.whole) / deals if deals else 0.0

    @property
    def form(self) -> list[float]:
        """The latest places, the newest first."""
        pairs = zip(self.matches, self.mine, strict=True)
        return [place(table, one) for table, one in pairs][:FORM]

    @property
    def deals(self) -> list[Deal]:
        """Averages deal by deal, of deals that were played often enough."""
        mine: dict[int, list[int]] = defaultdict(list)
        others: dict[int, list[int]] = defaultdict(list)
        for table in self._compared:
            for one in table:
                for number, points in one.by_deal.items():
                    (mine if one.person == self.mine[0].person else others)[number].append(points)
        told = [number for number in sorted(mine) if len(mine[number]) >= FEW]
        return [Deal(number, average(mine[number]), average(others[number])) for number in told]

    @property
    def _compared(self) -> list[Table]:
        """Their whole matches, each with those alone whose whole match it was as well."""
        pairs = zip(self.matches, self.mine, strict=True)
        return [tuple(one for one in table if one.whole) for table, mine in pairs if mine.whole]

    @property
    def with_calls(self) -> tuple[float, float] | None:
        """The average total of matches with more calls than usual, and of the others; None where too few are."""
        more = [one.points for one in self.whole if one.calls > self.calls]
        fewer = [one.points for one in self.whole if one.calls <= self.calls]
        return (average(more), average(fewer)) if min(len(more), len(fewer)) >= FEW else None

    @property
    def evenings(self) -> list[tuple[date, float]]:
        """Each evening's day and the average total on it, the best first."""
        days: dict[date, list[int]] = defaultdict(list)
        for one in self.whole:
            days[one.day].append(one.points)
        return sorted(((day, average(points)) for day, points in days.items()), key=lambda one: one[1])

    @property
    def opponents(self) -> list[Opponent]:
        """Whom they met, most often first."""
        names, met, compared = dict[str, str](), Counter[str](), Counter[str]()
        ahead, behind = Counter[str](), Counter[str]()
        for table, me in zip(self.matches, self.mine, strict=True):
            for other in table:
                if other.person != me.person:
                    names.setdefault(other.person, other.name)
                    both = me.whole and other.whole
                    met[other.person] += 1
                    compared[other.person] += both
                    ahead[other.person] += both and me.points < other.points
                    behind[other.person] += both and other.points < me.points
        return [Opponent(names[one], times, compared[one], ahead[one], behind[one]) for one, times in met.most_common()]


def life(matches: Sequence[Table], person: str) -> Life | None:
    """One player's matches among these; None where there are none."""
    theirs = [(table, one) for table in matches for one in table if one.person == person]
    if not theirs:
        return None
    return Life(theirs[0][1].name, tuple(table for table, _ in theirs), tuple(one for _, one in theirs))


@dataclass(frozen=True)
class Meeting:
    """A match of two: its code, its day, and by how many points the first had fewer."""

    code: str
    day: date
    margin: int


def meetings(matches: Sequence[Table], one: str, other: str) -> list[Meeting]:
    """How two did against each other, whole match by whole match of both, the first of them first."""
    found = []
    for table in reversed(matches):
        points = {result.person: result.points for result in table if result.whole}
        if one in points and other in points:
            found.append(Meeting(table[0].code, table[0].day, points[other] - points[one]))
    return found


def average(points: Sequence[int]) -> float:
    """The average; 0 of nothing."""
    return sum(points) / len(points) if points else 0.0
