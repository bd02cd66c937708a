"""Phone without script: opens pages, reads their forms, presses their buttons and follows redirects."""

import re
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException

from companion.sheet.commands import booking
from companion.sheet.ledger import Entry
from companion.sheet.scoresheet import Sheet
from companion.storage.access.browsers import new_token
from companion.storage.access.devices import Devices
from companion.storage.access.links import PLAYER, VIEWER
from companion.storage.store import Form, Store, UnknownMatch
from companion.web.forms.posting import SCOPES

Attributes = dict[str, str]
Opened = Callable[..., str]  # opens a match and returns its code
Act = Callable[[Sheet], list[Entry]]
BESIDE_TAGS = re.compile(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)")
LINE_BREAK = re.compile(r"\s*\n\s*")
BLOCKS = {"td", "th", "tr", "dt", "dd", "li", "p", "h1", "h2", "h3", "button", "option", "title", "summary"}


def fresh_key() -> str:
    """Return a key not used by any form."""
    return uuid.uuid4().hex


def compact(page: str) -> str:
    """Return a page without the line breaks and indentation of its templates."""
    return LINE_BREAK.sub(" ", BESIDE_TAGS.sub("", page))


def revision_today(app: Flask, address: str) -> dict[str, str]:
    """Return the revision that a freshly opened page gives to a form for that address; {} if it has none."""
    try:
        endpoint, where = app.url_map.bind("localhost").match(urlsplit(address).path, method="POST")
        sheet = app.extensions["companion.store"].match(where.pop("code")).sheet
        return {"revision": str(SCOPES[endpoint](**where).revision(sheet))}
    except (HTTPException, KeyError, UnknownMatch):
        return {}


@dataclass
class Button:
    """A submit button: its name and value, form method and target, and label."""

    attributes: Attributes
    place: int  # position on the page
    words: str = ""


@dataclass
class WebForm:
    """A form on a page: its action, fields and buttons."""

    attributes: Attributes
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)

    def button(self, name: str, value: str = "") -> Button:
        """Return the first button with that name, and with that value if given."""
        named = [button for button in self.buttons if button.attributes.get("name") == name]
        return next(button for button in named if value in ("", button.attributes.get("value")))

    @property
    def default(self) -> Button:
        """The button that Enter in a field presses: the form's first on the page."""
        return self.buttons[0]

    @property
    def typed(self) -> bool:
        """True if the form has a field to type in."""
        return bool(self.kinds & {"text", "date", "search", "number"})

    @property
    def action(self) -> str:
        return self.attributes.get("action", "").partition("#")[0]

    @property
    def method(self) -> str:
        return self.attributes.get("method", "get").lower()

    def filled(self, **values: str) -> list[tuple[str, str]]:
        """Return the fields to send, some of them filled in by hand."""
        return [(name, value) for name, value in self.fields if name not in values] + list(values.items())


UNSEEN = re.compile(  # drawings, and what only a script shows: neither read nor tapped
    r'<svg class="sprite".*?</svg>|<div class="outbox.*?</div>|<dialog.*?</dialog>|<p [^>]*id="nothing-kept".*?</p>',
    re.DOTALL,
)


