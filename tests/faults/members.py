"""Members of a crowd: phones that read, post, repeat posts and lag behind, all at once in one match."""

import re
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import unescape
from random import Random

from tests.support.wire import CUT, Answer, Post, Wire, doors, joined

KEPT, REFUSED = 303, {404, 409, 422}
MORE = ("more", "1")  # extra field that changes the content under the same key
REVISION = re.compile(r'name="revision" value="(\d+)"')
AWAY = re.compile(r'href="([^"]*here=1)"')
HAND = re.compile(r'name="seat" value="(\d+)"')
REVIEW = re.compile(r'name="revision" form="book" value="(\d+)"')
STANDING = re.compile(r'name="hand" value="(\d+)"')
SEEN = re.compile(r"[?&;]seen=(\d+)")
ON_TABLE = re.compile(r"/deals/(\d+)/count")
CELL = re.compile(r"<td[^>]*><a[^>]*[?;]deal=(\d+)&amp;seat=(\d+)#c[\d-]+\"[^>]*><b>(\d+)</b>")
FOOT = re.compile(r"<tfoot>.*?</tfoot>", re.DOTALL)
TOTAL = re.compile(r"<td[^>]*>(−?\d+)</td>")
FINE = re.compile(r"<li><b>(\S+)</b> ?<bdi[^>]*>(.*?)</bdi>")


@dataclass(frozen=True)
class Sent:
    """A form that was answered, with its status."""

    post: Post
    status: int
    location: str

    @property
    def kept(self) -> bool:
        """True if the phone was answered that the form is stored."""
        return self.status == KEPT


@dataclass(frozen=True)
class Read:
    """A scoresheet as one page showed it: version, points by deal and seat, fines, and totals."""

    version: int
    cells: dict[tuple[int, int], int]
    fines: Counter[str]
    totals: tuple[int, ...]

    def adds_up(self, names: Sequence[str]) -> bool:
        """True if the totals are the sums of the points and fines on the same page."""
        sums = Counter(self.fines)
        for (_, seat), points in self.cells.items():
            sums[names[seat]] += points
        return tuple(sums[name] for name in names) == self.totals


def read(answer: Answer) -> Read:
    """Parse the scoresheet of a page."""
    page, fines = answer.page, Counter[str]()
    for points, name in FINE.findall(page):
        fines[name] += int(points.replace("−", "-"))
    cells = {(int(deal), int(seat)): int(points) for deal, seat, points in CELL.findall(page)}
    totals = tuple(int(total.replace("−", "-")) for total in TOTAL.findall(FOOT.search(page)[0]))  # type: ignore[index]
    return Read(int(SEEN.search(page)[1]), cells, fines, totals)  # type: ignore[index]


class Shared:
    """Shared by all phones of a crowd: the number of posts left, and the latest posts."""

    def __init__(self, posts: int):
        self.left = posts
        self.lately: deque[Post] = deque(maxlen=8)
        self._lock = threading.Lock()

    def take(self) -> bool:
        """Take one of the posts left; False when all are taken."""
        with self._lock:
            self.left -= 1
            return self.left >= 0


