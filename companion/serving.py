"""companion serve: the application behind waitress, for this machine, its network, or a proxy on it."""

import io
import logging
import os
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import segno
from waitress import create_server
from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from companion import lock, places
from companion.app import create_app
from companion.database import WrongDatabase
from companion.network import Reach

READ_ALONG = "Careful: this is plain http, so others on the same wifi can read along."
WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"
PROXY = {"trusted_proxy": "127.0.0.1", "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"}}


class PortTaken(Exception):
    """The port cannot be had; the words say why and offer another."""


def serve(reach: Reach, browser: bool) -> int:
    """Serve until Ctrl-C; 1 if the database or the port cannot be had."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    with ExitStack() as held:
        try:
            held.enter_context(lock.holding(places.database(), f"companion serve at {reach.here}"))
            server = listening(reach)
        except (lock.InUse, PortTaken) as error:
            return give_up(str(error))
        except WrongDatabase as error:
            return give_up(f"The database in {places.instance()} cannot be used: {error}.")
        except OSError as error:
            return give_up(f"{places.instance()} cannot be used: {error.strerror}.")
        held.callback(server.close)
        announce(reach)
        if browser and not reach.public:
            threading.Timer(0.5, webbrowser.open, [reach.here]).start()
        server.run()
    return 0


def listening(reach: Reach) -> Any:
    """A server on its port; PortTaken if that cannot be had."""
    app = create_app(**reach.config)
    proxy = PROXY if reach.public else {}
    try:
        server = create_server(app, host=reach.bind, port=reach.port, threads=8, connection_limit=1000, **proxy)
    except OSError as error:
        another = f"Try another one: companion serve --port {reach.port + 1}"
        raise PortTaken(f"Port {reach.port} cannot be had: {error.strerror}. {another}") from error
    server.channel_class = Kept
    return server


class Answering(WSGITask):  # type: ignore[misc]
    """An answer; one that has no body ends by itself, where waitress would hang up to say that it has ended."""

    def set_close_on_finish(self) -> None:
        asked = self.request.headers.get("CONNECTION", "").lower() == "close" or self.version == "1.0"
        if self.has_body or asked:
            super().set_close_on_finish()


class Kept(HTTPChannel):  # type: ignore[misc]
    """A connection that outlives the answer "nothing new": phones ask every second."""

    task_class = Answering


def announce(reach: Reach) -> None:
    """Print where the companion is, for whom, and how to stop it."""
    lines = [f"The companion is on the table: {reach.here}", *invitation(reach)]
    print("\n".join([*lines, f"Matches are kept in {places.instance()}. Ctrl-C stops it."]), flush=True)


def invitation(reach: Reach) -> Iterator[str]:
    """What everybody else needs: the address, its QR code, and what to know about it."""
    if reach.bind == "0.0.0.0":
        yield f"It listens on every address of this machine (0.0.0.0, port {reach.port})."
        yield READ_ALONG
    if reach.address:
        yield f"For everybody's phone: {reach.address}"
        yield from (f"                   or: {other}" for other in reach.addresses[1:])
        yield from qr_lines(reach.address)
    elif reach.bind == "0.0.0.0":
        yield "This machine is on no network just now. Join one, then start the companion again."
    if reach.secret:
        yield f"For the host, once: {reach.address}/host/{reach.secret}"


def qr_lines(text: str) -> list[str]:
    """A QR code in block letters, white on black whatever the terminal likes; nothing where it cannot show them."""
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return []
    lines = drawn.getvalue().splitlines()
    return [f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in lines] if colours() else lines


def colours() -> bool:
    """Whether the terminal takes colours."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def give_up(reason: str) -> int:
    """Say why there is nothing to serve."""
    print(reason, file=sys.stderr)
    return 1
