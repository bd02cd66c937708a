"""The command line: serve, ask, demo, and what keeps the data."""

import argparse
import sys
from collections.abc import Sequence

from companion import __version__
from companion.host import command, examining, inviting, keeping, moving
from companion.interfaces import terminal


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
    command.add(commands)
    terminal.add(commands).set_defaults(run=terminal.run)
    keeping.add(commands)
    examining.add(commands)
    moving.add(commands)
    inviting.add(commands)
    filling = commands.add_parser("demo", help="fill the instance with matches to look at")
    filling.add_argument("--matches", type=int, default=6, metavar="N", help="finished matches (default 6)")
    filling.add_argument("--seed", type=int, default=313, help="the same seed makes the same matches")
    filling.set_defaults(run=demo)
    return made


def demo(options: argparse.Namespace) -> int:
    """Fill the instance with finished matches and one running match of each game."""
    from companion import demo as making
    from companion.storage.database import WrongDatabase
    from companion.storage.lock import InUse

    try:
        for line in making.fill(options.matches, options.seed):
            print(line)
    except (InUse, WrongDatabase) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
