"""Runs on the table: what each may take at a place of the ladder, and the order in which its cards are laid off.

Where a wild is exchanged, it is one of the wilds that the run has at its ends afterwards, or one more of the hand.
"""

from collections.abc import Iterator

from companion.rules.contracts.search.law import CORE, POST, PRE, LaidRun, Law, Single, State
from companion.rules.contracts.search.runs import TOP, Extension, Run, extensions


def transitions(state: State, room: int, law: Law, spare: int, exact: bool, free: bool) -> Iterator[Single]:
    """Yield the transitions of a run on the table at a place; `spare` wilds are the most that matter.

    Where wilds are limited, `naturals` are those still to come before the cards below can be laid, and the phase POST
    says that these do not leave fewer naturals than there were.
    """
    run, place, half, moves = Run(*state.lying), TOP - room, law.half, law.growth.moves
    lies_wild, to_hand = run.wilds >> place & 1, moves == "hand"
    richer = min(state.balance + half, spare)
    if run.low <= place <= run.high:
        beside = lies_wild if law.wilds_apart and place == run.high else 0
        blocked = law.wilds_apart and lies_wild and place == run.low and state.wild
        if half and place == run.low:
            before = min(run.size - 2 * run.wilds.bit_count(), spare)
            balanced = state.balance >= before and not (to_hand and state.below)
            state = state._replace(naturals=max(state.naturals - before, 0), phase=POST if balanced else CORE)
        there = state._replace(phase=max(state.phase, CORE), wild=beside)
        if not blocked:
            yield False, 0, there, False, False, (None, there)
        if lies_wild and moves != "none":
            owed = max(there.naturals - 1 - to_hand, 0)
            after = there._replace(wild=0, below=state.below - 1, balance=richer, naturals=owed)
            yield True, 0, after, False, False, (True, after)
        return
    if place > run.high and may_close(state, law, exact):
        yield False, refund(state, law), None, False, False, None
    owed = max(state.owed - 1, 0)
    if place < run.low:
        if state.phase == PRE:
            yield False, 0, state, False, False, (None, state)
        owed = 0 if law.growth.both_ends else TOP - run.high
    naturals, phase = max(state.naturals - 1, 0), max(state.phase, CORE)
    after = state._replace(phase=phase, wild=0, owed=owed, balance=richer, naturals=naturals)
    yield True, 0, after, False, False, (True, after)
    if law.wilds_apart and state.wild or free and state.phase == PRE:
        return  # a spare wild is placed afterwards
    useless = 2 if free and place > run.high else 1 if law.wilds_apart else 0
    after = after._replace(wild=useless, balance=state.balance, naturals=state.naturals)
    if state.below < (run.wilds.bit_count() if place < run.low and moves != "none" else 0):
        moved = after._replace(below=state.below + 1)
        if not too_few(moved, law):
            yield False, 0, moved, False, False, (False, moved)
        if state.below < 0:
            return
    naturals = state.naturals + half if place < run.low or state.naturals else 0
    after = after._replace(balance=max(state.balance - half, -spare), naturals=min(naturals, spare + 1))
    if not too_few(after, law):
        yield False, 1, after, False, False, (False, after)


def too_few(state: State, law: Law) -> bool:
    """Return whether a run would have more wilds than naturals once all cards below are laid, if they can be."""
    balance = state.balance - state.below * (law.growth.moves == "hand")
    return law.half and state.phase == POST and not state.naturals and balance < 0


def may_close(state: State, law: Law, exact: bool) -> bool:
    """Return whether a run on the table may stay as it is: wilds that came out can be left, unless all are counted."""
    to_hand = law.growth.moves == "hand"
    if state.owed or state.naturals or state.wild == 2 or state.below > 0 or state.below and exact and not to_hand:
        return False
    return not law.half or state.balance - to_hand * state.below >= 0


def refund(state: State, law: Law) -> int:
    """Return the wilds that a run on the table takes in the end, below 0 if some come into the hand."""
    return state.below if state.lying and law.growth.moves == "hand" else 0


def in_order(laid: LaidRun, law: Law, run: Run) -> list[tuple[Run, Extension]]:
    """Return the cards laid off on this run in an order that works: those that can be, if not all."""
    aim = Run(laid.low, laid.high, laid.mask)
    ends = (2 << aim.high) - (1 << aim.low) & ~run.naturals & ~run.wilds
    to_hand = law.growth.moves == "hand"
    before: dict[Run, tuple[Run, Extension] | None] = {run: None}
    queue = [run]
    for now in queue:  # the queue grows during the loop
        spare = (aim.wilds & ends).bit_count() - (now.wilds & ends).bit_count()
        if not to_hand:
            spare = aim.wilds.bit_count() - now.wilds.bit_count()
        for longer, step in extensions(now, aim.naturals & ~now.naturals, spare, law.growth):
            within = aim.low <= longer.low and longer.high <= aim.high and longer not in before
            if within and not (law.half and 2 * longer.wilds.bit_count() > longer.size):
                before[longer] = longer, step
                queue.append(longer)
    path, best = list[tuple[Run, Extension]](), aim
    if aim not in before:
        best = max(before, key=lambda each: (each.naturals & aim.naturals).bit_count())
    while step_to := before[best]:
        path.insert(0, step_to)
        best = step_to[1].before
    return sorted(path, key=lambda each: each[1].end != "joker") if to_hand else path
