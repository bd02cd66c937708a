"""Export and import: equal to the last entry, nothing twice, and nothing that no companion wrote."""

import gzip
import hashlib
import io
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.games import GAMES
from companion.sheet.commands import adjustments, booking, roster
from companion.sheet.commands.whole_match import went_on
from companion.storage.access.browsers import new_token
from companion.storage.access.devices import Devices
from companion.storage.access.links import PLAYER
from companion.storage.database.engines import revisions
from companion.storage.database.errors import Unusable
from companion.storage.database.files import create
from companion.storage.store import Form, Store
from companion.storage.transfer.export import export, exported
from companion.storage.transfer.importer import agree, bring, preview_import
from companion.storage.transfer.lines import LONGEST_LINE, BadLine
from tests.storage.test_catalog import opened, sql
from tests.storage.test_store import Opened, a_bit_of_everything, changed, form, wrote
from tests.support.evenings import copy, demo_matches
from tests.support.server import held_elsewhere

pytestmark = pytest.mark.file

Lines = list[dict[str, Any]]
MATCHES = 4 + len(GAMES)  # two by hand, two finished ones, and one running of each game


def matches(store: Store) -> str:
    """Play one match with a bit of everything and others of every game; return the code of the first."""
    code = a_bit_of_everything(store)
    demo_matches(store, 2, 313)
    return code


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> tuple[Path, str]:
    """A folder with a database of matches and its export, and the code of the one with a bit of everything."""
    folder = tmp_path_factory.mktemp("played")
    store = Store(create(Path(shutil.copy(prepared / "companion.db", folder))))
    code = matches(store)
    export(folder / "companion.db", folder / "all.jsonl")
    store.engine.dispose()
    return folder, code


@pytest.fixture
def code(played: tuple[Path, str]) -> str:
    """The code of the match with a bit of everything."""
    return played[1]


@pytest.fixture
def database(store: Store, played: tuple[Path, str]) -> Path:
    """The application's database, with all of these matches."""
    path = Path(str(store.engine.url.database))
    copy(played[0] / "companion.db", path)
    return path


@pytest.fixture
def file(played: tuple[Path, str], tmp_path: Path) -> Path:
    """All matches in one file."""
    return Path(shutil.copy(played[0] / "all.jsonl", tmp_path))


@pytest.fixture
def missing(tmp_path: Path) -> Path:
    """The path of a database of another companion, which the import makes."""
    return tmp_path / "other" / "companion.db"


@pytest.fixture
def other(tmp_path: Path, prepared: Path) -> Path:
    """Another companion's database, empty."""
    (tmp_path / "other").mkdir()
    return Path(shutil.copy(prepared / "companion.db", tmp_path / "other"))


def told(file: Path) -> bytes:
    """Return a file without its first line, which contains the time of the export."""
    return file.read_bytes().split(b"\n", 1)[1]


def rewritten(file: Path, change: Callable[[Lines], object]) -> Path:
    """Change some lines of the file, and fit its last line to them."""
    records = [json.loads(text) for text in file.read_bytes().splitlines()]
    middle = records[1:-1]
    change(middle)
    body = b"".join(map(line, middle))
    counts = {many: sum(one in record for record in middle) for one, many in NAMES.items()}
    end = {"end": counts | {"digest": hashlib.sha256(body).hexdigest()}}
    file.write_bytes(line(records[0]) + body + line(end))
    return file


