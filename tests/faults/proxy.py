"""Lossy proxy: on loopback, cuts connections before, during and after the request, loses answers, or gives others."""

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

WHOLE = "whole"
BEFORE, DURING, AFTER, ANSWER, HALF = FATES = ("before", "during", "after", "answer lost", "half an answer")
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
    """Lossy proxy: one request a connection, each with a random fate, reproducible by seed."""

    def __init__(self, port: int, seed: int = 313, losses: float = 0.5, delay: float = 0.0):
        self.upstream, self.losses, self.delay = port, losses, delay  # delay: longest delay of an answer in seconds
        self.random = Random(seed)
        self.only = ""  # the fate of every request from now on
        self.instead = b""  # answer given to every request from now on, in the server's place
        self.asked = Counter[str]()  # by method, number of requests answered so
        self.fates: Counter[str] = Counter()
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
            fate = self.random.choice(FATES) if self.random.random() < self.losses else WHOLE
            fate = self.only or fate
            self.fates[fate] += 1
            await self._carry(fate, reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            cut(writer)
        finally:
            self._open.discard(writer)
            writer.close()

    async def _carry(self, fate: str, reader: StreamReader, writer: StreamWriter) -> None:
        if fate == BEFORE:
            return cut(writer)
        request = await message(reader)
        method = request.partition(b" ")[0].decode()
        if self.instead and not (method == "GET" and self.instead == STRANGERS[HERE]):
            self.asked[method] += 1
            return writer.write(self.instead)
        up, down = await asyncio.open_connection("127.0.0.1", self.upstream)
        try:
            down.write(request[: len(request) // 2] if fate == DURING else request)
            await down.drain()
            if fate in (DURING, AFTER):
                return cut(writer)
            answer = await message(up, bodiless=method == "HEAD")
            self._note(request, answer)
            await asyncio.sleep(self.random.uniform(0, self.delay))
            writer.write({WHOLE: answer, ANSWER: b"", HALF: answer[: len(answer) // 2]}[fate])
            await writer.drain()
            if fate != WHOLE:
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
def lossy(port: int, seed: int = 313, losses: float = 0.5, delay: float = 0.0) -> Iterator[Lossy]:
    """Yield a lossy proxy in front of that port, closed after the block."""
    proxy = Lossy(port, seed, losses, delay)
    with socket.create_server(("127.0.0.1", 0), backlog=256) as listening:
        proxy.port = listening.getsockname()[1]
        carrying = threading.Thread(target=proxy._run, args=(listening,), daemon=True)
        carrying.start()
        try:
            yield proxy
        finally:
            proxy._loop.call_soon_threadsafe(proxy._loop.stop)
            carrying.join(10)
