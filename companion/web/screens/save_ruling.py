"""Saving a ruling on the scoresheet under the present deal, with the laid-down mark of a player if wanted."""

from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.interfaces import ruling_format
from companion.rules.questions import Question
from companion.rules.rulings import Ruling
from companion.sheet.commands import marks
from companion.sheet.ledger import Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.web.forms import posting
from companion.web.forms.posting import the_match
from companion.web.forms.question_form import chosen_seat
from companion.web.screens.referee import Asked, Shown, judged, page, to_mark

bp = Blueprint("keeping", __name__)


@bp.post("/m/<code>/referee/<name>")
def keep(code: str, name: str) -> Response | Shown:
    """Save a ruling on the sheet, under the present deal; with `mark`, mark that seat as laid down by it."""
    sheet = the_match(code).sheet
    question = sheet.game.questions.get(name) or abort(404)
    asked = judged(sheet, question, request.form, len(sheet.seated))
    if asked.ruling is None:
        return page(sheet, question, asked, code)
    given = {
        part.name: part.written(asked.inputs[part.name]) for part in question.fields if asked.typed[part.name] != ""
    }
    ruling, mark = asked.ruling, posting.number("mark")
    if mark is not None:
        return laid_down(code, sheet, question, asked, given, mark)
    seat = chosen_seat(sheet, question)
    whose = {} if seat is None else {"seat": seat}
    query = urlencode({"judge": 1, "kept": 1} | whose | given, doseq=True)
    answer = url_for("referee.show", code=code, name=name) + "?" + query
    return redirect(posting.write(code, lambda now: [ruled(now, question, given, ruling, **whose)], answer), 303)


def laid_down(
    code: str, sheet: Sheet, question: Question, asked: Asked, given: Mapping[str, list[str]], seat: int
) -> Response:
    """Save the ruling and mark that player in one write, and redirect to the table."""
    ruling, deal = asked.ruling, sheet.current
    if ruling is None or deal is None or seat not in to_mark(sheet, question, asked):
        abort(422)

    def both(now: Sheet) -> list[Entry]:
        return [ruled(now, question, given, ruling, seat=seat), *marks.lay_down(now, deal.number, seat)]

    return redirect(posting.write(code, both, url_for("table.show", code=code)), 303)


def ruled(sheet: Sheet, question: Question, given: Mapping[str, list[str]], ruling: Ruling, **whose: int) -> Entry:
    """Return the entry of a ruling: the question, the verdict, and the rules cited."""
    deal = (sheet.current or sheet.schedule[-1]).number
    verdict = ruling_format.verdict(question, ruling)
    body = {"ask": question.name, "question": given, "verdict": verdict, "rules": ruling.cites, **whose}
    return Entry(EntryKind.RULING, deal, revision=sheet.next_revision(EntryKind.RULING, deal), body=body)
