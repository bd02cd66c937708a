"""The best lay-down under any law of a contract rummy: known hands, open points, missing cards, and honest bounds."""

from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random

import pytest

from companion import referee
from companion.games import GAMES
from companion.rules.cards import JOKER, RANKS, SUITS, Card, Pack
from companion.rules.contracts import any_prices
from companion.rules.contracts.hand_advice import contract
from companion.rules.contracts.search import Law, best_lay_down, can_lay_down, missing
from companion.rules.contracts.search.problem import NOTHING
from companion.rules.search_state import Budget, Spent
from tests.rules.contracts.brute_force import fewest_left
from tests.rules.contracts.kalooki_law import as_read
from tests.rules.contracts.random_laws import cases

read = Pack(None, None).read_all
ONCE = {"lays_off": False, "every_card": True}
MAY_I = {"half_natural": True, "lays_off": False, "wild_ranks": frozenset({"JK", "2"})}
SHANGHAI = Law((), (4, 4), half_natural=True)
KNOWN = [
    ("6H 5S 7H 4H 10D 10C 6S 3S 4H 5H 10H 4S", Law((3,), (4, 4), **MAY_I), 4),
    ("6H 6C JK 9S 5S 4S 2S 6S 8S 5C 3S 7S", SHANGHAI, 15),
    ("2S KD 4C JK 4D 7S 6S JC 4S QD 4H", Law((3, 3), ()), None),
    ("5C 6H 7D 4S 6H QC 5H 10S 6S 6C 6D JK 5D", Law((3, 3), (), wilds_apart=True), 31),
    ("8H 2C 7S 2S KD JK AC 2C 4C 3C 4C", Law((), (4, 4), alike="none"), None),
    ("8H 4D 7D JS JH 5D QS 10S 9H 8D 6D 10H 9S", Law((), (4, 4, 4), **ONCE), 0),
    ("7S 4S AS 10D AC 10D 10H 5S QC 10S 6S AD", Law((3, 3), (4,), **MAY_I), 10),
    ("7S 3S 5S 2D 8D 6S 3S 7D 5D JK 4S 6D", SHANGHAI, 10),
    ("3S 4S 5S 6S 7S 8S 9S 10S JS", Law((), (4, 4)), 0),  # 3 to 6 and 8 to J, then the 7
    ("3S 4S 5S 6S 7S 8S 9S 10S", Law((), (4, 4)), None),
    ("3S 4S 5S 6S 7S 8S 9S 10S JS", Law((), (4, 4), lays_off=False), 7),
    ("3S 4S 5S 6S 7S 8S 9S 10S JS", Law((), (4, 4), **ONCE), None),
    ("3S 4S 5S 6S 7S 8S 9S 10S JS", Law((), (4, 4), alike="any", **ONCE), 0),
    ("6C 6H 6D 6D QC QS QC 9D", Law((4,), (), further=(3, 4)), 9),  # a further group smaller than the contract's
    ("3S 4S 5S 6S 7S 8S JD QD KD AD 2H", Law((), (6,), further=(3, 4)), 2),  # and a run
    ("8S JK JK JK", Law((), (4,)), 0),
    ("8S JK JK JK", Law((3,), (), keeps_one=True), 15),
    ("8S JK JK JK", Law((3,), (), half_natural=True), None),
    ("AS AS 2S 3S 4S JS QS KS", Law((), (4, 4)), 0),
    ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS JK", Law((), (4,)), 2),  # the joker takes the place of the two
]


def price(joker, number=0):
    """Return the prices with a joker at that price, and the numbers at one price unless at their face value."""

    def of(card):
        special = {"JK": joker, "A": 15, "J": 10, "Q": 10, "K": 10}
        return special.get(card.rank) or number or int(card.rank)

    return of


@pytest.mark.parametrize(("cards", "law", "points"), KNOWN, ids=lambda value: value if isinstance(value, str) else "")
def test_a_known_hand_is_answered_right(cards, law, points):
    hand, cost = read(cards), price(15, 5 if law == SHANGHAI else 0)
    found = best_lay_down(hand, law, cost)
    assert (found.points if found else None) == points
    assert can_lay_down(hand, law) == (found is not None)


def test_two_groups_of_a_rank_are_the_other_reading_where_they_may_decide() -> None:
    random, decided = Random(4), 0
    for _ in range(15):
        law = Law((3, 3), (), half_natural=random.random() < 0.5, lays_off=random.random() < 0.5, second_groups=True)
        ranks = random.sample(RANKS, 2)
        hand = [Card(random.choice((ranks[0], *ranks)), random.choice(SUITS)) for _ in range(5)]
        hand += [random.choice((JOKER, Card(ranks[0], "S"), Card(ranks[1], "H"))) for _ in range(3)]
        found, strictly = (best_lay_down(hand, each, price(15)) for each in (law, law._replace(second_groups=False)))
        assert (found and found.points) == fewest_left(hand, law, price(15)), (hand, law)
        decided += found is not None and (strictly is None or found.points < strictly.points)
    assert decided > 3


