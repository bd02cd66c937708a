"""The browser's token in its cookie, given before the form that needs it, so that the form can be sent twice."""

from flask import Response, g, make_response, redirect, request
from werkzeug.wrappers import Response as Answer

from companion.storage.access.browsers import LASTS, ended, new_token
from companion.web.forms.posting import store
from companion.web.guard.permissions import token
from companion.web.guard.security import cookie_name, cookie_options, device_cookie_name

SECRET = 43  # characters of a token
ONCE = "once"  # cookie that holds a new secret until its page shows it
SOON = 60  # seconds until that page is opened


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


def to_show_once(address: str, secret: str) -> Answer:
    """Redirect to the page that shows a new secret; a cookie holds it meanwhile, as no address may contain it."""
    answer = redirect(address, 303)
    answer.set_cookie(cookie_name(ONCE), secret, max_age=SOON, **cookie_options())
    return answer


def new_secret() -> str:
    """Return the secret that this page is to show; empty if it was shown before."""
    return request.cookies.get(cookie_name(ONCE), "")[:200]


def shown_once(page: str) -> Response:
    """Return the page that shows a new secret, and forget the secret."""
    answer = make_response(page)
    if new_secret():
        answer.delete_cookie(cookie_name(ONCE), **cookie_options())
    return answer
