"""Strangers who ask all they can do not slow down a table: polls, posts and its own referee questions."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from tests.faults.strangers import ATTACKS, Toll, playing, toll
from tests.support.stage import staged

pytestmark = [pytest.mark.file, pytest.mark.slow]

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
