"""K24 and K25: the real card takes a joker's place, and the joker moves to an end of the four."""

from companion.games.kalooki.lay_off import Step, has_laid_down
from companion.games.kalooki.melds import check, kind_of
from companion.games.kalooki.run_reading import TURN, Reading, Row, read
from companion.games.kalooki.table import Kalooki
from companion.rules.cards import JOKER, Card
from companion.rules.questions import Target
from companion.rules.rulings import Finding, Ruling
from companion.rules.text import N_, Text


def move_joker(game: Kalooki, meld: Row, card: Card, laid_down: bool) -> Ruling:
    """K24, K25: rule on putting this card in a joker's place, the joker moving to the end of the four."""
    findings = [*has_laid_down(game, laid_down)]
    if kind_of(meld) == "three":
        reason = Text(N_("a joker never leaves a three") if JOKER in meld else N_("there is no joker in this three"))
        findings += [game.finding("K25", reason), *check(game, "three", meld)]
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
        fix=instead(game, reading) if moved.findings and laid_down else None,
        stands_for=after.stands_for if after else {},
    )


def targets(game: Kalooki, meld: Row) -> list[Target]:
    """K24: return the jokers of a four as targets, each with the card that could take its place."""
    reading = read(meld) if kind_of(meld) == "four" else None
    jokers = reading.stands_for if reading else {}
    return [joker_at(place, card) for place, card in jokers.items()]


def joker_at(place: int, card: Card) -> Target:
    """A joker that stands for that card."""
    words = Text(N_("the joker that stands for the {card}"), card=card)
    return Target(place, words, str(card), {"card": str(card), "judge": "1"})


def no_four(game: Kalooki, wrong: list[Finding]) -> list[Finding]:
    """K7–K12, K24: return the objections to the meld as a four; only K12 if the packs lack its cards."""
    impossible = [found for found in wrong if found.rule.id == "K12"]
    return impossible or [*wrong, game.finding("K24", Text(N_("a joker can only be moved in a legal four")))]


def moved_joker(game: Kalooki, reading: Reading, card: Card) -> Step:
    """K24: return the four after the move, or the objections to it."""
    row = list(reading.ascending)
    places = [place for place, here in enumerate(row) if here == JOKER and reading.means(reading.start + place) == card]
    if not places:
        return Step((), [game.finding("K24", no_such_joker(reading, card), (len(row),))])
    if len(row) == TURN + 1:
        return Step((), [game.finding("K24", Text(N_("fourteen cards; the joker has nowhere to go")))])
    row[places[0]] = card
    upwards = reading.top < TURN
    if row[-1 if upwards else 0] == JOKER:
        at = 0 if upwards == reading.flipped else len(row) - 1  # position in the order given
        return Step((), [game.finding("K24", Text(N_("the joker would lie next to another joker")), (at,))])
    grown = (*row, JOKER) if upwards else (JOKER, *row)
    return Step(tuple(grown), [], not upwards and row[-1] == JOKER)


def no_such_joker(reading: Reading, card: Card) -> Text:
    """Return the message that no joker of the four stands for that card."""
    if not reading.stands_for:
        return Text(N_("there is no joker in this four"))
    return Text(N_("no joker of this four stands for {card}"), card=card)


def instead(game: Kalooki, reading: Reading) -> Text | None:
    """Return a text that names a card which could take a joker's place in this four."""
    for card in reading.stands_for.values():
        if not moved_joker(game, reading, card).findings:
            return Text(N_("The {card} could take a joker's place."), card=card)
    return None
