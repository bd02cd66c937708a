"""The application behind waitress: which connections it holds, how many, and how large a request may be."""

import errno
import select
from collections.abc import Sequence
from functools import partial
from socket import socket
from typing import Any

from flask import Flask
from waitress import create_server
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import BaseWSGIServer
from waitress.task import WSGITask
from waitress.utilities import RequestEntityTooLarge

from companion.rules.text import N_, Text, Worded
from companion.server.network import LARGEST, LARGEST_FILE, Reach, address_in
from companion.server.shutdown import of_kind

try:
    import resource
except ImportError:  # where the system sets no limit to open files
    resource = None  # type: ignore[assignment]

THREADS = 8
CONNECTIONS = 4000  # at once, if the system grants them; one that says nothing is closed after two minutes
SPARE = 96  # files and connections of our own
AT_ONCE = 16  # connections taken in between two looks at those that are there; the rest may be another process's
TAKES_FILES = ("POST", "/keep/import")
HERE_ITSELF = {"127.0.0.1", "::1"}
FORWARDED_FOR = "HTTP_X_FORWARDED_FOR"
FORWARDED = {"x-forwarded-for", "x-forwarded-proto"}  # what is believed of a proxy

UNTOLD = {"clear_untrusted_proxy_headers": False}  # they betray a proxy that nobody told of: it makes nobody host


class PortTaken(Worded):
    """The port cannot be had; the words say why and offer another."""


def listening(reach: Reach, app: Flask, sockets: Sequence[socket] = ()) -> Any:
    """A server on its port, or on sockets that listen there already; PortTaken if that cannot be had."""
    where: dict[str, Any] = {"sockets": list(sockets)} if sockets else {"listen": reach.listens}
    limits = {"threads": THREADS, "connection_limit": granted(CONNECTIONS), "max_request_body_size": LARGEST_FILE}
    # A connection is read in large pieces, also while it waits for an answer: so we see that somebody hung up.
    ahead = {"recv_bytes": 1 << 16, "channel_request_lookahead": 1}
    many = {"asyncore_use_poll": hasattr(select, "poll")}  # select() knows 1,024 connections only
    proxy = {"trusted_proxy": reach.proxy, "trusted_proxy_headers": FORWARDED} if reach.public else UNTOLD
    try:
        server = create_server(app, **where, **limits, **many, **ahead, **proxy)
    except OSError as error:
        raise PortTaken(why_not(reach, error)) from error
    except ValueError as error:  # so waitress says that the system knows no addresses of that kind
        raise PortTaken(Text(N_("this machine cannot listen on {address}"), address=reach.bind)) from error
    for listener in of_kind(server, BaseWSGIServer):
        listener.channel_class = Kept
        listener.handle_accept = partial(take_in, listener)
    return server


def take_in(listener: Any) -> None:
    """Take in those who wait there, where waitress takes one a turn: after a restart all phones come at once."""
    connections = listener._map
    for _ in range(min(AT_ONCE, listener.adj.connection_limit - len(connections))):
        before = len(connections)
        type(listener).handle_accept(listener)
        if len(connections) == before:
            return


def why_not(reach: Reach, error: OSError) -> Text:
    """Why it cannot listen there, and what to try."""
    if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        other = N_("{address} is no address of this machine; without --host it listens on 127.0.0.1")
        return Text(other, address=reach.bind)
    taken = N_("port {port} cannot be had: {error}; try another one: companion serve --port {another}")
    return Text(taken, port=reach.port, error=error.strerror, another=reach.port + 1)


def granted(connections: int) -> int:
    """So many connections, or as many as the system lets this process hold open."""
    if resource is None:
        return min(connections, 500)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = connections + SPARE if hard == resource.RLIM_INFINITY else min(connections + SPARE, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    return most - SPARE


class Framed(HTTPRequestParser):  # type: ignore[misc]
    """A request whose end is told in one way: what tells it in two is refused (400), and its connection closed."""

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if "TRANSFER_ENCODING" in self.headers or (self.chunked and "CONTENT_LENGTH" in self.headers):
            raise ParsingError("Transfer-Encoding stands beside Content-Length, or where it is not known.")


class Asked(Framed):
    """A request, and how much it may hold; of one that is too large the application reads nothing and says so."""

    error: Any = None

    def __init__(self, adj: Any, here: bool):
        super().__init__(adj)
        self.here, self.too_large = here, False  # here: no other machine asks, and no proxy

    @property
    def most(self) -> int:
        """The bytes it may hold."""
        forwarded = any(name in self.headers for name in ("FORWARDED", "VIA", "X_FORWARDED_FOR", "X_REAL_IP"))
        return LARGEST_FILE if self.here and not forwarded and (self.command, self.path) == TAKES_FILES else LARGEST

    def received(self, data: bytes) -> int:
        consumed: int = super().received(data)
        size, wrong = max(self.content_length, self.body_bytes_received), self.error
        if size >= LARGEST and isinstance(wrong, RequestEntityTooLarge | None) and size >= self.most:
            self.error, self.body_rcv, self.completed, self.too_large = None, None, True, True
            self.expect_continue = False
            self.headers |= {"CONTENT_LENGTH": "0", "CONNECTION": "close"}  # what comes of it after all is no request
        return consumed


def spelled(hops: str) -> str:
    """The addresses that a proxy names, each in the one way of writing it.

    waitress takes the end of `::ffff:192.0.2.11` for a port, so that all who come so would be one."""
    return ",".join(str(address_in(hop) or hop.strip()) for hop in hops.split(","))


class Answering(WSGITask):  # type: ignore[misc]
    """An answer; one that has no body ends by itself, where waitress would hang up to say that it has ended."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        if FORWARDED_FOR in environ:
            environ[FORWARDED_FOR] = spelled(environ[FORWARDED_FOR])
        return environ | {"companion.too_large": self.request.too_large, "companion.here": self.request.here}

    def set_close_on_finish(self) -> None:
        asked = self.request.headers.get("CONNECTION", "").lower() == "close" or self.version == "1.0"
        if self.has_body or asked:
            super().set_close_on_finish()


class Kept(HTTPChannel):  # type: ignore[misc]
    """A connection that outlives the answer "nothing new": phones ask every second."""

    task_class = Answering

    def parser_class(self, adj: Any) -> Asked:
        """The request that comes next."""
        return Asked(adj, here=str(address_in(self.addr[0])) in HERE_ITSELF and not adj.trusted_proxy)
