"""Latency and server load with two hundred phones polling one table.

Run by hand from the project's folder; it serves, asks and ends on loopback:

    python -m tests.bench.phones --phones 200 --seconds 60 --every 1.0

Each phone has its own cookie and connection, and polls the table at that interval, as static/live.js does. Every
second one entry is written: who went out, a hand, a booking. "Seen" is the time from sending the post until a phone
has the complete new table.
"""

import argparse
import asyncio
import os
import re
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles

from tests.support.stage import NAME, staged
from tests.support.strangers import evening
from tests.support.wire import Wire, doors, joined, opened

NAMES = ("Aki", "Ben", "Cy", "Dee")
LANGUAGES = ("en", "ja")
PROCESSES = 2  # processes that run the phones
SEEN = re.compile(rb"[?&;]seen=(\d+)")
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Looks:
    """Results of some phones: the time of each version's first appearance on each phone, and the answers to polls."""

    first: list[dict[int, float]] = field(default_factory=list)
    took: list[float] = field(default_factory=list)  # seconds of each poll
    statuses: dict[str, int] = field(default_factory=dict)
    connections: int = 0


async def phone(port: int, path: str, cookie: str, language: str, every: float, until: float, looks: Looks) -> None:
    """Poll the table from one phone until that time."""
    head = f"Host: {NAME}:{port}\r\nCookie: {cookie}\r\nAccept-Language: {language}\r\nHX-Request: true\r\n\r\n"
    first: dict[int, float] = {}
    looks.first.append(first)
    reader, writer = await connected(port, looks)
    seen, started = 0, time.monotonic() + Random(cookie).uniform(0, every)
    while started < until:
        await asyncio.sleep(started - time.monotonic())
        asked = time.monotonic()
        if reader.at_eof():
            writer.close()
            reader, writer = await connected(port, looks)
        writer.write(f"GET {path}?seen={seen} HTTP/1.1\r\n{head}".encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"\r\nContent-Length: (\d+)", answer, re.IGNORECASE)
        body = await reader.readexactly(int(length[1])) if length else b""
        now, status = time.monotonic(), answer[9:12].decode()
        looks.took.append(now - asked)
        looks.statuses[status] = looks.statuses.get(status, 0) + 1
        if status == "200":
            seen = int(SEEN.search(body)[1])  # type: ignore[index]
            first[seen] = now
        started += every
    writer.close()


async def connected(port: int, looks: Looks) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open one more connection."""
    looks.connections += 1
    return await asyncio.open_connection("127.0.0.1", port)


def some_phones(port: int, path: str, cookies: list[str], every: float, until: float) -> Looks:
    """Run the phones of one process, all at once."""
    looks = Looks()

    async def all_of_them() -> None:
        ways = ((cookie, LANGUAGES[n % 2]) for n, cookie in enumerate(cookies))
        await asyncio.gather(*(phone(port, path, *way, every, until, looks) for way in ways))

    asyncio.run(all_of_them())
    return looks


def newest(host: Wire, code: str) -> int:
    """Return the id of the last entry of the match."""
    return int(SEEN.search(host.get(f"/m/{code}/board").page.encode())[1])  # type: ignore[index]


def worked(process: int) -> float:
    """Return the CPU seconds of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def written(host: Wire, code: str, seconds: float) -> dict[int, float]:
    """Write one entry each second; return the time each was sent."""
    sent, posts, started = {}, evening(code), time.monotonic()
    for second in range(int(seconds)):
        time.sleep(max(0.0, started + second - time.monotonic()))
        now = time.monotonic()
        answer = host.post(next(posts))
        assert answer.status == 303, answer.page
        sent[newest(host, code)] = now
    return sent


def main() -> None:
    """Serve, let all phones poll, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between two looks of a phone")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, staged(Path(folder)) as server:
        assert server.process
        host = Wire(server.port)
        code = opened(host, NAMES)
        watch = doors(host, code)[1]
        cookies = [joined(server.port, f"{NAME}:{server.port}", watch).cookie for _ in range(options.phones)]
        with ProcessPoolExecutor(PROCESSES) as pool:
            until = time.monotonic() + options.seconds + 4
            given = [
                pool.submit(some_phones, server.port, f"/m/{code}/board", cookies[n::PROCESSES], options.every, until)
                for n in range(PROCESSES)
            ]
            time.sleep(2)  # until all have their first table
            before, began = worked(server.process.pid), time.monotonic()
            sent = written(host, code, options.seconds)
            busy = (worked(server.process.pid) - before) / (time.monotonic() - began)
            looks = [one.result() for one in given]
    tell(sent, looks, busy)


def tell(sent: dict[int, float], looks: list[Looks], busy: float) -> None:
    """Print the latencies of the entries and the load."""
    phones = [first for one in looks for first in one.first]
    latencies = []
    for version, at in list(sent.items())[:-1]:
        seen = [min((when for one, when in first.items() if one >= version), default=float("inf")) for first in phones]
        latencies += [when - at for when in seen]
    took = [seconds for one in looks for seconds in one.took]
    statuses = {status: sum(one.statuses.get(status, 0) for one in looks) for one in looks for status in one.statuses}
    errors = sum(times for status, times in statuses.items() if status not in ("200", "204"))
    connections = sum(one.connections for one in looks)
    print(f"{len(phones)} phones, {len(sent)} entries, {len(took)} looks {statuses}, errors {errors}")
    print(f"{connections} connections")
    print(f"seen  p50 {cut(latencies, 50):.3f} s  p99 {cut(latencies, 99):.3f} s  worst {max(latencies):.3f} s")
    print(f"look  p50 {1000 * cut(took, 50):.1f} ms  p99 {1000 * cut(took, 99):.1f} ms")
    print(f"server {100 * busy:.1f} % of a core")


def cut(values: list[float], percent: int) -> float:
    """Return that percentile."""
    return quantiles(values, n=100)[percent - 1]


if __name__ == "__main__":
    main()
