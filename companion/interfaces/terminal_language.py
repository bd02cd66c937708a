"""Messages of the commands, in the language of the terminal."""

import gettext
import sys
from typing import Any

from companion.language import LOCALE, of_terminal, translations
from companion.rules.text import N_, Sayable, Text

OF_CLICK = (  # Click's own messages: it asks gettext for them
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Show this message and exit."),
    N_("Error: {message}"),
    N_("Error: invalid input"),
    N_("Try '{command} {option}' for help."),
    N_("Missing command."),
    N_("Missing argument"),
    N_("No such command {name!r}."),
    N_("No such option {name!r}."),
    N_("Option {name!r} does not take a value."),
    N_("Invalid value for {param_hint}: {message}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("default: {default}"),
    N_("env var: {var}"),
    Text(N_("Option {name!r} requires an argument."), N_("Option {name!r} requires {nargs} arguments.")),
    Text(N_("Got unexpected extra argument ({args})"), N_("Got unexpected extra arguments ({args})")),
    Text(N_("{value!r} is not {choice}."), N_("{value!r} is not one of {choices}.")),
    Text(N_("Did you mean {possibility}?"), N_("(Did you mean one of: {possibilities}?)")),
)


def speak() -> None:
    """Let Click take its messages from the companion's catalogues."""
    gettext.bindtextdomain("messages", str(LOCALE))


def _(message: str) -> str:
    """Return a message in the language of the terminal."""
    return translations(of_terminal()).gettext(message)


def say(words: Sayable) -> str:
    """Return a sentence in the language of the terminal."""
    return words.say(translations(of_terminal()))


def tell(message: str, **values: Any) -> None:
    """Print a sentence."""
    print(say(Text(message, **values)), flush=True)


def warn(message: str, **values: Any) -> None:
    """Print a sentence to standard error."""
    print(say(Text(message, **values)), file=sys.stderr)


def refuse(message: str, **values: Any) -> int:
    """Print a refusal to standard error and return the exit status 2."""
    warn(message, **values)
    return 2
