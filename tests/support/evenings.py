"""Cached evenings: played once, then each test that starts in mid-evening gets a copy of the database."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from companion import demo
from companion.games import GAMES
from companion.sheet.commands import whole_match
from companion.storage.store import Form, Store
from tests.support import postgres
from tests.support.phone import at_once, fresh_key

ONE_OF_EACH_KIND = [*{type(game).__base__: game.id for game in reversed(GAMES.values())}.values()]  # they share screens


class Evenings:
    """Databases in a folder, by the function and arguments that filled them."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._played: dict[tuple[Any, ...], tuple[Path, Any]] = {}

    def into(self, store: Store, fill: Callable[..., Any], *given: Any) -> Any:
        """Fill an empty store, from a cached copy after the first time, and return the fill's result."""
        return self.once(store, (fill, *given), lambda: fill(store, *given))

    def once(self, store: Store, what: tuple[Any, ...], play: Callable[[], Any]) -> Any:
        """Fill an empty store by playing, from a cached copy for a known key `what`, and return the play's result."""
        if store.engine.dialect.name != "sqlite":
            return self._on_server(store, what, play)
        here = Path(str(store.engine.url.database))
        if what in self._played:
            copy(self._played[what][0], here)
        else:
            self._played[what] = self._folder / f"{len(self._played)}.db", play()
            copy(here, self._played[what][0])
        return self._played[what][1]

    def _on_server(self, store: Store, what: tuple[Any, ...], play: Callable[[], Any]) -> Any:
        here = str(store.engine.url.database)
        if what not in self._played:
            kept = f"evening-{os.getpid()}-{len(self._played)}"
            self._played[what] = Path(kept), play()
            store.engine.dispose()  # PostgreSQL copies no database with open connections
            postgres.make(kept, here)
        else:
            store.engine.dispose()
            postgres.remove(here)
            postgres.make(here, str(self._played[what][0]))
        return self._played[what][1]


def copy(source: Path, target: Path) -> None:
    """Copy a database into another, also while it is open."""
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        other.execute("PRAGMA synchronous = OFF")
        one.backup(other)


def a_match_of(store: Store, *names: str) -> str:
    """Return the code of a match that these players ended after one round."""
    code = store.open("three-thirteen", {}, names, 0, Form.of(fresh_key(), []))
    at_once(store, code, [partial(demo.deal_played, number=1, chance=Random(1)), whole_match.stop])
    return code


def demo_matches(store: Store, finished: int, seed: int) -> None:
    """Play matches as the demo does: this number of finished ones, and one running match of each game."""
    list(demo.played(store, finished, seed))
