"""The options of one suit with several runs, found rank by rank up the ladder.

A run is an automaton: its state is the set of the forms that it may still take from a place on, so that runs in the
same state are interchangeable. Of several paths into the same states that leave the same cards, only the cheapest goes
on; beyond a step limit, only those with the lowest bounds.
"""

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from itertools import accumulate
from math import inf
from operator import or_
from typing import NamedTuple

from companion.rules.contracts.search.contract import Contract
from companion.rules.contracts.search.runs import TOP, one_card
from companion.rules.search_state import BITS, COPIES, Budget, Spent

Form = tuple[int, int, int]  # a bit for each place of a natural from the hand; wilds; new runs
Option = tuple[int, int, int]  # cards used, packed; wilds; new runs
States = tuple[int, ...]  # the state of each run, by number, in order
Outcome = tuple[int, int, int, int]  # cards left open, packed; groups; wilds; points lost
Branch = tuple[int, int, int, int]  # cards taken, wilds, new runs, next state
Transition = tuple[int, int, int, States, int, tuple[Branch, ...]]  # the same for all runs; the cards within reach
Path = tuple[()] | tuple[tuple[Branch, ...], "Path"]
Key = tuple[States, int, int, int]  # states, cards left open, groups, new runs
# Lower bound, points lost, wilds used, those in runs, cards used, key, path.
Node = tuple[int, int, int, int, int, Key, Path]

END = 0  # number of the state of a run that takes no more cards
FORM_BITS = TOP + 1  # bits of the naturals in a packed form; above them its wilds, and the new runs
ACES = TOP * BITS  # bits above which aces used below the two are counted, until those above the king are known too


class Rank(NamedTuple):
    """One rank from the view of a suit: its own cards, those of other suits, and whether they could be a group."""

    held: int
    price: int
    others: int
    others_cost: int
    can_be_group: bool
    decides: bool  # only runs of this suit can take a card of the rank

    def outcomes(self, place: int, left: int, contract: Contract) -> list[Outcome]:
        """Return the outcomes for the cards that no run takes: lost, used in a group, or left open."""
        if self.can_be_group and not self.decides:
            return [(left * one_card(place), 0, 0, 0)]
        lost = 0, 0, 0, left * self.price + self.can_be_group * self.others_cost
        missing = contract.group_size - left - self.others if self.can_be_group else inf
        if missing <= 0:
            return [(0, 1, 0, 0), lost] if contract.bare else [(0, 1, 0, 0)]
        return [(0, 1, 1, 0), lost] if missing == 1 else [lost]


