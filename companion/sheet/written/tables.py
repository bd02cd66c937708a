"""Tables as people keep scores in: a file or pasted text into rows of cells, and cells into figures, marks and days."""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime
from enum import StrEnum
from io import StringIO
from typing import NamedTuple

from companion.names import clean, folded
from companion.rules.text import N_, Worded, normalised

LARGEST, LARGEST_TEXT = 768 << 10, 192 << 10  # bytes of a file, and of a sheet as text
EXPORT = re.compile(rb'\x1f\x8b|\{"format": ?"rummy-table-companion"')  # start of a file made by this program
MOST_ROWS, MOST_CELLS = 5000, 60  # rows, and cells of one
LONGEST_CELL = 80  # characters
DELIMITERS = "\t;；|｜,，、:："  # the first that splits most lines; the comma of decimals comes late
BESIDE_LATIN = re.compile(r"[A-Za-z][^\x00-\x7f]|[^\x00-\x7f][A-Za-z]")  # as where Western text is read as Japanese
FIGURE = re.compile(  # with a unit, a mark, or the total so far behind it: 12 pts, 0 ✓, 7 (19)
    r"([-+]?)\s*(\d{1,2}[ ,.’']\d{3}|\d{1,5})(?:[.,]0+)?"
    r"(?:\s*(?:(?:p|pts?|points?|pkt|punkte?|点)\.?|[*!✓✔]|\(\d{1,4}\)))?"
)
SUM = re.compile(r"\d{1,4}(?:\s*\+\s*\d{1,4}){1,8}")
OUT = frozenset("x ✓ ✔ ☑ ✅ √ ○ ◯ ⭕ ● * out won win wins v 上がり あがり アガリ 上り 上 済".split()) | {"went out"}
OUT |= frozenset("o ø ∅ nil zero null 〇 零 ゼロ".split())
ABSENT = frozenset("n/a absent .. ... 欠席 欠 休み 抜け 不参加".split())
DAYS = (  # year, month and day in the order of a form; the first two are also tried in another order
    re.compile(r"(?<!\d)(?P<d>\d{1,2})/(?P<m>\d{1,2})/(?P<y>\d{4}|\d{2})"),
    re.compile(r"(?P<y>\d{4})\s*[-/.年]\s*(?P<m>\d{1,2})\s*[-/.月]\s*(?P<d>\d{1,2})日?"),
    re.compile(r"(?P<d>\d{1,2})[.-]\s?(?P<m>\d{1,2})[.-]\s?(?P<y>\d{4})"),
    re.compile(r"(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.\s?(?P<y>\d\d)"),
    re.compile(r"(?P<m>\d{1,2})月\s?(?P<d>\d{1,2})日(?P<y>)"),
    re.compile(r"(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.(?P<y>)"),
)
NAMED_MONTHS = ("%d %b %Y", "%d %B %Y", "%b %d %Y", "%B %d %Y", "%d %b %y", "%d %b", "%b %d", "%d %B", "%B %d")
NO_YEAR = 1904  # year of a day that is written without one; a leap year, for 29 February


class NoSheet(Worded):
    """Raised for what is no sheet of points, with the reason and the line at fault."""


class Mark(StrEnum):
    """A cell of points that holds no figure: of one who went out, or a dash, which may stand for 0 or for nothing."""

    OUT = "out"
    DASH = "dash"


class Cell(NamedTuple):
    """A cell as written, and its place in the table, from 0."""

    text: str
    row: int
    column: int

    @property
    def points(self) -> int | Mark | None:
        """The figure in the cell, or its mark; None for a blank and for text."""
        return points_of(self.text)


