"""The command line: serve, ask, demo, and the commands that maintain the data."""

import sys
from collections.abc import Sequence
from typing import Any

import click

from companion import __version__, paths
from companion.commands import ask, command, data, option, serve, sheet
from companion.interfaces.terminal_language import _, refuse, say, speak
from companion.rules.text import N_, Text, Worded


class Commands(click.Group):
    """The group of all commands, in the order in which they are added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@command(cls=Commands, no_args_is_help=False, help=N_("The companion at the rummy table."))
@click.version_option(__version__, message="%(version)s", help=_(N_("show the version")))
def companion() -> None:
    """Run one of the commands."""


@command(help=N_("add sample matches"))
@option("--matches", type=click.IntRange(min=0), default=6, show_default=True, help=N_("number of finished matches"))
@option("--seed", type=int, default=313, show_default=True, help=N_("the same seed makes the same matches"))
def demo(matches: int, seed: int) -> int:
    """Fill the instance with finished matches and one running match of each game."""
    from companion import demo as making

    try:
        for line in making.fill(matches, seed):
            print(say(line))
    except Exception as error:
        unable(error)
        return 1
    return 0


for each in (serve.serve, ask.ask, sheet.sheet, *data.COMMANDS, serve.host, demo):
    companion.add_command(each)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status comes back. SystemExit where the arguments cannot be read."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal without ✓ or ♠ still shows the rest
    speak()
    try:
        status: Any = companion.main(arguments, prog_name="companion", standalone_mode=False)
    except click.Abort:  # Ctrl-C before there was anything to stop
        return 130
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except Exception as error:
        return unable(error)
    return status or 0


def unable(error: Exception) -> int:
    """Report an error of the disk or database and return the exit status; raise any other error again, as a bug."""
    if (why := storage_error(error)) is None:
        raise error
    return refuse(N_("It could not be done: {why}."), why=why)


def storage_error(error: Exception) -> object:
    """Return the error of the disk or database behind an exception; None for any other error."""
    import sqlite3

    from sqlalchemy.exc import SQLAlchemyError

    from companion.storage.database.errors import Unwritable, reason_of, trouble_of, unusable

    if isinstance(error, Worded):
        return error
    if isinstance(error, OSError):
        return (
            Text(N_("{file}: {why}"), file=error.filename, why=reason_of(error)) if error.filename else reason_of(error)
        )
    if not isinstance(error, SQLAlchemyError | sqlite3.Error | Unwritable):
        return None
    trouble = error.trouble if isinstance(error, Unwritable) else trouble_of(error, paths.database())
    return unusable(paths.database(), trouble) if trouble else reason_of(error)


if __name__ == "__main__":
    sys.exit(main())
