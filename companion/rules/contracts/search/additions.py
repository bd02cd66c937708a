"""Every card of a hand that can be laid off on the table, alone or after others."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.rules.cards import RANKS, Card
from companion.rules.contracts.search.law import ACES, LADDER, MOST_FORMS, TOP, Law, places
from companion.rules.contracts.search.problem import OnTable

Named = tuple[int, Card, str]  # meld, card, and place there: top, bottom, joker, joker-below, group


def additions(hand: Sequence[Card], law: Law, table: OnTable) -> list[Named]:
    """Return every card that can be laid off on a meld, with its first places there, each after those that it needs.

    Last come those that need a wild from another meld.
    """
    search = Additions(hand, law, table)
    found = [*search.on_groups(), *search.on_runs()]
    return [*dict.fromkeys(each for late in (False, True) for each, later in found if later == late)]


class Additions:
    """A hand of naturals and wilds, and the wilds of the table that it can exchange."""

    def __init__(self, hand: Sequence[Card], law: Law, table: OnTable):
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
            held = sum([1 << place for place, rank in enumerate(LADDER) if self.naturals[Card(rank, suit)]])
            one_ace = self.naturals[Card(LADDER[0], suit)] < 2
            wanted = Counter([card for meld, card, _ in self.exchanged if meld != number])
            all_wilds = len(self.wilds) + sum([min(count, self.naturals[card]) for card, count in wanted.items()])
            scarce = [self.naturals[card] <= wanted[card] for card in [Card(rank, suit) for rank in LADDER]]
            needed = sum([1 << place for place, each in enumerate(scarce) if each])  # naturals that free another wild
            most = {run: 0}  # wilds that lay in each form or before, beyond those of the run
            queue, first = [(run, 0)], dict[Card | None, int]()  # with the cards laid off before
            for now, count in queue:  # the queue grows during the loop
                for longer, (_, place, wild, end) in self.law.extensions(now, held) if len(queue) < MOST_FORMS else ():
                    wilds = max(most[now], longer.wilds.bit_count() - run.wilds.bit_count())
                    card = None if wild else Card(LADDER[place], suit)
                    known = most.get(longer, TOP + 1) <= wilds
                    if known and first.get(card, count) < count:
                        continue
                    bits = longer.naturals & ~run.naturals
                    too_many = wilds > all_wilds - (bits & needed).bit_count() or longer.size - run.size > self.most
                    if too_many or bits & ACES == ACES and one_ace:
                        continue
                    late = wilds > len(self.wilds)
                    if first.setdefault(card, count) == count:
                        used = Counter([Card(LADDER[place], suit) for place in places(bits)])
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
