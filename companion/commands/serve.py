"""Command `companion serve`: options, and the environment variables in place of them."""

import argparse
import gc
import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from companion import places
from companion.interfaces.terminal_language import _, say
from companion.rules.text import N_, Text
from companion.server.logs import FORMATS, LEVELS

if TYPE_CHECKING:
    from companion.server.network import Reach

PORT = 8313
WRONG = {  # messages about an invalid variable
    "COMPANION_PORT": N_("{name} is not a port number from 1 to 65535"),
    "COMPANION_WORKERS": N_("{name} is not a number from 1 to 64"),
    "COMPANION_LOG_LEVEL": N_("{name} is not debug, info, warning or error"),
    "COMPANION_LOG_FORMAT": N_("{name} is neither text nor json"),
}


def add(commands: Any) -> argparse.ArgumentParser:
    """Add the command with its options to the command line."""
    made: argparse.ArgumentParser = commands.add_parser("serve", help=_("open the companion in a browser"))
    made.add_argument("--port", type=port, help=_("port on this machine (default {port})").format(port=PORT))
    made.add_argument("--lan", action="store_true", help=_("let the phones on this network in, over plain http"))
    made.add_argument("--public-url", metavar="URL", help=_("the https address of a proxy in front of it"))
    made.add_argument("--open", action="store_true", help=_("let anybody open a table there and be its host"))
    made.add_argument("--host", metavar="ADDRESS", help=_("address to listen on; 0.0.0.0 for all, as in a container"))
    made.add_argument("--trusted-proxy", metavar="ADDRESS", help=_("where that proxy asks from (default 127.0.0.1)"))
    made.add_argument("--workers", type=workers, metavar="N", help=_("processes; more than one with a database server"))
    made.add_argument("--no-browser", action="store_true", help=_("do not open a browser"))
    made.add_argument("--new", action="store_true", help=_("begin with no matches; what is there is kept aside"))
    made.add_argument("--log-level", choices=LEVELS, help=_("how much is written (default info)"))
    made.add_argument("--log-format", choices=FORMATS, help=_("text, or a JSON object a line (default text)"))
    made.add_argument(
        "--access-log", action="store_true", help=_("write a line for each answer, without codes or names")
    )
    made.set_defaults(run=partial(run, made))
    return made


def run(command: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    """Serve this machine, its network or a proxy until Ctrl-C."""
    gc.disable()  # imported objects stay: garbage collections during the imports take a tenth of a second
    from companion.server import logs, serving  # only this command needs the web server

    gc.freeze()
    gc.enable()
    wanted = said(command, "COMPANION_LOG_LEVEL", level, options.log_level) or "info"
    reach, many = reached(command, options), processes(command, options)
    if options.new and places.database_url():
        command.error(_("--new begins a new file: with COMPANION_DATABASE_URL, name another database there"))
    form = said(command, "COMPANION_LOG_FORMAT", log_format, options.log_format) or "text"
    logs.start(wanted, options.access_log or bool(os.environ.get("COMPANION_ACCESS_LOG")), form)
    browser = not options.no_browser and not os.environ.get("COMPANION_NO_BROWSER")
    return serving.serve(reach, browser, options.new, many)


def reached(command: argparse.ArgumentParser, options: argparse.Namespace) -> "Reach":
    """Return the listening address and its clients, by options and environment."""
    from companion.server import network, open_house

    chosen = said(command, "COMPANION_PORT", port, options.port) or PORT
    host = said(command, "COMPANION_HOST", str, options.host)
    proxy = said(command, "COMPANION_TRUSTED_PROXY", str, options.trusted_proxy)
    if options.lan and options.public_url is not None:
        command.error(_("--lan and --public-url exclude each other: with a proxy, nobody gets in past it"))
    if options.lan and host is not None:
        command.error(_("--lan and --host exclude each other: --lan listens on every address, as --host 0.0.0.0 does"))
    try:
        found = network.reach(chosen, options.lan, options.public_url, host, proxy)
        house = open_house.Limits.said() if options.open else open_house.wanted()
    except (network.WrongAddress, open_house.WrongLimit) as error:
        command.error(say(error))
    if house and not found.public:
        command.error(_("--open needs --public-url: what people keep in an open house goes over https"))
    return replace(found, house=house)


def processes(command: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    """Return the number of server processes."""
    many = said(command, "COMPANION_WORKERS", workers, options.workers) or 1
    if many > 1 and not places.database_url():
        command.error(_("--workers needs COMPANION_DATABASE_URL: a database in a file has one process"))
    if many > 1 and not hasattr(os, "fork"):
        command.error(_("--workers needs a system that can fork; Windows cannot"))
    return int(many)


def said(command: argparse.ArgumentParser, name: str, read: Callable[[str], Any], option: Any) -> Any:
    """Return the option, else the value of that environment variable; None if neither is set."""
    try:
        return option if option is not None else read(os.environ[name]) if os.environ.get(name) else None
    except ValueError:
        command.error(say(Text(WRONG[name], name=name)))


def port(text: str) -> int:
    """Parse a port number from 1 to 65535."""
    number = int(text)
    if not 1 <= number <= 65535:
        raise ValueError(text)
    return number


def workers(text: str) -> int:
    """Parse a number of processes from 1 to 64."""
    number = int(text)
    if not 1 <= number <= 64:
        raise ValueError(text)
    return number


def log_format(text: str) -> str:
    """Parse the format of log lines."""
    return FORMATS[FORMATS.index(text.lower())]


def level(text: str) -> str:
    """Parse the log level."""
    return LEVELS[LEVELS.index(text.lower())]
