"""Job queue: one job after another, few waiting in total, and few of one client."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from companion.server.job_queue import JobQueue, QueueFull, TooManyFromClient

pytestmark = pytest.mark.file


@contextmanager
def waiting(turns: JobQueue, *askers: str) -> Iterator[list[str]]:
    """Hold the turn while these clients wait; yield the list of those who have had it since."""
    had: list[str] = []

    def wait(asker: str) -> None:
        with turns.taken(asker):
            had.append(asker)

    with ExitStack() as held:
        threads = [threading.Thread(target=wait, args=(asker,)) for asker in askers]
        held.callback(lambda: [thread.join() for thread in threads])
        held.enter_context(turns.taken("first"))
        for thread in threads:
            thread.start()
        while turns.size < 1 + len(askers):
            time.sleep(0.001)
        yield had


def test_one_has_the_turn_and_the_others_wait() -> None:
    turns = JobQueue(most=3)
    with waiting(turns, "Aki", "Ben") as had:
        assert had == []
    assert sorted(had) == ["Aki", "Ben"]
    assert turns.size == 0


def test_a_line_that_is_full_takes_nobody_more() -> None:
    turns = JobQueue(most=2)
    with waiting(turns, "Aki"), pytest.raises(QueueFull), turns.taken("Ben"):
        pass
    with turns.taken("Ben"):
        pass


def test_one_asker_has_few_places_and_another_still_has_one() -> None:
    turns = JobQueue(most=3, each=2)
    with waiting(turns, "first", "Aki"), pytest.raises(TooManyFromClient), turns.taken("first"):
        pass


def test_a_client_that_waits_too_long_is_refused() -> None:
    turns = JobQueue(patience=0.01)
    with waiting(turns), pytest.raises(QueueFull), turns.taken("Aki"):
        pass


def test_a_client_that_hung_up_waits_no_longer() -> None:
    turns, started = JobQueue(patience=60), time.monotonic()
    with waiting(turns), pytest.raises(QueueFull), turns.taken("Aki", lambda: True):
        pass
    assert time.monotonic() - started < 5


def test_the_turn_is_free_again_after_a_failure() -> None:
    turns = JobQueue()
    with pytest.raises(ZeroDivisionError), turns.taken("Aki"):
        _ = 1 / 0
    with turns.taken("Aki"):
        assert turns.size == 1


# Networks


@contextmanager
def lining_up(turns: JobQueue, *askers: tuple[str, str]) -> Iterator[list[str]]:
    """The same with the networks of the clients, who join one after another; the turn is of the first one's network."""
    had: list[str] = []

    def wait(asker: str, network: str) -> None:
        with turns.taken(asker, network=network):
            had.append(asker)

    with ExitStack() as held:
        threads = [threading.Thread(target=wait, args=asker) for asker in askers]
        held.callback(lambda: [thread.join() for thread in threads])
        held.enter_context(turns.taken("first", network=askers[0][1]))
        for number, thread in enumerate(threads):
            thread.start()
            while len(turns._waiting) <= number:
                time.sleep(0.001)
        yield had


def test_however_many_tables_a_network_has_it_takes_no_more_places_than_one_asker() -> None:
    turns = JobQueue(most=3, each=2)
    with lining_up(turns, ("second", "a")):
        for asker in ("third", "fourth", "fifth", "sixth"):
            with pytest.raises(TooManyFromClient), turns.taken(asker, network="a"):
                pass
        assert turns.size == 2, "there is a place for another"


def test_a_network_that_had_the_turn_waits_until_another_had_it() -> None:
    with lining_up(JobQueue(most=9, each=9), ("two", "a"), ("three", "a"), ("other", "b"), ("four", "a")) as had:
        pass
    assert had == ["other", "two", "three", "four"]
