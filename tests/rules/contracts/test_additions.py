"""What could be laid off: each card that a sequence of legal steps lays off, and first those that leave least."""

from collections import Counter
from itertools import islice

import pytest

from companion.rules.cards import Card
from companion.rules.contracts.hand_advice import could_add
from companion.rules.contracts.joker_moves import moved_wild
from companion.rules.contracts.lay_off import grow_group, grow_run
from companion.rules.melds.row_objections import kind_of
from companion.rules.melds.row_reading import Row, read
from tests.rules.contracts.random_laws import Case, cases

MANY = 40  # cases of each part
Step = tuple[int, Card, str]
State = tuple[Row, tuple[Row, ...]]  # cards in the hand, and the melds on the table


def steps(case: Case, state: State) -> dict[Step, State]:
    """Return every card that the referee lets lay off now, with what comes of it."""
    hand, table = state
    found = dict[Step, State]()
    for card in dict.fromkeys(hand):
        for number, row in enumerate(table):
            for end, meld in grown(case, number, row, card):
                rest = Counter(hand) + Counter(row) - Counter(meld)
                after = tuple(sorted(rest.elements()))
                if after or not case.game.final_discard:
                    found[number, card, end] = after, (*table[:number], meld, *table[number + 1 :])
    return found


def grown(case: Case, number: int, row: Row, card: Card) -> list[tuple[str, Row]]:
    """Return what a meld becomes by a card, at each end where it may go; a group stays one."""
    game = case.game
    reading = read(game, row, flipped=False) if kind_of(game, case.table[number]) == "run" else None
    if reading is None:
        tried = [("group", grow_group(game, row, card))]
    else:
        tried = [(end, grow_run(game, reading, card, end)) for end in ("top", "bottom")]
        ends = [("joker", "top"), ("joker-below", "bottom")] if game.lay_off.moved_wild == "end" else [("joker", None)]
        tried += [(name, moved_wild(game, reading, card, end)) for name, end in ends]
    return [(end, step.meld) for end, step in tried if not step.findings]


def everything(case: Case) -> tuple[set[Step], set[Step], tuple[int, int]]:
    """Return all that can be laid off in the end, the first places of each card, and the fewest points and cards left.

    A place is a first one if fewest cards are laid off on the meld before.
    """
    start = tuple(sorted(case.hand)), case.table, (0,) * len(case.table)
    first, reached, queue = dict[tuple[int, str], dict[Step, int]](), {start}, [start]
    for hand, table, counts in queue:  # the queue grows during the loop
        for step, after in steps(case, (hand, table)).items():
            number, card, _ = step
            kind = number, "wild" if case.game.is_wild(card) else str(card)
            found = first.setdefault(kind, {})
            found[step] = min(found.get(step, counts[number]), counts[number])
            state = *after, tuple(count + (at == number) for at, count in enumerate(counts))
            if state not in reached:
                reached.add(state)
                queue.append(state)
    every = {step for found in first.values() for step in found}
    firsts = {step for found in first.values() for step, count in found.items() if count == min(found.values())}
    return every, firsts, min((sum(map(case.price, hand)), len(hand)) for hand, *_ in reached)


@pytest.mark.parametrize("part", range(2))
def test_each_card_that_can_be_laid_off_is_named_after_those_it_needs(part: int) -> None:
    several = 0
    for case in islice((each for each in cases(f"add {part}", 6) if each.table), MANY):
        told = could_add(case.game, case.deal, case.hand, case.table, True).answer["tracked_on"]
        told = [(row["meld"], row["card"], row["end"]) for row in told]
        every, firsts, least = everything(case)
        assert firsts <= {*told} <= every, (case, {*told} - every, firsts - {*told})
        state, best = (tuple(sorted(case.hand)), case.table), (sum(map(case.price, case.hand)), len(case.hand))
        for step in told:  # as far as they can be taken one after another
            after = steps(case, state).get(step)
            if after is None:
                break
            state = after
            best = min(best, (sum(map(case.price, state[0])), len(state[0])))
        assert best == least, (case, told)
        plan = len(case.hand) - len(state[0])
        assert {*told[plan:]} <= firsts, (case, {*told[plan:]} - firsts)
        several += len(told) > 2
    assert several > MANY // 10
