"""What stands on the picture of a result, in words and figures of one language; where it stands is said elsewhere."""

from collections.abc import Iterator
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True)
class Row:
    """One player in the table: a figure for each deal, "" where there is none, and the total."""

    name: str
    figures: tuple[str, ...]
    out: tuple[bool, ...]  # whether they went out in that deal
    total: str
    won: bool


@dataclass(frozen=True)
class Line:
    """One player in the chart; points are parts of its width and of its height, from above."""

    name: str
    total: str
    style: str
    points: tuple[Point, ...]
    label: float


@dataclass(frozen=True)
class Card:
    """The whole picture."""

    language: str
    game: str
    date: str
    heading: str
    sentence: str
    more: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    grid: tuple[tuple[str, float], ...]
    lines: tuple[Line, ...]
    foot: str

    def texts(self) -> Iterator[str]:
        """Everything that is written on it."""
        yield from (self.game, self.date, self.heading, self.sentence, self.more, self.foot, *self.columns)
        for row in self.rows:
            yield from (row.name, row.total, *row.figures)
