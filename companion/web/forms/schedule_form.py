"""Form of a table's own schedule: chips of ready ones, a row for each deal, and the schedule after each tap."""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion.names import clean
from companion.rules.cards import Unreadable
from companion.rules.contracts.game import ImpossibleContract
from companion.rules.contracts.schedule import (
    CARDS,
    MOST_DEALS,
    MOST_MELDS,
    SIZES,
    Schedule,
    ScheduleRule,
    deals,
    deals_of,
    longer_melds,
    named_schedule,
    plain,
    read_deal,
)
from companion.rules.deals import Deal
from companion.rules.house_rules import LONGEST_NAME, HouseRule, name_of
from companion.rules.text import N_, Label, Series, Text, natural_number

TAP, NAME = "schedule", "schedule_name"  # button and field of the page
PARTS = re.compile(r"([a-z]+)(?:-(\d{1,2}))?(?:-([a-z]+))?(?:-(\d{1,2}))?")  # longer-3-runs-0


class Tap(NamedTuple):
    """A tap on the page: what it does, to which deal, to which of its melds or cards."""

    act: str = "list"
    deal: int = 0
    part: str = ""
    number: int = 0

    def __str__(self) -> str:
        return f"{self.act}-{self.deal}" if self.deal else self.act


def tap_of(text: str) -> Tap:
    """Return the tap of a button's value; that of the list for any other text."""
    found = PARTS.fullmatch(text)
    if not found:
        return Tap()
    return Tap(found[1], natural_number(found[2] or "") or 0, found[3] or "", natural_number(found[4] or "") or 0)


@dataclass(frozen=True)
class Row:
    """A deal as its slip edits it: cards dealt, and the least size of each group and run."""

    cards: int
    groups: tuple[int, ...]
    runs: tuple[int, ...]

    @property
    def stored(self) -> dict[str, Any]:
        """The deal as a schedule stores it."""
        return plain(self.cards, self.groups, self.runs)

    def changed(self, part: str, value: Any) -> "Row":
        """Return the deal with another part; unchanged if it would be beyond the limits."""
        row = Row(**{**vars(self), part: value})
        melds = (*((size, "groups") for size in row.groups), *((size, "runs") for size in row.runs))
        few = len(melds) > 0 and max(len(row.groups), len(row.runs)) <= MOST_MELDS
        return row if few and row.cards in CARDS and all(size in SIZES[kind] for size, kind in melds) else self

    def stepped(self, part: str, by: int) -> "Row":
        """Return the deal with a card, group or run more or fewer; a new meld is as long as the last one."""
        if part == "cards":
            return self.changed(part, self.cards + by)
        sizes = getattr(self, part)
        return self.changed(part, (*sizes, sizes[-1] if sizes else SIZES[part][0]) if by > 0 else sizes[:-1])

    def resized(self, part: str, meld: int, by: int) -> "Row":
        """Return the deal with a longer or shorter meld."""
        return self.changed(part, tuple(size + by * (at == meld) for at, size in enumerate(getattr(self, part))))


class Step(NamedTuple):
    """A stepper of the slip: its part, its value, and whether it goes up and down."""

    part: str
    value: int
    more: bool
    less: bool
    meld: int = 0  # place of a meld among those of its kind


class Chip(NamedTuple):
    """A ready or own list to choose."""

    title: Label
    tap: str
    chosen: bool


