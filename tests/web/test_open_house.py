"""Open house: any client may open a table and is its host; for other clients the table does not exist."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.app import behind_proxy
from companion.server.open_house import Limits, clean_up
from companion.storage.access.devices import HOST
from companion.storage.access.links import PLAYER, VIEWER, Links
from companion.storage.backup.catalog import back_up
from companion.storage.database.errors import Unusable
from companion.storage.players.identities import PersonAct, PersonEntry
from companion.storage.players.name_commands import append_name_entry
from companion.storage.store import Store
from companion.web.guard import open_house_limits
from companion.web.view.qr import qr_svg
from tests.support import houses
from tests.support.evenings import Evenings
from tests.support.houses import OURS, THEIRS, Family, House, addresses, asked, families, phone
from tests.support.phone import Phone
from tests.support.postgres import DATABASES
from tests.web.test_security import check_any

SIFTED = (
    "/?player=Xenia",
    "/players?name=Xenia",
    "/players?name=Aki&with=Xenia",
    "/matches.csv?before=999999",
    "/api/matches?before=999999",
    "/api/players",
)
Town = tuple[Flask, Family, Family]


@pytest.fixture
def town(empty_instance: Path, a_house: House, evenings: Evenings) -> Town:
    """Two families at one open house; tests/web/test_access.py asks in a house with a host of all."""
    app = a_house(empty_instance, Limits())
    ours, theirs = families(evenings, app, OURS, THEIRS)
    return app, ours, theirs


@pytest.fixture
def app(empty_instance: Path, a_house: House) -> Flask:
    """An open house without any match."""
    return a_house(empty_instance, Limits())


def browser(app: Flask, ours: Family, role: str) -> Phone:
    """Return a browser in that role in our family."""
    return phone(app, houses.operator(app) if role == "operator" else ours.tokens[role])


def leaks(app: Flask, ours: Family, theirs: Family, role: str) -> list[str]:
    """Return the addresses, for that role, whose answers contain texts of the other family; none may fail."""
    reader = browser(app, ours, role)
    paths = [
        (method, path)
        for rule, method, path in addresses(app, ours)
        if rule.endpoint != "static"
        and ("code" not in rule.arguments or (method == "GET" and role != "operator"))  # nobody at any table
    ]
    found = []
    sifted = (*SIFTED, f"/rules/three-thirteen?code={theirs.running}")
    for method, path in (*(("GET", path) for path in sifted), *paths):
        answer = asked(reader.http, method, path)
        assert answer.status_code < 500, (method, path)
        check_any(answer.headers)
        assert "noindex" in answer.headers["X-Robots-Tag"], path
        marks = [mark for mark in theirs.marks if mark not in path and mark.encode() in answer.get_data()]
        found += [f"{method} {path}: {', '.join(marks)}"] if marks else []
    return found


@pytest.mark.parametrize("role", [HOST, "operator"])  # a host may all that players, viewers and strangers may
def test_no_address_tells_anybody_of_other_peoples_tables(town: Town, role: str) -> None:
    app, ours, theirs = town
    assert leaks(app, ours, theirs, role) == []


def test_where_one_is_host_of_all_nobody_else_is_told_either(
    empty_instance: Path, a_house: House, evenings: Evenings
) -> None:
    app = a_house(empty_instance, None)
    ours, theirs = families(evenings, app, OURS, THEIRS)
    assert leaks(app, ours, theirs, PLAYER) == []
    assert theirs.running in browser(app, ours, "operator").get("/").html, "the host of all is shown their tables"


def test_at_other_peoples_tables_there_is_nothing_and_nothing_happens(town: Town) -> None:
    app, ours, theirs = town
    reader, store = browser(app, ours, HOST), app.extensions["companion.store"]
    before = told(store, theirs)
    at_tables = [(method, path) for rule, method, path in addresses(app, theirs) if "code" in rule.arguments]
    assert len(at_tables) > 100
    for method, path in at_tables:
        answer = asked(reader.http, method, path)
        waits = "/waiting" in path and answer.status_code == 404
        assert answer.status_code == 404 or waits, (method, path)
    assert told(store, theirs) == before


def told(store: Store, theirs: Family) -> list[Any]:
    """Return the stored entries and end times of a family's tables."""
    return [
        (store.match(code).sheet.entries, store.match(code).finished_at) for code in (theirs.running, theirs.finished)
    ]


