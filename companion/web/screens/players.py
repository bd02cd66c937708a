"""Pages of players: all with the records of the house, one, two head to head; and the host's commands on names."""

from collections import Counter
from datetime import UTC, datetime
from difflib import get_close_matches

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from companion.games import GAMES
from companion.names import fault, folded, same
from companion.rules.game import Game
from companion.rules.text import N_, Text
from companion.sheet.refusals import Refused
from companion.storage.match_lists import final_results_of, finished_numbers
from companion.storage.matches import read_in_batches
from companion.storage.players.identities import Identities, PersonAct, PersonEntry, persons_of
from companion.storage.players.name_commands import Together, append_name_entry
from companion.storage.players.results_query import MatchFilter, latest, years
from companion.storage.players.standings import FEW, Form, count_matches, forms, game_totals, house_books, standings
from companion.web.forms.match_filter import FilterLink, choices, fields, read_filter, row_number
from companion.web.forms.posting import conflict_page, posted, store, words
from companion.web.guard.permissions import is_host, own_matches
from companion.web.view.charts import SHOWN as SHOWN_TOTALS
from companion.web.view.charts import margins, places, totals
from companion.web.view.player_statistics import Life, Table, finish, life, meetings, tables

bp = Blueprint("players", __name__)
SHOWN = 10  # matches on a player's page
PAGE = 50  # players on a page of all
FACES = 24  # opponents offered
AROUND = 60  # latest matches these opponents come from
REGULARS = 60  # records whose names are offered for joining


@bp.get("/players")
def show() -> str:
    """Return the page of all players; with `name` of one; with `with` also, of two head to head."""
    name, rival = (request.args.get(field, "")[:200].strip() for field in ("name", "with"))
    sift = read_filter(request.args)
    if name and rival and not same(name, rival):
        return two(name, rival, sift)
    return one(name, sift) if name else everybody(sift, request.args.get("after", 0, type=row_number))


def matches_and_years(sift: MatchFilter) -> tuple[list[Table], tuple[int, int] | None]:
    """Return the matches that pass the filter and are visible to this reader, latest first, and the span of years."""
    with store().reading() as session:
        return tables(latest(session, sift, own_matches())), years(session, own_matches())


def has_played(session: Session, name: str) -> bool:
    """Return whether this reader may see a match of that player."""
    return bool(finished_numbers(session, 1, among=own_matches(), players=[name]))


def persons() -> Identities:
    """Return the persons of all names."""
    with store().reading() as session:
        return persons_of(session)


def names_to_join(name: str, mine: Life | None) -> list[str]:
    """Return other names for a player, similar ones first, except those met at a table, who are other persons."""
    met = {name, *(opponent.name for opponent in mine.opponents)} if mine else {name}
    names = {folded(record.name): record.name for record in game_totals(store(), limit=REGULARS)}
    alike = [names[other] for other in get_close_matches(folded(name), names, REGULARS, 0.5)]
    return [other for other in [*alike, *sorted(set(names.values()) - set(alike))] if other not in met]


def filter_values(sift: MatchFilter, matches: int, span: tuple[int, int] | None, **here: str) -> dict[str, object]:
    """Return the values about the filter that every page shows."""
    offered: dict[str, list[FilterLink]] = choices(sift, span, here)
    return {"sift": sift, "offered": offered, "here": here, "said": fields(sift), "counted": matches}


def everybody(sift: MatchFilter, after: int) -> str:
    """Return a page of all players from position `after` on, and the records of the house by game."""
    mine = own_matches()
    with store().reading() as session:
        people = standings(session, sift, mine, PAGE + 1, after)
        form = forms(session, sift, mine, [one.person for one in people[:PAGE]])
        books, span = house_books(session, sift, mine), years(session, mine)
        many = count_matches(session, sift, mine)
    return render_template(
        "players/players.html",
        people=[(one, form.get(one.person, Form([], 0))) for one in people[:PAGE]],
        more=after + PAGE if len(people) > PAGE else None,
        records=[(game, books[game.id]) for game in GAMES.values() if game.id in books],
        few=FEW,
        left_out=persons().hidden_names if is_host() else [],
        **filter_values(sift, many, span),
    )


