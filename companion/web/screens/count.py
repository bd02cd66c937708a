"""Counting a deal: the player who went out, each hand on the pad, then review and booking; and who counts just now."""

from collections.abc import Collection
from time import monotonic
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import request as htmx_request

from companion.rules.deals import Deal
from companion.rules.text import N_, Text
from companion.sheet import review
from companion.sheet.commands import booking, marks
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Act, Refused, Stale
from companion.sheet.scoresheet import Sheet
from companion.web.forms import posting
from companion.web.forms.hand_form import Tray, tray_of, typed
from companion.web.forms.posting import redirect_to, the_match
from companion.web.guard.permissions import may_write, own_device, own_seat

bp = Blueprint("count", __name__, url_prefix="/m/<code>/deals/<int:number>")


@bp.get("/count")
def show(code: str, number: int) -> ResponseReturnValue:
    """Return the present step of counting this deal: who went out, a hand, or the review."""
    match = the_match(code)
    deal = match.sheet.deal(number)
    if deal is None or deal != match.sheet.current:
        return redirect_to(url_for("table.show", code=code))
    asks = not match.sheet.play_ended(deal) or "out" in request.args
    seat = chosen_seat(match.sheet, deal, code)
    if not may_write() and (asks or seat is not None):
        return redirect_to(url_for("table.show", code=code))  # viewers may read the review, but fill in nothing
    if asks:
        return page(code, "out", match.sheet, deal)
    if counts_totals(match.sheet, deal, seat):
        return redirect_to(url_for("totals.show", code=code, number=number))
    if seat is None:
        return page(code, "review", match.sheet, deal, **reviewed(match.sheet, deal))
    if seat == own_seat():
        note_presence(code, number, seat)
    if seat in elsewhere(match.sheet, deal, code) and "here" not in request.args:
        return page(code, "away", match.sheet, deal, seat_now=seat)
    if error := posting.refusal_or_conflict(match.sheet, posting.hand_scope(number, seat), counted(number, seat)):
        return again(code, number, seat, error)
    return page(code, "hand", match.sheet, deal, tray=tray_of(match.sheet, deal, seat))


def chosen_seat(sheet: Sheet, deal: Deal, code: str) -> int | None:
    """Return the seat asked for, else the next missing one; None when all are counted."""
    asked = request.args.get("seat", type=int)
    if asked in sheet.seats_in(deal) and asked != sheet.out(deal.number):
        return asked
    return next(iter(to_count(sheet, deal, elsewhere(sheet, deal, code))), None)


def counts_totals(sheet: Sheet, deal: Deal, seat: int | None) -> bool:
    """Return whether the scorekeeper gave a total in the last deal counted, and has counted nothing of this by cards.

    Nothing left in a hand is a total of 0 in either way; a correction says nothing about the next deal."""
    if own_seat() is not None or seat is None or "seat" in request.args:
        return False
    booked = [one for one in sheet.entries if (one.kind, one.how) == (EntryKind.CLOSE, Action.BOOKED)]
    last = next((one for one in reversed(booked) if one.deal < deal.number), None)
    now = count_methods(sheet, deal.number)
    return Action.TOTAL in (now or (count_methods(sheet, last.deal, last.id) if last else ())) and now <= {Action.TOTAL}


def count_methods(sheet: Sheet, number: int, before: int | None = None) -> set[Action]:
    """Return how this phone counted the hands of a deal that cost something, before that entry."""
    found = [sheet.revisions(EntryKind.HAND, number, seat) for seat in sheet.seats]
    hands = [next((one for one in reversed(each) if before is None or one.id < before), None) for each in found]
    return {one.how for one in hands if one and one.points and one.device == own_device()}


def to_count(sheet: Sheet, deal: Deal, away: Collection[int], but: int | None = None) -> list[int]:
    """Return the missing hands except `but`: the own first, and last those being counted by their players."""
    still = [seat for seat in sheet.missing(deal) if seat != but]
    return sorted(still, key=lambda seat: (seat != own_seat(), seat in away))


def elsewhere(sheet: Sheet, deal: Deal, code: str) -> list[int]:
    """Return the missing hands that are being counted on other phones, each by its own player."""
    seats = present(code, deal.number)
    return [seat for seat in sheet.missing(deal) if seat in seats and seat != own_seat()]


def reviewed(sheet: Sheet, deal: Deal) -> dict[str, Any]:
    """Return the values of the review besides the hands: totals and places once booked, doubts, next dealer."""
    after = sheet.with_entries([sheet.next_entry(EntryKind.CLOSE, deal.number, how=Action.BOOKED)])
    following = sheet.deal(deal.number + 1)
    then, now = ({seat: one.ranks[seat] for seat in one.contenders} for one in (after, sheet))
    return {
        "totals_after": after.totals,
        "then": then,
        "now": now if sheet.played else then,
        "doubts": review.doubts(sheet, deal),
        "overlooked": review.overlooked(sheet, deal),
        "next_dealer": sheet.dealer(following) if following else None,
    }


@bp.post("/end")
def end(code: str, number: int) -> ResponseReturnValue:
    """Record the end of play: a player went out, or the stock ran out."""
    out = posting.number("out")
    if out is None and request.form.get("out") != "":  # only an empty value means that no player did
        abort(422)
    return posting.answered(code, lambda sheet: booking.end_play(sheet, number, out), counting(code, number))


@bp.post("/play-on")
def play_on(code: str, number: int) -> ResponseReturnValue:
    """Take back the end of play, with the hands counted since or without."""
    keep = posting.field("keep", 10) == "yes"
    table = url_for("table.show", code=code)
    return posting.answered(code, lambda sheet: booking.play_on(sheet, number, keep), table, counting(code, number))


