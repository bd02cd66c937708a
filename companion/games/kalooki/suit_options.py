"""All options of one suit in a lay-down: lay one new four or none, and extend the fours on the table."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.games.kalooki.search.fours import TOP, Four, all_fours, extensions
from companion.rules.budget import Budget

Taken = tuple[int, int, int]  # new fours, jokers used, and the cards of the suit that are used, packed


class Law(NamedTuple):
    """The requirements of a lay-down, and the reading of two open points."""

    groups: int
    runs: int
    naturals: int
    bare: bool  # K17: exactly the contract, no further meld
    below_jokers: bool  # K22: a four also grows downwards below a joker that stands for the ace


def all_ways(cards: int, jokers: int, law: Law, fours: Iterable[Four], budget: Budget) -> set[Taken]:
    """Return every use of the packed cards of a suit and the jokers, with these fours on the table."""
    new = all_fours(cards, jokers, law.naturals)
    found = {(0, 0, 0), *((1, four.jokers.bit_count(), four.naturals) for four in new)}
    for four in fours:
        found = with_four(found, cards, jokers, four, law, budget)
    return found


def with_four(found: set[Taken], cards: int, jokers: int, four: Four, law: Law, budget: Budget) -> set[Taken]:
    """Return the options found, each combined with every extension of a four on the table."""
    longer: set[Taken] = set()
    known: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for laid, spent, taken in found:
        rest = cards - taken, jokers - spent
        if rest not in known:
            known[rest] = {*growths(four, *rest, law.below_jokers)}
        budget.spend(len(known[rest]))
        longer |= {(laid, spent + more, taken + also) for more, also in known[rest]}
    return longer


def growths(four: Four, cards: int, jokers: int, below_jokers: bool) -> Iterator[tuple[int, int]]:
    """Yield the jokers and the packed cards with which a four on the table can be extended."""
    reached = {four}
    queue = [four]
    for now in queue:  # the queue grows during the loop
        more, also = now.jokers.bit_count() - four.jokers.bit_count(), now.naturals - four.naturals
        yield more, also
        for longer, _ in extensions(now, cards - also, jokers - more):
            if longer not in reached and (below_jokers or not is_below_a_joker(now, longer)):
                reached.add(longer)
                queue.append(longer)


def is_below_a_joker(before: Four, after: Four) -> bool:
    """K22: return whether a four has grown downwards below a joker that stands for the ace above the king."""
    return before.high == TOP and after.jokers >> TOP & 1 > 0
