"""Command `companion host`: a link that makes one browser host, for a companion on a database server."""

import click

from companion import places
from companion.commands import command
from companion.interfaces.terminal_language import refuse, tell
from companion.rules.text import N_

FOR_HOST = N_("For the host, once: {link}")


@command(
    help=N_("print a link that makes one browser host, within ten minutes"),
    epilog=N_("URL: the address of the companion, like https://club.example"),
)
@click.argument("url")
def host(url: str) -> int:
    """Print the link for the companion at that URL, like https://club.example; return 2 without a usable database."""
    from companion.storage.access.hosts import Hosts
    from companion.storage.database.engines import WrongDatabase
    from companion.storage.postgres import open_server

    if not places.database_url():
        return refuse(N_("A companion with a file prints its link when it starts; hosts make others under Hosts."))
    try:
        store = open_server(places.database_url())
    except WrongDatabase as error:
        return refuse(N_("Cannot open the database: {why}."), why=error)
    tell(FOR_HOST, link=f"{url.rstrip('/')}/host#{Hosts(store).new_link()}")
    store.engine.dispose()
    return 0
