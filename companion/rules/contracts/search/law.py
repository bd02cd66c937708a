"""Law of a lay-down as the search reads it, the melds on the table, and the states of a run that is being laid."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from companion.rules.cards import Card
from companion.rules.contracts.search.runs import Growth, Run

PRE, CORE, POST = range(3)  # phases of a run: laid off below, of the contract, laid off above
MADE_BITS = 4  # bits of each least size in a packed number of runs
SIZES_MASK = (1 << MADE_BITS) - 1


class Law(NamedTuple):
    """The requirements of a lay-down under any law, and what may follow it in the same turn."""

    groups: tuple[int, ...]  # least sizes
    runs: tuple[int, ...]
    group_naturals: int = 1  # fewest in a meld
    run_naturals: int = 1
    half: bool = False  # never more wilds than naturals in a meld
    wilds_apart: bool = False
    alike: str = "apart"  # groups of a rank and runs of a suit: none; apart: no two joined runs at first; any
    second_groups: bool = False  # also two groups of a rank where `alike` is apart: the other reading
    further: tuple[int, int] | None = None  # least sizes of further groups and runs; None: exactly the contract
    lays_off: bool = True  # cards may be added in the same turn
    every_card: bool = False  # all cards must be laid
    keeps_one: bool = False  # at least one card must be left
    wild_ranks: frozenset[str] = frozenset({"JK"})
    growth: Growth = Growth(both_ends=True, moves="end", wilds_apart=False)  # of runs on the table

    @property
    def same_rank(self) -> bool:
        """True if two groups may share a rank."""
        return self.alike == "any" or self.second_groups

    @property
    def run_sizes(self) -> tuple[int, ...]:
        """The different least sizes of runs, the largest first."""
        return tuple(sorted({*self.runs, *((self.further[1],) if self.further else ())}, reverse=True))


class State(NamedTuple):
    """A run that is not finished: what it still owes, and what it may take next."""

    owed: int  # cards
    naturals: int  # owed
    balance: int = 0  # naturals minus wilds, counted if a law limits the wilds
    wild: int = 0  # 1: the last card is wild; 2: and useless without a natural after it
    phase: int = CORE
    below: int = 0  # of the cards laid off below: the number of naturals, or -1 for one wild
    # Of a run on the table, CORE once it grows; below: its wilds laid below for others to come out, less those out.
    lying: tuple[int, ...] = ()  # the run as it lies on the table; empty: a new run


Action = tuple[bool | None, State] | None  # a natural, a wild (False) or no card taken, and the state; None: closed
Single = tuple[bool, int, State | None, bool, bool, Action]  # a natural, wilds, state, core ends below, starts here
Path = Any  # the last place where a run takes a card or is closed, its actions, and the path up to it; None at first
Cells = dict[int, tuple[bool, int]]  # by place: whether a card is wild, and its phase


class LaidRun(NamedTuple):
    """A run as laid: its lowest place, whether each card is wild, and the part that is of the contract."""

    low: int
    wild: tuple[bool, ...]
    core: range  # places
    lying: tuple[int, ...] = ()  # the run that it was on the table; empty: a new run

    @property
    def high(self) -> int:
        """The highest place."""
        return self.low + len(self.wild) - 1

    @property
    def mask(self) -> int:
        """A bit for each place of a wild."""
        return sum(wild << place for place, wild in enumerate(self.wild, self.low))

    @property
    def wilds(self) -> int:
        """The number of its wilds from the hand."""
        return sum(self.wild) - (self.lying[2].bit_count() if self.lying else 0)


class OnTable(NamedTuple):
    """The melds on the table, each in one reading."""

    size: int = 0
    groups: tuple[tuple[int, int, int], ...] = ()  # number, place of the rank, naturals minus wilds
    runs: tuple[tuple[int, str, Run, Sequence[Card]], ...] = ()  # number, suit, run, cards from the lowest


def runs_of(path: Path, lying: tuple[State, ...]) -> list[LaidRun]:
    """Return the runs that a path lays, and those on the table as it leaves them."""
    steps: list[tuple[int, tuple[Action, ...]]] = []
    while path:
        place, actions, path = path
        steps.insert(0, (place, actions))
    done = list[tuple[tuple[int, ...], Cells]]()
    open_runs: list[tuple[State, Cells]] = [(state, {}) for state in lying]
    for place, actions in steps:
        going = list[tuple[State, Cells]]()
        before = [*open_runs, *[(None, dict[int, tuple[bool, int]]())] * (len(actions) - len(open_runs))]
        for (state, cells), action in zip(before, actions, strict=True):
            if not action:
                done.append((state.lying if state else (), cells))
            else:
                going.append(
                    (action[1], cells | ({} if action[0] is None else {place: (not action[0], action[1].phase)}))
                )
        open_runs = sorted(going, key=itemgetter(0))
    done += [(state.lying, cells) for state, cells in open_runs]
    return [laid_run(lying, cells) for lying, cells in done]


def laid_run(lying: tuple[int, ...], cells: Cells) -> LaidRun:
    """Return a run of cards that are wild or not, each in a phase, by their places, beside those of it on the table."""
    if lying:
        there = Run(*lying)
        wilds = {at: there.wilds >> at & 1 == 1 for at in range(there.low, there.high + 1)}
        wilds |= {at: wild for at, (wild, _) in cells.items()}
        return LaidRun(min(wilds), tuple([wilds[at] for at in sorted(wilds)]), range(there.low, there.high + 1), lying)
    core = [at for at, (_, phase) in cells.items() if phase == CORE]
    return LaidRun(min(cells), tuple([wild for wild, _ in cells.values()]), range(core[0], core[-1] + 1))
