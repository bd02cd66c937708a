"""The chart of totals: lines that hang down, so that the winner ends on top."""

from dataclasses import dataclass

from companion.scoresheet import Sheet

LEFT, RIGHT, TOP, BOTTOM = 34.0, 226.0, 14.0, 240.0  # the drawing, in its own units
LABEL = 15.0  # the least distance of two names at the end of their lines
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


def chart(sheet: Sheet) -> Chart:
    """The totals of a sheet after each of its deals, lowest on top."""
    deals = range(len(sheet.game.deals) + 1)
    totals = {seat: [sheet.total_after(deal, seat) for deal in deals] for seat in sheet.seats}
    low = min(0, *(min(line) for line in totals.values()))
    high = max(50, *(max(line) for line in totals.values()))
    across = {deal: LEFT + (RIGHT - LEFT) * deal / max(1, len(deals) - 1) for deal in deals}

    def down(points: int) -> float:
        return round(TOP + (BOTTOM - TOP) * (points - low) / (high - low), 1)

    order = sorted(sheet.seats, key=lambda seat: (totals[seat][-1], seat not in sheet.winners))
    labels = spread([down(totals[seat][-1]) for seat in order])
    lines = []
    for place, seat in enumerate(order):
        points = " ".join(f"{across[deal]:.1f},{down(totals[seat][deal])}" for deal in deals)
        style = "won" if seat in sheet.winners else STYLES[place - 1]
        end = (RIGHT, down(totals[seat][-1]))
        lines.append(Line(seat, totals[seat][-1], style, points, end, labels[place]))
    step = next(size for size in (10, 20, 25, 50, 100, 200, 250, 500, 1000, 5000) if (high - low) / size <= 5)
    rows = tuple((points, down(points)) for points in range(low - low % step, high + 1, step) if points >= low)
    return Chart(tuple(reversed(lines)), rows, tuple((deal, across[deal]) for deal in deals if deal))


def spread(heights: list[float]) -> list[float]:
    """The heights from above, pushed apart so that no name stands on another."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + LABEL) if placed else height)
    excess = max(0.0, placed[-1] - BOTTOM - LABEL) if placed else 0.0
    lifted = [height - excess for height in placed]
    return [round(max(height, TOP + place * LABEL) + 5, 1) for place, height in enumerate(lifted)]
