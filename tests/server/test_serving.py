"""A server as people start it: local, on the network, behind a proxy; one for each database, and stoppable."""

import json
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.server import network, serving
from companion.server.open_house import Limits
from companion.server.serving import LARGEST
from tests.support.server import Server, ran

pytestmark = pytest.mark.file

PUBLIC = "https://club.example"
WITHIN = 10  # seconds, on a busy machine
HAND = "5H 5S 5D 9C 9D 9H 2H 3H 4H 5C 7D 8D"
PAGE = "/rules/kalooki/referee/can-lay-down?judge=1&deal=1&hand=5H+5S+5D+9C+9D+9H"
Made = Callable[..., Server]


def has_ipv6() -> bool:
    """True if this machine can be asked over IPv6."""
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Made]:
    """Return a function that makes servers on one instance, all killed after the test."""
    made: list[Server] = []

    def one(*options: str, instance: str = "instance") -> Server:
        made.append(Server(tmp_path / instance, *options))
        return made[-1]

    yield one
    for server in made:
        server.kill()


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a proxy, shared by tests that only send requests."""
    server = Server(tmp_path_factory.mktemp("proxied"), "--public-url", PUBLIC).start()
    yield server
    server.kill()


def listening(server: Server) -> set[str]:
    """Return the addresses a server listens on, in Linux's notation."""
    assert server.process is not None
    table = Path(f"/proc/{server.process.pid}/net/tcp")
    if not table.exists():
        pytest.skip("no /proc to read the listening sockets from")
    rows = [line.split() for line in table.read_text().splitlines()[1:]]
    return {row[1].split(":")[0] for row in rows if row[3] == "0A" and row[1].endswith(f":{server.port:04X}")}


# One server for each database


def test_a_second_server_is_refused_and_told_who_is_the_first(make: Made) -> None:
    first, second = make().start(), make()
    status, said = second.refused()
    assert first.process is not None
    assert status == 1
    assert f"PID {first.process.pid}, " in said
    assert f"http://127.0.0.1:{first.port}/" in said
    assert re.search(r", 20\d\d-\d\d-\d\d \d\d:\d\d\)", said)
    assert "Traceback" not in said
    ended = ran("companion", "demo", "--matches", "0", instance=first.instance)
    assert (ended.returncode, "running" in ended.stdout) == (1, False), "the demo writes nothing there"
    assert f"http://127.0.0.1:{first.port}/" in ended.stderr and "Traceback" not in ended.stderr
    assert first.ask("/").status == 200, "the first goes on"


def test_a_server_that_was_killed_blocks_nobody(make: Made) -> None:
    first, second = make().start(), make()
    first.end(signal.SIGKILL)
    assert (first.instance / "companion.db.lock").read_text().startswith("companion serve"), "its note stays"
    second.start()
    assert f"PID {second.process.pid}, " in (first.instance / "companion.db.lock").read_text()


# On the network


def test_for_the_network_it_listens_everywhere_and_says_so_with_address_code_and_warning(make: Made) -> None:
    server = make("--lan").start()
    assert listening(server) == {"00000000"}
    status, out, err = server.end(signal.SIGINT)
    assert (status, "Traceback" in err) == (0, False)
    reach = network.reach(server.port, lan=True)
    of_all = "IPv4 address" if reach.bind == network.EVERYWHERE else "address"
    assert f"every {of_all} of this machine ({reach.bind}, " in out and "plain http" in out
    for address in reach.addresses:
        assert address in out
    assert out.count("█") > 100 if reach.address else "not connected to a network" in out
    assert "/host" not in out, "this machine itself is the host"


