"""Device transfer: a one-time code moves a place to another phone, for one table or for all."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from companion import clock
from companion.server.open_house import Limits
from companion.storage.access.devices import HOST
from companion.storage.access.links import PLAYER, VIEWER
from tests.support.evenings import Evenings
from tests.support.houses import COOKIE, OURS, THEIRS, Family, House, families, family, phone
from tests.support.phone import Page, Phone

LINK = re.compile(r"https://localhost/carry#([\w-]+)")


@pytest.fixture
def app(empty_instance: Path, a_house: House) -> Flask:
    """An open house."""
    return a_house(empty_instance, Limits())


@pytest.fixture
def ours(app: Flask, evenings: Evenings) -> Family:
    """A family and its tables."""
    return families(evenings, app, OURS)[0]


def link(giver: Phone, code: str, **more: str) -> str:
    """Return the secret in a new transfer link of that phone."""
    found = LINK.search(giver.post(f"/m/{code}/carry", **more).html)
    assert found
    return found[1]


def take(taker: Phone, secret: str) -> Page:
    """Follow the link and return the response."""
    return taker.post("/carry", secret=secret)


def test_the_host_of_a_table_carries_it_to_another_phone_and_stays(app: Flask, ours: Family) -> None:
    old, new = phone(app, ours.tokens[HOST]), phone(app)
    assert "The other phone can do here what this one can." in old.get(f"/m/{ours.running}/carry").said
    taken = take(new, link(old, ours.running))
    assert (taken.status, taken.location) == (303, f"/m/{ours.running}")
    assert all("Delete match" in one.get(f"/m/{ours.running}").said for one in (old, new))
    assert new.get(f"/m/{ours.finished}").status == 404, "this table alone"


def test_all_tables_come_along_where_that_was_asked_for(app: Flask, ours: Family) -> None:
    old, new = phone(app, ours.tokens[HOST]), phone(app)
    taken = take(new, link(old, ours.running, every="1"))
    assert taken.location == "/"
    assert all(new.get(f"/m/{code}").status == 200 for code in (ours.running, ours.finished))


def test_a_link_opens_once_and_the_next_one_ends_it(app: Flask, ours: Family) -> None:
    old, first, second = phone(app, ours.tokens[HOST]), phone(app), phone(app)
    made, again = link(old, ours.running), link(old, ours.running)
    assert take(first, made).status == 404, "a newer one was made"
    assert take(first, again).status == 303
    used = take(second, again)
    assert used.status == 404
    assert "This link has already been used, or is too old." in used.said


def test_a_phone_whose_answer_was_lost_takes_the_link_again_unless_it_was_sent_away(app: Flask, ours: Family) -> None:
    old, new, other = phone(app, ours.tokens[PLAYER]), phone(app), phone(app)
    secret = link(old, ours.running)
    new.get("/carry")
    before = new.http.get_cookie(COOKIE)
    assert before and take(new, secret).status == 303
    new.http.set_cookie(COOKIE, before.value, secure=True)
    assert take(other, secret).status == 404
    assert take(new, secret).status == 303
    assert "This phone is Ben’s." in new.get(f"/m/{ours.running}").said
    host, here = phone(app, ours.tokens[HOST]), f"/m/{ours.running}/phones"
    last = [form.action for form in host.get(here).forms if f"{here}/" in form.action][-1]
    assert host.post(last, away="1").status == 303 and take(new, secret).status == 404


def test_after_ten_minutes_a_link_opens_nothing(app: Flask, ours: Family, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = link(phone(app, ours.tokens[HOST]), ours.running)

    monkeypatch.setattr(clock, "earliest", lambda: datetime.now(UTC) + timedelta(minutes=11))
    assert take(phone(app), secret).status == 404


def test_a_phone_that_was_sent_away_carries_nothing_any_more(app: Flask, ours: Family) -> None:
    player, host = phone(app, ours.tokens[PLAYER]), phone(app, ours.tokens[HOST])
    secret = link(player, ours.running)
    seats = [form.action for form in host.get(f"/m/{ours.running}/phones").forms if "/phones/" in form.action]
    assert all(host.post(action, away="1").status == 303 for action in seats[1:2])
    assert take(phone(app), secret).status == 404


def test_a_player_carries_the_own_seat_and_no_more(app: Flask, ours: Family) -> None:
    new = phone(app)
    assert take(new, link(phone(app, ours.tokens[PLAYER]), ours.running)).status == 303
    said = new.get(f"/m/{ours.running}").said
    assert "This phone is Ben’s." in said and "Delete match" not in said


def test_who_only_watches_carries_nothing(app: Flask, ours: Family) -> None:
    viewer = phone(app, ours.tokens[VIEWER])
    assert viewer.get(f"/m/{ours.running}/carry").status == viewer.post(f"/m/{ours.running}/carry").status == 403


def test_a_phone_keeps_its_own_tables_and_its_better_place(app: Flask, ours: Family) -> None:
    theirs = family(app, THEIRS)
    host_there, host_here = phone(app, theirs.tokens[HOST]), phone(app, ours.tokens[HOST])
    assert take(host_there, link(phone(app, ours.tokens[PLAYER]), ours.running)).status == 303
    assert [host_there.get(f"/m/{code}").status for code in (theirs.running, ours.running)] == [200, 200]
    assert take(host_here, link(host_there, ours.running)).status == 303
    assert "Delete match" in host_here.get(f"/m/{ours.running}").said, "a player's place makes nobody less"


# Sending away


def away(sender: Phone, code: str, number: int) -> Page:
    """Send away the phone at that position in the list, and return the response."""
    here = f"/m/{code}/phones"
    return sender.post([form.action for form in sender.get(here).forms if f"{here}/" in form.action][number], away="1")


def test_who_was_sent_away_is_so_with_the_phones_the_place_was_carried_to(app: Flask, ours: Family) -> None:
    host, lost, second, third = phone(app, ours.tokens[HOST]), phone(app, ours.tokens[PLAYER]), phone(app), phone(app)
    take(second, link(lost, ours.running, every="1"))
    take(third, link(second, ours.running))
    said = host.get(f"/m/{ours.running}/phones").said
    assert said.count("moved here from another phone") == 2
    assert said.count("with the phones its seat was moved to") == 2, "the first and the second"
    assert away(host, ours.running, 1).status == 303
    assert [one.get(f"/m/{ours.running}").status for one in (lost, second, third)] == [404] * 3
    assert second.get(f"/m/{ours.finished}").status == 200, "another evening has its own table"


def test_who_sends_the_first_phone_away_stays(app: Flask, ours: Family) -> None:
    lost, mine = phone(app, ours.tokens[PLAYER]), phone(app)
    take(mine, link(lost, ours.running))
    assert away(mine, ours.running, 0).status == 303
    assert [one.get(f"/m/{ours.running}").status for one in (lost, mine)] == [404, 200]


def test_a_rematch_keeps_which_place_was_carried(app: Flask, ours: Family) -> None:
    host, lost, second = phone(app, ours.tokens[HOST]), phone(app, ours.tokens[PLAYER]), phone(app)
    take(second, link(lost, ours.running))
    host.post(f"/m/{ours.running}/end")
    new = host.post(f"/m/{ours.running}/rematch").location.rsplit("/", 1)[1]
    assert away(host, new, 1).status == 303
    assert [one.get(f"/m/{code}").status for one in (lost, second) for code in (ours.running, new)] == [404] * 4
