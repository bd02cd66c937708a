"""Strangers who ask all they can cost a table nothing: a look, a post and a referee of their own stay theirs."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from tests.stage import staged
from tests.strangers import ATTACKS, playing, toll

SECONDS = 2.0  # of each attack
LOOK, POST, BACK = 1.0, 2.0, 3.0  # seconds at most, twice what is promised: tests share their machine
SLOW = 2.0  # seconds a look takes at least where nothing guards the table


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """A process for the strangers."""
    with ProcessPoolExecutor(1, get_context("forkserver")) as made:
        made.submit(os.getpid).result()
        yield made


@pytest.mark.parametrize("name", [name for name in ATTACKS if name != "nobody"])
def test_a_table_is_served_while_strangers_ask_all_they_can(
    tmp_path: Path, pool: ProcessPoolExecutor, name: str
) -> None:
    with staged(tmp_path / "served") as server:
        seen = toll(name, playing(server), pool, SECONDS)
    assert seen.failed == 0
    assert max(seen.looks) < LOOK and max(seen.posts) < POST and seen.back < BACK, seen
    assert seen.answered > 0


def test_without_the_guard_a_list_of_hard_questions_stops_the_table(tmp_path: Path, pool: ProcessPoolExecutor) -> None:
    with staged(tmp_path / "served", "no-guard") as server:
        seen = toll("lists of 500 hard questions", playing(server), pool, SECONDS)
    assert max(seen.looks) > SLOW
