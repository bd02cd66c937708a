"""Second scorer over many matches: wins, meetings, evenings and records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from itertools import takewhile

from tests.support.scorer import Score

NIGHT = timedelta(hours=4)  # a match that ends this soon after midnight belongs to the day before


@dataclass(frozen=True)
class Ended:
    """A finished match with the time of its end."""

    code: str
    score: Score
    at: datetime

    @property
    def day(self) -> date:
        """The day of the match: the one written on the paper, or else the day of its end (B6)."""
        notes = [entry["body"] for entry in self.score.entries if entry["kind"] == "note"]
        if notes and notes[-1].get("day"):
            return date.fromisoformat(notes[-1]["day"])
        return (self.at.astimezone().replace(tzinfo=None) - NIGHT).date()

    @property
    def counts(self) -> bool:
        """True if any deal counts; without one the match has no winner and enters no statistic (B5)."""
        return bool(self.score.counting)

    @property
    def names(self) -> list[str]:
        """The names of all players of the match."""
        return self.score.names

    def won(self, name: str) -> bool:
        """True if that player won."""
        return self.names.index(name) in self.score.winners

    def total(self, name: str) -> int:
        """Return the total of that player."""
        return self.score.total(self.names.index(name))

    @cached_property
    def whole(self) -> list[str]:
        """The players present for every deal, if the match counts and was not ended early (B4, B5)."""
        score = self.score
        deals = [set(score.players(deal)) for deal in range(1, score.many + 1)]
        there = set(score.staying).intersection(*deals)
        return [score.names[seat] for seat in sorted(there)] if self.counts and not score.stopped else []

    @property
    def heaviest(self) -> int:
        """The biggest hand, in points, without bonus rounds, which only decide a tie."""
        return max((points for name in self.names for points in self.hands(name)), default=0)

    @property
    def complete(self) -> list[str]:
        """The players whose total may be a record: the match is whole and every deal was booked."""
        return self.whole if len(self.score.counting) == self.score.many else []

    def hands(self, name: str) -> list[int]:
        """Return the points of that player in each deal that counts."""
        found = (self.score.points(deal, self.names.index(name)) for deal in self.score.counting)
        return [points for points in found if points is not None]

    def outs(self, name: str) -> list[bool]:
        """Return, for each counting deal of that player, whether they went out."""
        seat, score = self.names.index(name), self.score
        return [score.out(deal) == seat for deal in score.counting if score.points(deal, seat) is not None]

    def calls(self, name: str) -> int:
        """Return the number of calls of that player in deals that count."""
        seat, score = self.names.index(name), self.score
        mine = [one for one in score.marks if one["seat"] == seat and score.points(one["deal"], seat) is not None]
        return sum({"made": 1, "undone": -1}[one["how"]] for one in mine if one["deal"] in score.counting)

    def award(self, what: str, name: str) -> int:
        """Return the figure of a player in the award with these words under the result."""
        if what.startswith("call"):
            return self.calls(name)
        if what.startswith("joker"):
            return self.jokers(name)
        return sum(self.outs(name)) if "won" in what else max(self.hands(name), default=0)

    def jokers(self, name: str) -> int:
        """Return the number of jokers left in hand in deals that count."""
        seat, score = self.names.index(name), self.score
        left = [deal for deal in score.counting if score.points(deal, seat) is not None and score.out(deal) != seat]
        return sum(score.hands[deal, seat]["cards"].split().count("JK") for deal in left)

    def behind(self, name: str) -> int:
        """Return the most points by which a winner lay behind after a deal, if the match is whole for them."""
        if name not in self.whole or not self.won(name):
            return 0
        score, found = self.score, [0]
        for until in score.counting:
            upto = [deal for deal in score.counting if deal <= until]
            totals = {one: self.after(one, upto) for one in self.whole}
            found.append(totals[name] - min(totals.values()))
        return max(found)

    def after(self, name: str, deals: Sequence[int]) -> int:
        """Return the total of a player present from the first deal on, after the last of these deals."""
        seat = self.names.index(name)
        given = sum(one["points"] for one in self.score.given if one["seat"] == seat and one["deal"] <= deals[-1])
        return given + sum(self.score.points(deal, seat) or 0 for deal in deals)


def longest(wins: Sequence[bool]) -> int:
    """Return the length of the longest winning streak."""
    return max((len(list(takewhile(bool, wins[start:]))) for start in range(len(wins))), default=0)


class Club:
    """All matches that count, newest first."""

    def __init__(self, ended: Sequence[Ended]):
        matches = [one for one in ended if one.counts]
        self.matches = sorted(matches, key=lambda one: (one.day, one.at), reverse=True)
        self.people = sorted({name for one in matches for name in one.names})

    def of(self, *names: str, game: str = "") -> list[Ended]:
        """Return the matches of a game in which all these players took part."""
        return [one for one in self.matches if {*names} <= {*one.names} and game in ("", one.score.game)]

    def record(self, name: str, game: str = "") -> tuple[int, int]:
        """Return the numbers of matches played and won."""
        return len(self.of(name, game=game)), sum(one.won(name) for one in self.of(name, game=game))

    def totals(self, name: str, game: str) -> list[int]:
        """Return the totals of whole matches, from which averages are made."""
        return [one.total(name) for one in self.of(name, game=game) if name in one.whole]

    def wins(self, name: str, game: str = "") -> list[bool]:
        """Return whether that player won each match, newest first."""
        return [one.won(name) for one in self.of(name, game=game)]

    def meetings(self, one: str, other: str, game: str = "") -> list[int]:
        """Return the margins in points, positive where `one` had fewer, of matches whole for both, oldest first."""
        met = [match for match in reversed(self.of(one, other, game=game)) if {one, other} <= {*match.whole}]
        return [match.total(other) - match.total(one) for match in met]

    def records(self, game: str) -> dict[str, tuple[int, list[tuple[str, str]]]]:
        """Return each record: the figure, and the matches and players that reached it."""
        everybody = [(one, name) for one in self.of(game=game) for name in one.names]
        whole = [(one, name) for one, name in everybody if name in one.whole]
        complete = [(one, name) for one, name in everybody if name in one.complete]
        kinds = {
            "lowest total": {(one.code, name): -one.total(name) for one, name in complete},
            "highest total": {(one.code, name): one.total(name) for one, name in complete},
            "biggest hand": {(one.code, name): max(one.hands(name), default=0) for one, name in everybody},
            "comeback": {(one.code, name): one.behind(name) for one, name in whole},
            f"{'buys' if game == 'contract-rummy' else 'calls'} in a match": {
                (one.code, name): one.calls(name) for one, name in whole
            },
            "hands won in a row": {(one.code, name): longest(one.outs(name)) for one, name in everybody},
        }
        found = {what: (max(each.values()), each) for what, each in kinds.items() if each}
        told = {
            what: (top, [one for one, figure in each.items() if figure == top]) for what, (top, each) in found.items()
        }
        return {
            what: (-top if what == "lowest total" else top, whose)
            for what, (top, whose) in told.items()
            if top or what == "lowest total"
        }

    def evenings(self) -> Iterator[tuple[date, list[Ended]]]:
        """Yield each day with matches, and those matches in order."""
        for day in sorted({one.day for one in self.matches}):
            yield day, [one for one in reversed(self.matches) if one.day == day]


def most_wins(matches: Sequence[Ended]) -> tuple[list[str], int]:
    """Return the players with most wins in these matches, and the number of wins."""
    names = list(dict.fromkeys(name for one in matches for name in one.names))
    won = {name: sum(one.won(name) for one in matches if name in one.names) for name in names}
    most = max(won.values())
    return [name for name in names if most and won[name] == most], most
