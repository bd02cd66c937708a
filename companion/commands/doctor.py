"""Command `companion doctor`: options, and its report as sentences or JSON."""

import json
from collections.abc import Iterable
from typing import Any

from companion import places
from companion.commands import command, option
from companion.interfaces.terminal_language import say, tell
from companion.progress import report
from companion.rules.text import N_


@command(help=N_("check the data; also while the companion is serving"))
@option("--json", "in_json", is_flag=True, help=N_("a JSON object instead of sentences"))
def doctor(in_json: bool) -> int:
    """Examine the instance; return 0 if all is well, 1 with warnings, 2 with faults."""
    from companion.storage.doctor.doctor import Grade, examine

    findings = examine(places.instance(), places.database_url())
    told = [as_json(findings)] if in_json else as_lines(findings)
    return int(max(told, default=Grade.WELL))


def as_lines(findings: Iterable[Any]) -> list[int]:
    """Print each finding as it is found, and return their grades."""
    grades = []
    for one in findings:
        report(None)
        print(f"{'✗' if one.grade == 2 else '!'} {say(one.what)}\n  {say(one.do)}", flush=True)
        grades.append(int(one.grade))
    if not grades:
        tell(N_("All is well in {folder}."), folder=places.instance())
    return grades


def as_json(findings: Iterable[Any]) -> int:
    """Print all findings as one JSON object, and return the worst grade."""
    told = [
        {"grade": one.grade.name.lower(), "what": say(one.what), "do": say(one.do), "match": one.match or None}
        for one in findings
    ]
    worst = max((("well", "warning", "fault").index(one["grade"]) for one in told), default=0)
    status = ("well", "warning", "fault")[worst]
    print(
        json.dumps(
            {"instance": str(places.instance()), "status": status, "findings": told}, ensure_ascii=False, indent=1
        )
    )
    return worst
