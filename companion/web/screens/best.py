"""Best arrangement of a whole hand, entered on the card pad: "Is that the best?"."""

from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import request as htmx_request

from companion.rules.deals import Deal
from companion.rules.text import N_, natural_number
from companion.sheet.commands.booking import arrange, arranged_hand
from companion.sheet.refusals import Act, Refused, Stale
from companion.sheet.scoresheet import Sheet
from companion.web.forms import posting
from companion.web.forms.posting import the_match
from companion.web.guard.security import only_here

bp = Blueprint("best", __name__, url_prefix="/m/<code>/deals/<int:number>/best/<int:seat>")


@bp.get("")
def show(code: str, number: int, seat: int) -> ResponseReturnValue:
    """Return the pad for the whole hand, with the best arrangement once all cards are entered.

    It is found here and not in the process pool: it takes less time than the way there."""
    sheet = the_match(code).sheet
    deal = open_hand(sheet, number, seat)
    cards = request.args.get("whole", "")[:2000]
    if "whole" not in request.args:
        return page(sheet, deal, seat)
    only_here()
    if error := posting.refusal_or_conflict(sheet, posting.hand_scope(number, seat), arranged(number, seat)):
        return again(code, number, seat, error)
    if not cards.strip():
        nothing = Refused("cards", N_("Nothing is entered. Tap all {count} cards of the hand."), count=deal.cards)
        return page(sheet, deal, seat, refused=nothing), 422
    try:
        return page(sheet, deal, seat, cards, arranged=arrange(sheet.game, deal, cards))
    except Refused as refused:
        return page(sheet, deal, seat, cards, refused=refused), 422


@bp.post("")
def take(code: str, number: int, seat: int) -> ResponseReturnValue:
    """Record the hand with its best arrangement."""
    the_match(code).sheet.game.arranges or abort(404)
    answer = url_for("count.show", code=code, number=number)
    try:
        written = posting.write(code, arranged(number, seat), answer)
    except (Refused, Stale) as error:
        return again(code, number, seat, error)
    return redirect(written, 303)


def arranged(number: int, seat: int) -> Act:
    """Return the command that enters the hand in the form."""
    return lambda sheet: arranged_hand(sheet, number, seat, posting.field("whole"), posting.number("thought"))


def again(code: str, number: int, seat: int, error: Refused | Stale) -> ResponseReturnValue:
    """Return the hand as it was laid out, with the error; a browser is redirected."""
    sheet, cards = the_match(code).sheet, posting.field("whole")
    if isinstance(error, Refused) and error.field == "deal":
        return posting.conflict_page(error, url_for("table.show", code=code))
    deal = open_hand(sheet, number, seat)
    if page_again := posting.shown_again(request.path):
        return page_again
    if isinstance(error, Refused):
        return page(sheet, deal, seat, cards, refused=error), 422
    g.stale = True
    return page(sheet, deal, seat, cards, stale=error, arranged=arrange(sheet.game, deal, cards)), 409


def open_hand(sheet: Sheet, number: int, seat: int) -> Deal:
    """Return the present deal if its hands are arranged and the seat plays in it; else 404."""
    deal = sheet.current
    if deal is None or deal.number != number or not sheet.game.arranges or seat not in sheet.seats_in(deal):
        abort(404)
    return deal


def page(sheet: Sheet, deal: Deal, seat: int, cards: str = "", **rest: Any) -> str:
    """Return the page, or for htmx the fragment with the answer."""
    template = "best/_best.html" if htmx_request.htmx else "best/best.html"
    values = {"deal": deal, "seat": seat, "cards": cards, "sample": a_hand(sheet, deal), **rest}
    return render_template(template, thought=thought(sheet, deal), **values)


def a_hand(sheet: Sheet, deal: Deal) -> str:
    """Return example cards for the empty row, as many as a hand of this deal has; empty if the tile has too few."""
    tiles = (one.tile for one in sheet.game.questions.values() if one.tile)
    cards: list[str] = next((tile.sample["hand"].split() for tile in tiles if tile.picture == "hand"), [])
    return " ".join(cards[: deal.cards]) if len(cards) >= deal.cards else ""


def thought(sheet: Sheet, deal: Deal) -> int | None:
    """Return the points the player had counted before asking, if any."""
    given = request.values.get("thought", "") or request.values.get("total", "")
    number = natural_number(given, 4)
    if number is not None:
        return number
    try:
        tokens = sheet.game.keys(deal).read(request.values.get("cards", "")[:2000])
    except ValueError:
        return None
    return sheet.game.keys(deal).points(tokens) if tokens else None
