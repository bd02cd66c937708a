"""The command line: serve, ask, demo, and what keeps the data."""

import argparse
import sys
from collections.abc import Sequence

from companion import __version__
from companion.host import command, examining, inviting, keeping, moving
from companion.interfaces import terminal
from companion.interfaces.speech import _, say, speak


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status comes back."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal without ✓ or ♠ still shows the rest
    options = parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except KeyboardInterrupt:  # Ctrl-C before there was anything to stop
        return 130
    return status


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    speak()
    made = argparse.ArgumentParser(prog="companion", description=_("The companion at the rummy table."))
    made.add_argument("--version", action="version", version=__version__, help=_("say which version this is"))
    commands = made.add_subparsers(required=True, metavar="command")
    command.add(commands)
    terminal.add(commands).set_defaults(run=terminal.run)
    keeping.add(commands)
    examining.add(commands)
    moving.add(commands)
    inviting.add(commands)
    filling = commands.add_parser("demo", help=_("fill the instance with matches to look at"))
    filling.add_argument("--matches", type=int, default=6, metavar="N", help=_("finished matches (default 6)"))
    filling.add_argument("--seed", type=int, default=313, help=_("the same seed makes the same matches"))
    filling.set_defaults(run=demo)
    return made


def demo(options: argparse.Namespace) -> int:
    """Fill the instance with finished matches and one running match of each game."""
    from companion import demo as making
    from companion.storage.condition.lock import InUse
    from companion.storage.database import WrongDatabase

    try:
        for line in making.fill(options.matches, options.seed):
            print(say(line))
    except (InUse, WrongDatabase) as error:
        print(say(error), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
