"""The joint problem of all suits, searched as a whole or split into smaller ones.

Suits compete for jokers and for the cards of ranks that could be a three. A search of the whole leaves open who uses
these cards. In each part, one more suit uses certain of them: the bound is tighter, but every part needs a new
search. Neither is always faster, so a long search alternates between them and uses the higher of the two bounds.
"""

from collections import defaultdict
from collections.abc import Mapping
from math import inf

from companion.games.kalooki.search.problem import Problem
from companion.games.kalooki.search.suit_search import Option
from companion.rules.budget import Spent
from companion.rules.packed_cards import BITS, COPIES

ALL_OPTIONS_WITHIN = 200  # step limit in which a suit must show all its options for other suits to use them
TURN = 64  # steps of one turn
SPLIT_AFTER = 8 * TURN  # steps after which a problem is split
LEAST_SHARE = 8  # the whole and its parts each get at least one turn in this number

Options = Mapping[str, list[Option]]  # by suit


class Subproblem:
    """Lay-downs in which some suits use one of the options given for them, and the others use any."""

    def __init__(self, problem: Problem, saves_jokers: bool, given: Options, long: bool = False):
        self.problem, self.saves_jokers, self.given = problem, saves_jokers, given
        suits = [suit for suit in problem.suits(saves_jokers) if suit not in given]
        self.searches = {suit: problem.search(suit, given, saves_jokers) for suit in suits}
        for search in self.searches.values() if long else ():
            search.tighten()
        self.parts: list[Subproblem] | None = None
        self.steps = self.steps_in_parts = 0
        self.bound: float = 0 if all(given.values()) else inf  # lower bound of the points of everything not yet found
        self._raise_bound()

    def advance(self, ceiling: float) -> list[Options]:
        """Search for one turn below the ceiling; each new option is returned with those of the other suits."""
        if not self.searches:
            self.bound = inf
            return [self.given]
        if self.parts is None and self.steps >= SPLIT_AFTER:
            self.parts = [Subproblem(self.problem, self.saves_jokers, given, long=True) for given in self._split()]
        turns = LEAST_SHARE - 1 if self._bound_of_parts() > self._bound_of_whole() else 1
        in_parts = self.parts and self.steps_in_parts < self.steps // LEAST_SHARE * turns
        found = self._search_part(self.parts or [], ceiling) if in_parts else self._search_whole(ceiling)
        self._raise_bound()
        return found

    def _search_whole(self, ceiling: float) -> list[Options]:
        """Continue the search in every suit."""
        found: list[Options] = []
        for suit, search in self.searches.items():
            before = len(search.found)
            others = self._bound_of_others(suit)
            self.steps += search.search(TURN, self.bound - others, 2 * before + 1, ceiling - others)
            every = {other: each.found for other, each in self.searches.items()}
            found.append({**self.given, **every, suit: search.found[before:]})
        return found

    def _search_part(self, parts: "list[Subproblem]", ceiling: float) -> list[Options]:
        """Continue the search in the part with the lowest bound."""
        part = min(parts, key=lambda part: part.bound)
        before = part.steps
        found = part.advance(ceiling)
        self.steps_in_parts += part.steps - before
        self.steps += part.steps - before
        return found

    def _raise_bound(self) -> None:
        """Raise the bound to the highest that is known."""
        self.bound = max(self.bound, self._bound_of_whole(), self._bound_of_parts())

    def _bound_of_whole(self) -> float:
        """Return the lowest bound of any suit: a new result needs a new option of some suit."""
        return min((search.bound + self._bound_of_others(suit) for suit, search in self.searches.items()), default=0)

    def _bound_of_parts(self) -> float:
        return min((part.bound for part in self.parts), default=0) if self.parts else 0

    def _bound_of_others(self, suit: str) -> float:
        """Return a lower bound of the points that the other suits lose."""
        return sum(search.own_bound for other, search in self.searches.items() if other != suit)

    def _split(self) -> list[Options]:
        """Return the options given in each part: those of one suit, split by the contended cards they use."""
        contended = 0
        for place in self.problem.three_places:
            if any(search.ranks[place].held for search in self.searches.values()):
                contended |= COPIES << place * BITS
        kinds: dict[str, dict[int, list[Option]]] = {suit: defaultdict(list) for suit in self.given}
        for suit, options in self.given.items():
            for option in options:
                kinds[suit][option[0] & contended].append(option)
        several = [suit for suit in kinds if len(kinds[suit]) > 1]
        if not several:
            return []
        suit = min(several, key=lambda suit: len(kinds[suit]))
        return [{**self.given, suit: options} for options in kinds[suit].values()]


def root_of(problem: Problem, saves_jokers: bool) -> Subproblem:
    """Return the problem as a whole.

    If jokers are saved, none is wasted on a four; else they may be, as without a three they have no other use.
    """
    suits = problem.suits(saves_jokers)
    given = {suit: problem.options(suit, saves_jokers) for suit in suits if suit not in problem.table.fours}
    # No suit needs the options of the last.
    for suit in sorted((suit for suit in suits if suit not in given), key=problem.size)[:-1]:
        search = problem.search(suit, given, saves_jokers)
        try:
            search.search(ALL_OPTIONS_WITHIN)
        except Spent:  # raised again when the next search spends steps
            break
        if search.bound == inf:
            given[suit] = search.found
    return Subproblem(problem, saves_jokers, given)
