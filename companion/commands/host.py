"""Command `companion host`: a link that makes one browser host, for a companion on a database server."""

import argparse
from typing import Any

from companion import places
from companion.interfaces.terminal_language import _, refuse, tell
from companion.rules.text import N_

FOR_HOST = N_("For the host, once: {link}")


def add(commands: Any) -> None:
    """Add the command to the command line."""
    made = commands.add_parser("host", help=_("print a link that makes one browser host, within ten minutes"))
    made.add_argument("url", help=_("where the companion is reached, like https://club.example"))
    made.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the link; return 2 if the database cannot be opened."""
    from companion.storage.access.hosts import Hosts
    from companion.storage.database.engines import WrongDatabase
    from companion.storage.postgres import open_server

    if not places.database_url():
        return refuse(N_("A companion with a file prints its link when it starts; hosts make others under Hosts."))
    try:
        store = open_server(places.database_url())
    except WrongDatabase as error:
        return refuse(N_("The database cannot be had: {why}."), why=error)
    tell(FOR_HOST, link=f"{options.url.rstrip('/')}/host#{Hosts(store).new_link()}")
    store.engine.dispose()
    return 0
