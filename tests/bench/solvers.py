"""Speed of the solvers, compared with others that answer the same question or a smaller one.

Run by hand from the project's folder, in a separate environment with those peers that can be installed:

    python3 -m venv .venv/peers && .venv/peers/bin/pip install -q ortools open_spiel rlcard
    .venv/peers/bin/python -m tests.bench.solvers

OpenSpiel and RLCard solve gin hands only: ten cards of one pack, no wild cards. The CP-SAT model below solves every
hand; "slow" is the brute-force search that the tests trust. All solve the same hands in turn in one process. The
quickest of three runs of a hand counts.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any

from companion import referee
from companion.rules.arranging.best_arrangement import best_arrangement
from companion.rules.cards import JOKER, RANKS, SUITS, Card, Pack
from companion.rules.contracts.search import can_lay_down
from tests.rules.brute_force import least_points
from tests.rules.contracts.kalooki_law import best_lay_down, kalooki
from tests.rules.hands import a_table, hands_at_tables

Solver = Callable[[Sequence[Card]], int | None]
HANDS, GOES = 500, 3
CASES = Path(__file__).parent.parent / "cases"
CONTRACTS = [(3, 0), (2, 1), (1, 2), (0, 3), (4, 0), (3, 1), (2, 2), (1, 3), (0, 4)]


def price(card: Card) -> int:
    """Return the points of a card in Three Thirteen, and in gin."""
    return {"A": 1, "J": 10, "Q": 10, "K": 10}.get(card.rank) or int(card.rank)


def ours(wild: str) -> Solver:
    """Return this project's solver."""
    ranks = frozenset({wild})
    return lambda hand: best_arrangement(hand, RANKS, ranks, price).points


def slow(wild: str) -> Solver:
    """Return the brute-force solver that the tests trust, which tries every way to split the hand."""
    ranks = frozenset({wild})
    return lambda hand: least_points(hand, RANKS, ranks, price)


def open_spiel() -> Solver:
    """Return OpenSpiel's solver of gin hands, in C++."""
    utils = import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10)
    return lambda hand: utils.min_deadwood([SUITS.index(card.suit) * 13 + RANKS.index(card.rank) for card in hand])


def rlcard() -> Solver:
    """Return RLCard's solver of gin hands."""
    melding = import_module("rlcard.games.gin_rummy.utils.melding")
    other = import_module("rlcard.games.base").Card

    def solve(hand: Sequence[Card]) -> int:
        cards = [other(card.suit, card.rank.replace("10", "T")) for card in hand]
        clusters = melding.get_best_meld_clusters(cards)
        melded = sum(len(meld) for meld in clusters[0]) if clusters else 0
        kept = {str(card) for meld in (clusters[0] if melded else ()) for card in meld}
        return sum(price(mine) for mine, card in zip(hand, cards, strict=True) if str(card) not in kept)

    return solve


def cp_sat(wild: str) -> Solver:
    """Return a solver by a model for OR-Tools' CP-SAT."""
    cp_model = import_module("ortools.sat.python.cp_model")

    def solve(hand: Sequence[Card]) -> int:
        model = cp_model.CpModel()
        naturals = Counter(card for card in hand if card.rank != wild)
        wilds = sum(card.rank == wild for card in hand)
        used: dict[Card, list[object]] = {card: [] for card in naturals}
        needs, melds = [], []
        groups = [[card for card in naturals if card.rank == rank] for rank in RANKS]
        for cards in groups:
            if cards and sum(naturals[card] for card in cards) + wilds >= 3:
                group = model.new_bool_var("")
                taken = [model.new_int_var(0, naturals[card], "") for card in cards]
                for card, count in zip(cards, taken, strict=True):
                    model.add(count <= naturals[card] * group)
                    used[card].append(count)
                need = model.new_int_var(0, wilds, "")
                model.add(need + sum(taken) >= 3 * group)
                needs.append(need)
                melds.append(group)
        spans = [RANKS[low : low + size] for size in (1, 2, 3, 4, 5) for low in range(len(RANKS) - size + 1)]
        for suit, span in product({card.suit for card in naturals}, spans):
            cards = [card for card in (Card(rank, suit) for rank in span) if card in naturals]
            size = max(3, len(span))
            if {Card(span[0], suit), Card(span[-1], suit)} <= set(cards) and size - len(cards) <= wilds:
                most = max(naturals[card] for card in cards)
                run = model.new_int_var(0, most, "")
                taken = [model.new_int_var(0, naturals[card], "") for card in cards]
                for card, count in zip(cards, taken, strict=True):
                    model.add(count <= run)
                    used[card].append(count)
                needs.append(size * run - sum(taken))
                melds.append(run)
        model.add(sum(needs) <= wilds)
        melded = model.new_bool_var("")
        if wilds < 3:
            model.add(melded <= sum(melds))
        for card, counts in used.items():
            model.add(sum(counts) <= naturals[card])
        left = sum(price(card) * (count - sum(used[card])) for card, count in naturals.items())
        model.minimize(left + wilds * price(Card(wild)) * (1 - melded))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        return round(solver.objective_value)

    return solve


def available(makers: dict[str, Callable[[], Solver]]) -> Iterator[tuple[str, Solver]]:
    """Yield the installed solvers."""
    for name, make in makers.items():
        try:
            yield name, make()
        except ImportError:
            print(f"  {name}: not installed")


