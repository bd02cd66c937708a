"""Home: the unfinished match first, the games, and the finished matches."""

from flask import Blueprint, render_template, request

from companion.games import GAMES
from companion.web.access import devices, is_host, token
from companion.web.posting import store
from companion.web.qr import shared_address

bp = Blueprint("home", __name__)
PAGE = 20  # finished matches a page


@bp.get("/")
def show() -> str:
    """The home page; a later page of the finished matches from `before` on."""
    before = request.args.get("before", type=row_number)
    mine = None if is_host() else devices().matches_of(token()) if token() else []
    finished = store().finished(PAGE + 1, before, mine)
    more = finished[PAGE - 1].id if len(finished) > PAGE else None
    unfinished = [] if before else store().unfinished(among=mine)
    return render_template(
        "home.html",
        unfinished=unfinished,
        finished=finished[:PAGE],
        more=more,
        games=GAMES.values(),
        before=before,
        address=shared_address() if is_host() else None,
    )


def row_number(text: str) -> int:
    """The number of a row; ValueError for one that no row can have."""
    number = int(text)
    if not 0 < number < 2**63:
        raise ValueError(text[:20])
    return number
