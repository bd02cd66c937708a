"""Doctor: finds faults in the data, explains each in a sentence with a remedy, and changes nothing."""

import os
import re
import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion import cli
from companion.language import translations
from companion.storage.backup.catalog import back_up
from companion.storage.backup.restore import restore
from companion.storage.database.engines import writing
from companion.storage.database.errors import Unusable
from companion.storage.doctor import Finding, Grade, examine
from companion.storage.store import Store
from tests.storage.test_catalog import code, damage, instance, sql  # noqa: F401
from tests.storage.test_store import changed
from tests.support.evenings import Evenings, demo_matches

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("empty_instance")]

Opened = Callable[..., str]
JAPANESE = translations("ja")


@pytest.fixture
def kept(store: Store, evenings: Evenings, instance: Path) -> Path:  # noqa: F811
    """An instance of a few matches with a backup, private to its owner."""
    evenings.into(store, demo_matches, 2, 313)
    instance.chmod(0o700)
    for file in instance.iterdir():
        file.chmod(0o600)
    back_up(instance)
    return instance


def found(instance: Path) -> list[Finding]:  # noqa: F811
    """Return all findings."""
    return list(examine(instance))


def test_a_sound_instance_is_well_and_stays_as_it_is(kept: Path) -> None:
    before = (kept / "companion.db").read_bytes()
    assert found(kept) == []
    assert (kept / "companion.db").read_bytes() == before


def test_it_looks_while_the_table_writes(kept: Path, store: Store) -> None:
    with writing(store.engine) as connection:
        connection.exec_driver_sql("UPDATE match SET code = 'AAAAAA' WHERE id = 1")
        assert found(kept) == []


@pytest.mark.parametrize(
    ("statement", "grade", "says"),
    [
        ("UPDATE entry SET points = points + 1 WHERE id = 2", Grade.FAULT, " was saved"),
        ("DELETE FROM entry WHERE id = 3", Grade.FAULT, "hands are missing"),
        ("UPDATE result SET deals = '{' WHERE match_id = 1", Grade.WARNING, "do not match the scoresheet"),
        ("UPDATE result SET played_on = 'soon' WHERE match_id = 1", Grade.WARNING, "do not match the scoresheet"),
        ("UPDATE match SET game = 'canasta' WHERE id = 1", Grade.FAULT, "cannot be read"),
        ("UPDATE entry SET body = '{' WHERE id = 1", Grade.FAULT, "cannot be read"),
        ("UPDATE result SET points = 1 WHERE match_id = 1", Grade.WARNING, "do not match the scoresheet"),
        ("UPDATE result SET finished_entry = 0", Grade.WARNING, "do not match the scoresheet"),
        ("DELETE FROM result WHERE match_id = 1", Grade.WARNING, "do not match the scoresheet"),
        ("UPDATE entry SET match_id = 77 WHERE id = 3", Grade.FAULT, "belongs to no match"),
        ("UPDATE alembic_version SET version_num = '9999'", Grade.FAULT, "newer"),
        ("UPDATE alembic_version SET version_num = '0003'", Grade.WARNING, "older companion"),
    ],
)
def test_what_is_wrong_in_the_database_is_said_with_what_to_do(
    kept: Path, statement: str, grade: Grade, says: str
) -> None:
    sql(kept / "companion.db", statement)
    said = [one for one in found(kept) if says in str(one.what)]
    assert [one.grade for one in said][:1] == [grade]
    assert str(said[0].do).endswith((".", "FILE"))


def test_points_booked_under_an_older_law_are_a_warning(kept: Path) -> None:
    sql(kept / "companion.db", "UPDATE entry SET points = points + 1, law = '2020-01' WHERE id = 2")
    said = [one for one in found(kept) if "under the rules of 2020-01" in str(one.what)]
    assert [one.grade for one in said] == [Grade.WARNING]


def test_one_bad_match_does_not_hide_another(kept: Path, store: Store) -> None:
    changed(store, "UPDATE match SET house = '{' WHERE id = 1")
    changed(store, "UPDATE entry SET points = points + 1 WHERE match_id = 2 AND how = 'cards'")
    assert len({one.what.values["code"] for one in found(kept)}) == 2


def test_a_damaged_file_is_a_fault(kept: Path) -> None:
    damage(kept / "companion.db")
    assert max(one.grade for one in found(kept)) == Grade.FAULT


def shopping(file: Path) -> None:
    """Replace the file with some text."""
    file.write_text("milk, eggs\n" * 500)


def cut(file: Path) -> None:
    """Truncate a file to its first half."""
    os.truncate(file, file.stat().st_size // 2)


def orphan(file: Path) -> None:
    """Add a seat to a match that does not exist."""
    sql(file, "INSERT INTO seat VALUES (99, 0, 'Aki')")


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (shopping, "：このアプリのデータベースではありません"),
        (damage, "：データベースが壊れています"),
        (cut, "：データベースが壊れています"),
        (orphan, "：データベースが壊れています（seat の行に、対応する match がありません）"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_japanese_by_the_doctor_and_where_it_would_be_brought_back(
    kept: Path, spoil: Callable[[Path], None], says: str
) -> None:
    file = kept / "companion.db"
    spoil(file)
    told = [found(kept)[0].what.say(JAPANESE)]
    with pytest.raises(Unusable) as refused:
        restore(file, kept / "elsewhere")
    for said in (*told, refused.value.say(JAPANESE)):
        assert said.startswith(f"{file}{says}")
        assert not re.search("[a-z]{3}", re.sub("SQLite|seat|match", "", said.replace(str(file), "")))


def test_a_missing_database_is_a_fault_with_a_line_that_can_be_typed(tmp_path: Path) -> None:
    (missing,) = [one for one in found(tmp_path) if one.grade is Grade.FAULT]
    assert "restore a backup with “companion restore FILE”" in str(missing.do)


def test_backups_that_are_missing_old_damaged_or_failed_are_warnings(kept: Path) -> None:
    (newest,) = (kept / "backups").glob("*.db")
    old = newest.with_name(f"auto-{datetime.now(UTC) - timedelta(days=9):%Y-%m-%d-%H%M%S}.db")
    newest.rename(old)
    assert ["later entries are not in it" in str(one.what) for one in found(kept)] == [True]
    old.rename(newest)
    damage(newest)
    assert ["newest backup cannot be used" in str(one.what) for one in found(kept)][:1] == [True]
    newest.unlink()
    assert ["There is no backup" in str(one.what) for one in found(kept)] == [True]


def test_the_command_tells_it_in_sentences_and_by_its_status(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(kept))
    assert cli.main(["doctor"]) == 0
    assert "No problems found" in capsys.readouterr().out
    shutil.rmtree(kept / "backups")
    assert cli.main(["doctor"]) == 1
    assert capsys.readouterr().out.startswith("! There is no backup")
    sql(kept / "companion.db", "UPDATE entry SET points = points + 1 WHERE id = 2")
    assert cli.main(["doctor"]) == 2
    assert "✗ Match" in capsys.readouterr().out