@pytest.mark.parametrize(
    ("hand", "house", "settled"),
    [
        ("9S 9H 9D 9C 9S 9H 4C 5D 8D", {}, False),
        ("9S 9H 9D 9C 9S 9H 4C 5D 8D", {"alike": "apart"}, True),
        ("KS KH KD KC KS KH 4C 4D JK 2S", {}, True),
        ("2S 2H 2D KC KS JK JK 7S 7H QD QC", {"lay_off_later": True}, True),
        ("KS KH KD KC KS KH JK 4C 3D 2H", {"lay_off_later": True, "wilds": "half"}, False),
    ],
)
def test_a_lay_down_is_open_where_two_groups_of_a_rank_leave_less(
    hand: str, house: dict[str, object], settled: bool
) -> None:
    question = {"game": "contract-rummy", "ask": "can-lay-down", "deal": 1, "house": house}
    assert referee.answer({**question, "hand": hand.split()})["settled"] is settled


def test_cards_missing_are_those_that_make_the_contract():
    kinds, some = [*(Card(rank, suit) for suit in SUITS for rank in RANKS), JOKER], 0
    for case in islice(cases("missing", 8), 60):
        hand, law = case.hand[1:], case.law
        would_do = [] if can_lay_down(hand, law) else [card for card in kinds if can_lay_down([*hand, card], law)]
        assert list(missing(hand, law)) == would_do, (hand, law)
        some += 0 < len(would_do) < len(kinds)
    assert some > 15


@pytest.mark.parametrize("cheaper", [0, 7])
def test_a_lay_down_is_found_only_if_it_leaves_fewer_points_than_the_ceiling(cheaper: int) -> None:
    some = 0
    for case in islice(cases("ceiling", 5), 60):
        price = partial(lambda case, card: case.price(card) - cheaper, case)
        below = partial(any_prices.best_lay_down, case.hand, case.law, price, NOTHING, Budget())
        if best := below():
            again = below(ceiling=best.points + 1)
            assert again and again.points == best.points
            assert case.law.every_card or not below(ceiling=best.points)
            some += best.points != 0
    assert some > 10


def test_of_wilds_the_dearest_are_laid_first():
    law = Law((3,), (), half_natural=True, wild_ranks=frozenset({"JK", "2"}))
    found = best_lay_down(hand := read("9S 9H 2S JK 2H"), law, lambda card: {"JK": 50, "2": 20}.get(card.rank, 9))
    assert [str(hand[place]) for place in found.left] in (["2H"], ["2S"])


@pytest.mark.parametrize("steps", [100, 400, 2_000, 8_000])
def test_whenever_a_search_stops_the_best_lies_between_what_it_found_and_what_it_names(steps):
    stopped = 0
    for case in islice(cases("stopped", 17), 60):
        best = best_lay_down(case.hand, case.law, case.price)
        assert best is None or best.at_least is None
        try:
            found = best_lay_down(case.hand, case.law, case.price, budget=Budget(steps))
        except Spent:
            stopped += 1
            continue
        assert (found is None) == (best is None)
        if found:
            assert (found.points if found.at_least is None else found.at_least) <= best.points <= found.points
            stopped += found.at_least is not None
    assert stopped or steps > 1_000


def test_a_card_that_joins_two_runs_is_laid_off_afterwards():
    hand = "3S 4S 5S 6S 7S 8S 9S 10S JS"
    answer = referee.answer({"game": "contract-rummy", "ask": "can-lay-down", "deal": 3, "hand": hand.split()})
    assert (answer["possible"], answer["left_points"]) == (True, 0)
    assert [step["card"] for step in answer["tracked_on"]] in (["6S"], ["7S"])
    later = {"game": "contract-rummy", "ask": "can-lay-down", "deal": 3, "house": {"lay_off_later": True}}
    assert referee.answer({**later, "hand": hand.split()})["left_points"] == 7


def test_in_the_last_deal_every_card_is_laid():
    question = {"game": "contract-rummy", "ask": "can-lay-down", "deal": 7}
    hand = "3S 4S 5S 6S 3H 4H 5H 6H 3D 4D 5D 6D".split()
    assert referee.answer({**question, "hand": hand})["left_points"] == 0
    assert not referee.answer({**question, "hand": [*hand, "9C"]})["possible"]
    at_leisure = referee.answer({**question, "hand": [*hand, "9C"], "house": {"last_all_at_once": False}})
    assert at_leisure["left_points"] == 9


