"""Home: unfinished matches first, then games and finished matches."""

from itertools import groupby
from operator import attrgetter

from flask import Blueprint, current_app, render_template, request

from companion.games import GAMES
from companion.rules.text import N_, natural_number
from companion.storage.backup.catalog import backups
from companion.storage.matches import Match, Unread
from companion.storage.players.results_query import MatchFilter
from companion.storage.players.standings import standings
from companion.web.forms.match_filter import row_number
from companion.web.forms.posting import instance, store
from companion.web.guard.permissions import limits, own_matches, runs_it
from companion.web.view.evening import Evening
from companion.web.view.language import say
from companion.web.view.qr import shared_address

bp = Blueprint("home", __name__)
PAGE = 20  # finished matches a page
MANY = 10  # finished matches from which a filter is offered
FACES = 5  # players with most wins


@bp.get("/")
def show() -> str:
    """Return the home page; a later page of finished matches with `before`, or only those of a player or game."""
    before = request.args.get("before", type=row_number)
    player, game = request.args.get("player", "")[:200].strip(), request.args.get("game", "")
    mine = own_matches()
    players = [player] if player else []
    finished = store().finished(PAGE + 1, before, mine, players, game if game in GAMES else "")
    filtered = bool(player or game in GAMES)
    running = [] if before or filtered else store().unfinished(among=mine)
    idle = store().unfinished(among=mine, idle=True) if limits() and not (before or filtered) else []
    shown = [match for match in [*running, *finished[:PAGE]] if isinstance(match, Match)]
    over = [match for match in shown if match.finished_at and match.sheet.finished]
    with store().reading() as session:
        faces = standings(session, MatchFilter(), mine, FACES) if running or finished else []
    return render_template(
        "home/home.html",
        unfinished=[match for match in shown if match not in over],
        idle=[match for match in idle if isinstance(match, Match)],
        evenings=[Evening(list(matches)) for _, matches in groupby(over, attrgetter("day"))],
        unread=[match for match in [*running, *finished[:PAGE]] if isinstance(match, Unread)],
        more=finished[PAGE - 1].id if len(finished) > PAGE else None,
        games=GAMES.values(),
        known=store().names(mine),
        before=before,
        undone=request.args.get("undone", type=natural_number),
        many=len(finished) >= MANY,
        player=player,
        game_asked=game,
        filtered=filtered,
        faces=faces,
        on_wifi=shared_address() is not None,
        backup_failed=runs_it() and current_app.extensions["companion.backups"].failure,
        backups=backups(instance()) if runs_it() else [],
    )


CHOICES = {  # pages of a game, each reached by a choice of the game: its heading and its endpoint
    "/rules": (N_("Rules"), "rulebook.show"),
    "/referee": (N_("Ask the referee"), "referee_menu.show"),
    "/bring-in": (N_("Bring in a match"), "bring_in.show"),
    "/blank-sheet": (N_("Blank sheet"), "blank_sheet.show"),
}


@bp.get("/rules", endpoint="rules")
@bp.get("/referee", endpoint="referee")
@bp.get("/bring-in", endpoint="bring_in")
@bp.get("/blank-sheet", endpoint="blank_sheet")
def which_game() -> str:
    """Return the page on which a game is chosen, for this address."""
    heading, leads = CHOICES[request.path]
    return render_template("home/games.html", heading=say(heading), leads=leads, games=GAMES.values())
