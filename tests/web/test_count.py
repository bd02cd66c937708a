"""Counting a deal: who went out, each hand on the pad, the review, the booking; also with two phones at once."""

import pytest
from flask import Flask

from companion.sheet import review
from companion.storage.store import Store
from companion.web.screens import count
from tests.support.phone import Opened, Page, Phone, guest

pytestmark = pytest.mark.usefixtures("shared_app")


@pytest.fixture
def code(client: Phone, match: Opened) -> str:
    """A match whose first deal Aki ended."""
    code = match()
    client.post(f"/m/{code}/deals/1/end", out=0)
    return code


def hand(client: Phone, code: str, seat: int, number: int = 1, revision: int = 1, **given: str) -> Page:
    """Count one hand and return the response."""
    return client.post(f"/m/{code}/deals/{number}/hands/{seat}", revision=revision, **given)


def penalties(store: Store, code: str, number: int = 1) -> list[int | None]:
    """Return the penalty of every seat in a deal."""
    sheet = store.match(code).sheet
    return [sheet.penalty(number, seat) for seat in sheet.seats]


# Steps


def test_first_it_is_asked_who_went_out(client: Phone, match: Opened) -> None:
    page = client.get(f"/m/{match()}/deals/1/count")
    assert "Who went out?" in page.said
    assert [found["value"] for found in page.all("button", name="out")] == ["0", "1", "2", "3"]
    ends = client.get(next(link["href"] for link in page.all("a") if "out=ends" in link.get("href", "")))
    assert ends.form("/abandon") and ends.all("button", name="out", value="")


