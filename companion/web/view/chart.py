"""The chart of totals: lines that hang down, so that the winner ends on top."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from companion.sheet.scoresheet import Sheet

LEFT, RIGHT, TOP = 34.0, 206.0, 14.0  # the drawing, in its own units
TALL, LOW = 204.0, 136.0  # where the grid ends below: on most phones, and where height is short
LABEL = 15.0  # the least distance of two names at the end of their lines
STEP = 17.0  # the least distance of two numbers under the drawing
STYLES = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


@dataclass(frozen=True)
class Line:
    """One player's totals as a line: its points, where it ends, and where its name stands."""

    seat: int
    total: int
    style: str
    points: str
    end: tuple[float, float]
    label: float


@dataclass(frozen=True)
class Chart:
    """Lines, and the grid they hang in."""

    lines: tuple[Line, ...]
    rows: tuple[tuple[int, float], ...]  # points and height
    columns: tuple[tuple[int, float], ...]  # number of the deal and distance
    axis: float  # where those numbers stand
    height: float


def chart(sheet: Sheet, bottom: float = TALL) -> Chart:
    """The totals of a sheet after each of its deals, lowest on top; a line begins and ends where its player did."""
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
        lines.append(Line(seat, sheet.totals[seat], style, points, end, labels[place]))
    step = grid_step(high - low, 5)
    rows = tuple((points, down(points)) for points in range(low - low % step, high + 1, step) if points >= low)
    axis = max(bottom + 5, labels[-1]) + LABEL
    return Chart(tuple(reversed(lines)), rows, numbers(across), axis, axis + 4)


def grid_step(height: int, most: int) -> int:
    """The points between two lines of a grid: 1, 2 or 5 times a power of ten, and so that there are few enough."""
    sizes: Iterator[int] = (digit * 10**power for power in count(1) for digit in (1, 2, 5))
    return next(size for size in sizes if height <= size * most)


def span(sheet: Sheet, seat: int, last: int) -> range:
    """The deals after which somebody has a total: from where they joined to where they left."""
    begun = sheet.roster.start(seat)
    first = min(begun.deal - 1, last) if begun else 0
    there = [deal for deal in range(1, last + 1) if seat in sheet.seating(deal)]
    return range(first, max(there, default=first) + 1)


def numbers(across: dict[int, float]) -> tuple[tuple[int, float], ...]:
    """The numbers of the deals and where they stand, every other one left out where they would run together."""
    deals = [deal for deal in across if deal]
    every = 1 if len(deals) < 2 or across[2] - across[1] >= STEP else 2
    return tuple((deal, across[deal]) for deal in deals if (deals[-1] - deal) % every == 0)


def spread(heights: list[float], bottom: float) -> list[float]:
    """The heights from above, pushed apart so that no name stands on another, nor below the grid if there is room."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + LABEL) if placed else height)
    lifted = [min(height, bottom - LABEL * (len(placed) - place)) for place, height in enumerate(placed, 1)]
    return [round(max(height, TOP + place * LABEL) + 5, 1) for place, height in enumerate(lifted)]
