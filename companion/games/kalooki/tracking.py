"""K20–K26: tracking on, and moving a joker. Positions run over the meld's cards, then those added."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.kalooki.melds import Row, check, copies, kind_of
from companion.games.kalooki.reading import TURN, Reading, read
from companion.rules.cards import JOKER, Card, Unreadable
from companion.rules.game import Game
from companion.rules.rulings import Finding, Ruling
from companion.rules.text import N_, Text


def track_on(game: Game, meld: Row, cards: Row, end: str | None, laid_down: bool) -> Ruling:
    """K20–K23, K26: whether these cards may be tracked on to this meld, one after another."""
    if not cards:
        raise Unreadable(Text(N_("no card is given")), "cards", [])
    findings = [*has_laid_down(game, laid_down), *stands(game, meld)]
    kind, open_point, grown = kind_of(meld), False, meld
    if not stands(game, meld):
        for place, card in enumerate(cards, start=len(meld)):
            step = grow_three(game, grown, card) if kind == "three" else grow_four(game, grown, card, end)
            open_point |= step.open
            if step.findings:
                findings += [Finding(found.rule, found.reason, (place,)) for found in step.findings]
                break
            grown = step.meld
    rules = ["K20", "K21"] if kind == "three" else ["K20", "K22", *(["K23"] if JOKER in cards else [])]
    reading = read(grown) if kind == "four" else None
    other_end = end and findings and track_on(game, meld, cards, None, laid_down).legal
    return game.ruling(
        findings,
        [*rules, "K26", *(["K9"] if reading and JOKER in meld else [])],
        ["K22"] if open_point and not findings else [],
        answer={} if findings else {"meld": grown},
        fix=Text(N_("It can be tracked on at the other end.")) if other_end else None,
        stands_for=reading.stands_for if reading and not findings else {},
    )


class Step(NamedTuple):
    """One card tracked on: the meld afterwards, what is wrong, and whether an open point decided."""

    meld: Row
    findings: list[Finding]
    open: bool = False


def has_laid_down(game: Game, laid_down: bool) -> Iterator[Finding]:
    """K20: only a player who has laid down may track on."""
    if not laid_down:
        yield game.finding("K20", Text(N_("only a player who has laid down may track on")))


def stands(game: Game, meld: Row) -> list[Finding]:
    """K26: what is tracked on to must itself be a legal three or four."""
    wrong = check(game, kind_of(meld), meld)
    if not wrong:
        return []
    reason = Text(N_("the meld itself does not stand: {reason}"), reason=wrong[0].reason)
    return [game.finding("K26", reason, wrong[0].cards), *(found for found in wrong if found.rule.id == "K12")]


def grow_three(game: Game, meld: Row, card: Card) -> Step:
    """K21: a three takes any card of its rank and any joker."""
    rank = next(natural.rank for natural in meld if natural != JOKER)
    findings = []
    if card not in (JOKER, Card(rank, card.suit)):
        reason = Text(N_("{card} is not of the rank {rank}"), card=card, rank=rank)
        findings.append(game.finding("K21", reason))
    over = copies(game, (card,), meld)
    return Step((*meld, card), findings + ([over] if over else []))


def grow_four(game: Game, meld: Row, card: Card, end: str | None) -> Step:
    """K22, K23: a four grows upwards, or downwards once its top is an ace; no joker beside a joker."""
    reading = read(meld)
    assert reading is not None  # a legal four has naturals
    grows = "bottom" if reading.top == TURN else "top"
    end = end or grows
    row = reading.ascending
    findings = [*direction(game, reading, card, end, grows), *beside(game, row, card, end)]
    over = copies(game, (card,), meld)
    grown = (*row, card) if end == "top" else (card, *row)
    return Step(grown, findings + ([over] if over else []), end == "bottom" and row[-1] == JOKER)


def direction(game: Game, reading: Reading, card: Card, end: str, grows: str) -> Iterator[Finding]:
    """K22: upwards, in sequence and suit; downwards instead when the top is an ace."""
    rung = reading.top + 1 if end == "top" else reading.start - 1
    if rung > TURN:
        yield game.finding("K22", Text(N_("nothing goes above an ace; this four grows downwards")))
    elif rung < 0:
        yield game.finding("K22", Text(N_("nothing goes below the low ace")))
    elif end != grows:
        yield game.finding("K22", Text(N_("this four grows only upwards, for its top is no ace")))
    elif card not in (JOKER, reading.means(rung)):
        reason = Text(N_("{card} does not fit; the next card is the {next}"), card=card, next=reading.means(rung))
        yield game.finding("K22", reason)


def beside(game: Game, row: Row, card: Card, end: str) -> Iterator[Finding]:
    """K23: a joker may not be tracked on next to another joker."""
    if card == JOKER and row[-1 if end == "top" else 0] == JOKER:
        yield game.finding("K23", Text(N_("the joker would lie next to another joker")))


def move_joker(game: Game, meld: Row, card: Card, laid_down: bool) -> Ruling:
    """K24, K25: whether this card may take a joker's place, the joker moving to the end of the four."""
    findings = [*has_laid_down(game, laid_down)]
    if kind_of(meld) == "three":
        findings.append(game.finding("K25", Text(N_("a joker never leaves a three"))))
        return game.ruling(findings, ["K24", "K25"])
    if wrong := check(game, "four", meld):
        return game.ruling([*findings, *no_four(game, wrong)], ["K24", "K25"])
    reading = read(meld)
    assert reading is not None  # a legal four has naturals
    moved = moved_joker(game, reading, card)
    findings += moved.findings
    after = None if findings else read(moved.meld)
    return game.ruling(
        findings,
        ["K20", "K24", "K25", "K9"],
        ["K22"] if moved.open and not findings else [],
        answer={"meld": moved.meld} if after else {},
        fix=None if after else instead(game, reading),
        stands_for=after.stands_for if after else {},
    )


