"""The whole evening without script: only links, forms and buttons on the pages."""

from companion.games import GAMES
from companion.storage.store import Store
from tests.support.phone import Page, Phone


def started(client: Phone, game: str, *names: str) -> Page:
    """Open a new match from the home page and return its table."""
    assert client.get("/").all("a", href=f"/new/{game}")
    form = client.get(f"/new/{game}").form(f"/new/{game}")
    return client.submit(form, None, dealer="0", **{f"name{seat}": name for seat, name in enumerate(names)})


def link(page: Page, ending: str) -> str:
    """Return the address of a link on the page."""
    return next(found["href"] for found in page.all("a") if found.get("href", "").endswith(ending))


def by_keys(client: Phone, page: Page, cards: str) -> Page:
    """Enter a hand on the pad key by key and send it."""
    for card in cards.split():
        form = next(form for form in page.forms if "/hands/" in form.action)
        page = client.submit(form, form.button("add", card))
    return client.submit(next(form for form in page.forms if "/hands/" in form.action))


def counted(client: Phone, table: Page, number: int, out: int, cards: str) -> Page:
    """Count one deal, from the table back to the table: who went out, every hand, the review, the booking."""
    page = client.get(link(table, f"/deals/{number}/count"))
    form = page.form("/end")
    page = client.submit(form, form.button("out", str(out)))
    while forms := [form for form in page.forms if "/hands/" in form.action]:
        page = by_keys(client, page, cards) if number == 1 else client.submit(forms[0], cards=cards)
    return client.submit(page.form("/book"))


def test_a_whole_game_of_three_thirteen_with_a_correction_and_a_tie(client: Phone, store: Store) -> None:
    page = started(client, "three-thirteen", "Aki", "Ben", "Cy")
    for number in range(1, len(GAMES["three-thirteen"].deals) + 1):
        page = counted(client, page, number, number % 3, "9 8 5")
        if number == 6:
            cell = client.get(link(client.get(link(page, "/sheet")), "deal=6&seat=1#c6-1"))
            form = client.get(link(cell, "/correct/6/1")).form("/correct/6/1")
            client.submit(form, cards="9 8", reason="counted wrong")
    sheet = store.finished(1)[0].sheet
    # Aki went out three times, Ben and Cy four times; Ben's sixth hand was five lighter.
    assert sheet.totals == (8 * 22, 7 * 22 - 5, 7 * 22)
    assert "Ben wins" in page.said
    assert [line.figure for line in sheet.history(6, 1)] == ["22", "17"]
