"""The options of each suit: to lay a new run or none, and what every run on the table becomes.

A suit's runs are its parts: each takes one of its forms. An option of the suit is what its parts use together.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import NamedTuple

from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.contracts.search.contract import Contract, by_suit
from companion.rules.contracts.search.ladder import Form, Ladder, Option, Path, Rank
from companion.rules.contracts.search.runs import TOP, Run, growth, new_runs, pack
from companion.rules.contracts.search.table import Table
from companion.rules.packed_cards import BITS, COPIES

NEW = -1  # number of a run that is not on the table yet
RANK_BITS = 20  # bits for each rank left for groups: the lowest BITS count its cards, the others hold their points

Price = Callable[[Card], int]


class Part(NamedTuple):
    """One run: its number on the table, or NEW, and what it becomes in each of its forms; None: it is not laid."""

    number: int
    forms: dict[Form, Run | None]


class Problem:
    """The cards of each suit (packed) with their points, the wilds, and the places of ranks that could be a group.

    If wilds are kept, none is wasted on a run, since a group takes any that are left. Else they may be, and no group
    is laid.
    """

    def __init__(self, hand: Sequence[Card], contract: Contract, price: Price, table: Table, keeps_wilds: bool):
        self.contract, self.table, self.keeps_wilds = contract, table, keeps_wilds
        self.wilds, self.cards = by_suit(hand)
        self.wild_price = price(JOKER)
        self.suits = [*self.cards] if keeps_wilds else [*{**self.cards, **table.runs}]
        self.costs = {suit: self._costs(suit, price) for suit in self.suits}
        self.group_places = self._group_places() if keeps_wilds else []
        self.parts = {suit: [*self._parts(suit)] for suit in self.suits}
        if sum(len(self._new(suit)) > 1 for suit in self.suits) == contract.runs:
            for suit in self.suits:
                if len(self._new(suit)) > 1:
                    del self.parts[suit][0].forms[0, 0, 0]  # this suit has to lay a run
        self.reach = {suit: reach_of(parts) for suit, parts in self.parts.items()}

    def _new(self, suit: str) -> Mapping[Form, Run | None]:
        """Return the forms of a suit's new run."""
        return next((forms for number, forms in self.parts[suit] if number == NEW), {})

    def _costs(self, suit: str, price: Price) -> list[int]:
        """Return the points of a card of each rank if left; 0 if the suit lacks it or a group on the table takes it."""
        cards, free = self.cards.get(suit, 0), self.table.groups
        held = [cards >> place * BITS & COPIES and rank not in free for place, rank in enumerate(RANKS)]
        return [price(Card(rank, suit)) if costs else 0 for rank, costs in zip(RANKS, held, strict=True)]

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

    def _parts(self, suit: str) -> Iterator[Part]:
        """Yield the new run that a suit may lay, and its runs on the table that can be extended."""
        cards, contract, wilds = self.cards.get(suit, 0), self.contract, self.wilds
        on_table = []
        for number, run in self.table.runs.get(suit, ()):
            longer = growth(run, cards, wilds, contract.growth, self.keeps_wilds)
            forms = self._fewest((form_of(run, each), each) for each in {run: 0, **{each: 0 for each, _ in longer}})
            if len(forms) > 1:
                on_table.append(Part(number, forms))
        if suit not in self.table.laid:
            useful = reach_of(on_table) | sum(COPIES << place * BITS for place in self.group_places)
            only_here, every = cards & ~useful if self.keeps_wilds else 0, not self.keeps_wilds
            new = new_runs(cards, wilds, contract.run_size, contract.naturals, only_here, every)
            counts = int(contract.runs > 0 or contract.bare)
            forms = self._fewest(((run.naturals, run.wilds.bit_count(), counts), run) for run in new)
            if forms:
                yield Part(NEW, {(0, 0, 0): None, **forms})
        yield from on_table

    def _fewest(self, forms: Iterable[tuple[Form, Run]]) -> dict[Form, Run | None]:
        """Return the forms; of those with the same naturals only the one with the fewest wilds if wilds are kept."""
        fewest_last = sorted(forms, key=lambda each: -each[0][1])
        return dict({form[0] if self.keeps_wilds else form: (form, run) for form, run in fewest_last}.values())

    def weigh(self, suit: str, cards: int) -> tuple[int, int]:
        """Return the points of the cards left that no group can take, and the other cards by rank."""
        points = for_groups = 0
        costs = self.costs[suit]
        while cards:
            place = ((cards & -cards).bit_length() - 1) // BITS
            count = cards >> place * BITS & COPIES
            cards -= count << place * BITS
            cost = count * costs[place]
            if place in self.group_places:
                for_groups += (cost << BITS | count) << place * RANK_BITS
            else:
                points += cost
        return points, for_groups

    def lost_without_groups(self) -> int:
        """Return a lower bound of the points lost without groups: each run takes what is dearest for its wilds."""
        counts = range(self.wilds + 1)
        taken = [0 for _ in counts]  # by the number of wilds
        for suit, costs in self.costs.items():
            for _, forms in self.parts[suit]:
                dearest = [0 for _ in counts]
                for naturals, wilds, _ in forms:
                    points = sum([cost for place, cost in enumerate((*costs, costs[0])) if naturals >> place & 1])
                    dearest[wilds] = max(dearest[wilds], points)
                taken = [max(taken[most - spent] + dearest[spent] for spent in range(most + 1)) for most in counts]
        held = [(costs, self.cards.get(suit, 0)) for suit, costs in self.costs.items()]
        return (
            sum(cost * (cards >> at * BITS & COPIES) for costs, cards in held for at, cost in enumerate(costs))
            - taken[-1]
        )

    def ladder(self, suit: str) -> Ladder:
        """Return the search for the options of a suit with several runs."""
        reserved = sum(
            min(form[1] for form in self._new(other)) for other in self.suits if other != suit and self._new(other)
        )
        ranks = [self._rank(suit, place) for place in range(TOP)]
        forms = [part.forms for part in self.parts[suit]]
        return Ladder(forms, ranks, self.contract, self.wilds - reserved, self.keeps_wilds)

    def _rank(self, suit: str, place: int) -> Rank:
        """Return one rank from the view of a suit."""
        shift = place * BITS
        others = {other: cards >> shift & COPIES for other, cards in self.cards.items() if other != suit}
        decides = self.reach[suit] >> shift & COPIES and not any(
            self.reach[other] >> shift & COPIES for other, count in others.items() if count
        )
        cost = sum(count * self.costs[other][place] for other, count in others.items())
        held, can_be_group = self.cards.get(suit, 0) >> shift & COPIES, place in self.group_places
        return Rank(held, self.costs[suit][place], sum(others.values()), cost, can_be_group, bool(decides))