def test_for_the_network_a_form_is_taken_from_the_address_it_was_opened_at_and_no_other_is_answered(make: Made) -> None:
    server = make("--lan").start()
    for host in network.reach(server.port, lan=True).hosts:
        here = f"{host}:{server.port}"
        for origin, status in ((f"http://{here}", 303), (f"https://{here}", 403), (f"http://{host}:1", 403)):
            answer = server.ask("/settings", here, {"language": "en"}, Origin=origin)
            assert answer.status == status, (host, origin)
        assert server.ask("/", host).status == 200, host
    strangers = ("evil.example", "203.0.113.9", "192.168.0.255", "0.0.0.0", "sub.localhost", "rummy.local")
    for host in (*strangers, *(f"evil.{name}" for name in network.names())):
        assert server.ask("/", host).status == 400, host


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
@pytest.mark.parametrize("bind", ["::", "::1"])
def test_it_is_reached_over_ipv6_and_takes_a_form_from_there(make: Made, bind: str) -> None:
    server = make("--host", bind).start()
    hosts = ["[::1]", *(network.in_url(one) for one in network.addresses() if ":" in one and bind == "::")]
    for host in (f"{one}:{server.port}" for one in hosts):
        for origin, status in ((f"http://{host}", 303), ("http://[::1]:1", 403)):
            asked = HTTPConnection("::1", server.port, timeout=10)
            form = {"Host": host, "Origin": origin, "Content-Type": "application/x-www-form-urlencoded"}
            asked.request("POST", "/settings", "language=en", form)
            assert asked.getresponse().status == status, (host, origin)
            asked.close()
    status, out, _ = server.end(signal.SIGINT)
    assert bind in out and ("plain http" in out) == (bind == "::")


def test_alone_it_says_where_it_is_and_does_not_answer_to_the_addresses_of_the_network(make: Made) -> None:
    server = make().start()
    assert listening(server) == {"0100007F"}
    own = map(network.in_url, network.addresses())
    assert {server.ask("/", host).status for host in ("192.168.0.5", *own)} == {400}
    status, out, err = server.end(signal.SIGINT)
    assert (status, f"http://127.0.0.1:{server.port}/" in out, str(server.instance) in out) == (0, True, True)
    assert "Traceback" not in err


def test_without_a_network_it_says_that_there_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(network, "addresses", tuple)
    reach = network.reach(8313, lan=True)
    serving.announce(reach)
    assert reach.address is None
    assert "not connected to a network" in capsys.readouterr().out
    monkeypatch.setattr(network, "addresses", lambda: ("fd00::7",))
    serving.announce(network.reach(8313, lan=True))
    out = capsys.readouterr().out
    assert "http://[fd00::7]:8313" in out and "not connected" not in out and out.count("█") > 100


# Behind a proxy


def test_behind_a_proxy_it_listens_on_loopback_and_gives_the_host_a_link_that_nobody_guesses(make: Made) -> None:
    server = make("--public-url", PUBLIC).start()
    assert listening(server) == {"0100007F"}
    status, out, _ = server.end(signal.SIGINT)
    link = re.search(rf"{PUBLIC}/host#([\w-]+)", out)
    assert status == 0
    assert link is not None and len(link[1]) >= 43


def test_the_link_of_an_open_house_is_for_its_operator(capsys: pytest.CaptureFixture[str]) -> None:
    reach = replace(network.reach(8313, public_url=PUBLIC), house=Limits())
    serving.announce(reach)
    assert f"Link for the operator (works once): {PUBLIC}/host#" in capsys.readouterr().out


def test_two_starts_give_two_host_links() -> None:
    assert len({network.reach(8313, public_url=PUBLIC).secret for _ in range(20)}) == 20


def test_behind_a_proxy_it_answers_to_the_public_name_and_loopback_only(proxied: Server) -> None:
    for host in ("club.example", "club.example:443", "localhost", f"127.0.0.1:{proxied.port}"):
        assert proxied.ask("/", host).status == 200, host
    for host in ("evil.example", "www.club.example", "club.example.evil.example", *network.names()):
        assert proxied.ask("/", host).status == 400, host


@pytest.mark.parametrize("path", ["/", "/static/app.css"])
def test_behind_a_proxy_browsers_are_told_to_come_back_over_https_only(proxied: Server, path: str) -> None:
    answer = proxied.ask(path, "club.example", X_Forwarded_Proto="https", X_Forwarded_For="203.0.113.7")
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"


