"""Rule on a whole hand: the lay-down that leaves the fewest points, what is missing, and what can be laid off."""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf

from companion.rules import clauses
from companion.rules.cards import Card, Unreadable, too_many
from companion.rules.contracts import search
from companion.rules.contracts.any_prices import decisive
from companion.rules.contracts.game import ContractRummy
from companion.rules.contracts.search import Law, LayDown
from companion.rules.contracts.table_additions import Step, additions, below_a_wild, best_at_table
from companion.rules.deals import Deal
from companion.rules.melds.row_objections import check, kind_of
from companion.rules.melds.row_reading import Row
from companion.rules.rulings import Ruling
from companion.rules.search_state import Budget, Spent
from companion.rules.text import N_, Listed, Text

TOO_LONG = Text(N_("this hand can be laid out in too many ways to search them all for the contract"))
NO_CARD = Text(N_("no single card would make the contract"))
ONE_SHORT = Text(N_("one card is missing for the contract"))
COMPLETE = Text(N_("this hand already makes the contract"))
EVERY_CARD = Text(N_("this hand makes the contract, but in the last deal every card must be laid down at once"))
KEEPS_ONE = Text(N_("this hand makes the contract, but the last card must be discarded, so one has to be left"))
REASON_SHARE = 0.3  # share of the steps left to find out what a hand makes that cannot be laid down
NOT_YET = N_("nothing may be {laid_off} before laying down")


def can_lay_down(game: ContractRummy, deal: Deal, hand: Row, table: tuple[Row, ...]) -> Ruling:
    """Rule on whether this hand holds the contract, with the lay-down that leaves the fewest points.

    Raises: Unreadable: if hand and table do not fit together, or the search was stopped before it knew.
    """
    fit_together(game, deal, hand, table)
    asked, price, budget = contract(game, deal), partial(game.price, deal), Budget(game.search_step_limit)
    best_under = partial(best_at_table, game, hand, price=price, table=table, budget=budget)
    try:
        best = best_under(asked)
    except Spent:
        raise Unreadable(TOO_LONG, "hand") from None
    second = second_group_open(game, asked, hand, best, best_under)
    if not best:
        return replace(no_lay_down(game, deal, hand, table, budget, second or ()), stopped=second is None)
    dealt, hand = len(hand), (*hand, *best.exchanged)
    added = [(meld, hand[card], end) for meld, card, end in best.additions]
    rests = [
        *contract_rules(game, deal),
        *([clauses.LAY_OFF, *grounds(game, added), clauses.LEGAL_AFTERWARDS] if table or added else []),
    ]
    melds = [tuple(cards_at(hand, meld)) for meld in best.melds]
    more = len(best.melds) > len(deal.groups + deal.runs)
    answer = {
        "possible": True,
        "melds": [[*meld] for meld in melds],
        "left": cards_at(hand, best.left),
        "left_points": best.points,
    }
    if table or added:
        answer["tracked_on"] = [{"meld": at, "card": card, "end": end} for at, card, end in added]
    others = other_laws(game, asked)
    points = {clauses.CONTRACT: more, clauses.LAY_OFF_ON_RUN: below_a_wild(game, (*table, *melds), added)}
    used = [point for point in others if points[point]]
    runs = [any(place in best.stands_for for place in meld) for meld in best.melds]
    kinds = ["run" if run else kind_of(game, meld) for run, meld in zip(runs, melds, strict=True)]
    reason = game.laid(deal, kinds, first=True)
    prices = [clauses.LEFT_OVER] if any(map(game.open_price, cards_at(hand, best.left))) else []
    open = decisive(others, used, asked._replace(further=None, below_wilds=False), best, best_under)
    open = None if open is None or second is None else [*open, *second]
    at_least = best.points if open is None and best.at_least is None else best.at_least
    return game.ruling(
        rules=rests,
        open=[*(open or []), *prices],
        answer=answer,
        stands_for={place: card for place, card in best.stands_for.items() if place < dealt},
        reason=reason,
        notes=(best_found(at_least),) if at_least is not None else (),
        at_least=at_least,
    )


def no_lay_down(
    game: ContractRummy, deal: Deal, hand: Row, table: tuple[Row, ...], budget: Budget, open: Iterable[str]
) -> Ruling:
    """Rule on a hand that cannot be laid down: say why not, or what is missing, and which cards would do."""
    rests = [*contract_rules(game, deal), *([clauses.LAY_OFF, clauses.LEGAL_AFTERWARDS] if table else [])]
    objection, notes, fix = None, list[Text](), list[Text]()
    with suppress(Spent):
        objection = against_lay_down(game, deal, hand, budget.part(REASON_SHARE))
        notes.append(objection or short_of(game, deal, hand, budget.part(REASON_SHARE)))
    with suppress(Spent):
        fix += one_card_short(game, deal, hand, table, budget) if objection is not KEEPS_ONE else []
        notes += [NO_CARD] if not fix and not objection else []
    rests += [clauses.GOING_OUT] if objection is KEEPS_ONE else []
    answer = {"possible": False}
    return game.ruling(rules=rests, open=open, answer=answer, fix=fix[0] if fix else None, notes=tuple(notes))


