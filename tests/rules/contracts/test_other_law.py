"""A contract rummy with other law than Kalooki's: runs grow at both ends, prices coincide, wild cards are discarded."""

from dataclasses import dataclass, replace

import pytest

from companion.games import GAMES
from companion.games.kalooki import Kalooki
from companion.rules.cards import Card
from companion.rules.contracts.game import LayOff
from companion.rules.contracts.hand_advice import could_add
from companion.rules.contracts.joker_moves import move_joker, targets
from companion.rules.contracts.lay_off import lay_off
from companion.rules.contracts.meld_questions import run
from companion.rules.contracts.questions import FURTHER, contract_questions
from companion.rules.contracts.table_questions import discard, may_take_discard
from companion.rules.deals import Deal
from companion.rules.rulebook import Rulebook


@dataclass(frozen=True, kw_only=True)
class Cheap(Kalooki):
    """Kalooki with jokers and aces at 15."""

    def price(self, deal: Deal, card: Card) -> int:
        """An ace and a joker 15, the others as in Kalooki."""
        return 15 if card.rank in ("A", "JK") else super().price(deal, card)


LAW = LayOff(both_ends=True, moved_wild="end")
BASE = GAMES["kalooki"]
GAME = Cheap(
    **{name: value for name, value in vars(BASE).items() if not name.startswith("_") and name != "variants"}
    | {"lay_off": LAW, "wilds_discarded": True, "down_draws_stock": False}
)
read = BASE.pack.read_all


def cards(text: str) -> tuple[Card, ...]:
    """Return these cards in a row."""
    return tuple(read(text))


@pytest.mark.parametrize(
    ("meld", "added", "end", "after"),
    [
        ("9S 10S JS QS", "8S", None, "8S 9S 10S JS QS"),
        ("9S 10S JS QS", "8S 7S KS", None, "7S 8S 9S 10S JS QS KS"),
        ("9S 10S JS JK", "JK", None, "JK 9S 10S JS JK"),
        ("9S 10S JS QS", "JK", "bottom", "JK 9S 10S JS QS"),
        ("JS QS KS AS", "10S", "bottom", "10S JS QS KS AS"),
        ("9S 10S JS QS", "7S", "bottom", ""),
        ("AS 2S 3S 4S", "KS", "bottom", ""),
    ],
)
def test_a_run_grows_at_both_ends(meld: str, added: str, end: str | None, after: str) -> None:
    ruling = lay_off(GAME, cards(meld), cards(added), end, True)
    assert " ".join(map(str, ruling.answer.get("meld", ()))) == after
    assert ruling.legal == bool(after) and not ruling.open


@pytest.mark.parametrize(
    ("meld", "card", "end", "after", "fix"),
    [
        ("5H JK 7H 8H", "6H", None, "5H 6H 7H 8H JK", None),
        ("5H JK 7H 8H", "6H", "bottom", "JK 5H 6H 7H 8H", None),
        ("5H JK 7H 8H JK", "6H", None, "JK 5H 6H 7H 8H JK", None),
        ("5H JK 7H 8H JK", "6H", "top", "", "Yes, with the joker moved to the other end"),
        ("JS JK KS AS", "QS", "top", "", "Yes, with the joker moved to the other end"),
        ("AS JK 3S 4S", "2S", "bottom", "", "Yes, with the joker moved to the other end"),
    ],
)
def test_a_joker_moves_to_the_end_that_is_named(
    meld: str, card: str, end: str | None, after: str, fix: str | None
) -> None:
    ruling = move_joker(GAME, cards(meld), cards(card)[0], True, end)
    assert " ".join(map(str, ruling.answer.get("meld", ()))) == after
    assert (str(ruling.fix) if ruling.fix else None) == fix


def test_the_end_is_asked_for_where_a_joker_may_go_to_either() -> None:
    asked = contract_questions(GAME.words, FURTHER)["move-joker"]
    assert [field.name for field in asked.fields] == ["meld", "card", "laid_down", "end"]
    assert "judge" not in targets(GAME, cards("5H JK 7H 8H"))[0].fills
    assert "end" not in {field.name for field in BASE.questions["move-joker"].fields}


def test_what_could_be_added_fits_at_either_end() -> None:
    ruling = could_add(GAME, GAME.deals[0], cards("8S 7S KS"), (cards("9S 10S JS QS"),), True)
    added = [(str(step["card"]), step["end"]) for step in ruling.answer["tracked_on"]]
    assert added == [("KS", "top"), ("8S", "bottom"), ("7S", "bottom")]


def test_cards_of_one_price_are_counted_together() -> None:
    assert GAME.some_hand_costs(75, [5])  # five aces
    assert GAME.some_hand_costs(180, [12])  # eight aces and four jokers
    assert not GAME.some_hand_costs(195, [13])


def test_after_laying_down_a_player_draws_as_before_and_discards_a_joker() -> None:
    assert may_take_discard(GAME, laid_down=True, called=False).legal
    assert [*GAME.against_call(0, laid_down=True)] == []
    assert discard(GAME, cards("JK")[0], only_jokers_left=False).legal


def test_a_run_with_a_gap_is_refused_where_no_rule_is_about_wild_cards_side_by_side() -> None:
    game = GAMES["contract-rummy"]
    rules = [rule for rule in game.rulebook.values() if rule.id != "C11"]
    without = replace(game, rulebook=Rulebook(rules, game.rulebook.chapters))
    for row in ("5H 6H 8H 9H", "5H JK JK 8H 10H"):
        assert not run(without, cards(row)).legal
    assert run(without, cards("5H JK JK 8H")).legal
