"""Share picture of a finished match, drawn with Pillow in fonts of the machine; here its texts and figures."""

from collections.abc import Iterator
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True)
class Row:
    """One player in the table: a figure for each deal ("" if none), and the total."""

    name: str
    figures: tuple[str, ...]
    out: tuple[bool, ...]  # for each deal, whether the player went out
    total: str
    won: bool
    note: str = ""  # in place of figures, such as why this player has no place


@dataclass(frozen=True)
class PlayerLine:
    """One player in the chart; points are fractions of its width and of its height, from the top."""

    name: str
    total: str
    style: str
    points: tuple[Point, ...]
    label: float


@dataclass(frozen=True)
class Card:
    """All texts and figures of one picture."""

    language: str
    game: str
    date: str
    heading: str
    sentence: str
    more: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    grid: tuple[tuple[str, float], ...]
    lines: tuple[PlayerLine, ...]
    foot: str

    def texts(self) -> Iterator[str]:
        """Yield all texts of the picture."""
        yield from (self.game, self.date, self.heading, self.sentence, self.more, self.foot, *self.columns)
        for row in self.rows:
            yield from (row.name, row.total, row.note, *row.figures)
