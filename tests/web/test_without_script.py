"""The whole evening without script: only links, forms and buttons on the pages."""

from companion.storage.store import Store
from tests.support.phone import Page, Phone


def started(client: Phone, game: str, *names: str) -> Page:
    """Open a new match from the home page and return its table."""
    assert client.get("/").all("a", href=f"/new/{game}")
    form = client.get(f"/new/{game}?house.schedule=10:gg+10:gr7+12:rrr").form(f"/new/{game}")
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


def test_a_whole_match_with_a_correction(client: Phone, store: Store) -> None:
    page = started(client, "contract-rummy", "Aki", "Ben", "Cy")
    for number in (1, 2, 3):
        page = counted(client, page, number, number - 1, "9 8 5")
        if number == 2:
            cell = client.get(link(client.get(link(page, "/sheet")), "deal=2&seat=0#c2-0"))
            form = client.get(link(cell, "/correct/2/0")).form("/correct/2/0")
            client.submit(form, cards="9 8", reason="counted wrong")
    sheet = store.finished(1)[0].sheet
    assert sheet.totals == (39, 44, 44), "each went out once, and Aki's second hand was five lighter"
    assert "Aki wins" in page.said
    assert [line.figure for line in sheet.history(2, 0)] == ["22", "17"]