@pytest.mark.parametrize(
    ("deal", "hand", "house", "said", "fix", "rule"),
    [
        (7, "3S 4S 5S 6S 3H 4H 5H 6H 3D 4D 5D 6D KC", {}, "in the last deal every card", None, "C38"),
        (
            7,
            "3S 4S 5S 6S 3H 4H 5H 6H 3D 4D 5D 6D 8D",
            {},
            "in the last deal every card",
            "Yes, with any one of these: 7♦︎ and joker",
            "C38",
        ),
        (1, "3S 3D 3C 5S 5D 5C", {"final_discard": True}, "the last card must be discarded", None, "C34"),
    ],
)
def test_a_hand_that_makes_the_contract_is_told_what_else_forbids_to_lay_it_down(deal, hand, house, said, fix, rule):
    question = {"game": "contract-rummy", "deal": deal, "hand": hand, "house": house}
    answer = referee.answer({**question, "ask": "can-lay-down"})
    assert (answer["possible"], len(answer["notes"]), rule in answer["rules"]) == (False, 1, True)
    assert answer["notes"][0].startswith(f"this hand makes the contract, but {said}")
    assert str(answer.get("fix")).replace("\ufe0e", "") == str(fix).replace("\ufe0e", "")
    if deal == 7 and not fix:
        assert referee.answer({**question, "ask": "could-add", "laid_down": False})["notes"] == answer["notes"]


def test_what_could_be_added_has_wilds_beside_wilds_where_they_may_lie_so():
    question = {"game": "contract-rummy", "ask": "could-add", "deal": 1, "hand": ["JK"], "laid_down": True}
    for apart, ends in ((False, ["top", "bottom"]), (True, ["bottom"])):
        table = [["9S", "10S", "JS", "JK"]]
        answer = referee.answer({**question, "table": table, "house": {"wilds_apart": apart}})
        assert [step["end"] for step in answer["tracked_on"]] == ends


MANY_WAYS = [  # legal schedules at large tables, and hands of one or two suits
    ({"schedule": [{"cards": 16, "runs": 8}, {"cards": 10, "groups": 1}]}, "S"),
    ({"schedule": [{"cards": 16, "runs": 7}, {"cards": 10, "groups": 1}], "wilds": "half"}, "SH"),
    ({"schedule": [{"cards": 16, "groups": 5, "runs": 4}], "twos_wild": True}, "SHDC"),
]


@pytest.mark.parametrize(("house", "suits"), MANY_WAYS)
def test_a_hand_with_too_many_ways_is_said_to_be_so_and_never_called_impossible(
    house: dict[str, object], suits: str
) -> None:
    hand = [f"{rank}{suit}" for rank in RANKS for suit in suits for _ in range(4)]
    Random(3).shuffle(hand)
    question = {"game": "contract-rummy", "ask": "can-lay-down", "deal": 1, "hand": [*hand[:28], *["JK"] * 6]}
    given = referee.answer(question | {"house": house | {"packs": 4, "jokers": 12, "calls": 9}})
    assert given.get("error", "").startswith("hand: this hand can be laid out in too many ways") or given["possible"]


def test_one_card_left_of_a_search_that_was_stopped_has_an_honest_bound() -> None:
    hand, law = read("JK 5D JD 9D 7D 5H 6D 4D 5D 10D JK 8D 3D"), Law((3,), (4, 4), keeps_one=True)
    game = GAMES["contract-rummy"]
    price = partial(game.price, game.deals[0])
    whole = best_lay_down(hand, law, price)
    assert whole and whole.points == 3
    for steps in (2_000, 5_000, 20_000):
        found = best_lay_down(hand, law, price, budget=Budget(steps))
        assert found and found.points >= 3
        assert found.points == 3 or found.at_least is not None and found.at_least <= 3


def test_a_search_that_stops_beside_runs_of_its_suit_never_claims_that_others_leave_more() -> None:
    game = GAMES["contract-rummy"]
    game = replace(game, wild_ranks=frozenset({"JK", "2"}))
    hand = read("4S 4H 4C QC QD QH 9D 9H 9C KH AH 3H 10H AH 2H JH QH JH KH 2H 5H 3H 6H 10H 2H")
    runs = ["4H 5H 6H 7H 8H", "9H 10H JH QH KH", "4H 5H 6H 7H JK 9H 10H", "3H 4H 5H 6H 7H 8H 9H"]
    law, table = contract(game, game.deals[3]), as_read(game, [tuple(read(run)) for run in runs])
    for steps in (18_000, 20_000):
        found = best_lay_down(hand, law, partial(game.price, game.deals[3]), table, Budget(steps))
        assert found and (found.points == 10 or found.at_least is not None and found.at_least <= 10)
