"""Addresses and names of this machine, and public addresses that can be stored."""

import socket
from ipaddress import ip_address

import pytest

from companion.rules.text import Worded
from companion.server import network

pytestmark = pytest.mark.file


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with a name and a domain."""
    monkeypatch.setattr(network.socket, "gethostname", lambda: "Table-Top.lan")


@pytest.fixture
def three_nets(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with a link-local address, a hotspot and a home network."""
    monkeypatch.setattr(network, "by_route", lambda: ("192.168.1.20",))
    monkeypatch.setattr(network, "of_interfaces", lambda: ("169.254.3.3", "192.168.4.1", "192.168.1.20"))


@pytest.fixture
def ipv6_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine in a network that has nothing but IPv6."""
    own = ("127.0.0.1", "::1", "fd00:1122:3344::7", "fe80::211:22ff:fe33:4455")
    monkeypatch.setattr(network, "of_interfaces", lambda: own)
    monkeypatch.setattr(network, "by_route", tuple)


class Wifi:
    """The network that a machine is in, which may change."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.there: tuple[str, ...] = ()
        self.seconds = 0.0
        monkeypatch.setattr(network, "addresses", lambda: self.there)
        monkeypatch.setattr(network, "monotonic", lambda: self.seconds)
        network.at_moment.cache_clear()

    def joined(self, *addresses: str) -> None:
        """Give the machine these addresses, and let the time pass for which those before are remembered."""
        self.there = addresses
        self.seconds += network.FRESH


@pytest.fixture
def wifi(monkeypatch: pytest.MonkeyPatch) -> Wifi:
    """A machine that is in no network yet."""
    return Wifi(monkeypatch)


def test_every_address_found_is_this_machines_and_no_loopback() -> None:
    for address in network.addresses():
        assert not ip_address(address).is_loopback
        if not ip_address(address).is_link_local:
            with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as server:
                server.bind((address, 0))


def test_the_address_of_the_route_comes_first_and_what_no_router_gave_last(three_nets: None) -> None:
    assert network.addresses() == ("192.168.1.20", "192.168.4.1", "169.254.3.3")


def test_nothing_is_sent_to_find_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = []
    real = socket.socket

    def watched(family: int, kind: int) -> socket.socket:
        kinds.append((family, kind))
        return real(family, kind)

    monkeypatch.setattr(network.socket, "socket", watched)
    network.addresses()
    assert kinds and {kind for _, kind in kinds} == {socket.SOCK_DGRAM}, "a connected stream would say hello"


def test_a_machine_without_a_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*asked: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(network.socket.socket, "connect", nowhere)
    monkeypatch.setattr(network, "of_interfaces", lambda: ("127.0.0.1", "::1"))
    assert network.addresses() == ()


def test_a_machine_has_its_name_in_small_letters_and_in_the_domains_of_homes(called: None) -> None:
    assert network.names()[:3] == ("table-top", "table-top.lan", "table-top.local")
    assert "table-top.fritz.box" in network.names()


@pytest.mark.parametrize("name", ["localhost", "", "Anna's Mac", "a" * 64, "テーブル"])
def test_a_name_that_no_browser_sends_or_anybody_may_claim_is_none(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(network.socket, "gethostname", lambda: name)
    assert network.names() == ()


def test_everybody_on_the_network_reaches_it_by_its_own_addresses_and_names(three_nets: None, called: None) -> None:
    reach = network.reach(8313, lan=True)
    assert (reach.bind, reach.secret, reach.public) == ("0.0.0.0", None, False)
    assert reach.hosts == (*network.LOOPBACK, *network.addresses(), *network.names())
    assert reach.address == "http://192.168.1.20:8313"
    assert reach.config["PUBLIC_URL"] is None


def test_without_a_word_only_this_machine_reaches_it() -> None:
    reach = network.reach(8313)
    assert (reach.bind, reach.hosts, reach.here) == ("127.0.0.1", network.LOOPBACK, "http://127.0.0.1:8313/")
    assert [reach.address, *map(reach.config.get, ("PUBLIC_URL", "HOST_SECRET"))] == [None] * 3


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
        ("https://[2001:DB8::0:7]:8443", "https://[2001:db8::7]:8443", "[2001:db8::7]"),
    ],
)
def test_a_public_address_is_kept_as_browsers_write_its_origin(url: str, origin: str, host: str) -> None:
    reach = network.reach(8313, public_url=url)
    assert (reach.config["PUBLIC_URL"], reach.hosts) == (origin, (host, *network.LOOPBACK))
    assert reach.bind == "127.0.0.1"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://club.example",
        "https://",
        "https://club.example/rummy",
        "https://club.example?",
        "https://club.example?game=kalooki",
        "https://club.example#table",
        "https://aki:secret@club.example",
        "https://club.example:65536",
        "https://club.example:٤٤٣",
        "https://club.example.",
        "https://*.example",
        "https://[club.example]",
        "https://2001:db8::7",
        "https://club example",
        "https://club.example\\rummy",
    ],
)
def test_what_is_no_plain_https_origin_is_refused(url: str) -> None:
    with pytest.raises(Worded, match="--public-url"):
        network.reach(8313, public_url=url)


@pytest.mark.parametrize("bind", ["0.0.0.0", "::"])
def test_on_every_address_it_is_reached_as_on_the_network_and_by_nothing_else(
    three_nets: None, called: None, bind: str
) -> None:
    reach, lan = network.reach(8313, host=bind), network.reach(8313, lan=True)
    assert (reach.hosts, reach.addresses, reach.everywhere) == (lan.hosts, lan.addresses, True)
    assert reach.listens == (("0.0.0.0",) if bind == "0.0.0.0" else ("::", "0.0.0.0"))


