"""Who can reach the server, and under which address: this machine alone, its network, or the world through a proxy."""

import re
import secrets
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any

from companion.rules.text import N_, Text, Worded
from companion.server.open_house import Limits

HERE, EVERYWHERE, EVERYWHERE_6, ANYBODY = "127.0.0.1", "0.0.0.0", "::", "*"
LARGEST = 1 << 20  # bytes of a request; what announces more is not even read
LARGEST_FILE = 1 << 28  # of a file that a browser on this machine brings back, which is kept on the disk as it comes
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
OUTSIDE = ("203.0.113.1", 9)  # reserved for documentation: nobody is there
ROUTES = Path("/proc/net/fib_trie")
PUBLIC = re.compile(r"https://([^/?#@:\s]+)(?::([0-9]{1,5}))?/?", re.IGNORECASE)
HOST_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*")
RESOLVER_PATIENCE = 2.0  # seconds

NO_ADDRESS = N_(
    "--host {address} is no address to listen on: "
    "it is one of this machine's own, like 192.168.1.20, or 0.0.0.0 for all of them."
)
NO_PROXY = N_(
    "--trusted-proxy {address} is no address: it is the one from which the proxy asks, like 172.18.0.2, or * for any."
)
NO_ORIGIN = N_(
    "--public-url {url} cannot be used: "
    "it is https:// and a name, like https://club.example, without a path, a question mark or a password."
)


class WrongAddress(Worded):
    """The companion cannot be behind that address; the words say why."""


@dataclass(frozen=True)
class Reach:
    """Where the server listens, which Hosts it answers to, and the addresses for everybody's phone, likeliest first."""

    port: int
    bind: str = HERE
    hosts: tuple[str, ...] = LOOPBACK
    addresses: tuple[str, ...] = ()
    public: bool = False
    secret: str | None = None  # opens the one-time host link: there, the peer of every request is the proxy
    proxy: str = HERE  # whose word is taken for who asks; with a public address only
    house: Limits | None = None  # what it bears where anybody may open a table

    @property
    def here(self) -> str:
        """The address on this machine itself."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def listens(self) -> str:
        """All that it listens on: this machine always gets in by its loopback, and the old addresses with the new."""
        also = {HERE: (), EVERYWHERE: (), EVERYWHERE_6: (EVERYWHERE,)}.get(self.bind, (HERE,))
        return " ".join(f"[{one}]:{self.port}" if ":" in one else f"{one}:{self.port}" for one in (self.bind, *also))

    @property
    def everywhere(self) -> bool:
        """Whether it listens on every address of this machine."""
        return self.bind in (EVERYWHERE, EVERYWHERE_6)

    @property
    def address(self) -> str | None:
        """The address for everybody's phone, if there is one."""
        return self.addresses[0] if self.addresses else None

    @property
    def config(self) -> dict[str, Any]:
        """What the application has to know of it."""
        return {
            "TRUSTED_HOSTS": list(self.hosts),
            "LAN_ADDRESS": None if self.public else self.address,
            "PUBLIC_URL": self.address if self.public else None,
            "HOST_SECRET": self.secret,
            "OPEN_HOUSE": self.house,
        }


def reach(
    port: int, lan: bool = False, public_url: str | None = None, host: str | None = None, proxy: str | None = None
) -> Reach:
    """This machine alone, unless it is to be its network or the world behind a proxy, or listens elsewhere."""
    bind = None if host is None else listening_address(host)
    if public_url is not None:
        return behind_proxy(port, public_url, bind or HERE, proxy_address(HERE if proxy is None else proxy))
    if proxy is not None:
        alone = N_("--trusted-proxy goes with --public-url, the address under which that proxy is reached.")
        raise WrongAddress(Text(alone))
    if lan or bind in (EVERYWHERE, EVERYWHERE_6):
        return on_network(port, bind or EVERYWHERE)
    return Reach(port) if bind is None or ip_address(bind).is_loopback else at_one_address(port, bind)


def on_network(port: int, bind: str = EVERYWHERE) -> Reach:
    """Everybody on the network of this machine, by all its addresses and names."""
    own = addresses()
    hosts = (*LOOPBACK, *own, *names())
    return Reach(port, bind, hosts, tuple(f"http://{one}:{port}" for one in own))


