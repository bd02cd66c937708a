"""Who is at the table: places clockwise, as people come late, leave, or change places."""

from collections.abc import Sequence

from companion.ledger import Entry

Seating = tuple[int, ...]  # seats clockwise; a seat is a person and keeps its number


def seating_at(entries: Sequence[Entry], seated: int, deal: int) -> Seating:
    """The seats at the table when that deal is dealt, clockwise: those who sat down first, then what was entered."""
    order = list(range(seated))
    for entry in entries:
        if entry.deal > deal:
            continue
        if entry.how == "joins":
            order.append(entry.body["seat"])
        elif entry.how == "leaves":
            order.remove(entry.body["seat"])
        else:
            order = list(entry.body["order"])
    return tuple(order)


def following(seat: int, before: Seating, now: Seating) -> int:
    """The seat to the left of that one, among those who are now at the table."""
    if seat in now:
        return now[(now.index(seat) + 1) % len(now)]
    place = before.index(seat)
    return next(other for other in (*before[place + 1 :], *before[:place]) if other in now)
