"""Backups: complete during play, never over another file, made on a schedule, and restored."""

import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import time

import pytest

from companion import cli
from companion.sheet.commands import adjustments
from companion.storage.access.devices import Devices
from companion.storage.access.links import Links
from companion.storage.backup import catalog
from companion.storage.backup.catalog import AutomaticBackups, back_up, latest, thin
from companion.storage.backup.restore import restore
from companion.storage.backup.sqlite_copy import copy_database
from companion.storage.database.engines import open_database
from companion.storage.database.errors import Unusable
from companion.storage.database.files import open_store
from companion.storage.store import Store
from tests.faults import migrations
from tests.storage.test_store import NOON, changed, finished, form, played, wrote
from tests.support.server import held_elsewhere

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("empty_instance")]

Opened = Callable[..., str]


@pytest.fixture
def instance(store: Store) -> Path:
    """The folder of the application's database."""
    return Path(str(store.engine.url.database)).parent


@pytest.fixture
def code(match: Opened, store: Store) -> str:
    """A match with a booked deal."""
    code = match()
    played(store, code, 1, NOON)
    return code


def opened(file: Path) -> Store:
    """Open the store of a file."""
    return Store(open_database(f"sqlite:///{file}"))


def backup_made() -> None:
    """Wait until no backup is being made in the background."""
    for thread in threading.enumerate():
        if thread.name == "backup":
            thread.join()


def damage(file: Path) -> None:
    """Overwrite the middle of a file."""
    content = bytearray(file.read_bytes())
    content[8192 : 8192 + 4096] = b"\xff" * 4096
    file.write_bytes(content)


# Making


def test_a_backup_holds_all_that_was_booked_and_only_its_owner_reads_it(
    store: Store, instance: Path, code: str, tmp_path: Path
) -> None:
    made = back_up(instance, tmp_path / "copy.db")
    assert made == tmp_path / "copy.db"
    assert opened(made).match(code).sheet == store.match(code).sheet
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.glob("*copy*")] == ["copy.db"]


def test_without_a_name_it_lies_in_the_instances_own_folder(instance: Path, code: str) -> None:
    made = back_up(instance)
    assert made.parent == instance / "backups"
    assert latest(instance) == made
    assert stat.S_IMODE(made.parent.stat().st_mode) == 0o700


def test_no_backup_is_written_over_a_file(instance: Path, code: str, tmp_path: Path) -> None:
    there = tmp_path / "copy.db"
    there.write_text("mine")
    with pytest.raises(Unusable, match="already exists"):
        back_up(instance, there)
    assert there.read_text() == "mine"


def test_where_nothing_can_be_written_it_is_said_and_nothing_is_left(instance: Path, code: str, tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="cannot be written"):
        back_up(instance, tmp_path / "nowhere" / "copy.db")


def test_an_unreadable_match_keeps_the_others_from_no_backup(
    store: Store, instance: Path, code: str, match: Opened, tmp_path: Path
) -> None:
    other = match()
    changed(store, f"UPDATE match SET game = 'canasta' WHERE code = '{code}'")
    made = back_up(instance, tmp_path / "copy.db")
    assert opened(made).match(other)
    assert restore(made, tmp_path / "elsewhere") is None


def test_a_backup_made_while_eight_phones_book_is_whole_and_holds_what_was_acknowledged_before(
    store: Store, instance: Path, match: Opened, tmp_path: Path
) -> None:
    code, stop, acknowledged = match(), threading.Event(), []

    def book(phone: int) -> None:
        number = 0
        while not stop.is_set():
            number += 1
            reason = f"{phone}.{number}"
            wrote(store, code, lambda sheet, r=reason: adjustments.adjust(sheet, 0, "1", r))
            acknowledged.append(reason)

    phones = [threading.Thread(target=book, args=(phone,)) for phone in range(8)]
    for phone in phones:
        phone.start()
    try:
        for number in range(8):
            before = set(acknowledged)
            made = back_up(instance, tmp_path / f"copy{number}.db")
            held = {entry.reason for entry in opened(made).match(code).sheet.entries}
            assert before - held == set()
    finally:
        stop.set()
        for phone in phones:
            phone.join()