class Options:
    """The options of one suit that have been found, and a lower bound of the points that all others lose."""

    def __init__(self, problem: Problem, suit: str):
        self.problem, self.suit, self.parts = problem, suit, problem.parts[suit]
        first = self.parts[0].forms if self.parts else [(0, 0, 0)]
        self.alone = {(pack(naturals), wilds, new): (naturals, wilds, new) for naturals, wilds, new in first}
        self.ladder = problem.ladder(suit) if len(self.parts) > 1 else None
        self.found: dict[Option, Path] = {} if self.ladder else dict.fromkeys(self.alone, ())
        self.unsearched: float = 0 if self.ladder else inf

    @cached_property
    def least(self) -> int:
        """The fewest points that any option loses."""
        if self.ladder:
            return self.ladder.least
        cards = self.problem.cards.get(self.suit, 0)
        return min(self.problem.weigh(self.suit, cards - used)[0] for used, *_ in self.alone)

    def search(self, steps: float, ceiling: float) -> None:
        """Find further options that lose fewer points than the ceiling."""
        if self.ladder and self.unsearched < ceiling:
            self.found |= self.ladder.climb(steps, ceiling)
            self.unsearched = self.ladder.unsearched

    def forms(self, option: Option) -> Sequence[Form]:
        """Return the forms that the parts take in an option; parts without one stay as they are."""
        return self.ladder.forms(self.found[option]) if self.ladder and option in self.found else [self.alone[option]]


def form_of(run: Run, longer: Run) -> Form:
    """Return what a run on the table uses to become a longer one."""
    return longer.naturals & ~run.naturals, longer.wilds.bit_count() - run.wilds.bit_count(), 0


def reach_of(parts: Iterable[Part]) -> int:
    """Return all copies of the cards that some form takes, packed."""
    reached = 0
    for _, forms in parts:
        for naturals, _, _ in forms:
            reached |= naturals
    places = {place % TOP for place in range(TOP + 1) if reached >> place & 1}
    return sum(COPIES << place * BITS for place in places)
