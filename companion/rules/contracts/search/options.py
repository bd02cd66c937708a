"""The options of each suit: to lay a new run or none, and what every run on the table becomes.

A suit's runs are its parts, by number on the table or as the new one: each takes one of its forms. An option of the
suit is what its parts use together.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from math import inf
from operator import add, itemgetter, mul
from typing import NamedTuple

from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.contracts.search.contract import Contract
from companion.rules.contracts.search.ladder import Form, Ladder, Option, Path, Rank
from companion.rules.contracts.search.runs import TOP, Run, Table, by_suit, growth, new_runs, pack, places
from companion.rules.search_state import BITS, COPIES

NEW = -1  # number of a run that is not on the table yet
RANK_BITS = 20  # bits for each rank left for groups: the lowest BITS count its cards, the others hold their points
RANK_MASK = (1 << RANK_BITS) - 1

Price = Callable[[Card], int]
Forms = dict[Form, Run | None]  # what a run becomes in each of its forms; None: it is not laid


class Choice(NamedTuple):
    """An option of a suit with its weight: points lost for good, wilds, new runs, and the cards left for groups."""

    points: int
    wilds: int
    runs: int
    for_groups: int
    suit: "Suit"
    used: int


class Problem:
    """The suits of a hand and a table, the wilds, and the places of the ranks that could be a group.

    If wilds are kept, none is wasted on a run, since a group takes any that are left. Else they may be, and no group
    is laid.
    """

    def __init__(self, hand: Sequence[Card], contract: Contract, price: Price, table: Table, keeps_wilds: bool):
        self.contract, self.table, self.keeps_wilds = contract, table, keeps_wilds
        self.wilds, self.cards = by_suit(hand)
        self.wild_price = price(JOKER)
        self.group_places = self._group_places() if keeps_wilds else []
        self.suits = [Suit(self, name, price) for name in {**self.cards, **({} if keeps_wilds else table.runs)}]
        able = [suit for suit in self.suits if suit.new]
        if len(able) == contract.runs:
            for suit in able:
                del suit.new[0, 0, 0]  # this suit has to lay a run

    def _group_places(self) -> list[int]:
        """Return the places of the ranks that could be a group; suits and groups compete for their cards."""
        cards, contract, table = sum(self.cards.values()), self.contract, self.table
        if contract.bare and not contract.groups:
            return []
        return [
            place
            for place, rank in enumerate(RANKS)
            if (cards >> place * BITS & COPIES) + min(self.wilds, 1) >= contract.group_size
            and rank not in table.laid
            and (contract.groups or rank not in table.groups)
        ]

    def lost_without_groups(self) -> int:
        """Return a lower bound of the points lost without groups: each run takes what is dearest for its wilds."""
        taken = [0] * (self.wilds + 1)  # by the number of wilds
        for suit in self.suits:
            for forms in suit.parts.values():
                dearest = [0] * len(taken)
                for naturals, wilds, _ in forms:
                    dearest[wilds] = max(dearest[wilds], sum([suit.costs[place % TOP] for place in places(naturals)]))
                taken = [max(map(add, dearest, taken[most::-1])) for most in range(len(taken))]
        return sum(suit.points for suit in self.suits) - taken[-1]


class Suit:
    """The cards of one suit with their points, its parts, and the options found."""

    def __init__(self, problem: Problem, name: str, price: Price):
        self.problem, self.name, self.cards = problem, name, problem.cards.get(name, 0)
        held = [self.cards >> place * BITS & COPIES for place in range(TOP)]
        self.costs = [  # of a card of each rank if left; 0 if the suit lacks it or a group on the table takes it
            price(Card(rank, name)) if count and rank not in problem.table.groups else 0
            for rank, count in zip(RANKS, held, strict=True)
        ]
        self.weights = [*self.costs]  # of a card of each rank: points lost for good, and above these the rank's bits
        for place in problem.group_places:
            self.weights[place] = (self.costs[place] << BITS | 1) << place * RANK_BITS + RANK_BITS
        self.points: int = sum(map(mul, held, self.costs))
        self.weight: int = sum(map(mul, held, self.weights))
        self.parts = dict(self._parts())
        self.new = self.parts.get(NEW, {})
        self.first = next(iter(self.parts.values()), {(0, 0, 0): None})
        self.reach = reach_of(self.parts.values())
        self.found: dict[Option, Path] = {}

    def _parts(self) -> Iterator[tuple[int, Forms]]:
        """Yield the new run that a suit may lay, and its runs on the table that can be extended."""
        problem, contract, table, wilds = self.problem, self.problem.contract, self.problem.table, self.problem.wilds
        on_table = {}
        for number, run in table.runs.get(self.name, ()):
            longer = growth(run, self.cards, wilds, contract.growth, problem.keeps_wilds)
            forms = self._fewest((form_of(run, each), each) for each in {run: 0, **{each: 0 for each, _ in longer}})
            if len(forms) > 1:
                on_table[number] = forms
        if self.name not in table.laid:
            useful = reach_of(on_table.values()) | sum(COPIES << place * BITS for place in problem.group_places)
            only_here, every = self.cards & ~useful if problem.keeps_wilds else 0, not problem.keeps_wilds
            new = new_runs(self.cards, wilds, contract.run_size, contract.naturals, only_here, every)
            counts = int(contract.runs > 0 or contract.bare)
            forms = self._fewest(((run.naturals, run.wilds.bit_count(), counts), run) for run in new)
            if forms:
                yield NEW, {(0, 0, 0): None, **forms}
        yield from on_table.items()

    def _fewest(self, forms: Iterable[tuple[Form, Run]]) -> Forms:
        """Return the forms; of those with the same naturals only the one with the fewest wilds if wilds are kept."""
        fewest_last = sorted(forms, key=lambda each: -each[0][1])
        return dict({form[0] if self.problem.keeps_wilds else form: (form, run) for form, run in fewest_last}.values())

    @property
    def choices(self) -> list[Choice]:
        """The options found."""
        return self._undominated(self.found) if self.ladder else self.alone

    @cached_property
    def alone(self) -> list[Choice]:
        """The options of the first part, where the others stay as they are."""
        return self._undominated((pack(naturals), wilds, new) for naturals, wilds, new in self.first)

    def _undominated(self, options: Iterable[Option]) -> list[Choice]:
        """Return the options that no other dominates, cheapest first.

        One dominates another if it leaves the same cards for groups and loses no more points and no more wilds; if
        wilds need not be kept, only with as many.
        """
        fewest: dict[tuple[int, int, int], int] = {}
        kept = []
        for choice in sorted([self._weighed(*option) for option in options], key=itemgetter(0, 1, 2, 3, 5)):
            key = choice.runs, choice.for_groups, 0 if self.problem.keeps_wilds else choice.wilds
            if choice.wilds < fewest.get(key, inf):
                fewest[key] = choice.wilds
                kept.append(choice)
        return kept

    def _weighed(self, used: int, wilds: int, runs: int) -> Choice:
        """Return an option with its weight."""
        weight, rest = self.weight, used
        while rest:
            place = ((rest & -rest).bit_length() - 1) // BITS
            count = rest >> place * BITS & COPIES
            rest -= count << place * BITS
            weight -= count * self.weights[place]
        return Choice(weight & RANK_MASK, wilds, runs, weight >> RANK_BITS, self, used)

    def runs(self, choice: Choice) -> list[tuple[int, Run]]:
        """Return what each part becomes that takes cards in a choice."""
        option = choice.used, choice.wilds, choice.runs
        if self.ladder and option in self.found:
            forms = self.ladder.forms(self.found[option])
        else:
            forms = [form for form in self.first if (pack(form[0]), *form[1:]) == option]
        becomes = [(number, runs[form]) for (number, runs), form in zip(self.parts.items(), forms, strict=False)]
        return [(number, run) for number, run in becomes if run]

    @cached_property
    def ladder(self) -> Ladder | None:
        """The search for the options if there are several parts."""
        if len(self.parts) < 2:
            return None
        others = [suit for suit in self.problem.suits if suit is not self]
        reserved = sum(min(wilds for _, wilds, _ in suit.new) for suit in others if suit.new)
        ranks = [self._rank(place, others) for place in range(TOP)]
        forms = self.parts.values()
        return Ladder(forms, ranks, self.problem.contract, self.problem.wilds - reserved, self.problem.keeps_wilds)

    def _rank(self, place: int, others: Sequence["Suit"]) -> Rank:
        """Return one rank from the view of a suit."""
        shift = place * BITS
        counts = [(suit, suit.cards >> shift & COPIES) for suit in others]
        decides = self.reach >> shift & COPIES and not any(count and suit.reach >> shift & 1 for suit, count in counts)
        cost = sum(count * suit.costs[place] for suit, count in counts)
        held, can_be_group = self.cards >> shift & COPIES, place in self.problem.group_places
        return Rank(held, self.costs[place], sum(count for _, count in counts), cost, can_be_group, bool(decides))


def form_of(run: Run, longer: Run) -> Form:
    """Return what a run on the table uses to become a longer one."""
    return longer.naturals & ~run.naturals, longer.wilds.bit_count() - run.wilds.bit_count(), 0


def reach_of(parts: Iterable[Forms]) -> int:
    """Return all copies of the cards that some form takes, packed."""
    reached = 0
    for naturals, _, _ in chain(*parts):
        reached |= naturals
    return sum(COPIES << place * BITS for place in {place % TOP for place in places(reached)})
