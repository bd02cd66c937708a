"""Players: how often each played and won, what their latest matches tell, and two of them head to head."""

from flask import Blueprint, abort, render_template, request

from companion.games import GAMES
from companion.names import same
from companion.sheet.statistics import careers, met
from companion.storage.matches import Match
from companion.storage.players import records
from companion.web.home import own_matches
from companion.web.posting import store

bp = Blueprint("players", __name__)
LATEST = 40  # matches that are opened for averages
SHOWN = 10  # matches on a player's page


@bp.get("/players")
def show() -> str:
    """Everybody who ended a match; with `name` one of them, and with `with` how two did against each other."""
    name, rival = (request.args.get(field, "")[:200].strip() for field in ("name", "with"))
    found = records(store(), own_matches())
    if not name:
        return render_template("players.html", records=found, games=GAMES)
    mine = [record for record in found if same(record.name, name)] or abort(404)
    names = [name, rival] if rival else [name]
    found_matches = store().finished(LATEST, among=own_matches(), players=names)
    matches = [match for match in found_matches if isinstance(match, Match)]
    sheets = [match.sheet for match in matches]
    return render_template(
        "player.html",
        name=mine[0].name,
        records=mine,
        games=GAMES,
        rival=rival,
        met=met(sheets, name, rival) if rival and not same(name, rival) else None,
        careers=careers(sheets, name),
        finished=matches[:SHOWN],
        read=len(matches),
        rivals=sorted({record.name for record in found} - {mine[0].name}),
    )
