"""Disk simulation from a log of file operations: files after a kill, or after a power cut that loses unsynced data."""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

SECTOR = 512  # bytes: a write may be torn between two sectors only
Image = dict[str, bytes]  # file contents by path


@dataclass(frozen=True)
class Operation:
    """One record of the library's log: kind, offset or size, file and data."""

    kind: str  # O made, W written, T truncated, S synced, U removed, R renamed, L linked, M a mark
    number: int
    path: str
    data: bytes


def operations(log: Path) -> Iterator[Operation]:
    """Yield the logged operations in order."""
    text, at = log.read_bytes(), 0
    while at < len(text):
        end = text.index(b"\n", at)
        kind, number, size, path = text[at:end].split(b" ", 3)
        at = end + 1 + int(size)
        yield Operation(kind.decode(), int(number), path.decode(), text[end + 1 : at])


class Disk:
    """A simulated disk: synced contents, and pending writes since each file's and the folder's last sync."""

    def __init__(self, folder: Path):
        there = lying(folder)
        self.folder = str(folder)
        self.files = dict(enumerate(there.values()))
        self.names = {path: n for n, path in enumerate(there)}  # synced
        self.now = dict(self.names)  # as the program sees them
        self.writes: dict[int, list[Operation]] = {n: [] for n in self.files}
        self.moves: list[tuple[Operation, int]] = []

    def do(self, done: Operation) -> None:
        """Apply one operation of the program."""
        if done.kind in "OURL":
            if done.kind == "O":
                number = len(self.files)
                self.files[number], self.writes[number] = b"", []
            else:
                number = self.now[done.path]
            self.moves.append((done, number))
            move(self.now, done, number)
        elif done.path in self.now and done.kind in "WT":
            self.writes[self.now[done.path]].append(done)
        elif done.kind == "S":
            self._sync(done.path)

    def _sync(self, path: str) -> None:
        if path == self.folder:
            self.names, self.moves = dict(self.now), []
        elif path in self.now:
            file = self.now[path]
            self.files[file] = written(self.files[file], self.writes[file])
            self.writes[file] = []

    def image(self) -> Image:
        """Return the files as other programs see them, with all operations applied."""
        return self._image(list, list)

    def images(self, random: Random, more: int) -> Iterator[Image]:
        """Yield possible disk states after a power cut now: nothing unsynced, all of it, and random ones between."""
        yield self._image(lambda moves: [], lambda writes: [])
        yield self.image()
        for _ in range(more):
            yield self._image(partial(some, random=random), partial(random.choice([some, torn]), random=random))

    def _image(
        self,
        moved: Callable[[list[tuple[Operation, int]]], list[tuple[Operation, int]]],
        kept: Callable[[list[Operation]], list[Operation]],
    ) -> Image:
        names = dict(self.names)
        for done, number in moved(self.moves):
            move(names, done, number)
        return {path: written(self.files[file], kept(self.writes[file])) for path, file in names.items()}


def kills(disk: Disk, log: Path) -> Iterator[Image]:
    """Yield the files after a kill at each operation; a write is half done then."""
    for done in operations(log):
        if done.kind == "W":
            disk.do(replace(done, data=done.data[: len(done.data) // 2]))
        yield disk.image()
        disk.do(done)
    assert disk.image() == lying(Path(disk.folder)), "not every operation was noted"


def move(names: dict[str, int], done: Operation, file: int) -> None:
    """Create, remove, rename or link a name."""
    if done.kind == "O":
        names[done.path] = file
    elif done.kind in "UR":
        names.pop(done.path, None)
    if done.kind in "RL":
        names[done.data.decode()] = file


def written(content: bytes, writes: list[Operation]) -> bytes:
    """Return the contents of a file after those writes."""
    after = bytearray(content)
    for done in writes:
        if done.kind == "T":
            del after[done.number :]
        after.extend(bytes(max(0, done.number - len(after))))
        after[done.number : done.number + len(done.data)] = done.data
    return bytes(after)


def some(underway: list[Any], random: Random) -> list[Any]:
    """Return the pending operations that reached the disk: all up to one, or a random subset."""
    if random.random() < 0.5:
        return underway[: random.randint(0, len(underway))]
    return [one for one in underway if random.random() < 0.5]


def torn(writes: list[Operation], random: Random) -> list[Operation]:
    """Return a random subset of the sectors written, with gaps; a truncation has no data and stays one piece."""
    sectors = []
    for done in writes:
        first = SECTOR - done.number % SECTOR
        for start, end in pairwise([0, *range(first, len(done.data), SECTOR), len(done.data)]):
            sectors.append(Operation(done.kind, done.number + start, done.path, done.data[start:end]))
    return [sector for sector in sectors if random.random() < 0.6]


def lying(folder: Path) -> Image:
    """Return the files in a folder and its subfolders."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def laid(image: Mapping[str, bytes], folder: Path) -> None:
    """Write the files of an image into a new folder; at least one lies at its top."""
    root = os.path.commonpath([Path(path).parent for path in image])
    for path, content in image.items():
        place = folder / Path(path).relative_to(root)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
