"""CPU time of every page that lists or counts, after 20,000 finished matches against 1,000; the goal is 1.5.

    python -m tests.bench.years [MATCHES MATCHES]

Both databases contain copies of a few dozen demo matches under other codes, keys and rows. Half
are played by the same people, half by names from a growing pool. The two are requested in turn, so that the ratio
holds on a noisy machine. Then the CPU time of the migration and the start of the larger one is measured, and of the
doctor on the smaller.
"""

import gc
import random
import sqlite3
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import process_time
from typing import Any

from flask.testing import FlaskClient
from sqlmodel import select

from companion import demo
from companion.app import create_app
from companion.names import folded
from companion.sheet.days import evening
from companion.storage.access.browsers import digest
from companion.storage.backup.catalog import DATABASE
from companion.storage.database.engines import migrate, open_file
from companion.storage.doctor import examine
from companion.storage.matches import COLUMNS, Match, every
from companion.storage.models import MatchRow
from companion.storage.players.identities import Identities
from companion.storage.results import results
from companion.storage.store import CODE_LETTERS, Store
from tests.faults.migrations import older

MODELS = 30  # demo matches to copy
REGULARS, GUESTS, PEOPLE = 10, 40, 25  # people; the pool of guests grows by one every PEOPLE matches
ROUNDS = 7
KEPT = ", ".join(f'"{name}"' for name in ("body", *COLUMNS))
ENTRIES = (
    f"INSERT INTO entry (id, match_id, {KEPT}) SELECT id + :shift, :number, {KEPT} FROM entry WHERE match_id = :model"
)
PHONE, REGULAR = "a phone that came four times", "a phone that came every fifth time"
OFTEN = 5
FAR = {"REMOTE_ADDR": "192.0.2.7"}


def filled(folder: Path, matches: int) -> Path:
    """Create an instance with this many finished matches, and a few running ones."""
    folder.mkdir()
    store: Store = create_app(folder).extensions["companion.store"]
    list(demo.played(store, MODELS, 313))
    with store.reading() as session:
        models = [one for one in every(session) if isinstance(one, Match) and one.finished_at]
        rows = {row.id: MatchRow(**row.model_dump()) for row in session.exec(select(MatchRow))}
    store.engine.dispose()
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        (last,) = database.execute("SELECT max(id) FROM entry").fetchone()
        for number in range(MODELS, matches):
            model = models[number % MODELS]
            last = copy(database, model, rows[model.id], number + 1000, last)
        for number in (1, 2, MODELS + 1, matches + 999):
            add(database, "device", present(PHONE, number))
        for number in range(MODELS + 1000, matches + 1000, OFTEN):
            add(database, "device", present(REGULAR, number))
    return folder


def copy(database: sqlite3.Connection, model: Match, like: MatchRow, number: int, last: int) -> int:
    """Write one copy of a match after the entry `last`; return the id of its last entry."""
    entries, names = model.sheet.entries, people(number, len(model.sheet.seated))
    row = MatchRow(**like.model_dump() | {"id": number, "code": code_of(number), "key": f"copy{number:028}"})
    opened = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(hours=number)
    row.finished_at, row.opened_at = opened + (model.touched_at - row.opened_at), opened
    shift = last + 1 - entries[0].id
    row.finished_entry = entries[-1].id + shift
    row.played_on = evening(row.finished_at)
    database.execute(ENTRIES, {"shift": shift, "number": number, "model": model.id})
    add(database, "match", row.model_dump())
    for seat, name in enumerate(names):
        add(database, "seat", {"match_id": number, "number": seat, "name": name})
    for one, name in zip(results(row, model.sheet, Identities(())), names, strict=True):
        add(database, "result", one.model_dump() | {"name": name, "person": folded(name)})
    return row.finished_entry


def people(number: int, players: int) -> list[str]:
    """Return the players of a match: regulars, or guests from a growing pool."""
    chance = random.Random(number)
    pool = range(REGULARS) if number % 2 else range(REGULARS, REGULARS + GUESTS + number // PEOPLE)
    many = len(demo.NAMES)
    return [f"{demo.NAMES[at % many]} {at // many}".removesuffix(" 0") for at in chance.sample(pool, players)]


def code_of(number: int) -> str:
    """Return the code of a copy."""
    letters = []
    for _ in range(6):
        number, at = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[at])
    return "".join(letters)


