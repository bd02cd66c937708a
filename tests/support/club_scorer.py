"""A second scorer over many matches: who won how often and against whom, the evenings, and the records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from itertools import takewhile

from tests.support.scorer import Score

NIGHT = timedelta(hours=4)  # after midnight it is still the evening before


@dataclass(frozen=True)
class Ended:
    """A finished match, and when it ended."""

    code: str
    score: Score
    at: datetime

    @property
    def day(self) -> date:
        """The day it was played: the one on the paper, or else that of its end (B6)."""
        notes = [entry["body"] for entry in self.score.entries if entry["kind"] == "note"]
        if notes and notes[-1].get("day"):
            return date.fromisoformat(notes[-1]["day"])
        return (self.at - NIGHT).astimezone().date()

    @property
    def counts(self) -> bool:
        """Whether any deal counts: if not, nobody has won, and no statistic knows of it (B5)."""
        return bool(self.score.counting)

    @property
    def names(self) -> list[str]:
        """Everybody who sat there."""
        return self.score.names

    def won(self, name: str) -> bool:
        """Whether that player won."""
        return self.names.index(name) in self.score.winners

    def total(self, name: str) -> int:
        """The total of that player."""
        return self.score.total(self.names.index(name))

    @cached_property
    def whole(self) -> list[str]:
        """Who was there for every deal, of a match that was not ended early (B4)."""
        score = self.score
        deals = [set(score.players(deal)) for deal in range(1, score.many + 1)]
        there = set(score.staying).intersection(*deals)
        return [] if score.stopped else [score.names[seat] for seat in sorted(there)]

    @property
    def heaviest(self) -> int:
        """The heaviest hand of all; bonus rounds only decide a tie."""
        return max((points for name in self.names for points in self.hands(name)), default=0)

    @property
    def complete(self) -> list[str]:
        """Whose total may be a record: a whole match of which every deal was booked."""
        return self.whole if len(self.score.counting) == self.score.many else []

    def hands(self, name: str) -> list[int]:
        """What each deal that counts cost that player."""
        found = (self.score.points(deal, self.names.index(name)) for deal in self.score.counting)
        return [points for points in found if points is not None]

    def outs(self, name: str) -> list[bool]:
        """Whether that player went out, for each deal they played that counts."""
        seat, score = self.names.index(name), self.score
        return [score.out(deal) == seat for deal in score.counting if score.points(deal, seat) is not None]

    def calls(self, name: str) -> int:
        """The calls made in deals that count."""
        seat, score = self.names.index(name), self.score
        mine = [one for one in score.marks if one["seat"] == seat and score.points(one["deal"], seat) is not None]
        return sum({"made": 1, "undone": -1}[one["how"]] for one in mine if one["deal"] in score.counting)

    def award(self, what: str, name: str) -> int:
        """The figure of a player that stands under the result, by its words there."""
        if what.startswith("call"):
            return self.calls(name)
        if what.startswith("joker"):
            return self.jokers(name)
        return sum(self.outs(name)) if "out" in what else max(self.hands(name), default=0)

    def jokers(self, name: str) -> int:
        """The jokers left in hand in deals that count."""
        seat, score = self.names.index(name), self.score
        left = [deal for deal in score.counting if score.points(deal, seat) is not None and score.out(deal) != seat]
        return sum(score.hands[deal, seat]["cards"].split().count("JK") for deal in left)

    def behind(self, name: str) -> int:
        """The most points by which a winner once lay behind, after a deal, of those for whom the match is whole."""
        if name not in self.whole or not self.won(name):
            return 0
        score, found = self.score, [0]
        for until in score.counting:
            upto = [deal for deal in score.counting if deal <= until]
            totals = {one: self.after(one, upto) for one in self.whole}
            found.append(totals[name] - min(totals.values()))
        return max(found)

    def after(self, name: str, deals: Sequence[int]) -> int:
        """The total of a player who sat there from the first deal on, after the last of these deals."""
        seat = self.names.index(name)
        given = sum(one["points"] for one in self.score.given if one["seat"] == seat and one["deal"] <= deals[-1])
        return given + sum(self.score.points(deal, seat) or 0 for deal in deals)


def longest(wins: Sequence[bool]) -> int:
    """The longest row of wins."""
    return max((len(list(takewhile(bool, wins[start:]))) for start in range(len(wins))), default=0)


class Club:
    """All matches that count, the latest first."""

    def __init__(self, ended: Sequence[Ended]):
        matches = [one for one in ended if one.counts]
        self.matches = sorted(matches, key=lambda one: (one.day, one.at), reverse=True)
        self.people = sorted({name for one in matches for name in one.names})

    def of(self, *names: str, game: str = "") -> list[Ended]:
        """The matches of a game at which all these sat."""
        return [one for one in self.matches if {*names} <= {*one.names} and game in ("", one.score.game)]

    def record(self, name: str, game: str = "") -> tuple[int, int]:
        """How often somebody played, and won."""
        return len(self.of(name, game=game)), sum(one.won(name) for one in self.of(name, game=game))

    def totals(self, name: str, game: str) -> list[int]:
        """The totals of whole matches, of which averages are made."""
        return [one.total(name) for one in self.of(name, game=game) if name in one.whole]

    def wins(self, name: str, game: str = "") -> list[bool]:
        """Which matches somebody won, the latest first."""
        return [one.won(name) for one in self.of(name, game=game)]

    def meetings(self, one: str, other: str, game: str = "") -> list[int]:
        """By how many points fewer somebody ended each match that was whole for both, the first one first."""
        met = [match for match in reversed(self.of(one, other, game=game)) if {one, other} <= {*match.whole}]
        return [match.total(other) - match.total(one) for match in met]

    def records(self, game: str) -> dict[str, tuple[int, list[tuple[str, str]]]]:
        """What nobody of the house has bettered: the figure, and whose it may be in which match."""
        everybody = [(one, name) for one in self.of(game=game) for name in one.names]
        whole = [(one, name) for one, name in everybody if name in one.whole]
        complete = [(one, name) for one, name in everybody if name in one.complete]
        kinds = {
            "lowest total": {(one.code, name): -one.total(name) for one, name in complete},
            "highest total": {(one.code, name): one.total(name) for one, name in complete},
            "heaviest hand": {(one.code, name): max(one.hands(name), default=0) for one, name in everybody},
            "comeback": {(one.code, name): one.behind(name) for one, name in whole},
            "calls in a match": {(one.code, name): one.calls(name) for one, name in whole},
            "times out in a row": {(one.code, name): longest(one.outs(name)) for one, name in everybody},
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
        """Every day on which something was played, with its matches, the first of them first."""
        for day in sorted({one.day for one in self.matches}):
            yield day, [one for one in reversed(self.matches) if one.day == day]


def most_wins(matches: Sequence[Ended]) -> tuple[list[str], int]:
    """Who won most of these matches, and how many of them."""
    names = list(dict.fromkeys(name for one in matches for name in one.names))
    won = {name: sum(one.won(name) for one in matches if name in one.names) for name in names}
    most = max(won.values())
    return [name for name in names if most and won[name] == most], most
