#!/usr/bin/python3
"""A bare WebKit view of a phone's width for WebKitWebDriver; it runs on the distribution's Python, which has `gi`."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

TEXT = int(sys.argv[2]) if len(sys.argv) > 2 else 16  # the reader's size of letters, in CSS pixels


def drive(context: "WebKit2.WebContext", session: "WebKit2.AutomationSession") -> None:
    """Give the driver its view."""
    told = WebKit2.ApplicationInfo()
    told.set_name("MiniBrowser")
    session.set_application_info(told)
    session.connect("create-web-view", lambda _: view(context))


def view(context: "WebKit2.WebContext") -> "WebKit2.WebView":
    """Open a window with nothing but the page."""
    page = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    page.get_settings().set_default_font_size(TEXT)
    window = Gtk.Window()
    window.set_default_size(360, 640)
    window.add(page)
    window.show_all()
    page.connect("close", lambda _: window.destroy())
    return page


if __name__ == "__main__":
    Gtk.init(None)
    fresh = WebKit2.WebContext.new_ephemeral()
    fresh.set_automation_allowed(True)
    fresh.connect("automation-started", drive)
    Gtk.main()