def at_one_address(port: int, bind: str) -> Reach:
    """Whoever reaches one address of this machine, by it and the machine's names; WrongAddress for one of IPv6.

    No Host of that kind is let in, so that phones would be turned away at the address they were given."""
    if ":" in bind:
        alone = N_("--host {address} needs --public-url. Without a proxy, --host :: listens on IPv6 as well.")
        raise WrongAddress(Text(alone, address=bind))
    return Reach(port, bind, (*LOOPBACK, bind, *names()), (f"http://{bind}:{port}",))


def behind_proxy(port: int, url: str, bind: str = HERE, proxy: str = HERE) -> Reach:
    """Everybody, through a proxy that speaks https; WrongAddress if it cannot have that address."""
    origin, host = public_origin(url)
    secret = secrets.token_urlsafe(32)
    return Reach(port, bind, (host, *LOOPBACK), addresses=(origin,), public=True, secret=secret, proxy=proxy)


def listening_address(text: str) -> str:
    """An address to listen on, as it is usually written; WrongAddress with a sentence for what is none."""
    try:
        return HERE if text == "localhost" else str(ip_address(text))
    except ValueError as error:
        raise WrongAddress(Text(NO_ADDRESS, address=text)) from error


def proxy_address(text: str) -> str:
    """The address of a proxy as connections from it carry it; WrongAddress with a sentence for what is none."""
    try:
        return ANYBODY if text == ANYBODY else str(ip_address(text))
    except ValueError as error:
        raise WrongAddress(Text(NO_PROXY, address=text)) from error


def address_in(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address of a peer as a connection or proxy gives it, without port or zone; None if it has none.

    An IPv4 address is one however it is written."""
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def public_origin(url: str) -> tuple[str, str]:
    """The origin as browsers write it, and its host; WrongAddress with a sentence for what is no https origin."""
    if url.lower().startswith("http://"):
        plain = N_("--public-url must begin with https://, and {url} does not: the proxy has to encrypt.")
        raise WrongAddress(Text(plain, url=url))
    found = PUBLIC.fullmatch(url)
    host = ascii_name(found[1]) if found else ""
    port = int(found[2] or 443) if found else 0
    if not HOST_NAME.fullmatch(host) or not 1 <= port <= 65535:
        raise WrongAddress(Text(NO_ORIGIN, url=url))
    return f"https://{host}" + (f":{port}" if port != 443 else ""), host


def ascii_name(name: str) -> str:
    """A host name as it is sent; nothing if it cannot be."""
    try:
        return name.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return ""


def names() -> tuple[str, ...]:
    """The names of this machine: as it calls itself, with .local, and in full."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    if short in ("", "localhost"):
        return ()
    # A resolver of this network says the full name: only one that belongs to this machine's own is believed.
    full = full_name()
    found = dict.fromkeys((short, name, f"{short}.local", full if full.startswith(f"{short}.") else name))
    return tuple(filter(HOST_NAME.fullmatch, found))


def full_name() -> str:
    """The full name of this machine; nothing if the resolver keeps us waiting, as it does without a network."""
    said: list[str] = []
    asking = threading.Thread(target=lambda: said.append(socket.getfqdn().lower()), daemon=True)
    asking.start()
    asking.join(RESOLVER_PATIENCE)
    return said[0] if said else ""


def addresses() -> tuple[str, ...]:
    """The IPv4 addresses under which others reach this machine, the likeliest first; nothing is sent to find them."""
    found = dict.fromkeys((*by_route(), *(tuple(by_table()) or by_name())))
    return tuple(sorted(filter(is_own, found), key=lambda one: ip_address(one).is_link_local))


def by_route() -> tuple[str, ...]:
    """The address that a packet to the outside would carry; a connected UDP socket sends none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE)
        except OSError:
            return ()
        return (str(probe.getsockname()[0]),)


def by_table() -> Iterator[str]:
    """The addresses of all interfaces as Linux keeps them."""
    try:
        yield from re.findall(r"\|-- ([0-9.]+)\n\s+/32 host LOCAL", ROUTES.read_text())
    except OSError:
        return


def by_name() -> tuple[str, ...]:
    """The addresses of this machine's own name: all of them on Windows, often on macOS."""
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return ()
    return tuple(str(place[0]) for *_, place in found)


def is_own(address: str) -> bool:
    """Whether an address is this machine's, and one that others can use."""
    if ip_address(address).is_loopback or ip_address(address).is_unspecified:
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True