@bp.post("/hands/<int:seat>")
def hand(code: str, number: int, seat: int) -> ResponseReturnValue:
    """Record one hand, counted by cards or given as a total."""
    here, table = counting(code, number), url_for("table.show", code=code)

    def onward(sheet: Sheet) -> str:
        others = seat == own_seat() and sheet.current and sheet.missing(sheet.current)
        return table if others else here  # other players count on their own phones

    try:
        answer = posting.write(code, counted(number, seat), onward)
    except (Refused, Stale) as error:
        sheet = the_match(code).sheet
        if any(text.strip() for text in typed()) or not counted_meanwhile(sheet, number, seat):
            return again(code, number, seat, error)
        answer = onward(sheet)
    return redirect(answer, 303) if answer == here else redirect_to(answer)


def counted(number: int, seat: int) -> Act:
    """Return the command that counts the hand in the form."""
    return lambda sheet: booking.count_hand(sheet, number, seat, *typed())


def counted_meanwhile(sheet: Sheet, number: int, seat: int) -> bool:
    """Return whether the hand was recorded after the form was made."""
    revision = posting.number("revision") or 0
    here = sheet.current is not None and sheet.current.number == number and seat in sheet.seats_in(sheet.current)
    return here and 0 < revision < sheet.next_revision(EntryKind.HAND, number, seat)


def again(code: str, number: int, seat: int, error: Refused | Stale) -> ResponseReturnValue:
    """Return the hand as it was typed, with the error: 422, or 409 with both figures; a browser is redirected."""
    sheet = the_match(code).sheet
    deal = sheet.current
    if deal is None or deal.number != number or seat not in sheet.seats_in(deal):
        refused = Refused("deal", why_not_countable(sheet, number, seat, error))
        return posting.conflict_page(refused, url_for("table.show", code=code))
    if page_again := posting.shown_again(url_for(".show", code=code, number=number, seat=seat, here=1)):
        return page_again
    tray = Tray(sheet, deal, seat, *typed(), opened_revision=posting.number("revision")).fault(error)
    return page(code, "hand", sheet, deal, tray=tray), 409 if tray.stale else 422


def why_not_countable(sheet: Sheet, number: int, seat: int, error: Refused | Stale) -> Text:
    """Return why a hand cannot be counted there; for a booked deal, with the points of that seat."""
    points = sheet.penalty(number, seat) if seat in sheet.seats else None
    if points is None or sheet.closed(number) != Action.BOOKED:
        return error.reason if isinstance(error, Refused) else error.why or booking.STOPPED
    message = N_("{deal} is already saved, and {name} has {points}. To change it, correct it on the scoresheet.")
    return Text(message, deal=sheet.title(number), name=sheet.names[seat], points=points)


@bp.post("/right/<int:seat>")
def right(code: str, number: int, seat: int) -> ResponseReturnValue:
    """Record that a player confirms their own hand, or takes that back; shown, but never required."""
    if not may_say(seat):
        abort(403)
    undo, seen = posting.field("act", 10) == "undo", posting.number("hand") or 0

    def change(sheet: Sheet) -> list[Entry]:
        return marks.undo_right(sheet, number, seat) if undo else marks.mark_right(sheet, number, seat, seen)

    return posting.answered(code, change, counting(code, number))


def may_say(seat: int) -> bool:
    """Return whether this phone may confirm that hand: a player's own, or any for a phone without a seat."""
    return may_write() and own_seat() in (None, seat)


@bp.post("/book")
def book(code: str, number: int) -> ResponseReturnValue:
    """Close the deal: its points count from now on."""
    table = url_for("table.show", code=code)
    return posting.answered(code, lambda sheet: booking.book(sheet, number), table, counting(code, number))


@bp.post("/abandon")
def abandon(code: str, number: int) -> ResponseReturnValue:
    """Close the deal without a score, by agreement."""
    table = url_for("table.show", code=code)
    return posting.answered(code, lambda sheet: booking.abandon(sheet, number), table, counting(code, number))


def counting(code: str, number: int) -> str:
    """Return the address of this deal's counting."""
    return url_for("count.show", code=code, number=number)


def page(code: str, step: str, sheet: Sheet, deal: Deal, **rest: Any) -> str:
    """Return a step of the counting: the whole page, or its fragment for htmx."""
    template = "count/_count.html" if htmx_request.htmx else "count/count.html"
    away = elsewhere(sheet, deal, code)
    at = rest["tray"].seat if "tray" in rest else rest.get("seat_now")
    values = {"step": step, "deal": deal, "seat_now": at, "away": away}
    values |= {"rest": to_count(sheet, deal, away, at), **rest}
    return render_template(template, here=counting(code, deal.number), may_say=may_say, **values)


SECONDS = 5.0  # without a poll until a phone counts as put away; phones poll each second
SEEN: dict[tuple[str, int, int], float] = {}  # when the code, deal and seat of a hand on a phone were polled last


def note_presence(code: str, number: int, seat: int) -> None:
    """Record the time at which a player opened the own hand on the pad, in the memory of this process; only a hint."""
    now = monotonic()
    SEEN[code, number, seat] = now
    for hand in [hand for hand, at in list(SEEN.items()) if now - at >= SECONDS]:
        SEEN.pop(hand, None)


def present(code: str, number: int) -> set[int]:
    """Return the seats whose hands of that deal are being counted on their own phones."""
    now = monotonic()
    seen = [hand for hand, at in list(SEEN.items()) if now - at < SECONDS]
    return {seat for its_code, deal, seat in seen if (its_code, deal) == (code, number)}
