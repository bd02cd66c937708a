"""Content of the picture of a finished match, in the reader's language."""

from flask import render_template
from markupsafe import Markup

from companion.picture import Card, PlayerLine, Row
from companion.rules.deals import Deal
from companion.sheet.ledger import Action
from companion.sheet.scoresheet import Sheet
from companion.storage.matches import Match
from companion.web.view.charts import LEFT, RIGHT, TOP, chart
from companion.web.view.language import code, say
from companion.web.view.result_text import broken_off, figure, gone, on_axis, others, victory, won
from companion.web.view.template_globals import date

BOTTOM = 123.0  # of the chart, in its own units: leaves room for the names of eight lines
EXTRA = "±"  # heading of the column for points besides the deals


def card(match: Match) -> Card:
    """Return the content of the picture of a finished match."""
    sheet = match.sheet
    drawn = chart(sheet, BOTTOM)
    deals = sheet.schedule[: len(sheet.game.deals)]  # bonus deals add nothing
    order = [*sheet.winners, *others(sheet)]
    columns = [*(str(deal.number) for deal in deals), *([EXTRA] if any(extra(sheet, seat) for seat in order) else [])]
    return Card(
        language=code(),
        game=say(sheet.game.name),
        date=date(match.day),
        heading=won(sheet),
        sentence=victory(sheet),
        more=broken_off(sheet) if sheet.stopped else gone(sheet),
        columns=tuple(columns),
        rows=tuple(row(sheet, seat, deals, len(columns)) for seat in order),
        grid=tuple((on_axis(points), down(height)) for points, height in drawn.rows),
        lines=tuple(
            PlayerLine(
                sheet.names[one.seat],
                figure(one.total),
                one.style,
                tuple(chart_point(point) for point in one.points.split()),
                down(one.label),
            )
            for one in drawn.lines
        ),
        foot=str(Markup(render_template("parts/_house_rules.html", game=sheet.game)).striptags()),
    )


def row(sheet: Sheet, seat: int, deals: tuple[Deal, ...], columns: int) -> Row:
    """Return a player's row: a column each deal, and one more for other points, if any player has them."""
    figures = [booked(sheet, deal, seat) for deal in deals]
    told = ["" if one is None else str(one) for one in figures]
    outs = [one is not None and sheet.out(deal.number) == seat for one, deal in zip(figures, deals, strict=True)]
    more = extra(sheet, seat)
    beside = [figure(more) if more else ""] * (columns - len(deals))
    names, total = sheet.names[seat], figure(sheet.totals[seat])
    return Row(names, (*told, *beside), (*outs, *(False for _ in beside)), total, seat in sheet.winners)


def booked(sheet: Sheet, deal: Deal, seat: int) -> int | None:
    """Return a player's points in a deal; None if it was not booked, or the player did not play."""
    there = sheet.closed(deal.number) == Action.BOOKED and seat in sheet.seats_in(deal)
    return sheet.penalty(deal.number, seat) if there else None


def extra(sheet: Sheet, seat: int) -> int:
    """Return a player's points besides the deals: bonuses, fines, and a latecomer's start."""
    return sheet.totals[seat] - sum(booked(sheet, deal, seat) or 0 for deal in sheet.schedule[: len(sheet.game.deals)])


def chart_point(point: str) -> tuple[float, float]:
    """Return a point of the chart, as fractions of its width and height."""
    across, height = map(float, point.split(","))
    return (across - LEFT) / (RIGHT - LEFT), down(height)


def down(height: float) -> float:
    """Return a height in the chart, as a fraction from the top."""
    return (height - TOP) / (BOTTOM - TOP)
