"""Layout of a lay-down: melds by positions in the hand, and the cards laid off, one by one."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from math import inf

from companion.rules.cards import RANKS, Card
from companion.rules.contracts.search.join import Groups
from companion.rules.contracts.search.law import LADDER, TOP, Run, Step, pack, places_held, unpacked
from companion.rules.contracts.search.problem import Addition, LayDown, Problem
from companion.rules.contracts.search.ways import Way
from companion.rules.search_state import Budget

# Number of a run, those on the table first; suit; the run as it first lies; how cards are laid off on it.
Row = tuple[int, str, Run, list[Step]]


class Layout:
    """Builder of a lay-down; of several wilds it takes the dearest first."""

    def __init__(self, hand: Sequence[Card], problem: Problem):
        self.hand, self.problem, self.law, self.cards = hand, problem, problem.law, [*hand]
        self.stock = defaultdict[Card, list[int]](list)
        self.wilds = list[int]()
        for place, card in enumerate(hand):
            (self.wilds if card.rank in self.law.wild_ranks else self.stock[card]).append(place)
        for card in problem.kept:
            self.stock[card].pop()
        self.melds, self.additions, self.stands_for = list[list[int]](), list[Addition](), dict[int, Card]()

    def lay_down(self, ways: Sequence[tuple[str, Way]], groups: Groups) -> LayDown:
        """Return the lay-down of these ways and groups."""
        table = self.problem.table
        self.spare = len(self.wilds) - sum(way.wilds for _, way in ways) - groups.need - self.problem.keeps_wild
        in_groups = self.spare if self.problem.free else int(min(self.spare, groups.room))
        self.spare -= in_groups
        numbers = count(table.size + sum(len(sizes) for _, sizes in groups.sizes))
        rows = [row for suit, way in ways for row in self._rows(suit, way, numbers)]
        runs = [
            [self._card(suit, place, run.wilds >> place & 1 == 1) for place in range(run.low, run.high + 1)]
            for number, suit, run, _ in rows
            if number >= table.size
        ]
        steps = [
            (number, suit, step, None if step.wild else self._card(suit, step.place, False))
            for number, suit, _, path in rows
            for step in path
        ]
        rooms = [room for rank, sizes in groups.sizes for room in self._lay_groups(rank, sizes)]
        self.melds += runs
        self._lay_off(steps)
        for number, room in enumerate(rooms):
            for _ in range(int(min(room, in_groups))):
                in_groups -= 1
                if (place := self._wild()) < len(self.hand):
                    self.melds[number].append(place)
                else:
                    self.additions.append((table.size + number, place, "group"))
        for number, rank, balance in table.groups:
            cards = self._rank(rank)
            wilds = min(in_groups, balance + len(cards)) if self.law.half_natural else in_groups
            in_groups -= wilds
            added = cards + [self._wild() for _ in range(wilds)]
            self.additions += [(number, place, "group") for place in added]
        left = sorted({*range(len(self.cards))} - {*chain(*self.melds)} - {place for _, place, _ in self.additions})
        points = sum(self.problem.price(self.cards[place]) for place in left)
        melds, exchanged = tuple(map(tuple, self.melds)), tuple(self.cards[len(self.hand) :])
        return LayDown(melds, tuple(left), points, tuple(self.additions), self.stands_for, exchanged=exchanged)

    def _rows(self, suit: str, way: Way, numbers: Iterator[int]) -> Iterator[Row]:
        """Yield the runs of a way, with the wilds that they need and those to spare that they can take."""
        law, room = self.law, way.most - way.wilds
        on_table = {number: run for number, _, run, _ in self.problem.table.runs}
        for number, (cards, wilds, most, _) in way.table:
            more, room = max(min(most - wilds, self.spare), 0), room - most + wilds
            self.spare -= more
            yield number, suit, on_table[number], self._steps(on_table[number], cards, wilds + more)
        starts = law.starts(way.new, bool(self.problem.exchanged), Budget())
        later = law.lays_off and law.both_ends  # wilds are laid off on it, even if there is no room at first
        for run, first in zip(way.new, starts[way.counts - unpacked(way.counts)[2]], strict=True):
            while self.spare and (later or room > 0) and (wider := self._wider(run)):
                first, run = first if later else wider, wider
                self.spare, room = self.spare - 1, room - 1
            cards, wilds = pack(run.naturals & ~first.naturals), run.wilds.bit_count() - first.wilds.bit_count()
            yield next(numbers), suit, first, self._steps(first, cards, wilds)

    def _steps(self, run: Run, cards: int, wilds: int) -> list[Step]:
        """Return the steps by which a run takes these packed cards and wilds."""
        steps, added = list[Step](), (cards, wilds + run.wilds.bit_count())
        found = self.law.reached(run, places_held(cards), self.problem.most)
        aim = next(form for form in found if (pack(form.naturals & ~run.naturals), form.wilds.bit_count()) == added)
        while step := found[aim]:
            steps.insert(0, step)
            aim = step.before
        return steps

    def _wider(self, run: Run) -> Run | None:
        """Return a run with one wild more at an end; None if it cannot take one."""
        for place in (run.high + 1, run.low - 1):
            wider = Run(min(place, run.low), max(place, run.high), run.wilds | 1 << max(place, 0))
            if 0 <= place <= TOP and self.law.allows(wider):
                return wider
        return None

    def _card(self, suit: str, place: int, wild: bool) -> int:
        """Take the card for a place in a run."""
        card = Card(LADDER[place], suit)
        if not wild:
            return self.stock[card].pop()
        taken = self._wild()
        self.stands_for[taken] = card
        return taken

    def _wild(self) -> int:
        """Take the dearest wild."""
        self.wilds.sort(key=lambda place: self.problem.price(self.cards[place]))
        return self.wilds.pop()

    def _rank(self, rank: int) -> list[int]:
        """Take the cards of a rank that are not laid yet."""
        return [left.pop() for card, left in self.stock.items() if card.rank == RANKS[rank] for _ in [*left]]

    def _lay_groups(self, rank: int, least: Sequence[int]) -> Iterator[float]:
        """Lay the groups of a rank, the last with all cards left, and yield how many more wilds each can take."""
        cards, later = self._rank(rank), [self.law.naturals(size, self.law.group_naturals) for size in least]
        for number, size in enumerate(least, 1):
            count = min(size, len(cards) - sum(later[number:])) if number < len(least) else len(cards)
            group, cards, need = cards[:count], cards[count:], max(size - count, 0)
            self.melds.append(group + [self._wild() for _ in range(need)])
            yield count - need if self.law.half_natural else inf

    def _lay_off(self, steps: Iterable[tuple[int, str, Step, int | None]]) -> None:
        """Lay cards off on the runs: first those for which a wild comes into the hand."""
        to_hand = self.law.moves == "hand"
        for number, suit, step, natural in sorted(steps, key=lambda each: to_hand and each[2].end != "joker"):
            place = self._card(suit, step.place, True) if natural is None else natural
            self.additions.append((number, place, step.end))
            if to_hand and step.end == "joker":
                run, cards = next(each[2:] for each in self.problem.table.runs if each[0] == number)
                self.wilds.append(len(self.cards))
                self.cards.append(cards[step.place - run.low])