def opened(somebody: Phone, *names: str, game: str = "kalooki", **more: str) -> Any:
    """Open a table for these players and return the response."""
    return somebody.post(f"/new/{game}", dealer="0", **{f"name{seat}": name for seat, name in enumerate(names)}, **more)


def test_a_stranger_opens_a_table_is_its_host_and_nobody_elses(app: Flask) -> None:
    somebody, another = phone(app), phone(app)
    first = somebody.get("/")
    assert "Kalooki" in first.said and first.all("a", href="/new/kalooki") and first.all("a", href="/join")
    table = opened(somebody, *OURS)
    assert (table.status, somebody.get(table.location).status) == (303, 200)
    assert "Scorekeeper host of this table, this phone" in somebody.get(f"{table.location}/phones").said
    assert "Delete match" in somebody.get(table.location).said
    assert (another.get(table.location).status, "Aki" in another.get("/").said) == (404, False)
    assert "Aki" in somebody.get("/").said


def test_a_match_entered_from_paper_belongs_to_the_person_who_entered_it(app: Flask) -> None:
    somebody = phone(app)
    points = {f"d{deal}s{seat}": str(5 * seat) for deal in range(1, 12) for seat in range(2)}
    kept = somebody.post(
        "/new/three-thirteen/sheet", name0="Aki", name1="Ben", dealer="0", day="2026-01-02", save="1", **points
    )
    assert kept.status == 303, kept.said
    assert (somebody.get(kept.location).status, phone(app).get(kept.location).status) == (200, 404)


def test_a_rematch_has_the_same_host(app: Flask, evenings: Evenings) -> None:
    [ours] = families(evenings, app, OURS)
    player = phone(app, ours.tokens[PLAYER])
    again = player.post(f"/m/{ours.finished}/rematch")
    assert "Delete match" in phone(app, ours.tokens[HOST]).get(again.location).said
    assert "Delete match" not in player.get(again.location).said


def test_a_result_leads_to_the_rematch_only_those_who_may_see_it(app: Flask, evenings: Evenings) -> None:
    [ours] = families(evenings, app, OURS)
    path = f"/m/{ours.finished}"
    player, late = phone(app, ours.tokens[PLAYER]), phone(app)
    again = player.post(f"{path}/rematch").location
    shared = player.submit(player.get(f"{path}/share").form("/share/link"))
    late.post("/join/seats", code=re.findall(r"/join#(\w+)", shared.html)[0], seat="")
    assert (late.get(path).status, late.get(again).status) == (200, 404)
    assert late.get(path).all("a", href=again) == [] and late.get(path).all("a", href=f"{path}/rematch") == []
    assert phone(app, ours.tokens[VIEWER]).get(path).all("a", href=again)


def test_its_operator_is_nobody_at_any_table(app: Flask) -> None:
    table = opened(phone(app), *OURS)
    operator = phone(app, houses.operator(app))
    assert operator.get(table.location).status == 404
    assert operator.get("/keep").status == operator.get("/host/browsers").status == 200
    made = back_up(Path(app.instance_path))
    assert f'companion restore "{made}"' in operator.get("/keep").html.replace("&#34;", '"')
    assert operator.get(f"/keep/restore/{made.name}").status == 404  # the tables of others would go
    assert phone(app).get("/keep").status == 403


