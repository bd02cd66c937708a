"""What every phone at the table looks at again each second: 204 while nothing is new, else the part that changed."""

from collections import OrderedDict
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request, url_for

from companion.rules.text import N_
from companion.store import Match, UnknownMatch
from companion.web import language
from companion.web.access import may_write
from companion.web.posting import store, the_match
from companion.web.show import static
from companion.web.table import on_the_table

bp = Blueprint("live", __name__, url_prefix="/m/<code>")
worker = Blueprint("worker", __name__)
Key = tuple[Any, ...]
KEPT = 256  # rendered parts
_parts: OrderedDict[Key, str] = OrderedDict()


@bp.get("/board")
def board(code: str) -> Response:
    """The deal on the table with everybody's totals; sends the phone on when the match is over."""
    if nothing_new(code):
        return Response(status=204)
    match = the_match(code)
    if match.sheet.finished:
        return Response(headers={"HX-Redirect": url_for("table.show", code=code)})
    return part("_board.html", match, {"again": True} | on_the_table(match))


@bp.get("/deals/<int:number>/tabs")
def tabs(code: str, number: int) -> Response:
    """Who is counted and who is missing; sends the phone on when the deal is closed."""
    if nothing_new(code):
        return Response(status=204)
    match = the_match(code)
    deal = match.sheet.current
    if deal is None or deal.number != number:
        return Response(headers={"HX-Redirect": url_for("table.show", code=code)})
    seat = request.args.get("seat", type=int)
    values = {"code": code, "sheet": match.sheet, "game": match.game, "deal": deal, "seat_now": seat}
    return part("_tabs.html", match, values, seat)


@bp.get("/sheet/part")
def sheet(code: str) -> Response:
    """The scoresheet, without what stands beside it."""
    if nothing_new(code):
        return Response(status=204)
    match = the_match(code)
    return part("_sheet.html", match, {"match": match, "sheet": match.sheet, "game": match.game})


@worker.get("/sw.js")
def service_worker() -> Response:
    """The script that keeps pages for when the host is away; it must lie at the root to serve them all."""
    return current_app.send_static_file("sw.js")


@worker.get("/manifest.webmanifest")
def manifest() -> Response:
    """How the companion installs on a phone's home screen."""
    name = language.say(N_("Companion"))
    icon = {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    described = {"name": name, "short_name": name, "start_url": "/", "display": "standalone", "icons": [icon]}
    response = jsonify(described | {"background_color": "#ebe4d7", "theme_color": "#ebe4d7"})
    response.mimetype = "application/manifest+json"
    return response


def nothing_new(code: str) -> bool:
    """Whether the phone has seen the newest entry."""
    try:
        return store().version(code) == request.args.get("seen", type=int)
    except UnknownMatch:
        abort(404)


def part(template: str, match: Match, values: dict[str, Any], seat: int | None = None) -> Response:
    """The part as this reader sees it, from that seat if it differs by seat; rendered once for all who see the same."""
    key = (template, match.code, match.sheet.version, language.code(), may_write(), seat)
    html = _parts.get(key)
    if html is None:
        html = _parts[key] = render_template(template, **values)
        while len(_parts) > KEPT:
            _parts.popitem(last=False)
    return Response(html)
