"""Accepting connections: many in each loop, never beyond the limit, and none waits for ever."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
from flask import Flask
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.proxy_headers import parse_proxy_headers

from companion.server.network import Reach
from companion.server.shutdown import everything, of_kind, turn
from companion.server.waitress_server import AT_ONCE, listening, spelled
from tests.support.server import free_port

pytestmark = pytest.mark.file

MANY = 2 * AT_ONCE + 5


@pytest.fixture
def server() -> Iterator[Any]:
    """A server with MANY waiting connections, whose loop has not started."""
    reach = Reach(free_port())
    with ExitStack() as waiting:
        made = listening(reach, Flask("nothing"))
        for _ in range(MANY):
            waiting.enter_context(socket.create_connection(("127.0.0.1", reach.port)))
        yield made
        made.task_dispatcher.shutdown()
        wasyncore.close_all(everything(made))


def taken_in(server: Any, turns: int = 1) -> int:
    """Run this many loops and return the number of accepted connections."""
    for _ in range(turns):
        turn(server, 0)
    return len(list(of_kind(server, HTTPChannel)))


def test_so_many_are_taken_in_at_each_turn_until_all_are_in(server: Any) -> None:
    assert [taken_in(server) for _ in range(4)] == [AT_ONCE, 2 * AT_ONCE, MANY, MANY]


def test_no_more_are_taken_in_than_there_may_be(server: Any) -> None:
    others = len(everything(server))  # the listener, and the trigger that wakes the loop
    server.adj.connection_limit = others + AT_ONCE + 3
    assert taken_in(server, 3) == AT_ONCE + 3
    next(of_kind(server, HTTPChannel)).will_close = True
    assert taken_in(server, 4) == AT_ONCE + 3, "one goes, one comes"


TWICE = (
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
)


@pytest.mark.parametrize("told", TWICE)
def test_a_request_whose_end_is_told_in_two_ways_is_refused_and_its_connection_closed(told: str) -> None:
    reach = Reach(free_port())
    made = listening(reach, Flask("nothing"))
    with closing(socket.create_connection(("127.0.0.1", reach.port), timeout=0.05)) as phone:
        phone.sendall(told.encode() + b"GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer = b""
        for _ in range(200):
            turn(made, 0.01)
            try:
                more = phone.recv(1 << 16)
            except TimeoutError:
                continue
            if not more:
                break
            answer += more
        else:
            pytest.fail("the connection is still open")
    made.task_dispatcher.shutdown()
    wasyncore.close_all(everything(made))
    assert answer.startswith(b"HTTP/1.") and answer.split()[1] == b"400" and answer.count(b"HTTP/1.") == 1


@pytest.mark.parametrize(
    ("said", "peer"),
    [
        ("192.0.2.11", "192.0.2.11"),
        ("::ffff:192.0.2.11", "192.0.2.11"),
        ("[::ffff:192.0.2.11]:4711", "192.0.2.11"),
        ("198.51.100.1, ::FFFF:c000:20b", "192.0.2.11"),
        ("192.0.2.11:4711", "192.0.2.11"),
        ("64:ff9b::192.0.2.11", "64:ff9b::c000:20b"),
        ("2001:db8::1", "2001:db8::1"),
        ("unknown", "unknown"),
    ],
)
def test_an_address_that_a_proxy_names_is_one_however_it_is_written(said: str, peer: str) -> None:
    environ = {"HTTP_X_FORWARDED_FOR": spelled(said)}
    parse_proxy_headers(environ, 1, {"x-forwarded-for"})
    assert environ["REMOTE_ADDR"] == peer
