"""Command `companion serve`: options, each with an environment variable; and `companion host`, for another host."""

from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from companion import paths
from companion.commands import command, option, setting
from companion.interfaces.terminal_language import _, refuse, say, tell
from companion.rules.text import N_, Worded
from companion.server.logs import LEVELS

if TYPE_CHECKING:
    from companion.server.network import Reach

PORT, MOST_WORKERS = 8313, 64


@command(help=N_("open the companion in a browser"))
@setting("--port", N_("port on this machine"), type=click.IntRange(1, 65535), default=PORT)
@option("--lan", is_flag=True, help=N_("let phones on this network join, over plain http"))
@option("--public-url", metavar="URL", help=N_("the https address of a proxy in front of it"))
@setting("--open", N_("let anyone open a table and be its host"), "for_anybody", is_flag=True)
@setting("--host", N_("address to listen on; 0.0.0.0 for all, as in a container"), metavar="ADDRESS")
@setting(
    "--workers",
    N_("number of processes; more than one needs a database server"),
    type=click.IntRange(1, MOST_WORKERS),
    default=1,
)
@setting("--no-browser", N_("do not open a browser"), is_flag=True)
@option("--new", is_flag=True, help=N_("start with no matches; the present data is set aside"))
@setting("--log-level", N_("how much to log"), type=click.Choice(LEVELS, case_sensitive=False), default="info")
@setting("--access-log", N_("log each response, without codes or names"), is_flag=True)
def serve(workers: int, no_browser: bool, new: bool, log_level: str, access_log: bool, **where: Any) -> int:
    """Serve this machine, its network or a proxy until Ctrl-C."""
    from companion.server import logs, serving  # only this command needs the web

    reach = reached(**where)
    check_workers(workers)
    if new and paths.database_url():
        raise click.UsageError(
            _("--new starts a new database file; with COMPANION_DATABASE_URL, name another database there instead")
        )
    logs.start(log_level, access_log)
    return serving.serve(reach, not no_browser, new, workers)


def reached(port: int, lan: bool, public_url: str | None, for_anybody: bool, host: str | None) -> "Reach":
    """Return the listening address and its clients. Raises: UsageError for an invalid address or limit."""
    from companion.server import network, open_house

    if lan and public_url is not None:
        raise click.UsageError(
            _("--lan and --public-url cannot be used together: with a proxy, everyone comes in through it")
        )
    try:
        found = network.reach(port, lan, public_url, host)
        house = open_house.Limits.said() if for_anybody else None
    except Worded as error:
        raise click.UsageError(say(error)) from None
    if house and not found.public:
        raise click.UsageError(_("--open needs --public-url: an open house must use https"))
    return replace(found, house=house)


def check_workers(workers: int) -> None:
    """Raise UsageError if this machine or this database cannot have several processes."""
    if workers > 1 and not paths.database_url():
        raise click.UsageError(_("--workers needs COMPANION_DATABASE_URL: a database file allows only one process"))
    if workers > 1 and find_spec("gunicorn") is None:
        raise click.UsageError(
            _("--workers needs gunicorn, which is not installed: pip install 'rummy-table-companion[workers]'")
        )


FOR_HOST = N_("Link for the host (works once): {link}")


@command(
    help=N_("print a link that makes one browser a host; valid for ten minutes"),
    epilog=N_("URL: the address of the companion, like https://club.example; its matches are on a database server"),
)
@click.argument("url")
def host(url: str) -> int:
    """Print the link for the companion at that URL, like https://club.example; return 2 without a usable database."""
    from companion.storage.access.hosts import Hosts
    from companion.storage.database.errors import Unusable
    from companion.storage.postgres import open_server

    if not paths.database_url():
        return refuse(
            N_("With a database file, the companion prints the link when it starts; hosts add others under Hosts.")
        )
    try:
        store = open_server(paths.database_url())
    except Unusable as error:
        return refuse(N_("Cannot open the database: {why}."), why=error)
    tell(FOR_HOST, link=f"{url.rstrip('/')}/host#{Hosts(store).new_link()}")
    store.engine.dispose()
    return 0
