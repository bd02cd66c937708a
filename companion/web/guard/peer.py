"""Where a request comes from: this machine itself, another, or a proxy that nobody told the companion of."""

import re
from ipaddress import IPv6Address, ip_address

from flask import current_app, request

from companion.host.network import LOOPBACK
from companion.rules.text import N_

LOOPBACK_PEERS = {"127.0.0.1", "::1"}
PROXY_HEADERS = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
FOR_PROXIES = "HTTP/1.0"  # no browser has spoken it for decades; nginx, told no better, does
NEIGHBOURHOOD = 64  # bits: an IPv6 network of one house, in which a phone changes its address as it likes

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
    return not told and request.remote_addr in LOOPBACK_PEERS and not through_proxy()


def over_loopback() -> bool:
    """Whether the request comes from this machine and asks for it by a name that only this machine has."""
    return request.remote_addr in LOOPBACK_PEERS and host_name() in LOOPBACK


def host_name() -> str:
    """The Host that was asked for, without a port; it may be one that is not served here."""
    return re.sub(r":[0-9]*$", "", request.environ.get("HTTP_HOST", ""))


def through_proxy() -> bool:
    """Whether something between the browser and the companion left its mark on the request."""
    marked = any(name in request.headers for name in PROXY_HEADERS)
    return marked or request.environ.get("SERVER_PROTOCOL") == FOR_PROXIES


def household() -> str:
    """The address that asks, as guesses are counted: an IPv4 address, or the /64 of an IPv6 one."""
    try:
        address = ip_address((request.remote_addr or "").partition("%")[0])
    except ValueError:  # a peer without an address, as over a Unix socket
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped or IPv6Address(int(address) >> NEIGHBOURHOOD << NEIGHBOURHOOD))
