"""Commands on Click: one module each, and the base classes of commands and options."""

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from typing import Any, TypeVar

import click

from companion.interfaces.terminal_language import _

Part = TypeVar("Part")


def translated(part: Part, text: str) -> Part:
    """Return a copy of a command or option with its attribute `text` in the language of the terminal."""
    said = copy(part)
    setattr(said, text, _(getattr(part, text) or ""))
    return said


class Command(click.Command):
    """A command whose help is in the language of the terminal."""

    def get_short_help_str(self, limit: int = 45) -> str:
        return _(self.help or "")  # in full

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        click.Command.format_help_text(translated(self, "help"), ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        click.Command.format_epilog(translated(self, "epilog"), ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        found = super().get_help_option(ctx)
        if found:
            found.help = _("Show this message and exit.")
        return found


class Option(click.Option):
    """An option with help in the language of the terminal, which also names its environment variable."""

    def __init__(self, names: Sequence[str], **given: Any) -> None:
        super().__init__(names, show_envvar=True, **given)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        return click.Option.get_help_record(translated(self, "help"), ctx)


command = partial(click.command, cls=Command)
option = partial(click.option, cls=Option)


def setting(name: str, help: str, *declared: str, **given: Any) -> Callable[[Any], Any]:
    """Return the decorator for an option that a variable may replace: --log-level has COMPANION_LOG_LEVEL."""
    variable = "COMPANION_" + name.removeprefix("--").replace("-", "_").upper()
    return option(name, *declared, help=help, envvar=variable, show_default="default" in given, **given)
