"""Players: how often each played and won, what their latest matches tell, and two of them head to head."""

from collections.abc import Sequence

from flask import Blueprint, abort, render_template, request

from companion.games import GAMES
from companion.names import folded, same
from companion.sheet.scoresheet import Sheet
from companion.sheet.statistics import careers, head_to_head
from companion.storage.matches import Match
from companion.storage.players import Record, more_than, records
from companion.web.forms.posting import store
from companion.web.screens.home import OF_A_PHONE, own_matches, row_number
from companion.web.view.evening import evenings

bp = Blueprint("players", __name__)
LATEST = 40  # matches that are opened for averages
SHOWN = 10  # matches on a player's page
PAGE = 100  # lines of a page of everybody
RIVALS = 300  # lines of records, who played most first, whose names are offered for head to head


@bp.get("/players")
def show() -> str:
    """Everybody who ended a match; with `name` one of them, and with `with` how two did against each other."""
    name, rival = (request.args.get(field, "")[:200].strip() for field in ("name", "with"))
    return one(name, rival) if name else everybody(request.args.get("after", 0, type=row_number))


def everybody(after: int) -> str:
    """A page of everybody's records, behind so many of them."""
    found = records(store(), own_matches(OF_A_PHONE), limit=PAGE + 1, first=after)
    more = after + PAGE if len(found) > PAGE else None
    return render_template("players/players.html", records=found[:PAGE], games=GAMES, more=more, summed=summed_up())


def one(name: str, rival: str) -> str:
    """What somebody did, and how they did against somebody else."""
    among, summed = own_matches(), own_matches(OF_A_PHONE)
    mine = records(store(), summed, name) or abort(404)
    others = records(store(), summed, limit=RIVALS)
    names = [name, rival] if rival else [name]
    found_matches = store().finished(LATEST, among=among, players=names)
    matches = [match for match in found_matches if isinstance(match, Match)]
    sheets = [match.sheet for match in matches]
    return render_template(
        "players/player.html",
        name=mine[0].name,
        records=mine,
        games=GAMES,
        summed=summed_up(),
        rival=rival,
        met=head_to_head(sheets, name, rival) if rival and not same(name, rival) else None,
        careers=careers(sheets, name),
        evenings=evenings(matches[:SHOWN]),
        read=len(matches),
        rivals=rivals(sheets, others, name),
    )


def summed_up() -> int | None:
    """Of how many tables, the latest, the records tell; None where they tell of all that this reader may know."""
    return OF_A_PHONE if more_than(store(), own_matches(), OF_A_PHONE) else None


def rivals(sheets: Sequence[Sheet], found: Sequence[Record], name: str) -> list[str]:
    """Who is offered for head to head with somebody: those of these records, and all who sat at those tables."""
    met = {folded(other): other for sheet in sheets for other in sheet.names}
    known = met | {record.person: record.name for record in found}
    return sorted(other for person, other in known.items() if person != folded(name))