def second_group_open(
    game: ContractRummy, law: Law, hand: Row, best: LayDown | None, best_under: Callable[..., LayDown | None]
) -> list[str] | None:
    """Return the open point on two groups of a rank if these would leave fewer points; None if that is not known."""
    if law.alike != "apart" or "alike" in game.chosen_rules or best and not best.left:
        return []
    sizes = sorted((*law.groups, *(law.further or ())[:1] * 2))[:2]
    count = Counter(card.rank for card in hand if not game.is_wild(card))
    naturals = max(count.values(), default=0)
    if len(sizes) < 2 or naturals < 2 or naturals + len(hand) - count.total() < sum(sizes):
        return []
    if best and best.at_least is not None:
        return None
    try:
        other = best_under(law._replace(second_groups=True), ceiling=best.points if best else inf)
    except Spent:
        return None
    return [clauses.ONE_OF_EACH] if other else []


def best_found(at_least: int) -> Text:
    """Return the note for a search that stopped before it had proved the best lay-down."""
    if not at_least:
        return Text(N_("This is the best lay-down found; there may be a better one."))
    return Text(N_("This is the best lay-down found; none leaves fewer than {points}."), points=at_least)


def could_add(game: ContractRummy, deal: Deal, hand: Row, table: tuple[Row, ...], laid_down: bool) -> Ruling:
    """Rule on the cards that can be laid off, each after those it needs; before laying down, on those that would do.

    Raises: Unreadable: if hand and table do not fit together, or the search was stopped before it knew.
    """
    fit_together(game, deal, hand, table)
    budget, law = Budget(game.search_step_limit), contract(game, deal)
    if not laid_down:
        notes = [game.text(NOT_YET)] if table else []
        try:
            cards = would_do(game, deal, hand, table, budget)
            if not cards:
                complete = search.can_lay_down(hand, law, budget)
                notes.append(COMPLETE if complete else against_lay_down(game, deal, hand, budget) or NO_CARD)
        except Spent:
            raise Unreadable(TOO_LONG, "hand") from None
        return game.ruling(
            rules=[*contract_rules(game, deal), clauses.LAY_OFF],
            answer={"would_do": cards},
            notes=tuple(notes),
            reason=ONE_SHORT if cards else None,
        )
    price = partial(game.price, deal)
    steps = strictly = additions(game, hand, law, price, table, budget)
    if not law.both_ends:
        strictly = additions(game, hand, law._replace(below_wilds=False), price, table, budget)
    shown = [{"meld": meld, "card": card, "end": end} for meld, card, end in steps]
    open = [clauses.LAY_OFF_ON_RUN] if {*steps} != {*strictly} else []
    reason = game.text(N_("{cards} can be {laid_off}"), cards=Listed(dict.fromkeys(card for _, card, _ in steps)))
    return game.ruling(
        rules=[clauses.LAY_OFF, *grounds(game, steps)],
        open=open,
        answer={"tracked_on": shown},
        reason=reason if shown else None,
    )


def contract_rules(game: ContractRummy, deal: Deal) -> list[str]:
    """Return the clauses that a lay-down rests on."""
    naturals = [clauses.RUN_NATURALS] if game.run.least_naturals else []
    last = [clauses.LAST_DEAL] if game.is_last_at_once(deal) else []
    return [clauses.CONTRACT, clauses.ONE_OF_EACH, *naturals, *last]


def grounds(game: ContractRummy, steps: Iterable[Step]) -> list[str]:
    """Return the clauses under which these cards are laid off, in order."""
    special = {"group": clauses.LAY_OFF_ON_GROUP, "joker": clauses.WILD_MOVES}
    on_run = {True: clauses.LAY_OFF_WILD, False: clauses.LAY_OFF_ON_RUN}
    used = {special.get(end.removesuffix("-below"), on_run[game.is_wild(card)]) for _, card, end in steps}
    order = (clauses.LAY_OFF_ON_GROUP, clauses.LAY_OFF_ON_RUN, clauses.LAY_OFF_WILD, clauses.WILD_MOVES)
    return [clause for clause in order if clause in used]


