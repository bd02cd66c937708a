"""Waitress server: limits on connections and request sizes, strict request framing, trusted proxy headers."""

import errno
import select
import socket
from collections.abc import Sequence
from functools import partial
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
except ImportError:  # systems without resource limits
    resource = None  # type: ignore[assignment]

THREADS = 8
CONNECTIONS = 4000  # open at once, if the system permits; an idle one is closed after two minutes
BACKLOG = 1024  # connections that wait to be accepted, by several processes
SPARE = 96  # file descriptors for other purposes
AT_ONCE = 16  # connections accepted in one turn of the loop; others are left to other processes
TAKES_FILES = ("POST", "/keep/import")
HERE_ITSELF = {"127.0.0.1", "::1"}
FORWARDED_FOR = "HTTP_X_FORWARDED_FOR"
FORWARDED = {"x-forwarded-for", "x-forwarded-proto"}  # headers trusted from a proxy

UNTOLD = {"clear_untrusted_proxy_headers": False}  # they reveal an unconfigured proxy: its clients are never host


class PortTaken(Worded):
    """The port cannot be opened; the message says why and suggests another."""


def listening(reach: Reach, app: Flask, sockets: Sequence[socket.socket] = ()) -> Any:
    """Create a server on its port, or on sockets that already listen there. Raises PortTaken if that fails."""
    where: dict[str, Any] = {"sockets": list(sockets)} if sockets else {"listen": reach.listens}
    limits = {"threads": THREADS, "connection_limit": granted(CONNECTIONS), "max_request_body_size": LARGEST_FILE}
    # Read ahead in large pieces, also while a request is answered, to notice that the client hung up.
    ahead = {"recv_bytes": 1 << 16, "channel_request_lookahead": 1}
    many = {"asyncore_use_poll": hasattr(select, "poll")}  # select() handles only 1,024 connections
    proxy = {"trusted_proxy": reach.proxy, "trusted_proxy_headers": FORWARDED} if reach.public else UNTOLD
    try:
        server = create_server(app, **where, **limits, **many, **ahead, **proxy)
    except OSError as error:
        raise PortTaken(bind_error(reach, error)) from error
    except ValueError as error:  # waitress raises this for an address family that the system does not support
        raise PortTaken(N_("this machine cannot listen on {address}"), address=reach.bind) from error
    for listener in of_kind(server, BaseWSGIServer):
        listener.channel_class = Kept
        listener.handle_accept = partial(take_in, listener)
    return server


def take_in(listener: Any) -> None:
    """Accept waiting connections, where waitress accepts one a turn: after a restart all phones come at once."""
    connections = listener._map
    for _ in range(min(AT_ONCE, listener.adj.connection_limit - len(connections))):
        before = len(connections)
        type(listener).handle_accept(listener)
        if len(connections) == before:
            return


def bound(listens: str) -> list[socket.socket]:
    """Return sockets that listen on these addresses, in the format of `Reach.listens`. Raises OSError."""
    return [listener(place) for place in listens.split()]


def listener(place: str) -> socket.socket:
    """Return a socket that listens on an address and a port."""
    address, _, port = place.rpartition(":")
    host = address.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.create_server((host, int(port)), family=family, backlog=BACKLOG)
    made.setblocking(False)
    return made


def bind_error(reach: Reach, error: OSError) -> Text:
    """Return why the server cannot listen there, and what to try."""
    if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        other = N_("{address} is not an address of this machine; without --host the companion listens on 127.0.0.1")
        return Text(other, address=reach.bind)
    taken = N_("port {port} cannot be used: {error}; try another one: companion serve --port {another}")
    return Text(taken, port=reach.port, error=error.strerror, another=reach.port + 1)


def granted(connections: int) -> int:
    """Return the number of connections, or as many as the limit on open files permits; raise the soft limit."""
    if resource is None:
        return min(connections, 500)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = connections + SPARE if hard == resource.RLIM_INFINITY else min(connections + SPARE, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    return most - SPARE


class Framed(HTTPRequestParser):  # type: ignore[misc]
    """Request parser that refuses ambiguous framing, which gives two lengths, with 400 and a closed connection."""

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if "TRANSFER_ENCODING" in self.headers or (self.chunked and "CONTENT_LENGTH" in self.headers):
            raise ParsingError("Transfer-Encoding stands beside Content-Length, or where it is not known.")


class Asked(Framed):
    """Request parser with a size limit by path; a body over it is not read, and the application answers."""

    error: Any = None

    def __init__(self, adj: Any, here: bool):
        super().__init__(adj)
        self.here, self.too_large = here, False  # here: from this machine, without a proxy

    @property
    def most(self) -> int:
        """Size limit of the body in bytes."""
        forwarded = any(name in self.headers for name in ("FORWARDED", "VIA", "X_FORWARDED_FOR", "X_REAL_IP"))
        return LARGEST_FILE if self.here and not forwarded and (self.command, self.path) == TAKES_FILES else LARGEST

    def received(self, data: bytes) -> int:
        consumed: int = super().received(data)
        size, wrong = max(self.content_length, self.body_bytes_received), self.error
        if size >= LARGEST and isinstance(wrong, RequestEntityTooLarge | None) and size >= self.most:
            self.error, self.body_rcv, self.completed, self.too_large = None, None, True, True
            self.expect_continue = False
            self.headers |= {"CONTENT_LENGTH": "0", "CONNECTION": "close"}  # its later bytes are no request
        return consumed


def spelled(hops: str) -> str:
    """Return the addresses named by a proxy in canonical form.

    waitress takes the end of `::ffff:192.0.2.11` for a port, so that all such clients would look like one."""
    return ",".join(str(address_in(hop) or hop.strip()) for hop in hops.split(","))


class Answering(WSGITask):  # type: ignore[misc]
    """Task that keeps the connection open after an answer without a body, where waitress would close it."""

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
    """Connection that stays open after the answer "nothing new", as phones poll every second."""

    task_class = Answering

    def parser_class(self, adj: Any) -> Asked:
        """Return the parser for the next request."""
        return Asked(adj, here=str(address_in(self.addr[0])) in HERE_ITSELF and not adj.trusted_proxy)
