"""Strangers who ask all they can do not slow down a table: polls, posts and its own referee questions."""

import os
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.faults.strangers import ATTACKS, Toll, ordinary, playing, toll
from tests.support.stage import NAME, staged
from tests.support.wire import Wire

pytestmark = [pytest.mark.file, pytest.mark.slow]

QUESTION = "/rules/kalooki/referee/can-lay-down?judge=1&deal=1&hand=5H+5S+5D"
SECONDS = 2.0  # seconds of each attack
TRIES = 3
LOOK, POST, BACK = 1.0, 2.0, 8.0  # limits in seconds, at least twice those promised: tests share their machine


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """A process for the strangers."""
    with ProcessPoolExecutor(1, get_context("forkserver")) as made:
        made.submit(os.getpid).result()
        yield made


def test_a_table_is_served_while_strangers_ask_all_they_can(tmp_path: Path, pool: ProcessPoolExecutor) -> None:
    with staged(tmp_path / "served") as server:
        table = playing(server)
        for name in ATTACKS:
            # The machine may be busy with something else: one try of three is enough.
            assert any(serves(toll(name, table, pool, SECONDS)) for _ in range(TRIES)), name


def serves(seen: Toll) -> bool:
    """True if every poll and post of the table was answered in time."""
    return not seen.failed and max(seen.looks) < LOOK and max(seen.posts) < POST and seen.back < BACK


def test_a_stranger_who_hangs_up_is_not_judged_for_any_longer(tmp_path: Path) -> None:
    with staged(tmp_path / "served") as server:
        stranger = Wire(server.port, f"{NAME}:{server.port}")
        assert stranger.get(QUESTION).status == 200
        with posted(server.port) as waits:
            whole = seconds(lambda: waits.recv(1))

        def after_hanging_up() -> float:
            with posted(server.port):
                sleep(whole / 10)
            return seconds(lambda: stranger.get(QUESTION))

        # An abandoned question is killed, and the next one starts another process, which takes time on a busy machine.
        assert any(after_hanging_up() < whole / 2 for _ in range(TRIES))


def posted(port: int) -> socket.socket:
    """Send a long list of questions and return the open connection."""
    body, connection = ordinary().encode(), socket.create_connection(("127.0.0.1", port))
    head = f"Host: {NAME}:{port}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    connection.sendall(f"POST /api/ask HTTP/1.1\r\n{head}\r\n\r\n".encode() + body)
    return connection


def seconds(act: Callable[[], object]) -> float:
    """Return the seconds an action takes."""
    started = monotonic()
    act()
    return monotonic() - started
