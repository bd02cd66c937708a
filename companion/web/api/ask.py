"""Referee API: questions as JSON, one or many, and its OpenAPI description."""

from flask import Blueprint, Response, current_app, g, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.interfaces.openapi import description
from companion.interfaces.replies import MOST_QUESTIONS, SECONDS, costly, dump, reply
from companion.referee import refusal
from companion.rules.cards import Unreadable
from companion.rules.text import N_, Text
from companion.web.guard.questions import run_in_pool
from companion.web.view.language import code, preferred, words

bp = Blueprint("ask", __name__, url_prefix="/api")


@bp.before_request
def without_cookies() -> None:
    """Set the language from the request's header."""
    g.language = preferred()


@bp.post("/ask")
def ask() -> Response:
    """Answer one question, or each of a list, with a ruling; nothing is stored."""
    if request.mimetype != "application/json":
        return reject(415, Text(N_("a question is sent as application/json")))
    try:
        body = request.get_data()
    except RequestEntityTooLarge:
        return too_much()
    given = run_in_pool(reply, body, code(), SECONDS) if costly(body) else reply(body, code())
    return json(given.text, given.status) if given.text else too_much()


@bp.get("/openapi.json")
def openapi() -> Response:
    """Return the description of questions and answers, as OpenAPI 3.1."""
    return json(dump(description()))


def too_much() -> Response:
    """Refuse a request that exceeds the limit on size or questions."""
    size = (current_app.config["MAX_CONTENT_LENGTH"] or 0) // 1024
    return reject(
        413, Text(N_("one request holds {size} KiB and {most} questions at most"), size=size, most=MOST_QUESTIONS)
    )


def reject(status: int, reason: Text) -> Response:
    """Refuse a request before any question was read."""
    return json(dump(refusal(Unreadable(reason), words())), status)


def json(text: str, status: int = 200) -> Response:
    """Return a JSON response."""
    return Response(text + "\n", status, mimetype="application/json")
