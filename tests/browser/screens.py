"""Every screen of the companion, by name, with matches to show on it."""

import random
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from companion.demo import play
from companion.games import GAMES
from companion.sheet.commands import booking
from companion.storage.store import Form, Store
from companion.web.view.evening import Evening
from tests.support.evenings import ONE_OF_EACH_KIND

NAMES = ["Aki", "Wolfeschlegelsteinhausenbergerdorff", "ひろみ", "Dee", "Emi", "Flora", "Gil", "Hana"]

STATES = ("running", "at the last deal", "finished", "full")


def seeded(store: Store, games: Iterable[str] = tuple(GAMES)) -> dict[str, str]:
    """Create a running and a finished match of each game, and one with all seats filled; return paths by name."""
    chance, paths = random.Random(313), {}
    at = datetime.now(UTC) - timedelta(hours=3)
    for game in map(GAMES.__getitem__, games):
        paths[f"{game.id} running"] = "/m/" + play(store, game, chance, at, deals=3)
        paths[f"{game.id} at the last deal"] = "/m/" + play(store, game, chance, at, deals=len(game.deals) - 1)
        paths[f"{game.id} finished"] = "/m/" + play(store, game, chance, at)
        full = store.open(game.id, {}, NAMES[: game.players[-1]], 0, Form(f"full{game.id}".replace("-", ""), ""), at)
        store.write(full, Form("outoutout", ""), lambda sheet: (booking.end_play(sheet, 1, 0), ""))
        paths[f"{game.id} full"] = f"/m/{full}"
    ended = store.match(paths["kalooki finished"].rsplit("/", 1)[1])
    one, other = ended.sheet.names[:2]
    people = {"players": "/players", "player": f"/players?name={one}", "head": f"/players?name={one}&with={other}"}
    return paths | people | {"evening": f"/evenings/{Evening([ended]).day}"}


def screens(paths: dict[str, str]) -> dict[str, str]:
    """Return the path of every screen of the companion, by name: of a game of each kind, as the others share them."""
    found = {"home": "/", "which game": "/rules", "backup and restore": "/keep", "evening": paths["evening"]}
    found |= {name: paths[name] for name in ("players", "player", "head")}
    for game in (game for game in GAMES if f"{game} running" in paths):
        running, last, finished, full = (paths[f"{game} {state}"] for state in STATES)
        found |= {  # its own rules, words and cards
            f"{game} set-up": f"/new/{game}",
            f"{game} blank sheet": f"/new/{game}/sheet/blank",
            f"{game} sheet to bring in": f"/new/{game}/sheet",
            f"{game} table": running,
            f"{game} hand": f"{full}/deals/1/count?seat=1&cards=7+7+K",
            f"{game} rules": f"/rules/{game}",
        }
        if any(rule.widget == "schedule" for rule in GAMES[game].house_rules):
            new = f"/new/{game}?house.schedule=10:gg+7:gggrrr+12:gr7"
            found |= {f"{game} deal {number}": f"{new}&schedule=open-{number}" for number in (1, 2, 3)}
            found[f"{game} deals"] = f"{new}&schedule=list"
        if game not in ONE_OF_EACH_KIND:
            continue
        new = f"/new/{game}?house.prices=JK:25+%23Sunday"
        found |= {  # its deals, and what players of its kind do
            f"{game} who went out": f"{running}/deals/4/count",
            f"{game} totals": f"{full}/deals/1/totals",
            f"{game} what must happen": f"{last}/must-happen",
            f"{game} contract": f"{running}/contract",
            f"{game} seat": f"{running}/seats/1",
            f"{game} full table": full,
            f"{game} sheet at a full table": f"{full}/sheet",
            f"{game} correction": f"{running}/correct/2/0",
            f"{game} referee": f"{running}/referee",
            f"{game} result": finished,
            f"{game} television": f"{running}/tv",
            f"{game} house rules": f"{new}&rules=1",
        }
        if not GAMES[game].calls:
            continue
        found |= {  # the same in every game
            f"{game} calls": f"{running}/deals/4/calls",
            f"{game} calls, full": f"{full}/deals/1/calls",
            f"{game} chart": f"{running}/sheet?chart=1",
            f"{game} players": f"{running}/people",
            f"{game} rematch": f"{finished}/rematch",
            f"{game} seat of a full table": f"{full}/seats/{GAMES[game].players[-1] - 1}",
            f"{game} sheet": f"{running}/sheet",
            f"{game} cell": f"{running}/sheet?deal=2&seat=0",
            f"{game} bonus": f"{running}/adjust",
            f"{game} television at a full table": f"{full}/tv",
            f"{game} television at the end": f"{finished}/tv",
            f"{game} flat": f"{running}/flat",
            f"{game} flat for a full table": f"{full}/flat",
            f"{game} flat at the end": f"{finished}/flat",
            f"{game} referee without a match": f"/rules/{game}/referee",
            f"{game} prices": f"{new}&prices=list",
            f"{game} price of a joker": f"{new}&prices=open-JK",
        }
    found["a ruling"] = paths["kalooki running"] + "/referee/four?judge=1&cards=5H+JK+JK+8H"
    found["sharing"] = paths["kalooki finished"] + "/share"
    found["may I"] = paths["kalooki running"] + "/may-i?seat=1&asked=1&calls_made=1&laid_down=yes"
    found["nothing here"] = "/m/ZZZZZZ"
    return found