def test_a_table_keeps_its_host_with_any_players(app: Flask, evenings: Evenings) -> None:
    [ours] = families(evenings, app, OURS)
    player, host = phone(app, ours.tokens[PLAYER]), phone(app, ours.tokens[HOST])
    here = f"/m/{ours.running}/phones"
    number = next(form.action for form in host.get(here).forms if "/phones/" in form.action)
    assert not any("/phones/" in form.action and form.action == number for form in player.get(here).forms)
    assert player.post(number, away="1").status == 403
    assert host.get(f"/m/{ours.running}").status == 200


def test_a_host_who_takes_a_seat_stays_host(app: Flask) -> None:
    somebody = phone(app)
    table = opened(somebody, *OURS).location
    code = somebody.get(f"{table}/phones").html.split('class="door-code">')[1][:14].replace("&nbsp;", "")
    assert somebody.post("/join", code=code).status == 303
    assert somebody.post("/join/seats", code=code, seat="2").status == 303
    assert "Delete match" in somebody.get(table).said
    assert "This phone is Cy’s." in somebody.get(table).said


def test_one_address_opens_so_many_tables_a_day_and_is_told_when_the_next_may_be(
    empty_instance: Path, a_house: House
) -> None:
    app = a_house(empty_instance, Limits(tables_a_day=2))
    assert [opened(phone(app), *OURS).status for _ in range(2)] == [303, 303]
    full = opened(phone(app), *THEIRS)
    assert full.status == 429
    assert re.search(r"reached today’s limit for new tables. Try again in [0-9]+ h.", full.said)
    assert full.value("name0") == "Xenia", "what was typed stays"
    assert opened(at(app, "192.0.2.99"), *THEIRS).status == 303


def test_a_table_whose_answer_was_lost_counts_once_and_is_opened_once(empty_instance: Path, a_house: House) -> None:
    app = a_house(empty_instance, Limits(tables_a_day=1))
    fields = {f"name{seat}": name for seat, name in enumerate(OURS)} | {"dealer": "0"}
    browser = phone(app)
    browser.get("/new/kalooki")
    answers = [browser.post("/new/kalooki", "asecretkey", **fields) for _ in range(2)]
    assert [(answer.status, answer.location) for answer in answers] == [(303, answers[0].location)] * 2
    assert browser.get(answers[0].location).status == 200 and opened(phone(app), *OURS).status == 429


def at(app: Flask, address: str, token: str = "") -> Phone:
    """Return a browser at that client address, with that token or new."""
    made = phone(app, token)
    made.http.environ_base["REMOTE_ADDR"] = address
    return made


def test_one_network_opens_twice_as_many_and_no_other_waits_for_that(empty_instance: Path, a_house: House) -> None:
    app = a_house(empty_instance, Limits(tables_a_day=1))
    answers = [opened(at(app, f"2001:db8:1:{n}::1"), *OURS) for n in range(4)]
    assert [answer.status for answer in answers] == [303, 303, 429, 429]
    assert "This network has reached today’s limit for new tables" in answers[-1].said
    assert opened(at(app, "2001:db8:2::1"), *THEIRS).status == 303


