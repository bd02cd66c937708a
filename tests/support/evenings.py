"""Evenings that were played once: whoever begins in the middle of one gets a copy of its database."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from companion import demo
from companion.sheet.commands import ending
from companion.storage.store import Form, Store
from tests.support import postgres
from tests.support.phone import fresh_key


class Evenings:
    """Databases by what filled them, in a folder."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._played: dict[tuple[Any, ...], tuple[Path, Any]] = {}

    def into(self, store: Store, fill: Callable[..., Any], *given: Any) -> Any:
        """What the fill tells, its matches in that store, which was empty; they are played the first time only."""
        return self.once(store, (fill, *given), lambda: fill(store, *given))

    def once(self, store: Store, what: tuple[Any, ...], play: Callable[[], Any]) -> Any:
        """What playing that in the store tells, and its matches there; what goes by the same name is played once."""
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
            store.engine.dispose()  # whoever is connected keeps a database from being copied
            postgres.make(kept, here)
        else:
            store.engine.dispose()
            postgres.remove(here)
            postgres.make(here, str(self._played[what][0]))
        return self._played[what][1]


def copy(source: Path, target: Path) -> None:
    """Make a database hold what another holds, also while it is open."""
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        other.execute("PRAGMA synchronous = OFF")
        one.backup(other)


def a_match_of(store: Store, *names: str) -> str:
    """The code of a match that these players ended after one round."""
    code = store.open("three-thirteen", {}, names, 0, Form.of(fresh_key(), []))
    for act in (lambda sheet: demo.deal_played(sheet, 1, Random(1)), ending.stop):
        store.write(code, Form.of(fresh_key(), []), lambda sheet, act=act: (act(sheet), ""))  # type: ignore[misc]
    return code


def demo_matches(store: Store, finished: int, seed: int) -> None:
    """Matches as the demo plays them: so many finished ones, and one running of each game."""
    list(demo.played(store, finished, seed))
