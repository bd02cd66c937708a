"""JSON as the referee reads and writes it: every name once in its object, and no number that JSON does not have."""

import json
from math import isinf
from typing import Any, NoReturn

from companion.rules.cards import Unreadable, quoted
from companion.rules.text import N_, Text


class NotJSON(Unreadable):
    """Text that is no JSON: the line and the column where it ceases to be."""


def load(text: bytes | str, line: int = 1) -> Any:
    """The value that a JSON text holds, which begins on that line; Unreadable says what is wrong with it and where."""
    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=refuse, parse_float=finite)
    except Unreadable:
        raise
    except json.JSONDecodeError as error:
        message = N_("this is not JSON: line {line}, column {column}")
        raise NotJSON(Text(message, line=line + error.lineno - 1, column=error.colno)) from None
    except UnicodeDecodeError as error:
        raise Unreadable(Text(N_("this is not JSON: byte {place} is no text"), place=error.start + 1)) from None
    except ValueError:  # Python's own limit to the digits of a whole number
        raise Unreadable(Text(N_("a number in it has too many digits"))) from None


def dump(value: Any) -> str:
    """The value as JSON on one line; half a character, which no encoding has, stays written as an escape."""
    return json.dumps(value, ensure_ascii=False).encode(errors="backslashreplace").decode()


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names are each given once."""
    held = dict(pairs)
    if len(held) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Unreadable(Text(N_("“{value}” is given twice"), value=quoted(twice)))
    return held


def finite(text: str) -> float:
    """A number with a fraction or an exponent."""
    number = float(text)
    return refuse(text) if isinf(number) else number


def refuse(text: str) -> NoReturn:
    """NaN, Infinity, and what is too large to be told from it: Python reads them, but they are not JSON."""
    raise Unreadable(Text(N_("“{value}” is no number in JSON"), value=quoted(text)))
