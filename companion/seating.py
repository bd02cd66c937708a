"""Who is at the table: places clockwise, as people come late, leave, or change places."""

from collections.abc import Sequence

from companion.ledger import Entry

Seating = tuple[int, ...]  # seats clockwise; a seat is a person and keeps its number


def ring_at(entries: Sequence[Entry], seated: int, deal: int) -> Seating:
    """The chairs as they stand when that deal is dealt, clockwise, with those who left still in theirs.

    An empty chair keeps the turn: whoever sits to the left of it deals next."""
    ring = list(range(seated))
    for entry in entries:
        if entry.deal > deal:
            continue
        if entry.how == "joins":
            ring.append(entry.body["seat"])
        elif entry.how == "swapped":
            order = entry.body["order"]
            chairs = [place for place, seat in enumerate(ring) if seat in order]
            for place, seat in zip(chairs, order, strict=True):
                ring[place] = seat
    return tuple(ring)


def gone_at(entries: Sequence[Entry], deal: int) -> set[int]:
    """The seats whose people have left before that deal is dealt, and have not come back."""
    last = {entry.body["seat"]: entry.how for entry in entries if entry.deal <= deal and "seat" in entry.body}
    return {seat for seat, how in last.items() if how == "leaves"}


def seating_at(entries: Sequence[Entry], seated: int, deal: int) -> Seating:
    """The seats at the table when that deal is dealt, clockwise: those who sat down first, then what was entered."""
    gone = gone_at(entries, deal)
    return tuple(seat for seat in ring_at(entries, seated, deal) if seat not in gone)


def following(seat: int, before: Seating, now: Seating) -> int:
    """The seat to the left of that one, among those who are now at the table."""
    if seat in now:
        return now[(now.index(seat) + 1) % len(now)]
    place = before.index(seat)
    return next(other for other in (*before[place + 1 :], *before[:place]) if other in now)
