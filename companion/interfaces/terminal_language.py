"""Messages of the commands, in the language of the terminal."""

import gettext
import sys
from typing import Any

from companion.language import LOCALE, of_terminal, translations
from companion.rules.text import N_, Sayable, Text

OF_ARGPARSE = (  # messages of argparse, which it looks up with gettext
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("ignored explicit argument %r"),
    N_("not allowed with argument %s"),
    N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
)


def speak() -> None:
    """Let argparse take its messages from the companion's catalogues."""
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
