"""Commands on Click: one module each, and decorators for commands and options in the language of the terminal."""

from collections.abc import Callable
from typing import Any

import click

from companion.interfaces.terminal_language import _


def command(name: str | None = None, *, help: str, epilog: str = "", **given: Any) -> Callable[[Any], Any]:
    """Return the decorator for a command, whose help is in full in the list of commands too."""
    return click.command(name, help=_(help), short_help=_(help), epilog=epilog and _(epilog), **given)


def option(*names: str, help: str, **given: Any) -> Callable[[Any], Any]:
    """Return the decorator for an option, whose help also names its environment variable."""
    return click.option(*names, help=_(help), show_envvar=True, **given)


def setting(name: str, help: str, *declared: str, **given: Any) -> Callable[[Any], Any]:
    """Return the decorator for an option that a variable may replace: --log-level has COMPANION_LOG_LEVEL."""
    variable = "COMPANION_" + name.removeprefix("--").replace("-", "_").upper()
    return option(name, *declared, help=help, envvar=variable, show_default="default" in given, **given)
