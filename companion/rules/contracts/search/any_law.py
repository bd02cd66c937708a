"""Best lay-down under laws that the quicker search does not know: ranks of the groups, then the runs of each suit."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.contracts.search.any_layout import Problem
from companion.rules.contracts.search.any_search import Memo, Search
from companion.rules.contracts.search.law import Law, OnTable
from companion.rules.contracts.search.layout import LayDown
from companion.rules.contracts.search.options import Price
from companion.rules.contracts.search.runs import ACES, PLACES, TOP, Run
from companion.rules.search_state import Budget, Spent

ENOUGH = 16_000  # steps to find out whether a hand holds a contract
FEW = 4_000  # steps to lay off the cards that are left
NO_TABLE = OnTable()


class Effort(NamedTuple):
    """Limits of a search, and what its parts share."""

    budget: Budget
    reserve: Budget | None  # further steps to find a lay-down at all
    memo: Memo
    table: OnTable = NO_TABLE
    least: bool = False  # stop at any lay-down, with the shortest melds


def best_under_any_law(
    hand: Sequence[Card], law: Law, price: Price, steps: int | None = None, table: OnTable = NO_TABLE
) -> LayDown | None:
    """Return the lay-down that leaves the fewest points, before the discard; None if the contract cannot be met.

    Raises: Spent: if the search was stopped before it knew whether the hand holds the contract.
    """
    memo: Memo = {}
    reserve = Budget(steps and ENOUGH)
    if table.size and not meets(hand, law, reserve, memo):
        return None
    return _best_of(hand, law, price, Effort(Budget(steps), reserve, memo, table))


def _best_of(hand: Sequence[Card], law: Law, price: Price, effort: Effort) -> LayDown | None:
    """Return the best lay-down; it leaves a card if the law requires one for the discard."""
    best = _best(hand, law, price, effort)
    if law.every_card and best and best.left:
        if best.at_least is not None:
            raise Spent  # another lay-down may use every card
        return None
    if not best or best.left or not law.keeps_one or law.every_card:
        return best
    exchanged = Problem(hand, law, price, effort.table).exchanged  # any of these may be the card left
    best, lowest = with_exchanged_left(best, len(hand), price), min(map(price, exchanged), default=inf)
    positions = {card: place for place, card in enumerate(hand)}
    for card, place in sorted(positions.items(), key=lambda each: price(each[0])):
        points = price(card)
        if best and best.points <= points:
            break
        try:
            found = _best([*hand[:place], *hand[place + 1 :]], law, price, effort)
        except Spent:
            lowest = min(lowest, points)
            continue
        if found:
            lowest = min(lowest, points + (found.points if found.at_least is None else found.at_least))
            if not best or found.points + points < best.points:
                best = without(found, place, points)
    if not best and lowest < inf:
        raise Spent
    return replace(best, at_least=int(lowest) if lowest < best.points else None) if best else None


def meets(hand: Sequence[Card], law: Law, budget: Budget | None = None, memo: Memo | None = None) -> bool:
    """Return whether the hand holds the contract.

    Raises: Spent: if the budget is used up before that is known.
    """
    return any_lay_down(hand, law, budget or Budget(ENOUGH), {} if memo is None else memo) is not None


def any_lay_down(hand: Sequence[Card], law: Law, budget: Budget, memo: Memo) -> LayDown | None:
    """Return a lay-down of the contract; None if the hand does not hold it.

    Raises: Spent: if the budget is used up before that is known.
    """
    effort = Effort(budget, None, memo, least=not law.every_card)
    return _best_of(hand, law, lambda _: int(law.every_card), effort)


def missing_under_any_law(hand: Sequence[Card], law: Law, suits: str) -> tuple[Card, ...]:
    """Return the cards any one of which would complete the contract; empty if it is complete.

    Raises: Spent: if the search was stopped before that was known.
    """
    memo: Memo = {}
    budget = Budget(ENOUGH)
    kinds = (*(Card(rank, suit) for suit in suits for rank in RANKS), JOKER)
    if meets(hand, law, budget, memo):
        return ()
    if law.keeps_one and meets(hand, law._replace(keeps_one=False), budget, memo):
        return kinds  # any of them is the card left
    with_wild = any_lay_down((*hand, JOKER), law, budget, memo)
    if wild_is_best(hand, law) and not with_wild:
        return ()
    known = replaceable((*hand, JOKER), with_wild, law) if with_wild else ()
    completes = {JOKER: with_wild is not None, **dict.fromkeys(known, True)}

    def is_enough(card: Card) -> bool:
        """Return whether the hand makes the contract with this card."""
        if card not in completes:
            completes[card] = meets((*hand, card), law, budget, memo)
        return completes[card]

    return tuple(card for card, tried in possible_uses(kinds, hand, law).items() if any(map(is_enough, tried)))


def replaceable(hand: Sequence[Card], found: LayDown, law: Law) -> Iterator[Card]:
    """Yield the naturals that could lie where this lay-down has wilds; those of groups without a suit."""
    for meld in found.melds:
        rank = next((hand[place].rank for place in meld if hand[place].rank not in law.wild_ranks), JOKER.rank)
        for place in meld:
            if hand[place].rank in law.wild_ranks:
                yield found.stands_for.get(place, Card(rank))


def possible_uses(kinds: Iterable[Card], hand: Sequence[Card], law: Law) -> dict[Card, list[Card]]:
    """Return the cards to try for each card: one without a suit if it could be in a group, itself if in a run.

    It could be where the hand has enough wilds for its meld and for the others, each of these the cheapest of its kind.
    """
    naturals = [card for card in hand if card.rank not in law.wild_ranks]
    wilds, of_rank, of_suit = len(hand) - len(naturals), Counter(card.rank for card in naturals), Counter[str]()
    for card in naturals:
        of_suit[card.suit] |= places_of(card)
    group, run = min((*law.groups, *(law.further or ())[:1]), default=inf), min(law.run_sizes, default=TOP + 2)
    windows = [(1 << run) - 1 << low for low in range(TOP + 2 - run)]

    def fewest(held: int, place: int = -1) -> float:
        """Return the fewest wilds of a run over a place, with a natural at each place held."""
        return min([run - (window & held).bit_count() for window in windows if window & place], default=run)

    groups = sorted(max(group - of_rank[rank], 0) for rank in RANKS)
    if law.same_rank:
        groups = groups[:1] * len(groups)
    a_run = min(map(fewest, of_suit.values()), default=run)
    beside_group = sum(groups[: max(len(law.groups) - 1, 0)]) + a_run * len(law.runs)
    beside_run = sum(groups[: len(law.groups)]) + a_run * max(len(law.runs) - 1, 0)
    suitless = run > wilds + 1 or law.run_naturals > 1  # it is in no run
    found = dict[Card, list[Card]]()
    for card in kinds:
        in_group = max(group - of_rank[card.rank] - 1, 0) + beside_group <= wilds
        in_run = fewest(of_suit[card.suit] | places_of(card), places_of(card)) + beside_run <= wilds
        found[card] = [Card(card.rank) if suitless else card] * in_group + [card] * in_run
        if card.rank in law.wild_ranks:
            found[card] = [JOKER]
    return found


def places_of(card: Card) -> int:
    """Return a bit for each place of the ladder of a natural card."""
    return ACES if card.rank == "A" else 1 << PLACES.get(card.rank, TOP + 1)


def wild_is_best(hand: Sequence[Card], law: Law) -> bool:
    """Return whether one more wild completes the contract if any card does: no meld then has too many."""
    wilds = 1 + sum(card.rank in law.wild_ranks for card in hand)
    least = [(size, law.group_naturals) for size in law.groups] + [(size, law.run_naturals) for size in law.runs]
    few = all(size - wilds >= max(naturals, wilds * law.half) for size, naturals in least)
    return few and not (law.wilds_apart and wilds > 1)


def with_exchanged_left(found: LayDown, size: int, price: Price) -> LayDown | None:
    """Return a lay-down of a whole hand with a wild left that came from the table; None if a card lies beyond each."""
    melds = [meld for meld, _, _ in found.additions]
    last = [
        number
        for number, (meld, place, end) in enumerate(found.additions)
        if place >= size and (end == "group" or meld not in melds[number + 1 :])
    ]
    prices = [price(found.exchanged[found.additions[number][1] - size]) for number in last]
    points, number = min(zip(prices, last, strict=True), default=(0, -1))
    if number < 0:
        return None
    additions = (*found.additions[:number], *found.additions[number + 1 :])
    return replace(found, left=(found.additions[number][1],), points=points, additions=additions, at_least=None)


def without(found: LayDown, kept: int, points: int) -> LayDown:
    """Return a lay-down of the whole hand that leaves the card in this place too."""

    def moved(places: Iterable[int]) -> tuple[int, ...]:
        return tuple(place + (place >= kept) for place in places)

    return replace(
        found,
        melds=tuple(map(moved, found.melds)),
        left=tuple(sorted((kept, *moved(found.left)))),
        points=found.points + points,
        additions=tuple((meld, place + (place >= kept), end) for meld, place, end in found.additions),
        stands_for={place + (place >= kept): card for place, card in found.stands_for.items()},
        at_least=None if found.at_least is None else found.at_least + points,
    )


def _best(hand: Sequence[Card], law: Law, price: Price, effort: Effort) -> LayDown | None:
    """Return the best lay-down, whether or not it leaves a card.

    The first search takes wilds that are left over and joined runs for allowed; most often they can be placed and
    parted afterwards.
    """
    budget, reserve, memo, table, least = effort
    problem = Problem(hand, law, price, table)
    found: LayDown | None = None
    at_least: float = 0
    exact = phases = False
    while True:
        search = Search(problem, exact, phases, budget, memo, least)
        search.run()
        if not search.best and search.unsearched == inf:
            return None
        legal = False
        if search.best:
            laid, used = problem.laid(*search.best), search.best[1]
            if not least:
                problem.place_wilds(laid, used, on_runs=not exact)
            if legal := problem.from_hand(laid) and problem.part(laid[0]):
                found = min(filter(None, (found, problem.layout(laid))), key=lambda each: each.points)
        at_least = max(at_least, min(search.fewest, search.unsearched))
        if found and found.points <= at_least:
            return found
        if search.unsearched < inf or exact or least and phases:
            break
        exact, phases = not least and (phases or legal), True
    if not found and reserve is None and search.unsearched < inf:
        raise Spent
    if not found and reserve:
        found = _best(hand, law, lambda card: 0, Effort(reserve, None, {}, least=True))
        found = found and laid_off(hand, found, law, price, table)
    if not found:
        return None
    return replace(found, at_least=int(at_least) if at_least < found.points else None)


def laid_off(hand: Sequence[Card], found: LayDown, law: Law, price: Price, table: OnTable) -> LayDown:
    """Return a lay-down with the cards left laid off on its own melds and on the table."""
    groups, runs, base = [*table.groups], [*table.runs], table.size
    for number, meld in enumerate(found.melds, base):
        cards = [hand[place] for place in meld]
        naturals = [card for card in cards if card.rank not in law.wild_ranks]
        if any(place in found.stands_for for place in meld) or len({card.rank for card in naturals}) > 1:
            second = found.stands_for.get(meld[1], cards[1])
            low = PLACES[second.rank] - 1
            lying = sum(1 << low + at for at, card in enumerate(cards) if card not in naturals)
            runs.append((number, naturals[0].suit, Run(low, low + len(meld) - 1, lying), cards))
        else:
            groups.append((number, PLACES[naturals[0].rank], 2 * len(naturals) - len(cards)))
    rest = [hand[place] for place in found.left]
    points = sum(map(price, rest))
    joint = OnTable(base + len(found.melds), tuple(groups), tuple(runs))
    try:
        alone = law._replace(groups=(), runs=(), further=None)
        more = _best(rest, alone, price, Effort(Budget(FEW), None, {}, joint)) if law.lays_off else None
    except Spent:
        more = None
    if not more:
        return replace(found, points=points)

    def there(places: Iterable[int]) -> list[int]:
        return [found.left[place] if place < len(rest) else len(hand) + place - len(rest) for place in places]

    steps = zip(more.additions, there(place for _, place, _ in more.additions), strict=True)
    return replace(
        more,
        melds=found.melds,
        left=tuple(there(more.left)),
        additions=tuple((number, place, end) for (number, _, end), place in steps),
        stands_for={**found.stands_for, **dict(zip(there(more.stands_for), more.stands_for.values(), strict=True))},
    )
