"""companion serve: the application behind waitress, on this machine."""

import logging
import sys
import threading
import webbrowser

from waitress import create_server

from companion import places
from companion.app import create_app
from companion.database import WrongDatabase

HOST = "127.0.0.1"


def serve(port: int, browser: bool) -> int:
    """Serve on loopback until Ctrl-C; 1 if the port or the database cannot be had."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        server = create_server(create_app(), host=HOST, port=port, threads=8, connection_limit=1000)
    except WrongDatabase as error:
        return give_up(f"The database in {places.instance()} cannot be used: {error}.")
    except OSError as error:
        return give_up(
            f"Port {port} cannot be had: {error.strerror}. Try another one: companion serve --port {port + 1}"
        )
    address = f"http://{HOST}:{port}/"
    print(
        f"The companion is on the table: {address}\nMatches are kept in {places.instance()}. Ctrl-C stops it.",
        flush=True,
    )
    if browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    try:
        server.run()
    finally:
        server.close()
    return 0


def give_up(reason: str) -> int:
    """Say why there is nothing to serve."""
    print(reason, file=sys.stderr)
    return 1
