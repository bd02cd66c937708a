"""Several processes, of which one may die: acknowledged forms are there exactly once, and the others go on."""

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from tests.faults.kill_loop import kill_loop
from tests.faults.several import Several, kill_one, several
from tests.support.server import Server
from tests.support.wire import Wire

pytestmark = pytest.mark.server
SECONDS = 30  # time limit
SOON = 10.0  # seconds


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Several]:
    """Yield a companion with two processes at one address."""
    with several(tmp_path / "pair") as server:
        yield server


def settled(pair: Several, but: int = 0) -> list[int]:
    """Wait for two workers, without process `but`, and return their ids."""
    until = monotonic() + SOON
    while (len(pair.workers) != 2 or but in pair.workers) and monotonic() < until:
        sleep(0.05)
    return pair.workers


def test_while_one_of_two_dies_again_and_again_every_acknowledged_post_is_kept_once(pair: Several) -> None:
    settled(pair)
    random = Random(313)
    kills, found, _ = kill_loop(
        pair,
        lambda kills, found, _: kills >= 3 and found.acknowledged >= 20,
        SECONDS,
        strike=lambda wifi: kill_one(pair, random, wifi),
        pauses=(0.5, 1.0),
    )
    assert found.faultless, found
    assert kills >= 3 and found.acknowledged >= 20


def test_a_process_that_died_is_replaced_and_the_other_answers_meanwhile(pair: Several) -> None:
    one, other = settled(pair)
    for _ in range(5):  # until both have answered
        Wire(pair.port).get("/")
    os.kill(one, signal.SIGKILL)
    assert Wire(pair.port).get("/").status == 200
    assert other in settled(pair, but=one)


def test_the_processes_end_with_the_one_that_began_them(pair: Several) -> None:
    settled(pair)
    pair.kill()
    until = monotonic() + SOON
    while answers(pair.port) and monotonic() < until:
        sleep(0.05)
    assert not answers(pair.port)


def answers(port: int) -> bool:
    """True if a server listens there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_asked_to_end_all_of_them_end(tmp_path: Path) -> None:
    server = Server(tmp_path / "several", "--workers", "3")
    try:
        server.start()
        status, _, _ = server.end(signal.SIGTERM)
    finally:
        server.kill()
    assert status == 0 and not answers(server.port)
