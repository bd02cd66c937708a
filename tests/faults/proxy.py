"""Proxy on loopback: delays answers, cuts all connections, passes on half of each answer, or gives another one."""

import asyncio
import re
import socket
import struct
import threading
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

HALF = "half an answer"
HERE = "a redirect to a page of ours"  # which GET then reaches, as after a sign-in
STRANGERS = {  # answers that something else gives in the companion's place
    "another page": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 14\r\n\r\n<h1>Hotel</h1>",
    "JSON": b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
    "nothing": b"HTTP/1.1 204 No Content\r\n\r\n",
    "a redirect elsewhere": b"HTTP/1.1 302 Found\r\nLocation: http://hotel.example/\r\nContent-Length: 0\r\n\r\n",
    HERE: b"HTTP/1.1 303 See Other\r\nLocation: /\r\nContent-Length: 0\r\n\r\n",
    "cut off": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n<h1>Ho",
} | {
    status: b"HTTP/1.1 %b\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n<h1>Proxy" % status.encode()
    for status in (
        *("401 Unauthorized", "403 Forbidden", "404 Not Found", "407 Proxy Authentication Required"),
        *("429 Too Many Requests", "500 Internal Server Error", "502 Bad Gateway", "503 Service Unavailable"),
        "504 Gateway Timeout",
    )
}
RESET = struct.pack("ii", 1, 0)  # closes with a reset, as for a phone out of reach
LENGTH = re.compile(rb"\r\nContent-Length: *(\d+)", re.IGNORECASE)
KEY = re.compile(rb"(?:^|&)key=(\w+)")


class Lossy:
    """A network that loses answers: one request a connection."""

    def __init__(self, port: int, delay: float):
        self.upstream, self.delay = port, delay  # delay: longest delay of an answer in seconds
        self.random = Random(313)
        self.answer = ""  # HALF, or which of STRANGERS answers every request from now on; "": the server does
        self.asked = Counter[str]()  # by method, number of requests answered by a stranger
        self.kept: Counter[str] = Counter()  # by key, number of the server's answers that it is stored
        self.port = 0
        self._open: set[StreamWriter] = set()
        self._loop = asyncio.new_event_loop()

    @property
    def replays(self) -> int:
        """The number of repeated posts that the server answered as before."""
        return sum(times - 1 for times in self.kept.values())

    def drop(self) -> None:
        """Cut all open connections, as when the host's machine goes down."""
        for writer in tuple(self._open):
            self._loop.call_soon_threadsafe(cut, writer)

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._open.add(writer)
        try:
            await self._carry(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            cut(writer)
        finally:
            self._open.discard(writer)
            writer.close()

    async def _carry(self, reader: StreamReader, writer: StreamWriter) -> None:
        request = await message(reader)
        method = request.partition(b" ")[0].decode()
        if self.answer in STRANGERS and not (method == "GET" and self.answer == HERE):
            self.asked[method] += 1
            return writer.write(STRANGERS[self.answer])
        up, down = await asyncio.open_connection("127.0.0.1", self.upstream)
        try:
            down.write(request)
            await down.drain()
            answer = await message(up, bodiless=method == "HEAD")
            self._note(request, answer)
            await asyncio.sleep(self.random.uniform(0, self.delay))
            writer.write(answer[: len(answer) // 2] if self.answer == HALF else answer)
            await writer.drain()
            if self.answer == HALF:
                cut(writer)
        finally:
            cut(down)

    def _note(self, request: bytes, answer: bytes) -> None:
        key = KEY.search(request.partition(b"\r\n\r\n")[2])
        if key and answer.split(b" ", 2)[1] == b"303":
            self.kept[key[1].decode()] += 1

    def _run(self, listening: socket.socket) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(asyncio.start_server(self._serve, sock=listening))
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):  # connections that a browser has left open
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))


async def message(reader: StreamReader, bodiless: bool = False) -> bytes:
    """Read a whole request or response, headers and body; the answer to HEAD has none."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = None if bodiless else LENGTH.search(head)
    return head + (await reader.readexactly(int(length[1])) if length else b"")


def cut(writer: StreamWriter) -> None:
    """Reset a connection at once; unread data is lost."""
    held = writer.get_extra_info("socket")
    if held is not None and held.fileno() >= 0:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    writer.transport.abort()


@contextmanager
def lossy(port: int, delay: float = 0.0) -> Iterator[Lossy]:
    """Yield such a network in front of that port, closed after the block."""
    proxy = Lossy(port, delay)
    with socket.create_server(("127.0.0.1", 0), backlog=256) as listening:
        proxy.port = listening.getsockname()[1]
        carrying = threading.Thread(target=proxy._run, args=(listening,), daemon=True)
        carrying.start()
        try:
            yield proxy
        finally:
            proxy._loop.call_soon_threadsafe(proxy._loop.stop)
            carrying.join(10)
