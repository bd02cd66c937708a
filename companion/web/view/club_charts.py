"""Charts of a player's matches for inline SVG: places, totals over time, and margins of two players."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.web.view.chart import grid_step
from companion.web.view.player_statistics import Life, Meeting, average

SHOWN = 60  # latest matches in a chart
LEFT, RIGHT, TOP, BOTTOM = 30.0, 290.0, 10.0, 130.0  # edges of the drawing, in its own units
SMOOTH = 5  # matches averaged in the thick line


@dataclass(frozen=True)
class Bar:
    """A bar of a chart: its corner and its size."""

    x: float
    y: float
    width: float
    height: float
    first: bool


@dataclass(frozen=True)
class Totals:
    """Chart of totals: a thin line for each, a thick one for the average of five, a dot for each win."""

    each: str
    smooth: str
    wins: tuple[tuple[float, float], ...]
    rows: tuple[tuple[int, float], ...]  # points and height
    lowest: tuple[int, float, float]  # points and position


def form_bars(form: Sequence[float]) -> list[Bar]:
    """Return the latest places as bars, newest at the right; a win is 16 units high."""
    heights = [round(max(4.0, 16.0 * one), 1) for one in reversed(form)]
    return [Bar(10.0 * at, 16 - height, 7.0, height, height == 16) for at, height in enumerate(heights)]


def totals(life: Life) -> Totals:
    """Return the totals of the latest whole matches, oldest at the left, fewest on top."""
    results = list(reversed(life.whole[:SHOWN]))
    points = [one.points for one in results]
    low, high = min(0, *points), max(50, *points)
    across = [LEFT + (RIGHT - LEFT) * (at / max(1, len(points) - 1)) for at in range(len(points))]

    def down(value: float) -> float:
        return round(TOP + (BOTTOM - TOP) * (value - low) / (high - low), 1)

    smooth = [average(points[max(0, at - SMOOTH + 1) : at + 1]) for at in range(len(points))]
    step = grid_step(high - low, 4)
    least = min(range(len(points)), key=points.__getitem__)
    return Totals(
        each=line(across, map(down, points)),
        smooth=line(across, map(down, smooth)),
        wins=tuple((round(x, 1), down(one.points)) for x, one in zip(across, results, strict=True) if one.won),
        rows=tuple((value, down(value)) for value in range(low - low % step, high + 1, step) if value >= low),
        lowest=(points[least], round(across[least], 1), down(points[least])),
    )


def line(across: Sequence[float], heights: object) -> str:
    """Return the points of a line for SVG."""
    return " ".join(f"{x:.1f},{y}" for x, y in zip(across, heights, strict=True))  # type: ignore[call-overload]


def margins(found: Sequence[Meeting]) -> list[Bar]:
    """Return the margins of two players as bars, match by match: the first up, the other down, within 100 units."""
    latest = found[-SHOWN:]
    most = max((abs(one.margin) for one in latest), default=0) or 1
    width = 290.0 / max(12, len(latest))
    bars = []
    for at, one in enumerate(latest):
        height, up = round(max(1.5, 46.0 * abs(one.margin) / most), 1), one.margin > 0
        bars.append(Bar(round(at * width, 1), 50 - height if up else 50.0, round(width * 0.7, 1), height, up))
    return bars