def line(values: dict[str, Any]) -> bytes:
    """Return the values as a line of a file."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


NAMES = {"match": "matches", "entry": "entries", "receipt": "receipts"}


def test_what_goes_out_and_in_again_is_the_same_to_the_last_byte(file: Path, missing: Path, tmp_path: Path) -> None:
    summary = bring(missing, file)
    assert (summary.new, summary.known, summary.differ, summary.renamed) == (MATCHES, 0, [], {})
    export(missing, tmp_path / "again.jsonl")
    assert told(tmp_path / "again.jsonl") == told(file)


@pytest.mark.usefixtures("database")
def test_every_sheet_and_every_list_is_the_same(file: Path, other: Path, store: Store) -> None:
    bring(other, file)
    there = opened(other)
    for match in [*store.finished(9), *store.unfinished()]:
        brought = there.match(match.code).sheet
        assert agree(brought, match.sheet) and brought.totals == match.sheet.totals
        assert len(brought.entries) == len(match.sheet.entries)
    assert [match.code for match in there.finished(9)] == [match.code for match in store.finished(9)]


def test_taken_in_twice_nothing_comes_twice(file: Path, other: Path, tmp_path: Path) -> None:
    bring(other, file)
    summary = bring(other, file)
    assert (summary.new, summary.longer, summary.entries, summary.known) == (0, 0, 0, MATCHES)
    export(other, tmp_path / "again.jsonl")
    assert told(tmp_path / "again.jsonl") == told(file)


def test_looking_first_says_the_same_and_changes_nothing(file: Path, missing: Path) -> None:
    seen = preview_import(missing, file)
    assert not missing.exists()
    assert bring(missing, file) == seen
    before = missing.read_bytes()
    preview_import(missing, file)
    assert missing.read_bytes() == before


def test_a_match_that_went_on_brings_its_further_entries_and_never_loses_any(
    file: Path, other: Path, store: Store, code: str, database: Path, tmp_path: Path
) -> None:
    bring(other, file)
    sent = form("later")
    store.write(code, sent, lambda sheet: (adjustments.adjust(sheet, 1, "7", "later"), f"/m/{code}"))
    number = store.match(code).sheet.version
    wrote(store, code, lambda sheet: adjustments.revoke(sheet, number, "not after all"))
    export(database, tmp_path / "later.jsonl")
    assert bring(other, tmp_path / "later.jsonl").longer == 1
    there = opened(other)
    assert there.match(code).sheet.totals == store.match(code).sheet.totals
    assert there.write(code, sent, lambda sheet: ([], "written again")) == f"/m/{code}"
    assert bring(other, file).longer == 0  # the older file adds nothing and removes nothing
    assert len(there.match(code).sheet.entries) == len(store.match(code).sheet.entries)


def test_a_match_that_went_on_otherwise_is_left_out_and_named(
    file: Path, other: Path, store: Store, code: str, database: Path, tmp_path: Path
) -> None:
    bring(other, file)
    wrote(opened(other), code, lambda sheet: booking.count_hand(sheet, 2, 2, "", "30"))
    wrote(store, code, lambda sheet: booking.count_hand(sheet, 2, 2, "", "31"))
    export(database, tmp_path / "later.jsonl")
    assert bring(other, tmp_path / "later.jsonl").differ == [code]
    assert opened(other).match(code).sheet.penalty(2, 2) == 30


def test_a_phone_leaves_the_seat_of_a_latecomer_whom_the_file_takes_off_the_sheet(
    store: Store, match: Opened, other: Path, tmp_path: Path
) -> None:
    code, database = match(), Path(str(store.engine.url.database))
    wrote(store, code, lambda sheet: roster.join(sheet, "Emi", "zero"))
    bring(other, export_to(database, tmp_path / "with.jsonl"))
    devices, number = Devices(opened(other)), opened(other).match_id(code)
    for seat in (1, 4):
        devices.join(number, new_token(), PLAYER, seat)
    wrote(store, code, lambda sheet: roster.leave(sheet, 4))
    wrote(store, code, lambda sheet: roster.join(sheet, "Flora", "zero"))
    assert bring(other, export_to(database, tmp_path / "without.jsonl")).longer == 1
    assert [device.seat for device in devices.of(number)] == [1]


def strangers(store: Store, code: str) -> None:
    """Turn all matches into different ones; one keeps its code."""
    renamed = f"CASE code WHEN '{code}' THEN code ELSE substr('BCDFGHJKLMNPQRST', id, 1) || 'MMMMM' END"
    changed(store, f"UPDATE match SET key = 'anotherkey' || id, code = {renamed}")


@pytest.mark.usefixtures("database")
def test_into_a_companion_with_matches_of_its_own_all_come_and_codes_stay_apart(
    file: Path, other: Path, store: Store, code: str
) -> None:
    bring(other, file)
    there = opened(other)
    changed(there, "DELETE FROM receipt")
    changed(there, "DELETE FROM result")
    strangers(there, code)
    summary = bring(other, file)
    assert (summary.new, list(summary.renamed)) == (MATCHES, [code])
    mine = opened(other).match(summary.renamed[code])
    assert mine.sheet.totals == store.match(code).sheet.totals
    assert mine.sheet.entries[0].id != store.match(code).sheet.entries[0].id
    assert [one.back is None for one in adjustments.given(mine.sheet)] == [False]


def test_a_match_that_went_on_in_one_whose_code_is_taken_leads_to_its_new_code(
    store: Store, database: Path, other: Path, tmp_path: Path
) -> None:
    first, second = [match.code for match in store.finished(2)]
    wrote(store, first, lambda sheet: went_on(sheet, second))
    bring(other, export_to(database, tmp_path / "one.jsonl"))
    strangers(opened(other), second)
    summary = bring(other, tmp_path / "one.jsonl")
    there = opened(other).match(first)
    assert there.sheet.rematch == summary.renamed[second]


def export_to(database: Path, file: Path) -> Path:
    """Export a database to that file."""
    export(database, file)
    return file


def test_a_damaged_match_is_left_out_of_the_export_and_named(
    store: Store, database: Path, code: str, tmp_path: Path, other: Path
) -> None:
    changed(store, f"UPDATE match SET house = '{{' WHERE code = '{code}'")
    assert export(database, tmp_path / "most.jsonl").damaged == [code]
    assert bring(other, tmp_path / "most.jsonl").new == MATCHES - 1


def test_the_file_of_one_match_is_such_a_file_without_receipts(
    store: Store, code: str, database: Path, other: Path
) -> None:
    content = exported(database, [store.match_id(code)])
    (other.parent / "one.jsonl").write_bytes(content)
    assert b'"receipt"' not in content and bring(other, other.parent / "one.jsonl").new == 1
    assert opened(other).match(code).sheet.totals == store.match(code).sheet.totals


@pytest.mark.usefixtures("database")
def test_an_export_of_an_earlier_companion_with_its_seals_and_ids_comes_in(
    file: Path, other: Path, store: Store, code: str
) -> None:
    rewritten(file, first_version)
    head, *rest = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(head.replace(b'"version":2', b'"version":1') + b"".join(rest))
    assert bring(other, file).new == MATCHES
    there = opened(other).match(code).sheet
    assert [one.body for one in there.entries] == [one.body for one in store.match(code).sheet.entries]
    assert there.is_right(2, 1) and [bool(one.back) for one in adjustments.given(there)] == [True]


def first_version(lines: Lines) -> None:
    """Rewrite lines as version 1: seals, and references by id."""
    ids: list[int] = []
    for one in lines:
        if "match" in one:
            ids, one["match"]["seal"] = [], "5ea1" * 8
        elif "entry" in one:
            ids.append(one["entry"]["id"])
            one["entry"]["body"] |= {
                name: ids[place - 1] for name, place in one["entry"]["body"].items() if name in ("of", "entry")
            }


# Lines that no companion wrote


def first(lines: Lines, name: str, **where: Any) -> dict[str, Any]:
    """Return the first line of that name with those values."""
    found = (one[name] for one in lines if name in one)
    return next(one for one in found if all(one[key] == value for key, value in where.items()))


def second_match(lines: Lines) -> int:
    """Return the index of the first line of the second match."""
    return [number for number, one in enumerate(lines) if "match" in one][1]


def said(**otherwise: Any) -> Callable[[Lines], object]:
    """Return a function that adds a host's entry about a name, with some values changed."""
    values = {"key": "saidofana", "kind": "joined", "name": "Ana", "other": "Anna", "at": "2026-01-02T12:00:00+00:00"}
    return lambda lines: lines.append({"person": values | otherwise})


