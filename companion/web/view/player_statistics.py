"""Statistics of one player, and of two head to head, from results; only whole matches are compared."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import groupby

from companion.sheet.match_statistics import longest
from companion.storage.match_lists import FinalResult
from companion.storage.players.results_query import Result
from companion.storage.players.standings import FEW

Table = tuple[Result, ...]  # results of one match, in order of seats


def tables(results: Sequence[Result]) -> list[Table]:
    """Group results by match, in their order."""
    return [tuple(group) for _, group in groupby(results, key=lambda one: one.match)]


@dataclass(frozen=True)
class Opponent:
    """An opponent: matches together, whole matches of both, and in how many of these each was ahead."""

    name: str
    met: int
    compared: int
    ahead: int
    behind: int


@dataclass(frozen=True)
class Life:
    """One player's matches of one game, latest first."""

    name: str
    matches: tuple[Table, ...]
    mine: tuple[Result, ...]

    @property
    def played(self) -> int:
        """Number of matches."""
        return len(self.mine)

    @property
    def won(self) -> int:
        """Number of matches won."""
        return sum(one.won for one in self.mine)

    @cached_property
    def whole(self) -> tuple[Result, ...]:
        """Results of whole matches, the basis of all averages."""
        return tuple(one for one in self.mine if one.whole)

    @property
    def average(self) -> float:
        """Average total in points."""
        return average([one.points for one in self.whole])

    @property
    def calls(self) -> float:
        """Average number of calls."""
        return average([one.calls for one in self.whole])

    @property
    def jokers(self) -> int:
        """Number of jokers caught in hand."""
        return sum(one.jokers for one in self.whole)

    @property
    def run(self) -> int:
        """Length of the longest winning streak."""
        return longest([one.won for one in self.mine])

    @property
    def out(self) -> float:
        """Percentage of deals in which the player went out, of those of which it is known who did."""
        deals = sum(len(one.by_deal) - one.unknown for one in self.whole)
        return 100 * sum(one.out for one in self.whole) / deals if deals else 0.0

    @property
    def deals(self) -> list[tuple[str, float, float]]:
        """Label of each deal played often enough, and the averages in it: the player's, and that of the others there.

        Only players for whom a match was whole are compared; deals of one number with other contracts stay apart."""
        mine: dict[tuple[int, str], list[int]] = defaultdict(list)
        others: dict[tuple[int, str], list[int]] = defaultdict(list)
        whole = (
            one for table, me in zip(self.matches, self.mine, strict=True) for one in table if me.whole and one.whole
        )
        for one in whole:
            for number, points in one.by_deal.items():
                deal = number, one.labels[number]
                (mine if one.person == self.mine[0].person else others)[deal].append(points)
        told = [deal for deal in sorted(mine) if len(mine[deal]) >= FEW]
        return [(deal[1], average(mine[deal]), average(others[deal])) for deal in told]

    @property
    def with_calls(self) -> tuple[float, float] | None:
        """Average total of matches with more calls than average, and of the others; None if there are too few."""
        more = [one.points for one in self.whole if one.calls > self.calls]
        fewer = [one.points for one in self.whole if one.calls <= self.calls]
        return (average(more), average(fewer)) if min(len(more), len(fewer)) >= FEW else None

    @property
    def evenings(self) -> list[tuple[date, float]]:
        """Day and average total of each evening, best first."""
        days: dict[date, list[int]] = defaultdict(list)
        for one in self.whole:
            days[one.day].append(one.points)
        return sorted(((day, average(points)) for day, points in days.items()), key=lambda one: one[1])

    @property
    def opponents(self) -> list[Opponent]:
        """Opponents, most frequent first."""
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


def finish(table: Table, mine: Result, ends: tuple[FinalResult, ...]) -> tuple[list[Result], int]:
    """Return the others by rank, and the distance to the winner, or of the winner to the next, in points.

    Players who left are not compared."""
    others = sorted((one for one in table if one is not mine), key=lambda one: ends[one.seat].rank)
    best = next((one.points for one in others if ends[one.seat].at_table), mine.points)
    return others, abs(mine.points - best)


def life(matches: Sequence[Table], person: str) -> Life | None:
    """Return a player's matches among these; None if there are none."""
    theirs = [(table, one) for table in matches for one in table if one.person == person]
    if not theirs:
        return None
    return Life(theirs[0][1].name, tuple(table for table, _ in theirs), tuple(one for _, one in theirs))


@dataclass(frozen=True)
class Meeting:
    """A match of two players: its code, its day, and by how many points the first had fewer."""

    code: str
    day: date
    margin: int


def meetings(matches: Sequence[Table], one: str, other: str) -> list[Meeting]:
    """Return the whole matches of both players, oldest first."""
    found = []
    for table in reversed(matches):
        points = {result.person: result.points for result in table if result.whole}
        if one in points and other in points:
            found.append(Meeting(table[0].code, table[0].day, points[other] - points[one]))
    return found


def average(points: Sequence[int]) -> float:
    """Return the average; 0 for no values."""
    return sum(points) / len(points) if points else 0.0