def test_at_one_address_it_is_reached_by_that_and_by_name_and_from_this_machine(called: None) -> None:
    reach = network.reach(8313, host="192.168.1.20")
    assert reach.hosts == (*network.LOOPBACK, "192.168.1.20", *network.names())
    assert (reach.address, reach.listens) == ("http://192.168.1.20:8313", ("192.168.1.20", "127.0.0.1"))


@pytest.mark.parametrize("bind", ["127.0.0.1", "localhost"])
def test_what_it_listens_on_without_a_word_may_be_asked_for(bind: str) -> None:
    assert network.reach(8313, host=bind) == network.reach(8313)


@pytest.mark.parametrize(
    ("bind", "listens", "host"),
    [("::1", ("::1", "127.0.0.1"), "[::1]"), ("127.0.0.2", ("127.0.0.2", "127.0.0.1"), "127.0.0.2")],
)
def test_on_another_loopback_address_it_listens_there_too_and_only_this_machine_reaches_it(
    bind: str, listens: tuple[str, ...], host: str
) -> None:
    reach = network.reach(8313, host=bind)
    assert (reach.listens, reach.alone, reach.address) == (listens, True, None)
    assert set(reach.hosts) == {*network.LOOPBACK, host}


@pytest.mark.parametrize("bind", ["0.0.0.0", "::", "10.0.0.7", "fd00::7"])
def test_behind_a_proxy_elsewhere_it_listens_there_and_answers_to_the_public_name_alone(bind: str) -> None:
    reach = network.reach(8313, public_url="https://club.example", host=bind)
    assert (reach.bind, reach.hosts) == (bind, ("club.example", *network.LOOPBACK))
    assert reach.config["PUBLIC_URL"] == "https://club.example"


@pytest.mark.parametrize("nonsense", ["", "proxy", "172.18.0.0/16", "172.18.0.2:443", "1.2.3", "**", "172.18.0.2,::1"])
def test_what_is_no_address_is_nothing_to_listen_on(nonsense: str) -> None:
    with pytest.raises(Worded, match="--host"):
        network.reach(8313, host=nonsense)


@pytest.mark.parametrize(
    ("bind", "listens", "host", "address"),
    [
        ("FD00::7", ("fd00::7", "127.0.0.1"), "[fd00::7]", "http://[fd00::7]:8313"),
        ("fe80::1%eth0", ("fe80::1%eth0", "127.0.0.1"), "[fe80::1]", None),
    ],
)
def test_at_one_address_of_ipv6_it_is_reached_as_urls_write_it(
    called: None, bind: str, listens: tuple[str, ...], host: str, address: str | None
) -> None:
    reach = network.reach(8313, host=bind)
    assert (reach.listens, reach.address) == (listens, address), "no browser opens a link-local address"
    assert host in reach.hosts


def test_a_network_of_ipv6_alone_is_one(ipv6_only: None, called: None) -> None:
    reach = network.reach(8313, lan=True)
    assert (reach.bind, reach.listens) == ("::", ("::", "0.0.0.0"))
    assert reach.addresses == ("http://[fd00:1122:3344::7]:8313",)
    assert {"[fd00:1122:3344::7]", "[fe80::211:22ff:fe33:4455]"} < set(reach.hosts)


def test_where_ipv4_leads_out_phones_are_given_no_ipv6_and_lan_opens_none(
    ipv6_only: None, called: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "by_route", lambda: ("192.168.1.20",))
    lan, every = network.reach(8313, lan=True), network.reach(8313, host="::")
    assert lan.bind == "0.0.0.0" and not [host for host in lan.hosts[3:] if ":" in host]
    assert lan.addresses == every.addresses == ("http://192.168.1.20:8313",)
    assert "[fd00:1122:3344::7]" in every.hosts


# Another network while it serves


def test_addresses_are_those_of_the_moment(wifi: Wifi, called: None) -> None:
    reach = network.reach(8313, lan=True)
    assert reach.address is None
    wifi.joined("192.168.1.20")
    assert reach.now().address == "http://192.168.1.20:8313" and "192.168.1.20" in reach.now().hosts
    wifi.joined("10.0.0.7")
    assert reach.now().addresses == ("http://10.0.0.7:8313",)
    assert "10.0.0.7" in reach.now().hosts and "192.168.1.20" not in reach.now().hosts
    wifi.joined()
    assert (reach.now().address, reach.now().hosts) == (None, (*network.LOOPBACK, *network.names()))


def test_names_are_those_of_the_moment(wifi: Wifi, called: None, monkeypatch: pytest.MonkeyPatch) -> None:
    reach = network.reach(8313, lan=True)
    monkeypatch.setattr(network.socket, "gethostname", lambda: "other")
    wifi.joined("10.0.0.7")
    assert {"other", "other.local"} < set(reach.now().hosts)


def test_a_moment_is_two_seconds(wifi: Wifi, called: None) -> None:
    reach = network.reach(8313, lan=True)
    wifi.joined("192.168.1.20")
    assert reach.now().address
    wifi.there = ("10.0.0.7",)
    assert reach.now().address == "http://192.168.1.20:8313"
    wifi.seconds += 2
    assert reach.now().address == "http://10.0.0.7:8313"


@pytest.mark.parametrize("given", [{}, {"public_url": "https://club.example"}, {"host": "::1"}])
def test_what_depends_on_no_network_is_not_looked_for(given: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "addresses", None)
    reach = network.reach(8313, **given)
    assert reach.now() is reach
