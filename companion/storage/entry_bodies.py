"""Models of the bodies of entries, the data beside their columns: one for each kind and manner that has any."""

import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, ValidationInfo

from companion.names import clean, fault
from companion.rules.text import LONGEST_TEXT
from companion.sheet.days import EARLIEST
from companion.sheet.ledger import LONGEST_NOTE, Action, EntryKind


def checked(right: Callable[[Any, ValidationInfo], bool]) -> AfterValidator:
    """Return the check of a value, which also sees the number of seats."""

    def check(value: Any, info: ValidationInfo) -> Any:
        if not right(value, info):
            raise ValueError(value)
        return value

    return AfterValidator(check)


Seat = Annotated[int, checked(lambda seat, info: 0 <= seat < info.context["seats"])]
NewSeat = Annotated[int, checked(lambda seat, info: seat == info.context["seats"])]
Name = Annotated[str, checked(lambda name, _: bool(name) and clean(name) == name and fault(name, ()) is None)]
Line = Annotated[str, checked(lambda text, _: clean(text, LONGEST_NOTE) == text)]
Order = Annotated[list[Seat], Field(min_length=1), checked(lambda order, _: len(set(order)) == len(order))]
Typed = Annotated[str, Field(max_length=LONGEST_TEXT)]


class Body(BaseModel):
    """Base of all bodies, and the empty one."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Out(Body):
    """The seat that went out."""

    out: Seat


class Hand(Body):
    """The working of a hand's points, and how an arranged hand lies."""

    working: list[tuple[str, int, int]] = Field(default=[], max_length=60)
    melds: list[list[tuple[str, str]]] | None = Field(default=None, max_length=60)
    left: list[str] | None = Field(default=None, max_length=200)
    thought: int | None = None


class Back(Body):
    """The place of the bonus or fine that is revoked."""

    of: int


class Right(Body):
    """The place of the hand that a player confirms."""

    entry: int


class Ruling(Body):
    """A question to the referee, as it was typed, and the answer."""

    ask: str
    question: dict[str, list[Typed]]
    verdict: Any
    rules: list[str] = []
    seat: Seat | None = None


class Joins(Body):
    """A latecomer, who gets the next seat."""

    seat: NewSeat
    name: Name
    start: Literal["zero", "average", "highest"]


class Moves(Body):
    """A player who leaves or returns."""

    seat: Seat


class Removed(Body):
    """A latecomer added by mistake."""

    seat: Seat
    name: Name


class Swapped(Body):
    """The seats in their new order."""

    order: Order


class Renamed(Body):
    """A seat's new name, and the one before."""

    seat: Seat
    name: Name
    was: Name


class Rematch(Body):
    """The code of the next match."""

    code: str = Field(pattern="^[0-9A-Za-z]{6}$")


class Note(Body):
    """A line of text, a place, and the day of a match entered from paper."""

    text: Line
    place: Line
    day: Annotated[date, Field(ge=EARLIEST, strict=False)] | None = None


OTHERS: dict[tuple[EntryKind, Action], type[Body]] = {
    (EntryKind.HAND, Action.UNDONE): Body,
    (EntryKind.END, Action.OUT): Out,
    (EntryKind.ADJUST, Action.BACK): Back,
    (EntryKind.SEATING, Action.JOINS): Joins,
    (EntryKind.SEATING, Action.SWAPPED): Swapped,
    (EntryKind.SEATING, Action.RENAMED): Renamed,
    (EntryKind.SEATING, Action.UNDONE): Removed,
}
OF_KIND: dict[EntryKind, type[Body]] = {
    EntryKind.HAND: Hand,
    EntryKind.RULING: Ruling,
    EntryKind.SEATING: Moves,
    EntryKind.REMATCH: Rematch,
    EntryKind.NOTE: Note,
    EntryKind.RIGHT: Right,
}


def read(kind: EntryKind, how: Action, body: Mapping[str, Any], seats: int) -> Body | None:
    """Return the body of an entry as a model; None if no command writes such a body."""
    model = OTHERS.get((kind, how)) or OF_KIND.get(kind, Body)
    try:
        return model.model_validate_json(json.dumps(dict(body)), context={"seats": seats})
    except ValidationError:
        return None
