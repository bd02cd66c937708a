"""Charts for inline SVG: the totals of a match, and the places, totals and margins of a player over many matches."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count
from statistics import fmean

from companion.sheet.scoresheet import Sheet
from companion.storage.players.standings import FORM
from companion.web.view.player_statistics import Life, Meeting, average

LEFT, RIGHT, TOP = 34.0, 206.0, 14.0  # edges of a match's chart, in its own units
BOTTOM = 86.0  # lower edge of the grid
LABEL = 15.0  # least distance of two names at the ends of lines
STEP = 17.0  # least distance of two numbers below the drawing
STYLES = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


@dataclass(frozen=True)
class TotalsLine:
    """One player's totals as a line: its points, and the position of its name."""

    seat: int
    total: int
    style: str
    points: tuple[tuple[float, float], ...]
    label: float


@dataclass(frozen=True)
class Chart:
    """Lines and their grid."""

    lines: tuple[TotalsLine, ...]
    rows: tuple[tuple[int, float], ...]  # points and height
    columns: tuple[tuple[int, float], ...]  # number of the deal and distance
    axis: float  # height of those numbers
    height: float


def chart(sheet: Sheet, bottom: float = BOTTOM) -> Chart:
    """Return the totals after each deal, lowest on top; a line begins and ends where its player did."""
    last = max(1, min(sheet.played, len(sheet.game.deals)))
    spans = {seat: span(sheet, seat, last) for seat in sheet.seats}
    totals = {seat: running_totals(sheet, seat, spans[seat]) for seat in sheet.seats}
    low = min(0, *(min(line.values()) for line in totals.values()))
    high = max(50, *(max(line.values()) for line in totals.values()))
    across = {deal: LEFT + (RIGHT - LEFT) * deal / last for deal in range(last + 1)}

    def down(points: int) -> float:
        return round(TOP + (bottom - TOP) * (points - low) / (high - low), 1)

    order = sorted(sheet.seats, key=lambda seat: (sheet.totals[seat], seat not in sheet.winners))
    labels = spread([down(sheet.totals[seat]) for seat in order], bottom)
    lines = []
    for place, seat in enumerate(order):
        points = tuple((round(across[deal], 1), down(total)) for deal, total in totals[seat].items())
        win = "shared" if place else "won"
        style = win if seat in sheet.winners else STYLES[min(place - bool(sheet.winners), len(STYLES) - 1)]
        lines.append(TotalsLine(seat, sheet.totals[seat], style, points, labels[place]))
    step = grid_step(high - low, 5)
    rows = tuple((points, down(points)) for points in range(low - low % step, high + 1, step) if points >= low)
    axis = max(bottom + 5, labels[-1]) + LABEL
    return Chart(tuple(reversed(lines)), rows, numbers(across), axis, axis + 4)


def grid_step(height: int, most: int) -> int:
    """Return the points between two grid lines: 1, 2 or 5 times a power of ten, with at most `most` steps."""
    sizes: Iterator[int] = (digit * 10**power for power in count(1) for digit in (1, 2, 5))
    return next(size for size in sizes if height <= size * most)


def span(sheet: Sheet, seat: int, last: int) -> range:
    """Return the deals after which a player has a total: from joining to leaving."""
    start = sheet.start(seat)
    first = min(start.deal - 1, last) if start else 0
    there = [deal for deal in range(1, last + 1) if seat in sheet.seating(deal)]
    return range(first, max(there, default=first) + 1)


def running_totals(sheet: Sheet, seat: int, deals: range) -> dict[int, int]:
    """Return a player's totals after these deals; the last is the final one, with all that was added later.

    That is a bonus or fine after leaving or for a deal reopened since, and the start score for a deal never played."""
    return {deal: sheet.total_after(deal, seat) for deal in deals} | {deals[-1]: sheet.totals[seat]}


def numbers(across: dict[int, float]) -> tuple[tuple[int, float], ...]:
    """Return the numbers of the deals with their positions, every other one omitted if they would overlap."""
    deals = [deal for deal in across if deal]
    every = 1 if len(deals) < 2 or across[2] - across[1] >= STEP else 2
    return tuple((deal, across[deal]) for deal in deals if (deals[-1] - deal) % every == 0)


def spread(heights: list[float], bottom: float) -> list[float]:
    """Return the heights, sorted from the top, spread so that names do not overlap or leave the grid if possible.

    Names that would overlap share their distance: each group of them lies around the middle of its lines."""
    groups: list[list[float]] = []  # heights less the room of the names above
    for place, height in enumerate(heights):
        groups.append([height - place * LABEL])
        while len(groups) > 1 and fmean(groups[-2]) > fmean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    lowest = bottom - LABEL * (len(heights) - 1)
    starts = [max(min(fmean(group), lowest), TOP) for group in groups for _ in group]
    return [round(start + place * LABEL + 5, 1) for place, start in enumerate(starts)]


