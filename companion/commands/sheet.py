"""The command that reads a sheet of points kept elsewhere: `companion sheet`."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import click

from companion import paths
from companion.commands import command, option
from companion.games import GAMES
from companion.interfaces.terminal_language import _, refuse, say, tell
from companion.rules.text import N_, Text
from companion.sheet.commands.written_match import Brought, bring_in
from companion.sheet.days import is_past
from companion.sheet.written.matches import Reading
from companion.sheet.written.tables import LARGEST, NoSheet

READ = {
    Reading.POINTS: N_("Points of each deal"),
    Reading.RUNNING: N_("Running totals"),
    Reading.TOTALS: N_("Final totals only"),
}


@command(
    help=N_("read a sheet of points kept elsewhere; nothing is saved without --save"),
    epilog=N_("FILE: CSV, TSV or text, or an export of BG Stats; - reads standard input"),
)
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@option("--game", required=True, type=click.Choice(list(GAMES)), help=N_("the game that was played"))
@option(
    "--day",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help=N_("the day it was played, if the sheet does not say"),
)
@option("--json", "in_json", is_flag=True, help=N_("a JSON object instead of sentences"))
@option("--save", is_flag=True, help=N_("save the matches"))
def sheet(file: Path, game: str, day: datetime | None, in_json: bool, save: bool) -> int:
    """Print what a sheet says and what is doubtful about it; save it if asked."""
    try:
        with click.open_file(str(file), "rb") as opened:
            found = bring_in(GAMES[game], opened.read(LARGEST + 1), day.date() if day else None)
    except NoSheet as error:
        return refuse("{why}", why=error)
    days = [one.sheet.note.day for one in found if one.sheet.note.day]
    if save and (wrong := next((day for day in days if not is_past(day)), None)):
        return refuse(N_("No match can be saved for {day}: choose a day from 1900 to today."), day=wrong)
    if save and (why := next(filter(None, (one.unreadable for one in found)), None)):
        return refuse("{why}", why=why)
    if in_json:
        print(json.dumps({"game": game, "matches": [as_json(one) for one in found]}, ensure_ascii=False, indent=1))
    else:
        for one in found:
            print(*lines_of(one), sep="\n", end="\n\n")
    if not save:
        return 0
    store_all(found)
    if not in_json:
        tell(N_("Saved matches: {count}"), count=len(found))
    return 0


def store_all(found: Sequence[Brought]) -> None:
    """Store the matches in the instance, all or none."""
    from companion.storage.brought_in import bring_in as write_down
    from companion.storage.postgres import open_address
    from companion.storage.store import Form

    store = open_address(paths.address(), "companion sheet")
    write_down(store, [one.sheet for one in found], Form(uuid4().hex, "sheet"))


def as_json(one: Brought) -> dict[str, Any]:
    """Return a match as plain data."""
    match = one.written
    told: dict[str, Any] = {"reading": match.reading}
    told |= {"day": match.day.isoformat()} if match.day else {}
    told["players"] = match.players
    told["deals"] = [{"points": deal.points, "out": deal.out} for deal in match.deals]
    told |= {"bonus": [{"points": deal.points, "out": deal.out} for deal in match.bonus]} if match.bonus else {}
    told |= {"starts": {match.players[seat]: points for seat, points in match.starts.items()}} if match.starts else {}
    given = [{"seat": seat, "points": points, "reason": reason} for seat, points, reason in match.adjustments]
    told |= {"adjustments": given} if given else {}
    told["totals"] = match.totals
    doubts = [{name: value for name, value in asdict(doubt).items() if value is not None} for doubt in one.doubts]
    return told | ({"doubts": doubts} if doubts else {})


def lines_of(one: Brought) -> Iterator[str]:
    """Yield lines for people: the day, a column for each player with deals and totals, and each doubt."""
    match, sheet = one.written, one.sheet
    yield say(Text(READ[match.reading])) + (f" ({sheet.note.day})" if sheet.note.day else "")
    rows: list[tuple[object, Sequence[object]]] = [("", match.players)]
    rows += [(say(sheet.title(number)), deal.points) for number, deal in enumerate(match.deals, 1)]
    for label, points in [*rows, (_("Total"), match.totals)]:
        yield "\t".join([str(label), *("" if one is None else str(one) for one in points)])
    for doubt in one.doubts:
        yield f"! {say(one.said(doubt))}"
