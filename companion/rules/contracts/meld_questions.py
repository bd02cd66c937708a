"""The questions about melds and whole hands in a contract rummy, and rulings on one group or run as it lies.

Labels name the table's words in braces."""

from dataclasses import replace

from companion.rules import answers, clauses
from companion.rules.contracts import hand_advice, joker_moves, lay_down, lay_off
from companion.rules.contracts.answers import BECOMES, LAID_OFF, LEFT_POINTS, WOULD_DO
from companion.rules.contracts.game import ContractRummy
from companion.rules.contracts.lay_off import longest
from companion.rules.fields import Cards, DealNumber, Melds, OneCard, OneOf, SheetFact, Tick, Whole
from companion.rules.melds.row_fixes import Fix, fix
from companion.rules.melds.row_objections import Kind, check, has_wild_rank, kind_of, legal_kinds, wilds_at
from companion.rules.melds.row_reading import Row, named, read, readings
from companion.rules.questions import OnTable, Question
from companion.rules.rulings import Finding, Ruling
from companion.rules.text import N_, Text


def meld(game: ContractRummy, cards: Row) -> Ruling:
    """Rule on these cards as a group or a run, by the kind that is intended, or as either if they are both."""
    kinds = legal_kinds(game, cards) or [kind_of(game, cards)]
    rulings = [group(game, cards) if kind == "group" else run(game, cards) for kind in kinds]
    if len(kinds) == 2:
        rules, open = (sum((getattr(each, name) for each in rulings), ()) for name in ("rules", "open"))
        return Ruling(rules=rules, answer={"kind": "either"}, open=open)
    ruling = rulings[0]
    return replace(ruling, answer={"kind": game.words.kind_names[kinds[0]]} if ruling.legal else {}, reason=None)


def group(game: ContractRummy, cards: Row) -> Ruling:
    """Rule on these cards as a group."""
    findings = check(game, "group", cards)
    if findings:
        change = other(game, "run", cards) or fix(game, "group", cards)
        ranks = [clauses.WILD_RANKS] if has_wild_rank(game, cards) else []
        open = wilds_alone(game, findings, cards)
        return game.ruling(findings, ranks, open, fix=change and change.text, fixed=change.cards if change else ())
    used = {
        clauses.GROUP: True,
        clauses.GROUP_NATURALS: bool(wilds_at(game, cards)),
        clauses.WILD_RANKS: has_wild_rank(game, cards),
        clauses.COPIES: len(set(cards)) < len(cards),
    }
    rules = [clause for clause, counts in used.items() if counts]
    return game.ruling(rules=rules, reason=Text(N_("these are {count} cards of one rank"), count=len(cards)))


def run(game: ContractRummy, cards: Row) -> Ruling:
    """Rule on these cards, as they lie, as a run."""
    findings = check(game, "run", cards)
    if findings:
        reading = read(game, cards)
        change = other(game, "group", cards) or fix(game, "run", cards)
        at_ace = any(found.rule == game.rulebook[clauses.LADDER] for found in findings)
        rules, fixed = [clauses.RANK_ORDER] if at_ace else [], change.cards if change else ()
        rules += [clauses.WILD_RANKS] if has_wild_rank(game, cards) else []
        return game.ruling(
            findings,
            rules,
            wilds_alone(game, findings, cards) + if_natural(game, findings, cards),
            fix=change and change.text,
            fixed=fixed,
            stands_for=reading.stands_for if reading else {},
        )
    stand_for, wilds = named(game, cards), bool(wilds_at(game, cards))
    ace = any(card.rank == "A" for card in (*cards, *stand_for.values()))
    used = {
        clauses.RUN: True,
        clauses.RANK_ORDER: ace,
        clauses.LADDER: ace,
        clauses.WILD_CARDS: wilds,
        clauses.WILD_RANKS: has_wild_rank(game, cards),
        clauses.WILDS_APART: wilds and game.run.wilds_apart,
        clauses.RUN_NATURALS: game.run.least_naturals > (not wilds),
    }
    as_itself = [clauses.WILD_AS_ITSELF] if any(cards[at] == card for at, card in stand_for.items()) else []
    rules = [*(clause for clause, counts in used.items() if counts), *as_itself]
    reason = Text(N_("these are {count} cards of one suit in sequence"), count=len(cards))
    return game.ruling((), rules, longest(game, "run", cards), stands_for=stand_for, reason=reason)


def wilds_alone(game: ContractRummy, findings: list[Finding], cards: Row) -> list[str]:
    """Return the clause on naturals if cards are refused only because all are wild."""
    number, lacking = game.rulebook[clauses.GROUP_NATURALS], bool(cards) and len(wilds_at(game, cards)) == len(cards)
    only = lacking and not game.group.half_natural and all(found.rule == number for found in findings)
    return [clauses.GROUP_NATURALS] if only else []


def if_natural(game: ContractRummy, findings: list[Finding], cards: Row) -> list[str]:
    """Return the clause on a wild card that lies as itself, if the run would be legal with such cards as naturals."""
    at_stake = [game.rulebook[name] for name in (clauses.GROUP_NATURALS, clauses.WILDS_APART) if name in game.rulebook]
    if not all(found.rule in at_stake for found in findings):
        return []
    for reading in readings(game, cards):
        as_itself = [at for at, card in reading.stands_for.items() if cards[at] == card]
        wilds = [at for at in reading.wild if at not in as_itself]
        apart = not game.run.wilds_apart or not any(at + 1 in wilds for at in wilds)
        if as_itself and apart and not (game.run.half_natural and 2 * len(wilds) > len(cards)):
            return [clauses.WILD_AS_ITSELF]
    return []