HOSTILE: dict[str, tuple[Callable[[Lines], object], str]] = {
    "points": (lambda lines: first(lines, "entry", how="cards").update(points=1), "but 1 was saved"),
    "game": (lambda lines: first(lines, "match").update(game="canasta"), "no game “canasta”"),
    "house": (lambda lines: first(lines, "match").update(house={"calls": 99}), "line 2"),
    "name": (lambda lines: first(lines, "match").update(seats=["a\u202eb", "b", "c"]), "“match.seats”"),
    "same name": (lambda lines: first(lines, "match").update(seats=["Aki", "aki", "c"]), "“match.seats”"),
    "nobody": (lambda lines: first(lines, "match").update(seats=[]), "line 2"),
    "dealer": (lambda lines: first(lines, "match").update(first_dealer=9), "deals first"),
    "code": (lambda lines: first(lines, "match").update(code="../../"), "“match.code”"),
    "key": (lambda lines: first(lines, "match").update(key="x"), "“match.key”"),
    "over": (lambda lines: first(lines, "match").update(finished_at="2026-01-01T00:00:00Z"), "marked as over"),
    "time": (lambda lines: first(lines, "entry").update(at="yesterday"), "“entry.at”"),
    "long ago": (
        lambda lines: first(lines, "match").update(opened_at="0001-01-02T12:00:00+00:00"),
        "“match.opened_at”",
    ),
    "to come": (lambda lines: first(lines, "entry").update(at="3150-01-02T12:00:00+00:00"), "“entry”"),
    "said long ago": (said(at="1066-10-14T12:00:00+00:00"), "“person”"),
    "law of a match": (lambda lines: first(lines, "match").update(law="2" * 50_000), "“match.law”"),
    "nul within": (lambda lines: first(lines, "entry").update(body={"text": ["\0"]}), "NUL"),
    "law": (lambda lines: first(lines, "entry").update(law="2999-01"), "newer companion"),
    "type": (lambda lines: first(lines, "entry").update(points="25"), "“entry.points”"),
    "column": (lambda lines: first(lines, "entry").update(match_id=1), "“entry.match_id”"),
    "id": (lambda lines: first(lines, "entry").update(id=1 << 60), "“entry”"),
    "answer": (lambda lines: first(lines, "receipt").update(answer="//evil.example"), "“receipt.answer”"),
    "twice": (lambda lines: lines.extend(lines[: second_match(lines)]), "in the file twice"),
    "stray": (lambda lines: lines.insert(0, lines[-1]), "line 2: it belongs to no match"),
    "other": (lambda lines: lines.append({"device": {"token": "x"}}), "“device”"),
    "two": (lambda lines: lines[0].update(entry={}), "line 2"),
    "nul": (lambda lines: first(lines, "entry").update(by="\0"), "NUL"),
    "said": (said(kind="dances"), "“person.kind”"),
    "said of nobody": (said(name=""), "“person”"),
    "said of a trick": (said(other="a\u202eb"), "“person”"),
    "said of two": (said(kind="hidden"), "“person”"),
    "said without a key": (said(key="x"), "“person”"),
    "said at no time": (said(at="noon"), "“person.at”"),
    "deep": (lambda lines: first(lines, "entry").update(cards="x" * LONGEST_LINE), "longer than"),
}


