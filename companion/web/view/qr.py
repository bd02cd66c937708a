"""The address for everybody's phone, in letters and as a QR code."""

import io
from functools import lru_cache

import segno
from flask import current_app, url_for
from markupsafe import Markup


def shared_address() -> str | None:
    """The address under which phones reach this server; None if it is there for this machine alone.

    It comes from the configuration, never from the request: a Host that somebody made up gets into no link."""
    address: str | None = current_app.config["PUBLIC_URL"] or current_app.config["LAN_ADDRESS"]
    return address


def join_link(address: str, invite_code: str) -> str:
    """The link that joins by that code; no browser sends on what stands behind the #, so no proxy notes it."""
    return f"{address}{url_for('join.ask')}#{invite_code}"


def host_link(address: str, secret: str) -> str:
    """The link that makes one browser host, its secret behind the # as well."""
    return f"{address}{url_for('hosting.show')}#{secret}"


def carry_link(address: str, secret: str) -> str:
    """The link that carries a place to another phone, its secret behind the # as well."""
    return f"{address}{url_for('carry.show')}#{secret}"


def code_halves(typed: str) -> Markup:
    """A code to type in two halves, as it is read out, never on two lines."""
    half = len(typed) // 2
    return Markup("{}&nbsp;{}").format(typed[:half], typed[half:])


@lru_cache(maxsize=64)
def qr_svg(text: str) -> Markup:
    """A QR code as inline SVG, its colours left to the stylesheet; beside it the same has to stand in letters."""
    drawn = io.BytesIO()
    plain = {"xmldecl": False, "svgns": False, "nl": False, "omitsize": True}
    segno.make(text, micro=False).save(drawn, kind="svg", svgclass="qr", lineclass="qr-dark", **plain)
    return Markup(drawn.getvalue().decode().replace("<svg ", '<svg aria-hidden="true" ', 1))
