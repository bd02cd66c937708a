"""Capacity of a companion on a PostgreSQL server: latency and load by number of tables.

Run by hand from the project's folder; it serves, asks and ends on loopback, the database included:

    python -m tests.bench.town --tables 50 200 500 1000 --workers 2 --seconds 30

Four phones at each table poll it once a second, where static/live.js polls every 0.8 to 10 s; every thirty seconds
one of them opens the form of a bonus or fine and posts it. "Seen" is the time from sending the form until a phone at
that table has the complete new table. A line for each number of tables: polls a second, the bookings that were
acknowledged, the median and the 99th percentile of "seen" and of a poll, the CPU time of the application and of the
database, and unexpected answers. It fails if the database does not hold exactly the acknowledged bookings.
"""

import argparse
import asyncio
import os
import re
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from urllib.parse import urlencode

from sqlmodel import func, select

from companion.storage.access.browsers import new_token
from companion.storage.access.devices import Devices
from companion.storage.access.links import PLAYER
from companion.storage.models import EntryRow
from companion.storage.postgres import open_server, url_of
from companion.storage.store import Form, Store
from tests.support import postgres
from tests.support.phone import fresh_key
from tests.support.postgres import DATABASES
from tests.support.stage import NAME, Staged

NAMES = ("Aki", "Ben", "Cy", "Dee")
BOOKS = 30.0  # seconds between two entries at one table
COMING = 40  # tables whose phones start in one second
PROCESSES = 2  # processes that run the phones
TICKS = os.sysconf("SC_CLK_TCK")
BOOKED = "303"  # status of an acknowledged booking
HIDDEN = re.compile(rb'<input type="hidden" name="(key|revision)" value="([^"]*)">')
SEEN = re.compile(rb"[?&;]seen=(\d+)")
FILES = 60_000  # limit of open files


@dataclass(frozen=True)
class Table:
    """A table: the code of its match, and the tokens of its phones."""

    code: str
    tokens: tuple[str, ...]


@dataclass
class Looks:
    """Results of some tables: seconds until an entry was seen, seconds of each poll, and the answers by status."""

    seen: list[float] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)


class Line:
    """One phone's connection."""

    def __init__(self, port: int, token: str):
        self._port = port
        self._head = f"Host: {NAME}:{port}\r\nCookie: companion={token}\r\nHX-Request: true\r\n"
        self._way: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, line: str, body: str = "") -> tuple[str, bytes]:
        """Send a request and return the status and body; reconnect once if the connection broke."""
        for _ in range(2):
            try:
                return await self._asked(line, body)
            except (OSError, asyncio.IncompleteReadError):
                self._way = None
        return "cut", b""

    async def _asked(self, line: str, body: str) -> tuple[str, bytes]:
        if self._way is None:
            self._way = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._way
        form = "Content-Type: application/x-www-form-urlencoded\r\n" if body else ""
        origin = f"Origin: http://{NAME}:{self._port}\r\nContent-Length: {len(body)}\r\n" if body else ""
        writer.write(f"{line} HTTP/1.1\r\n{self._head}{form}{origin}\r\n{body}".encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"\r\nContent-Length: (\d+)", answer, re.IGNORECASE)
        return answer[9:12].decode(), await reader.readexactly(int(length[1])) if length else b""


async def phone(
    port: int, table: Table, number: int, since: float, until: float, looks: Looks, sent: dict[str, float]
) -> None:
    """Poll a table from one phone until that time; the first phone of a table also posts entries.

    The phones start one after another; measuring begins when all have started."""
    line, random = Line(port, table.tokens[number]), Random(table.tokens[number])
    seen, told = 0, 0.0
    started = random.uniform(time.monotonic(), since - 1)
    books = since + random.uniform(0, BOOKS) if number == 0 else until
    while started < until:
        await asyncio.sleep(max(0.0, started - time.monotonic()))
        asked = time.monotonic()
        if asked >= books:
            books += BOOKS
            status, page = await line.ask(f"GET /m/{table.code}/adjust")
            looks.statuses[f"page {status}"] += 1
            given = {"seat": random.randrange(4), "points": 5, "sign": "+", "reason": "late"}
            sent[table.code] = time.monotonic()
            status, _ = await line.ask(f"POST /m/{table.code}/adjust", urlencode(hidden(page) | given))
            looks.statuses[f"form {status}"] += 1
            if status != BOOKED:
                del sent[table.code]
        asked = time.monotonic()
        status, body = await line.ask(f"GET /m/{table.code}/board?seen={seen}")
        now = time.monotonic()
        if asked >= since:
            looks.took.append(now - asked)
            looks.statuses[status] += 1
        if status == "200" and (found := SEEN.search(body)):
            seen = int(found[1])
            if sent.get(table.code, 0.0) > told:
                told = sent[table.code]
                looks.seen.append(now - told)
        started += 1.0


def hidden(page: bytes) -> dict[str, str]:
    """Return the hidden fields of a page's form: its key, and the revision of the page."""
    return {name.decode(): value.decode() for name, value in HIDDEN.findall(page)}