@pytest.mark.parametrize("hostile", HOSTILE)
def test_what_no_companion_wrote_is_refused_by_its_line(file: Path, other: Path, hostile: str) -> None:
    change, says = HOSTILE[hostile]
    with pytest.raises(BadLine, match="^line [0-9]+: ") as caught:
        preview_import(other, rewritten(file, change))
    assert says in str(caught.value)


def test_of_a_file_that_is_refused_at_its_end_nothing_comes(file: Path, other: Path) -> None:
    with pytest.raises(BadLine):
        bring(other, rewritten(file, HOSTILE["other"][0]))
    assert (opened(other).unfinished(), opened(other).finished(9)) == ([], [])


@pytest.mark.parametrize("name", ["digest", "reason", "format"])
def test_half_a_character_is_refused_wherever_it_stands(file: Path, other: Path, name: str) -> None:
    content = file.read_bytes()
    at = content.index(f'"{name}":"'.encode()) + len(name) + 4
    file.write_bytes(content[:at] + rb"\ud83d" + content[at:])
    with pytest.raises(BadLine, match="line [1-9]: "):
        preview_import(other, file)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "line 1"),
        (b"\x00\xff\n", "line 1: this is not an export"),
        (b"milk, eggs", "line 1: this is not an export"),
        (b"[1]\n", "line 1: this is not an export"),
        (b'{"format": "x"}\n', "not an export of this companion"),
        (b'{"format": "rummy-table-companion", "version": 3}\n', "not of version 2"),
        (b'{"format": "rummy-table-companion", "version": 2}\n', "ends too early"),
        (b'{"format": "rummy-table-companion", "version": 2}\n' + b"[" * 60_000 + b"\n", "line 2"),
        (b'{"format": "rummy-table-companion", "version": 2}\n{"entry": ' + b"9" * 6000 + b"}\n", "line 2"),
    ],
)
def test_what_is_no_export_is_refused(other: Path, tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "file.jsonl").write_bytes(content)
    with pytest.raises(BadLine, match=says):
        bring(other, tmp_path / "file.jsonl")


