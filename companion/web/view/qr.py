"""Addresses for phones: links and QR codes."""

import io
from functools import lru_cache

import segno
from flask import current_app, url_for
from markupsafe import Markup


def shared_address() -> str | None:
    """Return the address under which phones reach this server; None if only this machine does.

    It comes from the configuration, never from the request, so that a forged Host gets into no link."""
    address: str | None = current_app.config["PUBLIC_URL"] or current_app.config["LAN_ADDRESS"]
    return address


def join_link(address: str, invite_code: str) -> str:
    """Return the link with an invite code; browsers do not send the part after #, so no proxy logs it."""
    return f"{address}{url_for('join.ask')}#{invite_code}"


def host_link(address: str, secret: str) -> str:
    """Return the link that makes one browser host, with its secret after the #."""
    return f"{address}{url_for('hosting.show')}#{secret}"


def carry_link(address: str, secret: str) -> str:
    """Return the link that carries a place to another phone, with its secret after the #."""
    return f"{address}{url_for('phones.carry_form')}#{secret}"


def code_halves(typed: str) -> Markup:
    """Return a code to type in two halves, as it is read out, without a line break."""
    half = len(typed) // 2
    return Markup("{}&nbsp;{}").format(typed[:half], typed[half:])


@lru_cache(maxsize=64)
def qr_svg(text: str) -> Markup:
    """Return a QR code as inline SVG, with colours from the stylesheet; the page must also show its content as text."""
    drawn = io.BytesIO()
    plain = {"xmldecl": False, "svgns": False, "nl": False, "omitsize": True}
    segno.make(text, micro=False).save(drawn, kind="svg", svgclass="qr", lineclass="qr-dark", **plain)
    return Markup(drawn.getvalue().decode().replace("<svg ", '<svg aria-hidden="true" ', 1))