def no_four(game: Game, wrong: list[Finding]) -> list[Finding]:
    """K24: a joker moves only in a legal four; K12 where the cards cannot even exist together."""
    impossible = [found for found in wrong if found.rule.id == "K12"]
    reason = Text(N_("the meld itself does not stand: {reason}"), reason=wrong[0].reason)
    return impossible or [game.finding("K24", reason, wrong[0].cards)]


def moved_joker(game: Game, reading: Reading, card: Card) -> Step:
    """K24: the four after the move, or why there is none."""
    row = list(reading.ascending)
    places = [place for place, here in enumerate(row) if here == JOKER and reading.means(reading.start + place) == card]
    if not places:
        return Step((), [game.finding("K24", no_such_joker(reading, card), (len(row),))])
    if len(row) == TURN + 1:
        return Step((), [game.finding("K24", Text(N_("fourteen cards; the joker has nowhere to go")))])
    row[places[0]] = card
    upwards = reading.top < TURN
    if row[-1 if upwards else 0] == JOKER:
        at = 0 if upwards == reading.flipped else len(row) - 1  # the place as given
        return Step((), [game.finding("K24", Text(N_("the joker would lie next to another joker")), (at,))])
    grown = (*row, JOKER) if upwards else (JOKER, *row)
    return Step(tuple(grown), [], not upwards and row[-1] == JOKER)


def no_such_joker(reading: Reading, card: Card) -> Text:
    """What is said when no joker of the four stands for that card."""
    if not reading.stands_for:
        return Text(N_("there is no joker in this four"))
    return Text(N_("no joker of this four stands for {card}"), card=card)


def instead(game: Game, reading: Reading) -> Text | None:
    """A card that could take a joker's place in this four."""
    for card in reading.stands_for.values():
        if not moved_joker(game, reading, card).findings:
            return Text(N_("The {card} could take a joker's place."), card=card)
    return None
