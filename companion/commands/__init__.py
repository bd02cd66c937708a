"""Commands on Click: one module each, and the base classes of commands and options."""

from collections.abc import Sequence
from copy import copy
from functools import partial
from typing import Any

import click

from companion.interfaces.terminal_language import _


class Command(click.Command):
    """A command whose help is in the language of the terminal."""

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the line in the list of commands, in full."""
        return _(self.help or "")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the description of the command."""
        spoken = copy(self)
        spoken.help = _(self.help or "")
        click.Command.format_help_text(spoken, ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option --help."""
        found = super().get_help_option(ctx)
        if found:
            found.help = _("Show this message and exit.")
        return found


class Option(click.Option):
    """An option with help in the language of the terminal, which also names its environment variable."""

    def __init__(self, names: Sequence[str], **given: Any) -> None:
        super().__init__(names, show_envvar=True, **given)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help."""
        spoken = copy(self)
        spoken.help = _(self.help or "")
        return click.Option.get_help_record(spoken, ctx)


command = partial(click.command, cls=Command)
option = partial(click.option, cls=Option)