def some_tables(port: int, tables: Sequence[Table], since: float, until: float) -> Looks:
    """Run the phones of these tables, all at once, in a separate process."""
    looks = Looks()
    more_files()

    async def all_of_them() -> None:
        sent: dict[str, float] = {}
        phones = ((table, number) for table in tables for number in range(len(table.tokens)))
        await asyncio.gather(*(phone(port, *one, since, until, looks, sent) for one in phones))

    asyncio.run(all_of_them())
    return looks


def more_files() -> None:
    """Raise the limit of open files, as far as the system allows."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, hard), hard))


def seated(store: Store, many: int) -> list[Table]:
    """Open this many tables with four phones each."""
    devices, tables = Devices(store), []
    for _ in range(many):
        code = store.open("kalooki", {}, NAMES, 0, Form.of(fresh_key(), []))
        tokens = tuple(new_token() for _ in NAMES)
        for seat, token in enumerate(tokens):
            devices.join(store.match_id(code), token, PLAYER, seat)
        tables.append(Table(code, tokens))
    return tables


def worked(processes: Sequence[int]) -> float:
    """Return the CPU seconds of these processes and of their children that have ended."""
    total = 0
    for process in processes:
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(map(int, fields[11:15]))
    return total / TICKS


def family(process: int) -> list[int]:
    """Return a process and all its descendants."""
    found = [process]
    for one in found:
        for listed in Path(f"/proc/{one}/task").glob("*/children"):
            found += [int(child) for child in listed.read_text().split()]
    return found


@contextmanager
def served(workers: int) -> Iterator[tuple[Staged, Store, int]]:
    """Yield a town on an empty database, its store, and the process id of the database server."""
    with tempfile.TemporaryDirectory() as folder, postgres.running(on_disk=True) as address:
        os.environ[postgres.SERVER] = address
        postgres.prepare()
        files = Path(str(url_of(address).query["host"]))
        postmaster = int((files / "data" / "postmaster.pid").read_text().split()[0])
        town = Staged(Path(folder))
        town.options = ["--workers", str(workers)]
        store = open_server(DATABASES.of(Path(folder)))
        try:
            yield town.start(), store, postmaster
        finally:
            town.kill()
            store.engine.dispose()


def measured(tables: int, workers: int, seconds: float) -> str:
    """Measure this many tables and return the line of results."""
    with served(workers) as (town, store, postmaster), ProcessPoolExecutor(PROCESSES) as pool:
        seats = seated(store, tables)
        assert town.process
        since = time.monotonic() + 3 + tables / COMING
        given = [
            pool.submit(some_tables, town.port, seats[n::PROCESSES], since, since + seconds) for n in range(PROCESSES)
        ]
        time.sleep(since - time.monotonic())
        application, database = family(town.process.pid), family(postmaster)
        before, began = (worked(application), worked(database)), time.monotonic()
        looks = [one.result() for one in given]
        wall = time.monotonic() - began
        after = (worked(application), worked(family(postmaster)))
        busy = [100 * (now - then) / wall for now, then in zip(after, before, strict=True)]
        with store.reading() as session:
            stored = session.scalar(select(func.count()).select_from(EntryRow)) or 0
    acknowledged = sum(one.statuses[f"form {BOOKED}"] for one in looks)
    if stored != acknowledged or not acknowledged:
        raise SystemExit(f"{acknowledged} bookings were acknowledged, and {stored} are stored")
    return told(tables, workers, looks, busy, seconds)


def told(tables: int, workers: int, looks: Sequence[Looks], busy: Sequence[float], seconds: float) -> str:
    """Return the line of results."""
    seen = [one for some in looks for one in some.seen]
    took = [one for some in looks for one in some.took]
    statuses = sum((some.statuses for some in looks), Counter())
    booked = statuses.pop(f"form {BOOKED}", 0)
    wrong = {status: times for status, times in statuses.items() if status not in ("200", "204", "page 200")}
    return (
        f"{tables:5d} tables, {workers} processes: {len(took) / seconds:6.0f} looks/s, {booked} bookings;"
        f" seen p50 {cut(seen, 50):.2f} p99 {cut(seen, 99):.2f} s; look p50 {1000 * cut(took, 50):.1f}"
        f" p99 {1000 * cut(took, 99):.0f} ms; application {busy[0]:.0f} %, database {busy[1]:.0f} % of a core;"
        f" {1000 * busy[0] / 100 / tables:.2f} ms a table and second; wrong {wrong or 'nothing'}"
    )


def cut(values: Sequence[float], percent: int) -> float:
    """Return that percentile; NaN for fewer than two values."""
    return quantiles(values, n=100)[percent - 1] if len(values) > 1 else float("nan")


def main() -> None:
    """Measure each number of tables and print its line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 200, 500, 1000])
    parser.add_argument("--workers", type=int, nargs="+", default=[2])
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    more_files()
    for tables in options.tables:
        for workers in options.workers:
            print(measured(tables, workers, options.seconds), flush=True)


if __name__ == "__main__":
    main()
