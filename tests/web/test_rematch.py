"""Rematch: one for each match, for the first phone that asks, and every page of the old match links to it."""

from concurrent.futures import ThreadPoolExecutor

from flask import Flask
from sqlmodel import func, select

from companion.storage.access.browsers import new_token
from companion.storage.access.devices import Devices
from companion.storage.access.links import PLAYER
from companion.storage.delete_match import delete_match
from companion.storage.models import DeviceRow, EntryRow, MatchRow
from companion.storage.store import Store
from tests.support.phone import Opened, Phone, fresh_key, guest


def over(client: Phone, code: str) -> str:
    """Abandon all deals of a match and return its path."""
    client.cancel(code, range(1, 10))
    return f"/m/{code}"


def test_two_phones_that_press_rematch_are_led_to_one_match(client: Phone, store: Store, match: Opened) -> None:
    path = over(client, match())
    forms = [client.get(f"{path}/rematch").form("/rematch") for _ in range(2)]
    first, second = (client.send(form.action, [("key", fresh_key())]).location for form in forms)
    assert first == second != path
    assert [f"/m/{one.code}" for one in store.unfinished()] == [first]


def test_eight_phones_at_once_open_one_match_and_all_are_at_it(app: Flask, store: Store, match: Opened) -> None:
    code = match()
    path, devices, old = over(Phone(app), code), Devices(store), store.match_id(code)
    for seat in range(4):
        devices.join(old, new_token(), PLAYER, seat)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: Phone(app).post(f"{path}/rematch"), range(8)))
    assert {answer.status for answer in answers} == {303}
    places = {answer.location for answer in answers}
    assert len(places) == 1
    with store.reading() as session:
        assert session.exec(select(func.count()).select_from(MatchRow)).one() == 2
        assert session.exec(select(func.count()).where(EntryRow.kind == "rematch")).one() == 1
        assert session.exec(select(func.count()).where(DeviceRow.match_id != old)).one() == 4


def test_a_match_that_is_still_played_has_no_rematch(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    page = client.post(f"/m/{code}/rematch")
    assert (page.status, "still being played" in page.words) == (409, True)
    assert [one.code for one in store.unfinished()] == [code]


def test_the_result_the_television_and_the_flat_screen_lead_to_the_rematch(client: Phone, match: Opened) -> None:
    path = over(client, match())
    new = client.post(f"{path}/rematch").location
    for page, wanted in (("", new), ("/tv", f"{new}/tv"), ("/flat", f"{new}/flat")):
        found = client.get(path + page)
        assert found.all("a", href=wanted), page
    assert client.get(path).all("button", **{"class": "btn primary"}) == []


def test_a_rematch_is_linked_nowhere_for_a_phone_that_is_not_at_it(
    app: Flask, client: Phone, store: Store, match: Opened
) -> None:
    path = over(client, match())
    new = client.post(f"{path}/rematch").location[3:]
    late = guest(app, path[3:])
    for where in ("", "/tv", "/flat", "/tv/part", "/flat/part"):
        assert new not in late.get(path + where).html, where
    assert new not in late.get("/evenings/" + store.match(path[3:]).day.isoformat()).html


def test_a_rematch_that_was_deleted_is_linked_nowhere_and_can_be_opened_again(
    client: Phone, store: Store, match: Opened
) -> None:
    path = over(client, match())
    gone = client.post(f"{path}/rematch").location[3:]
    delete_match(store, store.match_id(gone))
    for where in ("", "/tv", "/flat", "/tv/part", "/flat/part"):
        assert gone not in client.get(path + where).html, where
    assert gone not in client.get("/evenings/" + store.match(path[3:]).day.isoformat()).html
    again = client.submit(client.get(f"{path}/rematch").form("/rematch"))
    assert again.status == 200 and again.said
    (new,) = (f"/m/{one.code}" for one in store.unfinished())
    assert client.get(path).all("a", href=new) and client.get(f"{path}/rematch").location == new


def test_a_rematch_goes_on_by_the_chairs_after_a_swap_and_without_the_first_dealer(
    client: Phone, store: Store, match: Opened
) -> None:
    code = match()
    client.post(f"/m/{code}/people", swaps=1, **{"with": 3})  # Aki, Dee, Cy, Ben
    client.post(f"/m/{code}/people", leaves=0)
    client.post(f"/m/{code}/people", name="Emi", start="zero")
    client.post(f"/m/{code}/deals/1/abandon")
    client.post(f"/m/{code}/end")
    new = store.match(client.post(f"/m/{code}/rematch").location[-6:]).sheet
    assert new.names == ("Dee", "Cy", "Ben", "Emi")
    assert new.names[new.dealer(new.game.deals[0])] == "Dee"


def test_the_slip_of_a_rematch_says_who_deals_and_by_which_rules_and_both_can_be_changed(
    client: Phone, store: Store, match: Opened
) -> None:
    code = match(calls=2)
    assert client.get(f"/m/{code}/rematch").location == f"/m/{code}", "it is still played"
    path = over(client, code)
    slip = client.get(f"{path}/rematch")
    assert "Ben deals first the next after Aki" in slip.said and "Calls per player in a deal: 2." in slip.said
    assert "Start · Ben deals 9 each" in slip.said
    changed = client.get(next(link["href"] for link in slip.all("a") if "rules=1" in link["href"]))
    fields = dict(changed.form("/new/kalooki").fields)
    assert (fields["name0"], fields["name3"], fields["dealer"], fields["house.calls"]) == ("Aki", "Dee", "1", "2")
    other = client.get(next(link["href"] for link in slip.all("a") if "/new/three-thirteen" in link["href"]))
    assert dict(other.form("/new/three-thirteen").fields)["name3"] == "Dee"
    slip = client.get(next(link["href"] for link in slip.all("a") if link["href"].endswith("dealer=3")))
    assert "Start · Dee deals 9 each" in slip.said
    client.submit(slip.form("/rematch"), slip.form("/rematch").button("dealer", "3"))
    assert store.unfinished()[0].sheet.first_dealer == 3
