"""Connections are taken in many at a time, never more than there may be, and nobody waits for ever."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask
from waitress import wasyncore
from waitress.channel import HTTPChannel

from companion.host.ending import everything, of_kind, turn
from companion.host.listening import AT_ONCE, listening
from companion.host.network import Reach
from tests.support.server import free_port

MANY = 2 * AT_ONCE + 5


@pytest.fixture
def server() -> Iterator[Any]:
    """A server at whose door so many wait, whose loop has not begun to turn."""
    reach = Reach(free_port())
    with ExitStack() as waiting:
        made = listening(reach, Flask("nothing"))
        for _ in range(MANY):
            waiting.enter_context(socket.create_connection(("127.0.0.1", reach.port)))
        yield made
        made.task_dispatcher.shutdown()
        wasyncore.close_all(everything(made))


def taken_in(server: Any, turns: int = 1) -> int:
    """How many are in after so many more turns."""
    for _ in range(turns):
        turn(server, 0)
    return len(list(of_kind(server, HTTPChannel)))


def test_so_many_are_taken_in_at_each_turn_until_all_are_in(server: Any) -> None:
    assert [taken_in(server) for _ in range(4)] == [AT_ONCE, 2 * AT_ONCE, MANY, MANY]


def test_no_more_are_taken_in_than_there_may_be(server: Any) -> None:
    others = len(everything(server))  # what listens, and what wakes the loop
    server.adj.connection_limit = others + AT_ONCE + 3
    assert taken_in(server, 3) == AT_ONCE + 3
    next(of_kind(server, HTTPChannel)).will_close = True
    assert taken_in(server, 4) == AT_ONCE + 3, "one goes, one comes"
