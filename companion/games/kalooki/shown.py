"""K6–K12 as questions: rule on shown cards as a three or a four."""

from dataclasses import replace

from companion.games.kalooki.fixes import Fix, fix
from companion.games.kalooki.melds import check, kind_of
from companion.games.kalooki.run_reading import Row, read
from companion.games.kalooki.table import Kalooki
from companion.rules.cards import JOKER
from companion.rules.rulings import Ruling
from companion.rules.text import N_, Text


def meld(game: Kalooki, cards: Row) -> Ruling:
    """K6, K7: rule on these cards as a three or a four, by the kind that is intended."""
    kind = kind_of(cards)
    ruling = three(game, cards) if kind == "three" else four(game, cards)
    return replace(ruling, answer={"kind": kind} if ruling.legal else {})


def three(game: Kalooki, cards: Row) -> Ruling:
    """K6, K10, K12: rule on these cards as a three."""
    findings = check(game, "three", cards)
    rests = ["K6", *(["K10"] if JOKER in cards else []), *(["K12"] if len(set(cards)) < len(cards) else [])]
    if not findings:
        return game.ruling(rules=rests)
    change = other(game, "four", cards, Text(N_("It is a four."))) or fix(game, "three", cards)
    return game.ruling(findings, fix=change and change.text, fixed=change.cards if change else ())


def four(game: Kalooki, cards: Row) -> Ruling:
    """K7–K9, K11, K12: rule on these cards, as they lie, as a four."""
    findings = check(game, "four", cards)
    reading = read(cards)
    named = reading.stands_for if reading else {}
    if findings:
        change = other(game, "three", cards, Text(N_("It is a three."))) or fix(game, "four", cards)
        rests = ["K2"] if any(found.rule.id == "K8" for found in findings) else []
        fixed = change.cards if change else ()
        return game.ruling(findings, rests, fix=change and change.text, fixed=fixed, stands_for=named)
    ace = any(card.rank == "A" for card in (*cards, *named.values()))
    rests = ["K7", *(["K2", "K8"] if ace else []), *(["K9", "K11"] if named else [])]
    return game.ruling(rules=[*rests, *(["K11a"] if game.least_naturals else [])], stands_for=named)


def other(game: Kalooki, kind: str, cards: Row, text: Text) -> Fix | None:
    """Return the fix for cards that are the other kind of meld."""
    return None if check(game, kind, cards) else Fix(text, cards)