def test_backups_made_within_one_second_have_a_name_each(instance: Path, code: str) -> None:
    mine = seconds_to_come(instance / "backups", "companion-{}.db")
    made = [back_up(instance) for _ in range(3)]
    assert len(set(made)) == 3 and all(opened(one).match(code) for one in made)
    assert [one.path for one in catalog.backups(instance) if one.path not in mine] == made[::-1]
    assert {file.read_text() for file in mine} == {"mine"}


def test_a_backup_from_a_day_to_come_is_not_the_last_one(instance: Path, code: str) -> None:
    made = back_up(instance)
    late = made.with_name("auto-2099-06-01-120000.db")
    late.touch()
    assert [one.path for one in catalog.backups(instance)] == [made, late]
    made.unlink()
    assert latest(instance) == late


def test_a_name_that_no_file_can_have_is_said(instance: Path, code: str, tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="its name is too long"):
        back_up(instance, tmp_path / ("x" * 300))
    assert back_up(instance, tmp_path / f"{'長' * 80}.db").exists(), "as long as it can be"


def seconds_to_come(folder: Path, name: str) -> list[Path]:
    """Create a user's files under every name that a backup of the next minute would get."""
    folder.mkdir(exist_ok=True)
    files = [folder / name.format(f"{datetime.now(UTC) + timedelta(seconds=n):%Y-%m-%d-%H%M%S}") for n in range(60)]
    for file in files:
        file.write_text("mine")
    return files


# On a schedule


@pytest.fixture
def automatic(store: Store, instance: Path) -> Iterator[AutomaticBackups]:
    """The companion's automatic backups, as when it serves."""
    made = AutomaticBackups(instance)
    store.booked = made.booked
    yield made
    backup_made()


def test_a_match_that_ends_is_in_a_backup(
    store: Store, instance: Path, match: Opened, automatic: AutomaticBackups
) -> None:
    code = finished(store, match, NOON)
    backup_made()
    made = catalog.backups(instance)[0]
    assert (made.automatic, opened(made.path).match(code).finished_at) == (True, NOON)


