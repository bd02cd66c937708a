"""Draw the share picture, 1080 × 1350 pixels, always light: winner, sentence, chart of totals, table of deals."""

import io
import math
from collections.abc import Iterator
from functools import lru_cache

from PIL import Image, ImageDraw

from companion.picture import Card, PlayerLine, Point, Row
from companion.picture.fonts import Pen, Style

WIDTH, HEIGHT = 1080, 1350
SCALE = 3  # factor by which it is drawn larger, for smooth edges
TABLE, PAPER, INK, SOFT, RULE = "#ebe4d7", "#fbf7ed", "#231e19", "#665b4d", "#dbd1be"
MARK, GOOD, WASH, BLUE, WARN = "#b13515", "#2a6446", "#e1ecdb", "#1d4f91", "#7d5200"
LEFT, RIGHT, MIDDLE = 96, 984, 540
CHART, CHART_LEFT, CHART_WIDTH = 476, 166, 570  # top, left and width, in pixels
FIRST, LAST = 338, 834  # x of the first and the last column
NAMES, TOTALS = 196, 116  # width of a name and of a total in the table, in pixels
ENDS, GAP = CHART_LEFT + CHART_WIDTH + 32, 16  # left of the names beside the chart; least gap from a name to its total
LEAST = 0.75  # least part of their size to which these names shrink before they are cut
END = 1216  # bottom of the table
CROWN = (
    ((2, 6.5), (6.9, 10.5), (12, 3.5), (17.1, 10.5), (22, 6.5), (20.3, 16.8), (3.7, 16.8)),
    ((3.9, 18.6), (20.1, 18.6), (20.1, 20.8), (3.9, 20.8)),
)
COLOURS = 255  # colours of the palette; nearly equal ones are merged
LINES = {  # colour, width, and the lengths of dashes and gaps
    "won": (MARK, 10.0, ()),
    "shared": (MARK, 10.0, (27, 18)),
    "second": (INK, 4.5, ()),
    "third": (SOFT, 4.5, (20, 12)),
    "fourth": (SOFT, 6.0, (3, 12)),
    "fifth": (INK, 4.5, (28, 9, 6, 9)),
    "sixth": (BLUE, 5.0, ()),
    "seventh": (GOOD, 5.0, (12, 9)),
    "eighth": (WARN, 5.0, (34, 12)),
    "ninth": (WARN, 5.0, (34, 12)),
}


@lru_cache(maxsize=8)
def png(card: Card) -> bytes:
    """Return the picture as a PNG file."""
    image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), TABLE)
    Picture(ImageDraw.Draw(image), card).draw_all()
    written = io.BytesIO()
    few = image.reduce(SCALE).quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(written, "PNG")  # a third of the size with all colours, and faster
    return written.getvalue()


