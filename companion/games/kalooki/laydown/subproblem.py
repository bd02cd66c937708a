"""What all suits can do in a lay-down, searched in the order of what it loses at least.

Suits contend for cards of ranks that could be a three, and for jokers. As a whole a case leaves open what becomes of
these; in parts, in each of which one more suit takes certain of them, it is known, but every part is searched anew.
Neither is always the shorter way, so a long search goes on as a whole and in parts by turns, and of what either shows
to be lost at least the greater holds.
"""

from collections import defaultdict
from collections.abc import Mapping
from math import inf

from companion.games.kalooki.laydown.problem import Holding
from companion.games.kalooki.laydown.suit_search import Way
from companion.rules.budget import Spent
from companion.rules.groups_and_runs.suit_runs import BITS, COPIES

FEW = 200  # steps in which a suit's ways are all found, so that the others can go by them
TURN = 64  # steps of a turn
LONG = 8 * TURN  # steps of a search that is long
TURNS = 8  # of so many both ways of searching have one at least

Found = Mapping[str, list[Way]]


class Case:
    """What each suit can do, when some do one of certain ways."""

    def __init__(self, hand: Holding, thrifty: bool, certain: Found, long: bool = False):
        self.hand, self.thrifty, self.certain = hand, thrifty, certain
        self.open = {suit: hand.grown(suit, certain, thrifty) for suit in hand.suits(thrifty) if suit not in certain}
        for ways in self.open.values() if long else ():
            ways.look_closer()
        self.parts: list[Case] | None = None
        self.steps = self.parted = 0  # in all, and in parts
        self.bound: float = 0 if all(certain.values()) else inf  # what is not found yet loses at least so many points
        self._bind()

    def advance(self, ceiling: float) -> list[Found]:
        """Search on for a turn for less than the ceiling; the new ways of a suit with all those of the others."""
        if not self.open:
            self.bound = inf
            return [self.certain]
        if self.parts is None and self.steps >= LONG:
            self.parts = [Case(self.hand, self.thrifty, certain, long=True) for certain in self._split()]
        share = self.steps // TURNS * (TURNS - 1 if self._bound_in_parts() > self._bound_as_whole() else 1)
        found = self._in_part(self.parts, ceiling) if self.parts and self.parted < share else self._as_whole(ceiling)
        self._bind()
        return found

    def _as_whole(self, ceiling: float) -> list[Found]:
        """Search on as a whole."""
        found: list[Found] = []
        for suit, ways in self.open.items():
            before = len(ways.found)
            floor = self._floor(suit)
            self.steps += ways.search(TURN, self.bound - floor, 2 * before + 1, ceiling - floor)
            every = {other: ways.found for other, ways in self.open.items()}
            found.append({**self.certain, **every, suit: ways.found[before:]})
        return found

    def _in_part(self, parts: "list[Case]", ceiling: float) -> list[Found]:
        """Search on in the part that could lose the fewest points."""
        part = min(parts, key=lambda part: part.bound)
        before = part.steps
        found = part.advance(ceiling)
        self.parted += part.steps - before
        self.steps += part.steps - before
        return found

    def _bind(self) -> None:
        """Reckon what is lost at least."""
        self.bound = max(self.bound, self._bound_as_whole(), self._bound_in_parts())

    def _bound_as_whole(self) -> float:
        """For anything new some suit must find a way."""
        return min((ways.bound + self._floor(suit) for suit, ways in self.open.items()), default=0)

    def _bound_in_parts(self) -> float:
        return min((part.bound for part in self.parts), default=0) if self.parts else 0

    def _floor(self, suit: str) -> float:
        """The points that the other suits lose at least."""
        return sum(ways.floor for other, ways in self.open.items() if other != suit)

    def _split(self) -> list[Found]:
        """The certain ways of each part: a suit's by what it takes of the cards that open suits contend for."""
        contended = 0
        for place in self.hand.shared:
            if any(ways.ranks[place].held for ways in self.open.values()):
                contended |= COPIES << place * BITS
        kinds: dict[str, dict[int, list[Way]]] = {suit: defaultdict(list) for suit in self.certain}
        for suit, ways in self.certain.items():
            for way in ways:
                kinds[suit][way[0] & contended].append(way)
        several = [suit for suit in kinds if len(kinds[suit]) > 1]
        if not several:
            return []
        suit = min(several, key=lambda suit: len(kinds[suit]))
        return [{**self.certain, suit: ways} for ways in kinds[suit].values()]


def whole(hand: Holding, thrifty: bool) -> Case:
    """All that the suits can do.

    Thrifty ways waste no joker on a four; others may, for where no three is they have nowhere else to go.
    """
    certain = {suit: hand.plain(suit, thrifty) for suit in hand.suits(thrifty) if suit not in hand.table.rows}
    lying = sorted((suit for suit in hand.suits(thrifty) if suit not in certain), key=hand.size)
    for suit in lying[:-1]:  # the last one's are nobody's to go by
        ways = hand.grown(suit, certain, thrifty)
        try:
            ways.search(FEW)
        except Spent:  # whoever asks for more hears of it then
            break
        if ways.bound == inf:
            certain[suit] = ways.found
    return Case(hand, thrifty, certain)
