"""K17 and K18: laying down, and the contract."""

from collections import Counter
from collections.abc import Iterator

from companion.games.kalooki.fixes import fix
from companion.games.kalooki.melds import check, copies, kind_of, naturals_in, shape
from companion.games.kalooki.run_reading import Row, read
from companion.games.kalooki.table import Kalooki
from companion.games.kalooki.wording import counted, laid
from companion.rules.cards import JOKER, SUIT_OF, Card
from companion.rules.deals import Deal
from companion.rules.rulings import Finding, Ruling
from companion.rules.text import N_, Text


def lay_down(game: Kalooki, deal: Deal, melds: tuple[Row, ...], on_table: tuple[Row, ...]) -> Ruling:
    """K17, K18: rule on laying these melds down, given the player's melds on the table."""
    kinds = [kind_of(meld) for meld in melds] if on_table else kinds_of(deal, melds)
    findings = [*wrong(game, deal, melds, kinds, on_table)]
    first_and_more = not on_table and len(melds) > deal.groups + deal.runs
    change, fixed = better(game, deal, melds, kinds, on_table) if findings else (None, ())
    return game.ruling(
        findings,
        ["K17", "K18"],
        ["K17"] if first_and_more and not findings else [],
        fix=change,
        fixed=fixed,
        stands_for=stands_for(melds, kinds),
        melds_text=None if findings else laid(deal, kinds, first=not on_table),
    )


def kinds_of(deal: Deal, melds: tuple[Row, ...]) -> list[str]:
    """Return the intended kind of each meld of a first lay-down; a single natural counts as the kind still missing."""
    kinds = [kind_of(meld) for meld in melds]
    for place, meld in enumerate(melds):
        if naturals_in(meld) < 2:
            others = kinds[:place] + kinds[place + 1 :]
            lacking = [kind for kind in ("three", "four") if others.count(kind) < asked_for(deal, kind)]
            kinds[place] = lacking[0] if len(lacking) == 1 else kinds[place]
    return kinds


def asked_for(deal: Deal, kind: str) -> int:
    """Return the number of threes, or of fours, in the contract of the deal."""
    return deal.groups if kind == "three" else deal.runs


def wrong(
    game: Kalooki, deal: Deal, melds: tuple[Row, ...], kinds: list[str], on_table: tuple[Row, ...]
) -> Iterator[Finding]:
    """Yield all objections to the lay-down; positions count through the cards of all melds, one after another."""
    yield from lying(game, on_table)
    yield from each_meld(game, melds, kinds)
    if not on_table:
        yield from short_of_contract(game, deal, kinds)
    yield from twice(game, melds, kinds, on_table)
    over = copies(game, sum(melds, ()), sum(on_table, ()))
    if over:
        yield over


def each_meld(game: Kalooki, melds: tuple[Row, ...], kinds: list[str]) -> Iterator[Finding]:
    """K6–K11a: yield the objections to each meld on its own."""
    offset = 0
    for number, (meld, kind) in enumerate(zip(melds, kinds, strict=True), start=1):
        for found in shape(game, kind, meld):
            reason = Text(N_("meld {n}: {reason}"), n=number, reason=found.reason)
            yield Finding(found.rule, reason, tuple(offset + place for place in found.cards))
        offset += len(meld)


def lying(game: Kalooki, on_table: tuple[Row, ...]) -> Iterator[Finding]:
    """K26: yield the objections to each meld on the table; its cards have no positions among those laid down."""
    for number, meld in enumerate(on_table, start=1):
        kind = kind_of(meld)
        if check(game, kind, meld):
            yield game.finding("K26", Text(N_("meld {n} on the table is not legal"), n=number))
        for found in shape(game, kind, meld):
            yield Finding(found.rule, Text(N_("meld {n} on the table: {reason}"), n=number, reason=found.reason))


def short_of_contract(game: Kalooki, deal: Deal, kinds: list[str]) -> Iterator[Finding]:
    """K17: yield an objection if a first lay-down has too few threes or fours for the contract."""
    if missing := counted(*(asked_for(deal, kind) - kinds.count(kind) for kind in ("three", "four"))):
        reason = Text(N_("{missing} short of the contract, {contract}"), missing=missing, contract=deal.label)
        yield game.finding("K17", reason)


def twice(game: Kalooki, melds: tuple[Row, ...], kinds: list[str], on_table: tuple[Row, ...]) -> Iterator[Finding]:
    """K18: no two threes of one rank, no two fours in one suit, for one player in a deal."""
    placed = [(meld, kind_of(meld), range(0)) for meld in on_table]
    offset = 0
    for meld, kind in zip(melds, kinds, strict=True):
        placed.append((meld, kind, range(offset, offset + len(meld))))
        offset += len(meld)
    seen: dict[str, range] = {}
    for meld, kind, places in placed:
        share = mark(meld, kind)
        if share and share in seen:
            yield game.finding("K18", second(share), (*seen[share], *places))
        seen.setdefault(share, places)


def mark(meld: Row, kind: str) -> str:
    """Return the rank of a three or the suit of a four, shared by most naturals; empty if there is no majority."""
    shares = Counter(card.rank if kind == "three" else card.suit for card in meld if card != JOKER)
    most = [share for share, count in shares.items() if count == max(shares.values())]
    return most[0] if len(most) == 1 else ""


def second(share: str) -> Text:
    """Return the message about a second three of that rank, or a second four in that suit."""
    if share in SUIT_OF:
        return Text(N_("a second four in {suit}"), suit=Text(SUIT_OF[share].name))
    return Text(N_("a second three of the rank {rank}"), rank=share)


def better(
    game: Kalooki, deal: Deal, melds: tuple[Row, ...], kinds: list[str], on_table: tuple[Row, ...]
) -> tuple[Text | None, Row]:
    """Return a short change to one meld that makes the whole lay-down legal."""
    for place, (meld, kind) in enumerate(zip(melds, kinds, strict=True)):
        change = fix(game, kind, meld) if shape(game, kind, meld) else None
        if change:
            changed = (*melds[:place], change.cards, *melds[place + 1 :])
            if not any(wrong(game, deal, changed, kinds, on_table)):
                text = Text(N_("meld {n}: {reason}"), n=place + 1, reason=change.text)
                return text, sum(changed, ())
    return None, ()


def stands_for(melds: tuple[Row, ...], kinds: list[str]) -> dict[int, Card]:
    """K9: return the card that each joker in a four stands for, by its position in all melds."""
    named, offset = {}, 0
    for meld, kind in zip(melds, kinds, strict=True):
        reading = read(meld) if kind == "four" else None
        for place, card in (reading.stands_for if reading else {}).items():
            named[offset + place] = card
        offset += len(meld)
    return named
