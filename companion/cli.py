"""The command line: serve, ask, demo, and the commands that maintain the data."""

import argparse
import os
import sys
from collections.abc import Sequence

from companion import __version__, places
from companion.commands import backup, doctor, host, serve, transfer
from companion.interfaces import terminal
from companion.interfaces.terminal_language import _, refuse, say, speak
from companion.rules.text import N_, Text, Worded


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal without ✓ or ♠ still shows the rest
    options = parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except KeyboardInterrupt:  # Ctrl-C before the command handles it
        return 130
    except BrokenPipeError:  # the reader of the output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        return unable(error)
    return status


def unable(error: Exception) -> int:
    """Report an error of the disk or database and return the exit status; raise any other error again, as a bug."""
    from companion.storage.database.lock import InUse

    if isinstance(error, InUse):  # already a whole sentence
        return refuse("{why}", why=error)
    if (why := why_not(error)) is None:
        raise error
    return refuse(N_("It could not be done: {why}."), why=why)


def why_not(error: Exception) -> object:
    """Return the error of the disk or database behind an exception; None for any other error."""
    import sqlite3

    from sqlalchemy.exc import SQLAlchemyError

    from companion.storage.database import messages
    from companion.storage.database.errors import Unwritable, reason_of, trouble_of

    if isinstance(error, Worded):
        return error
    if isinstance(error, OSError):
        return (
            Text(N_("{file}: {why}"), file=error.filename, why=reason_of(error)) if error.filename else reason_of(error)
        )
    if not isinstance(error, SQLAlchemyError | sqlite3.Error | Unwritable):
        return None
    trouble = error.trouble if isinstance(error, Unwritable) else trouble_of(error, places.database())
    return messages.not_opened(places.database(), trouble) if trouble in messages.NOT_OPENED else reason_of(error)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the commands and their options."""
    speak()
    made = argparse.ArgumentParser(prog="companion", description=_("The companion at the rummy table."))
    made.add_argument("--version", action="version", version=__version__, help=_("say which version this is"))
    commands = made.add_subparsers(required=True, metavar="command")
    serve.add(commands)
    terminal.add(commands).set_defaults(run=terminal.run)
    backup.add(commands)
    doctor.add(commands)
    transfer.add(commands)
    host.add(commands)
    filling = commands.add_parser("demo", help=_("fill the instance with matches to look at"))
    filling.add_argument("--matches", type=int, default=6, metavar="N", help=_("finished matches (default 6)"))
    filling.add_argument("--seed", type=int, default=313, help=_("the same seed makes the same matches"))
    filling.set_defaults(run=demo)
    return made


def demo(options: argparse.Namespace) -> int:
    """Fill the instance with finished matches and one running match of each game."""
    from companion import demo as making

    try:
        for line in making.fill(options.matches, options.seed):
            print(say(line))
    except Exception as error:
        unable(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
