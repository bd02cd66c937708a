"""K20–K23 and K26: tracking on. Positions count through the meld's cards, then those added."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.kalooki.melds import check, copies, kind_of
from companion.games.kalooki.run_reading import TURN, Reading, Row, read
from companion.games.kalooki.table import Kalooki
from companion.rules.cards import JOKER, Card, Unreadable
from companion.rules.questions import Target
from companion.rules.rulings import Finding, Ruling
from companion.rules.text import N_, Listed, Text


class Step(NamedTuple):
    """One card tracked on: the meld afterwards, the objections, and whether an open point decided."""

    meld: Row
    findings: list[Finding]
    open: bool = False


def track_on(game: Kalooki, meld: Row, cards: Row, end: str | None, laid_down: bool) -> Ruling:
    """K20–K23, K26: rule on tracking these cards on to this meld, one after another."""
    if not cards:
        raise Unreadable(Text(N_("no card is given")), "cards", [])
    kind, refused = kind_of(meld), stands(game, meld)
    step = Step(meld, refused) if refused else add_all(game, kind, meld, cards, end)
    findings = [*has_laid_down(game, laid_down), *step.findings]
    rests = ["K20", "K21", "K26"] if kind == "three" else ["K20", "K22", *(["K23"] if JOKER in cards else []), "K26"]
    if findings:
        change = other_end(game, kind, meld, cards, end) if end and laid_down and not refused else None
        return game.ruling(findings, rests, fix=change)
    reading = read(step.meld)
    named = reading.stands_for if reading and kind == "four" else {}
    return game.ruling(
        rules=[*rests, *(["K9"] if named else [])],
        open=["K22"] if step.open else [],
        answer={"meld": step.meld},
        stands_for=named,
    )


def targets(game: Kalooki, meld: Row) -> list[Target]:
    """K21, K22: return the ends of a meld as targets, also the closed lower end of a four, the usual dispute."""
    if kind_of(meld) == "three":
        return [Target(len(meld), Text(N_("on to this three")), "", {})]
    reading = read(meld)
    assert reading is not None  # a legal four has naturals
    lower, upper = reading.start - 1, reading.top + 1
    ends = [Target(-1, Text(N_("lower end")), reading.means(lower).rank, {"end": "bottom"})] if lower >= 0 else []
    above = [Target(len(meld), Text(N_("upper end")), reading.means(upper).rank, {"end": "top"})]
    return [*ends, *(above if upper <= TURN else [])]


def add_all(game: Kalooki, kind: str, meld: Row, cards: Row, end: str | None) -> Step:
    """Return the meld with the cards added in turn, and all objections; a four stops growing at the first."""
    refused: list[Finding] = []
    open_point = False
    before = len(meld)
    for place, card in enumerate(cards, start=before):
        step = grow_three(game, meld, card) if kind == "three" else grow_four(game, meld, card, end)
        refused += [Finding(found.rule, found.reason, (place,)) for found in step.findings]
        if step.findings and kind == "four":
            later = cards[place + 1 - before :]
            rest = copies(game, later, [lying for lying in (*meld, card) if lying in later])
            shifted = [Finding(rest.rule, rest.reason, tuple(place + 1 + at for at in rest.cards))] if rest else []
            return Step(meld, [*refused, *shifted])
        if not step.findings:
            meld, open_point = step.meld, open_point or step.open
    return Step(meld, refused, open_point)


def other_end(game: Kalooki, kind: str, meld: Row, cards: Row, end: str) -> Text | None:
    """Return the fix if the cards would fit at the other end, or some at each end."""
    other = "bottom" if end == "top" else "top"
    if not add_all(game, kind, meld, cards, other).findings:
        return Text(N_("It can be tracked on at the other end."))
    if add_all(game, kind, meld, cards, None).findings:
        return None
    longer = [add_all(game, kind, meld, cards[:count], None).meld for count in range(len(cards))]
    below = [card for card, row in zip(cards, longer, strict=True) if grows(row) == "bottom"]
    on_top = cards[: len(cards) - len(below)]  # a four that has started to grow downwards continues so
    return Text(
        N_("It can be tracked on with {top} on top and {below} below."), top=Listed(on_top), below=Listed(below)
    )


def grows(meld: Row) -> str:
    """K22: return the end at which a four grows."""
    reading = read(meld)
    assert reading is not None  # a legal four has naturals
    return "bottom" if reading.top == TURN else "top"


def has_laid_down(game: Kalooki, laid_down: bool) -> Iterator[Finding]:
    """K20: only a player who has laid down may track on."""
    if not laid_down:
        yield game.finding("K20", Text(N_("only a player who has laid down may track on")))


def stands(game: Kalooki, meld: Row) -> list[Finding]:
    """K26: return objections if the meld to be extended is not a legal three or four."""
    wrong = check(game, kind_of(meld), meld)
    return [game.finding("K26", Text(N_("the meld itself is not legal"))), *wrong] if wrong else []


def grow_three(game: Kalooki, meld: Row, card: Card) -> Step:
    """K21: a three takes any card of its rank and any joker."""
    rank = next(natural.rank for natural in meld if natural != JOKER)
    findings = []
    if card not in (JOKER, Card(rank, card.suit)):
        reason = Text(N_("{card} is not of the rank {rank}"), card=card, rank=rank)
        findings.append(game.finding("K21", reason))
    over = copies(game, (card,), meld)
    return Step((*meld, card), findings + ([over] if over else []))


def grow_four(game: Kalooki, meld: Row, card: Card, end: str | None) -> Step:
    """K22, K23: a four grows upwards, or downwards once its top is an ace; no joker beside a joker."""
    reading = read(meld)
    assert reading is not None  # a legal four has naturals
    end = end or grows(meld)
    row = reading.ascending
    findings = [*direction(game, reading, card, end), *beside(game, row, card, end)]
    over = copies(game, (card,), meld)
    grown = (*row, card) if end == "top" else (card, *row)
    return Step(grown, findings + ([over] if over else []), end == "bottom" and row[-1] == JOKER)


def direction(game: Kalooki, reading: Reading, card: Card, end: str) -> Iterator[Finding]:
    """K22: upwards, in sequence and suit; downwards instead when the top is an ace."""
    rung = reading.top + 1 if end == "top" else reading.start - 1
    if len(reading.cards) == TURN + 1:
        yield game.finding("K22", Text(N_("this four is complete, from ace to ace")))
    elif rung > TURN:
        yield game.finding("K22", Text(N_("nothing goes above an ace; this four grows downwards")))
    elif rung < 0:
        yield game.finding("K22", Text(N_("nothing goes below the low ace")))
    elif end != grows(reading.cards):
        yield game.finding("K22", Text(N_("a four can only be extended upwards unless its top card is an ace")))
    elif card not in (JOKER, reading.means(rung)):
        reason = Text(N_("{card} does not fit; the next card is the {next}"), card=card, next=reading.means(rung))
        yield game.finding("K22", reason)


def beside(game: Kalooki, row: Row, card: Card, end: str) -> Iterator[Finding]:
    """K23: a joker may not be tracked on next to another joker."""
    if card == JOKER and row[-1 if end == "top" else 0] == JOKER:
        yield game.finding("K23", Text(N_("the joker would lie next to another joker")))
