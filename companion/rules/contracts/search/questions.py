"""Questions to the search: the best lay-down, whether there is one, what is missing, and what can be laid off."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf

from companion.rules.cards import JOKER, RANKS, SUITS, Card
from companion.rules.contracts.search.join import Search
from companion.rules.contracts.search.law import ACES, LADDER, MOST_FORMS, TOP, Law, places
from companion.rules.contracts.search.layout import Layout
from companion.rules.contracts.search.problem import NOTHING, LayDown, OnTable, Price, Problem
from companion.rules.search_state import Budget, Spent

Hand = Sequence[Card]
Named = tuple[int, Card, str]  # meld, card, and place there: top, bottom, joker, joker-below, group

FEW = 0.03  # share of the steps left for a quick answer that need not be found
FIRST = 0.3  # share of the steps left for any lay-down, before the best
SHARE = 0.8  # share of the steps left for a search that others may follow


def best_lay_down(
    hand: Hand,
    law: Law,
    price: Price,
    table: OnTable = NOTHING,
    budget: Budget | None = None,
    ceiling: float = inf,
) -> LayDown | None:
    """Return the lay-down that leaves the fewest points, before the discard; None if the contract cannot be met.

    If none leaves fewer points than `ceiling`, or the budget is used up, any lay-down or the best found is returned.
    Raises: Spent: if it was used up before the search knew whether the hand holds the contract.
    """
    budget, first = budget or Budget(), None
    if law.every_card:
        return any_lay_down(hand, law, price, budget)
    with suppress(Spent):
        first = any_lay_down(hand, law, price, budget.part(FIRST))
        if not first:
            return None
    ceiling = min(first.points, ceiling) if first else ceiling
    found, at_least = _least(hand, partial(Problem, hand, law, price, table), budget.part(SHARE), ceiling)
    best = found or first
    if not best and at_least < inf:
        raise Spent
    return best and replace(best, at_least=int(at_least) if at_least < best.points else None)


def any_lay_down(hand: Hand, law: Law, price: Price, budget: Budget) -> LayDown | None:
    """Return a lay-down with the shortest runs, or with all cards if they must be laid; None without any.

    Raises: Spent: if the budget is used up before that is known.
    """
    if len(hand) < sum(law.groups + law.runs) + law.keeps_one:
        return None
    law, ceiling = (law, 1) if law.every_card else (law._replace(further=None), inf)
    found, at_least = _least(hand, partial(Problem, hand, law, price, shortest=not law.every_card), budget, ceiling)
    if not found and at_least < ceiling:
        raise Spent
    return found


def _least(hand: Hand, make: Callable[..., Problem], budget: Budget, ceiling: float) -> tuple[LayDown | None, float]:
    """Return the best lay-down found of fewer points than `ceiling`, and a lower bound of the points of any.

    It leaves one card where one must be left: after the best of all, one is sought for each card that may be left.
    """
    problem = make()
    law, price = problem.law, problem.price
    best, at_least = _search(hand, problem, budget, ceiling)
    if not best or best.left or not law.keeps_one:
        return best, at_least
    laid = [hand[place] for meld in best.melds for place in reversed(meld)]  # a meld can spare its last
    best, at_least = None, inf
    for card in sorted(dict.fromkeys([*laid, *hand, *problem.exchanged]), key=price):
        if ceiling <= price(card):
            break
        found, lowest = _search(hand, make(kept=card), budget.part(SHARE), ceiling)
        best, ceiling, at_least = found or best, found.points if found else ceiling, min(at_least, lowest)
    return best, at_least


def _search(hand: Hand, problem: Problem, budget: Budget, ceiling: float) -> tuple[LayDown | None, float]:
    """Return the best lay-down found of fewer points than `ceiling`, whichever it leaves, and a lower bound of any."""
    also = sum(map(problem.price, problem.kept))
    if budget.left < 0:
        return None, also
    found = Search(problem, budget, ceiling - also).find()
    return found.best and Layout(hand, problem).lay_down(*found.best), found.at_least + also


def can_lay_down(hand: Hand, law: Law, budget: Budget | None = None) -> bool:
    """Return whether the hand holds the groups and runs of the contract.

    Raises: Spent: if the budget is used up before that is known.
    """
    return any_lay_down(hand, law, lambda _: int(law.every_card), budget or Budget()) is not None


def missing(hand: Hand, law: Law, suits: str = SUITS, budget: Budget | None = None) -> tuple[Card, ...]:
    """Return the cards any one of which would complete the contract; empty if it is complete.

    Raises: Spent: if the budget is used up before that is known.
    """
    budget = budget or Budget()
    kinds = (*(Card(rank, suit) for suit in suits for rank in RANKS), JOKER)
    if can_lay_down(hand, law, budget):
        return ()
    if law.keeps_one and can_lay_down(hand, law._replace(keeps_one=False), budget):
        return kinds  # any of them is the card left
    every, needed = law.every_card, {JOKER: 0} if can_lay_down((*hand, JOKER), law, budget) else {}
    if not needed and no_card_helps(hand, law, budget):
        return ()
    asked = law if every else law._replace(further=None)
    problem = Problem(hand, asked, lambda _: int(every), shortest=not every, one_more=True)
    for card, count in Search(problem, budget, 1, suits).completing():
        needed[card] = min(count, needed.get(card, count))

    def completes(card: Card) -> bool:
        """Return whether the hand makes the contract with this card, and one is left where it must be."""
        count = needed.get(JOKER if card.rank in law.wild_ranks else card)
        if count is None or not law.keeps_one or count <= len(hand):
            return count is not None
        return can_lay_down((*hand, card), law, budget)

    return tuple(filter(completes, kinds))


def no_card_helps(hand: Hand, law: Law, budget: Budget) -> bool:
    """Return whether it is certain that no card completes the contract, if a joker does not.

    A joker in the place of the natural that does would lay the hand down, at least where wilds are not limited. Only
    if there are wilds enough, that leaves a meld of wilds, and another has a natural to spare unless each has but one.
    """
    sizes, wilds = law.groups + law.runs, sum(card.rank in law.wild_ranks for card in hand)
    if wilds >= sum(sizes) - len(sizes):
        return False
    alike = law.alike if wilds + 1 < min(sizes) else "any"
    at_will = law._replace(group_naturals=1, run_naturals=1, half=False, wilds_apart=False, alike=alike)
    with suppress(Spent):
        part = budget.part(SHARE if law.every_card else FEW)  # where all cards must be laid, no card helps most hands
        return at_will == law or not can_lay_down((*hand, JOKER), at_will, part)
    return False


def additions(hand: Hand, law: Law, table: OnTable) -> list[Named]:
    """Return every card that can be laid off on a meld, with its first places there, each after those that it needs.

    Last come those that need a wild from another meld.
    """
    search = Additions(hand, law, table)
    found = [*search.on_groups(), *search.on_runs()]
    return [*dict.fromkeys(each for late in (False, True) for each, later in found if later == late)]


class Additions:
    """A hand of naturals and wilds, and the wilds of the table that it can exchange."""

    def __init__(self, hand: Hand, law: Law, table: OnTable):
        self.law, self.table = law, table
        self.most = len(hand) - law.keeps_one  # cards that can be laid off
        self.wilds = [card for card in hand if card.rank in law.wild_ranks]
        self.naturals = Counter(card for card in hand if card.rank not in law.wild_ranks)
        self.exchanged = table.exchanged(law, self.naturals)

    def on_groups(self) -> Iterator[tuple[Named, bool]]:
        """Yield the cards for groups, and whether they need a wild from another meld."""
        for number, rank, balance in self.table.groups:
            cards = [card for card in self.naturals.elements() if card.rank == RANKS[rank]] if self.most else []
            yield from [((number, card, "group"), False) for card in cards]
            first = max(1 - balance, 0) if self.law.half else 0  # naturals before a wild
            if first <= len(cards) and first < self.most:
                wilds = self.wilds_for(number, Counter(cards[:first]), [])
                yield from [((number, card, "group"), late) for card, late in wilds]

    def on_runs(self) -> Iterator[tuple[Named, bool]]:
        """Yield the cards for runs, and whether they need a wild from another meld."""
        for number, suit, run, row in self.table.runs:
            ladder = [Card(rank, suit) for rank in LADDER]
            held = sum([1 << place for place, card in enumerate(ladder) if self.naturals[card]])
            wanted = Counter([card for meld, card, _ in self.exchanged if meld != number])
            all_wilds = len(self.wilds) + sum([min(count, self.naturals[card]) for card, count in wanted.items()])
            # Naturals each of which frees a wild of another run.
            needed = sum([1 << place for place, card in enumerate(ladder) if self.naturals[card] <= wanted[card]])
            most = {run: 0}  # wilds that lay in each form or before, beyond those of the run
            queue, first = [(run, 0)], dict[Card | None, int]()  # with the cards laid off before
            for now, count in queue:  # the queue grows during the loop
                for longer, (_, place, wild, end) in self.law.extensions(now, held) if len(queue) < MOST_FORMS else ():
                    wilds = max(most[now], longer.wilds.bit_count() - run.wilds.bit_count())
                    card = None if wild else ladder[place]
                    known = most.get(longer, TOP + 1) <= wilds
                    if known and first.get(card, count) < count:
                        continue
                    bits = longer.naturals & ~run.naturals
                    too_many = wilds > all_wilds - (bits & needed).bit_count() or longer.size - run.size > self.most
                    if too_many or bits & ACES == ACES and self.naturals[ladder[0]] < 2:
                        continue
                    late = wilds > len(self.wilds)
                    if first.setdefault(card, count) == count:
                        used = Counter([ladder[place] for place in places(bits)])
                        freed = [
                            row[at - run.low] for at in places(run.wilds & ~longer.wilds) if self.law.moves == "hand"
                        ]
                        cards = [(card, False)] if card else self.wilds_for(number, used, freed)
                        yield from [((number, each, end), late or other) for each, other in cards]
                    if not known:
                        most[longer] = wilds
                        queue.append((longer, count + 1))

    def wilds_for(self, number: int, used: Counter[Card], freed: Sequence[Card]) -> Iterator[tuple[Card, bool]]:
        """Yield the wilds that can go to a meld beside the naturals used, and whether they come from another meld."""
        yield from [(card, False) for card in (*self.wilds, *freed)]
        others = [wild for meld, card, wild in self.exchanged if meld != number and self.naturals[card] > used[card]]
        yield from [(card, True) for card in others]
