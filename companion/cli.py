"""The command line: serve, ask, demo, and what keeps the data."""

import argparse
import os
import sys
from collections.abc import Sequence

from companion import __version__
from companion.asking import terminal
from companion.host import keeping

PORT = 8313


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status comes back."""
    options = parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except KeyboardInterrupt:  # Ctrl-C before there was anything to stop
        return 130
    return status


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    made = argparse.ArgumentParser(prog="companion", description="The companion at the rummy table.")
    made.add_argument("--version", action="version", version=__version__)
    commands = made.add_subparsers(required=True, metavar="command")
    serving = commands.add_parser("serve", help="open the companion in a browser")
    serving.add_argument("--port", type=port, default=None, help=f"port on this machine (default {PORT})")
    serving.add_argument("--lan", action="store_true", help="let the phones on this network in, over plain http")
    serving.add_argument("--public-url", metavar="URL", help="the https address of a proxy on this machine")
    serving.add_argument("--no-browser", action="store_true", help="do not open a browser")
    serving.set_defaults(run=serve)
    terminal.add(commands).set_defaults(run=terminal.run)
    keeping.add(commands)
    filling = commands.add_parser("demo", help="fill the instance with matches to look at")
    filling.add_argument("--matches", type=int, default=6, metavar="N", help="finished matches (default 6)")
    filling.add_argument("--seed", type=int, default=313, help="the same seed makes the same matches")
    filling.set_defaults(run=demo)
    return made


def port(text: str) -> int:
    """A port number from 1 to 65535."""
    number = int(text)
    if not 1 <= number <= 65535:
        raise ValueError(text)
    return number


def serve(options: argparse.Namespace) -> int:
    """Serve this machine, its network or a proxy until Ctrl-C."""
    from companion.host import network, serving  # only this command needs the web

    try:
        chosen = options.port or port(os.environ.get("COMPANION_PORT") or str(PORT))
    except ValueError:
        parser().error("COMPANION_PORT is not a port number from 1 to 65535")
    if options.lan and options.public_url is not None:
        parser().error("--lan and --public-url exclude each other: with a proxy, nobody gets in past it")
    try:
        reach = network.reach(chosen, options.lan, options.public_url)
    except network.WrongAddress as error:
        parser().error(str(error))
    browser = not options.no_browser and not os.environ.get("COMPANION_NO_BROWSER")
    return serving.serve(reach, browser)


def demo(options: argparse.Namespace) -> int:
    """Fill the instance with finished matches and one running match of each game."""
    from companion import demo as making
    from companion.storage.lock import InUse

    try:
        for line in making.fill(options.matches, options.seed):
            print(line)
    except InUse as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
