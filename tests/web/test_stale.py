"""Stale forms: a form from an outdated page books nothing; both versions are shown, and one tap sends it again."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from flask import Flask

from companion.storage.store import Store
from companion.web.forms.posting import SCOPES
from tests.support.phone import Opened, Page, Phone, fresh_key, revision_today

Fields = Mapping[str, str]
UNLOCKED = {  # they overwrite nothing: a ruling is added, a hand is confirmed by its number, a rematch is unique
    "referee.keep",
    "count.right",
    "setup.rematch",
    "end_match.delete",  # asks first
    "bring_in.undo",  # takes a whole sheet back, the same evening
}


@dataclass(frozen=True)
class Case:
    """A form, the forms booked before its page is opened, and those booked meanwhile by another phone."""

    path: str
    typed: Fields
    meanwhile: tuple[tuple[str, Fields], ...]
    stands: str
    sent: str
    before: str = "dealt"
    again: bool = True  # it can be sent again
    more: Fields = field(default_factory=dict)


def hand(points: int) -> Fields:
    return {"total": str(points)}


def why(**fields: str) -> Fields:
    return {"reason": "misread", **fields}


OUT = (("/deals/1/end", {"out": "0"}),)
CASES = {
    "who went out": Case("/deals/1/end", {"out": "1"}, OUT, "Aki went out", "Ben went out"),
    "a hand": Case("/deals/1/hands/1", hand(20), (("/deals/1/hands/1", hand(21)),), "21", "20", "out"),
    "the booking": Case("/deals/1/book", {}, (("/deals/1/hands/1", hand(21)),), "Ben: 21", "is saved.", "counted"),
    "all totals": Case(
        "/deals/1/totals",
        {"total-1": "20", "total-2": "21", "total-3": "22"},
        (("/deals/1/hands/1", hand(21)),),
        "Ben: 21",
        "You sent Ben: 20 Cy: 21 Dee: 22 Save",
        "out",
    ),
    "giving up": Case("/deals/1/abandon", {}, OUT, "Aki went out", "does not count."),
    "undo": Case(
        "/undo",
        {"deal": "1"},
        (("/undo", {"deal": "1"}), ("/deals/1/book", {})),
        "is saved.",
        "is open again.",
        "booked",
    ),
    "voiding": Case(
        "/deals/1/void", why(seat="0"), (("/correct/1/1", why(total="21")),), "Ben: 21", "does not count.", "booked"
    ),
    "a correction": Case(
        "/correct/1/1", why(total="20"), (("/correct/1/1", why(total="21")),), "Ben: 21", "Ben: 20", "booked"
    ),
    "who went out, corrected": Case(
        "/correct/1/0",
        why(total="20", out="1"),
        (("/correct/1/0", why(total="21", out="2", sure="1")), ("/correct/1/2", why(total="22", out="0", sure="1"))),
        "Aki went out",
        "Ben went out",
        "booked",
    ),
    "a bonus": Case(
        "/adjust",
        why(seat="1", points="-50"),
        (("/adjust", why(seat="2", points="25")),),
        "Cy: +25 (misread)",
        "Ben: −50 (misread)",
    ),
    "a bonus corrected": Case(
        "/adjust/{fine}",
        why(points="30"),
        (("/adjust/{fine}", why(points="40")),),
        "Ben: +40 (misread)",
        "Ben: +30 (misread)",
        "fined",
    ),
    "a bonus taken back twice": Case(
        "/adjust/{fine}",
        why(back="1"),
        (("/adjust/{fine}", why(back="1")),),
        "Ben: +25 taken back",
        "Ben: +25 taken back",
        "fined",
        again=False,
    ),
    "a name": Case(
        "/people",
        {"renames": "1", "name": "Bob"},
        (("/people", {"renames": "1", "name": "Bea"}),),
        "Ben is now called Bea.",
        "Bea is now called Bob.",
    ),
    "a latecomer": Case(
        "/people",
        {"name": "Emi", "start": "average"},
        (("/adjust", why(seat="1", points="25")),),
        "Ben: +25",
        "Emi joins, starting with 6.",
    ),
    "places": Case(
        "/people", {"swaps": "0", "with": "1"}, (("/people", {"leaves": "3"}),), "Dee leaves.", "Ben, Aki and Cy."
    ),
    "the end": Case("/end", {}, (("/deals/1/abandon", {}),), "does not count.", "The match was ended here."),
    "a note": Case("/note", {"text": "so close"}, (("/note", {"text": "so far"}),), "so far", "so close", "ended"),
    "a call": Case(
        "/deals/1/calls/1",
        {"act": "call"},
        (("/deals/1/calls/1", {"act": "call"}),),
        "Ben called the discard.",
        "Ben called the discard.",
    ),
}
COUNTED = (*OUT, *((f"/deals/1/hands/{seat}", hand(18 + seat)) for seat in (1, 2, 3)))
BOOKED = (*COUNTED, ("/deals/1/book", {}))
BEFORE: dict[str, tuple[tuple[str, Fields], ...]] = {
    "dealt": (),
    "out": OUT,
    "counted": COUNTED,
    "booked": BOOKED,
    "voided": (*BOOKED, ("/deals/1/void", why())),
    "stock": (
        ("/deals/1/end", {"out": ""}),
        *((f"/deals/1/hands/{seat}", hand(18 + seat)) for seat in range(4)),
        ("/deals/1/book", {}),
    ),
    "fined": (("/adjust", why(seat="1", points="25")),),
    "left": (("/people", {"leaves": "3"}),),
    "ended": (*BOOKED, ("/end", {})),
    "down": (("/deals/1/calls/1", {"act": "lay-down"}),),
}


def act(client: Phone, store: Store, code: str, acts: tuple[tuple[str, Fields], ...]) -> None:
    """Post these forms, each from a fresh page."""
    for path, fields in acts:
        answer = client.post(address(store, code, path), **fields)
        assert answer.status == 303, (path, answer.said)


def address(store: Store, code: str, path: str) -> str:
    """Return the address of a form; a bonus or fine is named by its entry."""
    given = [entry.id for entry in store.match(code).sheet.entries if entry.kind == "adjust"]
    return f"/m/{code}" + path.format(fine=given[0] if given else 0)


@pytest.mark.parametrize("case", CASES)
def test_a_form_from_an_older_page_books_nothing_and_can_be_sent_again(
    client: Phone, store: Store, match: Opened, shared_app: Flask, case: str
) -> None:
    it, code = CASES[case], match()
    act(client, store, code, BEFORE[it.before])
    here = address(store, code, it.path)
    old = revision_today(shared_app, here)["revision"]
    act(client, store, code, it.meanwhile)
    version = store.match(code).sheet.version
    page = client.post(here, revision=old, **it.typed)
    assert (page.status, store.match(code).sheet.version) == (409, version), page.said
    assert it.stands in page.said and it.sent in page.said and kept(page, it.typed), page.said
    if it.again:
        form = page.form(it.path.format(fine=here.rsplit("/", 1)[1]))
        answer = client.send(form.action, form.filled())
        asked = [form for form in answer.forms for one in form.buttons if one.attributes.get("name") == "sure"]
        if asked:  # other figures change too
            answer = client.submit(asked[0], asked[0].button("sure"))
        assert answer.status in (200, 303), answer.said  # counting leads on to the page of totals
        assert store.match(code).sheet.version > version


def kept(page: Page, typed: Fields) -> bool:
    """True if the page still has all that was typed, in its form or elsewhere."""
    there = {(found.get("name"), found.get("value")) for found in page.all("input")}
    return set(typed.items()) <= there or "Save mine" not in page.said


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        ("/deals/1/hands/1", {"total": "20", "revision": "1"}, 409),
        ("/deals/1/hands/1", {"cards": "7 frog", "revision": "2"}, 422),
        ("/deals/1/best/1", {"whole": "7S 7H 7D", "revision": "1"}, 409),
        ("/deals/1/best/1", {"whole": "7S frog", "revision": "2"}, 422),
    ],
)
def test_a_refused_hand_has_an_address_that_back_and_reload_only_read(
    client: Phone, store: Store, match: Opened, path: str, fields: Fields, status: int
) -> None:
    code = match("three-thirteen")
    act(client, store, code, (*OUT, ("/deals/1/hands/1", hand(21))))
    browser, form = {**client.headers, "Accept": "text/html"}, {"key": fresh_key(), **fields}
    answer = client.http.post(f"/m/{code}{path}", data=form, headers=browser)
    again = client.get(answer.headers["Location"])
    assert (answer.status_code, again.status) == (303, status)
    assert all(value in again.sent for value in fields.values())


@pytest.mark.parametrize("revision", ["", "1; --", "-1", "999999"])
def test_a_form_without_a_revision_books_nothing_where_nothing_was_written_yet(
    client: Phone, store: Store, match: Opened, revision: str
) -> None:
    code = match()
    for path, fields in (("/deals/1/end", {"out": "0"}), ("/deals/1/abandon", {}), ("/end", {})):
        page = client.post(f"/m/{code}{path}", revision=revision, **fields)
        assert (page.status, "On the scoresheet now nothing" in page.said) == (409, True)
    assert store.match(code).sheet.entries == ()


def test_what_was_refused_is_sent_again_from_the_page_it_was_typed_on(
    client: Phone, store: Store, match: Opened
) -> None:
    code = match()
    act(client, store, code, BOOKED)
    old = str(revision_today(client.app, f"/m/{code}/correct/1/1")["revision"])
    act(client, store, code, (("/correct/1/1", why(total="21")),))
    page = client.post(f"/m/{code}/correct/1/1", revision=old, total="frog", reason="misread")
    assert (page.status, page.value("revision")) == (422, old)
    for path, bad in (("/adjust", {"seat": "1", "points": "0"}), ("/people", {"renames": "1", "name": " "})):
        page = client.post(f"/m/{code}{path}", revision="0", **bad)
        assert page.status == 409 or page.value("revision") == "0"


def test_every_form_that_changes_a_match_names_what_it_depends_on(app: Flask) -> None:
    of_a_match = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and rule.rule.startswith("/m/<code>")
    }
    about_phones = {name for name in of_a_match if name.split(".")[0] in ("phones", "share")}
    assert of_a_match - about_phones - UNLOCKED == set(SCOPES)