def one(name: str, sift: MatchFilter) -> str:
    """Return the page of one player, in the game asked for or the one they played most."""
    found, span = matches_and_years(MatchFilter("", sift.house, sift.year, sift.players, (name, *sift.there)))
    known = persons()
    person = known.person(name)
    played, game, of_game = in_one_game(found, sift)
    mine = life(of_game, person)
    with store().reading() as session:
        numbers = [one.match for one in mine.mine] if mine else []
        ends = dict(read_in_batches(lambda batch: [*final_results_of(session, batch).items()], numbers))
        there = has_played(session, name)
    if not there and not sift:
        abort(404)
    called = known.called(person, mine.name if mine else name)
    whole = mine.whole if mine else ()
    shown = zip(mine.matches[:SHOWN], mine.mine[:SHOWN], strict=True) if mine else ()
    ranked = [(one.day, ends[one.match][one.seat].rank) for one in whole if one.match in ends]
    return render_template(
        "players/player.html",
        name=called,
        hidden=known.is_hidden(person),
        joined=known.joined(person),
        others=names_to_join(called, mine) if is_host() else None,
        life=mine,
        game=game,
        played=played,
        finishes=[
            (one, ends[one.match], *finish(table, one, ends[one.match])) for table, one in shown if one.match in ends
        ],
        ranked=[number for _, number in ranked],
        chart=totals(mine) if mine and len(mine.whole) >= FEW else None,
        places=places(ranked) if len(ranked) >= FEW else None,
        most=SHOWN_TOTALS,
        few=FEW,
        **filter_values(sift, len(of_game), span, name=name),
    )


def in_one_game(found: list[Table], sift: MatchFilter) -> tuple[list[Game], Game | None, list[Table]]:
    """Return the games of these matches, the one asked for or else most played, and its matches."""
    times = Counter(table[0].game for table in found)
    played = [game for game in GAMES.values() if game.id in times]
    game = GAMES.get(sift.game) or max(played, key=lambda game: times[game.id], default=None)
    return played, game, [table for table in found if game and table[0].game == game.id]


def two(name: str, rival: str, sift: MatchFilter) -> str:
    """Return the page of two players head to head, by points, match by match, in one game as `one` does."""
    found, span = matches_and_years(MatchFilter("", sift.house, sift.year, sift.players, (name, rival, *sift.there)))
    known = persons()
    person, other = known.person(name), known.person(rival)
    played, game, of_game = in_one_game(found, sift)
    met = meetings(of_game, person, other)
    only = store().match(of_game[0][0].code) if len(of_game) == 1 else None
    lives = [life(of_game, who) for who in (person, other)]
    names = [mine.name if mine else who for mine, who in zip(lives, (name, rival), strict=True)]
    with store().reading() as session:
        around = tables(latest(session, MatchFilter(there=(name,)), own_matches(), AROUND))
        there = has_played(session, name)
    mine = life(around, person)
    if not mine and not there:
        abort(404)
    return render_template(
        "players/head_to_head.html",
        names=names,
        lives=lives,
        game=game,
        played=played,
        met=met,
        only=only,
        pair={each for each in only.sheet.names if known.person(each) in (person, other)} if only else (),
        ahead=sum(meeting.margin > 0 for meeting in met),
        behind=sum(meeting.margin < 0 for meeting in met),
        bars=margins(met),
        faces=[opponent.name for opponent in mine.opponents][:FACES] if mine else [],
        few=FEW,
        **filter_values(sift, len(of_game), span, name=name, **{"with": rival}),
    )


@bp.post("/players/names")
def change_name() -> ResponseReturnValue:
    """Record the entry about a name; then redirect to the page of its person."""
    name, other, kind = words("name"), words("other"), words("kind")
    if kind not in set(PersonAct) - {PersonAct.DELETED} or not name or fault(name, []):
        abort(422)
    other = other if kind == PersonAct.JOINED else ""
    back = url_for("players.show", name=name) + "#names"
    try:
        refuse_bad_name(kind, name, other)
        append_name_entry(store(), PersonEntry(posted().key, PersonAct(kind), name, other, datetime.now(UTC)))
    except Refused as error:
        return conflict_page(error, back)
    except Together as error:
        reason = Text(
            N_("{name} and {other} played at the same table, so they are two people."), name=name, other=other
        )
        return conflict_page(Refused("other", reason), url_for("table.show", code=error.code))
    return redirect(back, 303)


def refuse_bad_name(kind: str, name: str, other: str) -> None:
    """Raise Refused if the name to join with is missing, too long or the same."""
    if kind != PersonAct.JOINED:
        return
    if not other:
        raise Refused("other", N_("Choose or type the other name first."))
    if wrong := fault(other, []):
        raise Refused("other", wrong)
    if same(name, other):
        raise Refused("other", N_("That is the same name."))