@pytest.mark.usefixtures("automatic")
def test_within_an_hour_there_is_no_second_one(
    store: Store, instance: Path, match: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest = []
    for least in (catalog.HOUR, catalog.HOUR, catalog.HOUR, timedelta(0)):
        monkeypatch.setattr(catalog, "HOUR", least)
        finished(store, match, NOON)
        backup_made()
        newest.append(catalog.latest(instance))
    witness, ended, within_the_hour, later = newest
    assert witness != ended == within_the_hour != later


def test_a_match_that_goes_on_makes_none_but_the_witness_of_the_first_booking(
    store: Store, instance: Path, match: Opened, automatic: AutomaticBackups
) -> None:
    code = match()
    for number in (1, 2):
        played(store, code, number)
        backup_made()
        assert len(catalog.backups(instance)) == 1
    store.engine.dispose()
    (instance / "companion.db").unlink()
    with pytest.raises(Unusable, match="the database is missing; restore a backup with .*auto-"):
        open_store(instance / "companion.db", "the test")
    assert not (instance / "companion.db").exists()


def test_a_backup_that_fails_is_told_and_breaks_no_booking(
    store: Store, instance: Path, match: Opened, automatic: AutomaticBackups, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(catalog, "copy_pages", lambda *paths: copy_database(paths[0], Path("/dev/null/copy.db")))
        code = finished(store, match, NOON)
        backup_made()
    assert store.match(code).finished_at == NOON
    assert "cannot be written" in str(automatic.failure)
    finished(store, match, NOON)
    backup_made()
    assert automatic.failure is None


def test_of_two_processes_that_make_a_backup_in_the_same_second_none_tells_a_failure(
    store: Store, instance: Path, match: Opened, automatic: AutomaticBackups, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = catalog.next_name(instance, catalog.Kind.AUTOMATIC)
    monkeypatch.setattr(catalog, "next_name", lambda *_: taken)
    monkeypatch.setattr(catalog, "copy_pages", lambda source, _: copy_database(source, taken))  # the other was quicker
    finished(store, match, NOON)
    backup_made()
    assert (automatic.failure, [one.path for one in catalog.backups(instance)]) == (None, [taken])


def test_only_automatic_backups_are_thinned_and_half_made_ones_go(instance: Path) -> None:
    folder = instance / "backups"
    folder.mkdir()
    days = [datetime(2026, 3, 31, 12, tzinfo=UTC) - timedelta(days=day) for day in range(90)]
    for kind in ("auto", "companion"):
        for at in days:
            (folder / f"{kind}-{at:%Y-%m-%d-%H%M%S}.db").touch()
    for half in (".auto-2026-03-31-120000.db-ab.part", ".auto-2026-03-31-120000.db-ab.part-journal", ".x.part"):
        (folder / half).touch()
        os.utime(folder / half, (0, 0))
    now = folder / ".companion-now.part"
    now.touch()  # another process may be writing it
    os.utime(now, (time(), time()))  # by the clock of this process, not of the disk
    (folder / "mine.db").touch()
    thin(instance)
    assert len(list(folder.glob("auto-*"))) == 11
    assert len(list(folder.glob("companion-*"))) == 90
    assert (folder / "mine.db").exists()
    assert [half.name for half in folder.glob(".*")] == [".companion-now.part"]
    assert latest(instance) in (folder / "auto-2026-03-31-120000.db", folder / "companion-2026-03-31-120000.db")


# Restoring


def test_restored_the_database_is_as_it_was_and_what_was_there_is_kept(
    store: Store, instance: Path, code: str, tmp_path: Path
) -> None:
    made = back_up(instance, tmp_path / "copy.db")
    then = store.match(code).sheet
    wrote(store, code, lambda sheet: adjustments.adjust(sheet, 0, "5", "rule broken"))
    now = store.match(code).sheet
    store.engine.dispose()
    replaced = restore(made, instance)
    assert replaced is not None
    assert opened(instance / "companion.db").match(code).sheet == then
    assert opened(replaced).match(code).sheet == now
    assert stat.S_IMODE((instance / "companion.db").stat().st_mode) == 0o600


@pytest.mark.parametrize("damaged", [False, True])
def test_a_revoked_phone_and_calendar_stay_so_unless_the_present_database_is_damaged(
    store: Store, instance: Path, code: str, tmp_path: Path, damaged: bool
) -> None:
    match = store.match_id(code)
    phones = [Devices(store).join(match, token, "player", seat).id for seat, token in enumerate(("stays", "goes"))]
    Links(store).make_calendar()
    made = back_up(instance, tmp_path / "copy.db")
    Devices(store).revoke(match, phones[1])
    Links(store).end_calendar()
    store.engine.dispose()
    if damaged:
        damage(instance / "companion.db")
    restore(made, instance)
    back = opened(instance / "companion.db")
    assert [row.id for row in Devices(back).of(match)] == (phones if damaged else phones[:1])
    assert (Links(back).calendar() is not None) == damaged


def test_what_was_put_aside_is_never_written_again(instance: Path, code: str, tmp_path: Path) -> None:
    made = back_up(instance, tmp_path / "copy.db")
    mine = seconds_to_come(instance, "companion.db.replaced-{}")
    held = {}
    for number in range(3):
        now = opened(instance / "companion.db")
        wrote(now, code, lambda sheet, n=number: adjustments.adjust(sheet, 0, "5", str(n)))
        now.engine.dispose()
        before = (instance / "companion.db").read_bytes()
        replaced = restore(made, instance)
        assert replaced is not None and replaced not in held and replaced not in mine
        held[replaced] = before
    assert all(file.read_bytes() == before for file, before in held.items())
    assert {file.read_text() for file in mine} == {"mine"}


def test_a_restore_that_was_killed_half_way_leaves_no_second_name_of_the_database(instance: Path, code: str) -> None:
    kept = instance / "companion.db.replaced-2026-01-01-000000"
    kept.hardlink_to(instance / "companion.db")
    (instance / ".companion.db.before-0001-ab.part").touch()
    open_store(instance / "companion.db", "a test")
    assert not kept.exists() and not list(instance.glob("*.part"))
    kept.write_text("mine")
    open_store(instance / "companion.db", "a test")
    assert kept.read_text() == "mine"


def test_phones_that_send_again_are_settled_exactly_once(
    store: Store, instance: Path, code: str, tmp_path: Path
) -> None:
    before, after = form("before"), form("after")
    acts = {before: "5", after: "7"}

    def send(to: Store, which: object) -> str:
        points = acts[which]
        return to.write(code, which, lambda sheet: (adjustments.adjust(sheet, 0, points, "x"), points))

    send(store, before)
    made = back_up(instance, tmp_path / "copy.db")
    send(store, after)
    store.engine.dispose()
    restore(made, instance)
    back = opened(instance / "companion.db")
    assert back.match(code).sheet.totals[0] == 5
    assert [send(back, which) for which in (before, after, before, after)] == ["5", "7", "5", "7"]
    assert back.match(code).sheet.totals[0] == 12


def test_nothing_is_restored_over_a_database_in_use(
    instance: Path, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made, other = back_up(instance, tmp_path / "copy.db"), tmp_path / "other"
    restore(made, other)
    before = (other / "companion.db").read_bytes()
    monkeypatch.setenv("COMPANION_INSTANCE", str(other))
    with held_elsewhere(other / "companion.db"):
        assert cli.main(["restore", str(made)]) == 2
    assert "stop it first" in capsys.readouterr().err
    assert (other / "companion.db").read_bytes() == before


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda file: file.write_text("shopping"), "no database of the companion"),
        (damage, "damaged|malformed"),
        (lambda file: file.unlink(), "no file"),
        (lambda file: sql(file, "DELETE FROM match"), "belongs to no match"),
    ],
    ids=["text", "damaged", "missing", "orphans"],
)
def test_what_is_no_sound_backup_is_refused_and_nothing_changes(
    instance: Path, code: str, tmp_path: Path, spoil: Callable[[Path], object], says: str
) -> None:
    made = back_up(instance, tmp_path / "copy.db")
    spoil(made)
    before = (instance / "companion.db").read_bytes()
    with pytest.raises(Unusable, match=says):
        restore(made, instance)
    assert (instance / "companion.db").read_bytes() == before
    assert {path.name for path in instance.iterdir()} <= {"companion.db", "companion.db.lock"}


def sql(file: Path, statement: str) -> None:
    """Change a file as another program."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


@pytest.mark.parametrize("revision", ["0003", "0017"])
def test_an_older_backup_is_brought_up_to_date_and_stays_as_it_is(
    store: Store, tmp_path: Path, code: str, revision: str
) -> None:
    older = migrations.older(tmp_path / "older.db", revision, store)
    before = older.read_bytes()
    target = tmp_path / "restored"
    assert restore(older, target) is None
    assert opened(target / "companion.db").unfinished()[0].sheet.entries
    assert older.read_bytes() == before
    assert {path.name for path in target.iterdir()} == {"companion.db", "companion.db.lock"}


def test_a_journal_of_what_was_there_does_not_reach_into_what_comes(
    store: Store, instance: Path, code: str, tmp_path: Path
) -> None:
    made = back_up(instance, tmp_path / "copy.db")
    store.engine.dispose()
    damage(instance / "companion.db")
    (instance / "companion.db-journal").write_bytes(b"left behind")
    replaced = restore(made, instance)
    assert replaced is not None
    assert not (instance / "companion.db-journal").exists()
    assert opened(instance / "companion.db").match(code)


# Command line


def test_the_commands_say_what_they_did(
    instance: Path, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(instance))
    copy = str(tmp_path / "copy.db")
    assert cli.main(["backup", copy]) == 0
    assert copy in capsys.readouterr().out
    assert cli.main(["backup", copy]) == 2
    assert "already exists" in capsys.readouterr().err
    assert cli.main(["restore", copy]) == 0
    assert "replaced" in capsys.readouterr().out
    assert cli.main(["restore", str(tmp_path / "none.db")]) == 2
    assert "Nothing was changed" in capsys.readouterr().err
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "empty"))
    assert cli.main(["backup"]) == 2
    assert "the database is missing" in capsys.readouterr().err
