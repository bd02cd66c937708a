"""The referee over HTTP: questions as JSON, one or many, and the description of what may be asked."""

from typing import Any

from flask import Blueprint, Response, current_app, g, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.asking.openapi import MOST_QUESTIONS, description
from companion.asking.strict_json import dump, load
from companion.language import best
from companion.referee import answer, refusal
from companion.rules.cards import Unreadable
from companion.rules.text import N_, Text
from companion.web.language import words

bp = Blueprint("api", __name__, url_prefix="/api")


@bp.before_request
def without_cookies() -> None:
    """Answer in the language the request itself asks for."""
    g.language = best(request.headers.get("Accept-Language", ""))


@bp.post("/ask")
def ask() -> Response:
    """The ruling on one question, or on each of a list of them; nothing is kept."""
    if request.mimetype != "application/json":
        return refused(415, Text(N_("a question is sent as application/json")))
    try:
        return judged(load(request.get_data()))
    except Unreadable as error:
        return refused(422, error.reason)
    except RecursionError:
        return refused(413, Text(N_("this is nested too deep")))
    except RequestEntityTooLarge:
        return too_much()


@bp.get("/openapi.json")
def openapi() -> Response:
    """What may be asked and how it is answered, as OpenAPI 3.1."""
    return json(description())


def judged(asked: Any) -> Response:
    """The answers to a list, each by itself; or the answer to one question, 422 if it cannot be read."""
    if not isinstance(asked, list):
        given = answer(asked, words())
        return json(given, 422 if "error" in given else 200)
    if len(asked) > MOST_QUESTIONS:
        return too_much()
    return json([answer(question, words()) for question in asked])


def too_much() -> Response:
    """What is said of a request that holds more than is read at once."""
    size = (current_app.config["MAX_CONTENT_LENGTH"] or 0) // 1024
    return refused(
        413, Text(N_("one request holds {size} KiB and {most} questions at most"), size=size, most=MOST_QUESTIONS)
    )


def refused(status: int, reason: Text) -> Response:
    """The answer to a request of which no question was read."""
    return json(refusal(Unreadable(reason), words()), status)


def json(data: Any, status: int = 200) -> Response:
    """Plain data as an answer."""
    return Response(dump(data) + "\n", status, mimetype="application/json")