DATED = 4  # days of this year that have room below a chart; of more matches the first, the middle and the last
SHOWN = 60  # latest matches in a player's chart
LIFE_LEFT, LIFE_RIGHT, LIFE_TOP, LIFE_BOTTOM = 30.0, 290.0, 10.0, 130.0  # edges of a player's chart, in its own units
PLACES_LEFT, PLACE_STEP = 28.0, 20.0  # edge of a chart of places, and the distance of two of them
SMOOTH = 5  # matches averaged in the thick line


@dataclass(frozen=True)
class Totals:
    """Chart of totals: a thin line for each, a thick one for the average of five, a dot for each win."""

    each: str
    smooth: str
    wins: tuple[tuple[float, float], ...]
    rows: tuple[tuple[int, float], ...]  # points and height
    lowest: tuple[int, float, float]  # points and position


def totals(life: Life) -> Totals:
    """Return the totals of the latest whole matches, oldest at the left, fewest on top."""
    results = list(reversed(life.whole[:SHOWN]))
    points = [result.points for result in results]
    low, high = min(0, *points), max(50, *points)
    across = [LIFE_LEFT + (LIFE_RIGHT - LIFE_LEFT) * (at / max(1, len(points) - 1)) for at in range(len(points))]

    def down(value: float) -> float:
        return round(LIFE_TOP + (LIFE_BOTTOM - LIFE_TOP) * (value - low) / (high - low), 1)

    smooth = [average(points[max(0, at - SMOOTH + 1) : at + 1]) for at in range(len(points))]
    step = grid_step(high - low, 4)
    least = min(range(len(points)), key=points.__getitem__)
    return Totals(
        each=line(across, map(down, points)),
        smooth=line(across, map(down, smooth)),
        wins=tuple((round(x, 1), down(result.points)) for x, result in zip(across, results, strict=True) if result.won),
        rows=tuple((value, down(value)) for value in range(low - low % step, high + 1, step) if value >= low),
        lowest=(points[least], round(across[least], 1), down(points[least])),
    )


@dataclass(frozen=True)
class Places:
    """Chart of places, the first on top: a line, a dot for each match, a row for each place, and some of the days."""

    each: str
    dots: tuple[tuple[float, float, bool], ...]  # position, and whether it was won
    rows: tuple[tuple[int, float], ...]  # place and height
    days: tuple[tuple[float, date], ...]  # first and last, and the middle if it has room
    height: float


def places(ranked: Sequence[tuple[date, int]]) -> Places:
    """Return the places of the latest of these matches, given newest first, the oldest at the left."""
    shown = ranked[:FORM][::-1]
    across = [PLACES_LEFT + (LIFE_RIGHT - PLACES_LEFT) * at / max(1, len(shown) - 1) for at in range(len(shown))]
    heights = [16.0 + PLACE_STEP * (number - 1) for _, number in shown]
    last = max((number for _, number in shown), default=1)
    middle = [len(shown) // 2] if len(shown) > 6 and not any_with_year(day for day, _ in shown) else []
    dated = [0, *middle, len(shown) - 1]
    return Places(
        each=line(across, heights),
        dots=tuple((round(x, 1), y, number == 1) for x, y, (_, number) in zip(across, heights, shown, strict=True)),
        rows=tuple((number, 16.0 + PLACE_STEP * (number - 1)) for number in range(1, last + 1)),
        days=tuple((round(across[at], 1), shown[at][0]) for at in dated),
        height=16.0 + PLACE_STEP * last + 12,
    )


def any_with_year(days: Iterable[date]) -> bool:
    """Return whether a day is written with its year, so that only the first and the last have room."""
    return any(day.year != date.today().year for day in days)


def line(across: Sequence[float], heights: object) -> str:
    """Return the points of a line for SVG."""
    return " ".join(f"{x:.1f},{y}" for x, y in zip(across, heights, strict=True))  # type: ignore[call-overload]


@dataclass(frozen=True)
class Margin:
    """A bar for the margin of a match: up if the first of two players had fewer points."""

    x: float
    y: float
    width: float
    height: float
    up: bool
    points: int
    day: date | None  # written below, where there is room
    middle: float
    beside: float  # height of the points above or below it


def margins(found: Sequence[Meeting]) -> list[Margin]:
    """Return the margins of two players over the whole width, match by match, with the days that have room."""
    latest = found[-SHOWN:]
    most = max((abs(one.margin) for one in latest), default=0) or 1
    slot = 290.0 / max(1, len(latest))
    width = min(44.0, slot * 0.7)
    dated = {0, len(latest) - 1}
    if not any_with_year(one.day for one in latest):
        dated |= {len(latest) // 2} if len(latest) > DATED else {*range(DATED)}
    bars = []
    for at, one in enumerate(latest):
        height, up, middle = round(max(1.5, 40.0 * abs(one.margin) / most), 1), one.margin > 0, slot * (at + 0.5)
        y, beside = (60 - height, 55 - height) if up else (60.0, 74 + height)
        day = one.day if at in dated else None
        bars.append(
            Margin(round(middle - width / 2, 1), y, round(width, 1), height, up, abs(one.margin), day, middle, beside)
        )
    return bars
