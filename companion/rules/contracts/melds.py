"""Rule on shown cards as a group, a run or either, as they lie."""

from dataclasses import replace

from companion.rules import clauses
from companion.rules.contracts.game import ContractRummy
from companion.rules.melds.row_fixes import Fix, fix
from companion.rules.melds.row_objections import Kind, check, kind_of, wilds_at
from companion.rules.melds.row_reading import Row, read
from companion.rules.rulings import Ruling
from companion.rules.text import N_, Text


def meld(game: ContractRummy, cards: Row) -> Ruling:
    """Rule on these cards as a group or a run, by the kind that is intended."""
    kind = kind_of(game, cards)
    ruling = group(game, cards) if kind == "group" else run(game, cards)
    return replace(ruling, answer={"kind": game.words.kind_names[kind]} if ruling.legal else {})


def group(game: ContractRummy, cards: Row) -> Ruling:
    """Rule on these cards as a group."""
    findings = check(game, "group", cards)
    if findings:
        change = other(game, "run", cards) or fix(game, "group", cards)
        return game.ruling(findings, fix=change and change.text, fixed=change.cards if change else ())
    used = {
        clauses.GROUP: True,
        clauses.GROUP_NATURALS: bool(wilds_at(game, cards)),
        clauses.COPIES: len(set(cards)) < len(cards),
    }
    return game.ruling(rules=[clause for clause, counts in used.items() if counts])


def run(game: ContractRummy, cards: Row) -> Ruling:
    """Rule on these cards, as they lie, as a run."""
    findings = check(game, "run", cards)
    reading = read(game, cards)
    named = reading.stands_for if reading else {}
    if findings:
        change = other(game, "group", cards) or fix(game, "run", cards)
        at_ace = any(found.rule == game.rulebook[clauses.LADDER] for found in findings)
        rules, fixed = [clauses.RANK_ORDER] if at_ace else [], change.cards if change else ()
        return game.ruling(findings, rules, fix=change and change.text, fixed=fixed, stands_for=named)
    ace = any(card.rank == "A" for card in (*cards, *named.values()))
    used = {
        clauses.RUN: True,
        clauses.RANK_ORDER: ace,
        clauses.LADDER: ace,
        clauses.WILD_CARDS: bool(named),
        clauses.WILDS_APART: bool(named),
        clauses.RUN_NATURALS: bool(game.run.least_naturals),
    }
    return game.ruling(rules=[clause for clause, counts in used.items() if counts], stands_for=named)


def other(game: ContractRummy, kind: Kind, cards: Row) -> Fix | None:
    """Return the fix for cards that are the other kind of meld."""
    name = game.words.group if kind == "group" else game.words.run
    return None if check(game, kind, cards) else Fix(Text(N_("It is a {meld}."), meld=Text(name)), cards)