class Content(HTMLParser):
    """Parsed HTML of a page: text, elements and forms."""

    def __init__(self, html: str):
        super().__init__()
        self.elements: list[tuple[str, Attributes]] = []
        self.forms: list[WebForm] = []
        self.inline: list[str] = []  # text within <script> or <style>
        self._open: list[str] = []
        self._texts: list[str] = []
        self._form: WebForm | None = None
        self._button: Button | None = None
        self._select: Attributes | None = None
        self.feed(UNSEEN.sub("", html))
        self.words = "".join(self._texts)
        self._adopt()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        self._open.append(tag)
        if tag == "form":
            self._form = WebForm(found)
            self.forms.append(self._form)
        elif tag == "button":
            self._button = Button(found, len(self.elements))
            if self._form and found.get("type") != "button":  # one for a script submits nothing
                self._form.buttons.append(self._button)
        elif tag == "input" and self._form and "form" not in found:
            self._input(self._form, found)
        elif tag == "select":
            self._select = found
        elif tag == "option" and self._form and self._select and "selected" in found:
            self._form.fields.append((self._select["name"], found.get("value", "")))

    def _input(self, form: WebForm, found: Attributes) -> None:
        form.kinds.add(found.get("type", "text"))
        ticked = found.get("type") not in ("radio", "checkbox") or "checked" in found
        if "name" in found and ticked:
            form.fields.append((found["name"], found.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "button":
            self._button = None
        elif tag == "select":
            self._select = None
        if tag in BLOCKS:
            self._texts.append(" ")
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in ("script", "style"):
            self.inline.append(data.strip())
        else:
            self._texts.append(data)
        if self._button:
            self._button.words += data

    def _adopt(self) -> None:
        """Assign buttons and fields elsewhere on the page to the form they name."""
        by_id = {form.attributes["id"]: form for form in self.forms if "id" in form.attributes}
        for place, (tag, found) in enumerate(self.elements, 1):
            if tag == "button" and found.get("form") in by_id:
                by_id[found["form"]].buttons.append(Button(found, place))
            elif tag == "input" and found.get("form") in by_id:
                self._input(by_id[found["form"]], found)
        for form in self.forms:
            form.buttons.sort(key=lambda button: button.place)


class Page:
    """A response: status, headers and HTML, parsed on first use."""

    def __init__(self, response: Any):
        self.status: int = response.status_code
        self.headers = response.headers
        self.sent: str = response.text
        self.is_page = response.mimetype == "text/html"

    @cached_property
    def content(self) -> Content:
        """The parsed text, elements and forms; empty if the response is no page."""
        return Content(self.sent if self.is_page else "")

    @cached_property
    def html(self) -> str:
        """The response as sent; a page without the line breaks and indentation of its templates."""
        return compact(self.sent) if self.is_page else self.sent

    @property
    def elements(self) -> list[tuple[str, Attributes]]:
        return self.content.elements

    @property
    def forms(self) -> list[WebForm]:
        return self.content.forms

    @property
    def words(self) -> str:
        return self.content.words

    @property
    def inline(self) -> list[str]:
        return self.content.inline

    @property
    def location(self) -> str:
        return str(self.headers.get("Location", ""))

    def all(self, tag: str, **wanted: str) -> list[Attributes]:
        """Return the attributes of every element with that tag and these attributes."""
        return [found for kind, found in self.elements if kind == tag and wanted.items() <= found.items()]

    def form(self, ending: str) -> WebForm:
        """Return the first form whose action ends like this."""
        return next(form for form in self.forms if form.action.endswith(ending))

    def value(self, name: str) -> str:
        """Return the value of the field with that name."""
        return next(found.get("value", "") for found in self.all("input", name=name))

    @property
    def said(self) -> str:
        """The text of the page, whitespace collapsed, without word joiners."""
        return " ".join(self.words.replace("\u2060", "").split())

    @property
    def faults(self) -> str:
        """The text of the page if it has an alert, else ""."""
        return self.said if self.all("p", role="alert") or self.all("div", role="alert") else ""


class Phone:
    """A browser without script on the serving machine, which sends Origin as browsers do."""

    def __init__(self, app: Flask, **headers: str):
        self.app, self.http = app, app.test_client()
        self._made_from: dict[str, dict[str, str]] = {}  # form revisions by form key: a repeat sends the same revision
        self.headers = {"Origin": "http://localhost", **{k.replace("_", "-"): v for k, v in headers.items()}}

    def get(self, address: str, **headers: str) -> Page:
        """Open the page at an address."""
        return Page(self.http.get(address, headers={**self.headers, **headers}))

    def send(self, address: str, fields: Any, **headers: str) -> Page:
        """Post these fields unchanged and return the response; a form shown again, at its own address, is opened."""
        pairs = list(fields.items()) if isinstance(fields, dict) else fields
        body = urlencode(pairs, errors="surrogatepass")
        sent = {**self.headers, **headers}
        page = Page(self.http.post(address, data=body, content_type="application/x-www-form-urlencoded", headers=sent))
        set_up = address.startswith("/new/") and page.location.startswith("/new/")
        shown_again = set_up or page.status == 303 and page.location.endswith("&check=1")
        return self.get(page.location, **headers) if shown_again else page

    def post(self, address: str, key: str = "", **fields: Any) -> Page:
        """Post a form with a fresh key and the current revision, unless other values are given."""
        key = key or fresh_key()
        made_from = self._made_from.setdefault(key, revision_today(self.app, address))
        return self.send(address, {"key": key, **made_from, **{name: str(value) for name, value in fields.items()}})

    def follow(self, page: Page) -> Page:
        """Return the page a response redirects to."""
        assert page.status == 303, f"{page.status}: {page.said[:200]}"
        return self.get(page.location)

    def submit(self, form: WebForm, button: Button | None = None, **values: str) -> Page:
        """Submit a form by one of its buttons, with some fields filled in, and return the page after it."""
        assert form.buttons, "a form that nobody can send"
        pressed = button.attributes if button else {}
        fields = form.filled(**values)
        if "name" in pressed:
            fields.append((pressed["name"], pressed.get("value", "")))
        address = pressed.get("formaction") or form.action
        if pressed.get("formmethod", form.method) == "get":
            return self.get(address + "?" + urlencode(fields))
        page = self.send(address, fields)
        return page if address.startswith("/new/") and page.status == 200 else self.follow(page)

    def deal(self, code: str, number: int, out: int | None, hands: dict[int, str]) -> None:
        """Book one deal in the store: the seat that went out, and the cards or total of every other seat."""
        self.act(code, dealt(number, out, hands))

    def cancel(self, code: str, numbers: Iterable[int]) -> None:
        """Cancel these deals in the store."""
        self.act(code, [partial(booking.abandon, number=number) for number in numbers])

    def act(self, code: str, acts: Sequence[Act]) -> None:
        """Write these actions at once in the store, as the host."""
        at_once(self.app.extensions["companion.store"], code, acts)


def dealt(number: int, out: int | None, hands: dict[int, str]) -> list[Act]:
    """Return the actions of one deal: the seat that went out, the cards or total of every other seat, the booking."""
    acts: list[Act] = [partial(booking.end_play, number=number, out=out)]
    for seat, hand in hands.items():
        cards, total = ("", hand) if hand.isdecimal() else (hand, "")
        acts.append(partial(booking.count_hand, number=number, seat=seat, cards=cards, total=total))
    return [*acts, partial(booking.book, number=number)]


def at_once(store: Store, code: str, acts: Sequence[Act], at: datetime | None = None) -> None:
    """Write the entries of these actions, one after another, in one form."""

    def decide(sheet: Sheet) -> tuple[list[Entry], str]:
        made: list[Entry] = []
        for act in acts:
            made += act(sheet.with_entries(made))
        return made, ""

    store.write(code, Form.of(fresh_key(), []), decide, at)


def far_browser(app: Flask, address: str = "192.0.2.7") -> FlaskClient:
    """Return a browser on the network, not on the serving machine, which sends Origin as browsers do."""
    browser = app.test_client()
    browser.environ_base |= {"REMOTE_ADDR": address, "HTTP_ORIGIN": "http://localhost"}
    return browser


def guest(app: Flask, code: str, seat: int | None = None) -> Phone:
    """Return a phone on the network that plays for a seat of a match, or watches without one."""
    phone, token, store = Phone(app), new_token(), app.extensions["companion.store"]
    phone.http = far_browser(app)
    phone.http.set_cookie("companion", token)
    Devices(store).join(store.match_id(code), token, VIEWER if seat is None else PLAYER, seat)
    return phone