def other(game: ContractRummy, kind: Kind, cards: Row) -> Fix | None:
    """Return the fix for cards that are the other kind of meld."""
    name = game.words.kinds[game.words.kind_names[kind]]
    return None if check(game, kind, cards) else Fix(Text(N_("Yes, as {meld}"), meld=Text(name)), cards)


DEAL = DealNumber("deal", N_("Deal"))
HAND = Cards("hand", N_("Hand"), together=True)
SAYS_LAID_DOWN = N_("This player has laid down")
WHETHER_LAID_DOWN = Tick("laid_down", SAYS_LAID_DOWN, known=SheetFact.LAID_DOWN, brief=N_("Has laid down"))
LAID_DOWN = replace(WHETHER_LAID_DOWN, default=True)
ON_TABLE = Melds("table", N_("{Groups} and {runs} on the table"), default=(), brief=N_("On table"))
LEFT = Whole("left", N_("Cards left in the hand"), default=None, high=300, brief=N_("In hand"))
THIS_TURN = Tick("this_turn", N_("Laid down in this very turn"), default=False, brief=N_("Laid down this turn"))
END = OneOf(
    "end",
    N_("At which end"),
    default=None,
    options={"top": N_("top"), "bottom": N_("bottom")},
    decides=lambda game: game.lay_off.both_ends,
)

OF_MELDS = (
    Question(
        "meld",
        N_("Is this a good {group} or {run}?"),
        (Cards("cards", N_("Cards, as they lie")),),
        meld,
        answers=(answers.LEGAL, answers.KIND),
        law=(clauses.GROUP, clauses.RUN),
    ),
    Question(
        "group",
        N_("Is this a {group}?"),
        (Cards("cards", N_("Cards")),),
        group,
        on_screen=False,
        law=(clauses.GROUP, clauses.GROUP_NATURALS, clauses.COPIES),
    ),
    Question(
        "run",
        N_("Is this a {run}?"),
        (Cards("cards", N_("Cards, as they lie")),),
        run,
        on_screen=False,
        law=(
            clauses.RUN,
            clauses.LADDER,
            clauses.WILD_CARDS,
            clauses.WILDS_APART,
            clauses.RUN_NATURALS,
            clauses.COPIES,
        ),
    ),
    Question(
        "lay-down",
        N_("May I lay these down?"),
        (
            DEAL,
            Melds("melds", N_("{Groups} and {runs}")),
            replace(ON_TABLE, name="on_table", label=N_("Already on the table")),
        ),
        lay_down.lay_down,
        lays_down=True,
        law=(clauses.CONTRACT, clauses.ONE_OF_EACH, clauses.LEGAL_AFTERWARDS),
    ),
    Question(
        "can-lay-down",
        N_("Can this hand be laid down?"),
        (DEAL, HAND, replace(ON_TABLE, label=N_("{Groups} and {runs} to add to"))),
        hand_advice.can_lay_down,
        answers=(answers.POSSIBLE, answers.MELDS, answers.LEFT, LEFT_POINTS, LAID_OFF),
        drawn=True,
        lays_down=True,
        search=True,
        law=(clauses.CONTRACT, clauses.ONE_OF_EACH, clauses.LAY_OFF),
    ),
    Question(
        "could-add",
        N_("What could I add?"),
        (DEAL, HAND, ON_TABLE, WHETHER_LAID_DOWN),
        hand_advice.could_add,
        answers=(LAID_OFF, WOULD_DO),
        drawn=True,
        search=True,
        law=(
            clauses.CONTRACT,
            clauses.LAY_OFF,
            clauses.LAY_OFF_ON_GROUP,
            clauses.LAY_OFF_ON_RUN,
            clauses.LAY_OFF_WILD,
            clauses.WILD_MOVES,
        ),
    ),
    Question(
        "track-on",
        N_("May this card be {laid_off}?"),
        (
            Cards("meld", N_("{Group} or {run} on the table")),
            Cards("cards", N_("Cards, one after another"), brief=N_("Card")),
            END,
            LAID_DOWN,
        ),
        lay_off.lay_off,
        on_table=OnTable(N_("Tap the end where the card goes."), lay_off.targets),
        answers=(answers.LEGAL, BECOMES),
        law=(
            clauses.LAY_OFF,
            clauses.LAY_OFF_ON_GROUP,
            clauses.LAY_OFF_ON_RUN,
            clauses.LAY_OFF_WILD,
            clauses.LEGAL_AFTERWARDS,
        ),
    ),
    Question(
        "move-joker",
        N_("May this card take the {wild}’s place?"),
        (Cards("meld", N_("{Run} on the table")), OneCard("card", N_("Card")), LAID_DOWN),
        joker_moves.move_joker,
        asked_if=lambda game: game.lay_off.moved_wild != "none" and game.wild_card is not None,
        on_table=OnTable(N_("Tap the {wild}. Only {wilds} in {runs} move."), joker_moves.targets),
        answers=(answers.LEGAL, BECOMES),
        law=(clauses.LAY_OFF, clauses.WILD_MOVES, clauses.WILD_STAYS),
    ),
)
