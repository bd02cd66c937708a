"""Commands on Click: one module each, and the base classes of commands and options."""

import sys
from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from time import monotonic
from typing import Any, TypeVar

import click

from companion.interfaces.terminal_language import _
from companion.progress import watcher

PATIENCE = 2.0  # seconds until progress is shown
STEPS = 1000  # of a bar
Part = TypeVar("Part")


class ProgressBar:
    """Progress bar on a terminal's standard error for a task that takes over two seconds; a new bar for each task."""

    def __init__(self, label: str):
        self.label, self.started = label, monotonic()
        self.bar: Any = None  # Click's

    def __call__(self, part: float | None) -> None:
        """Show the part that is done; None ends the line."""
        done = int((part or 0) * STEPS)
        if self.bar is None:
            if not 0 < done < STEPS or not sys.stderr.isatty() or monotonic() - self.started < PATIENCE:
                return
            self.bar = click.progressbar(length=STEPS, label=self.label, file=sys.stderr)
            self.bar.__enter__()
        if part is not None and done > self.bar.pos:
            self.bar.update(done - self.bar.pos)
        if part is None or done in range(self.bar.pos) or done == STEPS:
            self.bar.render_finish()
            self.bar = None


def translated(part: Part, text: str) -> Part:
    """Return a copy of a command or option with its attribute `text` in the language of the terminal."""
    said = copy(part)
    setattr(said, text, _(getattr(part, text) or ""))
    return said


class Command(click.Command):
    """A command whose help is in the language of the terminal, and which shows the progress of long work."""

    def invoke(self, ctx: click.Context) -> Any:
        bar = ProgressBar(ctx.info_name or "")
        before = watcher.set(bar)
        try:
            return super().invoke(ctx)
        finally:
            bar(None)
            watcher.reset(before)

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