def points_of(text: str) -> int | Mark | None:
    """Return the figure a text stands for, in any spelling, or its mark; None if it is neither.

    >>> [points_of(text) for text in ("１２", "12,0", "−5", "(5)", "20+15", "–", "✓", "Ana")]
    [12, 12, -5, -5, 35, <Mark.DASH: 'dash'>, <Mark.OUT: 'out'>, None]
    """
    plain = re.sub("^[▲△](?=[0-9])", "-", normalised(text).strip().lower())  # as Japanese accounts write it
    if plain.strip("!") in OUT:
        return Mark.OUT
    if plain == "/" or plain and not plain.strip("-"):
        return Mark.DASH
    if plain.startswith("(") and plain.endswith(")"):
        plain = "-" + plain[1:-1].strip()
    if SUM.fullmatch(plain):
        return sum(map(int, plain.split("+")))
    if found := FIGURE.fullmatch(plain):
        figure = int(re.sub(r"\D", "", found[2]))
        return -figure if found[1] == "-" else figure
    return None


def days_of(texts: Iterable[str]) -> list[date | None]:
    """Return the day in each text of a column, None where there is none.

    In 3/9/2019 the day is first, unless only the other order makes a day of every text, or puts the days in order."""
    texts = list(texts)
    first, other = ([day_in(text, turned) for text in texts] for turned in (False, True))
    gaps, turned_gaps = (sum(day is None for day in days) for days in (first, other))
    if turned_gaps != gaps:
        return other if turned_gaps < gaps else first
    return other if not in_order(first) and in_order(other) else first


def in_order(days: Iterable[date | None]) -> bool:
    """Return whether no day is before the one above it."""
    known = [day for day in days if day]
    return known == sorted(known)


def day_in(text: str, turned: bool = False) -> date | None:
    """Return the day a text names, alone or among words; `turned` reads the month before the day."""
    plain = normalised(text).strip()[:LONGEST_CELL]
    for pattern in DAYS:
        if found := pattern.search(plain):
            year, month, day = (int(found[part] or NO_YEAR) for part in "ymd")
            month, day = (day, month) if turned and pattern is DAYS[0] else (month, day)
            with suppress(ValueError):
                return date(year + 2000 if year < 100 else year, month, day)
    words = re.sub(r"[.,-]|(?<=\d)(st|nd|rd|th)\b", " ", plain).split()
    for form in NAMED_MONTHS if len(words) < 12 else ():
        for start in range(len(words)):
            named = " ".join(words[start : start + form.count("%")])
            with suppress(ValueError):
                if "y" in form.lower():
                    return datetime.strptime(named, form).date()
                return datetime.strptime(f"{named} {NO_YEAR}", f"{form} %Y").date()
    return None


