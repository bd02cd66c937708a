"""The layout of a table of points: its names, days, deals and totals, across or down, match by match."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import groupby, pairwise, zip_longest

from companion.names import LONGEST_NAME, clean, folded
from companion.rules.text import N_
from companion.sheet.written.labels import SKIPPED, Label, Row, is_deal, is_head, is_name, is_title, kind_of, row_text
from companion.sheet.written.matches import Reading, WrittenMatch, differences, figure, misspelt, points_in
from companion.sheet.written.tables import NO_YEAR, Cell, Mark, NoSheet, day_in, days_of, points_of

MOST_MATCHES = 500  # in one table
MOST_PLAYERS = 20  # columns of one match; a game has its own limit
SURE = 4  # least number of rows in which columns that never fall are surely running totals


def matches_in(table: Sequence[Row], deals: int, readings: Mapping[int, Reading] | None = None) -> list[WrittenMatch]:
    """Return the matches in a table, of a game with this number of deals; `readings` overrule what the figures say.

    Raises: NoSheet: with the line at fault."""
    found: list[WrittenMatch] = []
    for block in (block for part in side_by_side(table) for block in blocks_of(part)):
        found += block.matches(deals, readings or {}, len(found))
        if len(found) > MOST_MATCHES:
            raise NoSheet(N_("A sheet has at most {most} matches. Bring in the others after it."), most=MOST_MATCHES)
    if not found:
        raise NoSheet(N_("Line {line}: no names with points under or beside them."), line=1)
    return found


def match_on_paper(table: Sequence[Row], deals: int, reading: Reading | None = None) -> WrittenMatch:
    """Return the match of a table that has the names above, and a numbered line for each deal and then each bonus."""
    head, *rows = table
    lines = [row[1:] for row in rows]
    block = Block(head, rows, "")
    block.columns = list(range(1, len(head)))
    labels = [row[0].text for row in rows[:deals]]
    return block.match(Part(deals=lines[:deals], labels=labels, bonus=lines[deals:]), reading)


def side_by_side(table: Sequence[Row]) -> list[Sequence[Row]]:
    """Return the tables that stand beside one another under a head line that begins again, or the one there is."""
    for head in filter(is_head, table):
        first = next(cell.text for cell in head if cell.text)
        again = [place for place, cell in enumerate(head) if cell.text == first][1:]
        parts = list(pairwise([0, *again, len(head)]))
        if all(is_head(head[begin:end]) for begin, end in parts):
            return [[row[begin:end] for row in table] for begin, end in parts]
    return [table]


def blocks_of(table: Sequence[Row]) -> list["Block"]:
    """Return the blocks of rows, each with its head line of names; a blank line is an empty row of its block."""
    blocks: list[Block] = []
    title = ""
    for rows in chunks(table):
        rows = turned(rows) or rows
        if blocks:
            blocks[-1].rows.append([])
        for place, row in enumerate(rows):
            below = rows[place + 1 : place + 4]
            if is_head(row) and (not below or any(figure(cell) is not None for each in below for cell in each)):
                blocks, title = [*blocks, Block(row, [], title)], ""
            elif is_title(row):
                title = row_text(row)
                blocks += [Block(blocks[-1].head, [], title)] if blocks else []
            elif blocks:
                blocks[-1].rows.append(row)
    return [block for block in blocks if any(block.rows)]


def chunks(table: Sequence[Row]) -> Iterator[list[Row]]:
    """Yield the rows between blank lines, and from each repetition of their first line on."""
    for blank, group in groupby(table, key=lambda row: not row_text(row)):
        rows: list[Row] = []
        for row in () if blank else group:
            if len(rows) > 1 and row_text(row) == row_text(rows[0]) and row[0].points is None:
                yield rows
                rows = []
            rows.append(row)
        if rows:
            yield rows


def turned(rows: list[Row]) -> list[Row] | None:
    """Return rows whose names stand below one another with a column for each name; None if they are not such rows."""
    first = next((place for place, row in enumerate(rows) if not is_title(row)), 0)
    body = rows[first:]
    named = [row for row in body if is_name(row[0].text) and any(cell.points is not None for cell in row[1:])]
    named = [row for row in named if not is_deal(row[0].text) or row[0].text.isalpha()]
    if len(named) < 2 or is_head(body[0]) or len(named) * 2 < len(body):
        return None
    columns = zip_longest(*body)
    return rows[:first] + [[cell or Cell("", -1, -1) for cell in column] for column in columns]


@dataclass
class Part:
    """The rows of one match: its deals by cells, and what else was written."""

    day: date | None = None
    deals: list[Row] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    total: Row = field(default_factory=list)
    starts: Row = field(default_factory=list)
    adjustments: list[tuple[Row, str]] = field(default_factory=list)
    bonus: list[Row] = field(default_factory=list)
    below: bool = False  # its total follows deals
    closed: bool = False  # the total is its last line


@dataclass
class Block:
    """The rows under a head line of names."""

    head: Row
    rows: list[Row]
    title: str

    @property
    def line(self) -> int:
        """The number of its head line."""
        return max(cell.row for cell in self.head) + 1

    def matches(self, deals: int, readings: Mapping[int, Reading], before: int) -> Iterator[WrittenMatch]:
        """Yield the matches of the block; `before` is the number of those above. Raises NoSheet for too many names."""
        self.align()
        self.columns = self.player_columns()
        if not 1 < len(self.columns) <= MOST_PLAYERS:
            reason = N_("Line {line}: a match has from 2 to {most} names with points under or beside them.")
            raise NoSheet(reason, line=self.line, most=MOST_PLAYERS)
        dated, parts = self.parts()
        rows = sum(len(part.deals) for part in parts)
        if dated and rows and rows * 2 <= len(parts) * 3 and not any(part.total for part in parts):
            parts = [Part(part.day, total=row) for part in parts for row in part.deals]  # one line for each match
        for number, one in enumerate(one for part in parts for one in divided(part, deals)):
            yield self.match(one, readings.get(before + number))

    def align(self) -> None:
        """Give the head line a cell over the labels if it has none, though lines below begin with one."""
        names, blank = sum(bool(cell.text) for cell in self.head), Cell("", -1, -1)
        if not all(cell.text for cell in self.head[:names]):
            return
        labelled = []
        for number, row in enumerate((row for row in self.rows if row), 1):
            last = row[names] if len(row) > names else blank
            begins = row[0].text if figure(last) is not None or misspelt(last) else ""
            labelled.append(bool(begins and (kind_of(begins) or points_of(begins) in (number, None))))
        if any(labelled):
            self.head, wide = [blank, *self.head], iter(labelled)
            self.rows = [row if not row or next(wide) else [blank, *row] for row in self.rows]

    def player_columns(self) -> list[int]:
        """Return the columns of players: a name above, and more figures and marks than words below."""
        found: list[int] = []
        totals = sum(map(bool, self.rows)) == 1  # a single line, in which a misspelt total is no other column's
        for column, cell in enumerate(self.head):
            below = [row[column] for row in self.rows if column < len(row) and row[column].text]
            figures = [one for one in below if one.points is not None or (totals and misspelt(one))]
            counted = [figure(one) for one in figures]
            numbered = not found and len(counted) > 1 and counted == list(range(1, len(counted) + 1))
            if is_name(cell.text) and figures and len(figures) * 2 >= len(below) and not numbered:
                found.append(column)
        return found

    def label_column(self) -> int | None:
        """Return the first column of labels of which no two below one another are the same; None without one."""
        for column in range(self.columns[0]):
            texts = [row[column].text for row in self.rows if row and row[column].text]
            if texts and not any(above == below for above, below in pairwise(texts)):
                return column
        return None

    def parts(self) -> tuple[bool, list[Part]]:
        """Return whether a column of days stands beside the points, and the rows match by match."""
        beside = [column for column in range(max(map(len, self.rows))) if column not in self.columns]
        days, dated = self.days(beside)
        parts, gap, numbers = [Part(days[0] if dated else self.day)], False, self.label_column()
        for row, day in zip(self.rows, days, strict=True):
            part = parts[-1]
            labels = [cell.text for cell in row[: self.columns[0]] if cell.text]
            kind = next(filter(None, map(kind_of, labels)), "")
            label = row[numbers].text if row and numbers is not None else ""
            label = label or next((text for text in labels if not is_deal(text)), "")
            cells = [row[column] if column < len(row) else Cell("", -1, -1) for column in self.columns]
            known = sum(cell.points is not None for cell in cells)
            texts = sum(bool(cell.text) for cell in cells) - known
            if not row:
                gap = True
                continue
            if folded(label) in SKIPPED or texts > known or not (known or texts or is_deal(label)):
                continue
            follows = is_deal(label) and label not in part.labels
            apart = part.deals and ((part.closed or gap) and not follows or label and label in part.labels[:1])
            if kind == Label.TOTAL:
                so_far = part.below and not part.closed  # a total after each deal
                parts += [Part(day or self.day)] if part.total and not so_far else []
                parts[-1].total, parts[-1].closed = cells, bool(parts[-1].deals)
                parts[-1].below = parts[-1].closed
            elif kind == Label.BONUS and part.closed:
                part.bonus.append(cells)
            elif kind in (Label.BONUS, Label.ADJUST):
                part.adjustments.append((cells, " ".join(labels[1:]) or label))
            elif kind == Label.START and not part.deals:
                part.starts = cells
            else:
                parts += [Part(day or self.day)] if apart or (part.deals and dated and day != part.day) else []
                parts[-1].deals.append(cells)
                parts[-1].closed = False
                parts[-1].labels.append(label if is_deal(label) else "")
                parts[-1].starts, parts[-1].day = (cells if kind == Label.START else parts[-1].starts), day or self.day
            gap = False
        return dated, [part for part in parts if part.deals or part.total]

    @property
    def day(self) -> date | None:
        """The day in the title or in the head line."""
        texts = [self.title, *(cell.text for cell in self.head if not is_name(cell.text))]
        return next((day for day in map(day_in, texts) if day), None)

    def days(self, beside: Sequence[int]) -> tuple[list[date | None], bool]:
        """Return the day of each row, that of the row above where it has none, and whether there is such a column."""
        read = [days_of(row[column].text if column < len(row) else "" for row in self.rows) for column in beside]
        none: list[date | None] = [None] * len(self.rows)
        best = max(read, key=lambda days: sum(day is not None for day in days), default=none)
        dated = any(best)
        for place in range(1, len(best)):
            best[place] = best[place] or best[place - 1]
        return best, dated

    def match(self, part: Part, reading: Reading | None) -> WrittenMatch:
        """Return one match, its figures read as they look, or as told."""
        if reading is None:
            reading = reading_of(part)
        total = part.total or (part.deals[-1] if reading == Reading.TOTALS else [])
        there = [seat for seat, cell in enumerate(total) if cell.text and not isinstance(cell.points, Mark)]
        seats = there if reading == Reading.TOTALS else range(len(self.columns))
        read = {Reading.POINTS: points_in, Reading.RUNNING: differences}.get(reading)
        first = part.deals[0] if part.deals else total
        return WrittenMatch(
            reading,
            tuple(clean(self.head[self.columns[seat]].text, LONGEST_NAME) for seat in seats),
            tuple(read(part.deals)) if read else (),
            part.day if part.day and part.day.year != NO_YEAR else None,
            max(cell.row for cell in first) + 1,
            {seat: points for seat, cell in enumerate(part.starts) if (points := figure(cell)) is not None},
            tuple(
                (seat, points, reason)
                for cells, reason in part.adjustments
                for seat, cell in enumerate(cells)
                if (points := figure(cell))
            ),
            tuple(points_in(part.bonus)),
            tuple(total[seat] for seat in seats if seat < len(total)),
            tuple(self.head[self.columns[seat]] for seat in seats),
        )


def divided(part: Part, deals: int) -> Iterator[Part]:
    """Yield the match, or several of this number of deals that follow one another; its last line may be its total.

    Raises: NoSheet: if it has other deals than the game."""
    while part.deals and not any(cell.text for cell in part.deals[-1]):
        part.deals.pop()
    if not (part.deals or part.total):
        return  # numbered lines, none with a figure
    if len(part.deals) > 2 and not part.total and not part.labels[len(part.deals) - 1]:
        *above, last = part.deals
        sums = [sum(figure(cell) or 0 for cell in column) for column in zip(*above, strict=True)]
        if any(sums) and [figure(cell) for cell in last] == sums:
            part.deals, part.total = above, last
    if len(part.deals) <= deals:
        yield part
    elif len(part.deals) % deals or part.total:
        line = max(cell.row for cell in part.deals[deals]) + 1
        reason = N_("Line {line}: this match has {there} deals, the game {deals}.")
        raise NoSheet(reason, line=line, there=len(part.deals), deals=deals)
    else:
        for first in range(0, len(part.deals), deals):
            yield replace(part, deals=part.deals[first : first + deals])


def reading_of(part: Part) -> Reading:
    """Return how the figures look: one line without a 0 is the totals, columns that never fall are running totals."""
    figures = [[figure(cell) for cell in row] for row in part.deals]
    if len(figures) < 2:
        alone = not part.deals or not (part.total or part.labels[0] or any(0 in row for row in figures))
        return Reading.TOTALS if alone else Reading.POINTS
    columns = [[points for points in column if points is not None] for column in zip(*figures, strict=True)]
    if any(column != sorted(column) for column in columns) or all(column[:1] == column[-1:] for column in columns):
        return Reading.POINTS
    total = [figure(cell) for cell in part.total]
    if total and total == [sum(column) for column in columns]:
        return Reading.POINTS
    zeros = [sum(0 in deal.points for deal in read(part.deals)) for read in (points_in, differences)]
    return Reading.RUNNING if zeros[1] > zeros[0] or len(figures) >= SURE else Reading.POINTS
