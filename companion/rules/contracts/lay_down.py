"""Rule on laying melds down: the contract of the deal, and no two melds alike."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice, permutations, product
from typing import NamedTuple

from companion.rules import clauses
from companion.rules.cards import SUIT_OF, Card, Unreadable
from companion.rules.contracts.game import ContractRummy
from companion.rules.contracts.lay_off import keeps_discard, longest
from companion.rules.deals import Deal
from companion.rules.melds.row_fixes import fix
from companion.rules.melds.row_objections import (
    Kind,
    check,
    copies,
    kind_of,
    kinds_made,
    legal_kinds,
    naturals_in,
    shape,
)
from companion.rules.melds.row_reading import Reading, Row, named, read, readings
from companion.rules.rulings import Finding, Ruling, in_meld
from companion.rules.text import N_, Number, Text

KINDS: tuple[Kind, ...] = ("group", "run")
MOST_READINGS = 100  # tried, where melds can be read as a group or a run, or upwards and downwards


class Laid(NamedTuple):
    """One meld of a lay-down, as it is read: its cards, its kind, and its reading as a run."""

    cards: Row
    kind: Kind
    reading: Reading | None


Placed = tuple[Laid, range]  # a meld of a lay-down, and the positions of its cards among all of them


def lay_down(
    game: ContractRummy, deal: Deal, melds: tuple[Row, ...], on_table: tuple[Row, ...], left: int | None = None
) -> Ruling:
    """Rule on laying these melds down, given the player's melds on the table; `left` cards remain in the hand.

    Raises: Unreadable: without a meld, once the contract is laid down.
    """
    if on_table and not melds:
        raise Unreadable(Text(N_("there are no cards")), "melds")
    laid = read_melds(game, deal, melds, on_table)
    kinds = [meld.kind for meld in laid]
    findings = [*wrong(game, deal, laid, on_table), *all_at_once(game, deal, left, bool(on_table))]
    first_and_more = not on_table and len(melds) > len(deal.groups + deal.runs)
    open = [clauses.CONTRACT] if first_and_more and not findings else []
    open += [clause for meld in laid for clause in longest(game, meld.kind, meld.cards)][:1] if not findings else []
    one_each = game.rulebook[clauses.ONE_OF_EACH]
    two_groups = findings and all(found.rule == one_each and "rank" in found.reason.values for found in findings)
    if two_groups and game.alike == "apart" and "alike" not in game.chosen_rules:  # the sources differ on them
        open = [clauses.ONE_OF_EACH]
    change, fixed = better(game, deal, laid, on_table, left) if findings else (None, ())
    at_once, keeps = game.is_last_at_once(deal), game.final_discard and left == 0
    last = [clauses.LAST_DEAL] if at_once else [clauses.DISCARD] if keeps else []
    return game.ruling(
        findings,
        [clauses.CONTRACT, clauses.ONE_OF_EACH, *last],
        open,
        fix=change,
        fixed=fixed,
        stands_for=stands_for(game, laid),
        reason=None if findings else game.laid(deal, kinds, first=not on_table),
    )


def read_melds(game: ContractRummy, deal: Deal, melds: tuple[Row, ...], on_table: tuple[Row, ...]) -> list[Laid]:
    """Return each meld as it is read: of several choices the one with the fewest objections to all together."""
    meant = [kind_of(game, meld) for meld in melds] if on_table else kinds_of(game, deal, melds)
    choices = [
        [*possible(game, meld)] or [Laid(meld, kind, read(game, meld))] for meld, kind in zip(melds, meant, strict=True)
    ]
    likely = [
        next((laid for laid in choice if laid.kind == kind), choice[0])
        for choice, kind in zip(choices, meant, strict=True)
    ]
    if sum(map(len, choices)) == len(choices):
        return likely
    every = (list(chosen) for chosen in islice(product(*choices), MOST_READINGS))
    return min((likely, *every), key=lambda chosen: len([*wrong_together(game, deal, chosen, on_table)]))


def possible(game: ContractRummy, meld: Row) -> Iterator[Laid]:
    """Yield a meld in every kind and reading that its cards make."""
    for kind in kinds_made(game, meld):
        found = readings(game, meld) if kind == "run" else [None]
        yield from (Laid(meld, kind, reading) for reading in found)


def kinds_of(game: ContractRummy, deal: Deal, melds: tuple[Row, ...]) -> list[Kind]:
    """Return the intended kind of each meld of a first lay-down; a single natural counts as the kind still missing."""
    kinds = [kind_of(game, meld) for meld in melds]
    for place, meld in enumerate(melds):
        if len(naturals_in(game, meld)) < 2:
            others = kinds[:place] + kinds[place + 1 :]
            lacking = [kind for kind in KINDS if others.count(kind) < len(asked(deal, kind))]
            kinds[place] = lacking[0] if len(lacking) == 1 else kinds[place]
    return kinds


def asked(deal: Deal, kind: Kind) -> tuple[int, ...]:
    """Return the least sizes of the groups, or of the runs, in the contract of the deal."""
    return deal.groups if kind == "group" else deal.runs


def wrong(game: ContractRummy, deal: Deal, laid: Sequence[Laid], on_table: tuple[Row, ...]) -> Iterator[Finding]:
    """Yield all objections to the lay-down; positions count through the cards of all melds, one after another."""
    yield from table_objections(game, on_table)
    yield from each_meld(game, laid)
    yield from wrong_together(game, deal, laid, on_table)
    over = copies(game, sum((meld.cards for meld in laid), ()), sum(on_table, ()))
    if over:
        yield over


def wrong_together(
    game: ContractRummy, deal: Deal, laid: Sequence[Laid], on_table: tuple[Row, ...]
) -> Iterator[Finding]:
    """Yield the objections to what the melds are together, which depend on the kind and reading of each."""
    if not on_table:
        yield from short_of_contract(game, deal, laid)
    yield from beyond_contract(game, deal, laid, on_table)
    yield from alike(game, deal, laid, on_table)


def all_at_once(game: ContractRummy, deal: Deal, left: int | None, later: bool) -> Iterator[Finding]:
    """Yield an objection to cards left where every card is laid down at once, or to none where one is discarded."""
    if not game.is_last_at_once(deal):
        yield from keeps_discard(game, left)
    elif later:
        yield game.finding(clauses.LAST_DEAL, Text(N_("in the last deal the lay-down ends the deal")))
    elif left:
        one = N_("in the last deal every card is laid down at once, and {count} is left")
        many = N_("in the last deal every card is laid down at once, and {count} are left")
        yield game.finding(clauses.LAST_DEAL, Text(one, many, count=left))


def each_meld(game: ContractRummy, laid: Sequence[Laid]) -> Iterator[Finding]:
    """Yield the objections to each meld on its own."""
    offset = 0
    for number, meld in enumerate(laid, start=1):
        yield from in_meld(number, offset, shape(game, meld.kind, meld.cards))
        offset += len(meld.cards)


def table_objections(game: ContractRummy, on_table: tuple[Row, ...]) -> Iterator[Finding]:
    """Yield the objections to each meld on the table; its cards have no positions among those laid down."""
    for number, meld in enumerate(on_table, start=1):
        if legal_kinds(game, meld):
            continue
        yield game.finding(clauses.LEGAL_AFTERWARDS, Text(N_("meld {n} on the table is not legal"), n=number))
        for found in shape(game, kind_of(game, meld), meld):
            yield Finding(found.rule, Text(N_("meld {n} on the table: {reason}"), n=number, reason=found.reason))


def short_of_contract(game: ContractRummy, deal: Deal, laid: Sequence[Laid]) -> Iterator[Finding]:
    """Yield an objection if a first lay-down has too few groups or runs for the contract, or too short ones."""
    kinds = [meld.kind for meld in laid]
    if missing := game.words.counted(*(len(asked(deal, kind)) - kinds.count(kind) for kind in KINDS)):
        reason = Text(
            N_("this is {missing} short of the contract, {contract}"), missing=missing, contract=deal.description
        )
        yield game.finding(clauses.CONTRACT, reason)
    for kind, law, word in (("group", game.group, game.words.group), ("run", game.run, game.words.run)):
        sizes = sorted((max(len(meld.cards), law.size) for meld in laid if meld.kind == kind), reverse=True)
        least = sorted(deal.groups if kind == "group" else deal.runs, reverse=True)
        short = [need for have, need in zip(sizes, least, strict=False) if have < need]
        if short and len(sizes) >= len(least):
            reason = Text(
                N_("the contract asks for a {meld} of {least} cards"), meld=Text(word), least=Number(short[0])
            )
            yield game.finding(clauses.CONTRACT, reason)


def beyond_contract(
    game: ContractRummy, deal: Deal, laid: Sequence[Laid], on_table: tuple[Row, ...]
) -> Iterator[Finding]:
    """Yield an objection to melds beyond the contract, at once or later, where the game allows none."""
    if game.more_melds or not laid:
        return
    if on_table:
        yield game.finding(clauses.CONTRACT, Text(N_("no further melds are laid down after the contract")))
    kinds = [meld.kind for meld in laid]
    if not on_table and (more := game.words.counted(*(kinds.count(kind) - len(asked(deal, kind)) for kind in KINDS))):
        message = N_("this is {more} more than the contract, {contract}")
        yield game.finding(clauses.CONTRACT, Text(message, more=more, contract=deal.description))


def alike(game: ContractRummy, deal: Deal, laid: Sequence[Laid], on_table: tuple[Row, ...]) -> Iterator[Finding]:
    """Yield objections to melds of one player, or of the contract, that are alike, as far as the game forbids them."""
    if game.alike == "any" or (game.alike == "apart" and on_table):
        return
    placed, offset = [(Laid(meld, kind_of(game, meld), None), range(0)) for meld in on_table], 0
    for meld in laid:
        placed.append((meld, range(offset, offset + len(meld.cards))))
        offset += len(meld.cards)
    for kind in KINDS:
        melds = [each for each in placed if each[0].kind == kind]
        if game.alike == "none":
            yield from of_one_mark(game, melds)
        else:
            close = of_one_mark if kind == "group" else joined
            parts = parts_of_contract(deal, kind, melds) if game.more_melds else [melds]
            yield from min(([*close(game, part)] for part in parts), key=len, default=[])


def parts_of_contract(deal: Deal, kind: Kind, placed: Sequence[Placed]) -> Iterator[Sequence[Placed]]:
    """Yield every choice of melds of a kind that makes its part of the contract."""
    least = sorted(asked(deal, kind), reverse=True)
    for part in islice(combinations(placed, len(least)), MOST_READINGS):
        sizes = sorted((len(meld.cards) for meld, _ in part), reverse=True)
        if all(have >= need for have, need in zip(sizes, least, strict=True)):
            yield part


def of_one_mark(game: ContractRummy, placed: Sequence[Placed]) -> Iterator[Finding]:
    """Yield objections to several groups of a rank, or several runs of a suit."""
    marked: dict[str, list[range]] = {}
    for meld, places in placed:
        marked.setdefault(shared_mark(game, meld.cards, meld.kind), []).append(places)
    for share, several in marked.items():
        if share and len(several) > 1:
            yield game.finding(clauses.ONE_OF_EACH, second(game, share), tuple(chain(*several)))


def joined(game: ContractRummy, placed: Sequence[Placed]) -> Iterator[Finding]:
    """Yield objections to runs of a suit of which one begins where the other ends."""
    runs = [(meld.reading, places) for meld, places in placed if meld.reading]
    for (low, here), (high, there) in permutations(runs, 2):
        if low.suit == high.suit and low.top + 1 == high.start and low.fits and high.fits:
            message = N_("two {runs} in {suit} join at {low} and {high}; together they are one")
            suit, top, bottom = Text(SUIT_OF[low.suit].name), low.means(low.top), high.means(high.start)
            reason = game.text(message, suit=suit, low=top, high=bottom)
            yield game.finding(clauses.ONE_OF_EACH, reason, (*here, *there))


def shared_mark(game: ContractRummy, meld: Row, kind: Kind) -> str:
    """Return the rank of a group or the suit of a run, shared by most naturals; empty if there is no majority."""
    shares = Counter(card.rank if kind == "group" else card.suit for card in naturals_in(game, meld))
    most = [share for share, count in shares.items() if count == max(shares.values())]
    return most[0] if len(most) == 1 else ""


def second(game: ContractRummy, share: str) -> Text:
    """Return the message about several groups of that rank, or several runs in that suit."""
    if share in SUIT_OF:
        return game.text(N_("that makes more than one {run} in {suit}"), suit=Text(SUIT_OF[share].name))
    return game.text(N_("that makes more than one {group} of the rank {rank}"), rank=share)


def better(
    game: ContractRummy, deal: Deal, laid: Sequence[Laid], on_table: tuple[Row, ...], left: int | None
) -> tuple[Text | None, Row]:
    """Return a short change to one meld that makes the whole lay-down legal; `left` cards remain in the hand now."""
    for place, meld in enumerate(laid):
        change = fix(game, meld.kind, meld.cards) if shape(game, meld.kind, meld.cards) else None
        if change:
            fixed = Laid(change.cards, meld.kind, read(game, change.cards))
            changed = (*laid[:place], fixed, *laid[place + 1 :])
            remain = None if left is None else max(left + len(meld.cards) - len(change.cards), 0)
            later = all_at_once(game, deal, remain, bool(on_table))
            if not any(chain(wrong(game, deal, changed, on_table), later)):
                text = Text(N_("{fix} in meld {n}"), fix=change.text, n=place + 1)
                return text, sum((meld.cards for meld in changed), ())
    return None, ()


def stands_for(game: ContractRummy, laid: Sequence[Laid]) -> dict[int, Card]:
    """Return the card that each wild card in a run stands for, by its position in all melds."""
    stand_for: dict[int, Card] = {}
    offset = 0
    for meld in laid:
        if meld.kind == "run" and meld.reading:
            found = meld.reading.stands_for if check(game, "run", meld.cards) else named(game, meld.cards)
            stand_for |= {offset + place: card for place, card in found.items()}
        offset += len(meld.cards)
    return stand_for
