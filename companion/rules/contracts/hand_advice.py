"""Rule on a whole hand: the lay-down that leaves the fewest points, what is missing, and what can be laid off."""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from companion.rules import clauses
from companion.rules.cards import Card, Unreadable, too_many
from companion.rules.contracts import search
from companion.rules.contracts.game import ContractRummy
from companion.rules.contracts.search import Contract, Growth, Law, LayDown
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
WHOLE = Text(N_("this hand already makes the contract"))
EVERY_CARD = Text(N_("this hand makes the contract, but in the last deal every card must be laid down at once"))
KEEPS_ONE = Text(N_("this hand makes the contract, but the last card must be discarded, so one has to be left"))
NOT_YET = N_("nothing may be {laid_off} before laying down")


def can_lay_down(game: ContractRummy, deal: Deal, hand: Row, table: tuple[Row, ...]) -> Ruling:
    """Rule on whether this hand holds the contract, with the lay-down that leaves the fewest points."""
    fit_together(game, deal, hand, table)
    asked, price, steps = contract(game, deal), partial(game.price, deal), game.search_step_limit

    def best_under(law: Contract | Law) -> LayDown | None:
        """Return the best lay-down under this law."""
        if isinstance(law, Law) and law.lays_off and table:
            return best_at_table(game, hand, law, price, table, steps)
        return search.best_lay_down(hand, law, price, table, steps=steps)

    try:
        best = best_under(asked)
    except Spent:
        raise Unreadable(TOO_LONG, "hand", hand) from None
    second = second_group_open(game, asked, hand, best, best_under)
    if not best:
        rests = [*contract_rules(game, deal), *([clauses.LAY_OFF, clauses.LEGAL_AFTERWARDS] if table else [])]
        fix: Text | None = None
        notes: tuple[Text, ...] = ()
        with suppress(Spent):
            objection = against_whole(game, deal, hand)
            if objection is KEEPS_ONE:
                rests.append(clauses.GOING_OUT)
            else:
                fix = one_card_short(game, deal, hand, table)
            notes = (objection,) if objection else (short_of(game, deal, hand), *([] if fix else [NO_CARD]))
        return game.ruling(
            rules=rests,
            open=second or (),
            answer={"possible": False},
            fix=fix,
            notes=notes,
            stopped=second is None,
        )
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
    used = [
        *([clauses.CONTRACT] if more else []),
        *([clauses.LAY_OFF_ON_RUN] if below_a_wild(game, (*table, *melds), added) else []),
    ]
    runs = [any(place in best.stands_for for place in meld) for meld in best.melds]
    kinds = ["run" if run else kind_of(game, meld) for run, meld in zip(runs, melds, strict=True)]
    reason = game.laid(deal, kinds, first=True)
    prices = [clauses.LEFT_OVER] if any(map(game.open_price, cards_at(hand, best.left))) else []
    open = search.decisive(hand, asked, price, table, best, other_readings(game), used, steps)
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


def second_group_open(
    game: ContractRummy,
    law: Contract | Law,
    hand: Row,
    best: LayDown | None,
    best_under: Callable[[Law], LayDown | None],
) -> list[str] | None:
    """Return the open point on two groups of a rank if these would leave fewer points; None if that is not known."""
    if not isinstance(law, Law) or law.alike != "apart" or "alike" in game.chosen_rules or best and not best.points:
        return []
    sizes = sorted((*law.groups, *(law.further or ())[:1] * 2))[:2]
    count = Counter(card.rank for card in hand if not game.is_wild(card))
    naturals = max(count.values(), default=0)
    if len(sizes) < 2 or naturals < 2 or naturals + len(hand) - count.total() < sum(sizes):
        return []
    if best and best.at_least is not None:
        return None
    try:
        other = best_under(law._replace(second_groups=True))
    except Spent:
        return None
    if not other or best and (other.points if other.at_least is None else other.at_least) >= best.points:
        return []
    return [clauses.ONE_OF_EACH] if not best or other.points < best.points else None


def best_found(at_least: int) -> Text:
    """Return the note for a search that stopped before it had proved the best lay-down."""
    if not at_least:
        return Text(N_("This is the best lay-down found; there may be a better one."))
    return Text(N_("This is the best lay-down found; none leaves fewer than {points}."), points=at_least)


def could_add(game: ContractRummy, deal: Deal, hand: Row, table: tuple[Row, ...], laid_down: bool) -> Ruling:
    """Rule on the cards that can be laid off, each after those it needs; before laying down, on those that would do."""
    fit_together(game, deal, hand, table)
    if not laid_down:
        notes = [game.text(NOT_YET)] if table else []
        try:
            cards = would_do(game, deal, hand, table)
            if not cards:
                whole = search.can_lay_down(hand, contract(game, deal))
                notes.append(WHOLE if whole else against_whole(game, deal, hand) or NO_CARD)
        except Spent:
            raise Unreadable(TOO_LONG, "hand", hand) from None
        return game.ruling(
            rules=[*contract_rules(game, deal), clauses.LAY_OFF],
            answer={"would_do": cards},
            notes=tuple(notes),
            reason=ONE_SHORT if cards else None,
        )
    if isinstance(contract(game, deal), Law):
        steps = strictly = dict.fromkeys(additions(game, hand, table))
    else:
        steps, strictly = (
            {(meld, hand[card], end): None for meld, card, end in search.additions(hand, table, law)}
            for law in (growth(game), growth(game)._replace(below_wilds=False))
        )
    shown = [{"meld": meld, "card": card, "end": end} for meld, card, end in steps]
    open = [clauses.LAY_OFF_ON_RUN] if steps != strictly else []
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


