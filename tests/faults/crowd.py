"""Crowd test: fifty phones and three thousand posts in one match, every answer checked against the ledger."""

from pathlib import Path

from companion.app import create_app
from tests.faults.members import at_once, gathered
from tests.faults.witness import Verdict, verdict
from tests.support.stage import NAME, Staged
from tests.support.wire import Wire, opened

FAMILY = ("Aki", "Ben", "Cy", "Dee", "Emi", "Flo")


def crowd(server: Staged, fresh: Path, phones: int, posts: int, seed: int = 313) -> Verdict:
    """Let a crowd play one match and check it; `fresh` is the folder of a companion for the replay."""
    code = opened(Wire(server.port), FAMILY)
    members = gathered(server.port, f"{NAME}:{server.port}", code, FAMILY, phones, posts, seed)
    at_once(members)
    return verdict(server.store, code, members, create_app(fresh))
