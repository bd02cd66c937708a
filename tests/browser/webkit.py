"""Phone with Safari's engine: WebKitGTK on a virtual screen, or an older WPE WebKit, driven over W3C WebDriver."""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

import pytest

from tests.support.server import free_port
from tests.support.table import Verbs, first_number

VIEW = Path(__file__).with_name("webkit_view.py")
PARTS = "apt-get install webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1 gstreamer1.0-libav"
OLDER_PARTS = "apt-get install wpewebkit-driver cog"
START, SOON = 60, 30  # timeouts of the engine and of a change on a page in seconds, for a busy machine
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # WebDriver's key of an element reference
GONE = ("stale element reference", "no such element", "element not interactable", "javascript error")  # temporary

# Visible elements by a selector, which may have Playwright's :has-text('…').
FIND = """const find = (asked) => {
  const parts = asked.split(/:has-text\\('([^']*)'\\)/);
  let found = [...document.querySelectorAll(parts[0])];
  for (let n = 1; n < parts.length; n += 2) {
    found = found.filter((one) => one.innerText.includes(parts[n]));
    if (parts[n + 1]) found = found.flatMap((one) => [...one.querySelectorAll(`:scope${parts[n + 1]}`)]);
  }
  return found.filter((one) => (one.checkVisibility ? one.checkVisibility() : one.getClientRects().length > 0));
};"""


def require(commands: tuple[str, ...], files: tuple[str, ...], install: str) -> None:
    """Skip if programs or files are missing, fail if they are required."""
    lacking = [name for name in commands if not shutil.which(name)]
    lacking += [name for name in files if not list(Path("/usr/lib").glob(name))]
    if lacking:
        (pytest.fail if os.environ.get("COMPANION_REQUIRE_BROWSER") else pytest.skip)(
            f"no {', '.join(lacking)} ({install})"
        )


@contextmanager
def webkit(text: int = 16) -> Iterator["Driver"]:
    """Yield a driver of the engine with that size of letters in CSS pixels, on loopback only."""
    files = ("python3/dist-packages/gi", "*/girepository-1.0/WebKit2-4.1.typelib", "*/gstreamer-1.0/libgstlibav.so")
    require(("WebKitWebDriver", "Xvfb"), files, PARTS)
    with screen() as display, driver("WebKitWebDriver", DISPLAY=display, GDK_BACKEND="x11") as port:
        running = Driver(port, "webkitgtk", str(VIEW), str(text))
        yield running
        running.end()


@contextmanager
def older_webkit() -> Iterator["Driver"]:
    """Yield a driver of WPE WebKit; version 2.38, which Debian 12 has, calls itself Safari 16.0. Its view is fixed."""
    require(("WPEWebDriver", "cog"), (), OLDER_PARTS)
    with driver("WPEWebDriver") as port:
        running = Driver(port, "wpe", "/usr/bin/cog", "--platform=headless")
        yield running
        running.end()


@contextmanager
def screen() -> Iterator[str]:
    """Yield the name of a screen in memory."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24", "-nolisten", "tcp"]
    with started(command, os.environ, pass_fds=[write]), os.fdopen(read) as told:
        os.close(write)
        yield f":{told.readline().strip()}"


@contextmanager
def driver(program: str, **settings: str) -> Iterator[int]:
    """Yield the port of a driver; its views have these settings in their environment."""
    port = free_port()
    common = {"LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"}
    with started([program, "--host=127.0.0.1", f"--port={port}"], os.environ | common | settings):
        yield port


@contextmanager
def started(command: list[str], environment: Any, **more: Any) -> Iterator[None]:
    """Run a program, and kill it with its child processes after the block."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env=environment, start_new_session=True, **quiet, **more)
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Refusal(Exception):
    """Error reported by the driver; the message is the driver's."""


