"""Check of a crowd against the ledger: its forms, replayed one by one in entry order, must give the same entries."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Flask
from sqlmodel import col, select

from companion.sheet.ledger import Entry
from companion.sheet.scoresheet import Sheet
from companion.storage.models import ReceiptRow
from companion.storage.store import Store
from tests.faults.members import MORE, Member, Read, Sent, sent
from tests.support.phone import Phone
from tests.support.wire import Post


@dataclass(frozen=True)
class Kept:
    """A form in the ledger: its key, and the entries it made."""

    key: str
    entries: tuple[Entry, ...]


@dataclass
class Verdict:
    """Faults found, each with details, and counts of the items checked."""

    faults: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    counts: Counter[str] = field(default_factory=Counter)

    def expect(self, right: bool, fault: str, detail: object) -> None:
        """Note a fault unless the check is right."""
        if not right:
            self.faults[fault].append(str(detail))

    @property
    def brief(self) -> dict[str, int]:
        """The number of each kind of fault."""
        return {fault: len(found) for fault, found in self.faults.items()}


def verdict(store: Store, code: str, members: Sequence[Member], fresh: Flask) -> Verdict:
    """Check all answers to the crowd against the ledger; `fresh` is an empty companion for the replay."""
    found = Verdict()
    sheet, line = store.match(code).sheet, kept(store, code)
    told(found, members, line)
    repeated(found, sheet, line, {one.post.key: one for one in sent(members) if one.kept}, fresh)
    signed(found, members, line)
    shown(found, sheet, members, {one.key: max([0, *(entry.id for entry in one.entries)]) for one in line})
    for member in members:
        found.expect(not member.errors, "errors", member.errors)
    found.counts["entries"] = len(sheet.entries)
    return found


def kept(store: Store, code: str) -> list[Kept]:
    """Return the forms in the ledger in the order of writing; entries and receipt of one form have the same time."""
    entries = defaultdict(list)
    for entry in store.match(code).sheet.entries:
        entries[entry.at].append(entry)
    with store.reading() as session:
        query = select(ReceiptRow).where(ReceiptRow.match_id == store.match_id(code)).order_by(col(ReceiptRow.at))
        receipts = [(row.key, row.at) for row in session.exec(query)]
    line = [Kept(key, tuple(entries.pop(at, ()))) for key, at in receipts]
    return line + [Kept("", tuple(orphans)) for orphans in entries.values()]


def told(found: Verdict, members: Sequence[Member], line: Sequence[Kept]) -> None:
    """Check that every acknowledged key is there once, no other is, and one key always got one answer."""
    answers: dict[str, set[str]] = defaultdict(set)
    tries: Counter[str] = Counter()
    for one in sent(members):
        found.counts[str(one.status)] += 1
        if one.kept:
            answers[one.post.key].add(one.location)
            tries[one.post.key] += 1
        changed = MORE in one.post.fields
        found.expect(not changed or one.status == 422, "another content taken under a kept key", one)
    keys = Counter(one.key for one in line)
    found.counts["replays"] = sum(times - 1 for times in tries.values())
    for key, places in answers.items():
        found.expect(key in keys, "lost", key)
        found.expect(len(places) == 1, "answered differently", (key, places))
    for key, times in keys.items():
        found.expect(key in answers, "kept without a word", key or "entries that no form made")
        found.expect(times == 1, "doubled", key)


def repeated(found: Verdict, sheet: Sheet, line: Sequence[Kept], posts: dict[str, Sent], fresh: Flask) -> None:
    """Check that the same forms, replayed in the order of the entries, write the same entries."""
    phone, store = Phone(fresh), fresh.extensions["companion.store"]
    names = {f"name{seat}": name for seat, name in enumerate(sheet.names)}
    code = phone.post("/new/kalooki", dealer=0, **names).location.rsplit("/", 1)[1]
    written = 0
    for one in line:
        if one.key not in posts:
            continue
        post = posts[one.key].post
        status = phone.send(moved(post, code), [("key", post.key), *post.fields]).status
        entries = store.match(code).sheet.entries[written:]
        written += len(entries)
        found.expect(status == 303, "taken in the crowd, refused alone", (post, status))
        same = [bare(entry) for entry in entries] == [bare(entry) for entry in one.entries]
        found.expect(same, "written differently", (post, entries, one.entries))


def moved(post: Post, code: str) -> str:
    """Return the form's path in another match."""
    return "/".join(["", "m", code, *post.path.split("/")[3:]])


def bare(entry: Entry) -> Entry:
    """Return an entry without its time, device and name."""
    return replace(entry, device=None, at=Entry.at, by="")


def signed(found: Verdict, members: Sequence[Member], line: Sequence[Kept]) -> None:
    """Check that every entry carries the name of the phone that made it."""
    names = {
        one.post.key: "" if member.seat is None else member.names[member.seat]
        for member in members
        for one in sent([member])
    }
    for one in line:
        for entry in one.entries:
            found.expect(entry.by == names.get(one.key, ""), "signed by another", entry)


def shown(found: Verdict, sheet: Sheet, members: Sequence[Member], written: dict[str, int]) -> None:
    """Check that every page shows one moment of the ledger, adds up, and is never older than its phone's last one."""
    ids = [0, *(entry.id for entry in sheet.entries)]
    place = {entry: n for n, entry in enumerate(ids)}
    moments: dict[int, Any] = {}
    for member in members:
        known = 0
        for line in member.log:
            if isinstance(line, Sent):
                known = max(known, written.get(line.post.key, 0) if line.kept else 0)
                continue
            found.counts["pages"] += 1
            found.expect(line.version >= known, "stale page", (line.version, known))
            found.expect(line.adds_up(sheet.names), "page that does not add up", line)
            known = max(known, line.version)
            if line.version not in moments and line.version in place:
                moments[line.version] = moment(sheet, place[line.version])
            found.expect(seen(line) == moments.get(line.version), "torn page", line)


def seen(page: Read) -> tuple[Any, ...]:
    """Return the points and totals on a page."""
    return page.cells, page.totals


def moment(sheet: Sheet, entries: int) -> tuple[Any, ...]:
    """Return the points and totals after this many entries."""
    then = replace(sheet, entries=sheet.entries[:entries])
    cells = {
        (deal.number, seat): then.penalty(deal.number, seat)
        for deal in then.schedule
        if then.closed(deal.number) == "booked"
        for seat in then.seats
    }
    return cells, then.totals
