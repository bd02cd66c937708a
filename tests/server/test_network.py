"""Addresses and names of this machine, and public addresses that can be stored."""

import socket
import threading
from pathlib import Path

import pytest

from companion.server import network
from companion.server.network import WrongAddress

pytestmark = pytest.mark.file

TABLE = """\
Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
        +-- 127.0.0.0/8 2 0 2
              |-- 127.0.0.1
                 /32 host LOCAL
           |-- 127.255.255.255
              /32 link BROADCAST
        +-- 192.168.4.0/24 2 0 2
              |-- 192.168.4.0
                 /24 link UNICAST
              |-- 192.168.4.1
                 /32 host LOCAL
              |-- 192.168.4.255
                 /32 link BROADCAST
              |-- 10.0.0.7
                 /32 host LOCAL
"""


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose resolver does not know its name."""
    monkeypatch.setattr(network.socket, "gethostname", lambda: "Table-Top.lan")
    monkeypatch.setattr(network.socket, "getfqdn", lambda: "table-top.club.example")


@pytest.fixture
def three_nets(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with a link-local address, a hotspot and a home network."""
    monkeypatch.setattr(network, "is_own", lambda address: address != "10.9.9.9")
    monkeypatch.setattr(network, "by_route", lambda: ("192.168.1.20",))
    monkeypatch.setattr(network, "by_table", lambda: iter(["169.254.3.3", "192.168.4.1", "192.168.1.20", "10.9.9.9"]))


def test_every_address_found_is_this_machines_and_no_loopback() -> None:
    for address in network.addresses():
        assert not address.startswith("127.")
        with socket.socket() as server:
            server.bind((address, 0))


def test_the_address_of_the_route_comes_first_and_what_no_router_gave_last(three_nets: None) -> None:
    assert network.addresses() == ("192.168.1.20", "192.168.4.1", "169.254.3.3")


def test_all_interfaces_are_read_from_the_table_of_linux(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "fib_trie").write_text(TABLE)
    monkeypatch.setattr(network, "ROUTES", tmp_path / "fib_trie")
    assert list(network.by_table()) == ["127.0.0.1", "192.168.4.1", "10.0.0.7"]


def test_where_there_is_no_table_the_name_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(network, "ROUTES", tmp_path / "none")
    monkeypatch.setattr(network, "is_own", lambda address: True)
    monkeypatch.setattr(network, "by_route", tuple)
    monkeypatch.setattr(network, "by_name", lambda: ("192.168.1.20", "10.0.0.7"))
    assert network.addresses() == ("192.168.1.20", "10.0.0.7")


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.1.1", "0.0.0.0", "203.0.113.77"])
def test_loopback_nowhere_and_another_machines_address_are_not_for_others(address: str) -> None:
    assert not network.is_own(address)


def test_nothing_is_sent_to_find_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = []
    real = socket.socket

    def watched(family: int, kind: int) -> socket.socket:
        kinds.append((family, kind))
        return real(family, kind)

    monkeypatch.setattr(network.socket, "socket", watched)
    network.addresses()
    assert kinds and set(kinds) == {(socket.AF_INET, socket.SOCK_DGRAM)}, "a connected stream would say hello"


