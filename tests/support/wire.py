"""Phones without a browser: requests over real sockets on loopback, each answered, refused or cut off."""

import http.client
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from tests.support.phone import compact, fresh_key

CUT = (OSError, http.client.HTTPException)  # no response, or half of one
TIMEOUT = 30  # seconds to wait for a response


@dataclass(frozen=True)
class Post:
    """A form that a phone stores until it is answered: path, fields and key."""

    path: str
    fields: tuple[tuple[str, str], ...]
    key: str = field(default_factory=fresh_key)

    @classmethod
    def of(cls, path: str, **fields: Any) -> "Post":
        """Create a form with those fields and a fresh key."""
        return cls(path, tuple((name, str(value)) for name, value in fields.items()))

    @property
    def body(self) -> str:
        """The encoded body."""
        return urlencode([("key", self.key), *self.fields])


@dataclass(frozen=True)
class Answer:
    """A response: status, redirect target and page."""

    status: int
    location: str
    page: str
    cookie: str = ""


class Wire:
    """One phone's keep-alive connection; reopened after a cut."""

    def __init__(self, port: int, host: str = "", alive: bool = True):
        self.port, self.host, self.alive = port, host or f"127.0.0.1:{port}", alive
        self.cookie = ""
        self._connection: http.client.HTTPConnection | None = None

    def get(self, path: str) -> Answer:
        """Return the response to a GET."""
        return self._ask("GET", path, None, {})

    def post(self, post: Post) -> Answer:
        """Send a form once and return the response."""
        sent = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{self.host}"}
        return self._ask("POST", post.path, post.body, sent)

    def close(self) -> None:
        """Hang up."""
        if self._connection:
            self._connection.close()
            self._connection = None

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        sent = {"Host": self.host, **headers}
        if self.cookie:
            sent["Cookie"] = self.cookie
        if not self._connection:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        try:
            self._connection.request(method, path, body, sent)
            answer = self._read(self._connection.getresponse())
        except CUT:
            self.close()
            raise
        if not self.alive:
            self.close()
        self.cookie = answer.cookie or self.cookie
        return answer

    def _read(self, response: http.client.HTTPResponse) -> Answer:
        if response.status != 204 and "Content-Length" not in response.headers:
            raise http.client.IncompleteRead(b"")  # cut within the headers
        page = compact(response.read().decode())
        cookie = response.headers.get("Set-Cookie", "").split(";")[0]
        return Answer(response.status, response.headers.get("Location", ""), page, cookie)


def made_again(post: Post, answer: Answer) -> Post:
    """Return the form as the page of a 409 response sends it again: a fresh key and today's revision."""
    found = re.search(r'name="revision" value="(\d+)"', answer.page)
    assert found, answer.page
    fields = tuple((name, found[1] if name == "revision" else value) for name, value in post.fields)
    return Post(post.path, fields)


def opened(wire: Wire, names: Sequence[str], game: str = "kalooki", dealer: int = 0) -> str:
    """Open a match as host over the wire and return its code."""
    seats = {f"name{seat}": name for seat, name in enumerate(names)}
    answer = wire.post(Post.of(f"/new/{game}", dealer=dealer, **seats))
    assert answer.status == 303, answer.page
    return answer.location.rsplit("/", 1)[1]


def counted(host: Wire, table: str, number: int, out: int, points: Sequence[int]) -> None:
    """End a deal over the wire and count it by totals in seat order."""
    deal = f"{table}/deals/{number}"
    seats = [seat for seat in range(len(points) + 1) if seat != out]
    hands = [
        Post.of(f"{deal}/hands/{seat}", revision=1, total=total) for seat, total in zip(seats, points, strict=True)
    ]
    for post in (Post.of(f"{deal}/end", out=out, revision=1), *hands):
        assert host.post(post).status == 303


def booked(host: Wire, table: str, number: int, out: int, points: Sequence[int]) -> None:
    """Count and book a deal over the wire."""
    counted(host, table, number, out, points)
    assert host.post(Post.of(f"{table}/deals/{number}/book", revision=len(points) + 2)).status == 303


def doors(host: Wire, code: str) -> tuple[str, str]:
    """Return the codes to play and to watch, from the host's screen."""
    play, watch = re.findall(r'class="door-code">(\w+)&nbsp;(\w+)<', host.get(f"/m/{code}/phones").page)
    return "".join(play), "".join(watch)


def joined(port: int, host: str, door: str, seat: int | None = None) -> Wire:
    """Return a phone that joined by a code and has its cookie."""
    phone = Wire(port, host)
    answer = phone.post(Post.of("/join/seats", code=door, seat="" if seat is None else seat))
    assert answer.status == 303 and phone.cookie, answer.status
    return phone