def compare(title: str, hands: Sequence[Sequence[Card]], solvers: dict[str, Solver], same: bool = True) -> None:
    """Print each solver's times for these hands, their ratio to the first, and the number of different answers."""
    print(title)
    times: dict[str, list[float]] = {name: [] for name in solvers}
    differ = Counter()
    for hand in hands:
        goes = {name: [timed(solve, hand) for _ in range(GOES)] for name, solve in solvers.items()}
        answers = {name: tries[0][1] for name, tries in goes.items()}
        for name, tries in goes.items():
            times[name].append(min(seconds for seconds, _ in tries))
            differ[name] += same and answers[name] != next(iter(answers.values()))
    for name, taken in times.items():
        ratio = sum(taken) / sum(next(iter(times.values())))
        print(f"{row(name, taken)}  x {ratio:6.1f}  differs {differ[name]}")


def row(name: str, taken: Sequence[float]) -> str:
    """Return a line with the median, two percentiles and the most of these seconds."""
    cuts = [1000 * cut for cut in quantiles(taken, n=100, method="inclusive")]
    shown = f"median {cuts[49]:8.3f}  p90 {cuts[89]:8.3f}  p99 {cuts[98]:8.3f}  most {1000 * max(taken):8.3f} ms"
    return f"  {name:12} {shown}"


def timed(act: Callable[..., Any], *given: Any) -> tuple[float, Any]:
    """Return the seconds an action takes, and what it returns."""
    start = perf_counter()
    answer = act(*given)
    return perf_counter() - start, answer


def lay_down_hands(random: Random) -> list[tuple[Card, ...]]:
    """Return hands of 25 cards with up to six jokers, from three packs."""
    cards = Pack().cards * 3
    jokers = [random.randint(0, 6) for _ in range(HANDS)]
    return [(*random.sample(cards, 25 - count), *[JOKER] * count) for count in jokers]


def at_tables(random: Random) -> None:
    """Print the times of the best lay-down at these tables."""
    taken: list[float] = []
    asked = hands_at_tables(random)
    while len(taken) < HANDS:
        hand, contract, table = next(asked)
        goes = [timed(best_lay_down, hand, kalooki(*contract), table) for _ in range(GOES)]
        if goes[0][1]:
            taken.append(min(seconds for seconds, _ in goes))
    print("Kalooki: 8 to 25 cards at tables of one to six fours, the contract met")
    print(row("best", taken))


def contract_rummy(random: Random) -> None:
    """Print the times of the referee for 17 cards of Contract Rummy at tables of two to four melds."""
    for preset in ({}, {"preset": "shanghai"}, {"preset": "may-i"}):
        taken = dict[str, list[float]](possible=[], impossible=[])
        while min(map(len, taken.values())) < HANDS // 5:
            stock = Counter({**dict.fromkeys(Pack().cards, 2), JOKER: 4})
            table = [[str(card) for card in meld] for meld in a_table(random, stock)[:4]]
            hand = [str(card) for card in random.sample([*stock.elements()], 17)]
            question = {"game": "contract-rummy", "ask": "can-lay-down", "deal": random.randint(1, 7), "house": preset}
            goes = [timed(referee.answer, question | {"hand": hand, "table": table}) for _ in range(GOES)]
            if (answer := goes[0][1]) and "possible" in answer:  # a two on the table may be wild
                taken["possible" if answer["possible"] else "impossible"].append(min(each for each, _ in goes))
        print(f"Contract Rummy: 17 cards at a table {preset or ''}")
        for name, seconds in taken.items():
            print(row(name, seconds))


def questions_a_second() -> None:
    """Print the number of questions the referee answers in a second, from text to text."""
    lines = (CASES / "rulings-sample.jsonl").read_text().splitlines()
    goes = [timed(lambda: [json.dumps(referee.answer(json.loads(line))) for line in lines]) for _ in range(GOES)]
    print(f"The referee: {len(lines) / min(seconds for seconds, _ in goes):.0f} questions a second")


def main() -> None:
    """Print all comparisons."""
    random = Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    gin = [random.sample(Pack().cards, 10) for _ in range(HANDS)]
    peers = available(
        {"ours": lambda: ours("none"), "slow": lambda: slow("none"), "OpenSpiel": open_spiel, "RLCard": rlcard}
    )
    compare("Gin: ten cards of one pack, nothing wild", gin, dict(peers))
    thirteen = [random.sample(Pack().cards * 2, 13) for _ in range(HANDS)]
    peers = available({"ours": lambda: ours("K"), "CP-SAT": lambda: cp_sat("K")})
    compare("Three Thirteen: thirteen cards of two packs, kings wild", thirteen, dict(peers))
    for groups, runs in CONTRACTS:
        solvers: dict[str, Solver] = {
            "check": lambda hand, groups=groups, runs=runs: can_lay_down(hand, kalooki(groups, runs)),
            "best": lambda hand, groups=groups, runs=runs: best_lay_down(hand, kalooki(groups, runs)) and 1,
        }
        title = f"Kalooki: 25 cards with up to six jokers, {groups} threes and {runs} fours"
        compare(title, lay_down_hands(random)[:100], solvers, same=False)
    at_tables(random)
    contract_rummy(random)
    print("The hardest questions found")
    for line in (CASES / "hard.jsonl").read_text().splitlines():
        hard = json.loads(line)
        seconds = min(timed(referee.answer, hard["question"])[0] for _ in range(GOES))
        print(f"  {1000 * seconds:8.1f} ms  {hard['kind']}")
    questions_a_second()


if __name__ == "__main__":
    main()