def test_a_file_that_was_cut_or_changed_is_refused(file: Path, other: Path) -> None:
    whole = file.read_bytes()
    for spoiled in (whole[:-20], whole[: len(whole) // 2], whole.replace(b"Aki", b"Ako"), whole + b"\n"):
        file.write_bytes(spoiled)
        with pytest.raises(BadLine):
            preview_import(other, file)


def test_a_file_that_breaks_off_in_a_line_says_so(file: Path, other: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: whole.index(b"\n", len(whole) // 2) - 3])
    with pytest.raises(BadLine, match=r"line \d+: the file breaks off here; check that it was copied completely"):
        preview_import(other, file)


def test_nothing_is_imported_while_a_server_has_the_database(file: Path, other: Path) -> None:
    bring(other, file)
    with held_elsewhere(other):
        assert preview_import(other, file).known == MATCHES
        with pytest.raises(Unusable, match="is in use by .*; stop it first"):
            bring(other, file)


def test_an_import_into_a_new_instance_that_comes_to_nothing_leaves_none(file: Path, missing: Path) -> None:
    rewritten(file, lambda lines: lines[-1]["person" if "person" in lines[-1] else "receipt"].update(key=""))
    with pytest.raises(BadLine):
        bring(missing, file)
    assert {one.name for one in missing.parent.iterdir()} == {"companion.db.lock"}


@pytest.mark.parametrize("what", ["fifo", "/dev/zero", "folder", "missing"])
def test_what_is_no_ordinary_file_is_refused_at_once(other: Path, tmp_path: Path, what: str) -> None:
    there = tmp_path / what if what != "/dev/zero" else Path(what)
    if what == "fifo":
        os.mkfifo(there)
    if what == "folder":
        there.mkdir()
    with pytest.raises(Unusable, match="is not an ordinary file|it does not exist"):
        preview_import(other, there)


def test_a_packed_export_comes_in_like_any_other_and_is_refused_where_it_was_cut(file: Path, other: Path) -> None:
    packed = gzip.compress(file.read_bytes())
    file.write_bytes(packed)
    assert bring(other, file).new == MATCHES
    for cut in (packed[: len(packed) // 2], packed[:8], packed[:-4], packed[:500] + b"\0" * 50 + packed[550:]):
        file.write_bytes(cut)
        with pytest.raises(BadLine, match="breaks off here|not JSON|changed after|longer than"):
            preview_import(other, file)


def test_an_export_of_an_older_database_is_refused_in_a_sentence(database: Path, tmp_path: Path) -> None:
    for revision in revisions()[1:3]:
        sql(database, f"UPDATE alembic_version SET version_num = '{revision}'")
        with pytest.raises(Unusable, match="older companion: start this one once"):
            export(database, tmp_path / "again.jsonl")


# Command line


@pytest.mark.usefixtures("empty_instance")
def test_the_commands_ask_first_and_say_what_they_did(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "all.jsonl")
    monkeypatch.setenv("COMPANION_INSTANCE", str(database.parent))
    assert cli.main(["export", file]) == 0
    assert f"matches {MATCHES}, entries" in capsys.readouterr().out
    assert cli.main(["export", file]) == 2
    assert "already exists" in capsys.readouterr().err
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "other"))
    assert cli.main(["import", file, "--dry-run"]) == 0
    assert f"To import from this file: new matches {MATCHES}" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert cli.main(["import", file]) == 0
    assert "Nothing was imported." in capsys.readouterr().out
    assert cli.main(["import", file, "--yes"]) == 0
    assert f"Imported from this file: new matches {MATCHES}" in capsys.readouterr().out
    assert cli.main(["import", str(tmp_path / "none.jsonl")]) == 2
    assert "Nothing was imported" in capsys.readouterr().err


def test_without_an_answer_nothing_is_imported(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "other"))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert cli.main(["import", str(file)]) == 130
    assert not (tmp_path / "other" / "companion.db").exists()


def test_the_one_rematch_stays_the_one_rematch_after_an_import(
    database: Path, other: Path, store: Store, tmp_path: Path
) -> None:
    (last,) = store.finished(1)
    second = store.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, Form.rematch(last.key))
    bring(other, export_to(database, tmp_path / "with.jsonl"))
    there = opened(other)
    again = there.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, Form.rematch(there.match(last.code).key))
    assert again == second
