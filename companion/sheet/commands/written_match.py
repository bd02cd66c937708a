"""A match brought in as it was written: its entries, held to the law only where the law can be met (B7)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any

from companion.names import fault
from companion.rules.cards import Unreadable
from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.text import N_, Number, Text
from companion.sheet.commands.whole_match import remember, stop
from companion.sheet.hand_entry import read_total
from companion.sheet.ledger import TABLE, WHOLE, Action, Entry, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from companion.sheet.written.layout import matches_in
from companion.sheet.written.matches import Doubt, DoubtKind, Reading, WrittenDeal, WrittenMatch
from companion.sheet.written.tables import NoSheet, table_of

NOBODY = -1  # in the place of the seat that went out: the stock ran out


@dataclass(frozen=True)
class Brought:
    """A match to be brought in: as written, as a scoresheet, and all doubts about it."""

    written: WrittenMatch
    sheet: Sheet
    doubts: Sequence[Doubt]

    def said(self, doubt: Doubt) -> Text:
        """Return a doubt in words."""
        match, sheet, seat = self.written, self.sheet, doubt.seat or 0
        deal = match.lines[doubt.deal - 1] if doubt.deal else None
        values: dict[str, Any] = {"deal": sheet.title(doubt.deal or 1), "name": match.players[seat]}
        if deal is None and doubt.kind == DoubtKind.UNREADABLE:
            return Text(N_("{name}: “{value}” is not a number of points."), value=match.written[seat].text, **values)
        if deal is None:
            message = N_("{name}: the sheet says {written} in all, its points make {due}.")
            return Text(message, written=match.written[seat].text, due=match.totals[seat], **values)
        if doubt.kind == DoubtKind.NO_BONUS:
            return Text(N_("The bonus counts only after a tie, and with all its points."))
        if doubt.kind == DoubtKind.BLANK:
            return Text(N_("{deal}, {name}: nothing is entered."), **values)
        if doubt.kind == DoubtKind.UNREADABLE:
            return Text(
                N_("{deal}, {name}: “{value}” is not a number of points."), value=deal.cells[seat].text, **values
            )
        if doubt.kind == DoubtKind.IMPOSSIBLE:
            return Text(N_("{deal}, {name}: no hand comes to {points}."), points=deal.points[seat], **values)
        if zeros := deal.points.count(0):
            return Text(N_("{deal}: {count} have 0. Who went out is not known."), count=Number(zeros), **values)
        return Text(N_("{deal}: nobody has 0. Who went out is not known."), **values)

    @property
    def unreadable(self) -> Text | None:
        """The first unreadable figure, in words; None without one. The match cannot be saved until it is corrected."""
        return next((self.said(doubt) for doubt in self.doubts if doubt.kind == DoubtKind.UNREADABLE), None)


def bring_in(game: Game, data: bytes | str, day: date | None = None) -> list[Brought]:
    """Return the matches in a file or pasted text; `day` is that of matches which say none.

    Raises: NoSheet: with the line at fault."""
    written = matches_in(table_of(data, [game.name, game.id]), len(game.deals))
    return [brought(game, match, match.day or day) for match in written]


def brought(
    game: Game,
    match: WrittenMatch,
    day: date | None,
    outs: Mapping[int, int] = MappingProxyType({}),
    house: Mapping[str, Any] | None = None,
    first_dealer: int = 0,
) -> Brought:
    """Return a written match as a scoresheet; `outs` names who went out, or NOBODY, in deals that do not say.

    Raises: NoSheet: if these players cannot play the game."""
    for place, name in enumerate(match.players):
        if why := fault(name, match.players[:place]):
            raise NoSheet(N_("Line {line}: {name}: {why}"), line=match.line, name=name, why=why)
    ties = {rule.name: True for rule in game.house_rules if match.bonus and breaks_ties(game, rule.name)}
    try:
        game = game.with_house_rules({**ties, **(house or {})}, len(match.players))
    except Unreadable as error:
        raise NoSheet(N_("Line {line}: {why}"), line=match.line, why=error.reason) from None
    late = latecomers(match)
    blank = Sheet(game, match.players[: len(match.players) - len(late)], first_dealer)
    sheet = blank.with_entries(remember(blank, day=day) if day else [])
    sheet = sheet.with_entries(numbered([*entries(game, match, late, outs), *adjusted(match, late)]))
    unplayed = []
    for number, deal in enumerate(match.bonus, len(match.deals) + 1):
        before, sheet = sheet, with_bonus(sheet, deal, outs.get(number, deal.out))
        unplayed += [Doubt(DoubtKind.NO_BONUS, number)] if sheet is before and not deal.blank else []
    if sheet.current:
        sheet = sheet.with_entries(stop(sheet))
    doubts = [doubt for doubt in match.doubts if doubt.kind != DoubtKind.OUT_UNKNOWN or doubt.deal not in outs]
    return Brought(match, sheet, [*doubts, *impossible(game, match), *unplayed])


def breaks_ties(game: Game, rule: str) -> bool:
    """Return whether a house rule adds a bonus deal to the game."""
    try:
        return game.with_house_rules({rule: True}).bonus is not None
    except Unreadable:
        return False


def latecomers(match: WrittenMatch) -> dict[int, int]:
    """Return the first deal of each of the last seats that joined with starting points, seat by seat."""
    late: dict[int, int] = {}
    for seat in reversed(range(len(match.players))):
        first = next((number for number, deal in enumerate(match.deals, 1) if deal.points[seat] is not None), 0)
        if seat not in match.starts or not 1 < first <= min(late.values(), default=first):
            break
        late[seat] = first
    return late


def entries(game: Game, match: WrittenMatch, late: Mapping[int, int], outs: Mapping[int, int]) -> Iterator[Entry]:
    """Yield the entries of the deals, or of the final totals."""
    if match.reading == Reading.TOTALS:
        yield from (Entry(EntryKind.FINAL, WHOLE, seat, points=total) for seat, total in enumerate(match.totals))
    there = set(range(len(match.players))) - set(late)
    for number, deal in enumerate(match.deals, 1):
        for seat in sorted(seat for seat, first in late.items() if first == number):
            start = match.starts[seat]
            body = {"seat": seat, "name": match.players[seat], "start": "average" if start else "zero"}
            yield Entry(EntryKind.SEATING, number, TABLE, how=Action.JOINS, points=start, body=body)
            there.add(seat)
        if deal.blank:
            yield Entry(EntryKind.CLOSE, number, how=Action.ABANDONED)
            continue
        seated = {seat for seat, points in enumerate(deal.points) if points is not None or 0 not in deal.points}
        seated -= {seat for seat, first in late.items() if first > number}
        for seat in sorted(there ^ seated):
            how = Action.LEAVES if seat in there else Action.RETURNS
            yield Entry(EntryKind.SEATING, number, TABLE, how=how, body={"seat": seat})
        there = seated
        yield from scored(game, game.deals[number - 1], deal, sorted(there), outs.get(number, deal.out))


def scored(game: Game, deal: Deal, written: WrittenDeal, seats: Sequence[int], out: int | None) -> Iterator[Entry]:
    """Yield the entries of one deal: how play ended, each hand, and its closing."""
    how = {None: Action.UNKNOWN, NOBODY: Action.STOCK}.get(out, Action.OUT)
    yield Entry(EntryKind.END, deal.number, how=how, body={"out": out} if how == Action.OUT else {})
    for seat in seats:
        if seat != out:
            points = written.points[seat] or 0
            how = Action.TOTAL if possible(game, deal, points) else Action.WRITTEN
            yield Entry(EntryKind.HAND, deal.number, seat, how=how, points=points)
    yield Entry(EntryKind.CLOSE, deal.number, how=Action.BOOKED)


def possible(game: Game, deal: Deal, points: int) -> bool:
    """Return whether a player who did not go out can have these points (B1, B3)."""
    try:
        return read_total(game, deal, str(points)) == points
    except Refused:
        return False


def impossible(game: Game, match: WrittenMatch) -> Iterator[Doubt]:
    """Yield a doubt for each figure that no hand comes to."""
    for number, deal in enumerate(match.deals, 1):
        for seat, points in enumerate(deal.points):
            if points and not possible(game, game.deals[number - 1], points):
                yield Doubt(DoubtKind.IMPOSSIBLE, number, seat)


def adjusted(match: WrittenMatch, late: Mapping[int, int]) -> Iterator[Entry]:
    """Yield the bonuses and fines, and the starting points of players who were there from the start."""
    last = max((number for number, deal in enumerate(match.deals, 1) if not deal.blank), default=1)
    given = [(seat, points, "±") for seat, points in match.starts.items() if seat not in late and points]
    for seat, points, reason in [*given, *match.adjustments]:
        yield Entry(EntryKind.ADJUST, last, seat, points=points, reason=reason)


def with_bonus(sheet: Sheet, written: WrittenDeal, out: int | None) -> Sheet:
    """Return the sheet with a deal between players who tie, if a tie calls for one."""
    deal = sheet.current
    if deal is None or not deal.bonus or any(written.points[seat] is None for seat in sheet.seats_in(deal)):
        return sheet
    played = scored(sheet.game, deal, written, sheet.seats_in(deal), out)
    return sheet.with_entries(numbered(played))


def numbered(drafts: Iterator[Entry] | Sequence[Entry]) -> Iterator[Entry]:
    """Yield entries with their revision numbers in a new match."""
    revisions = Counter[tuple[EntryKind, int, int]]()
    for entry in drafts:
        place = (entry.kind, entry.deal, entry.seat)
        revisions[place] += 1
        yield Entry(**{**vars(entry), "revision": revisions[place]})
