"""Shutdown: a server finishes running requests, accepts no new ones, and ends within five seconds."""

import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server import Server

pytestmark = [pytest.mark.file, pytest.mark.skipif(sys.platform == "win32", reason="there no process is asked to end")]
WITHIN = 5.0  # seconds, with the start and end of a process on a busy machine


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A running server, killed after the test."""
    made = Server(tmp_path / "instance")
    made.start()
    yield made
    made.kill()


def phone(server: Server, sent: str = "") -> socket.socket:
    """Return a connection on which something was already sent."""
    made = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    made.sendall(sent.encode())
    return made


def form(server: Server, body: str = "language=en") -> tuple[str, str]:
    """Return the head and the body of a form."""
    here = f"127.0.0.1:{server.port}"
    head = f"POST /settings HTTP/1.1\r\nHost: {here}\r\nOrigin: http://{here}\r\nContent-Length: {len(body)}\r\n"
    return head + "Content-Type: application/x-www-form-urlencoded\r\n\r\n", body


def ended(server: Server) -> int:
    """Wait for the end and return the exit status."""
    assert server.process is not None
    return server.process.wait(timeout=20)


def closes(server: Server) -> bool:
    """Wait until the server accepts no connection any more; True if it does so."""
    for _ in range(100):
        try:
            phone(server).close()
        except OSError:
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_form_that_is_under_way_is_answered_and_nobody_else_is_let_in(server: Server, how: signal.Signals) -> None:
    assert server.process is not None
    head, body = form(server)
    with phone(server, head + body[:5]) as slow, phone(server):  # and one that sends nothing
        time.sleep(0.2)
        server.process.send_signal(how)
        assert closes(server)
        slow.sendall(body[5:].encode())
        assert slow.recv(100).startswith(b"HTTP/1.1 303")
        assert ended(server) == 0
    assert "Traceback" not in server.process.communicate()[1]


def test_phones_that_only_hold_a_connection_open_keep_it_from_nothing(server: Server) -> None:
    look = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n"
    with phone(server, look) as one, phone(server):
        assert one.recv(15).startswith(b"HTTP/1.1 200")
        time.sleep(0.2)
        started = time.monotonic()
        assert (server.end(signal.SIGTERM)[0], time.monotonic() - started < 3) == (0, True)


def test_who_never_finishes_is_not_waited_for_longer_than_five_seconds(server: Server) -> None:
    with phone(server, form(server)[0]):
        time.sleep(0.2)
        started = time.monotonic()
        assert server.end(signal.SIGTERM)[0] == 0
        assert 3 < time.monotonic() - started < WITHIN


def test_a_second_signal_ends_it_at_once(server: Server) -> None:
    assert server.process is not None
    with phone(server, form(server)[0]):
        time.sleep(0.2)
        server.process.send_signal(signal.SIGTERM)
        assert closes(server)
        started = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert ended(server) == -signal.SIGTERM
        assert time.monotonic() - started < 2
