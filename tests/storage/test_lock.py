"""Lock holder: named in the reader's language, whichever version of the companion wrote the lock."""

import os
from pathlib import Path

import pytest

from companion.language import translations
from companion.rules.text import ENGLISH, said
from companion.storage.database import lock

JAPANESE = translations("ja")


def told(path: Path, written: str) -> tuple[str, str]:
    """Return the holder of a lock with that signature, in English and in Japanese."""
    path.write_text(written)
    return said(lock.holder(path), ENGLISH), said(lock.holder(path), JAPANESE)


@pytest.mark.parametrize(
    ("who", "japanese"),
    [
        ("companion serve at http://127.0.0.1:8313/", "companion serve、http://127.0.0.1:8313/、"),
        ("companion restore", "companion restore、"),
        ("another companion", "別に起動したこのアプリ、"),
    ],
)
def test_a_signature_is_a_sentence_in_every_language(tmp_path: Path, who: str, japanese: str) -> None:
    written = lock.signature(who)
    since = written.strip().partition("since ")[2]
    here = f"プロセス {os.getpid()}、{since} から"
    assert told(tmp_path / "lock", written) == (written.strip(), japanese + here)


@pytest.mark.parametrize("written", ["somebody", "a {who} (process x), since noon", "x (process 3)"])
def test_what_is_no_signature_is_said_as_it_is_written(tmp_path: Path, written: str) -> None:
    assert told(tmp_path / "lock", f"{written}\n") == (written, written)


def test_where_nothing_is_written_it_is_another_companion(tmp_path: Path) -> None:
    assert told(tmp_path / "lock", "")[0] == "another companion" == str(lock.holder(tmp_path / "none"))
