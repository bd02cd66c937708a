"""Babel extraction method for messages in Python, named in babel.toml; nothing else uses it.

Babel's own method reads tokens: it misses messages inside an f-string, and takes the two halves of a plural for two
messages. This one reads the syntax tree.
"""

import ast
from collections.abc import Collection, Iterator
from typing import Any, BinaryIO

MARKS = {"N_": "gettext", "_": "gettext", "gettext": "gettext", "ngettext": "ngettext", "pgettext": "pgettext"}
Found = tuple[int, str, str | tuple[str, ...], list[str]]


def messages(file: BinaryIO, keywords: Collection[str], tags: Collection[str], options: Any) -> Iterator[Found]:
    """Yield the messages of a Python file in Babel's form: line, function, strings, comments."""
    tree = ast.parse(file.read())
    plurals = [pair for node in ast.walk(tree) for pair in pairs(node)]
    halves = {id(half) for pair in plurals for half in pair}
    for one, many in plurals:
        yield one.lineno, "ngettext", (*strings(one), *strings(many)), []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and mark(node) and strings(node) and id(node) not in halves:
            words = strings(node)
            yield node.lineno, MARKS[mark(node)], words if len(words) > 1 else words[0], []


def pairs(node: ast.AST) -> Iterator[tuple[ast.Call, ast.Call]]:
    """Yield the plurals: two marked messages that begin a Text, or that both count in one call or in two lines."""
    beside: list[ast.expr] = []
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Text" and len(node.args) == 2:
        one, many = node.args
        if isinstance(one, ast.Call) and isinstance(many, ast.Call) and mark(one) == mark(many) == "N_":
            yield one, many
            return
    if isinstance(node, ast.Call):
        beside = node.args
    else:
        body = getattr(node, "body", []), getattr(node, "orelse", [])
        lines = [line for part in body if isinstance(part, list) for line in part]
        beside = [line.value for line in lines if isinstance(line, ast.Assign)]
    for one, many in zip(beside, beside[1:], strict=False):
        if isinstance(one, ast.Call) and isinstance(many, ast.Call) and counts(one) and counts(many):
            yield one, many


def counts(node: ast.Call) -> bool:
    """Return whether the call marks a message that contains a count."""
    return mark(node) == "N_" and "{count}" in "".join(strings(node))


def mark(node: ast.Call) -> str:
    """Return the name of the function that marks a message here, or ""."""
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    return name if name in MARKS else ""


def strings(node: ast.Call) -> tuple[str, ...]:
    """Return the leading string arguments of a call."""
    found: list[str] = []
    for part in node.args:
        if not (isinstance(part, ast.Constant) and isinstance(part.value, str)):
            break
        found.append(part.value)
    return tuple(found)
