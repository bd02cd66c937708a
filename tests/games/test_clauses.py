"""Clauses of the law, in every game: each is stated by one paragraph, and cited."""

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

OF_ARRANGING = (  # stated by every game in which whole hands are laid out, whatever its house rules
    "set-up jokers-in-play copies dealer cards-dealt wild-rank first-discard group run ladder one-meld wild-cards "
    "wild-cards-alone wild-as-itself jokers turn going-out lay-off empty-stock left-over possible-total winner "
    "shared-win bonus adjustment"
).split()
OF_CONTRACTS = (  # stated by every contract rummy; the others only where they hold
    "set-up enough-cards copies dealer cards-dealt rank-order group run ladder wild-cards group-naturals draw play "
    "discard empty-stock contract after-laying-down lay-off lay-off-on-group lay-off-on-run lay-off-wild wild-moves "
    "wild-stays legal-afterwards call first-caller refused-call call-draws dead-card calls-allowed first-card "
    "going-out left-over card-count winner adjustment"
).split()
EVERYWHERE = {GroupsAndRuns: OF_ARRANGING, ContractRummy: OF_CONTRACTS}
CLAUSES = {value for name, value in vars(clauses).items() if name.isupper() and isinstance(value, str)}
OF_WILD_CARDS = {clauses.WILD_CARDS, clauses.WILD_CARDS_ALONE, clauses.WILD_AS_ITSELF, clauses.JOKERS}


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