class Driver:
    """A WebDriver session: each command is a request."""

    def __init__(self, port: int, engine: str, binary: str, *options: str):
        self._port, self._session = port, ""
        self._browser = {f"{engine}:browserOptions": {"binary": binary, "args": ["--automation", *options]}}
        until(self._begin, START, engine)

    def _begin(self) -> bool:
        try:
            answer = self.ask("POST", "", capabilities={"alwaysMatch": self._browser})
        except (OSError, HTTPException):  # not listening yet
            return False
        self._session = f"/{answer['sessionId']}"
        return True

    def ask(self, method: str, what: str, **said: Any) -> Any:
        """Send a command and return its value.

        Raises:
            Refusal: the driver reports an error.
        """
        line = HTTPConnection("127.0.0.1", self._port, timeout=START)
        body = json.dumps(said) if method == "POST" else None
        line.request(method, f"/session{self._session}{what}", body, {"Content-Type": "application/json"})
        answer = json.loads(line.getresponse().read())["value"]
        line.close()
        if isinstance(answer, dict) and "error" in answer:
            raise Refusal(f"{answer['error']}: {answer.get('message', '')}")
        return answer

    def end(self) -> None:
        """End the session and close the view."""
        self.ask("DELETE", "")


class SafariPhone(Verbs):
    """A Safari phone: elements are clicked by script, so no click counts as a repeated tap."""

    def __init__(self, running: Driver, address: str):
        self.driver, self.address = running, address

    def cleared(self) -> Self:
        """Return this phone after it has cleared its storage."""
        self.open("/rules")
        self.run("localStorage.clear(); sessionStorage.clear()")
        return self

    def open(self, path: str) -> None:
        """Open a page of the companion."""
        self.driver.ask("POST", "/url", url=self.address + path)

    def go(self, way: str) -> None:
        """Go back or forward, or reload the page."""
        self.driver.ask("POST", {"reload": "/refresh"}.get(way, f"/{way}"))

    def resize(self, width: int, height: int) -> None:
        """Give the window that size in CSS pixels."""
        self.driver.ask("POST", "/window/rect", width=width, height=height)

    def run(self, code: str, *given: Any) -> Any:
        """Run a script on the page and return its value."""
        return self.driver.ask("POST", "/execute/sync", script=code, args=list(given))

    def see(self, selector: str, words: str = "") -> None:
        """Wait until an element is visible, with these words if given."""
        shown = f"{FIND} return find(arguments[0]).some(one => one.textContent.includes(arguments[1]))"
        until(lambda: self.run(shown, selector, words), SOON, f"{selector} {words}")

    def tap(self, selector: str, then: str = "") -> None:
        """Click the first visible element, and wait until the next one is visible if there is one to wait for."""
        self.see(selector)
        self.run(f"{FIND} find(arguments[0])[0].click()", selector)
        if then:
            self.see(then)

    def figures(self, selector: str) -> list[int]:
        """Return the first number in each of these elements."""
        texts = self.run(f"{FIND} return find(arguments[0]).map((one) => one.textContent)", selector)
        return [number for text in texts for number in first_number(text)]

    def press(self, selector: str) -> None:
        """Click an element as a finger does, so that the page may play sound."""
        self._act(selector, "click")

    def type(self, selector: str, text: str) -> None:
        """Type into a field, key by key."""
        self._act(selector, "value", text=text)

    def _act(self, selector: str, act: str, **said: str) -> None:
        self.see(selector)
        one = self.driver.ask("POST", "/element", using="css selector", value=selector)[ELEMENT]
        self.driver.ask("POST", f"/element/{one}/{act}", **said)

    def text(self, selector: str) -> str:
        """Return the text of an element."""
        return str(self.run("return document.querySelector(arguments[0]).innerText.trim()", selector))

    def value(self, selector: str) -> str:
        """Return the value of a field."""
        return str(self.run("return document.querySelector(arguments[0]).value", selector))


def until(told: Callable[[], Any], seconds: float, what: str) -> None:
    """Wait until a condition holds; an element that has disappeared meanwhile is looked up again."""
    end = monotonic() + seconds
    while monotonic() < end:
        try:
            if told():
                return
        except Refusal as refusal:
            if not str(refusal).startswith(GONE):
                raise
        sleep(0.03)
    raise AssertionError(f"{what} never came")
