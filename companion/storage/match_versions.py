"""What is new in each match, known without asking: whoever writes tells, so that a look without news costs no query."""

from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from sqlmodel import Session

MOST = 20_000  # matches that are known at a time


class Told(NamedTuple):
    """What one transaction changed: the match it was about, or all; and its newest entry, or who may do what there."""

    code: str = ""  # "": anything may have changed
    newest: int = 0  # 0: who may do what

    @classmethod
    def of(cls, session: Session) -> "Told":
        """What a transaction said of itself."""
        return cls(session.info.get("match", ""), session.info.get("newest", 0))

    @classmethod
    def read(cls, text: str) -> "Told":
        """What another program said, as `written`; whatever cannot be read may have changed anything."""
        code, _, newest = text.partition(" ")
        return cls(code, int(newest)) if newest.isascii() and newest.isdecimal() else cls()

    @property
    def written(self) -> str:
        """As other programs hear it."""
        return f"{self.code} {self.newest}"


class News:
    """The newest entry of each match, and a stamp that changes with who may do what there."""

    def __init__(self, heard: bool = True):
        self.heard = heard  # False: nobody tells, so that everything has to be asked for
        self.hinted: list[Callable[[str], None]] = []  # who wants to hear what is kept nowhere
        self._all = 0
        self._stamps: dict[str, int] = {}
        self._newest: dict[str, int] = {}
        self._lock = Lock()

    def newest(self, code: str) -> int | None:
        """The last entry of that match; None where nobody said."""
        return self._newest.get(code) if self.heard else None

    def stamp(self, code: str) -> tuple[int, int]:
        """What differs from before once somebody may do more or less at that match."""
        return self._all, self._stamps.get(code, 0)

    def take(self, told: Told) -> None:
        """Somebody wrote."""
        with self._lock:
            if not told.code or len(self._newest) >= MOST or len(self._stamps) >= MOST:
                self._forget()
            elif told.newest:
                self._newest[told.code] = max(told.newest, self._newest.get(told.code, 0))
            else:
                self._stamps[told.code] = self._stamps.get(told.code, 0) + 1

    def learn(self, code: str, newest: int, stamp: tuple[int, int]) -> None:
        """Somebody read it, when the stamp was that; what was said meanwhile counts more."""
        with self._lock:
            if stamp == self.stamp(code):
                self._newest[code] = max(newest, self._newest.get(code, 0))

    def hears(self, heard: bool) -> None:
        """Whether anybody tells from now on; what was missed before is not known any more."""
        with self._lock:
            self._forget()
            self.heard = heard

    def hint(self, text: str) -> None:
        """Another program said what is kept nowhere."""
        for listener in self.hinted:
            listener(text)

    def _forget(self) -> None:
        self._all += 1
        self._newest.clear()
        self._stamps.clear()
