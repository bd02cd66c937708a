"""The token by which a browser is known: in a cookie, given with a form that needs it, so that it may be sent twice."""

from flask import Flask, Response, g, make_response, request
from werkzeug.wrappers import Response as Answer

from companion.storage.access.browsers import LASTS, ended, new_token
from companion.web.forms.posting import store
from companion.web.guard.access import token
from companion.web.guard.security import cookie_options, device_cookie_name

SECRET = 43  # letters of a token


def install(app: Flask) -> None:
    """Give the cookie of a browser that is used a new term."""
    app.after_request(prolong)


def own_token() -> str:
    """The token of this browser, or a new one; behind https no other site can have laid one into it."""
    known = token()
    return known if len(known) >= SECRET and not ended(store(), known) else new_token()


def give(answer: Answer, mine: str) -> None:
    """Let the browser keep its token, as long as it counts without use."""
    answer.set_cookie(device_cookie_name(), mine, max_age=int(LASTS.total_seconds()), **cookie_options())


def made_known(page: Answer | str) -> Response:
    """A page whose form makes a browser known: it has a token before it sends that, should the answer be lost."""
    answer = make_response(page)
    give(answer, own_token())
    return answer


def prolong(answer: Response) -> Response:
    """Once a day, with a page as a whole, the cookie lasts as long again."""
    if g.get("noted") and "HX-Request" not in request.headers and "Set-Cookie" not in answer.headers:
        give(answer, token())
    return answer
