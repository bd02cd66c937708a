"""Addresses for phones, and QR codes.

A link has its code or secret after the #: browsers do not send that part, so no proxy logs it."""

import io
from functools import lru_cache

import segno
from flask import current_app
from markupsafe import Markup


def shared_address() -> str | None:
    """Return the address under which phones reach this server; None if only this machine does.

    It is the one of this moment, as the machine may have changed its network; it never comes from the request, so that
    a forged Host gets into no link."""
    address: str | None = current_app.config["PUBLIC_URL"] or current_app.config["REACH"]().address
    return address


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