@dataclass
class Member:
    """One phone of the crowd: what it last saw, and every answer in order."""

    wire: Wire
    code: str
    names: Sequence[str]
    shared: Shared
    random: Random
    seat: int | None = None  # seat of a player's own phone
    log: list[Sent | Read] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    deal: int = 1
    own: deque[Post] = field(default_factory=lambda: deque(maxlen=8))
    form: Post | None = None
    revisions: dict[tuple[int, int], int] = field(default_factory=dict)
    hands: list[int] = field(default_factory=list)
    fined: int = 0  # bonuses and fines on the last scoresheet read

    def play(self) -> None:
        """Read and post in turns until the crowd has made all its posts."""
        while self.shared.take():
            looked = self.random.random()
            if looked < 0.3:
                self.count()
            elif looked < 0.5:
                self.look()
            self.send(self.choose())

    def look(self) -> None:
        """Read the scoresheet, and note the number of bonuses and fines."""
        if page := self._get(f"/m/{self.code}/sheet"):
            self.log.append(read(page))
            self.fined = len(FINE.findall(page.page))

    def count(self) -> None:
        """Open the count of the current deal, and fill in the form it shows."""
        board = self._get(f"/m/{self.code}/board")
        if board and (on_table := ON_TABLE.search(board.page)):
            self.deal = int(on_table[1])
        pad = self._get(f"{self.here}/count")
        if pad and (away := AWAY.search(pad.page)):  # counted on another phone; this one goes on all the same
            pad = self._get(unescape(away[1]))
        self.form = self.asked(pad.page) if pad else None

    def asked(self, page: str) -> Post | None:
        """Return the filled-in form of a counting page."""
        if "hand-form" in page:
            seat, made_from = (int(found[1]) for found in (HAND.search(page), REVISION.search(page)) if found)
            self.revisions[self.deal, seat] = made_from
            return self.hand(seat)
        if review := REVIEW.search(page):
            self.hands = [int(hand) for hand in STANDING.findall(page)]
            return Post.of(f"{self.here}/book", revision=review[1])
        revision = REVISION.search(page)
        return self.end(int(revision[1])) if revision else None

    def choose(self) -> Post:
        """Return the next post: the form on the page, a random one, or a repeat, its own or another phone's."""
        again = self.random.random()
        lately = list(self.lately)
        if again < 0.25 and lately:
            return self.random.choice(lately)
        if again < 0.4 and (mine := [line.post for line in self.log if isinstance(line, Sent) and line.kept][-8:]):
            post = self.random.choice(mine)
            return replace(post, fields=(*post.fields, MORE))
        post, self.form = self.form or self.random.choices(ACTS, WEIGHTS)[0](self), None
        self.lately.append(post)
        return post

    def send(self, post: Post) -> None:
        """Post a form and log the answer."""
        try:
            answer = self.wire.post(post)
        except CUT as error:
            self.errors.append(repr(error))
            return
        if answer.status in {KEPT, *REFUSED}:
            self.log.append(Sent(post, answer.status, answer.location))
        else:
            self.errors.append(f"{post.path}: {answer.status}")

    def _get(self, path: str) -> Answer | None:
        answer = self.wire.get(path)
        if answer.status not in {200, 303}:
            self.errors.append(f"{path}: {answer.status}")
        return answer if answer.status == 200 else None

    def _anybody(self) -> int:
        return self.random.randrange(len(self.names))

    @property
    def lately(self) -> deque[Post]:
        """The forms this phone may repeat; players repeat only their own, as a player's posts are signed."""
        return self.own if self.seat is not None else self.shared.lately

    @property
    def here(self) -> str:
        return f"/m/{self.code}/deals/{self.deal}"

    def hand(self, seat: int | None = None) -> Post:
        seat = self._anybody() if seat is None else seat
        if self.random.random() < 0.5:
            typed = {"total": str(self.random.randint(5, 60))}
        else:
            typed = {"cards": " ".join(self.random.choices("2345678", k=self.random.randint(1, 4)))}
        return Post.of(f"{self.here}/hands/{seat}", revision=self.revisions.get((self.deal, seat), 1), **typed)

    def end(self, revision: int = 1) -> Post:
        return Post.of(f"{self.here}/end", out=self._anybody(), revision=revision)

    def call(self) -> Post:
        act = self.random.choice(
            ["call", "call", "undo-call", "undo-call", "lay-down", "undo-lay-down", "undo-lay-down"]
        )
        revision = self.random.randint(1, 4)
        return Post.of(f"{self.here}/calls/{self._anybody()}", act=act, revision=revision)

    def right(self) -> Post:
        act, hand = self.random.choice(["right", "right", "undo"]), self.random.choice(self.hands or [1])
        seat = self._anybody() if self.seat is None else self.seat
        return Post.of(f"{self.here}/right/{seat}", act=act, hand=hand)

    def fine(self) -> Post:
        seat = self._anybody()
        self.look()
        return Post.of(
            f"/m/{self.code}/adjust",
            seat=seat,
            points=self.random.choice([-50, 5, 25]),
            reason="house rule",
            revision=self.fined + 1,
        )

    def undo(self) -> Post:
        return Post.of(f"/m/{self.code}/undo", deal=self.deal - 1, revision=self.deal + self.random.choice([0, 0, 2]))

    def correct(self) -> Post:
        seat, deal = self._anybody(), max(1, self.deal - 1)
        fields = {"total": self.random.randint(5, 60), "revision": self.random.randint(4, 8), "reason": "counted again"}
        return Post.of(f"/m/{self.code}/correct/{deal}/{seat}", **fields)


ACTS: list[Callable[[Member], Post]] = [
    Member.hand,
    Member.end,
    Member.call,
    Member.right,
    Member.fine,
    Member.undo,
    Member.correct,
]
WEIGHTS = [12, 2, 30, 8, 30, 4, 14]


def gathered(port: int, host: str, code: str, names: Sequence[str], phones: int, posts: int, seed: int) -> list[Member]:
    """Return a crowd: a player's phone for each seat, and the host's browser in many windows."""
    shared = Shared(posts)
    door = doors(Wire(port), code)[0]
    wires: list[tuple[Wire, int | None]] = [(joined(port, host, door, seat), seat) for seat in range(len(names))]
    wires += [(Wire(port), None) for _ in range(phones - len(names))]
    return [Member(wire, code, names, shared, Random(seed * 1000 + n), seat) for n, (wire, seat) in enumerate(wires)]


def at_once(members: Sequence[Member]) -> None:
    """Let all members play at the same time, and wait for the end."""
    playing = [threading.Thread(target=member.play, daemon=True) for member in members]
    for thread in playing:
        thread.start()
    for thread in playing:
        thread.join()


def sent(members: Sequence[Member]) -> Iterator[Sent]:
    """Yield every answered form, phone by phone."""
    return (line for member in members for line in member.log if isinstance(line, Sent))
