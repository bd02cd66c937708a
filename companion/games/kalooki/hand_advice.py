"""K17, K18 and K20–K24 for a hand: whether it can be laid down, and the lay-down that leaves the fewest points."""

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.games.kalooki import short
from companion.games.kalooki.joker_moves import moved_joker
from companion.games.kalooki.lay_off import Step as Grown
from companion.games.kalooki.lay_off import grow_four
from companion.games.kalooki.melds import check, kind_of
from companion.games.kalooki.run_reading import Row, read
from companion.games.kalooki.table import Kalooki, cost
from companion.games.kalooki.wording import laid
from companion.rules.cards import JOKER, Card, Unreadable, too_many
from companion.rules.contracts import search
from companion.rules.deals import Deal
from companion.rules.rulings import Ruling
from companion.rules.text import N_, Listed, Text

Step = tuple[int, Card, str]  # index of a meld on the table, a card, and its place there: top, bottom, joker, group
# K17: exactly the contract is laid down; K22: no four grows downwards below a joker that stands for the ace.
OTHER_READINGS = {"K17": {"bare": True}, "K22": {"below_wilds": False}}


def can_lay_down(game: Kalooki, deal: Deal, hand: Row, table: tuple[Row, ...]) -> Ruling:
    """K17: rule on whether this hand holds the contract, with the lay-down that leaves the fewest points."""
    fit_together(game, deal, hand, table)
    contract, steps = short.contract(game, deal.groups, deal.runs), game.search_step_limit
    best = search.best_lay_down(hand, contract, cost, table, steps=steps)
    if not best:
        rests = [*contract_rules(game), *(["K20", "K26"] if table else [])]
        fix = one_card_short(game, deal, hand, table)
        notes = (short.short_of(game, deal, hand), *([] if fix else [short.NO_CARD]))
        return game.ruling(rules=rests, answer={"possible": False}, fix=fix, notes=notes)
    added = [(meld, hand[card], end) for meld, card, end in best.additions]
    rests = [*contract_rules(game), *(["K20", *grounds(added), "K26"] if table else [])]
    more = len(best.melds) > deal.groups + deal.runs
    answer = {
        "possible": True,
        "melds": [cards_at(hand, meld) for meld in best.melds],
        "left": cards_at(hand, best.left),
        "left_points": best.points,
    }
    if table:
        answer["tracked_on"] = [{"meld": at, "card": card, "end": end} for at, card, end in added]
    used = [*(["K17"] if more else []), *(["K22"] if below_a_joker(game, table, added) else [])]
    stands = laid(deal, [kind_of(tuple(cards_at(hand, meld))) for meld in best.melds], first=True)
    open = search.decisive(hand, contract, cost, table, best, OTHER_READINGS, used, steps)
    at_least = best.points if open is None and best.at_least is None else best.at_least
    return game.ruling(
        rules=rests,
        open=open or [],
        answer=answer,
        stands_for=best.stands_for,
        melds_text=stands,
        notes=(best_found(at_least),) if at_least is not None else (),
        at_least=at_least,
    )


def best_found(at_least: int) -> Text:
    """Return the note for a search that stopped before it had proved the best lay-down."""
    if not at_least:
        return Text(N_("The best found; perhaps fewer points can be left."))
    return Text(N_("The best found; fewer than {points} cannot be left."), points=at_least)


def could_add(game: Kalooki, deal: Deal, hand: Row, table: tuple[Row, ...], laid_down: bool) -> Ruling:
    """K17, K20–K24: return the cards that can be tracked on, each after those that it needs there.

    Before laying down, return those that would make the contract.
    """
    fit_together(game, deal, hand, table)
    if not laid_down:
        cards = would_do(game, deal, hand, table)
        notes = [short.NOT_YET] if table else []
        if not cards:
            whole = search.can_lay_down(hand, short.contract(game, deal.groups, deal.runs))
            notes.append(short.WHOLE if whole else short.NO_CARD)
        return game.ruling(rules=[*contract_rules(game), "K20"], answer={"would_do": cards}, notes=tuple(notes))
    steps, strictly = (
        {(meld, hand[card], end): None for meld, card, end in search.additions(hand, table, below_wilds)}
        for below_wilds in (True, False)
    )
    shown = [{"meld": meld, "card": card, "end": end} for meld, card, end in steps]
    open = ["K22"] if steps != strictly else []
    return game.ruling(rules=["K20", *grounds(steps)], open=open, answer={"tracked_on": shown})


def contract_rules(game: Kalooki) -> list[str]:
    """K11a, K17, K18: return the rules that a lay-down rests on; K11a only if the house requires naturals in a four."""
    return ["K17", "K18", *(["K11a"] if game.least_naturals else [])]


def grounds(steps: Iterable[Step]) -> list[str]:
    """K21–K24: return the numbers of the rules under which these cards are added."""
    used = {"group": ["K21"], "joker": ["K24"]}
    return sorted({number for _, card, end in steps for number in used.get(end, ["K23" if card == JOKER else "K22"])})


def below_a_joker(game: Kalooki, table: tuple[Row, ...], steps: Iterable[Step]) -> bool:
    """K22: return whether, adding these cards in turn, a four grows downwards below a joker that stands for the ace."""
    rows = dict(enumerate(table))
    return any(grown.open for grown in grow(game, rows, steps))


def grow(game: Kalooki, rows: dict[int, Row], steps: Iterable[Step]) -> Iterator[Grown]:
    """K22–K24: yield the fours among these melds, each after a card is added to it."""
    for meld, card, end in steps:
        reading = read(rows[meld])
        if end == "group" or reading is None:
            continue
        grown = moved_joker(game, reading, card) if end == "joker" else grow_four(game, rows[meld], card, end)
        rows[meld] = grown.meld
        yield grown


def would_do(game: Kalooki, deal: Deal, hand: Row, table: tuple[Row, ...]) -> list[dict[str, object]]:
    """K17: return the cards any one of which would make the contract, each with the number that may be unseen."""
    seen = Counter((*hand, *sum(table, ())))
    cards = search.missing(hand, short.contract(game, deal.groups, deal.runs), game.pack.suits)
    about = {card: (game.pack.limit(card) or 0) - seen[card] for card in cards}
    return [{"card": card, "about": count} for card, count in about.items() if count > 0]


def cards_at(hand: Row, places: tuple[int, ...]) -> list[Card]:
    """Return the cards of the hand in those places."""
    return [hand[place] for place in places]


def fit_together(game: Kalooki, deal: Deal, hand: Row, table: tuple[Row, ...]) -> None:
    """K12: check that the hand is not too large, and that hand and table fit the packs and the melds are legal.

    Raises: Unreadable: if one of these fails.
    """
    game.check_held(hand, "hand", deal)
    for number, meld in enumerate(table, start=1):
        if wrong := check(game, kind_of(meld), meld):
            raise Unreadable(Text(N_("meld {n}: {reason}"), n=number, reason=wrong[0].reason), "table", meld)
    for card, limit in game.pack.too_many((*hand, *sum(table, ()))):
        raise Unreadable(too_many(card, limit), "table", table)


def one_card_short(game: Kalooki, deal: Deal, hand: Row, table: tuple[Row, ...]) -> Text | None:
    """Return a text with the cards any one of which would make the contract, if one may still be unseen."""
    cards = [row["card"] for row in would_do(game, deal, hand, table)]
    return Text(N_("Any one of these would be enough: {cards}."), cards=Listed(cards)) if cards else None
