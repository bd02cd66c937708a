"""What the doctor found last, kept beside the backups: every process of a server tells it, and the next start too."""

import json
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from companion.storage.backups import FOLDER
from companion.storage.copying import new_file
from companion.storage.doctor import Finding, Grade

NOTE = "last-look.json"


class Verdict(NamedTuple):
    """When the doctor looked, and what was found."""

    at: datetime
    findings: list[Finding]

    @property
    def codes(self) -> list[str]:
        """The codes of the matches that something was found about."""
        return sorted({one.match for one in self.findings if one.match})


def note_verdict(instance: Path, findings: list[Finding]) -> None:
    """Keep what was found just now; OSError where that cannot be written."""
    note = instance / FOLDER / NOTE
    note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    note.unlink(missing_ok=True)
    with new_file(note) as part:
        told = {"at": datetime.now(UTC).isoformat(), "findings": [asdict(one) for one in findings]}
        part.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")


def last_verdict(instance: Path) -> Verdict | None:
    """What was found last; None where nobody looked yet, or it cannot be read."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        told = json.loads((instance / FOLDER / NOTE).read_text(encoding="utf-8"))
        found = [Finding(Grade(one["grade"]), one["what"], one["do"], one["match"]) for one in told["findings"]]
        return Verdict(datetime.fromisoformat(told["at"]), found)
    return None
