"""Safari's engine, today's and that of 16.0: a page that is returned to has its input, and shows what it will send."""

from collections.abc import Iterator, Sequence

import pytest

from tests.browser.screens import screens, seeded
from tests.browser.webkit import SOON, SafariPhone, until, webkit
from tests.support.evenings import ONE_OF_EACH_KIND
from tests.support.server import Server
from tests.support.table import store_in
from tests.support.wire import Post, booked

pytestmark = [pytest.mark.browser, pytest.mark.file]  # the kind of database makes no difference to an engine

FAMILY = ("Aki", "Ben", "Cy", "Dee")
WAYS = ["back", "forward", "reload"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """The address of a companion with matches in it, and its screens by name."""
    folder = tmp_path_factory.mktemp("house")
    pages = screens(seeded(store_in(folder), ONE_OF_EACH_KIND))
    served = Server(folder).start()
    yield served.address, pages
    served.kill()


def too_wide(safari: SafariPhone, pages: dict[str, str]) -> dict[str, int]:
    """Return the widths that screens need beyond a small phone's, by name, in CSS pixels."""
    safari.resize(360, 640)
    until(lambda: safari.run("return innerWidth") == 360, SOON, "its width")
    needed = {}
    for name, path in pages.items():
        safari.open(path)
        needed[name] = safari.run("return document.documentElement.scrollWidth - innerWidth")
    return {name: more for name, more in needed.items() if more > 0}


def of_one_game(pages: dict[str, str]) -> dict[str, str]:
    """Return the screens without those of the other kind of game."""
    return {name: path for name, path in pages.items() if not name.startswith(ONE_OF_EACH_KIND[1])}


def test_no_screen_scrolls_sideways(safari: SafariPhone, house: tuple[str, dict[str, str]]) -> None:
    safari.address, pages = house
    assert not too_wide(safari, pages)


def test_no_screen_scrolls_sideways_with_letters_twice_as_large(house: tuple[str, dict[str, str]]) -> None:
    address, pages = house
    with webkit(text=32) as running:
        assert not too_wide(SafariPhone(running, address), of_one_game(pages))


def returned(safari: SafariPhone, ways: Sequence[str] = WAYS) -> Iterator[str]:
    """Go to another page and back, or back and forward again, or reload; yield each way."""
    path = safari.run("return location.pathname + location.search")
    for way in ways:
        if way == "back":
            safari.open("/rules")
        if way == "forward":
            safari.go("back")
        safari.see(".page")
        safari.go(way)
        until(lambda: safari.run("return location.pathname + location.search").startswith(path), SOON, path)
        yield way


def named(safari: SafariPhone, game: str, names: tuple[str, ...]) -> None:
    """Type the names of a table in its set-up; the last one is still in its field."""
    safari.open(f"/new/{game}")
    for chair, name in enumerate(names):
        if not safari.run(f"return !!document.querySelector('input#name{chair}')"):
            safari.tap(".page h2")  # a tap beside the field keeps its name
        safari.type(f"input#name{chair}", name)


def filled(safari: SafariPhone, pattern: str) -> list[str]:
    """Return the values, not blank, that the form would send under names of that pattern."""
    code = "return [...new FormData(document.querySelector('main form'))].filter(([name]) => name.match(arguments[0]))"
    return [value for _, value in safari.run(code, pattern) if value.strip()]


def test_the_pad_shows_what_it_holds_and_sends_it(iphone: SafariPhone) -> None:
    iphone.open(iphone.begin_count("kalooki", FAMILY) + "/deals/1/count?seat=1")
    iphone.tap(".pad-cards .key[value='7']")
    for held, _ in enumerate(returned(iphone), start=1):
        iphone.see(".sum-total", str(7 * held))
        iphone.tap(".pad-cards .key[value='7']")
        iphone.see(".sum-total", str(7 * held + 7))
        assert iphone.value("[name=cards]").split() == ["7"] * (held + 1)
    iphone.tap(".pad-next")
    iphone.see("#whose", "Cy")
    assert iphone.text(".tabs li:nth-child(2) small") == "28"


def test_points_are_those_that_are_shown(iphone: SafariPhone) -> None:
    iphone.open(iphone.seat("kalooki", FAMILY) + "/adjust")
    for name, value in (("seat", "1"), ("sign", "-"), ("amount", "25")):
        iphone.tap(f".adjust [name={name}][value='{value}']")
    for way in returned(iphone):
        iphone.see(".points-form")
        shown = iphone.text(".makes b")
        assert (shown, filled(iphone, "amount")) == (("", []) if way == "reload" else ("−25", ["25"])), way


def test_the_referee_judges_the_cards_that_are_shown(iphone: SafariPhone) -> None:
    cards = "5H JK JK 8H"

    def laid() -> None:
        for card in cards.split():
            iphone.tap(f".cardgrid [data-card='{card}']")

    iphone.open("/rules/kalooki/referee/four")
    laid()
    for way in returned(iphone, ["reload", "back", "forward"]):
        iphone.see(".cardgrid")
        shown = iphone.run("return document.querySelectorAll('.cards-row .held-card').length")
        assert (iphone.value(".cards-input"), shown) == (("", 0) if way == "reload" else (cards, 4)), way
        if way == "reload":
            laid()
    iphone.tap(".thumb-ask .btn")
    iphone.see("#ruling h2", "No")


def test_a_table_that_is_set_up_keeps_its_names(iphone: SafariPhone) -> None:
    names = ("Zoe", "Yul", "Xia")
    named(iphone, "kalooki", names)
    for way in returned(iphone):
        until(lambda: filled(iphone, r"^name\d") == list(names), SOON, f"the names after {way}")
    iphone.tap(".thumb .btn.primary", ".page-table")
    seated = iphone.run("return [...document.querySelectorAll('.seat-name')].map(one => one.innerText.trim())")
    assert seated == [*names]


def test_a_refused_form_is_not_sent_again_by_the_browser(iphone: SafariPhone) -> None:
    table = iphone.seat("kalooki", FAMILY)
    booked(iphone.wire, table, 1, 0, [25, 40, 83])
    iphone.open(f"{table}/correct/1/3")
    revision = iphone.value("[name=revision]")
    iphone.open(f"{table}/correct/1/3?check=1&total=38&revision={revision}")
    iphone.wire.post(Post.of(f"{table}/correct/1/3", total=39, revision=revision, reason="misread"))
    iphone.tap(".slip-go button[name=sure]")
    iphone.see(".notice .contract-words", "The scoresheet has changed")
    for way in returned(iphone):
        iphone.see(".stale-choice" if way == "reload" else ".notice")  # the page itself is kept, with the refusal
        assert "38" in iphone.text("main") and "39" in iphone.text("main")


def test_a_zero_is_corrected_without_scrolling(safari: SafariPhone, house: tuple[str, dict[str, str]]) -> None:
    safari.address, pages = house
    for game, zero in (("kalooki", "3/0"), ("three-thirteen", "2/0")):
        safari.open(f"{pages[f'{game} table']}/correct/{zero}")
        safari.see(".count-correct .hand .pills")
        assert safari.run("return document.documentElement.scrollHeight - innerHeight") <= 0, game


def test_japanese_lines_break_between_phrases(safari: SafariPhone, house: tuple[str, dict[str, str]]) -> None:
    safari.address, pages = house
    safari.open(pages["kalooki table"] + "/referee/schedule")
    safari.run("document.cookie = 'language=ja; path=/'")
    safari.open(pages["kalooki table"] + "/referee/schedule")
    parts = safari.run("return document.querySelector('h1').innerHTML.trim().split('<wbr>')")
    breaks = safari.run("return getComputedStyle(document.querySelector('h1')).wordBreak")
    safari.run("document.cookie = 'language=; path=/; max-age=0'")
    assert (parts, breaks) == (["この", "ディールの", "コントラクトと", "ディーラーは？"], "keep-all")
