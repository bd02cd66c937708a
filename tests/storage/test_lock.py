"""Lock holder: named as it signed, in every language."""

import os
from pathlib import Path

from companion.storage.database import lock


def test_the_holder_is_named_by_its_signature(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text(lock.signature("companion restore"))
    assert str(lock.holder(tmp_path / "lock")).startswith(f"companion restore (PID {os.getpid()}, 20")


def test_where_nothing_is_written_it_is_another_companion(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("")
    assert str(lock.holder(tmp_path / "lock")) == "another companion" == str(lock.holder(tmp_path / "none"))
