"""Last report of the doctor, stored beside the backups for all processes of a server and for its next start."""

import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from companion.storage.backup.catalog import FOLDER, stored_sentence, to_json
from companion.storage.backup.sqlite_copy import new_file
from companion.storage.doctor.doctor import Finding, Grade

NOTE = "last-look.json"


class Verdict(NamedTuple):
    """Time of a doctor's run, and its findings."""

    at: datetime
    findings: list[Finding]

    @property
    def worst(self) -> Grade:
        """The highest grade among the findings."""
        return max((one.grade for one in self.findings), default=Grade.WELL)


def note_verdict(instance: Path, findings: list[Finding]) -> None:
    """Store the findings with the present time. Raises OSError if they cannot be written."""
    note = instance / FOLDER / NOTE
    note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    note.unlink(missing_ok=True)
    with new_file(note) as part:
        told = {"at": datetime.now(UTC).isoformat(), "findings": list(map(noted, findings))}
        part.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")


def noted(one: Finding) -> dict[str, Any]:
    """Return a finding as a JSON object."""
    return {"grade": one.grade, "what": to_json(one.what), "do": to_json(one.do), "match": one.match}


def last_verdict(instance: Path) -> Verdict | None:
    """Return the last stored report; None if it is missing or unreadable."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        told = json.loads((instance / FOLDER / NOTE).read_text(encoding="utf-8"))
        found = [
            Finding(Grade(one["grade"]), stored_sentence(one["what"]), stored_sentence(one["do"]), one["match"])
            for one in told["findings"]
        ]
        return Verdict(datetime.fromisoformat(told["at"]), found)
    return None
