"""Rule on laying melds down: the contract of the deal, and no two melds alike."""

from collections import Counter
from collections.abc import Iterator

from companion.rules import clauses
from companion.rules.cards import SUIT_OF, Card
from companion.rules.contracts.game import ContractRummy
from companion.rules.deals import Deal
from companion.rules.melds.row_fixes import fix
from companion.rules.melds.row_objections import Kind, check, copies, kind_of, naturals_in, shape
from companion.rules.melds.row_reading import Row, read
from companion.rules.rulings import Finding, Ruling
from companion.rules.text import N_, Text

KINDS: tuple[Kind, ...] = ("group", "run")


def lay_down(game: ContractRummy, deal: Deal, melds: tuple[Row, ...], on_table: tuple[Row, ...]) -> Ruling:
    """Rule on laying these melds down, given the player's melds on the table."""
    kinds = [kind_of(game, meld) for meld in melds] if on_table else kinds_of(game, deal, melds)
    findings = [*wrong(game, deal, melds, kinds, on_table)]
    first_and_more = not on_table and len(melds) > deal.groups + deal.runs
    change, fixed = better(game, deal, melds, kinds, on_table) if findings else (None, ())
    return game.ruling(
        findings,
        [clauses.CONTRACT, clauses.ONE_OF_EACH],
        [clauses.CONTRACT] if first_and_more and not findings else [],
        fix=change,
        fixed=fixed,
        stands_for=stands_for(game, melds, kinds),
        melds_text=None if findings else game.laid(deal, kinds, first=not on_table),
    )


def kinds_of(game: ContractRummy, deal: Deal, melds: tuple[Row, ...]) -> list[Kind]:
    """Return the intended kind of each meld of a first lay-down; a single natural counts as the kind still missing."""
    kinds = [kind_of(game, meld) for meld in melds]
    for place, meld in enumerate(melds):
        if len(naturals_in(game, meld)) < 2:
            others = kinds[:place] + kinds[place + 1 :]
            lacking = [kind for kind in KINDS if others.count(kind) < asked_number(deal, kind)]
            kinds[place] = lacking[0] if len(lacking) == 1 else kinds[place]
    return kinds


def asked_number(deal: Deal, kind: Kind) -> int:
    """Return the number of groups, or of runs, in the contract of the deal."""
    return deal.groups if kind == "group" else deal.runs


def wrong(
    game: ContractRummy, deal: Deal, melds: tuple[Row, ...], kinds: list[Kind], on_table: tuple[Row, ...]
) -> Iterator[Finding]:
    """Yield all objections to the lay-down; positions count through the cards of all melds, one after another."""
    yield from table_objections(game, on_table)
    yield from each_meld(game, melds, kinds)
    if not on_table:
        yield from short_of_contract(game, deal, kinds)
    yield from twice(game, melds, kinds, on_table)
    over = copies(game, sum(melds, ()), sum(on_table, ()))
    if over:
        yield over


def each_meld(game: ContractRummy, melds: tuple[Row, ...], kinds: list[Kind]) -> Iterator[Finding]:
    """Yield the objections to each meld on its own."""
    offset = 0
    for number, (meld, kind) in enumerate(zip(melds, kinds, strict=True), start=1):
        for found in shape(game, kind, meld):
            reason = Text(N_("meld {n}: {reason}"), n=number, reason=found.reason)
            yield Finding(found.rule, reason, tuple(offset + place for place in found.cards))
        offset += len(meld)


def table_objections(game: ContractRummy, on_table: tuple[Row, ...]) -> Iterator[Finding]:
    """Yield the objections to each meld on the table; its cards have no positions among those laid down."""
    for number, meld in enumerate(on_table, start=1):
        kind = kind_of(game, meld)
        if check(game, kind, meld):
            reason = Text(N_("meld {n} on the table is not legal"), n=number)
            yield game.finding(clauses.LEGAL_AFTERWARDS, reason)
        for found in shape(game, kind, meld):
            yield Finding(found.rule, Text(N_("meld {n} on the table: {reason}"), n=number, reason=found.reason))


def short_of_contract(game: ContractRummy, deal: Deal, kinds: list[Kind]) -> Iterator[Finding]:
    """Yield an objection if a first lay-down has too few groups or runs for the contract."""
    if missing := game.counted(*(asked_number(deal, kind) - kinds.count(kind) for kind in KINDS)):
        reason = Text(
            N_("this is {missing} short of the contract, {contract}"), missing=missing, contract=Text(deal.description)
        )
        yield game.finding(clauses.CONTRACT, reason)


def twice(
    game: ContractRummy, melds: tuple[Row, ...], kinds: list[Kind], on_table: tuple[Row, ...]
) -> Iterator[Finding]:
    """Yield objections to two groups of one rank, or two runs in one suit, of one player in a deal."""
    placed = [(meld, kind_of(game, meld), range(0)) for meld in on_table]
    offset = 0
    for meld, kind in zip(melds, kinds, strict=True):
        placed.append((meld, kind, range(offset, offset + len(meld))))
        offset += len(meld)
    seen: dict[str, range] = {}
    for meld, kind, places in placed:
        share = shared_mark(game, meld, kind)
        if share and share in seen:
            yield game.finding(clauses.ONE_OF_EACH, second(game, share), (*seen[share], *places))
        seen.setdefault(share, places)


def shared_mark(game: ContractRummy, meld: Row, kind: Kind) -> str:
    """Return the rank of a group or the suit of a run, shared by most naturals; empty if there is no majority."""
    shares = Counter(card.rank if kind == "group" else card.suit for card in naturals_in(game, meld))
    most = [share for share, count in shares.items() if count == max(shares.values())]
    return most[0] if len(most) == 1 else ""


def second(game: ContractRummy, share: str) -> Text:
    """Return the message about a second group of that rank, or a second run in that suit."""
    if share in SUIT_OF:
        return game.text(N_("that makes two {runs} in {suit}"), suit=Text(SUIT_OF[share].name))
    return game.text(N_("that makes two {groups} of the rank {rank}"), rank=share)


def better(
    game: ContractRummy, deal: Deal, melds: tuple[Row, ...], kinds: list[Kind], on_table: tuple[Row, ...]
) -> tuple[Text | None, Row]:
    """Return a short change to one meld that makes the whole lay-down legal."""
    for place, (meld, kind) in enumerate(zip(melds, kinds, strict=True)):
        change = fix(game, kind, meld) if shape(game, kind, meld) else None
        if change:
            changed = (*melds[:place], change.cards, *melds[place + 1 :])
            if not any(wrong(game, deal, changed, kinds, on_table)):
                text = Text(N_("{fix} in meld {n}"), fix=change.text, n=place + 1)
                return text, sum(changed, ())
    return None, ()


def stands_for(game: ContractRummy, melds: tuple[Row, ...], kinds: list[Kind]) -> dict[int, Card]:
    """Return the card that each wild card in a run stands for, by its position in all melds."""
    named, offset = {}, 0
    for meld, kind in zip(melds, kinds, strict=True):
        reading = read(game, meld) if kind == "run" else None
        for place, card in (reading.stands_for if reading else {}).items():
            named[offset + place] = card
        offset += len(meld)
    return named
