"""The server of `companion serve`: for this machine, its network or a proxy, with its messages on the terminal."""

import io
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import segno

from companion import paths
from companion.app import create_app, keep_house
from companion.commands.serve import FOR_HOST
from companion.interfaces.terminal_language import _, say, tell
from companion.rules.text import N_, Sayable, Text
from companion.server import shutdown
from companion.server.network import HERE, Reach
from companion.server.waitress_server import PortTaken, bind_error, bound, listening
from companion.storage.database import lock
from companion.storage.database.engines import WrongDatabase
from companion.storage.database.errors import reason_of
from companion.storage.database.open_store import set_aside
from companion.storage.players.identities import fit_for_strangers
from companion.storage.postgres import open_server, url_of, without_password
from companion.storage.store import Store

READ_ALONG = N_("Careful: this is plain http, so others on the same wifi can see what is sent.")
WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"


def serve(reach: Reach, browser: bool, afresh: bool = False, workers: int = 1) -> int:
    """Serve until Ctrl-C, with this number of processes; return 1 if the database or the port cannot be used."""
    if workers > 1:
        return serve_together(reach, browser, workers)
    with ExitStack() as held:
        try:
            who = f"companion serve at {reach.here}"
            if not paths.database_url():  # a server has a lock for each match
                held.enter_context(lock.holding(paths.database(), who))
            aside = set_aside(paths.database()) if afresh else None
            app = create_app(OPENED_BY=who, **reach.config)
            keep_house(app)
            server = listening(reach, app)
        except lock.InUse as error:
            return give_up(error)
        except (PortTaken, WrongDatabase) as error:
            return not_started(error)
        except OSError as error:
            unusable = N_("{folder} cannot be used: {error}")
            return not_started(Text(unusable, folder=paths.instance(), error=reason_of(error)))
        announce(reach)
        warn_host(app.extensions["companion.store"], aside)
        if browser and not reach.public:
            threading.Timer(0.5, webbrowser.open, [reach.here]).start()
        shutdown.run(server)
    return 0


def serve_together(reach: Reach, browser: bool, workers: int) -> int:
    """Serve with several processes on one address; the database is on a server."""
    from companion.server.gunicorn_server import run  # needs gunicorn

    try:
        store = open_server(paths.database_url())
        if reach.house:
            fit_for_strangers(store)
        store.engine.dispose()
        sockets = bound(reach.listens)
    except WrongDatabase as error:
        return not_started(error)
    except OSError as error:
        return not_started(bind_error(reach, error))

    def one(shared: Sequence[socket.socket], goes_on: Callable[[], bool]) -> int:
        try:
            app = create_app(**reach.config)
        except WrongDatabase as error:  # the database server went away meanwhile: the next attempt is in a second
            return not_started(error)
        keep_house(app)
        shutdown.run(listening(reach, app, shared), goes_on)
        return 0

    announce(reach)
    if browser and not reach.public:
        threading.Timer(0.5, webbrowser.open, [reach.here]).start()
    with TemporaryDirectory(prefix="companion-") as folder:
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)  # folder for the metrics of all processes
        return run(workers, sockets, one)


def announce(reach: Reach) -> None:
    """Print the address of the companion, the addresses for others, and how to stop it."""
    here = Text(N_("The companion is running: {address}"), address=reach.here)
    server = paths.database_url()
    place = without_password(url_of(server)) if server else paths.instance()
    kept = Text(N_("Matches are saved in {place}. Press Ctrl-C to stop."), place=place)
    print("\n".join([say(here), *invitation(reach), say(kept)]), flush=True)


def warn_host(store: Store, aside: Path | None) -> None:
    """Print notices about the database for the host, if any."""
    if aside:
        tell(N_("The previous data was moved to {folder}."), folder=aside)
    if store.notice:
        print(say(store.notice), flush=True)


def invitation(reach: Reach) -> Iterator[str]:
    """Yield the lines for other players: the address, its QR code, and warnings."""
    if reach.everywhere:
        every = N_("It listens on every address of this machine ({address}, port {port}).")
        yield say(Text(every, address=reach.bind, port=reach.port))
    elif reach.bind != HERE:
        yield say(Text(N_("It listens on {address}, port {port}."), address=reach.bind, port=reach.port))
    if reach.bind != HERE and not reach.public:
        yield _(READ_ALONG)
    if reach.address:
        yield from phones(reach.address, reach.addresses[1:])
        yield from qr_lines(reach.address)
    elif reach.everywhere:
        yield _("This machine is not connected to a network. Connect it, then start the companion again.")
    if reach.secret:
        message = N_("Link for the operator (works once): {link}") if reach.house else FOR_HOST
        yield say(Text(message, link=f"{reach.address}/host#{reach.secret}"))


def phones(address: str, others: Sequence[str]) -> Iterator[str]:
    """Yield the lines with the address for everybody's phone, and the alternatives."""
    first = say(Text(N_("For everyone’s phone: {address}"), address=address))
    yield first
    yield from (say(Text(N_("or: {address}"), address=other)).rjust(len(first)) for other in others)


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
    """True if the terminal supports colours, and NO_COLOR is not set (no-color.org)."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("NO_COLOR")


def not_started(why: Sayable) -> int:
    """Print why the companion does not start, and return 1."""
    return give_up(Text(N_("The companion does not start: {why}."), why=why))


def give_up(reason: Sayable) -> int:
    """Print the reason, and return 1."""
    print(say(reason), file=sys.stderr)
    return 1
