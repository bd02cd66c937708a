"""Who sits at a table that is being set up, in order, with the dealer's button, and what each tap makes of it."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from companion.names import LONGEST, clean, same
from companion.rules.typed import natural_number

MOST_AWAY = 24  # names that are kept of those who stood up
ALSO = "also"  # the fields that keep the names of those who stood up


@dataclass(frozen=True)
class Seating:
    """Names by chair, clockwise, empty where nobody is named yet; the chair that deals first; who stood up."""

    names: tuple[str, ...]
    dealer: int = 0
    away: tuple[str, ...] = ()

    def place(self, name: str) -> int | None:
        """The chair of somebody; None for whoever stands."""
        return next((chair for chair, each in enumerate(self.names) if same(each, name)), None)

    def sat(self, name: str, most: int) -> "Seating":
        """With somebody on the next chair, or on their feet again if they sat."""
        chair = self.place(name)
        if chair is not None:
            return self.stood(chair)
        if len(self.names) < most:
            return replace(self, names=(*self.names, name))
        empty = self.names.index("") if "" in self.names else None
        return self if empty is None else replace(self, names=changed(self.names, empty, name))

    def stood(self, chair: int) -> "Seating":
        """Without that chair; its button goes to the next one."""
        left = self.names[:chair] + self.names[chair + 1 :]
        dealer = self.dealer - (chair < self.dealer)
        return Seating(left, dealer if dealer < len(left) else 0, (*self.away, self.names[chair]))

    def up(self, chair: int) -> "Seating":
        """With that chair one place up, the first as the last; the button stays with whoever has it."""
        order = list(range(len(self.names)))
        order.insert(chair - 1 if chair else len(order), order.pop(chair))
        return replace(self, names=tuple(self.names[each] for each in order), dealer=order.index(self.dealer))

    def more(self, most: int) -> "Seating":
        """With one more chair for a new name."""
        return replace(self, names=(*self.names, "")) if len(self.names) < most else self

    def drawn(self) -> "Seating":
        """With the button drawn among those who are named; among all chairs where nobody is."""
        named = [chair for chair, name in enumerate(self.names) if name] or range(len(self.names))
        return replace(self, dealer=secrets.choice(named)) if named else self

    def fields(self) -> dict[str, str]:
        """The fields of the form that say it."""
        return {f"name{chair}": name for chair, name in enumerate(self.names)} | {"dealer": str(self.dealer)}


def seating(typed: Mapping[str, str], most: int, away: Iterable[str] = ()) -> Seating:
    """The seating that a form holds."""
    names = tuple(
        clean(typed[f"name{chair}"]) or typed[f"name{chair}"] for chair in range(most) if f"name{chair}" in typed
    )
    return Seating(
        names,
        chair_of(typed.get("dealer", ""), len(names)) or 0,
        tuple(clean(name, LONGEST) for name in islice(away, MOST_AWAY)),
    )


def moved(now: Seating, typed: Mapping[str, str], most: int) -> Seating:
    """The seating after the tap that the form was sent by; as it was after any other."""
    if "sit" in typed:
        return now.sat(clean(typed["sit"]), most) if clean(typed["sit"]) else now
    if "more" in typed:
        return now.more(most)
    if "draw" in typed:
        return now.drawn()
    up, deals = (chair_of(typed.get(field, ""), len(now.names)) for field in ("up", "deals"))
    if up is not None:
        return now.up(up)
    return now if deals is None else replace(now, dealer=deals)


def offered(now: Seating, known: Iterable[str]) -> list[str]:
    """Whom a tap seats or lifts: the known first, then all others who sit or stood up."""
    found: list[str] = []
    for name in (*known, *now.names, *now.away):
        if name and not any(same(name, each) for each in found):
            found.append(name)
    return found


def chair_of(text: str, chairs: int) -> int | None:
    """The chair of that number; None if there is none."""
    chair = natural_number(text)
    return chair if chair in range(chairs) else None


def changed(names: tuple[str, ...], chair: int, name: str) -> tuple[str, ...]:
    """The names with another one on that chair."""
    return (*names[:chair], name, *names[chair + 1 :])
