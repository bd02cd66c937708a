"""Addresses of the server: listening on this machine, on its network, or behind a public proxy."""

import re
import secrets
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any

from companion.rules.text import N_, Worded
from companion.server.open_house import Limits

HERE, EVERYWHERE, EVERYWHERE_6 = "127.0.0.1", "0.0.0.0", "::"
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
OUTSIDE = ("203.0.113.1", 9)  # reserved for documentation, and so unused
ROUTES = Path("/proc/net/fib_trie")
PUBLIC = re.compile(r"https://([^/?#@:\s]+)(?::([0-9]{1,5}))?/?", re.IGNORECASE)
HOST_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*")
RESOLVER_PATIENCE = 2.0  # seconds

NO_ADDRESS = N_(
    "--host {address} is not an address to listen on: use one of this machine’s, like 192.168.1.20, or 0.0.0.0 for "
    "all of them."
)
NO_ORIGIN = N_(
    "--public-url {url} cannot be used: it must be https:// and a name, like https://club.example, without a path, a "
    "question mark or a password."
)


class WrongAddress(Worded):
    """The companion cannot use that address; the message says why."""


@dataclass(frozen=True)
class Reach:
    """Listening address, accepted Host headers, and the addresses for phones, likeliest first."""

    port: int
    bind: str = HERE
    hosts: tuple[str, ...] = LOOPBACK
    addresses: tuple[str, ...] = ()
    public: bool = False
    secret: str | None = None  # of the one-time host link, needed where every request's peer is the proxy
    house: Limits | None = None  # limits of an open house; None: not open

    @property
    def here(self) -> str:
        """The address on this machine itself."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def listens(self) -> str:
        """All listening addresses, separated by spaces: always a loopback one too, and IPv4 with IPv6."""
        also = {HERE: (), EVERYWHERE: (), EVERYWHERE_6: (EVERYWHERE,)}.get(self.bind, (HERE,))
        return " ".join(f"[{one}]:{self.port}" if ":" in one else f"{one}:{self.port}" for one in (self.bind, *also))

    @property
    def everywhere(self) -> bool:
        """True if it listens on every address of this machine."""
        return self.bind in (EVERYWHERE, EVERYWHERE_6)

    @property
    def address(self) -> str | None:
        """The address for everybody's phone, if there is one."""
        return self.addresses[0] if self.addresses else None

    @property
    def config(self) -> dict[str, Any]:
        """The configuration values for the application."""
        return {
            "TRUSTED_HOSTS": list(self.hosts),
            "LAN_ADDRESS": None if self.public else self.address,
            "PUBLIC_URL": self.address if self.public else None,
            "HOST_SECRET": self.secret,
            "OPEN_HOUSE": self.house,
        }


def reach(port: int, lan: bool = False, public_url: str | None = None, host: str | None = None) -> Reach:
    """Return the reach for these options: by default this machine alone. Raises WrongAddress."""
    bind = None if host is None else canonical(host)
    if public_url is not None:
        return behind_proxy(port, public_url, bind or HERE)
    if lan or bind in (EVERYWHERE, EVERYWHERE_6):
        return on_network(port, bind or EVERYWHERE)
    return Reach(port) if bind is None or ip_address(bind).is_loopback else at_one_address(port, bind)


def on_network(port: int, bind: str = EVERYWHERE) -> Reach:
    """Return the reach on the machine's network, by all its addresses and names."""
    own = addresses()
    hosts = (*LOOPBACK, *own, *names())
    return Reach(port, bind, hosts, tuple(f"http://{one}:{port}" for one in own))


def at_one_address(port: int, bind: str) -> Reach:
    """Return the reach at one address of this machine, and its names. Raises WrongAddress for IPv6.

    An IPv6 Host header is not accepted, so that phones would be refused at the address they were given."""
    if ":" in bind:
        alone = N_("--host {address} needs --public-url. Without a proxy, --host :: listens on IPv6 as well.")
        raise WrongAddress(alone, address=bind)
    return Reach(port, bind, (*LOOPBACK, bind, *names()), (f"http://{bind}:{port}",))


def behind_proxy(port: int, url: str, bind: str = HERE) -> Reach:
    """Return the reach behind a proxy with https. Raises WrongAddress if it cannot have that URL."""
    origin, host = public_origin(url)
    secret = secrets.token_urlsafe(32)
    return Reach(port, bind, (host, *LOOPBACK), addresses=(origin,), public=True, secret=secret)


def canonical(text: str) -> str:
    """Return a listening address in canonical form. Raises WrongAddress."""
    try:
        return HERE if text == "localhost" else str(ip_address(text))
    except ValueError as error:
        raise WrongAddress(NO_ADDRESS, address=text) from error


def address_in(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address of a peer as a connection or proxy gives it, without port or zone; None if it has none.

    An IPv4 address is the same in IPv6 notation."""
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
    """Return the origin as browsers write it, and its host. Raises WrongAddress unless it is an https origin."""
    if url.lower().startswith("http://"):
        plain = N_("--public-url must begin with https://, and {url} does not: the proxy has to encrypt.")
        raise WrongAddress(plain, url=url)
    found = PUBLIC.fullmatch(url)
    host = ascii_name(found[1]) if found else ""
    port = int(found[2] or 443) if found else 0
    if not HOST_NAME.fullmatch(host) or not 1 <= port <= 65535:
        raise WrongAddress(NO_ORIGIN, url=url)
    return f"https://{host}" + (f":{port}" if port != 443 else ""), host


def ascii_name(name: str) -> str:
    """Return a host name in its ASCII form; empty if it has none."""
    try:
        return name.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return ""


def names() -> tuple[str, ...]:
    """Return the host names of this machine: its own, with .local, and the full one."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    if short in ("", "localhost"):
        return ()
    # The full name comes from a resolver of this network: accept it only if it extends this machine's own name.
    full = full_name()
    found = dict.fromkeys((short, name, f"{short}.local", full if full.startswith(f"{short}.") else name))
    return tuple(filter(HOST_NAME.fullmatch, found))


def full_name() -> str:
    """Return the full name of this machine; empty if the resolver is slow, as it is without a network."""
    said: list[str] = []
    asking = threading.Thread(target=lambda: said.append(socket.getfqdn().lower()), daemon=True)
    asking.start()
    asking.join(RESOLVER_PATIENCE)
    return said[0] if said else ""


def addresses() -> tuple[str, ...]:
    """Return the IPv4 addresses by which others reach this machine, likeliest first; no packet is sent."""
    found = dict.fromkeys((*by_route(), *(tuple(by_table()) or by_name())))
    return tuple(sorted(filter(is_own, found), key=lambda one: ip_address(one).is_link_local))


def by_route() -> tuple[str, ...]:
    """Return the source address of a packet to the outside; a connected UDP socket sends none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE)
        except OSError:
            return ()
        return (str(probe.getsockname()[0]),)


def by_table() -> Iterator[str]:
    """Yield the addresses of all interfaces from the routing table of Linux."""
    try:
        yield from re.findall(r"\|-- ([0-9.]+)\n\s+/32 host LOCAL", ROUTES.read_text())
    except OSError:
        return


def by_name() -> tuple[str, ...]:
    """Return the addresses of this machine's own name: all of them on Windows, often on macOS."""
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return ()
    return tuple(str(place[0]) for *_, place in found)


def is_own(address: str) -> bool:
    """True if an address belongs to this machine and others can reach it."""
    if ip_address(address).is_loopback or ip_address(address).is_unspecified:
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True
