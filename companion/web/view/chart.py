"""Chart of totals: lines that hang down, so that the winner ends on top."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from companion.sheet.scoresheet import Sheet

LEFT, RIGHT, TOP = 34.0, 206.0, 14.0  # edges of the drawing, in its own units
TALL, LOW = 204.0, 136.0  # lower edge of the grid: on most phones, and on low screens
LABEL = 15.0  # least distance of two names at the ends of lines
STEP = 17.0  # least distance of two numbers below the drawing
STYLES = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


@dataclass(frozen=True)
class TotalsLine:
    """One player's totals as a line: its points, its end, and the position of its name."""

    seat: int
    total: int
    style: str
    points: str
    end: tuple[float, float]
    label: float


@dataclass(frozen=True)
class Chart:
    """Lines and their grid."""

    lines: tuple[TotalsLine, ...]
    rows: tuple[tuple[int, float], ...]  # points and height
    columns: tuple[tuple[int, float], ...]  # number of the deal and distance
    axis: float  # height of those numbers
    height: float


def chart(sheet: Sheet, bottom: float = TALL) -> Chart:
    """Return the totals after each deal, lowest on top; a line begins and ends where its player did."""
    last = max(1, min(sheet.played, len(sheet.game.deals)))
    spans = {seat: span(sheet, seat, last) for seat in sheet.seats}
    totals = {seat: {deal: sheet.points.total_after(deal, seat) for deal in spans[seat]} for seat in sheet.seats}
    low = min(0, *(min(line.values()) for line in totals.values()))
    high = max(50, *(max(line.values()) for line in totals.values()))
    across = {deal: LEFT + (RIGHT - LEFT) * deal / last for deal in range(last + 1)}

    def down(points: int) -> float:
        return round(TOP + (bottom - TOP) * (points - low) / (high - low), 1)

    order = sorted(sheet.seats, key=lambda seat: (sheet.totals[seat], seat not in sheet.winners))
    labels = spread([down(sheet.totals[seat]) for seat in order], bottom)
    lines = []
    for place, seat in enumerate(order):
        points = " ".join(f"{across[deal]:.1f},{down(total)}" for deal, total in totals[seat].items())
        win = "shared" if place else "won"
        style = win if seat in sheet.winners else STYLES[min(place - bool(sheet.winners), len(STYLES) - 1)]
        end = (round(across[spans[seat][-1]], 1), down(totals[seat][spans[seat][-1]]))
        lines.append(TotalsLine(seat, sheet.totals[seat], style, points, end, labels[place]))
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
    start = sheet.roster.start(seat)
    first = min(start.deal - 1, last) if start else 0
    there = [deal for deal in range(1, last + 1) if seat in sheet.seating(deal)]
    return range(first, max(there, default=first) + 1)


def numbers(across: dict[int, float]) -> tuple[tuple[int, float], ...]:
    """Return the numbers of the deals with their positions, every other one omitted if they would overlap."""
    deals = [deal for deal in across if deal]
    every = 1 if len(deals) < 2 or across[2] - across[1] >= STEP else 2
    return tuple((deal, across[deal]) for deal in deals if (deals[-1] - deal) % every == 0)


def spread(heights: list[float], bottom: float) -> list[float]:
    """Return the heights, sorted from the top, spread so that names do not overlap or leave the grid if possible."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + LABEL) if placed else height)
    lifted = [min(height, bottom - LABEL * (len(placed) - place)) for place, height in enumerate(placed, 1)]
    return [round(max(height, TOP + place * LABEL) + 5, 1) for place, height in enumerate(lifted)]
