"""Every command in every bad state: a sentence, the right exit status, no trace, nothing overwritten.

Without COMPANION_SLOW=1 only a sample runs. With it every command runs in every state in both languages, and with a
full disk, a failing one and a kill at steps through its file operations."""

import errno
import os
from itertools import count, product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.faults.commands import BAD, COMMANDS, Fault, in_state, made, struck
from tests.faults.shim import Behind

pytestmark = pytest.mark.file

SLOW = os.environ.get("COMPANION_SLOW") == "1"
ALWAYS = {"gone", "match.opened_at", "0001", "another's"}
WRITING = ["restore", "import into nothing", *(["serve", "serve --new", "backup", "import", "demo"] if SLOW else [])]
FAULTS = [(0, False), (errno.ENOSPC, True), *([(errno.EIO, True), (errno.ENOSPC, False)] if SLOW else [])]
PARTS = 12 if SLOW else 1
EVERY = 11 if SLOW else 41  # step between the operations that fail


def in_every_state(part: int) -> tuple[int, list[str]]:
    """Run every command in each of one part of the states; return the number of runs and the faults."""
    wrong, runs = [], 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        sound = made(folder)
        for number, (state, what) in enumerate(product([*BAD][part::PARTS], COMMANDS)):
            if SLOW or state in ALWAYS or number % 31 == 0:
                for language in ("en", "ja") if SLOW else (("en", "ja")[number % 2],):
                    runs += 1
                    wrong += in_state(sound, folder / str(runs), state, what, language)
    return runs, wrong


def at_every_step(what: str, error: int, always: bool, new: bool) -> tuple[int, list[str]]:
    """Return the number of faults injected into a command, and what is wrong."""
    wrong: list[str] = []
    with TemporaryDirectory() as name:
        sound = made(Path(name))
        for at in count(1, EVERY):
            came, found = struck(sound, Path(name) / str(at), what, Fault(at, error, always), new)
            wrong += found
            if not came:
                return at // EVERY, wrong
    raise AssertionError("there is always a last operation")


@pytest.mark.parametrize("part", range(PARTS))
def test_a_command_in_a_bad_state_says_why_and_writes_nothing_over(shim: Behind, part: int) -> None:
    runs, wrong = shim.call(in_every_state, part)
    assert not wrong, "\n".join(wrong)
    assert runs >= 40


@pytest.mark.parametrize(("error", "always"), FAULTS, ids=str)
@pytest.mark.parametrize("what", WRITING)
def test_a_command_that_is_killed_or_has_no_disk_leaves_the_old_or_the_new(
    shim: Behind, what: str, error: int, always: bool
) -> None:
    command, new = what.removesuffix(" into nothing"), what.endswith("nothing")
    came, wrong = shim.call(at_every_step, command, error, always, new)
    assert came and not wrong, "\n".join(wrong)
