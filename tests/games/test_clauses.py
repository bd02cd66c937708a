"""Clauses of the law, in every game: each is stated by one paragraph, pinned here, and cited."""

from collections import Counter
from typing import Any

import pytest

from companion.games import GAMES
from companion.referee import answer
from companion.rules import clauses
from companion.rules.arranging.game import GroupsAndRuns
from companion.rules.contracts.game import ContractRummy
from companion.rules.game import Game
from companion.rules.rulebook import Rulebook
from tests.support.casebook import casebook

EVERYWHERE = {GroupsAndRuns: clauses.OF_ARRANGING, ContractRummy: clauses.OF_CONTRACTS}
CLAUSES = {value for name, value in vars(clauses).items() if name.isupper() and isinstance(value, str)}
OF_WILD_CARDS = {clauses.WILD_CARDS, clauses.WILD_CARDS_ALONE, clauses.WILD_AS_ITSELF, clauses.JOKERS}
PARAGRAPHS = {  # the paragraph of each clause, pinned here independently of the rulebooks
    "kalooki": """
        K1 set-up  K2 rank-order  K3 dealer  K4 cards-dealt  K5 enough-cards  K6 group  K7 run  K8 ladder  K9 wild-cards
        K10 group-naturals  K11 wilds-apart  K11a run-naturals  K12 copies  K13 draw  K14 play  K15 discard
        K16 empty-stock  K17 contract  K18 one-of-each  K19 after-laying-down  K20 lay-off  K21 lay-off-on-group
        K22 lay-off-on-run  K23 lay-off-wild  K24 wild-moves  K25 wild-stays  K26 legal-afterwards  K27 call
        K28 first-caller  K29 refused-call  K30 call-draws  K31 dead-card  K32 calls-allowed  K33 first-card
        K34 going-out  K35 left-over  K35a card-count  K36 winner  K37 adjustment""",
    "contract-rummy": """
        C1 set-up  C2 rank-order  C3 dealer  C4 cards-dealt  C5 enough-cards  C6 group  C7 run  C8 ladder  C9 wild-cards
        C10 group-naturals  C10 run-naturals  C11 wilds-apart  C12 copies  C13 draw  C14 play  C15 discard
        C16 empty-stock  C17 contract  C18 one-of-each  C19 after-laying-down  C20 lay-off  C21 lay-off-on-group
        C22 lay-off-on-run  C23 lay-off-wild  C24 wild-moves  C25 wild-stays  C26 legal-afterwards  C27 call
        C28 first-caller  C29 refused-call  C30 call-draws  C31 dead-card  C32 calls-allowed  C33 first-card
        C34 going-out  C35 left-over  C35a card-count  C36 winner  C37 adjustment  C38 last-deal  C39 wild-ranks
        C39 wild-as-itself""",
    "three-thirteen": """
        T1 set-up  T1 jokers-in-play  T2 dealer  T3 cards-dealt  T4 wild-rank  T5 first-discard  T6 group  T7 run
        T8 one-meld  T9 ladder  T10 wild-cards  T10 wild-cards-alone  T11 wild-as-itself  T12 jokers  T13 turn
        T14 going-out  T15 lay-off  T16 empty-stock  T17 left-over  T21 winner  T21 shared-win  T21 bonus
        B8 adjustment
        T22 guessed-rank  K12 copies  B1 possible-total""",
    "five-crowns": """
        F1 set-up  F2 dealer  F3 cards-dealt  F4 wild-rank  F5 first-discard  F6 group  F7 run  F7 ladder
        F8 one-meld  F9 copies  F9 jokers-in-play  F10 wild-cards  F10 wild-cards-alone  F10 jokers
        F11 wild-as-itself  F12 turn  F13 going-out  F14 lay-off  F15 empty-stock  F16 left-over  F17 winner
        F17 shared-win  F17 bonus  F18 possible-total  B8 adjustment""",
}


def stated(game: Game) -> Counter[str]:
    """Count the paragraphs of a game that state each clause."""
    return Counter(clause for rule in game.rulebook.values() for clause in rule.clauses)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_states_every_clause_once_and_none_that_the_law_does_not_know(game: Game) -> None:
    assert set(stated(game)) <= CLAUSES
    expected = next(everywhere for family, everywhere in EVERYWHERE.items() if isinstance(game, family))
    assert set(expected) <= set(stated(game)), "the law would cite what the book does not state"
    assert set(stated(game).values()) == {1}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_clause_is_stated_by_the_paragraph_of_the_rules_that_says_it(game: Game) -> None:
    assert game.id in PARAGRAPHS, "pin above which paragraph states what"
    words = PARAGRAPHS[game.id].split()
    stated = {clause: rule.id for clause, rule in game.rulebook.clauses.items()}
    assert stated == dict(zip(words[1::2], words[::2], strict=True))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_law_comes_to_every_clause_in_the_casebook_and_cites_its_paragraph(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, cited = set[str](), set[str]()
    look_up = Rulebook.__getitem__

    def watched(book: Rulebook, name: str) -> Any:
        asked.add(name)
        return look_up(book, name)

    monkeypatch.setattr(Rulebook, "__getitem__", watched)
    for case in casebook(game.id):
        asked.clear()
        rules = set(answer(case.question).get("rules", ()))
        cited |= {name for name in asked & set(stated(game)) if look_up(game.rulebook, name).id in rules}
    assert set(stated(game)) - cited == never_cited(game) & set(stated(game)), "no line of the casebook comes to these"


def never_cited(game: Game) -> set[str]:
    """Return the clauses that no ruling of a game cites: about jokers always in play, or things the game lacks."""
    no_wild_rank = not any(deal.wild for deal in game.deals)
    nothing_wild = no_wild_rank and not game.pack.jokers
    return {
        *({clauses.JOKERS_IN_PLAY} if game.pack.jokers else ()),
        *(OF_WILD_CARDS if nothing_wild else ()),
        *({clauses.WILD_AS_ITSELF} if no_wild_rank and isinstance(game, GroupsAndRuns) else ()),
        *({clauses.BONUS} if not any(variant.bonus for variant in game.variants) else ()),
    }
