"""Breed expensive referee questions from those of the samples and casebooks.

Run by hand from the project's folder; the same seed tries the same questions, as many as there is time for:

    python -m tests.bench.hunt --seconds 60 --seed 1

All caches are cleared before every question. The output is the most expensive questions of each kind, with their CPU
time in milliseconds.
"""

import argparse
import gc
import json
from collections.abc import Iterator
from itertools import count
from random import Random
from time import process_time
from typing import Any

from companion import referee
from companion.games import GAMES
from companion.rules.cards import Unreadable
from companion.rules.contracts.search.law import places
from companion.rules.fields import Cards, DealNumber, Melds, Whole
from tests.support.casebook import CASES, casebook

Question = dict[str, Any]
Tried = tuple[float, int, Question]  # milliseconds of CPU, sequence number, question
SAMPLES = ("bred", "hard", "solver-sample", "contract-sample", "rulings-sample")
KINDS = ("can-lay-down", "could-add", "best-arrangement", "go-out", "total", "any")
FIRST, KEPT = 30, 12  # of each kind, tried as they are, and kept to be bred
SHOWN = 3


def samples() -> list[Question]:
    """Return the questions of the samples and of the casebooks."""
    lines = [line for name in SAMPLES for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]
    asked = [given.get("question", given) for given in map(json.loads, lines)]
    known = [one for one in asked if one.get("game") in GAMES and one.get("ask") in GAMES[one["game"]].questions]
    plain = [{name: one[name] for name in one if name not in ("id", "expect", "why", "disputed")} for one in known]
    return plain + [case.question for game in GAMES for case in casebook(game)]


CACHES = [one for one in gc.get_objects() if isinstance(one, type(places)) and "companion" in one.__module__]


def cost(question: Question) -> float:
    """Return the milliseconds of CPU that a question takes with empty caches."""
    for cache in CACHES:
        cache.cache_clear()
    start = process_time()
    referee.answer(question)
    return 1000 * (process_time() - start)


def child(random: Random, question: Question, other: Question) -> Question:
    """Return the question with up to three changes, the cards and melds of the other among them."""
    bred = json.loads(json.dumps(question))
    for _ in range(random.randint(1, 3)):
        random.choice((change_field, change_field, take_over, change_house))(random, bred, other)
    return dict(bred)


def change_field(random: Random, question: Question, other: Question) -> None:
    """Change a card, a meld or a number."""
    game = referee.the_game(question)
    field = random.choice(game.questions[question["ask"]].fields or (None,))
    held = question.get(field.name) if field else None
    if isinstance(field, Cards):
        cards = " ".join(held).split() if isinstance(held, list) else str(held or "").split()
        if cards and random.random() < 0.5:
            cards.pop(random.randrange(len(cards)))
        cards += random.choices([*map(str, game.pack.cards), "JK", *cards], k=random.randint(0, 3))
        question[field.name] = " ".join(cards)
    elif isinstance(field, Melds) and isinstance(held, list):
        question[field.name] = random.sample(held * 2, random.randint(0, len(held) + 1) if held else 0)
    elif isinstance(field, Whole | DealNumber):
        question[field.name] = random.randint(field.bottom(game), min(field.top(game), 100_000))


def take_over(random: Random, question: Question, other: Question) -> None:
    """Take over a field of the other question, or some of its melds."""
    shared = [name for name in question if name in other and name not in ("game", "ask", "house")]
    if other["game"] == question["game"] and shared:
        name = random.choice(shared)
        mine, theirs = question[name], other[name]
        both = isinstance(mine, list) and isinstance(theirs, list) and bool(theirs)
        question[name] = [*mine, random.choice(theirs)] if both and random.random() < 0.7 else theirs


def change_house(random: Random, question: Question, other: Question) -> None:
    """Choose another value of a house rule."""
    rule = random.choice(GAMES[question["game"]].house_rules)
    if rule.widget in ("switch", "stepper", "choice"):
        question["house"] = {**question.get("house", {}), rule.name: random.choice([*(rule.values or (True, False))])}


def hunt(kind: str, seconds: float, random: Random) -> Iterator[Tried]:
    """Yield the most expensive questions of a kind found in this many seconds of CPU, most expensive first."""
    end, every, pool = process_time() + seconds, samples(), list[Tried]()
    about = {"could-add": {"ask": kind, "laid_down": False}}.get(kind, {})  # the same hands and tables
    wanted = "can-lay-down" if about else kind
    known = [one | about for one in every if wanted in ("any", one["ask"])]
    for asked in count():
        if process_time() > end:
            break
        parent = random.choice(pool)[2] if len(pool) == KEPT and random.random() < 0.7 else random.choice(known)
        try:
            question = known[asked] if asked < min(FIRST, len(known)) else child(random, parent, random.choice(every))
            game = referee.the_game(question)
            for field in game.questions[question["ask"]].fields:
                referee.read(field, game, question)
        except Unreadable:
            continue
        pool = sorted([*pool, (cost(question), asked, question)], key=lambda tried: tried[:2], reverse=True)[:KEPT]
    yield from ((cost(question), number, question) for _, number, question in pool[:SHOWN])


def main() -> None:
    """Run the search and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, nargs="*", default=[*KINDS])
    options = parser.parse_args()
    for kind in options.kind:
        for milliseconds, _, question in hunt(
            kind, options.seconds / len(options.kind), Random(f"{kind} {options.seed}")
        ):
            print(f"{kind:18} {milliseconds:8.1f} ms  {json.dumps(question)}")


if __name__ == "__main__":
    main()
