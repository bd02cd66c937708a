"""What results of finished matches tell: of everybody, of the house, of one player, and of two of them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import groupby

from companion.rules.text import N_
from companion.storage.people.club import Result
from companion.web.view.evening import NIGHT

FORM = 12  # matches in the line of form
FEW = 3  # below so many matches nothing is compared
Table = tuple[Result, ...]  # the results of one match, seats in their order


@dataclass
class Member:
    """Somebody over these matches: played, won, the latest places, and how many were won one after another."""

    person: str
    name: str
    played: int = 0
    won: int = 0
    form: list[float] = field(default_factory=list)  # the latest first; 1 for a win, towards 0 for the last place
    run: int = 0  # the longest row of wins
    now: int = 0  # the row of wins that still goes on


@dataclass(frozen=True)
class Record:
    """A figure that nobody of the house has bettered, what it is, whose, and the match."""

    figure: int
    what: str  # a phrase for the translators
    result: Result


def tables(results: Sequence[Result]) -> list[Table]:
    """The matches of these results, in their order."""
    return [tuple(group) for _, group in groupby(results, key=lambda one: one.match)]


def members(matches: Iterable[Table]) -> list[Member]:
    """Everybody of these matches, the latest first, who won most above."""
    found: dict[str, Member] = {}
    rows: dict[str, list[bool]] = defaultdict(list)
    for table in matches:
        for one in table:
            member = found.setdefault(one.person, Member(one.person, one.name))
            member.played += 1
            member.won += one.won
            rows[one.person].append(one.won)
            if len(member.form) < FORM:
                member.form.append(place(table, one))
    for person, wins in rows.items():
        found[person].run, found[person].now = longest(wins), len(wins) if all(wins) else wins.index(False)
    return sorted(found.values(), key=lambda member: (-member.won, -member.played, member.name))


def place(table: Table, one: Result) -> float:
    """How somebody ended among all of a match: 1 for a win, 0 for the last place."""
    if one.won:
        return 1.0
    behind = sum(other.points > one.points for other in table)
    return 0.75 * behind / max(1, len(table) - 1)


def longest(wins: Sequence[bool]) -> int:
    """The longest row of wins."""
    return max((len(list(group)) for won, group in groupby(wins) if won), default=0)


def house_records(matches: Sequence[Table]) -> list[Record]:
    """What stands in the house's book after these matches of one game, whole ones for totals; the earlier one stays."""
    results = [one for table in reversed(matches) for one in table]
    if not results:
        return []
    whole = max(len(one.by_deal) for one in results)
    ended = [one for one in results if len(one.by_deal) == whole]
    found = [
        best(ended, N_("lowest total"), lambda one: one.points, min),
        best(ended, N_("highest total"), lambda one: one.points),
        best(results, N_("heaviest hand"), lambda one: one.heaviest),
        best(results, N_("comeback"), lambda one: one.comeback),
        best(results, N_("calls in a match"), lambda one: one.calls),
        best(results, N_("times out in a row"), lambda one: one.run),
    ]
    return [record for record in found if record.figure or record.what == "lowest total"]


def best(
    results: Sequence[Result], what: str, measure: Callable[[Result], int], pick: Callable[..., Result] = max
) -> Record:
    """The result for which a figure is highest, or else what is picked, the first of those that are level."""
    top = pick(results, key=measure)
    return Record(measure(top), what, top)


@dataclass(frozen=True)
class Deal:
    """What somebody gets in one deal of the schedule on average, and everybody else at the same tables."""

    number: int
    mine: float
    table: float


@dataclass(frozen=True)
class Opponent:
    """Somebody met: how often, and how often each of both then had fewer points."""

    name: str
    met: int
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

    @property
    def average(self) -> float:
        """The average total."""
        return sum(one.points for one in self.mine) / self.played

    @property
    def run(self) -> int:
        """The longest row of wins."""
        return longest([one.won for one in self.mine])

    @property
    def out(self) -> float:
        """The share of the deals that they went out in, in hundredths."""
        deals = sum(len(one.by_deal) for one in self.mine)
        return 100 * sum(one.out for one in self.mine) / deals if deals else 0.0

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
        for table in self.matches:
            for one in table:
                for number, points in one.by_deal.items():
                    (mine if one.person == self.mine[0].person else others)[number].append(points)
        told = [number for number in sorted(mine) if len(mine[number]) >= FEW]
        return [Deal(number, average(mine[number]), average(others[number])) for number in told]

    @property
    def with_calls(self) -> tuple[float, float] | None:
        """The average total of matches with more calls than usual, and of the others; None where too few are."""
        usual = sum(one.calls for one in self.mine) / self.played
        more = [one.points for one in self.mine if one.calls > usual]
        fewer = [one.points for one in self.mine if one.calls <= usual]
        return (average(more), average(fewer)) if min(len(more), len(fewer)) >= FEW else None

    @property
    def evenings(self) -> list[tuple[datetime, float]]:
        """A moment of each evening's day and the average total on it, the best first."""
        days: dict[date, list[Result]] = defaultdict(list)
        for one in self.mine:
            days[evening(one.ended_at).date()].append(one)
        told = [(evening(day[0].ended_at), average([one.points for one in day])) for day in days.values()]
        return sorted(told, key=lambda one: one[1])

    @property
    def opponents(self) -> list[Opponent]:
        """Whom they met, most often first."""
        names, met = dict[str, str](), Counter[str]()
        ahead, behind = Counter[str](), Counter[str]()
        for table, me in zip(self.matches, self.mine, strict=True):
            for other in table:
                if other.person != me.person:
                    names.setdefault(other.person, other.name)
                    met[other.person] += 1
                    ahead[other.person] += me.points < other.points
                    behind[other.person] += other.points < me.points
        return [Opponent(names[one], times, ahead[one], behind[one]) for one, times in met.most_common()]


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
    day: datetime
    margin: int


def meetings(matches: Sequence[Table], one: str, other: str) -> list[Meeting]:
    """How two did against each other, match by match, the first of them first."""
    found = []
    for table in reversed(matches):
        points = {result.person: result.points for result in table}
        if one in points and other in points:
            found.append(Meeting(table[0].code, table[0].ended_at, points[other] - points[one]))
    return found


def average(points: Sequence[int]) -> float:
    """The average; 0 of nothing."""
    return sum(points) / len(points) if points else 0.0


def evening(moment: datetime) -> datetime:
    """A moment of the day whose evening that moment belongs to, on the clock of this machine."""
    return (moment - NIGHT).astimezone()
