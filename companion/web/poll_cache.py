"""Response cache for polling: unchanged live fragments are served before Flask, without a query.

The cache keys contain everything an answer may depend on: the reader (`who`, all that the request says), what such a
reader sees (`PollState`, reported by the screen), and the newest entry. If any of it is uncertain, the application
answers."""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable
from threading import Lock
from time import perf_counter
from typing import Any, Generic, NamedTuple, TypeVar

from flask import Flask

from companion.storage.database.errors import Unwritable
from companion.storage.store import Store
from companion.web.guard import access_log
from companion.web.guard.client_address import PROXY_HEADERS, is_loopback

LOOK = re.compile(r"/m/([A-Z0-9]{6})/(?:board|onward|sheet/part|deals/[0-9]{1,3}/tally)")
SEEN = re.compile(r"(?:^|&)seen=([0-9]{1,18})(?:&|$)")
SAID = "companion.seen"  # environ key for a screen's report of what it showed
READERS, ANSWERS = 8192, 512  # entries of each cache
PROXIED = tuple("HTTP_" + name.upper().replace("-", "_") for name in PROXY_HEADERS)
PACKING = ("HTTP_ACCEPT_ENCODING", "HTTP_HOST", "HTTP_HX_REQUEST", "SERVER_PROTOCOL", "wsgi.url_scheme")
TELLING = ("HTTP_COOKIE", "HTTP_ACCEPT_LANGUAGE", "REMOTE_ADDR", *PACKING, *PROXIED)  # may change an answer
Environ = dict[str, Any]
Start = Callable[..., Any]
Key = TypeVar("Key")
Value = TypeVar("Value")


class PollState(NamedTuple):
    """Report of a screen: the route, the newest entry in it, and everything that this reader's fragment depends on."""

    route: str
    newest: int
    reader: tuple[Any, ...]


class Answer(NamedTuple):
    """A response as it was sent."""

    status: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


class CachedAnswer(Generic[Key, Value]):
    """Cache with a fixed number of values; the one written longest ago is dropped first."""

    def __init__(self, most: int):
        self._most, self._values, self._lock = most, OrderedDict[Key, Value](), Lock()

    def get(self, key: Key) -> Value | None:
        """Return the value of a key, or None."""
        return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Store a value, and drop the oldest if there are too many."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)


class PollRequest(NamedTuple):
    """A poll for a live fragment: its match, the entry the phone has seen, the reader, and the form of the response."""

    code: str
    seen: int
    who: tuple[Any, ...]
    way: tuple[Any, ...]  # encoding and headers of the response, for any reader

    @classmethod
    def of(cls, environ: Environ) -> "PollRequest | None":
        """Return the poll in a request; None for every other request."""
        path, query = environ["PATH_INFO"], environ.get("QUERY_STRING", "")
        asked, seen = LOOK.fullmatch(path), SEEN.search(query)
        if not asked or not seen or environ["REQUEST_METHOD"] != "GET":
            return None
        rest = SEEN.sub("&", query)
        told = tuple(environ.get(name) for name in TELLING)
        marks = (is_loopback(environ.get("REMOTE_ADDR")), any(name in environ for name in PROXIED))
        way = (*marks, *(environ.get(name) for name in PACKING))
        return cls(asked[1], int(seen[1]), (path, rest, *told), way)


class PollCache:
    """WSGI middleware that answers polls from the cache."""

    def __init__(self, app: Flask):
        self._app, self._store = app.wsgi_app, app.extensions["companion.store"]
        self._readers: CachedAnswer[tuple[Any, ...], tuple[Any, PollState]] = CachedAnswer(READERS)
        self._answers: CachedAnswer[tuple[Any, ...], Answer] = CachedAnswer(ANSWERS)

    def __call__(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        look, started = PollRequest.of(environ), perf_counter()
        if look is None:
            return self._app(environ, start_response)
        found = self._found(look)
        if found is None:
            return self._asked(look, environ, start_response)
        shown, answer = found
        access_log.write_line("GET", shown.route, int(answer.status[:3]), started, len(answer.body))
        start_response(answer.status, list(answer.headers))
        return [answer.body] if answer.body else []

    def _found(self, look: PollRequest) -> tuple[PollState, Answer] | None:
        """Return what this reader saw before, and the cached response for the present state; None if uncertain."""
        news, known = self._store.versions, self._readers.get(look.who)
        if known is None or known[0] != news.stamp(look.code) or not untouched(self._store):
            return None
        newest, shown = news.newest(look.code), known[1]
        if newest is None:
            return None
        answer = self._answers.get((look.way,) if newest == look.seen else (look.way, shown.reader, newest))
        return (shown, answer) if answer else None

    def _asked(self, look: PollRequest, environ: Environ, start_response: Start) -> Iterable[bytes]:
        """Return the application's response, and cache it for readers who would get the same."""
        self._store.listener.begin()
        stamp, heads = self._store.versions.stamp(look.code), list[Answer]()

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            heads.append(Answer(status, tuple(header for header in headers if header[0] != "Date"), b""))
            return start_response(status, headers, *error)

        given = self._app(environ, start)
        shown: PollState | None = environ.get(SAID)
        own = any(name == "Set-Cookie" for head in heads for name, _ in head.headers)  # a cookie for this browser only
        if shown is None or own or not heads or heads[-1].status[:3] not in ("200", "204"):
            return given
        body = b"".join(given)
        if hasattr(given, "close"):
            given.close()
        new = heads[-1].status.startswith("200")  # "nothing new" is the same for all readers
        self._answers.put((look.way, shown.reader, shown.newest) if new else (look.way,), heads[-1]._replace(body=body))
        self._readers.put(look.who, (stamp, shown))
        self._store.versions.learn(look.code, shown.newest, stamp)
        return [body]


def untouched(store: Store) -> bool:
    """True if the database file is as this program left it; changes on a server arrive as notifications."""
    try:
        return store.watch is None or store.watch.untouched()
    except Unwritable:
        return False