TOLD = {"X_Forwarded_For": "203.0.113.7", "X_Forwarded_Proto": "https"}
CLUB = {"X_Forwarded_Host": "club.example"}
TUNNEL = {
    "Cdn_Loop": "cloudflare; loops=1",
    "Cf_Connecting_Ip": "203.0.113.7",
    "Cf_Visitor": '{"scheme":"https"}',
}
TAILSCALE = {"Tailscale_User_Login": "aki@example.com", "Tailscale_User_Name": "Aki"}
PROXIES = {  # what is sent on by each, as its documentation and its users say
    "nginx, unconfigured": {"Connection": "close"},
    "nginx": TOLD,
    "Caddy": TOLD | CLUB,
    "Traefik": TOLD | CLUB | {"X_Forwarded_Port": "443", "X_Forwarded_Server": "traefik", "X_Real_Ip": "203.0.113.7"},
    "Cloudflare's tunnel": TOLD | TUNNEL,
    "Tailscale serve": TOLD | CLUB | TAILSCALE | {"X_Forwarded_For": "100.64.0.7"},
    "a proxy that tells nonsense": TOLD | {"X_Forwarded_Proto": "wss, "},
    "Cloudflare before Caddy": {
        "X_Forwarded_For": "203.0.113.7, 10.0.0.2",
        "X_Forwarded_Proto": "https,http",
        "Forwarded": "for=x;proto=y",
    },
}

ELSEWHERE = ("http://club.example", f"{PUBLIC}:8443", "https://www.club.example", "http://localhost", "null")


@pytest.mark.parametrize("proxy", PROXIES)
def test_forms_come_through_each_proxy_that_is_meant(proxied: Server, proxy: str) -> None:
    tell = PROXIES[proxy]
    host = f"127.0.0.1:{proxied.port}" if "Connection" in tell else "club.example"
    assert proxied.ask("/", host, **tell).status == 200
    sent = {"language": "en"}
    assert proxied.ask("/settings", host, sent, Origin=PUBLIC, **tell).headers["Location"] == "/"
    for origin in ELSEWHERE:
        assert proxied.ask("/settings", host, sent, Origin=origin, **tell).status == 403, origin
    unreferred = {"Origin": "null", "Sec_Fetch_Site": "same-origin"}
    assert proxied.ask("/settings", host, sent, **unreferred, **tell).status == 303


def test_over_plain_http_nothing_is_kept_for_https_or_it_would_never_come_back(served: Server) -> None:
    headers = served.ask("/settings", "", {"theme": "dark"}, Origin=f"http://127.0.0.1:{served.port}").headers
    assert "HttpOnly" in headers["Set-Cookie"] and "Secure" not in headers["Set-Cookie"]
    assert "Strict-Transport-Security" not in headers


# Starting and stopping


def held_open(server: Server, sent: str = "") -> socket.socket:
    """Return a connection on which something was already sent."""
    phone = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    phone.sendall(sent.encode())
    return phone


def many_questions(server: Server) -> str:
    """Return a request that takes a while."""
    body = json.dumps(
        [{"game": "kalooki", "ask": "can-lay-down", "deal": 9, "hand": HAND, "id": n} for n in range(100)]
    )
    head = f"POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n{body}"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_question_under_way_is_answered_before_the_end_and_no_process_is_left(
    make: Made, how: signal.Signals
) -> None:
    server = make().start()
    assert server.process is not None
    server.ask(PAGE)  # the worker has started
    workers = children(server.process.pid)
    with held_open(server, many_questions(server)) as phone, held_open(server):
        time.sleep(0.2)
        started = time.monotonic()
        server.process.send_signal(how)
        assert phone.recv(15).startswith(b"HTTP/1.1 200")
        status, _, err = server.ended(timeout=20)
    assert (status, "Traceback" in err) == (0, False) and time.monotonic() - started < WITHIN
    assert workers and gone(workers)


def test_the_worker_ends_with_a_server_that_was_killed(make: Made) -> None:
    server = make().start()
    assert server.process is not None
    server.ask(PAGE)
    workers = children(server.process.pid)
    server.kill()
    assert workers and gone(workers)


