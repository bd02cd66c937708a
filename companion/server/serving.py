"""The server of `companion serve`: for this machine, its network or a proxy, with its messages on the terminal."""

import errno
import io
import logging
import os
import select
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any, NoReturn

import segno
import waitress
from flask import Flask

from companion import paths
from companion.app import served
from companion.commands.serve import FOR_HOST
from companion.interfaces.terminal_language import _, say, tell, warn
from companion.rules.text import N_, Sayable, Text, Worded
from companion.server import searches
from companion.server.network import EVERYWHERE, EVERYWHERE_6, HERE, Reach
from companion.storage.database import lock
from companion.storage.database.errors import Trouble, reason_of, trouble_of, unusable
from companion.storage.database.files import create, set_aside
from companion.storage.players.identities import refuse_merged_names
from companion.storage.postgres import open_server, url_of, without_password

try:
    import resource
except ImportError:  # systems without resource limits
    resource = None  # type: ignore[assignment]

READ_ALONG = N_("Careful: this is plain http, so others on the same wifi can see what is sent.")
ALL_OF = {
    EVERYWHERE: N_("It listens on every IPv4 address of this machine ({address}, port {port})."),
    EVERYWHERE_6: N_("It listens on every address of this machine ({address}, port {port})."),
}
WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"
THREADS = 8
CONNECTIONS = 4000  # open at once, if the system permits
SPARE = 96  # file descriptors for other purposes
LARGEST = 1 << 20  # bytes of a body; waitress refuses a larger one unread
IDLE = 30  # seconds until an idle connection is closed
GRACEFUL_TIMEOUT = 5  # seconds for requests under way when a worker is asked to end; waitress waits as long


def serve(reach: Reach, browser: bool, afresh: bool = False, workers: int = 1) -> int:
    """Serve until Ctrl-C or SIGTERM; return 1 if the database or the port cannot be used."""
    who, aside = f"companion serve {reach.here}", None
    with ExitStack() as held:
        try:
            if not paths.database_url():  # a server has a lock for each match
                held.enter_context(lock.holding(paths.database(), who))
            sockets = bound(reach)
            if afresh:
                aside = set_aside(paths.database())
                create(paths.database()).dispose()
            if workers > 1:  # each process opens the database itself; it is migrated once before
                store = open_server(paths.database_url())
                if reach.house:
                    refuse_merged_names(store)
                store.engine.dispose()
            else:
                app = served(OPENED_BY=who, **reach.config)
        except Worded as error:
            return not_started(error)
        except OSError as error:
            if trouble_of(error, paths.database()) is Trouble.NOT_YOURS:
                return not_started(unusable(paths.instance(), Trouble.NOT_YOURS))
            message = N_("{folder} cannot be used: {error}")
            return not_started(Text(message, folder=paths.instance(), error=reason_of(error)))
        announce(reach)
        if browser and not reach.public:
            threading.Timer(0.5, webbrowser.open, [reach.here]).start()
        if workers > 1:
            run_workers(reach, sockets, workers)
        if aside:
            tell(N_("The previous data was moved to {folder}."), folder=aside)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # waitress finishes what is under way, as for Ctrl-C
        try:
            waitress.serve(
                app,
                sockets=sockets,
                threads=THREADS,
                connection_limit=granted(CONNECTIONS),
                channel_timeout=IDLE,
                max_request_body_size=LARGEST,
                asyncore_use_poll=hasattr(select, "poll"),  # select() handles only 1,024 connections
                clear_untrusted_proxy_headers=False,  # they reveal an unconfigured proxy: its clients are never host
            )
        finally:
            searches.end()
    return 0