def would_do(game: ContractRummy, deal: Deal, hand: Row, table: tuple[Row, ...]) -> list[dict[str, object]]:
    """Return the cards any one of which would make the contract, each with the number that may be unseen."""
    seen = Counter((*hand, *sum(table, ())))
    cards = search.missing(hand, contract(game, deal), game.pack.suits)
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
            raise Unreadable(Text(N_("meld {n}: {reason}"), n=number, reason=wrong[0].reason), "table", meld)
    for card, limit in game.pack.too_many((*hand, *sum(table, ()))):
        raise Unreadable(too_many(card, limit), "table", table)


def one_card_short(game: ContractRummy, deal: Deal, hand: Row, table: tuple[Row, ...]) -> Text | None:
    """Return a text with the cards any one of which would make the contract, if one may still be unseen."""
    cards = [row["card"] for row in would_do(game, deal, hand, table)]
    message = N_("Yes, with the {cards}") if len(cards) == 1 else N_("Yes, with any one of these: {cards}")
    return Text(message, cards=Listed(cards)) if cards else None


def against_whole(game: ContractRummy, deal: Deal, hand: Row) -> Text | None:
    """Return the objection to laying down a hand that makes the contract; None without one, or if it makes no contract.

    Raises: Spent: if the search was stopped before that was known.
    """
    law = contract(game, deal)
    if not isinstance(law, Law) or not (law.every_card or law.keeps_one):
        return None
    any_left = law._replace(every_card=False, keeps_one=False)
    if not search.can_lay_down(hand, any_left, Budget(search.ENOUGH)):
        return None
    return EVERY_CARD if law.every_card else KEEPS_ONE


def short_of(game: ContractRummy, deal: Deal, hand: Row) -> Text:
    """Return in words the largest part of the contract that a hand makes."""
    made = game.counted(*most_made(game, deal, hand))
    message = N_("this hand makes only {made}; the contract is {contract}")
    if not made:
        message = N_("this hand makes no part of the contract, {contract}")
    return game.text(message, made=made, contract=deal.in_words)


def most_made(game: ContractRummy, deal: Deal, hand: Row) -> tuple[int, int]:
    """Return the highest numbers of groups and runs of the deal's contract that the hand makes at once."""
    parts = [(groups, runs) for groups in range(len(deal.groups) + 1) for runs in range(len(deal.runs) + 1)]
    budget, whole = Budget(search.ENOUGH), contract(game, deal)
    for groups, runs in sorted(parts, key=sum, reverse=True):
        smallest = tuple(sorted(deal.groups)[:groups]), tuple(sorted(deal.runs)[:runs])
        part = replace(deal, number=0, groups=smallest[0], runs=smallest[1])
        law = contract(game, part)
        if law != whole and search.can_lay_down(hand, law, budget):
            return groups, runs
    return 0, 0


def contract(game: ContractRummy, deal: Deal) -> Contract | Law:
    """Return the contract of a deal, as the quicker search reads it if that knows the game's law."""
    group, run, lay_off, at_once = game.group, game.run, game.lay_off, game.is_last_at_once(deal)
    law = Law(
        tuple(deal.groups),
        tuple(deal.runs),
        group.least_naturals,
        run.least_naturals,
        group.half,
        run.wilds_apart,
        game.alike,
        further=(group.size, run.size) if game.more_melds else None,
        lays_off=not (lay_off.later or at_once),
        every_card=at_once,
        keeps_one=game.final_discard and not at_once,
        wild_ranks=game.wild_ranks,
    )
    plain = Law(
        (group.size,) * len(deal.groups),
        (run.size,) * len(deal.runs),
        group.size - 1,
        run.least_naturals,
        wilds_apart=True,
        alike="none",
        further=(group.size, run.size),
    )
    if law != plain or lay_off.moved_wild == "hand":
        return law._replace(growth=growth(game))
    return Contract(len(deal.groups), len(deal.runs), run.least_naturals, group.size, run.size, growth=growth(game))


def growth(game: ContractRummy) -> Growth:
    """Return the law of runs on the table, as the search reads it."""
    return Growth(both_ends=game.lay_off.both_ends, moves=game.lay_off.moved_wild, wilds_apart=game.run.wilds_apart)


def other_readings(game: ContractRummy) -> dict[str, dict[str, Any]]:
    """Return the other reading of each open point: no more than the contract, no growth below a wild at the top."""
    strictly = growth(game)._replace(below_wilds=False)
    return {clauses.CONTRACT: {"bare": True}, clauses.LAY_OFF_ON_RUN: {"growth": strictly}}
