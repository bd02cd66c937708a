"""Command `companion serve`: options, each with an environment variable in its place."""

import gc
import os
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from companion import places
from companion.commands import command, option
from companion.interfaces.terminal_language import _, say
from companion.rules.text import N_
from companion.server.logs import FORMATS, LEVELS

if TYPE_CHECKING:
    from companion.server.network import Reach

PORT, MOST_WORKERS = 8313, 64


@command(help=N_("open the companion in a browser"))
@option(
    "--port",
    type=click.IntRange(1, 65535),
    default=PORT,
    show_default=True,
    envvar="COMPANION_PORT",
    help=N_("port on this machine"),
)
@option("--lan", is_flag=True, help=N_("let the phones on this network in, over plain http"))
@option("--public-url", metavar="URL", help=N_("the https address of a proxy in front of it"))
@option(
    "--open",
    "for_anybody",
    is_flag=True,
    envvar="COMPANION_OPEN",
    help=N_("let anybody open a table there and be its host"),
)
@option(
    "--host",
    metavar="ADDRESS",
    envvar="COMPANION_HOST",
    help=N_("address to listen on; 0.0.0.0 for all, as in a container"),
)
@option(
    "--trusted-proxy",
    metavar="ADDRESS",
    envvar="COMPANION_TRUSTED_PROXY",
    help=N_("where that proxy asks from (default 127.0.0.1)"),
)
@option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    default=1,
    envvar="COMPANION_WORKERS",
    help=N_("processes; more than one with a database server"),
)
@option("--no-browser", is_flag=True, envvar="COMPANION_NO_BROWSER", help=N_("do not open a browser"))
@option("--new", is_flag=True, help=N_("begin with no matches; what is there is kept aside"))
@option(
    "--log-level",
    type=click.Choice(LEVELS, case_sensitive=False),
    default="info",
    show_default=True,
    envvar="COMPANION_LOG_LEVEL",
    help=N_("how much is written"),
)
@option(
    "--log-format",
    type=click.Choice(FORMATS, case_sensitive=False),
    default="text",
    show_default=True,
    envvar="COMPANION_LOG_FORMAT",
    help=N_("text, or a JSON object a line"),
)
@option(
    "--access-log",
    is_flag=True,
    envvar="COMPANION_ACCESS_LOG",
    help=N_("write a line for each answer, without codes or names"),
)
def serve(
    port: int,
    lan: bool,
    public_url: str | None,
    for_anybody: bool,
    host: str | None,
    trusted_proxy: str | None,
    workers: int,
    no_browser: bool,
    new: bool,
    log_level: str,
    log_format: str,
    access_log: bool,
) -> int:
    """Serve this machine, its network or a proxy until Ctrl-C."""
    gc.disable()  # all that is imported stays: collecting garbage again and again takes a tenth of a second
    from companion.server import logs, serving  # only this command needs the web

    gc.freeze()
    gc.enable()
    if lan and public_url is not None:
        raise click.UsageError(_("--lan and --public-url exclude each other: with a proxy, nobody gets in past it"))
    if lan and host is not None:
        raise click.UsageError(
            _("--lan and --host exclude each other: --lan listens on every address, as --host 0.0.0.0 does")
        )
    reach = reached(port, lan, public_url, host, trusted_proxy, for_anybody)
    check_workers(workers)
    if new and places.database_url():
        raise click.UsageError(_("--new begins a new file: with COMPANION_DATABASE_URL, name another database there"))
    logs.start(log_level, access_log, log_format)
    return serving.serve(reach, not no_browser, new, workers)


def reached(
    port: int, lan: bool, public_url: str | None, host: str | None, trusted_proxy: str | None, for_anybody: bool
) -> "Reach":
    """Return the listening address and its clients. Raises: UsageError for an invalid address or limit."""
    from companion.server import network, open_house

    try:
        found = network.reach(port, lan, public_url, host, trusted_proxy)
        house = open_house.Limits.said() if for_anybody else None
    except (network.WrongAddress, open_house.WrongLimit) as error:
        raise click.UsageError(say(error)) from None
    if house and not found.public:
        raise click.UsageError(_("--open needs --public-url: what people keep in an open house goes over https"))
    return replace(found, house=house)


def check_workers(workers: int) -> None:
    """Raise UsageError if this machine or this database cannot have several processes."""
    if workers > 1 and not places.database_url():
        raise click.UsageError(_("--workers needs COMPANION_DATABASE_URL: a database in a file has one process"))
    if workers > 1 and not hasattr(os, "fork"):
        raise click.UsageError(_("--workers needs a system that can fork; Windows cannot"))
    if workers > 1 and find_spec("gunicorn") is None:
        raise click.UsageError(
            _("--workers needs gunicorn, which is not installed: pip install 'rummy-table-companion[workers]'")
        )