def would_do(
    game: ContractRummy, deal: Deal, hand: Row, table: tuple[Row, ...], budget: Budget
) -> list[dict[str, object]]:
    """Return the cards any one of which would make the contract, each with the number that may be unseen."""
    seen = Counter((*hand, *sum(table, ())))
    cards = search.missing(hand, contract(game, deal), game.pack.suits, budget)
    about = {card: (game.pack.limit(card) or 0) - seen[card] for card in cards}
    return [{"card": card, "about": count} for card, count in about.items() if count > 0]


def cards_at(hand: Row, places: tuple[int, ...]) -> list[Card]:
    """Return the cards of the hand in those places."""
    return [hand[place] for place in places]


def fit_together(game: ContractRummy, deal: Deal, hand: Row, table: tuple[Row, ...]) -> None:
    """Check that the hand is not too large, and that hand and table fit the packs and the melds are legal.

    Raises: Unreadable: if one of these fails.
    """
    game.check_held(hand, "hand", deal)
    for number, meld in enumerate(table, start=1):
        if wrong := check(game, kind_of(game, meld), meld):
            raise Unreadable(Text(N_("meld {n}: {reason}"), n=number, reason=wrong[0].reason), "table")
    for card, limit in game.pack.too_many((*hand, *sum(table, ()))):
        raise Unreadable(too_many(card, limit), "table")


def one_card_short(game: ContractRummy, deal: Deal, hand: Row, table: tuple[Row, ...], budget: Budget) -> list[Text]:
    """Return a text with the cards any one of which would make the contract, if one may still be unseen."""
    cards = [row["card"] for row in would_do(game, deal, hand, table, budget)]
    message = N_("Yes, with the {cards}") if len(cards) == 1 else N_("Yes, with any one of these: {cards}")
    return [Text(message, cards=Listed(cards))] if cards else []


def against_lay_down(game: ContractRummy, deal: Deal, hand: Row, budget: Budget) -> Text | None:
    """Return the objection to laying down a hand that makes the contract; None without one, or if it makes no contract.

    Raises: Spent: if the search was stopped before that was known.
    """
    law = contract(game, deal)
    if not (law.every_card or law.keeps_one):
        return None
    any_left = law._replace(every_card=False, keeps_one=False)
    if not search.can_lay_down(hand, any_left, budget):
        return None
    return EVERY_CARD if law.every_card else KEEPS_ONE


def short_of(game: ContractRummy, deal: Deal, hand: Row, budget: Budget) -> Text:
    """Return in words the largest part of the contract that a hand makes."""
    made = game.words.counted(*most_made(game, deal, hand, budget))
    message = N_("this hand makes only {made}; the contract is {contract}")
    if not made:
        message = N_("this hand makes no part of the contract, {contract}")
    return game.text(message, made=made, contract=deal.description)


def most_made(game: ContractRummy, deal: Deal, hand: Row, budget: Budget) -> tuple[int, int]:
    """Return the highest numbers of groups and runs of the deal's contract that the hand makes at once."""
    parts = [(groups, runs) for groups in range(len(deal.groups) + 1) for runs in range(len(deal.runs) + 1)]
    whole = contract(game, deal)
    for groups, runs in sorted(parts, key=sum, reverse=True):
        smallest = tuple(sorted(deal.groups)[:groups]), tuple(sorted(deal.runs)[:runs])
        part = replace(deal, number=0, groups=smallest[0], runs=smallest[1])
        law = contract(game, part)
        if law != whole and search.can_lay_down(hand, law, budget):
            return groups, runs
    return 0, 0


def contract(game: ContractRummy, deal: Deal) -> Law:
    """Return the contract of a deal, as the search reads it."""
    group, run, lay_off, at_once = game.group, game.run, game.lay_off, game.is_last_at_once(deal)
    return Law(
        tuple(deal.groups),
        tuple(deal.runs),
        group.least_naturals,
        run.least_naturals,
        group.half_natural,
        run.wilds_apart,
        game.alike,
        further=(group.size, run.size) if game.more_melds else None,
        lays_off=not (lay_off.later or at_once),
        every_card=at_once,
        keeps_one=game.final_discard and not at_once,
        wild_ranks=game.wild_ranks,
        both_ends=lay_off.both_ends,
        moves=lay_off.moved_wild,
    )


def other_laws(game: ContractRummy, law: Law) -> dict[str, Law]:
    """Return the law by the other reading of each open point of a lay-down: no further melds, none below a wild."""
    open_points = {
        clauses.CONTRACT: ("more_melds" not in game.chosen_rules, law._replace(further=None)),
        clauses.LAY_OFF_ON_RUN: (not game.lay_off.both_ends, law._replace(below_wilds=False)),
    }
    return {point: other for point, (is_open, other) in open_points.items() if is_open}