def children(process: int) -> list[int]:
    """Return the child processes of a process."""
    listed = list(Path(f"/proc/{process}/task").glob("*/children"))
    if not listed:
        pytest.skip("no /proc to read the processes from")
    return [int(child) for threads in listed for child in threads.read_text().split()]


def test_phones_that_only_hold_a_connection_open_keep_it_from_nothing(make: Made) -> None:
    server = make().start()
    look = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n"
    half = f"POST /settings HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 9\r\n\r\nlang"
    with held_open(server, look) as phone, held_open(server), held_open(server, half):
        assert phone.recv(15).startswith(b"HTTP/1.1 200")
        started = time.monotonic()
        status, _, err = server.end(signal.SIGINT)
    assert (status, "Traceback" in err) == (0, False) and time.monotonic() - started < WITHIN


# Robustness


def refused(server: Server, head: str, chunk: bytes = b"", most: int = 0) -> tuple[bytes, int]:
    """Return the answer to a form before it was completely sent, and the number of bytes sent by then."""
    sent = 0
    with held_open(server, f"POST /keep/import HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{head}\r\n\r\n") as phone:
        try:
            while sent < most:
                phone.sendall(chunk)
                sent += len(chunk)
        except OSError:
            pass  # the server hung up
        try:
            return phone.recv(1 << 16)[9:], sent
        except OSError:
            return b"", sent


def test_a_body_beyond_the_limit_is_refused_by_its_length_before_any_of_it_is_read(served: Server) -> None:
    assert refused(served, f"Content-Length: {LARGEST + 1}")[0].startswith(b"413")
    assert refused(served, f"Content-Length: {LARGEST}\r\nExpect: 100-continue")[0].startswith(b"100")
    assert served.ask("/").status == 200


def test_a_body_that_never_ends_is_cut_off(served: Server) -> None:
    chunk = b"10000\r\n" + b"7" * (1 << 16) + b"\r\n"
    said, sent = refused(served, "Transfer-Encoding: chunked", chunk, 100 << 20)
    assert said[:3] in (b"413", b"")
    assert sent < 20 << 20
    assert served.ask("/").status == 200


def test_a_thousand_connections_that_do_nothing_keep_nobody_from_the_table(served: Server) -> None:
    look = f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode()
    started, asking = time.monotonic(), 500
    for _ in range(20):
        served.ask("/health")
    one = (time.monotonic() - started) / 20  # seconds of one request on this machine
    with ExitStack() as open_ones:
        for kind in [b""] * 300 + [look[:20]] * 300 + [look] * asking:  # unused, half sent, and kept-alive connections
            try:
                phone = open_ones.enter_context(socket.create_connection(("127.0.0.1", served.port), timeout=10))
            except OSError as error:
                pytest.skip(f"this machine opens too few connections: {error}")
            phone.sendall(kind)
        started = time.monotonic()
        assert served.ask("/health", patience=120).status == 200
        assert time.monotonic() - started < max(10, 2 * asking * one), "it waits for more than those who asked before"
        started = time.monotonic()
        assert served.ask("/health").status == 200
        assert time.monotonic() - started < 10, (
            "all who asked are answered, and nobody but those who do nothing is there"
        )
    assert served.ask("/health").status == 200


@pytest.mark.parametrize(("options", "opened"), [([], True), (["--public-url", PUBLIC], False)])
def test_the_browser_opens_on_this_machine_and_not_behind_a_proxy(
    make: Made, tmp_path: Path, options: list[str], opened: bool
) -> None:
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > "{seen}"\n')
    browser.chmod(0o755)
    server = make()
    server.launch("--port", str(server.port), *options, BROWSER=f"{browser} %s")
    server.wait()
    server.end(signal.SIGINT)  # the server ends only after its browser was called
    assert (seen.read_text() if seen.exists() else None) == (f"http://127.0.0.1:{server.port}/" if opened else None)


def gone(processes: list[int]) -> bool:
    """Wait until none of these processes runs; return False if one still does."""
    until = time.monotonic() + WITHIN
    while any(Path(f"/proc/{one}").exists() for one in processes) and time.monotonic() < until:
        time.sleep(0.05)
    return not any(Path(f"/proc/{one}").exists() for one in processes)