def run_workers(reach: Reach, sockets: Sequence[socket.socket], many: int) -> NoReturn:
    """Serve with several processes of gunicorn, which ends them and this one by SystemExit."""
    from gunicorn.app.base import BaseApplication  # an extra

    def log_in_format(_server: Any) -> None:
        log = logging.getLogger("gunicorn.error")
        log.handlers.clear()
        log.propagate = True

    def end_gracefully(_server: Any) -> None:
        for ending in (signal.SIGINT, signal.SIGHUP):  # Ctrl-C, and a terminal that is closed
            signal.signal(ending, lambda *_: os.kill(os.getpid(), signal.SIGTERM))

    def ignore_interrupt(_worker: Any) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes, and the first ends the others

    settings = {
        "workers": many,
        "bind": [f"fd://{each.detach()}" for each in sockets],
        "threads": THREADS,
        "worker_connections": granted(CONNECTIONS),
        "graceful_timeout": GRACEFUL_TIMEOUT,
        "loglevel": "warning",
        "control_socket_disable": True,
        "on_starting": log_in_format,
        "when_ready": end_gracefully,
        "post_worker_init": ignore_interrupt,
        "worker_exit": lambda _server, _worker: searches.end(),
    }

    class Workers(BaseApplication):  # type: ignore[misc]
        """The application, made in each process."""

        def load_config(self) -> None:
            for name, value in settings.items():
                self.cfg.set(name, value)

        def load(self) -> Flask:
            return served(WORKERS=many, **reach.config)

    Workers().run()
    raise SystemExit


def bound(reach: Reach) -> list[socket.socket]:
    """Return the sockets of all addresses it listens on. Raises Worded."""
    found = []
    for host in reach.listens:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            found.append(socket.create_server((host, reach.port), family=family))
        except OSError as error:
            raise Worded(bind_error(reach, error)) from error
    return found


def bind_error(reach: Reach, error: OSError) -> Text:
    """Return why the server cannot listen there, and what to try."""
    if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EINVAL):  # the last: link-local without a zone
        other = N_("{address} is not an address of this machine; without --host the companion listens on 127.0.0.1")
        return Text(other, address=reach.bind)
    taken = N_("port {port} cannot be used: {error}; try another one: companion serve --port {another}")
    return Text(taken, port=reach.port, error=os.strerror(error.errno or 0), another=reach.port + 1)


def granted(connections: int) -> int:
    """Return the number of connections, or as many as the limit on open files permits; raise the soft limit."""
    if resource is None:
        return min(connections, 500)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = connections + SPARE if hard == resource.RLIM_INFINITY else min(connections + SPARE, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    return most - SPARE


def announce(reach: Reach) -> None:
    """Print the address of the companion, the addresses for others, and how to stop it."""
    here = Text(N_("The companion is running: {address}"), address=reach.here)
    server = paths.database_url()
    place = without_password(url_of(server)) if server else paths.instance()
    kept = Text(N_("Matches are saved in {place}. Press Ctrl-C to stop."), place=place)
    print("\n".join([say(here), *invitation(reach), say(kept)]), flush=True)


def invitation(reach: Reach) -> Iterator[str]:
    """Yield the lines for other players: the address, its QR code, and warnings."""
    if reach.everywhere:
        yield say(Text(ALL_OF[reach.bind], address=reach.bind, port=reach.port))
    elif reach.bind != HERE:
        yield say(Text(N_("It listens on {address}, port {port}."), address=reach.bind, port=reach.port))
    if not reach.alone and not reach.public:
        yield _(READ_ALONG)
    if reach.address:
        yield say(Text(N_("For everyone’s phone: {address}"), address=reach.address))
        yield from (say(Text(N_("or: {address}"), address=other)) for other in reach.addresses[1:])
        yield from qr_lines(reach.address)
    elif reach.everywhere:
        yield _("This machine is not connected to a network yet. Once it is, Phones shows the address at every table.")
    if reach.secret:
        message = N_("Link for the operator (works once): {link}") if reach.house else FOR_HOST
        yield say(Text(message, link=f"{reach.address}/host#{reach.secret}"))


def qr_lines(text: str) -> list[str]:
    """Return a QR code in block characters, white on black in any terminal; empty if it cannot show them."""
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return []
    lines = drawn.getvalue().splitlines()
    return [f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in lines] if colours() else lines


def colours() -> bool:
    """Return whether the terminal supports colours, and NO_COLOR is not set (no-color.org)."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("NO_COLOR")


def not_started(why: Sayable) -> int:
    """Print why the companion does not start, and return 1."""
    warn(N_("The companion does not start: {why}."), why=why)
    return 1
