"""Language and colours: the browser's first, then the chosen ones, remembered; the form leads back to its page."""

import pytest
from flask import Flask

from companion.games import GAMES
from companion.rules.game import Game
from tests.support.phone import Opened, Phone

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("shared_app")]


def test_a_language_once_chosen_is_remembered_whatever_the_browser_says(client: Phone) -> None:
    page = client.get("/")
    form = page.form("/settings")
    page = client.submit(form, form.button("language", "ja"))
    assert page.all("html", lang="ja")
    assert client.get("/rules/kalooki", **{"Accept-Language": "en"}).all("html", lang="ja")


def test_a_choice_leads_back_to_where_it_was_made(client: Phone) -> None:
    form = client.get("/?before=7&game=kalooki").form("/settings")
    answer = client.send(form.action, form.filled(theme="dark"))
    assert (answer.status, answer.location) == (303, "/?before=7&game=kalooki")


@pytest.mark.parametrize(("theme", "attribute"), [("dark", "dark"), ("light", "light"), ("system", None)])
def test_a_theme_is_remembered(client: Phone, theme: str, attribute: str | None) -> None:
    client.send("/settings", {"theme": "dark"})
    client.send("/settings", {"theme": theme, "back": "/"})
    assert client.get("/").all("html")[0].get("data-theme") == attribute
    assert client.get("/settings").all("button", name="theme", value=theme)[0]["aria-pressed"] == "true"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_deck_of_more_than_four_suits_has_a_colour_for_each(client: Phone, match: Opened, game: Game) -> None:
    for page in (f"/m/{match(game.id)}", f"/new/{game.id}"):
        shown = client.get(page).all("html")[0].get("data-suits")
        assert shown == ("four" if len(game.pack.suits) > 4 else None), page


@pytest.mark.parametrize(
    "fields", [{"language": "fr"}, {"theme": "neon"}, {"suits": "five"}, {"role": "host"}, {"language": "ja\r\nX: y"}]
)
def test_what_is_no_choice_is_not_remembered(client: Phone, fields: dict[str, str]) -> None:
    answer = client.send("/settings", fields)
    assert (answer.status, "Set-Cookie" in answer.headers) == (303, False)


def test_a_cookie_of_no_choice_is_taken_as_none(client: Phone) -> None:
    client.http.set_cookie("language", "<script>")
    client.http.set_cookie("theme", '"><script>alert(1)</script>')
    client.http.set_cookie("suits", "five")
    page = client.get("/")
    assert (page.status, bool(page.all("html", lang="en")), page.inline) == (200, True, [])


def test_cookies_are_kept_from_scripts_and_from_other_sites(client: Phone) -> None:
    cookie = client.send("/settings", {"language": "ja"}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie


@pytest.mark.parametrize("back", ["//evil", "/\\evil", "https://evil", "", "/\n/evil", "javascript:alert(1)"])
def test_settings_lead_nowhere_else(client: Phone, back: str) -> None:
    assert client.send("/settings", {"theme": "dark", "back": back}).location == "/"


def test_the_page_of_appearance_keeps_the_way_back_and_leads_nowhere_else(client: Phone) -> None:
    page = client.get("/settings?back=/rules?q=joker")
    assert page.all("a", href="/rules?q=joker")
    page = client.submit(page.form("/settings"), page.form("/settings").button("theme", "dark"))
    assert page.all("html", **{"data-theme": "dark"}) and page.all("a", href="/rules?q=joker")
    assert not client.get("/settings?back=//evil").all("a", href="//evil")


def test_behind_https_choices_are_bound_to_the_host_and_earlier_ones_are_heard(
    client: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "PUBLIC_URL", "https://localhost")
    client.http.set_cookie("theme", "dark")
    assert client.get("/").all("html", **{"data-theme": "dark"})
    fields = {"language": "ja", "theme": "light", "suits": "four"}
    answer = client.send("/settings", fields, Origin="https://localhost")
    cookies = answer.headers.getlist("Set-Cookie")
    assert sorted(cookie.split("=")[0] for cookie in cookies) == [f"__Host-{name}" for name in sorted(fields)]
    assert all({"Secure", "Path=/"} <= set(cookie.split("; ")) and "Domain" not in cookie for cookie in cookies)
    headers = {"Cookie": "theme=dark; " + "; ".join(cookie.split(";")[0] for cookie in cookies)}
    assert client.get("/", **headers).all("html", lang="ja", **{"data-theme": "light", "data-suits": "four"})
