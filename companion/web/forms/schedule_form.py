"""Form of a table's own schedule: a row for each deal, its slip, and the schedule after each tap."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion.rules.contracts.game import ImpossibleContract
from companion.rules.contracts.schedule import (
    CARDS,
    MOST_DEALS,
    MOST_MELDS,
    SIZES,
    Schedule,
    ScheduleRule,
    deals,
    longer_melds,
    named_schedule,
    plain,
    read_deal,
)
from companion.rules.deals import Deal
from companion.rules.house_rules import unnamed
from companion.rules.text import N_, Series, Text
from companion.web.forms.list_form import ListForm, Tap


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


@dataclass(frozen=True)
class ScheduleForm(ListForm):
    """The page of a schedule, with the slip of one of its deals."""

    button, part, kind, first_own = "schedule", "deals", ScheduleRule, "open-1"

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
        return self.deals[self.tap.place - 1] if self.tap.act == "open" else None

    def fix(self, fault: ImpossibleContract) -> Text | None:
        """Return the words of the button that deals enough cards; None if no hand is large enough."""
        enough = Text(N_("Deal {count} card"), N_("Deal {count} cards"), count=fault.cards)
        return enough if fault.cards in CARDS else None

    @property
    def full(self) -> bool:
        """True if no deal can be added."""
        return len(self.deals) >= MOST_DEALS

    @property
    def row(self) -> Row:
        """The deal of the open slip."""
        return Row(*read_deal(self.tap.place, unnamed(self.value)[self.tap.place - 1]))

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

    def changed(self, figure: str) -> tuple[Any, Tap]:
        """Return the schedule after a tap on one of its deals, and the tap that shows the page it leads to."""
        rows, tap, at = list(unnamed(self.value)), self.tap, self.tap.place - 1
        shown = Tap("list" if tap.act in ("list", "up") else "open", tap.at)
        if tap.act == "add":
            rows, shown = added(rows, len(rows)), Tap()
        elif at not in range(len(rows)):
            shown = Tap()
        elif tap.act in ("up", "earlier", "later"):
            to = min(max(at + (1 if tap.act == "later" else -1), 0), len(rows) - 1)
            rows.insert(to, rows.pop(at))
            shown = shown if tap.act == "up" else Tap("open", str(to + 1))
        elif tap.act == "copy":
            copied = added(rows, tap.place)
            rows, shown = copied, Tap("open", str(tap.place + (len(copied) > len(rows))))
        elif tap.act == "remove":
            rows, shown = [*rows[:at], *rows[at + 1 :]] or rows, Tap()
        else:
            rows[at] = edited(Row(*read_deal(tap.place, rows[at])), tap).stored
        return named_schedule(rows, self.name), shown


def added(rows: Schedule, number: int) -> Schedule:
    """Return the deals with a copy of one behind it, if there may be another."""
    return [*rows[:number], rows[number - 1], *rows[number:]] if len(rows) < MOST_DEALS else rows


def edited(row: Row, tap: Tap) -> Row:
    """Return the deal after a tap in its slip."""
    number = tap.number or 0
    by = {"more": 1, "longer": 1, "less": -1, "shorter": -1}.get(tap.act, 0)
    if tap.part == "cards":
        return row.changed("cards", number) if tap.act == "deal" else row.stepped("cards", by)
    if tap.part not in SIZES or not by:
        return row
    return row.resized(tap.part, number, by) if tap.act in ("longer", "shorter") else row.stepped(tap.part, by)
