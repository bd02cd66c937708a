"""Addresses of the server: listening on this machine, on its network, or behind a public proxy."""

import re
import secrets
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from time import monotonic
from typing import Any

import ifaddr
from pydantic import HttpUrl, ValidationError

from companion.rules.text import N_, Worded
from companion.server.open_house import Limits

HERE, EVERYWHERE, EVERYWHERE_6 = "127.0.0.1", "0.0.0.0", "::"
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
OUTSIDE = ("203.0.113.1", 9)  # reserved for documentation, and so unused
DOMAINS = ("local", "lan", "home", "home.arpa", "internal", "fritz.box")  # no stranger can have a name in them
HOST_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*")
FRESH = 2.0  # seconds for which the addresses that were found are used

NO_ADDRESS = N_(
    "--host {address} is not an address to listen on: use one of this machine’s, like 192.168.1.20, or 0.0.0.0 for "
    "all of them (:: for those of IPv6 too)."
)
NO_ORIGIN = N_(
    "--public-url {url} cannot be used: it must be https:// and a name, like https://club.example, without a path, a "
    "question mark or a password."
)


@dataclass(frozen=True)
class Reach:
    """Listening address, accepted Host headers, and the addresses for phones, likeliest first.

    IPv6 addresses are in brackets, as in URLs and Host headers."""

    port: int
    bind: str = HERE
    hosts: tuple[str, ...] = LOOPBACK
    addresses: tuple[str, ...] = ()
    public: bool = False
    secret: str | None = None  # of the one-time host link, needed where every request's peer is the proxy
    house: Limits | None = None  # limits of an open house; None: not open
    live: bool = False  # its hosts and addresses are those of this machine, and change with its network

    def now(self) -> "Reach":
        """Return this reach with this machine's present addresses and names, at most two seconds old."""
        return at_moment(self, int(monotonic() / FRESH)) if self.live else self

    @property
    def here(self) -> str:
        """The address on this machine itself."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def listens(self) -> tuple[str, ...]:
        """All listening addresses: always a loopback one too, and IPv4 with IPv6."""
        return (self.bind, *{HERE: (), EVERYWHERE: (), EVERYWHERE_6: (EVERYWHERE,)}.get(self.bind, (HERE,)))

    @property
    def alone(self) -> bool:
        """True if only this machine itself reaches it."""
        return ip_address(self.bind).is_loopback

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
            "REACH": self.now,
            "PUBLIC_URL": self.address if self.public else None,
            "HOST_SECRET": self.secret,
            "OPEN_HOUSE": self.house,
        }


def reach(port: int, lan: bool = False, public_url: str | None = None, host: str | None = None) -> Reach:
    """Return the reach for these options: by default this machine alone. Raises Worded."""
    bind = None if host is None else canonical(host)
    if public_url is not None:
        return behind_proxy(port, public_url, bind or HERE)
    if lan or bind in (EVERYWHERE, EVERYWHERE_6):
        return on_network(port, bind)
    here = Reach(port, bind or HERE, tuple(dict.fromkeys((*LOOPBACK, in_url(bind or HERE)))))
    return here if here.alone else found(replace(here, live=True))


def on_network(port: int, bind: str | None = None) -> Reach:
    """Return the reach on the machine's network, by all its addresses and names.

    Without a given address it listens on IPv6 only in a network that has nothing else: there no router's address
    translation keeps others out."""
    if bind is None:
        own = addresses()
        bind = EVERYWHERE_6 if own and all(":" in address for address in own) else EVERYWHERE
    return found(Reach(port, bind, live=True))


def found(reach: Reach) -> Reach:
    """Return the reach with the addresses and names that this machine has now.

    Phones get those of IPv6 only where there is no other, and no link-local one: no browser opens it."""
    own = addresses()
    by_bind = {EVERYWHERE_6: own, EVERYWHERE: tuple(address for address in own if ":" not in address)}
    heard = by_bind.get(reach.bind, (reach.bind,))
    version_6 = [address for address in heard if ":" in address and not ip_address(address).is_link_local]
    phones = [address for address in heard if ":" not in address] or version_6
    urls = tuple(f"http://{in_url(address)}:{reach.port}" for address in phones)
    return replace(reach, hosts=(*LOOPBACK, *map(in_url, heard), *names()), addresses=urls)


@lru_cache(maxsize=4)
def at_moment(reach: Reach, _moment: int) -> Reach:
    """Return the reach at a moment, counted in steps of FRESH seconds."""
    return found(reach)


def in_url(address: str) -> str:
    """Return an address as URLs and Host headers have it: IPv6 in brackets, without a zone."""
    return f"[{address.partition('%')[0]}]" if ":" in address else address


def behind_proxy(port: int, url: str, bind: str = HERE) -> Reach:
    """Return the reach behind a proxy with https. Raises Worded if it cannot have that URL."""
    origin, host = public_origin(url)
    secret = secrets.token_urlsafe(32)
    return Reach(port, bind, (host, *LOOPBACK), addresses=(origin,), public=True, secret=secret)


def canonical(text: str) -> str:
    """Return a listening address in canonical form. Raises Worded."""
    try:
        return HERE if text == "localhost" else str(ip_address(text))
    except ValueError as error:
        raise Worded(NO_ADDRESS, address=text) from error


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
    """Return the origin as browsers write it, and its host. Raises Worded unless it is an https origin."""
    try:
        found = HttpUrl(url)
    except ValidationError as error:
        raise Worded(NO_ORIGIN, url=url) from error
    host = found.host or ""
    origin = f"https://{host}" if found.port == 443 else f"https://{host}:{found.port}"
    if str(found) != f"{origin}/" or not (HOST_NAME.fullmatch(host) or host.startswith("[")):
        raise Worded(NO_ORIGIN, url=url)
    return origin, host


def names() -> tuple[str, ...]:
    """Return the host names of this machine: its own, without a domain, and in the domains of a home's router."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    if short in ("", "localhost"):
        return ()
    return tuple(
        filter(HOST_NAME.fullmatch, dict.fromkeys((short, name, *(f"{short}.{domain}" for domain in DOMAINS))))
    )


def addresses() -> tuple[str, ...]:
    """Return the addresses by which others reach this machine, likeliest first; no packet is sent.

    The address of the default route comes first, link-local ones come last."""
    own = [address for address in dict.fromkeys((*by_route(), *of_interfaces())) if not ip_address(address).is_loopback]
    return tuple(sorted(own, key=lambda address: ip_address(address).is_link_local))


def by_route() -> tuple[str, ...]:
    """Return the source address of packets to the outside, if there is one; a connected UDP socket sends none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(OUTSIDE)
        return (str(probe.getsockname()[0]),)
    return ()


def of_interfaces() -> Iterator[str]:
    """Yield the addresses of all interfaces of this machine, IPv6 without a zone."""
    for adapter in ifaddr.get_adapters():
        yield from (found.ip if isinstance(found.ip, str) else found.ip[0] for found in adapter.ips)