def test_from_there_play_goes_on_with_the_calls_as_they_were(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    client.post(f"/m/{code}/deals/1/calls/2", act="call")
    asked = client.get(f"/m/{code}/deals/1/count")
    assert asked.all("a", href=f"/m/{code}") and "Everyone else counts." in asked.said, "nobody is marked yet"
    client.post(f"/m/{code}/deals/1/end", out=0)
    marked = client.get(f"/m/{code}/deals/1/count?out=1")
    assert "Aki is marked." in marked.said
    assert [found["value"] for found in marked.all("button", name="out", **{"aria-pressed": "true"})] == ["0"]
    table = client.submit(marked.form("/play-on"))
    assert "Call +" in table.said and "Go on counting" not in table.said
    sheet = store.match(code).sheet
    assert not sheet.play_ended(sheet.deal(1)) and (sheet.out(1), sheet.calls(1, 2)) == (None, 1)
    client.post(f"/m/{code}/deals/1/end", out="")
    assert store.match(code).sheet.play_ended(sheet.deal(1)), "that the stock ran out is a new end"


@pytest.mark.parametrize("keep", ["yes", ""])
def test_whether_figures_counted_already_are_kept_is_asked_before_play_goes_on(
    client: Phone, store: Store, code: str, keep: str
) -> None:
    hand(client, code, 1, total="40")
    assert not client.get(f"/m/{code}/deals/1/count?out=1").all("button", form="play-on")
    asked = client.get(f"/m/{code}/deals/1/count?out=on")
    assert "1 hand is counted already." in asked.said
    form = asked.form("/play-on")
    client.submit(form, next(one for one in form.buttons if one.attributes.get("value", "") == keep))
    assert penalties(store, code) == [None, 40 if keep else None, None, None]
    client.post(f"/m/{code}/deals/1/end", out=2)
    for seat in (0, 1, 3):
        if penalties(store, code)[seat] is None:
            hand(client, code, seat, total="30", revision=3 if seat == 1 else 1)
    client.post(f"/m/{code}/deals/1/book")
    sheet = store.match(code).sheet
    assert (sheet.penalty(1, 1), sheet.is_corrected(1, 1)) == (40 if keep else 30, False)
    assert [line.figure for line in sheet.history(1, 1)] == (["40"] if keep else ["40", "30"])
    assert client.get(f"/m/{code}/sheet?deal=1&seat=1").status == 200


def test_then_the_hands_one_after_another_and_the_review(client: Phone, code: str) -> None:
    for seat, name in ((1, "Ben"), (2, "Cy"), (3, "Dee")):
        page = client.get(f"/m/{code}/deals/1/count")
        assert page.form(f"/hands/{seat}").method == "post"
        assert name in page.said
        assert hand(client, code, seat, cards="K 9").location == f"/m/{code}/deals/1/count"
    assert "Is this right?" in client.get(f"/m/{code}/deals/1/count").said


def test_the_review_shows_hands_totals_and_the_next_dealer(client: Phone, code: str) -> None:
    for seat, cards in ((1, "K 9"), (2, "JK"), (3, "7")):
        hand(client, code, seat, cards=cards)
    client.post(f"/m/{code}/adjust", seat=3, points="100", reason="rule broken")
    page = client.get(f"/m/{code}/deals/1/count")
    assert "went out" in page.said
    for figure in ("19", "50", "107"):
        assert figure in page.said
    assert "Next dealer: Ben" in page.said


def test_the_menu_leads_straight_to_abandoning_a_deal(client: Phone, code: str) -> None:
    menu = client.get(f"/m/{code}")
    assert "Cancel deal 1 nobody scores End the match as it stands now Delete match for everybody" in menu.said
    assert menu.all("a", href=f"/m/{code}/end/deal")
    page = client.get(f"/m/{code}/end/deal")
    assert "Cancel deal 1? Nobody scores in it. Deal 2 comes next, and Ben deals." in page.said
    assert 'and <bdi translate="no">Ben</bdi> deals.' in page.html
    client.submit(page.form("/abandon"))
    assert "Deal 1 was cancelled" in client.get(f"/m/{code}").said
    assert client.get(f"/m/{code}/deals/1/count?out=1").status == 303


def test_nothing_left_is_one_button_where_several_may_have_nothing(client: Phone, store: Store, match: Opened) -> None:
    code, kalooki = match("three-thirteen"), match()
    client.post(f"/m/{kalooki}/deals/1/end", out=0)
    client.post(f"/m/{code}/deals/1/end", out=0)
    page = client.get(f"/m/{code}/deals/1/count")
    assert page.all("button", name="none") and not client.get(f"/m/{kalooki}/deals/1/count").all("button", name="none")
    hand(client, code, 1, none="1")
    assert penalties(store, code)[1] == 0


def test_the_counting_of_another_deal_leads_back_to_the_table(client: Phone, code: str) -> None:
    page = client.get(f"/m/{code}/deals/10/count")
    assert (page.status, page.location) == (303, f"/m/{code}")
    part = client.get(f"/m/{code}/deals/2/count", **{"HX-Request": "true"})
    assert part.headers["HX-Redirect"] == f"/m/{code}"


# Pad without script


def test_keys_of_the_pad_put_cards_in_and_take_them_out(client: Phone, code: str) -> None:
    address = f"/m/{code}/deals/1/count"
    page = client.get(address)
    for key in ("7", "7", "JK", "10"):
        form = page.form("/hands/1")
        page = client.submit(form, form.button("add", key))
    assert page.value("cards").split() == ["7", "7", "JK", "10"]
    assert "74" in page.said
    form = page.form("/hands/1")
    page = client.submit(form, form.button("take"))
    assert sorted(page.value("cards").split()) == ["10", "7", "JK"]
    form = page.form("/hands/1")
    page = client.submit(form, form.button("back"))
    assert len(page.value("cards").split()) == 2


def test_a_doubtful_count_is_said_on_the_pad_and_in_the_review_and_booked(
    client: Phone, store: Store, code: str
) -> None:
    eight = "7 7 8 8 2 2 3 3"
    page = client.get(f"/m/{code}/deals/1/count?cards={eight.replace(' ', '+')}")
    badges = [found for found in page.all("p") if "badge" in found.get("class", "").split()]
    assert [(b["class"], b["data-count"]) for b in badges if "hidden" not in b and "data-count" in b] == [
        ("badge plain", "8")
    ]
    for seat, cards in ((1, "K"), (2, eight), (3, "7")):
        hand(client, code, seat, cards=cards)
    page = client.get(f"/m/{code}/deals/1/count?seat=2")
    assert [b for b in page.all("p", **{"class": "badge warn", "data-count": "8"}) if "hidden" not in b], "it was sent"
    review = client.get(f"/m/{code}/deals/1/count")
    assert review.said.count("8 cards?") == 1
    assert f'class="btn" href="/m/{code}/deals/1/count?seat=2"' in review.html, "the hand to change"
    assert client.post(f"/m/{code}/deals/1/book").status == 303
    assert store.match(code).sheet.closed(1) == "booked"


def test_the_review_asks_and_leads_to_the_best_and_it_is_booked_all_the_same(
    client: Phone, store: Store, match: Opened
) -> None:
    code = match("three-thirteen")
    client.post(f"/m/{code}/deals/1/end", out=0)
    for seat, cards in ((1, "A A A"), (2, "A A 2"), (3, "4 9 K")):
        client.post(f"/m/{code}/deals/1/hands/{seat}", revision=1, cards=cards)
    sheet = store.match(code).sheet
    assert list(review.overlooked(sheet, sheet.game.deals[0])) == [1]
    shown = client.get(f"/m/{code}/deals/1/count")
    assert shown.said.count("make a group and would cost 0. Forgotten?") == 1
    way = next(found["href"] for found in shown.all("a") if "/best/1" in found["href"])
    assert client.get(way).value("thought") == "3"
    client.submit(shown.form("/book"))
    assert store.match(code).sheet.totals == (0, 3, 4, 23)


# Marks of the deal


def test_the_pad_counts_with_the_calls_that_are_marked(client: Phone, match: Opened) -> None:
    code = match()
    client.post(f"/m/{code}/deals/1/calls/1", act="call")
    client.post(f"/m/{code}/deals/1/calls/2", act="lay-down")
    client.post(f"/m/{code}/deals/1/end", out=0)
    pages = {seat: client.get(f"/m/{code}/deals/1/count?seat={seat}") for seat in (1, 2, 3)}
    forms = {seat: page.form(f"/hands/{seat}").attributes for seat, page in pages.items()}
    assert [(form["data-cards"], "data-advance" in form) for form in forms.values()] == [
        ("11", True),
        ("", False),
        ("9", True),
    ]
    words = ("not laid down, one call", "laid down", "not laid down, no calls")
    assert all(said in page.said for said, page in zip(words, pages.values(), strict=True))


def test_a_player_says_that_the_own_figure_is_right_and_everybody_sees_it(
    client: Phone, store: Store, code: str
) -> None:
    for seat in (1, 2, 3):
        hand(client, code, seat, cards="7 8")
    assert "confirmed by" not in client.get(f"/m/{code}/deals/1/count").said
    form = client.get(f"/m/{code}/deals/1/count?seat=2").form("/right/2")
    page = client.submit(form, form.button("act", "right"))
    assert "confirmed by Cy" in page.said and page.said.count("confirmed by") == 1
    assert not [form for form in page.forms if "/right/" in form.action], "nobody's own row on this phone"
    page = client.get(f"/m/{code}/deals/1/count?seat=2")
    client.send(page.form("/right/2").action, [*page.form("/right/2").fields, ("act", "undo")])
    assert not store.match(code).sheet.is_right(1, 2)


@pytest.mark.parametrize(("seat", "own"), [(2, ["/2"]), (None, [])], ids=["player", "watching"])
def test_a_phone_is_offered_to_say_so_of_the_own_hand_alone_and_sees_what_others_said(
    app: Flask, client: Phone, store: Store, code: str, seat: int | None, own: list[str]
) -> None:
    for other in (1, 2, 3):
        hand(client, code, other, cards="7 8")
    form = client.get(f"/m/{code}/deals/1/count?seat=1").form("/right/1")
    client.submit(form, form.button("act", "right"))
    phone = guest(app, code, seat)
    page = phone.get(f"/m/{code}/deals/1/count")
    assert [form.action[-2:] for form in page.forms if "/right/" in form.action] == own
    assert "confirmed by Ben" in page.said
    assert ("Confirm this hand" in page.said) == bool(own) == bool(page.all("button", **{"class": "btn primary"}))
    page = phone.get(f"/m/{code}/deals/1/count?seat=1")
    assert not [form for form in page.forms if "/right/" in form.action]


# Input that cannot be booked is shown again as typed


@pytest.mark.parametrize(("field", "typed"), [("total", "331"), ("cards", "<script>alert(1)</script>")])
def test_what_cannot_be_is_refused_and_stays_in_its_field(
    client: Phone, store: Store, code: str, field: str, typed: str
) -> None:
    page = hand(client, code, 1, **{field: typed})
    assert (page.status, page.value(field), penalties(store, code)[1]) == (422, typed, None)
    assert page.all("p", role="alert", id="fault")
    assert page.inline == []


def test_nothing_entered_leads_on_where_another_phone_has_counted_the_hand(
    client: Phone, store: Store, code: str
) -> None:
    form = client.get(f"/m/{code}/deals/1/count?seat=1").form("/hands/1")
    hand(client, code, 1, cards="7 8")
    assert client.submit(form).form("/hands/2")
    assert penalties(store, code)[1] == 15
    assert hand(client, code, 1, revision=2).status == 422, "emptied by hand it is asked for"


def test_the_tab_of_the_hand_shown_has_its_figure_if_another_phone_counted_it(
    app: Flask, client: Phone, store: Store, code: str
) -> None:
    hand(guest(app, code, 1), code, 2, cards="7 8")
    assert "Cy 15" in client.get(f"/m/{code}/deals/1/count?seat=2").said
    hand(guest(app, code, 2), code, 2, cards="7 9", revision=2)
    assert "Cy 16" not in client.get(f"/m/{code}/deals/1/count?seat=2").said, "the player's own is on the pad"


def test_a_garbled_answer_to_who_went_out_does_not_mean_nobody(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    assert client.post(f"/m/{code}/deals/1/end", out="x").status == 422
    assert client.post(f"/m/{code}/deals/1/end").status == 422
    assert store.match(code).sheet.entries == ()


# Badges with the mark that makes the number of cards right


def test_an_amber_badge_marks_the_call_that_was_missed_and_takes_it_back(
    client: Phone, store: Store, code: str
) -> None:
    client.post(f"/m/{code}/deals/1/calls/3", act="call")  # calls are marked at this table
    most = store.match(code).sheet.schedule[0].cards
    page = client.get(f"/m/{code}/deals/1/count?seat=1&cards={'+'.join(['7'] * 6 + ['9'] * (most - 4))}")
    assert f"{most + 2} cards: + 1 call?" in page.said
    fix = next(form for form in page.forms if form.action.endswith("/calls/1"))
    again = client.submit(fix, fix.button("act", "call"))
    assert store.match(code).sheet.calls(1, 1) == 1
    assert again.value("cards") == page.value("cards") and "7 7 7" in again.value("cards")
    fix = next(form for form in again.forms if form.action.endswith("/calls/1"))
    client.submit(fix, fix.button("act", "undo-call"))
    assert store.match(code).sheet.calls(1, 1) == 0


# Keys and revisions


def test_the_review_is_looked_at_again_and_books_what_was_seen_last(client: Phone, store: Store, code: str) -> None:
    for seat in (1, 2, 3):
        hand(client, code, seat, total="25")
    seen = store.match(code).sheet.version
    look = f"/m/{code}/deals/1/tally?seen="
    assert client.get(f"{look}{seen}").status == 204
    hand(client, code, 1, total="52", revision=2)
    part = client.get(f"{look}{seen}")
    assert "52" in part.said and part.value("revision") == "6"
    client.post(f"/m/{code}/deals/1/end", out=1)
    assert client.get(f"{look}{seen}").headers["HX-Redirect"] == f"/m/{code}", "a hand is missing again"


# Closed deals, and deals that do not exist


@pytest.mark.parametrize(
    ("first", "then", "said"),
    [("7 8", "7 8 8", "One 8 makes the difference."), ("JK 7", "7", "One joker makes"), ("7 8", "9 10", "")],
)
def test_of_two_figures_the_one_card_that_differs_is_named(
    client: Phone, match: Opened, first: str, then: str, said: str
) -> None:
    here = f"/m/{match()}/deals/1"
    client.post(f"{here}/end", out=0)
    client.post(f"{here}/hands/1", revision=1, cards=first)
    page = client.post(f"{here}/hands/1", revision=1, cards=then)
    assert page.status == 409 and "Two figures for Ben" in page.said
    assert said in page.said and ("makes the difference" in page.said) == bool(said)


def test_a_hand_counts_as_being_counted_while_its_phone_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(count, "monotonic", lambda: now[0])
    count.note_presence("ABCDEF", 1, 2)
    count.note_presence("ABCDEF", 2, 3)
    count.note_presence("GHJKLM", 1, 1)
    assert count.present("ABCDEF", 1) == {2}
    now[0] = count.SECONDS - 0.1
    count.note_presence("ABCDEF", 1, 0)
    assert count.present("ABCDEF", 1) == {0, 2}
    now[0] = count.SECONDS + 0.1
    assert count.present("ABCDEF", 1) == {0}
    assert count.present("GHJKLM", 1) == set()
    count.SEEN.clear()


def test_a_key_is_grey_when_all_its_cards_are_counted_in_any_hand(client: Phone, code: str) -> None:
    hand(client, code, 1, cards="JK JK JK")
    page = client.get(f"/m/{code}/deals/1/count?cards=JK")
    joker = page.all("button", name="add", value="JK")[0]
    assert "disabled" in joker
    assert "All 4 jokers are in the hands of Ben and Cy." in {key.get("data-gone") for key in page.all("small")}
    assert "disabled" not in page.all("button", name="add", value="7")[0]
    assert "disabled" not in client.get(f"/m/{code}/deals/1/count").all("button", name="add", value="JK")[0]