def text_of(data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16, or the code page of a Japanese or Western machine."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    if data[1:2] == b"\0" or data[:1] == b"\0":
        return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be", "replace")
    with suppress(UnicodeDecodeError):
        return data.decode("utf-8-sig")
    with suppress(UnicodeDecodeError):
        if not BESIDE_LATIN.search(japanese := data.decode("cp932")):
            return japanese
    return data.decode("cp1252", "replace")


def table_of(data: bytes | str, titles: Iterable[str] = ()) -> list[list[Cell]]:
    """Return the rows of cells of a file or text; of an export of BG Stats, the plays of games with these titles.

    Raises: NoSheet: if it is too large or no table."""
    if EXPORT.match(data if isinstance(data, bytes) else data[:100].encode()):
        raise NoSheet(N_("This is an export of the companion: import it under Backup and restore, in the home menu."))
    text = (text_of(data) if isinstance(data, bytes) else data).removeprefix("\ufeff").replace("\0", "")
    plays = text.lstrip().startswith("{")
    if len(data) > (most := LARGEST if plays else LARGEST_TEXT):
        raise NoSheet(N_("This is too large: a sheet has at most {most} kB."), most=most >> 10)
    rows = list(plays_in(text, [letters(title) for title in titles])) if plays else split(text)
    if len(rows) > MOST_ROWS or any(len(row) > MOST_CELLS for row in rows):
        line = next((line for line, row in enumerate(rows, 1) if len(row) > MOST_CELLS), MOST_ROWS + 1)
        reason = N_("Line {line}: a sheet has at most {rows} lines of {cells} cells.")
        raise NoSheet(reason, line=line, rows=MOST_ROWS, cells=MOST_CELLS)
    width = max(map(len, rows), default=0)
    filled = [[*map(shown, row), *[""] * (width - len(row) if any(row) else 0)] for row in rows]
    return [[Cell(text, place, column) for column, text in enumerate(row)] for place, row in enumerate(filled)]


def text_in(table: Iterable[Sequence[Cell]]) -> str:
    """Return a table as text that reads as the same table."""
    rows = [[cell.text for cell in row] for row in table]
    width = max((place for row in rows for place, text in enumerate(row, 1) if text), default=0)
    written = StringIO()
    csv.writer(written, "excel-tab", lineterminator="\n").writerows(row[:width] if any(row) else [] for row in rows)
    return written.getvalue()


def shown(text: str) -> str:
    """Return the text of a cell, "" of an absent player's, without the apostrophe that keeps it from being run."""
    kept = clean(text[: 2 * LONGEST_CELL], LONGEST_CELL)
    if kept.lower() in ABSENT:
        return ""
    return kept[1:] if kept[:1] == "'" and not kept[1:2].isalnum() else kept


def split(text: str) -> list[list[str]]:
    """Return the cells of each line, split at the mark that splits most lines, or else at spaces.

    Raises: NoSheet: where a table breaks off."""
    lines = [
        line for line in StringIO(text, newline=None).read().split("\n") if not re.fullmatch(r'"?sep=.{1,2}', line)
    ]
    whole = "\n".join(lines).rstrip("\n")
    for delimiter in DELIMITERS:
        rows = [row for row in read_csv(whole, delimiter) if not re.fullmatch(r"[-:=+_]{3,}", "".join(row).strip())]
        filled = [row for row in rows if any(map(str.strip, row))]
        if filled and sum(len(row) > 1 for row in filled) * 2 >= len(filled):
            return rows
    gaps = re.compile(r"\s{2,}" if sum("  " in line.strip() for line in lines) * 2 > len(lines) else r"\s+")
    return [gaps.split(line.strip()) for line in whole.split("\n")]


def read_csv(text: str, delimiter: str) -> list[list[str]]:
    """Return the rows of text in CSV; quotes that swallow lines are letters."""
    with suppress(csv.Error):
        rows = list(csv.reader(StringIO(text, newline=""), delimiter=delimiter))
        if not any(cell.count("\n") > 3 for row in rows for cell in row):
            return rows
    return [line.split(delimiter) for line in text.split("\n")]


def letters(title: str) -> str:
    """Return the letters and digits of a title as they are compared."""
    return "".join(filter(str.isalnum, folded(title)))


def plays_in(text: str, titles: list[str]) -> Iterator[list[str]]:
    """Yield rows for the plays in an export of BG Stats: day and players, their final totals, a blank line.

    Raises: NoSheet: if it is no such export, or has no play of these titles."""
    try:
        told = json.loads(text)
        players, games = ({one["id"]: str(one["name"]) for one in told[of]} for of in ("players", "games"))
        plays = [
            play for play in told["plays"] if any(of in letters(games.get(play["gameRefId"], "")) for of in titles)
        ]
        if not plays:
            raise NoSheet(N_("This file of BG Stats has no play of this game."))
        for play in sorted(plays, key=lambda play: str(play.get("playDate", ""))):
            names_there = [players[score["playerRefId"]] for score in play["playerScores"]]
            yield [str(play.get("playDate", ""))[:10], *names_there]
            yield [
                "Total",
                *("" if score.get("score") is None else str(score["score"]) for score in play["playerScores"]),
            ]
            yield []
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NoSheet(N_("Line {line}: this is no sheet, and no export of BG Stats."), line=1) from None
