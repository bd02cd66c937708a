"""Several processes, of which one may die: acknowledged forms are there exactly once, and the others go on."""

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

pytestmark = pytest.mark.server
SECONDS = 30  # time limit
SOON = 10.0  # seconds


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Several]:
    """Yield a companion with two processes at one address."""
    with several(tmp_path / "pair") as server:
        yield server


def test_while_one_of_two_dies_again_and_again_every_acknowledged_post_is_kept_once(pair: Several) -> None:
    until = monotonic() + SOON
    while len(pair.workers) != 2 and monotonic() < until:
        sleep(0.05)
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
