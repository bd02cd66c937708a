"""Sharing a finished match: its result as a picture and as text, and a link for viewers."""

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.names import clean
from companion.picture import Card, PlayerLine, Row
from companion.rules.deals import Deal
from companion.rules.text import N_, Text
from companion.sheet.ledger import WHOLE, Action, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from companion.storage.matches import Match
from companion.web.api.match_files import file_name, play_link
from companion.web.forms.house_rules_form import house_of
from companion.web.forms.posting import conflict_page, the_match
from companion.web.guard.permissions import links, may_write
from companion.web.guard.questions import run_in_pool
from companion.web.screens import blank_sheet
from companion.web.view import language
from companion.web.view.charts import LEFT, RIGHT, TOP, chart
from companion.web.view.language import date, figure, on_axis, say
from companion.web.view.match_text import broken_off, gone, result_summary, unplaced, victory, won
from companion.web.view.qr import shared_address

bp = Blueprint("share", __name__, url_prefix="/m/<code>/share")

OTHER_LINK = Text(N_("That link no longer belongs to this match."))
NOT_DRAWN = (N_("The picture cannot be made just now."), N_("Try again in a moment."))
BOTTOM = 123.0  # of the picture's chart, in its own units: leaves room for the names of eight lines
EXTRA = "±"  # heading of the column for points besides the deals


@bp.get("")
def show(code: str) -> str | Response:
    """Return the ways to share a finished match; redirect to the table while it is running."""
    match = the_match(code)
    if not match.finished_at:
        return redirect(url_for("table.show", code=code), 303)
    drawn = card(match)
    shared = links().shared(match.id) if may_write() else None
    address = shared_address() or request.host_url.rstrip("/")
    return render_template(
        "share/share.html",
        won=won(match.sheet),
        sentence=victory(match.sheet),
        missing=unwritable(drawn),
        file_name=file_name(match, "png"),
        bg_stats=play_link(match),
        blank=blank_sheet.address(
            match.game, house_of(match.game), [match.sheet.names[seat] for seat in match.sheet.staying]
        ),
        text=result_summary(match.sheet, date(match.day)),
        link=address + url_for("join.ask", _anchor=shared) if shared else None,
        shared=shared,
        for_others=shared_address() is not None,
        everywhere=bool(current_app.config["PUBLIC_URL"]),
    )


def unwritable(drawn: Card) -> list[str]:
    """Return the characters of the picture that no font of this machine has."""
    from companion.picture.fonts import unwritable_pieces

    return unwritable_pieces("".join(drawn.texts()), drawn.language)


@bp.get("/result.png")
def picture(code: str) -> Response:
    """Return the result as a picture, drawn in a worker process; 404 while running, or if fonts lack a character."""
    match = the_match(code)
    drawn = card(match) if match.finished_at else abort(404)
    if unwritable(drawn):
        abort(404)
    from companion.picture.drawing import png  # load Pillow only for a picture, not at every start

    drawing = run_in_pool(png, drawn, busy=NOT_DRAWN)
    named = f'inline; filename="{file_name(match, "png")}"'
    return Response(drawing, mimetype="image/png", headers={"Cache-Control": "no-store", "Content-Disposition": named})


@bp.post("/link")
def change(code: str) -> ResponseReturnValue:
    """Create the link, or revoke it and the access of those who came by it.

    409 if the link on the page is not the present one."""
    match, here = the_match(code), url_for(".show", code=code, other=1, _anchor="link")
    if "back" in request.form:
        if request.form["back"] != links().shared(match.id):
            return conflict_page(Refused("back", OTHER_LINK), here)
        links().unshare(match.id)
    elif match.finished_at:
        links().share(match.id)
    return redirect(here, 303)


def card(match: Match) -> Card:
    """Return the content of the picture of a finished match."""
    sheet = drawable(match.sheet)
    drawn = chart(sheet, BOTTOM)
    deals = tuple(deal for deal in sheet.game.deals if sheet.closed(deal.number))  # bonus deals add nothing
    order = sheet.by_rank
    columns = [*(str(deal.number) for deal in deals), *([EXTRA] if any(extra(sheet, seat) for seat in order) else [])]
    return Card(
        language=language.code(),
        game=say(sheet.game.name),
        date=date(match.day),
        heading=won(sheet),
        sentence=victory(sheet),
        more=broken_off(sheet) if sheet.stopped else gone(sheet) or unplaced(sheet),
        columns=tuple(columns),
        rows=tuple(row(sheet, seat, deals, len(columns)) for seat in order),
        grid=tuple((on_axis(points), down(height)) for points, height in drawn.rows),
        lines=tuple(
            PlayerLine(
                sheet.names[one.seat],
                figure(one.total),
                one.style,
                tuple(((across - LEFT) / (RIGHT - LEFT), down(height)) for across, height in one.points),
                down(one.label),
            )
            for one in drawn.lines
        ),
        foot=plain(str(Markup(render_template("parts/_house_rules.html", game=sheet.game)).striptags())),
    )


def drawable(sheet: Sheet) -> Sheet:
    """Return the sheet with names as the picture has them: without emoji, and by their seat if nothing remains."""
    for seat, name in enumerate(sheet.names):
        if (drawn := plain(name)) != name:
            body = {"seat": seat, "name": drawn or say(N_("Player {n}"), n=seat + 1), "was": name}
            renamed = sheet.next_entry(EntryKind.SEATING, WHOLE, how=Action.RENAMED, body=body)
            sheet = sheet.with_entries([renamed])
    return sheet


def plain(text: str) -> str:
    """Return a text without the emoji that no font of this machine has."""
    from companion.picture.fonts import without_emoji

    return clean(without_emoji(text, language.code()))


def row(sheet: Sheet, seat: int, deals: tuple[Deal, ...], columns: int) -> Row:
    """Return a player's row: a column each deal, and one more for other points, if any player has them."""
    figures = [sheet.booked_points(deal, seat) for deal in deals]
    told = ["" if one is None else str(one) for one in figures]
    outs = [one is not None and sheet.out(deal.number) == seat for one, deal in zip(figures, deals, strict=True)]
    more = extra(sheet, seat)
    beside = [figure(more) if more else ""] * (columns - len(deals))
    names, total = sheet.names[seat], figure(sheet.totals[seat])
    late = not any(told) and seat in sheet.staying and seat not in sheet.contenders
    note = f"{say(N_('no place'))} · {say(N_('came late'))}" if late else ""
    return Row(names, (*told, *beside), (*outs, *(False for _ in beside)), total, seat in sheet.winners, note)


def extra(sheet: Sheet, seat: int) -> int:
    """Return a player's points besides the deals: bonuses, fines, and a latecomer's start."""
    return sheet.totals[seat] - sum(sheet.booked_points(deal, seat) or 0 for deal in sheet.game.deals)


def down(height: float) -> float:
    """Return a height in the chart, as a fraction from the top."""
    return (height - TOP) / (BOTTOM - TOP)
