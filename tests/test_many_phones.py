"""Many phones at one table, over bad wifi and with a host that dies: what was acknowledged is there exactly once."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.crowd import at_once, gathered
from tests.lossy import lossy
from tests.outbox import Outcome, fines, killed, outcome, send_all, through
from tests.stage import NAME, Staged, staged
from tests.wire import Wire, opened
from tests.witness import Verdict, verdict

FAMILY = ("Aki", "Ben", "Cy", "Dee", "Emi", "Flo")
PHONES = 8
SECONDS = 15  # at most, for what has an end of its own
DYING = 60  # seconds at most, however slow the machine: a host is killed until enough is seen


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Staged]:
    """A companion of its own."""
    with staged(tmp_path / "served") as server:
        yield server


def in_a_crowd(server: Staged, fresh: Flask, phones: int, posts: int) -> Verdict:
    """What is to be said of a crowd at one match."""
    code = opened(Wire(server.port), FAMILY)
    members = gathered(server.port, f"{NAME}:{server.port}", code, FAMILY, phones, posts, seed=313)
    at_once(members)
    return verdict(server.store, code, members, fresh)


def over_bad_wifi(server: Staged, new_keys: bool = False) -> tuple[Outcome, int, int]:
    """What became of the posts of phones with bad wifi; connections cut; replays that the server saw."""
    host = Wire(server.port)
    code = opened(host, FAMILY)
    with lossy(server.port) as wifi:
        boxes = through(wifi, fines(code, PHONES, 10), host.host, new_keys)
        for sending in send_all(boxes, SECONDS):
            sending.join()
        return outcome(server.store, code, boxes), wifi.cuts, wifi.replays


def with_a_dying_host(server: Staged, enough: Callable[[int, Outcome, int], object]) -> tuple[Outcome, int]:
    """What became of the posts of phones whose host is killed again and again; replays that the server saw.

    It goes on until these and the number of kills are enough."""
    host = Wire(server.port)
    code = opened(host, FAMILY)
    with lossy(server.port, losses=0, delay=0.3) as wifi:
        boxes = through(wifi, fines(code, PHONES, 500), host.host)

        def now() -> tuple[Outcome, int]:
            return outcome(server.store, code, boxes), wifi.replays

        assert killed(server, wifi, boxes, lambda kills: enough(kills, *now()), DYING) >= 2
        return now()


def test_fifty_phones_at_one_match_lose_nothing_double_nothing_and_read_no_torn_page(
    served: Staged, app: Flask
) -> None:
    found = in_a_crowd(served, app, phones=50, posts=200)
    assert not found.brief, {fault: details[0] for fault, details in found.faults.items()}
    assert min(found.counts["303"], found.counts["409"]) >= 20
    assert min(found.counts["422"], found.counts["replays"], found.counts["pages"]) >= 3


def test_over_bad_wifi_every_post_is_kept_exactly_once(served: Staged) -> None:
    found, cuts, replays = over_bad_wifi(served)
    assert found.acknowledged == PHONES * 10
    assert found.faultless, found
    assert cuts >= 60
    assert replays >= 10


def test_without_its_key_a_post_over_bad_wifi_is_counted_twice(served: Staged) -> None:
    found, _, _ = over_bad_wifi(served, new_keys=True)
    assert found.extra > 0


def test_a_host_that_is_killed_again_and_again_keeps_every_acknowledged_post_once(served: Staged) -> None:
    found, replays = with_a_dying_host(served, lambda kills, found, replays: kills >= 5 and replays >= 3)
    assert found.faultless, found
    assert found.acknowledged > PHONES
    assert replays >= 3


@pytest.mark.parametrize("mistake", ["late-lock", "last-wins"])
def test_a_mistake_in_the_writing_is_caught_by_the_crowd(tmp_path: Path, app: Flask, mistake: str) -> None:
    with staged(tmp_path / "served", mistake) as server:
        found = in_a_crowd(server, app, phones=20, posts=80).brief
    assert found["errors" if mistake == "late-lock" else "taken in the crowd, refused alone"]


def test_a_forgotten_key_is_caught_by_bad_wifi(tmp_path: Path) -> None:
    with staged(tmp_path / "served", "no-key") as server:
        assert over_bad_wifi(server)[0].extra > 0


@pytest.mark.parametrize("mistake", ["two-commits", "answer-first"])
def test_a_mistake_in_the_keeping_is_caught_by_a_dying_host(tmp_path: Path, mistake: str) -> None:
    with staged(tmp_path / "served", mistake) as server:
        found = with_a_dying_host(server, lambda kills, found, replays: kills >= 2 and (found.extra or found.lost))[0]
    assert found.extra if mistake == "two-commits" else found.lost
