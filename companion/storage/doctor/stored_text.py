"""Translatable sentences as JSON: stored unrendered, and rendered later in the reader's language."""

from typing import Any

from companion.rules.text import Clauses, Sayable, Text, Worded


def plain(value: Any) -> Any:
    """Return a sentence, or a value in one, as JSON data; values of other types become English text."""
    if isinstance(value, Worded):
        return plain(value.why)
    if isinstance(value, Text):
        values = {name: plain(one) for name, one in value.values.items()}
        return {"message": value.message, "plural": value.plural, "values": values}
    if isinstance(value, Clauses):
        return [plain(one) for one in value]
    return value if isinstance(value, int) else value.say() if hasattr(value, "say") else str(value)


def sentence(kept: Any) -> Sayable:
    """Return the sentence stored as that JSON data. Raises ValueError if it cannot be rendered."""
    try:
        found = read(kept)
        said = found if isinstance(found, Text | Clauses) else Text("{said}", said=str(found))
        said.say()
    except (LookupError, AttributeError, TypeError) as error:
        raise ValueError(kept) from error
    return said


def read(kept: Any) -> Any:
    """Return a stored sentence, or a value in one."""
    if isinstance(kept, dict):
        values = {name: read(one) for name, one in kept["values"].items()}
        return Text(kept["message"], kept["plural"], **values)
    return Clauses(map(read, kept)) if isinstance(kept, list) else kept
