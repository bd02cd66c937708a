"""companion serve: one server to a database, for this machine, its network, or a proxy on it, and what it prints."""

import io
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import segno

from companion import places
from companion.app import create_app, keep_house
from companion.host import ending
from companion.host.listening import PortTaken, listening, why_not
from companion.host.network import HERE, Reach
from companion.host.workers import Workers, bound
from companion.storage import lock
from companion.storage.database import WrongDatabase
from companion.storage.opening import set_aside
from companion.storage.persons import fit_for_strangers
from companion.storage.postgres import named, open_server, url_of
from companion.storage.store import Store

READ_ALONG = "Careful: this is plain http, so others on the same wifi can read along."
WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"


def serve(reach: Reach, browser: bool, afresh: bool = False, workers: int = 1) -> int:
    """Serve until Ctrl-C, with so many processes; 1 if the database or the port cannot be had."""
    if workers > 1:
        return serve_together(reach, browser, workers)
    with ExitStack() as held:
        try:
            who = f"companion serve at {reach.here}"
            if not places.database_url():  # a server has a lock for each match
                held.enter_context(lock.holding(places.database(), who))
            aside = set_aside(places.database()) if afresh else None
            app = create_app(OPENED_BY=who, **reach.config)
            keep_house(app)
            server = listening(reach, app)
        except (lock.InUse, PortTaken) as error:
            return give_up(str(error))
        except WrongDatabase as error:
            return give_up(str(error))
        except OSError as error:
            return give_up(f"{places.instance()} cannot be used: {error.strerror}.")
        announce(reach)
        tell(app.extensions["companion.store"], aside)
        if browser and not reach.public:
            threading.Timer(0.5, webbrowser.open, [reach.here]).start()
        ending.run(server)
    return 0


def serve_together(reach: Reach, browser: bool, workers: int) -> int:
    """The same with several processes on one address; the database is on a server."""
    try:
        store = open_server(places.database_url())
        if reach.house:
            fit_for_strangers(store)
        store.engine.dispose()
        sockets = bound(reach.listens)
    except WrongDatabase as error:
        return give_up(str(error))
    except OSError as error:
        return give_up(why_not(reach, error))

    def one(shared: Sequence[socket.socket]) -> int:
        try:
            app = create_app(**reach.config)
        except WrongDatabase as error:  # it went away meanwhile: the next try is in a second
            return give_up(str(error))
        keep_house(app)
        ending.run(listening(reach, app, shared))
        return 0

    announce(reach)
    if browser and not reach.public:
        threading.Timer(0.5, webbrowser.open, [reach.here]).start()
    with TemporaryDirectory(prefix="companion-") as folder:
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)  # where the processes add up what they count
        Workers(workers, sockets, one).run()
    return 0


def announce(reach: Reach) -> None:
    """Print where the companion is, for whom, and how to stop it."""
    lines = [f"The companion is on the table: {reach.here}", *invitation(reach)]
    print("\n".join([*lines, f"Matches are kept in {kept_in()}. Ctrl-C stops it."]), flush=True)


def kept_in() -> str:
    """Where the matches are kept, as it may be shown."""
    server = places.database_url()
    return named(url_of(server)) if server else str(places.instance())


def tell(store: Store, aside: Path | None) -> None:
    """Print what the host has to know of the database, if anything."""
    if aside:
        print(f"What was there before is kept in {aside}.", flush=True)
    if store.notice:
        print(store.notice, flush=True)


def invitation(reach: Reach) -> Iterator[str]:
    """What everybody else needs: the address, its QR code, and what to know about it."""
    if reach.everywhere:
        yield f"It listens on every address of this machine ({reach.bind}, port {reach.port})."
    elif reach.bind != HERE:
        yield f"It listens on {reach.bind}, port {reach.port}."
    if reach.bind != HERE and not reach.public:
        yield READ_ALONG
    if reach.address:
        yield f"For everybody's phone: {reach.address}"
        yield from (f"                   or: {other}" for other in reach.addresses[1:])
        yield from qr_lines(reach.address)
    elif reach.everywhere:
        yield "This machine is on no network just now. Join one, then start the companion again."
    if reach.secret:
        whom = "For whoever runs this open house" if reach.house else "For the host"
        yield f"{whom}, once: {reach.address}/host#{reach.secret}"


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
    """Whether the terminal takes colours, and nobody asked for none (no-color.org)."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("NO_COLOR")


def give_up(reason: str) -> int:
    """Say why there is nothing to serve."""
    print(reason, file=sys.stderr)
    return 1