def test_when_newcomers_have_opened_enough_those_who_were_here_go_on(
    empty_instance: Path, a_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = a_house(empty_instance, Limits())
    known = at(app, "192.0.2.1")
    assert opened(known, *OURS).status == 303
    monkeypatch.setattr(open_house_limits, "TABLES_OF_ALL", 2)
    assert opened(at(app, "192.0.2.2"), *OURS).status == 303
    app = a_house(empty_instance, Limits())  # counted from the matches, which a restart keeps
    known = at(app, "192.0.2.1", known.http.get_cookie(houses.COOKIE).value)
    refused = opened(at(app, "198.51.100.1"), *THEIRS)
    assert refused.status == 429 and "Newcomers have reached today’s limit for new tables" in refused.said
    assert opened(known, *OURS).status == 303


def test_codes_to_type_are_longer_there_and_the_link_carries_a_secret(app: Flask) -> None:
    somebody = phone(app)
    table = opened(somebody, *OURS).location
    page, codes = somebody.get(f"{table}/phones"), Links(app.extensions["companion.store"]).codes(1)
    assert (len(codes.join), len(codes.view)) == (8, 8)
    assert f"{codes.join[:4]} {codes.join[4:]}" in page.said and f"{codes.view[:4]} {codes.view[4:]}" in page.said
    for secret in (codes.join_secret, codes.view_secret):
        assert qr_svg(f"{houses.ADDRESS}/join#{secret}") in page.html


def test_a_full_house_opens_no_table_and_lets_the_others_go_on(
    empty_instance: Path, a_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = a_house(empty_instance, Limits(full_at=10**12))
    somebody = phone(app)
    table = opened(somebody, *OURS).location
    monkeypatch.setattr(open_house_limits, "database_size", lambda store: 10**12)
    assert "This house is full" in opened(somebody, *OURS).said
    assert somebody.post(f"{table}/deals/1/end", out=0).status == 303


def test_tables_where_nobody_writes_are_set_aside_and_taken_up_by_the_next_who_books(
    empty_instance: Path, a_house: House, evenings: Evenings
) -> None:
    app = a_house(empty_instance, Limits(idle_days=30))
    [ours], store = families(evenings, app, OURS), app.extensions["companion.store"]
    host, limits, now = phone(app, ours.tokens[HOST]), Limits(idle_days=30), datetime.now(UTC)
    assert tuple(clean_up(store, limits, now + timedelta(days=29))) == (0, 0)
    assert tuple(clean_up(store, limits, now + timedelta(days=31))) == (1, 0)
    assert store.unfinished() == []
    assert "Archived 1 table" in host.get("/").said
    assert "This table was archived." in host.get(f"/m/{ours.running}").said
    host.deal(ours.running, 2, 0, {1: "5", 2: "5", 3: "5"})
    assert len(store.unfinished()) == 1
    assert "archived" not in host.get(f"/m/{ours.running}").said


def test_a_table_where_nothing_was_ever_booked_is_deleted_when_it_was_idle_for_so_long(app: Flask) -> None:
    somebody, store = phone(app), app.extensions["companion.store"]
    table = opened(somebody, *OURS).location
    assert tuple(clean_up(store, Limits(), datetime.now(UTC) + timedelta(days=61))) == (0, 1)
    assert somebody.get(table).status == 404


def test_an_open_house_does_not_begin_where_names_are_joined_for_all(empty_instance: Path, a_house: House) -> None:
    app = a_house(empty_instance, None)
    store = app.extensions["companion.store"]
    now = datetime.now(UTC)
    append_name_entry(store, PersonEntry("k" * 16, PersonAct.JOINED, "Ann", "Anna", now))
    store.engine.dispose()
    app.extensions.clear()
    with pytest.raises(Unusable, match="the same name"):
        a_house(empty_instance, Limits())


@pytest.mark.parametrize(("value", "house"), [("1", Limits(idle_days=7)), ("0", None), ("false", None), ("", None)])
def test_another_server_opens_the_house_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, house: Limits | None
) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setenv("COMPANION_OPEN", value)
    monkeypatch.setenv("COMPANION_IDLE_DAYS", "7")
    app = behind_proxy("https://club.example", DATABASE_URL=DATABASES.of(tmp_path / "instance"))
    assert app.config["OPEN_HOUSE"] == house


def test_a_player_who_sends_the_form_that_opened_the_table_is_not_its_host(app: Flask) -> None:
    somebody, player, key = phone(app), phone(app), "0123456789abcdef"
    table = opened(somebody, *OURS, key=key).location
    assert key in somebody.get(f"{table}/match.jsonl").html, "the players there can know it"
    assert opened(player, *OURS, key=key).location == table
    assert player.get(table).status == 404
    assert "Delete match" in somebody.get(table).said
