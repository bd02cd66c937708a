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
    return [tuple(group) for _, group in groupby(results, key=lambda result: result.match)]


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
        return sum(result.won for result in self.mine)

    @cached_property
    def whole(self) -> tuple[Result, ...]:
        """Results of whole matches, the basis of all averages."""
        return tuple(result for result in self.mine if result.whole)

    @property
    def average(self) -> float:
        """Average total in points."""
        return average([result.points for result in self.whole])

    @cached_property
    def called(self) -> tuple[Result, ...]:
        """Results of whole matches in which calls were recorded: a sheet brought in has none."""
        tables = zip(self.matches, self.mine, strict=True)
        return tuple(me for table, me in tables if me.whole and any(one.calls for one in table))

    @property
    def calls(self) -> float | None:
        """Average number of calls; None if none were recorded."""
        return average([one.calls for one in self.called]) if self.called else None

    @property
    def jokers(self) -> int:
        """Number of jokers caught in hand."""
        return sum(result.jokers for result in self.whole)

    @property
    def run(self) -> int:
        """Length of the longest winning streak."""
        return longest([result.won for result in self.mine])

    @property
    def out(self) -> float:
        """Percentage of deals in which the player went out, of those of which it is known who did."""
        deals = sum(len(result.by_deal) - result.unknown for result in self.whole)
        return 100 * sum(result.out for result in self.whole) / deals if deals else 0.0

    @property
    def deals(self) -> list[tuple[str, float, float]]:
        """Label of each deal played often enough, and the averages in it: the player's, and that of the others there.

        Only players for whom a match was whole are compared; deals of one number with other contracts stay apart."""
        mine: dict[tuple[int, str], list[int]] = defaultdict(list)
        others: dict[tuple[int, str], list[int]] = defaultdict(list)
        pairs = zip(self.matches, self.mine, strict=True)
        for result in (result for table, me in pairs if me.whole for result in table if result.whole):
            for number, points in result.by_deal.items():
                deal = number, result.labels[number]
                (mine if result.person == self.mine[0].person else others)[deal].append(points)
        told = [deal for deal in sorted(mine) if len(mine[deal]) >= FEW]
        return [(deal[1], average(mine[deal]), average(others[deal])) for deal in told]

    @property
    def with_calls(self) -> tuple[float, float] | None:
        """Average total of matches with more calls than average, and of the others; None if there are too few."""
        usual = average([one.calls for one in self.called])
        more = [one.points for one in self.called if one.calls > usual]
        fewer = [one.points for one in self.called if one.calls <= usual]
        return (average(more), average(fewer)) if min(len(more), len(fewer)) >= FEW else None

    @property
    def evenings(self) -> list[tuple[date, float]]:
        """Day and average total of each evening, best first."""
        days: dict[date, list[int]] = defaultdict(list)
        for result in self.whole:
            days[result.day].append(result.points)
        return sorted(((day, average(points)) for day, points in days.items()), key=lambda pair: pair[1])

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
        return [Opponent(names[who], times, compared[who], ahead[who], behind[who]) for who, times in met.most_common()]


def finish(table: Table, mine: Result, ends: tuple[FinalResult, ...]) -> tuple[list[Result], int]:
    """Return the others by rank, and the distance to the winner, or of the winner to the next, in points.

    Players who left are not compared."""
    others = sorted((result for result in table if result is not mine), key=lambda result: ends[result.seat].rank)
    best = next((result.points for result in others if ends[result.seat].at_table), mine.points)
    return others, abs(mine.points - best)


def life(matches: Sequence[Table], person: str) -> Life | None:
    """Return a player's matches among these; None if there are none."""
    theirs = [(table, result) for table in matches for result in table if result.person == person]
    if not theirs:
        return None
    return Life(theirs[0][1].name, tuple(table for table, _ in theirs), tuple(result for _, result in theirs))


@dataclass(frozen=True)
class Meeting:
    """A match of two players: its code, its day, and by how many points the first had fewer."""

    code: str
    day: date
    margin: int


def meetings(matches: Sequence[Table], person: str, rival: str) -> list[Meeting]:
    """Return the whole matches of both players, oldest first."""
    found = []
    for table in reversed(matches):
        points = {result.person: result.points for result in table if result.whole}
        if person in points and rival in points:
            found.append(Meeting(table[0].code, table[0].day, points[rival] - points[person]))
    return found


def average(points: Sequence[int]) -> float:
    """Return the average; 0 for no values."""
    return sum(points) / len(points) if points else 0.0
