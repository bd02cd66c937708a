"""All totals of a deal on one page: typed row by row, saved at once, without a further review."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.rules.deals import Deal
from companion.sheet.commands import booking
from companion.sheet.ledger import Entry
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from companion.web.forms import posting
from companion.web.forms.hand_form import Tray
from companion.web.forms.posting import redirect_to, the_match
from companion.web.guard.permissions import may_write

bp = Blueprint("totals", __name__, url_prefix="/m/<code>/deals/<int:number>/totals")


@bp.get("")
def show(code: str, number: int) -> ResponseReturnValue:
    """Return the page of totals of the present deal, once it is known who went out."""
    sheet = the_match(code).sheet
    deal = sheet.deal(number)
    if deal is None or deal != sheet.current or not may_write():
        return redirect_to(url_for("table.show", code=code))
    if not sheet.play_ended(deal):
        return redirect_to(url_for("count.show", code=code, number=number))
    return page(sheet, deal, posting.objection(code, lambda now: typed(now, number)))


@bp.post("")
def save(code: str, number: int) -> ResponseReturnValue:
    """Record the totals and close the deal; or record those typed so far, and go on by the cards of one hand."""
    seat = posting.number("cards")
    table = url_for("table.show", code=code)
    onward = table if seat is None else url_for("count.show", code=code, number=number, seat=seat, cards="")
    try:
        return redirect(posting.write(code, lambda sheet: typed(sheet, number), onward), 303)
    except Refused as refused:
        sheet = the_match(code).sheet
        deal = sheet.current
        if deal is None or deal.number != number or refused.field in ("deal", "out"):
            return posting.conflict_page(refused, table)
        again = posting.shown_again(url_for(".show", code=code, number=number))
        return again or (page(sheet, deal, refused), 422)


def typed(sheet: Sheet, number: int) -> list[Entry]:
    """Return the entries of the form: a blank, or a figure as it stands, changes nothing.

    Raises: Refused: naming the seat in the field, as `total-2`.
    """
    by_cards, entries = posting.number("cards"), list[Entry]()
    for seat in sheet.seats_in(booking.open_deal(sheet, number)):
        total, standing = posting.field(f"total-{seat}", 40).strip(), sheet.penalty(number, seat)
        if not total or total == str(standing) or seat in (by_cards, sheet.out(number)):
            continue
        try:
            entries += booking.count_hand(sheet, number, seat, "", total)
        except Refused as refused:
            raise Refused(f"total-{seat}", refused.reason) from None
    return entries if by_cards is not None else [*entries, *booking.book(sheet.with_entries(entries), number)]


def counted(sheet: Sheet, deal: Deal) -> dict[int, int]:
    """Return the points of the hands counted so far, by seat."""
    found = {seat: sheet.penalty(deal.number, seat) for seat in sheet.seats_in(deal)}
    return {seat: points for seat, points in found.items() if points is not None}


def page(sheet: Sheet, deal: Deal, refused: Refused | None = None) -> str:
    """Return the page; with a refusal, its reason stands in the row it is about."""
    out, known = sheet.out(deal.number), counted(sheet, deal)
    figures = {seat: posting.field(f"total-{seat}", 40) or str(known.get(seat, "")) for seat in sheet.seats_in(deal)}
    blank = [seat for seat, figure in figures.items() if seat != out and not figure]
    named = {"hands": blank[0] if blank else None} | {f"total-{seat}": seat for seat in figures}
    at_fault = named.get(refused.field) if refused else None
    at = next((seat for seat in (at_fault, *blank, *figures) if seat is not None), None)
    values = {"figures": figures, "blank": blank, "at_fault": at_fault, "at": at, "refused": refused, "out": out}
    most = Tray(sheet, deal, at or 0).most
    return render_template("count/totals.html", deal=deal, counted=known, most=most, **values)