def present(token: str, number: int) -> dict[str, Any]:
    """Return the row of a device used by the benchmark, at the table of that match."""
    made = {"match_id": number, "browser": digest(token), "role": "player", "seat": 0, "confirmed": True}
    return made | {"joined_at": datetime(2026, 1, 1, tzinfo=UTC)}


def add(database: sqlite3.Connection, table: str, values: dict[str, Any]) -> None:
    """Write one row as SQLAlchemy would."""
    kept = [one.strftime("%Y-%m-%d %H:%M:%S.%f") if isinstance(one, datetime) else one for one in values.values()]
    names = ", ".join(f'"{name}"' for name in values)
    database.execute(f'INSERT INTO "{table}" ({names}) VALUES ({", ".join("?" * len(kept))})', kept)


def pages(matches: int) -> Iterator[tuple[str, str]]:
    """Yield the pages to request, each with its phone; "" for the host."""
    code = code_of(matches + 999)
    yield from ((page, "") for page in ("/players?name=Aki", "/players?name=Aki&with=Ben", "/new/kalooki"))
    yield from ((page, "") for page in ("/", "/?player=Aki", "/?player=Aki&game=kalooki", "/?game=kalooki"))
    yield from ((page, "") for page in (f"/?before={matches // 2 + 999}", "/players", "/players?after=100"))
    yield from ((f"/m/{code}{part}", "") for part in ("", "/sheet", "/phones", "/people"))
    yield from ((f"/players?{asked}", "") for asked in ("game=kalooki", "year=2026&players=4", "there=Ben&house=book"))
    yield from ((page, PHONE) for page in ("/", "/players", f"/m/{code}"))
    yield from ((page, REGULAR) for page in ("/", "/players", "/players?name=Aki"))


def client_of(folder: Path) -> FlaskClient:
    """Return a client of that instance."""
    return create_app(folder).test_client()


def cpu(act: Callable[[], object]) -> float:
    """Return the milliseconds of CPU an action takes, without garbage collection, which would distort it."""
    gc.collect()
    gc.disable()
    started = process_time()
    act()
    taken = process_time() - started
    gc.enable()
    return 1000 * taken


def ask(client: FlaskClient, page: str, phone: str) -> None:
    """Request one page, which must exist."""
    client.set_cookie("companion", phone)
    answer = client.get(page, environ_base=FAR if phone else {})
    assert answer.status_code == 200, (page, answer.status_code)


def compared(clients: Sequence[FlaskClient], sizes: Sequence[int]) -> None:
    """Print the cost of each page after few and after many matches."""
    for asked in zip(*(pages(size) for size in sizes), strict=True):
        times: list[list[float]] = [[] for _ in clients]
        for _ in range(ROUNDS):
            for client, (page, phone), taken in zip(clients, asked, times, strict=True):
                taken.append(cpu(lambda client=client, page=page, phone=phone: ask(client, page, phone)))  # type: ignore[misc]
        few, many = (statistics.median(taken[1:]) for taken in times)
        page, phone = asked[1]
        print(f"{phone or 'host':33} {page:28} {few:7.1f} {many:7.1f} ms  {many / few:.2f}")


def main(arguments: Sequence[str]) -> None:
    """Create both databases and print the table."""
    sizes = [int(one) for one in arguments] or [1000, 20_000]
    with tempfile.TemporaryDirectory() as place:
        folders = [filled(Path(place) / f"{size}", size) for size in sizes]
        compared([client_of(folder) for folder in folders], sizes)
        large = Path(place) / "again"
        newest: Store = create_app(folders[1]).extensions["companion.store"]
        file = older(large / DATABASE, "0005", newest)
        print(f"migration {cpu(lambda: migrate(open_file(file))):.0f} ms")
        print(f"start {cpu(lambda: create_app(large)):.0f} ms")
        few = cpu(lambda: list(examine(folders[0])))
        print(f"doctor {few:.0f} ms for {sizes[0]} matches: it opens each, so the larger one takes as much for each")


if __name__ == "__main__":
    main(sys.argv[1:])
