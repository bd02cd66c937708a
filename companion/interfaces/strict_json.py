"""Strict JSON of the referee: no duplicate names in an object, and no numbers that JSON does not have."""

import json
from math import isinf
from typing import Any, NoReturn

from companion.rules.cards import Unreadable, quoted
from companion.rules.text import N_, Text


class NotJSON(Unreadable):
    """Raised for text that is not JSON, with the line and column of the error."""


def load(text: bytes | str, line: int = 1) -> Any:
    """Return the value of a JSON text that begins on that line.

    Raises: Unreadable: with the fault and its place.
    """
    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=refuse, parse_float=finite)
    except Unreadable:
        raise
    except json.JSONDecodeError as error:
        message = N_("this is not JSON: line {line}, column {column}")
        raise NotJSON(Text(message, line=line + error.lineno - 1, column=error.colno)) from None
    except UnicodeDecodeError as error:
        raise Unreadable(Text(N_("this is not JSON: byte {place} is no text"), place=error.start + 1)) from None
    except ValueError:  # Python's limit on the digits of a whole number
        raise Unreadable(Text(N_("a number in it has too many digits"))) from None


def dump(value: Any) -> str:
    """Return the value as JSON on one line; lone surrogates, which no encoding has, stay escaped."""
    return json.dumps(value, ensure_ascii=False).encode(errors="backslashreplace").decode()


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object whose names are unique.

    Raises: Unreadable: if a name is given twice.
    """
    held = dict(pairs)
    if len(held) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Unreadable(Text(N_("“{value}” is given twice"), value=quoted(twice)))
    return held


def finite(text: str) -> float:
    """Return a number with a fraction or an exponent.

    Raises: Unreadable: if it is too large.
    """
    number = float(text)
    return refuse(text) if isinf(number) else number


def refuse(text: str) -> NoReturn:
    """Refuse NaN, Infinity and numbers too large for a float: Python reads them, but they are not JSON."""
    raise Unreadable(Text(N_("“{value}” is no number in JSON"), value=quoted(text)))
