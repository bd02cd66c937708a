"""Where a request comes from: this machine itself, another, or a proxy that nobody told the companion of."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_network

from flask import current_app, request

from companion.rules.text import N_
from companion.server.network import LOOPBACK, address_in

LOOPBACK_PEERS = {"127.0.0.1", "::1"}
PROXY_HEADERS = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
FOR_PROXIES = "HTTP/1.0"  # no browser has spoken it for decades; nginx, told no better, does
HOUSE = {4: 32, 6: 64}  # bits: an address, or the IPv6 network of one house, in which a phone changes it as it likes
NETWORK = {4: 24, 6: 48}  # what one customer of a provider may have

UNTOLD = (  # what whoever would be the host reads there
    N_("A proxy stands in front of the companion, which was not told of it: nobody is the host."),
    N_("Start it with --public-url and the https address of the proxy, or open it without the proxy."),
)


def on_this_machine() -> bool:
    """Whether a browser on the serving machine itself asks.

    With a public address the peer is the proxy, so nobody is; nor where the request tells of a proxy."""
    return from_this_machine() and over_loopback()


def untold_proxy() -> bool:
    """Whether a proxy on this machine hands on requests without the companion having been told its public address."""
    return not current_app.config["PUBLIC_URL"] and over_loopback() and through_proxy()


def from_this_machine() -> bool:
    """Whether this machine itself asks, under whatever name."""
    told = current_app.config["PUBLIC_URL"]
    return not told and from_loopback() and not through_proxy()


def over_loopback() -> bool:
    """Whether the request comes from this machine and asks for it by a name that only this machine has."""
    return from_loopback() and host_name() in LOOPBACK


def from_loopback() -> bool:
    """Whether the peer is this machine, by its address of either kind."""
    return is_loopback(request.remote_addr)


def is_loopback(peer: str | None) -> bool:
    """Whether this is an address of loopback, however it is written."""
    return str(address_in(peer or "")) in LOOPBACK_PEERS


def host_name() -> str:
    """The Host that was asked for, without a port; it may be one that is not served here."""
    return re.sub(r":[0-9]*$", "", request.environ.get("HTTP_HOST", ""))


def through_proxy() -> bool:
    """Whether something between the browser and the companion left its mark on the request."""
    marked = any(name in request.headers for name in PROXY_HEADERS)
    return marked or request.environ.get("SERVER_PROTOCOL") == FOR_PROXIES


def peer() -> IPv4Address | IPv6Address | None:
    """The address that asks, in one way of writing it; None for a peer without one, as over a Unix socket."""
    return address_in(request.remote_addr or "")


def whereabouts() -> dict[str, str]:
    """The places a request comes from, as guesses are counted: its house, and the network around that."""
    return {"address": household(), "network": network()}


def household() -> str:
    """The house that asks: an IPv4 address, or the /64 of an IPv6 one."""
    return within(HOUSE).partition("/")[0]


def network() -> str:
    """The network that asks: the /24 of an IPv4 address, or the /48 of an IPv6 one."""
    return within(NETWORK)


def within(bits: dict[int, int]) -> str:
    """The peer, as far as these bits tell it; empty for one without an address."""
    address = peer()
    return str(ip_network((int(address), bits[address.version]), strict=False)) if address else ""