class Ladder:
    """The paths of a suit's runs up the ladder, through the places where some run may take a card."""

    def __init__(
        self, parts: Iterable[Iterable[Form]], ranks: Sequence[Rank], contract: Contract, wilds: int, keeps_wilds: bool
    ):
        self.ranks, self.contract, self.keeps_wilds = ranks, contract, keeps_wilds
        packed = [
            sorted([(new << BITS | wilds) << FORM_BITS | naturals for naturals, wilds, new in part]) for part in parts
        ]
        reached = reduce(or_, (form for part in packed for form in part))
        self.places = [place for place in range(TOP + 1) if reached >> place & 1]
        self.numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        self.branches: list[list[Branch]] = [[]]  # of each state
        self.reach = [0]  # the cards that a run in each state may still take, packed
        self.still_lost, self.bounded = cache(self._still_lost), cache(self._bounded)
        self.transitions = cache(self._transitions)
        self.outcomes = [*map(self._outcomes, self.places), [[(0, 0, 0, 0)]]]
        least = [[min(lost for *_, lost in each) for each in outcomes] for outcomes in self.outcomes]
        self.floors = [[*accumulate(each, min)] for each in least]  # points lost at a place, by the cards within reach
        self.starts = [self._state(0, part) for part in packed]
        self.spent, self.new = (sum(start[at] for start in self.starts) for at in (1, 2))
        self.wilds = wilds
        self.states = tuple(sorted(state for state, *_ in self.starts if state != END))
        self.lost = sum(  # where no run takes a card
            rank.held * rank.price
            for place, rank in enumerate(ranks)
            if not rank.can_be_group and place not in {at % TOP for at in self.places}
        )
        self.least = self.lost + self.still_lost(0, sum(self.reach[state] for state in self.states))
        self.unsearched: float = 0  # lower bound of the points that the options not found lose

    def _outcomes(self, place: int) -> list[list[Outcome]]:
        """Return the outcomes of a place by the number of its cards taken; those of aces may wait for the last."""
        rank = self.ranks[place % TOP]
        if place == 0 and TOP in self.places:
            return [[(taken << ACES, 0, 0, 0)] for taken in range(rank.held + 1)]
        return [rank.outcomes(place % TOP, left, self.contract) for left in range(rank.held, -1, -1)]

    def _state(self, index: int, forms: Sequence[int]) -> tuple[int, int, int]:
        """Return the number of a state, and the wilds and new runs that all its forms have in common."""
        spent = [form >> FORM_BITS for form in forms]
        wilds, new = min([each & COPIES for each in spent]), min(spent) >> BITS
        common = (new << BITS | wilds) << FORM_BITS
        rest = tuple([form - common for form in forms] if common else forms)
        if rest == (0,):
            return END, wilds, new
        if (index, rest) not in self.numbers:
            self.branches.append(self._branches(index, rest))
            reached = reduce(or_, rest)
            self.reach.append(sum([one_card(place) for place in self.places[index:] if reached >> place & 1]))
            self.numbers[index, rest] = len(self.reach) - 1
        return self.numbers[index, rest], wilds, new

    def _branches(self, index: int, forms: Sequence[int]) -> list[Branch]:
        """Return what a run may do at a place: take a natural or not; beyond the ladder it only chooses its wilds."""
        if index == len(self.places):
            return [(0, form >> FORM_BITS, 0, END) for form in forms]
        bit = 1 << self.places[index]
        found = [form for form in forms if not form & bit], [form - bit for form in forms if form & bit]
        states = [(taken, self._state(index + 1, rest)) for taken, rest in enumerate(found) if rest]
        return [(taken, wilds, new, state) for taken, (state, wilds, new) in states]

    def _still_lost(self, index: int, reach: int) -> int:
        """Return a lower bound of the points lost from a place on, if runs take every card within their reach."""
        rest = zip(self.places[index:], self.floors[index:], strict=False)
        counts = [(reach >> place % TOP * BITS & COPIES, floor) for place, floor in rest]
        return sum([floor[count] if count < len(floor) else floor[-1] for count, floor in counts])

    def climb(self, steps: float, ceiling: float) -> dict[Option, Path]:
        """Return the options that lose fewer points than the ceiling, each with its path."""
        self.unsearched = inf
        layer: dict[Key, list[Node]] = {}
        if self.least < ceiling and self.spent <= self.wilds:
            key = self.states, 0, 0, self.new
            layer[key] = [(self.least, self.lost, self.spent, self.spent, 0, key, ())]
        for index in range(len(self.places) + (not self.keeps_wilds)):
            frontier = sorted([node for nodes in layer.values() for node in nodes])
            budget = Budget(steps * min(2 / (len(self.outcomes) - index), 1))
            layer = {}
            for node in frontier:
                spent = len(self.bounded(index, node[5][0]))
                try:
                    budget.spend(spent)
                except Spent:
                    self.unsearched = min(self.unsearched, node[0])
                    break
                steps -= spent
                self._go_on(index, node, ceiling, layer)
        nodes = [node for nodes in layer.values() for node in nodes]
        return {(used, spent, key[-1]): path for *_, spent, used, key, path in nodes}

    def _go_on(self, index: int, node: Node, ceiling: float, layer: dict[Key, list[Node]]) -> None:
        """Add the nodes one place further that may lose fewer points than the ceiling, unless a rival dominates."""
        _, points, gone, spent, used, (states, open_cards, groups, new), path = node
        bare, most, outcomes = self.contract.bare, self.contract.groups, self.outcomes[index]
        place = self.places[index] if index < len(self.places) else 0
        card, aces = one_card(place), open_cards >> ACES if place == TOP else 0
        open_cards -= aces << ACES
        settled = not open_cards >> ACES and (place or TOP not in self.places)  # no aces wait for those above the king
        for still_lost, (taken, wilds, laid, after, reach, moves) in self.bounded(index, states):
            if points + still_lost >= ceiling and settled:
                break
            if gone + wilds > self.wilds or aces + taken >= len(outcomes):
                continue
            for opened, more, wild, cost in outcomes[aces + taken]:
                wild, made, cost, opened = gone + wilds + wild, groups + more, points + cost, open_cards + opened
                bound = cost + (self.still_lost(index + 1, reach + (opened >> ACES)) if opened >> ACES else still_lost)
                if wild <= self.wilds and bound < ceiling and not (bare and made > most):
                    key = after, opened, min(made, most or 1), new + laid
                    rivals = layer.setdefault(key, [])
                    for rival in rivals:
                        if rival[1] <= cost and (rival[2] == wild or self.keeps_wilds and rival[2] < wild):
                            break
                    else:
                        rivals.append((bound, cost, wild, spent + wilds, used + taken * card, key, (moves, path)))

    def _bounded(self, index: int, states: States) -> list[tuple[int, Transition]]:
        """Return the joint transitions of the runs, each with a lower bound of the points still lost, lowest first."""
        return sorted([(self.still_lost(index + 1, each[4]), each) for each in self.transitions(index, states)])

    def _transitions(self, index: int, states: States) -> list[Transition]:
        """Return the joint transitions of the runs at a place."""
        if not states:
            return [(0, 0, 0, (), 0, ())]
        held, wilds_left, cards = len(self.outcomes[index]) - 1, self.wilds - self.spent, self.reach
        found = {
            (
                used + m[0],
                wilds + m[1],
                new + m[2],
                tuple(sorted((*after, m[3]))) if m[3] != END else after,
                near + cards[m[3]],
            ): (m, *moves)
            for used, wilds, new, after, near, moves in self.transitions(index, states[1:])
            for m in self.branches[states[0]]
            if used + m[0] <= held and wilds + m[1] <= wilds_left
        }
        return [(*each, moves) for each, moves in found.items()]

    def forms(self, path: Path) -> list[Form]:
        """Return the form that each run takes on a path."""
        steps: list[tuple[Branch, ...]] = []
        while path:
            moves, path = path
            steps.insert(0, moves)
        states = [state for state, *_ in self.starts]
        forms = [(0, wilds, new) for _, wilds, new in self.starts]
        for place, moves in zip([*self.places, 0], steps, strict=False):
            in_order = sorted([at for at, state in enumerate(states) if state != END], key=states.__getitem__)
            for at, (taken, wilds, new, state) in zip(in_order, moves, strict=True):
                naturals, spent, laid = forms[at]
                states[at], forms[at] = state, (naturals | taken << place, spent + wilds, laid + new)
        return forms
