"""Rule on the real card that takes a wild card's place in a run, and on where the wild card goes."""

from companion.rules import clauses
from companion.rules.cards import JOKER, Card
from companion.rules.contracts.game import ContractRummy
from companion.rules.contracts.lay_off import Step, longest
from companion.rules.melds.row_objections import check, copies, kind_of, legal_kinds, naturals_in, wilds_at
from companion.rules.melds.row_reading import Reading, Row, named, readings
from companion.rules.questions import Target
from companion.rules.rulings import Finding, Ruling
from companion.rules.text import N_, Number, Text

MOVES = {  # by whether the wild card goes to the hand
    True: N_("the {wild} stands for the {card}, and goes to the hand"),
    False: N_("the {wild} stands for the {card}, and moves to an end"),
}


def move_joker(game: ContractRummy, meld: Row, card: Card, laid_down: bool, end: str | None = None) -> Ruling:
    """Rule on the real card in a wild card's place; the wild card moves to `end`, where the game lets one name it."""
    reason = game.text(N_("only a player who has laid down may move a {wild}"))
    early = [] if laid_down else [game.finding(clauses.LAY_OFF, reason)]
    findings = [*early]
    if kind_of(game, meld) == "group" and "run" not in legal_kinds(game, meld):
        there = (
            N_("a {wild} in a {group} cannot be moved")
            if wilds_at(game, meld)
            else N_("there is no {wild} in this {group}")
        )
        wrong = check(game, "group", meld)
        findings += [game.finding(clauses.WILD_STAYS, game.text(there)), *wrong]
        moves = game.lay_off.moved_wild != "none" and bool(wilds_at(game, meld)) and laid_down
        fits = card.rank == naturals_in(game, meld)[0].rank and not copies(game, (card,), meld) if not wrong else False
        open = [clauses.WILD_STAYS] if moves and fits else []
        return game.ruling(findings, [clauses.WILD_MOVES, clauses.WILD_STAYS], open)
    if wrong := check(game, "run", meld):
        return game.ruling([*findings, *no_run(game, wrong)], [clauses.WILD_MOVES, clauses.WILD_STAYS])
    tried = [(reading, moved_wild(game, reading, card, end)) for reading in readings(game, meld)]
    reading, moved = min(tried, key=lambda each: len(each[1].findings))
    findings += moved.findings
    open = [] if findings else [*([clauses.LAY_OFF_ON_RUN] if moved.open else []), *longest(game, "run", moved.meld)]
    return game.ruling(
        findings,
        [clauses.LAY_OFF, clauses.WILD_MOVES, clauses.WILD_STAYS, clauses.WILD_CARDS],
        [clauses.WILD_STAYS] if early and not moved.findings else open,
        answer={} if findings else {"meld": moved.meld},
        fix=better(game, reading, card, end) if moved.findings and laid_down else None,
        stands_for={} if findings else named(game, moved.meld),
        reason=None if findings else game.text(MOVES[game.lay_off.moved_wild == "hand"], card=card),
    )


def targets(game: ContractRummy, meld: Row) -> list[Target]:
    """Return the wild cards of a run as targets, each with the card that could take its place."""
    found = readings(game, meld) if kind_of(game, meld) == "run" else []
    words = N_("the {wild} that stands for the {card}")
    at_once = {} if game.lay_off.moved_wild == "end" else {"judge": "1"}
    return [
        Target(place, game.text(words, card=card), str(card), {"card": str(card), **at_once})
        for reading in found
        for place, card in reading.stands_for.items()
    ]


def no_run(game: ContractRummy, wrong: list[Finding]) -> list[Finding]:
    """Return the objections to the meld as a run; only that on copies if the packs lack its cards."""
    impossible = [found for found in wrong if found.rule == game.rulebook[clauses.COPIES]]
    reason = game.text(N_("a {wild} can only be moved in a legal {run}"))
    return impossible or [*wrong, game.finding(clauses.WILD_MOVES, reason)]


def moved_wild(game: ContractRummy, reading: Reading, card: Card, end: str | None = None) -> Step:
    """Return the run after the move, or the objections to it."""
    row = list(reading.ascending)
    means = {place: reading.means(reading.start + place) for place, here in enumerate(row) if game.is_wild(here)}
    place = next((place for place, stood_for in means.items() if stood_for == card), None)
    if game.is_wild(card):
        reason = game.text(N_("the {card} is itself a {wild} here"), card=card)
        real = game.text(N_("only a natural card takes the place of a {wild}"))
        rules = ((clauses.WILD_RANKS, reason), (clauses.WILD_MOVES, real))[card == JOKER :]
        return Step((), [game.finding(clause, text, (len(row),)) for clause, text in rules])
    if place is None:
        return Step((), [game.finding(clauses.WILD_MOVES, no_such_wild(game, reading, card), (len(row),))])
    wild, row[place] = row[place], card
    if game.lay_off.moved_wild == "none":
        return Step((), [game.finding(clauses.WILD_MOVES, game.text(N_("{wilds} are not exchanged at this table")))])
    if game.lay_off.moved_wild == "hand":
        return Step(tuple(row), [])
    if len(row) == len(game.ladder):
        reason = game.text(N_("the {run} has {most} cards, so the {wild} has nowhere to go"), most=Number(len(row)))
        return Step((), [game.finding(clauses.WILD_MOVES, reason)])
    upwards = goes_up(game, reading, row, end)
    if end and upwards != (end == "top"):
        reason = game.text(N_("no card goes beyond the ace, so the {wild} cannot move there"))
        return Step((), [game.finding(clauses.WILD_MOVES, reason)])
    if game.run.wilds_apart and game.is_wild(row[-1 if upwards else 0]):
        at = 0 if upwards == reading.flipped else len(row) - 1  # position in the order given
        reason = game.text(N_("the {wild} would lie next to another {wild}"))
        return Step((), [game.finding(clauses.WILD_MOVES, reason, (at,))])
    grown = (*row, wild) if upwards else (wild, *row)
    below_ace = not game.lay_off.both_ends and not upwards and game.is_wild(row[-1])
    return Step(grown, [], below_ace)


def goes_up(game: ContractRummy, reading: Reading, row: list[Card], end: str | None) -> bool:
    """Return whether the wild card moves to the top: if that end is named, or free and the bottom is not named."""
    if reading.at_top or reading.start == 0:
        return not reading.at_top
    if game.lay_off.moved_wild == "up" or end == "top":
        return True
    return end is None and not (game.run.wilds_apart and game.is_wild(row[-1]))


def no_such_wild(game: ContractRummy, reading: Reading, card: Card) -> Text:
    """Return the message that no wild card of the run stands for that card."""
    if not reading.stands_for:
        return game.text(N_("there is no {wild} in this {run}"))
    return game.text(N_("no {wild} in this {run} stands for {card}"), card=card)


def better(game: ContractRummy, reading: Reading, card: Card, end: str | None) -> Text | None:
    """Return a text that names the other end, or a card which could take a wild card's place in this run."""
    other = {"top": "bottom", "bottom": "top"}.get(end or "")
    if other and not moved_wild(game, reading, card, other).findings:
        return game.text(N_("Yes, with the {wild} moved to the other end"))
    for card in reading.stands_for.values():
        if not moved_wild(game, reading, card, end).findings:
            return game.text(N_("Yes, with the {card}, which a {wild} stands for"), card=card)
    return None
