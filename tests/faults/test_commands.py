"""Every command in every bad state: a sentence, the right exit status, no trace, nothing overwritten.

A sample of the commands in the states, each in one language; with a full disk and a kill at steps through its file
operations."""

import errno
from itertools import count, product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.faults.commands import BAD, COMMANDS, Fault, in_state, made, struck
from tests.faults.shim import Behind

pytestmark = pytest.mark.file

ALWAYS = {"gone", "match.opened_at", "0001", "another's"}
FAULTS = [(0, False), (errno.ENOSPC, True)]
EVERY = 41  # step between the operations that fail


def in_every_state() -> tuple[int, list[str]]:
    """Run every command in each of the states; return the number of runs and the faults."""
    wrong, runs = [], 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        sound = made(folder)
        for number, (state, what) in enumerate(product(BAD, COMMANDS)):
            if state in ALWAYS or number % 31 == 0:
                runs += 1
                wrong += in_state(sound, folder / str(runs), state, what, ("en", "ja")[number % 2])
    return runs, wrong


def at_every_step(error: int, always: bool) -> tuple[int, list[str]]:
    """Return the number of faults injected into an import where nothing was, and what is wrong; restores: starts.py."""
    wrong: list[str] = []
    with TemporaryDirectory() as name:
        sound = made(Path(name))
        for at in count(1, EVERY):
            came, found = struck(sound, Path(name) / str(at), Fault(at, error, always))
            wrong += found
            if not came:
                return at // EVERY, wrong
    raise AssertionError("there is always a last operation")


def test_a_command_in_a_bad_state_says_why_and_writes_nothing_over(shim: Behind) -> None:
    runs, wrong = shim.call(in_every_state)
    assert not wrong, "\n".join(wrong)
    assert runs >= 40


@pytest.mark.parametrize(("error", "always"), FAULTS, ids=str)
def test_an_import_into_nothing_that_is_killed_or_has_no_disk_leaves_the_old_or_the_new(
    shim: Behind, error: int, always: bool
) -> None:
    came, wrong = shim.call(at_every_step, error, always)
    assert came and not wrong, "\n".join(wrong)
