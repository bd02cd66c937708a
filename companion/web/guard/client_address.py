"""Address of the client: this machine itself, another, or an unconfigured proxy.

Behind a public address the proxy's headers were applied before (ProxyFix in `app`)."""

import re
from functools import lru_cache
from ipaddress import ip_network

from flask import current_app, request

from companion.rules.text import N_
from companion.server.network import LOOPBACK, address_in

LOOPBACK_PEERS = {"127.0.0.1", "::1"}
PROXY_HEADERS = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
FOR_PROXIES = "HTTP/1.0"  # used by no browser for decades, but by nginx by default
HOUSE = {4: 32, 6: 64}  # prefix bits: an IPv4 address, or the IPv6 network of a house, whose phones change addresses
NETWORK = {4: 24, 6: 48}  # prefix bits that one customer of a provider may have

UNTOLD = (  # message to a browser that would be host without the proxy
    N_("The companion is behind a proxy that it does not know about, so nobody is the host."),
    N_("Start it with --public-url and the https address of the proxy, or open it without the proxy."),
)


def on_this_machine() -> bool:
    """Return whether the client is a browser on the serving machine itself.

    Never with a public address, where the peer is the proxy, nor if the request has marks of a proxy."""
    return from_this_machine() and host_name() in LOOPBACK


def untold_proxy() -> bool:
    """Return whether a proxy on this machine forwards requests, but no public address is configured."""
    over_loopback = is_loopback(request.remote_addr) and host_name() in LOOPBACK
    return not current_app.config["PUBLIC_URL"] and over_loopback and through_proxy()


def from_this_machine() -> bool:
    """Return whether the client is on this machine, by any host name."""
    return not current_app.config["PUBLIC_URL"] and is_loopback(request.remote_addr) and not through_proxy()


@lru_cache(maxsize=256)  # asked several times in every request
def is_loopback(peer: str | None) -> bool:
    """Return whether this is a loopback address, in any notation."""
    return str(address_in(peer or "")) in LOOPBACK_PEERS


def host_name() -> str:
    """Return the Host header without a port; it may be one that is not served here."""
    return re.sub(r":[0-9]*$", "", request.environ.get("HTTP_HOST", ""))


def through_proxy() -> bool:
    """Return whether the request has marks of a proxy."""
    marked = any(name in request.headers for name in PROXY_HEADERS)
    return marked or request.environ.get("SERVER_PROTOCOL") == FOR_PROXIES


def whereabouts() -> dict[str, str]:
    """Return the client's house and network, for the limits on wrong codes."""
    return {"address": household(), "network": network()}


def household() -> str:
    """Return the client's house: an IPv4 address, or the /64 of an IPv6 one."""
    return within(HOUSE).partition("/")[0]


def network() -> str:
    """Return the client's network: the /24 of an IPv4 address, or the /48 of an IPv6 one."""
    return within(NETWORK)


def within(bits: dict[int, int]) -> str:
    """Return the network of the client with these prefix bits; empty without an address, as over a Unix socket."""
    address = address_in(request.remote_addr or "")
    return str(ip_network((int(address), bits[address.version]), strict=False)) if address else ""