@dataclass(frozen=True)
class ScheduleForm:
    """The page of a schedule: the schedule, the slip that is open, the row that was, and impossible contracts."""

    rule: ScheduleRule
    value: Any
    last: Any  # the last own schedule of this house; None without one
    faults: Mapping[int, ImpossibleContract]
    tap: Tap

    @cached_property
    def deals(self) -> tuple[Deal, ...]:
        """The deals of the schedule."""
        return deals(self.value)

    def melds(self, deal: Deal) -> Text:
        """Return the contract of a deal in few words: "2 groups, 1 run"."""
        three, four = (SIZES[kind][0] for kind in ("groups", "runs"))
        groups, runs = deal.groups.count(three), deal.runs.count(four)
        said = [Text(N_("{count}\u00a0group"), N_("{count}\u00a0groups"), count=groups)] if groups else []
        said += [Text(N_("{count}\u00a0run"), N_("{count}\u00a0runs"), count=runs)] if runs else []
        return Text("{melds}", melds=Series([*said, *longer_melds(deal.groups, deal.runs)]))

    @property
    def opened(self) -> Deal | None:
        """The deal whose slip is open."""
        return self.deals[self.tap.deal - 1] if self.tap.act == "open" else None

    @property
    def add(self) -> str:
        """The words of the button that adds a deal."""
        return N_("Add a deal")

    @property
    def done(self) -> Text:
        """The words of the button that ends the list."""
        return Text(N_("Done: {count} deal"), N_("Done: {count} deals"), count=len(self.deals))

    def fix(self, fault: ImpossibleContract) -> Text | None:
        """Return the words of the button that deals enough cards; None if no hand is large enough."""
        enough = Text(N_("Deal {count} card"), N_("Deal {count} cards"), count=fault.cards)
        return enough if fault.cards in CARDS else None

    @property
    def name(self) -> str:
        """The name that the table gave it."""
        return name_of(self.value)

    @property
    def is_own(self) -> bool:
        """True unless it is a ready one."""
        return self.rule.title(deals_of(self.value)) is None

    @property
    def full(self) -> bool:
        """True if no deal can be added."""
        return len(self.deals) >= MOST_DEALS

    @property
    def chips(self) -> list[Chip]:
        """The ready schedules, the last own one of this house, and the one put together here."""
        listed = deals_of(self.value)
        chips = [Chip(title, f"ready-{at}", listed == ready) for at, (ready, title) in enumerate(self.rule.names)]
        is_last = self.last is not None and listed == deals_of(self.last)
        if self.last is not None:
            chips.insert(0, Chip(name_of(self.last) or N_("My own, last time"), "last", is_last))
        if not is_last:
            chips.append(Chip(self.name or N_("My own"), "list" if self.is_own else "open-1", self.is_own))
        return chips

    @property
    def row(self) -> Row:
        """The deal of the open slip."""
        return Row(*read_deal(self.tap.deal, deals_of(self.value)[self.tap.deal - 1]))

    @property
    def steps(self) -> list[Step]:
        """Steppers of the open slip: its groups, its runs and its cards."""
        row = self.row
        values = {"groups": len(row.groups), "runs": len(row.runs), "cards": row.cards}
        return [
            Step(part, value, row.stepped(part, 1) != row, row.stepped(part, -1) != row)
            for part, value in values.items()
        ]

    @property
    def sizes(self) -> list[Step]:
        """Steppers of the open slip for the least size of every meld."""
        row = self.row
        return [
            Step(part, size, row.resized(part, at, 1) != row, row.resized(part, at, -1) != row, at)
            for part in SIZES
            for at, size in enumerate(getattr(row, part))
        ]

    @property
    def usual_sizes(self) -> bool:
        """True if every meld of the open slip has the usual least size."""
        return all(step.value == SIZES[step.part][0] for step in self.sizes)


def last_own(rule: HouseRule, values: Iterable[Any]) -> Any:
    """Return the first of these stored schedules that is readable and not a ready one; None without one."""
    for value in values:
        with suppress(Unreadable):
            read = rule.read(value)
            if read not in (rule.values or ()):
                return read
    return None


def renamed(rule: ScheduleRule, value: Any, name: str | None = None) -> Any:
    """Return the schedule with the name typed, or its own if none was; a ready one has none."""
    title = name_of(value) if name is None else clean(name, LONGEST_NAME)
    return named_schedule(deals_of(value), "" if rule.title(deals_of(value)) else title)


def after_tap(rule: ScheduleRule, value: Any, tap: Tap, last: Callable[[], Any]) -> tuple[Any, Tap]:
    """Return the schedule after a tap, and the tap that shows the page it leads to."""
    if tap.act == "ready" and tap.deal < len(rule.names):
        return rule.names[tap.deal][0], Tap()
    if tap.act == "last":
        return last() or value, Tap()
    rows = deals_of(value)
    if tap.act == "add":
        return named_schedule(added(rows, len(rows)), name_of(value)), Tap()
    if not 1 <= tap.deal <= len(rows):
        return value, Tap()
    return changed(value, rows, tap)


def changed(value: Any, rows: Schedule, tap: Tap) -> tuple[Any, Tap]:
    """Return the schedule after a tap on one of its deals, and the tap that shows the page it leads to."""
    at = tap.deal - 1
    if tap.act in ("up", "earlier", "later"):
        to = min(max(at + (1 if tap.act == "later" else -1), 0), len(rows) - 1)
        moved = [*rows[:at], *rows[at + 1 :]]
        shown = Tap("list", tap.deal) if tap.act == "up" else Tap("open", to + 1)
        return named_schedule([*moved[:to], rows[at], *moved[to:]], name_of(value)), shown
    if tap.act == "copy":
        copied = added(rows, tap.deal)
        return named_schedule(copied, name_of(value)), Tap("open", tap.deal + (len(copied) > len(rows)))
    if tap.act == "remove":
        return named_schedule([*rows[:at], *rows[at + 1 :]] if len(rows) > 1 else rows, name_of(value)), Tap()
    row = edited(Row(*read_deal(tap.deal, rows[at])), tap)
    shown = Tap("list", tap.deal) if tap.act == "list" else Tap("open", tap.deal)
    return named_schedule([*rows[:at], row.stored, *rows[at + 1 :]], name_of(value)), shown


def added(rows: Schedule, number: int) -> Schedule:
    """Return the deals with a copy of one behind it, if there may be another."""
    return [*rows[:number], rows[number - 1], *rows[number:]] if len(rows) < MOST_DEALS else rows


def edited(row: Row, tap: Tap) -> Row:
    """Return the deal after a tap in its slip."""
    by = {"more": 1, "longer": 1, "less": -1, "shorter": -1}.get(tap.act, 0)
    if tap.part == "cards":
        return row.changed("cards", tap.number) if tap.act == "deal" else row.stepped("cards", by)
    if tap.part not in SIZES or not by:
        return row
    return row.resized(tap.part, tap.number, by) if tap.act in ("longer", "shorter") else row.stepped(tap.part, by)
