"""Questions to the search: the best lay-down, whether there is one, the cards that are missing, the open points."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf

from companion.rules.cards import JOKER, RANKS, SUITS, Card
from companion.rules.contracts.search.join import Search
from companion.rules.contracts.search.law import Law
from companion.rules.contracts.search.layout import Layout
from companion.rules.contracts.search.problem import NOTHING, LayDown, OnTable, Price, Problem
from companion.rules.search_state import Budget, Spent

Hand = Sequence[Card]

BEST = 0.75  # share of the steps left that a search for the best lay-down may take; others follow
BESIDE = 0.92  # and one beside runs on the table
FIRST = 0.3  # and one that finds out beforehand whether there is one
ANY = 0.7  # and one that only finds out whether there is one


def best_lay_down(
    hand: Hand, law: Law, price: Price, table: OnTable = NOTHING, budget: Budget | None = None
) -> LayDown | None:
    """Return the lay-down that leaves the fewest points, before the discard; None if the contract cannot be met.

    If the budget is used up, the best lay-down found is returned.
    Raises: Spent: if it was used up before the search knew whether the hand holds the contract.
    """
    budget = budget or Budget()
    if len(hand) < sum(law.groups + law.runs) + law.keeps_one:
        return None
    if not law.every_card and (law.most_runs > 1 or table.runs):  # else the search is as short
        with suppress(Spent):
            if not can_lay_down(hand, law, budget.part(FIRST)):
                return None
    best = _search(hand, law, price, table, budget)
    if not best or best.left or not law.keeps_one:
        return best
    exchanged, best, at_least = Problem(hand, law, price, table).exchanged, None, inf
    for card in sorted({*hand, *exchanged}, key=lambda card: (price(card), card.rank not in law.wild_ranks, card)):
        if best and best.points <= price(card):
            break
        try:
            found = _search(hand, law, price, table, budget.part(ANY), card, best.points if best else inf)
        except Spent:
            at_least = min(at_least, price(card))
            continue
        if found:
            at_least = min(at_least, found.points if found.at_least is None else found.at_least)
            best = found if not best or found.points < best.points else best
    if not best and at_least < inf:
        raise Spent
    return best and replace(best, at_least=int(at_least) if at_least < best.points else None)


def _search(
    hand: Hand,
    law: Law,
    price: Price,
    table: OnTable,
    budget: Budget,
    kept: Card | None = None,
    ceiling: float = inf,
) -> LayDown | None:
    """Return the best lay-down, with this card left if one is kept; None if none leaves fewer points than `ceiling`.

    Raises: Spent: if the budget was used up before any was found.
    """
    budget.spend(0)
    problem = Problem(hand, law, price, table, kept)
    also = sum(map(price, problem.kept))
    ceiling = min(ceiling - also, 1 if law.every_card else inf)
    found = Search(problem, budget.part(BESIDE if problem.table.runs else BEST), ceiling).find()
    at_least = found.at_least + also
    if not found.best and found.at_least < ceiling:
        if law.every_card:
            raise Spent
        problem = Problem(hand, law, price, kept=kept, shortest=True)
        found = Search(problem, budget, ceiling).find()
        if not found.best and found.at_least < ceiling:
            raise Spent
    if not found.best:
        return None
    laid = Layout(hand, problem).lay_down(*found.best)
    return replace(laid, at_least=int(at_least)) if at_least < laid.points else laid


def can_lay_down(hand: Hand, law: Law, budget: Budget | None = None) -> bool:
    """Return whether the hand holds the groups and runs of the contract.

    Raises: Spent: if the budget is used up before that is known.
    """
    every, budget = law.every_card, budget or Budget()
    law = law if every else law._replace(further=None)
    if len(hand) < sum(law.groups + law.runs) + law.keeps_one:
        return False

    def size(kept: Card | None = None) -> int | None:
        """Return the number of cards in the best lay-down; None if the hand allows no lay-down."""
        budget.spend(0)
        problem = Problem(hand, law, lambda _: int(every), kept=kept, shortest=not every)
        found = Search(problem, budget, 1).find()
        if not found.best and found.at_least < 1:
            raise Spent
        if not found.best:
            return None
        ways, groups = found.best
        return sum(run.size for way in ways for run in way.new) + sum(sum(sizes) for _, sizes in groups.sizes)

    laid = size()
    if laid is None or not law.keeps_one or laid < len(hand):
        return laid is not None
    return any(size(card) is not None for card in {*hand})


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
    every, completing = law.every_card, {*[JOKER] * can_lay_down((*hand, JOKER), law, budget)}
    asked = law if every else law._replace(further=None)
    problem = Problem(hand, asked, lambda _: int(every), shortest=not every, one_more=True)
    completing.update(Search(problem, budget, 1, suits).completing())
    kinds = tuple(card for card in kinds if (JOKER if card.rank in law.wild_ranks else card) in completing)
    return tuple(card for card in kinds if can_lay_down((*hand, card), law, budget)) if law.keeps_one else kinds


def decisive(
    hand: Hand,
    others: Mapping[str, Law],
    used: Collection[str],
    both: Law,
    price: Price,
    table: OnTable,
    best: LayDown,
    budget: Budget | None = None,
) -> list[str] | None:
    """Return the open points that every lay-down needs that leaves as few points as the best; None if not known.

    `others` has the law by the other reading of each open point, and `both` that by all of them; `used` are the open
    points that the best lay-down needs. If every lay-down needs one or another, all are returned.
    """
    budget = budget or Budget()

    def without(law: Law) -> bool | None:
        """Return whether a lay-down leaves as few points under this law; None if the search was stopped."""
        found = Search(Problem(hand, law, price, table), budget.part(ANY), best.points + 1).find()
        return True if found.best else False if found.at_least > best.points else None

    if not used:
        return [] if best.at_least is None else None
    if best.at_least is not None and without(both) is not False:
        return None
    if needed := [point for point, law in others.items() if point in used and without(law) is False]:
        return needed
    if best.at_least is None and (known := without(both)) is not False:
        return [] if known else None
    return [*others]
