"""The browser's token in its cookie, given before the form that needs it, so that the form can be sent twice."""

from flask import Response, g, make_response, request
from werkzeug.wrappers import Response as Answer

from companion.storage.access.browsers import LASTS, ended, new_token
from companion.web.forms.posting import store
from companion.web.guard.permissions import token
from companion.web.guard.security import cookie_options, device_cookie_name

SECRET = 43  # characters of a token


def own_token() -> str:
    """Return the token of this browser, or a new one; with https no other site can have planted it."""
    known = token()
    return known if len(known) >= SECRET and not ended(store(), known) else new_token()


def give(answer: Answer, mine: str) -> None:
    """Set the token's cookie, for as long as the token is valid without use."""
    answer.set_cookie(device_cookie_name(), mine, max_age=int(LASTS.total_seconds()), **cookie_options())


def made_known(page: Answer | str) -> Response:
    """Return a page with a token: its form identifies the browser, and may be sent again if the answer is lost."""
    answer = make_response(page)
    give(answer, own_token())
    return answer


def prolong(answer: Response) -> Response:
    """Renew the cookie once a day, with a whole page."""
    if g.get("noted") and "HX-Request" not in request.headers and "Set-Cookie" not in answer.headers:
        give(answer, token())
    return answer