def test_a_machine_without_a_network_has_no_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def nowhere(*asked: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(network.socket.socket, "connect", nowhere)
    monkeypatch.setattr(network.socket, "getaddrinfo", nowhere)
    monkeypatch.setattr(network, "ROUTES", tmp_path / "none")
    assert network.addresses() == ()


def test_a_machine_has_its_name_in_small_letters_short_local_and_in_full(called: None) -> None:
    assert network.names() == ("table-top", "table-top.lan", "table-top.local", "table-top.club.example")


@pytest.mark.parametrize("full", ["evil.example", "table-topper.club.example", "1.0.0.127.in-addr.arpa", ""])
def test_a_resolver_cannot_give_the_machine_another_name(
    called: None, monkeypatch: pytest.MonkeyPatch, full: str
) -> None:
    monkeypatch.setattr(network.socket, "getfqdn", lambda: full)
    assert network.names() == ("table-top", "table-top.lan", "table-top.local")


@pytest.mark.parametrize("name", ["localhost", "", ".", "Anna's Mac", "with_underscore", "a" * 64, ".lan", "テーブル"])
def test_a_name_that_no_browser_sends_or_anybody_may_claim_is_none(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(network.socket, "gethostname", lambda: name)
    monkeypatch.setattr(network.socket, "getfqdn", lambda: name)
    assert network.names() == ()


def test_a_resolver_that_does_not_answer_is_not_waited_for(called: None, monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    monkeypatch.setattr(network, "RESOLVER_PATIENCE", 0.01)
    monkeypatch.setattr(network.socket, "getfqdn", lambda: str(released.wait()))
    try:
        assert network.names() == ("table-top", "table-top.lan", "table-top.local")
    finally:
        released.set()


def test_everybody_on_the_network_reaches_it_by_its_own_addresses_and_names(three_nets: None, called: None) -> None:
    reach = network.reach(8313, lan=True)
    assert (reach.bind, reach.secret, reach.public) == ("0.0.0.0", None, False)
    assert reach.hosts == (*network.LOOPBACK, *network.addresses(), *network.names())
    assert reach.config["LAN_ADDRESS"] == "http://192.168.1.20:8313"
    assert reach.config["PUBLIC_URL"] is None


def test_without_a_word_only_this_machine_reaches_it() -> None:
    reach = network.reach(8313)
    assert (reach.bind, reach.hosts, reach.here) == ("127.0.0.1", network.LOOPBACK, "http://127.0.0.1:8313/")
    assert [reach.config[name] for name in ("LAN_ADDRESS", "PUBLIC_URL", "HOST_SECRET")] == [None] * 3


@pytest.mark.parametrize(
    ("url", "origin", "host"),
    [
        ("https://club.example", "https://club.example", "club.example"),
        ("https://club.example/", "https://club.example", "club.example"),
        ("HTTPS://Club.Example", "https://club.example", "club.example"),
        ("https://club.example:443", "https://club.example", "club.example"),
        ("https://club.example:8443/", "https://club.example:8443", "club.example"),
        ("https://bücher.example", "https://xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("https://203.0.113.5", "https://203.0.113.5", "203.0.113.5"),
    ],
)
def test_a_public_address_is_kept_as_browsers_write_its_origin(url: str, origin: str, host: str) -> None:
    reach = network.reach(8313, public_url=url)
    assert (reach.config["PUBLIC_URL"], reach.hosts) == (origin, (host, *network.LOOPBACK))
    assert (reach.bind, reach.config["LAN_ADDRESS"]) == ("127.0.0.1", None)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://club.example",
        "club.example",
        "ftp://club.example",
        "https://",
        "https:///",
        "https://club.example/rummy",
        "https://club.example//",
        "https://club.example?",
        "https://club.example?game=kalooki",
        "https://club.example#table",
        "https://aki:secret@club.example",
        "https://club.example:0",
        "https://club.example:65536",
        "https://club.example:",
        "https://club.example:x",
        "https://club.example:٤٤٣",
        "https://.club.example",
        "https://club.example.",
        "https://club..example",
        "https://*.example",
        "https://[::1]",
        "https://club example",
        "https://club.example\n",
        "https://club.example\\rummy",
    ],
)
def test_what_is_no_plain_https_origin_is_refused(url: str) -> None:
    with pytest.raises(WrongAddress, match="--public-url"):
        network.reach(8313, public_url=url)


@pytest.mark.parametrize("bind", ["0.0.0.0", "::"])
def test_on_every_address_it_is_reached_as_on_the_network_and_by_nothing_else(
    three_nets: None, called: None, bind: str
) -> None:
    reach, lan = network.reach(8313, host=bind), network.reach(8313, lan=True)
    assert (reach.hosts, reach.addresses, reach.everywhere) == (lan.hosts, lan.addresses, True)
    assert reach.listens == ("0.0.0.0:8313" if bind == "0.0.0.0" else "[::]:8313 0.0.0.0:8313")


def test_at_one_address_it_is_reached_by_that_and_by_name_and_from_this_machine(called: None) -> None:
    reach = network.reach(8313, host="192.168.1.20")
    assert reach.hosts == (*network.LOOPBACK, "192.168.1.20", *network.names())
    assert (reach.address, reach.listens) == ("http://192.168.1.20:8313", "192.168.1.20:8313 127.0.0.1:8313")


@pytest.mark.parametrize("bind", ["127.0.0.1", "localhost", "::1", "127.0.0.2"])
def test_on_loopback_only_this_machine_reaches_it_whatever_is_asked_for(bind: str) -> None:
    assert network.reach(8313, host=bind) == network.reach(8313)


@pytest.mark.parametrize("bind", ["0.0.0.0", "::", "10.0.0.7", "fd00::7"])
def test_behind_a_proxy_elsewhere_it_listens_there_and_answers_to_the_public_name_alone(bind: str) -> None:
    reach = network.reach(8313, public_url="https://club.example", host=bind)
    assert (reach.bind, reach.hosts) == (bind, ("club.example", *network.LOOPBACK))
    assert reach.config["PUBLIC_URL"] == "https://club.example"


@pytest.mark.parametrize("nonsense", ["", "proxy", "172.18.0.0/16", "172.18.0.2:443", "1.2.3", "**", "172.18.0.2,::1"])
def test_what_is_no_address_is_nothing_to_listen_on(nonsense: str) -> None:
    with pytest.raises(WrongAddress, match="--host"):
        network.reach(8313, host=nonsense)


def test_one_address_of_ipv6_is_for_a_proxy_only() -> None:
    with pytest.raises(WrongAddress, match="--public-url"):
        network.reach(8313, host="fd00::7")