class Picture:
    """The drawing of one card."""

    def __init__(self, draw: ImageDraw.ImageDraw, card: Card):
        self.draw, self.card = draw, card
        self.pen = Pen(draw, card.language, SCALE)
        self.write = self.pen.write
        self.row = min(72.0 if len(card.rows) < 5 else 52.0, 416 / max(1, len(card.rows)))
        self.top = END - self.row * len(card.rows)  # top of the table
        self.chart = self.top - 100 - CHART  # height of the chart
        self.size, self.totals = self.ends()

    def draw_all(self) -> None:
        """Draw everything, from the top."""
        for left, top in ((56, 60), (48, 50), (40, 40)):
            sheet = scaled([(left, top), (WIDTH - left, top + 1250)])
            self.draw.rounded_rectangle(sheet, 44 * SCALE, PAPER, RULE, 2 * SCALE)
        self.head()
        self.grid()
        for line in self.card.lines:
            self.line(line)
        self.table()
        self.write(self.card.foot, MIDDLE, 1262, Style(26, SOFT, anchor="m"), RIGHT - LEFT)

    def head(self) -> None:
        """Draw the game and its day, the crown, and the result."""
        card = self.card
        self.write(card.game, LEFT, 126, Style(40, INK, "bold"), 480)
        self.write(card.date, RIGHT, 126, Style(34, SOFT, anchor="r"), 380)
        for shape in CROWN:
            self.draw.polygon(scaled([(502 + x * 76 / 24, 160 + y * 76 / 24) for x, y in shape]), MARK)
        self.write(card.heading, MIDDLE, 346, Style(128, INK, "bold", "m", 0.35), RIGHT - LEFT)
        self.write(card.sentence, MIDDLE, 420 if not card.more else 408, Style(44, INK, "serif", "m"), RIGHT - LEFT)
        self.write(card.more, MIDDLE, 446, Style(28, SOFT, anchor="m"), RIGHT - LEFT)

    def grid(self) -> None:
        """Draw the point labels beside the chart, with a rule for each."""
        for points, down in self.card.grid:
            y = CHART + down * self.chart
            self.rule(CHART_LEFT, CHART_LEFT + CHART_WIDTH, y)
            self.write(points, CHART_LEFT - 18, y + 10, Style(26, SOFT, anchor="r"), 64)

    def line(self, line: PlayerLine) -> None:
        """Draw one player's totals, with a dot at the end and a thin line from it to the name."""
        colour, width, dashes = LINES[line.style]
        points = [(CHART_LEFT + x * CHART_WIDTH, CHART + y * self.chart) for x, y in line.points]
        for one in dashed(points, dashes):
            self.stroke(one, colour, width)
        y = CHART + line.label * self.chart
        style = end(line, self.size)
        self.stroke([points[-1], (ENDS - 6, y - style.size * 0.36)], colour, 2)
        self.dot(points[-1], 11, colour)
        self.write(line.total, RIGHT, y, style._replace(anchor="r"), self.totals)
        self.write(line.name, ENDS, y, style, RIGHT - ENDS - GAP - self.totals)

    def ends(self) -> tuple[float, float]:
        """Return the size of names and totals beside the chart, set by the longest, and the widest total."""
        size = min(36.0, self.chart / 8.6)
        names = max((self.pen.width(line.name, end(line, size)) for line in self.card.lines), default=0.0)
        totals = max((self.pen.width(line.total, end(line, size)) for line in self.card.lines), default=0.0)
        part = min(1.0, max(LEAST, (RIGHT - ENDS - GAP - 2) / max(1.0, names + totals)))
        return size * part, totals * part + 1

    def table(self) -> None:
        """Draw a row for each player, a column for each deal, and the totals."""
        for place, name in enumerate(self.card.columns):
            self.write(name, self.column(place), self.top - 6, Style(26, SOFT, anchor="m"), self.pitch - 4)
        for place, row in enumerate(self.card.rows):
            self.table_row(row, self.top + place * self.row)

    def table_row(self, row: Row, top: float) -> None:
        """Draw one player's row, with a ring for deals in which the player went out."""
        size, style = min(1.0, self.row / 60), "bold" if row.won else "regular"
        base = top + self.row * 0.5 + 13 * size
        self.rule(LEFT, RIGHT, top)
        self.write(row.name, LEFT, base, Style(38 * size, INK, style), NAMES)
        self.write(row.total, RIGHT, base + 3, Style(46 * size, INK, style, "r"), TOTALS)
        clear = self.column(0 if len(row.figures) > 5 else len(row.figures)) - 20  # of points besides the deals
        self.write(row.note, clear, base, Style(28 * size, SOFT), RIGHT - TOTALS - clear)
        for place, (figure, out) in enumerate(zip(row.figures, row.out, strict=True)):
            x = self.column(place)
            if out:
                self.ring((x, top + self.row * 0.5 + 2), min(23.0, self.pitch * 0.43, self.row * 0.4))
            figures = Style(min(30 * size, self.pitch * 0.5), INK, anchor="m")
            self.write(figure, x, top + self.row * 0.5 + 2 + figures.size * 0.36, figures, self.pitch - 2)

    @property
    def pitch(self) -> float:
        """Distance of the columns, in pixels."""
        return min(62.0, (LAST - FIRST) / max(1, len(self.card.columns) - 1))

    def column(self, place: int) -> float:
        """Return the x of a column."""
        return FIRST + place * self.pitch

    # Drawing primitives, in coordinates of the finished picture

    def rule(self, left: float, right: float, y: float) -> None:
        """Draw a thin horizontal line."""
        self.draw.line(scaled([(left, y), (right, y)]), RULE, 2 * SCALE)

    def stroke(self, points: list[Point], colour: str, width: float) -> None:
        """Draw a line with round joints and ends."""
        self.draw.line(scaled(points), colour, round(width * SCALE), joint="curve")
        for point in (points[0], points[-1]):
            self.dot(point, width / 2, colour)

    def dot(self, at: Point, radius: float, colour: str) -> None:
        """Draw a filled circle."""
        self.draw.circle(scaled([at])[0], radius * SCALE, colour)

    def ring(self, at: Point, radius: float) -> None:
        """Draw the ring around the figure of a player who went out."""
        self.draw.circle(scaled([at])[0], radius * SCALE, WASH, GOOD, 3 * SCALE)


def end(line: PlayerLine, size: float) -> Style:
    """Return the style of the name and total at the end of a line; they do not shrink further."""
    return Style(size, INK, "bold" if line.style in ("won", "shared") else "regular", least=1.0)


def scaled(points: list[Point]) -> list[Point]:
    """Return the points in drawing coordinates."""
    return [(x * SCALE, y * SCALE) for x, y in points]


def dashed(points: list[Point], dashes: tuple[int, ...]) -> Iterator[list[Point]]:
    """Yield a line in dashes; the whole line if there are none."""
    if not dashes:
        yield points
        return
    place, left, piece = 0, float(dashes[0]), [points[0]]
    for start, end in zip(points, points[1:], strict=False):
        length, done = math.dist(start, end), 0.0
        while length - done > left:
            done += left
            at = (start[0] + (end[0] - start[0]) * done / length, start[1] + (end[1] - start[1]) * done / length)
            if place % 2 == 0:
                yield [*piece, at]
            place, piece = place + 1, [at]
            left = float(dashes[place % len(dashes)])
        left -= length - done
        piece.append(end)
    if place % 2 == 0 and len(piece) > 1:
        yield piece
