"""Link that hands a finished match over to the BG Stats app.

Its format is described at https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/."""

import json
from typing import Any
from urllib.parse import quote

from companion.names import folded
from companion.sheet.scoresheet import Sheet
from companion.storage.matches import Match, on_day
from companion.web.view.language import say
from companion.web.view.result_text import others

TAKES_PLAYS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Rummy table companion"


def play_link(match: Match) -> str:
    """Return the link with all data of a finished match; the app requests nothing from this companion."""
    return TAKES_PLAYS + quote(json.dumps(play(match), ensure_ascii=False, separators=(",", ":")), safe="")


def play(match: Match) -> dict[str, Any]:
    """Return a finished match in the app's format of a play."""
    sheet, ended = match.sheet, match.finished_at or match.opened_at
    played_at = on_day(ended, match.day) if match.day else ended
    return {
        "sourceName": SOURCE,
        "sourcePlayId": match.code,
        "playDate": f"{played_at:%Y-%m-%d %H:%M:%S}",  # in UTC, as stored
        "durationMin": max(0, round((ended - match.opened_at).total_seconds() / 60)),
        "comments": sheet.note.text,
        "location": sheet.note.place,
        "game": {
            "name": say(sheet.game.name),
            "sourceGameId": sheet.game.id,
            "highestWins": False,
            "noPoints": False,
        },
        "players": [player(sheet, seat) for seat in (*sheet.winners, *others(sheet))],
    }


def player(sheet: Sheet, seat: int) -> dict[str, Any]:
    """Return one player: joint winners share the first place, and so on; no place without a winner."""
    order = [*sheet.winners, *others(sheet)]
    won = seat in sheet.winners
    ranked = [other for other in order if other not in sheet.winners]
    level = [other for other in ranked if standing(sheet, other) == standing(sheet, seat)]
    return {
        "name": sheet.names[seat],
        "sourcePlayerId": folded(sheet.names[seat]),
        "startPlayer": seat == sheet.first_player(sheet.schedule[0]),
        "score": sheet.totals[seat],
        **({"rank": 1 if won else order.index(level[0]) + 1} if sheet.winners else {}),
        "winner": won,
    }


def standing(sheet: Sheet, seat: int) -> tuple[bool, int]:
    """Return by what a seat that has not won is ranked: those who left come last, then by points."""
    return seat in sheet.roster.left, sheet.totals[seat]
