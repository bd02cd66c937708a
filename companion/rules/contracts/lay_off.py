"""Rule on laying off. Positions count through the meld's cards, then those added."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.rules import clauses
from companion.rules.cards import Card, Unreadable
from companion.rules.contracts.game import ContractRummy
from companion.rules.melds.row_objections import (
    Kind,
    check,
    copies,
    has_wild_rank,
    kind_of,
    legal_kinds,
    naturals_in,
    too_many_wilds,
    wilds_at,
)
from companion.rules.melds.row_reading import Reading, Row, named, read, readings
from companion.rules.questions import Target
from companion.rules.rulings import Finding, Ruling
from companion.rules.text import N_, Listed, Text

FITS = {
    "group": Text(N_("the {cards} fits this {group}"), N_("the {cards} fit this {group}")),
    "run": Text(N_("the {cards} fits this {run}"), N_("the {cards} fit this {run}")),
}


class Step(NamedTuple):
    """One card laid off: the meld afterwards, the objections, and whether an open point decided."""

    meld: Row
    findings: list[Finding]
    open: bool = False


def lay_off(
    game: ContractRummy,
    meld: Row,
    cards: Row,
    end: str | None,
    laid_down: bool,
    this_turn: bool = False,
    left: int | None = None,
) -> Ruling:
    """Rule on laying these cards off on this meld, one after another; `left` cards remain in the hand.

    Raises: Unreadable: without a card.
    """
    if not cards:
        raise Unreadable(Text(N_("there is no card to add")), "cards")
    refused = list[Finding]()
    if not legal_kinds(game, meld):
        reason = Text(N_("the meld on the table is not legal itself"))
        refused = [game.finding(clauses.LEGAL_AFTERWARDS, reason), *check(game, kind_of(game, meld), meld)]
    kind, step = (kind_of(game, meld), Step(meld, refused)) if refused else added(game, meld, cards, end)
    turn = [*has_laid_down(game, laid_down, this_turn), *keeps_discard(game, left)]
    findings = [*turn, *step.findings]
    wild = [clauses.LAY_OFF_WILD] if wilds_at(game, cards) else []
    ranks = [clauses.WILD_RANKS] if has_wild_rank(game, cards) else []
    grown = [clauses.LAY_OFF_ON_GROUP] if kind == "group" else [clauses.LAY_OFF_ON_RUN, *wild]
    rules = [clauses.LAY_OFF, *grown, *ranks, clauses.LEGAL_AFTERWARDS]
    if findings:
        change = other_end(game, kind, meld, cards, end) if end and not turn and not refused else None
        ratio = not refused and all(found.rule == game.rulebook[clauses.GROUP_NATURALS] for found in findings)
        return game.ruling(findings, rules, [clauses.GROUP_NATURALS] if ratio else [], fix=change)
    stand_for = named(game, step.meld) if kind == "run" else {}
    return game.ruling(
        rules=[*rules, *([clauses.WILD_CARDS] if stand_for else [])],
        open=[*([clauses.LAY_OFF_ON_RUN] if step.open else []), *longest(game, kind, step.meld)],
        answer={"meld": step.meld},
        stands_for=stand_for,
        reason=game.text(FITS[kind].message, FITS[kind].plural, count=len(cards), cards=Listed(cards)),
    )


def added(game: ContractRummy, meld: Row, cards: Row, end: str | None) -> tuple[Kind, Step]:
    """Return the meld with the cards added, as the kind and in the reading with the fewest objections."""
    tried = [(kind, add_all(game, kind, row, cards, end)) for kind, row in lying(game, meld, end)]
    return min(tried, key=lambda each: len(each[1].findings))


def lying(game: ContractRummy, meld: Row, end: str | None) -> Iterator[tuple[Kind, Row]]:
    """Yield a legal meld in each of its kinds, and as a run from the lowest card in each of its readings.

    Of a meld that may be both, only the run has the ends of which one is named.
    """
    kinds = legal_kinds(game, meld)
    for kind in kinds:
        if kind == "group" and end and "run" in kinds:
            continue
        yield from [(kind, reading.ascending) for reading in readings(game, meld)] if kind == "run" else [(kind, meld)]


def targets(game: ContractRummy, meld: Row) -> list[Target]:
    """Return the ends of a meld as targets, also a closed lower end of a run, the usual dispute."""
    reading = read(game, meld) if kind_of(game, meld) == "run" else None
    if reading is None:
        return [Target(len(meld), game.text(N_("on to this {group}")), "", {})]
    lower, upper, ends = reading.start - 1, reading.top + 1, list[Target]()
    if lower >= 0:
        ends.append(Target(-1, Text(N_("lower end")), reading.means(lower).rank, {"end": "bottom"}))
    if not reading.at_top:
        ends.append(Target(len(meld), Text(N_("upper end")), reading.means(upper).rank, {"end": "top"}))
    return ends


def longest(game: ContractRummy, kind: Kind, meld: Row) -> list[str]:
    """Return the clause on the ends of a run if this is the longest there can be, on which the sources differ."""
    return [clauses.LADDER] if kind == "run" and len(meld) == len(game.ladder) else []


def add_all(game: ContractRummy, kind: str, meld: Row, cards: Row, end: str | None) -> Step:
    """Return the meld with the cards added in turn, and all objections; a run stops growing at the first."""
    refused: list[Finding] = []
    open_point = False
    before = len(meld)
    for place, card in enumerate(cards, start=before):
        step = grow_group(game, meld, card) if kind == "group" else grow_run(game, legal_run(game, meld), card, end)
        refused += [Finding(found.rule, found.reason, (place,)) for found in step.findings]
        if step.findings and kind == "run":
            later = cards[place + 1 - before :]
            rest = copies(game, later, [lying for lying in (*meld, card) if lying in later])
            shifted = [Finding(rest.rule, rest.reason, tuple(place + 1 + at for at in rest.cards))] if rest else []
            return Step(meld, [*refused, *shifted])
        if not step.findings:
            meld, open_point = step.meld, open_point or step.open
    return Step(meld, refused, open_point)


def other_end(game: ContractRummy, kind: str, meld: Row, cards: Row, end: str) -> Text | None:
    """Return the fix if the cards would fit at the other end, at no end as in a group, or some at each end."""
    other = "bottom" if end == "top" else "top"
    if not added(game, meld, cards, other)[1].findings:
        return Text(N_("Yes, at the other end"))
    fitting = [each for each in lying(game, meld, None) if not add_all(game, *each, cards, None).findings]
    if kind == "group" or not fitting:
        return None
    free_kind, row = fitting[0]
    if free_kind == "group":
        return Text(N_("Yes, as {meld}"), meld=Text(game.words.kinds[game.words.kind_names[free_kind]]))
    at: dict[str, list[Card]] = {"top": [], "bottom": []}
    for card in cards:
        reading = legal_run(game, row)
        place = free_end(game, reading, card)
        at[place].append(card)
        row = grow_run(game, reading, card, place).meld
    message = N_("Yes, with {top} on top and {below} below")
    return Text(message, top=Listed(at["top"]), below=Listed(at["bottom"]))


def free_end(game: ContractRummy, reading: Reading, card: Card) -> str:
    """Return the end at which a run takes a card for which no end is named: the top, unless only the bottom fits."""
    if not game.lay_off.both_ends or reading.at_top or reading.start == 0:
        return growing_end(reading)
    if game.is_wild(card):
        return "bottom" if game.run.wilds_apart and game.is_wild(reading.ascending[-1]) else "top"
    return "bottom" if card == reading.means(reading.start - 1) else "top"


def growing_end(reading: Reading) -> str:
    """Return the only end at which a run grows, where it grows upwards until its top is an ace."""
    return "bottom" if reading.at_top else "top"


def legal_run(game: ContractRummy, row: Row) -> Reading:
    """Return the reading of a legal run that lies from its lowest card to its highest."""
    reading = read(game, row, flipped=False)
    assert reading is not None  # a legal run has naturals
    return reading


def has_laid_down(game: ContractRummy, laid_down: bool, this_turn: bool) -> Iterator[Finding]:
    """Yield an objection if the player has not laid down, or only in this turn where the game asks to wait."""
    if not laid_down:
        yield game.finding(clauses.LAY_OFF, game.text(N_("only a player who has laid down may {lay_off}")))
    elif this_turn and game.lay_off.later:
        yield game.finding(
            clauses.LAY_OFF, game.text(N_("a player may {lay_off} only from the turn after laying down"))
        )


def keeps_discard(game: ContractRummy, left: int | None) -> Iterator[Finding]:
    """Yield an objection if no card is left where the last one must be discarded."""
    if left == 0 and game.final_discard:
        yield game.finding(clauses.GOING_OUT, Text(N_("the last card must be discarded, so one has to be left")))


def grow_group(game: ContractRummy, meld: Row, card: Card) -> Step:
    """Add a card to a group, which takes any card of its rank and any wild card."""
    rank = naturals_in(game, meld)[0].rank
    findings = []
    if not game.is_wild(card) and card.rank != rank:
        reason = Text(N_("{card} does not have the rank {rank}"), card=card, rank=rank)
        findings.append(game.finding(clauses.LAY_OFF_ON_GROUP, reason))
    grown = (*meld, card)
    limits = (too_many_wilds(game, game.group, clauses.GROUP_NATURALS, grown), copies(game, (card,), meld))
    return Step(grown, findings + [found for found in limits if found])


def grow_run(game: ContractRummy, reading: Reading, card: Card, end: str | None) -> Step:
    """Add a card to a run at that end, or at the free one."""
    end = end or free_end(game, reading, card)
    row = reading.ascending
    grown = (*row, card) if end == "top" else (card, *row)
    findings = [*direction(game, reading, card, end)]
    if game.run.wilds_apart and game.is_wild(card) and game.is_wild(row[-1 if end == "top" else 0]):
        reason = game.text(N_("the {wild} would lie next to another {wild}"))
        findings.append(game.finding(clauses.LAY_OFF_WILD, reason))
    limits = (too_many_wilds(game, game.run, clauses.RUN_NATURALS, grown), copies(game, (card,), row))
    findings += [found for found in limits if found]
    below_ace = not game.lay_off.both_ends and end == "bottom" and game.is_wild(row[-1])
    return Step(grown, findings, below_ace)


def direction(game: ContractRummy, reading: Reading, card: Card, end: str) -> Iterator[Finding]:
    """Yield objections to a card at that end: out of sequence or suit, beyond an ace, or at a closed end."""
    rung = reading.top + 1 if end == "top" else reading.start - 1
    closed = not game.lay_off.both_ends and end != growing_end(reading)
    if len(reading.cards) == len(reading.ladder):
        reason = game.text(N_("this {run} is complete, from ace to ace"))
    elif rung == len(reading.ladder):
        message = N_("no card goes above an ace; this {run} can only be extended downwards")
        reason = game.text(message)
    elif rung < 0:
        reason = Text(N_("no card goes below the low ace"))
    elif closed:
        reason = game.text(N_("a {run} can only be extended upwards unless its top card is an ace"))
    elif not game.is_wild(card) and card != reading.means(rung):
        reason = Text(N_("{card} does not fit; the next card is the {next}"), card=card, next=reading.means(rung))
    else:
        return
    yield game.finding(clauses.LAY_OFF_ON_RUN, reason)
