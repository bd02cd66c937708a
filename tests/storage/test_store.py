"""The store under retries, conflicts and many writers: nothing acknowledged is lost, doubled or silently changed."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, select

from companion.games import GAMES
from companion.rules import LAW
from companion.sheet.commands import adjustments, booking, marks, roster, whole_match
from companion.sheet.commands.whole_match import went_on
from companion.sheet.days import evening
from companion.sheet.ledger import Entry
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from companion.storage.database.engines import writing
from companion.storage.delete_match import delete_match
from companion.storage.doctor import Finding, result_findings
from companion.storage.matches import Match, every
from companion.storage.models import EntryRow, MatchRow, ReceiptRow, SeatRow
from companion.storage.players.identities import persons_of
from companion.storage.store import Form, KeyReused, Store, UnknownMatch
from tests.support.phone import Act, at_once, dealt, fresh_key

Opened = Callable[..., str]
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def form(content: str = "", key: str = "") -> Form:
    """Return a form with that content, and a fresh key unless one is given."""
    return Form.of(key or fresh_key(), [("content", content)])


def wrote(store: Store, code: str, act: Callable[[Sheet], list[Entry]], at: datetime | None = None) -> None:
    """Write one action with a form."""
    store.write(code, form(), lambda sheet: (act(sheet), ""), at)


def changed(store: Store, sql: str) -> None:
    """Change the database outside the companion."""
    with writing(store.engine) as connection:
        connection.execute(text("PRAGMA ignore_check_constraints = 1"))
        assert connection.execute(text(sql)).rowcount


def adrift(session: Session) -> list[Finding]:
    """Return what the doctor finds about results that do not follow from the entries."""
    persons = persons_of(session)
    matches = [match for match in every(session) if isinstance(match, Match)]
    return [one for match in matches for one in result_findings(session, match, persons)]


def a_bit_of_everything(store: Store) -> str:
    """Return the code of a match under a house rule: a deal, a bonus taken back, a hand confirmed, and a rematch."""
    code, another = (store.open("kalooki", {"calls": 5}, ("Aki", "Ben", "Cy", "Dee"), 0, form()) for _ in range(2))
    wrote(store, another, lambda sheet: booking.end_play(sheet, 1, 0))  # so that its row numbers do not start at 1
    played(store, code, 1)
    wrote(store, code, lambda sheet: adjustments.adjust(sheet, 0, "5", "rule broken"))
    number = store.match(code).sheet.version
    wrote(store, code, lambda sheet: adjustments.revoke(sheet, number, "it was none"))
    wrote(store, code, lambda sheet: booking.end_play(sheet, 2, 0))
    wrote(store, code, lambda sheet: booking.count_hand(sheet, 2, 1, "", "25"))
    hand = store.match(code).sheet.version
    wrote(store, code, lambda sheet: marks.mark_right(sheet, 2, 1, hand))
    wrote(store, code, lambda sheet: went_on(sheet, "BBBBBB"))
    return code


def played(store: Store, code: str, number: int, at: datetime | None = None) -> None:
    """Book one deal: the first seat out, the others 25 each."""
    at_once(store, code, booked(number, store.match(code).sheet.players), at)


def booked(number: int, players: int, total: str = "25") -> list[Act]:
    """Return the actions that book a deal: the first seat out, the others alike."""
    return dealt(number, 0, dict.fromkeys(range(1, players), total))


def finished(store: Store, match: Opened, at: datetime, **house: object) -> str:
    """Play a whole match of Kalooki, one deal of it booked, finished at that time."""
    code = match(names=("Aki", "Ben", "Cy"), **house)
    at_once(store, code, [*booked(1, 3), *(partial(booking.abandon, number=number) for number in range(2, 10))], at)
    return code


def rows(store: Store, table: type) -> int:
    """Return the number of rows in a table."""
    with Session(store.engine) as session:
        return len(session.exec(select(table)).all())


# Opening and reading


def test_an_opened_match_reads_back_as_it_was_set_up(store: Store, match: Opened) -> None:
    code = match(names=("Aki", "Ben", "Cy"), dealer=2, calls=2, preset="twelve-early")
    kept = store.match(code)
    assert (kept.code, kept.game.id, kept.sheet.names) == (code, "kalooki", ("Aki", "Ben", "Cy"))
    assert (kept.sheet.first_dealer, kept.game.calls, kept.game.deals[0].cards) == (2, 2, 12)
    assert (kept.sheet.entries, kept.finished_at, kept.touched_at) == ((), None, kept.opened_at)


def test_a_code_is_found_in_small_letters_too(store: Store, match: Opened) -> None:
    code = match()
    assert store.match(code.lower()).code == code


@pytest.mark.parametrize("code", ["", "ZZZZZZ", "a b", "A\x00B", "ＡＢＣ", "x" * 5000, "' OR 1=1 --", "\ud800"])
def test_a_code_of_no_match_is_unknown(store: Store, match: Opened, code: str) -> None:
    match()
    with pytest.raises(UnknownMatch):
        store.match(code)
    with pytest.raises(UnknownMatch):
        store.write(code, form(), lambda sheet: ([], ""))


def test_codes_hold_no_vowel_and_nothing_that_is_misread(match: Opened) -> None:
    codes = {match() for _ in range(20)}
    assert len(codes) == 20
    assert all(len(code) == 6 and not set(code) & set("AEIOU01IL") for code in codes)


def test_an_entry_reads_back_as_it_was_written_with_its_law_and_its_time(store: Store, match: Opened) -> None:
    code = match()
    wrote(store, code, lambda sheet: booking.end_play(sheet, 1, 0))
    counted = booking.count_hand(store.match(code).sheet, 1, 1, "7 7 JK", "", reason="“ja”")
    wrote(store, code, lambda sheet: [replace(one, by="Ben") for one in counted], NOON)
    end, hand = store.match(code).sheet.entries
    assert (end.kind, end.body) == ("end", {"out": 0})
    assert (hand.points, hand.cards, hand.by, hand.reason, hand.at, hand.law) == (
        64,
        "7 7 JK",
        "Ben",
        "“ja”",
        NOON,
        LAW,
    )
    assert hand.body == {"working": [["7", 2, 7], ["JK", 1, 50]]}
    assert hand.id > end.id > 0


def test_names_of_earlier_tables_are_offered_once_the_latest_first(store: Store, match: Opened) -> None:
    match(names=("Aki", "Ben", "Cy"))
    match(names=("Dee", "Aki", "Emi"))
    assert store.names() == ["Dee", "Aki", "Emi", "Ben", "Cy"]
    assert store.names(limit=2) == ["Dee", "Aki"]


def test_who_came_late_is_offered_under_the_name_that_stands_once_the_match_has_ended(
    store: Store, match: Opened
) -> None:
    code = match(names=("Aki", "Ben", "Cy"))
    played(store, code, 1)
    wrote(store, code, lambda sheet: roster.join(sheet, "Dee", "average"))
    assert store.names() == ["Aki", "Ben", "Cy"]
    wrote(store, code, lambda sheet: roster.rename(sheet, 1, "Benno"))
    wrote(store, code, whole_match.stop)
    assert store.names() == ["Aki", "Benno", "Cy", "Dee"]


# Repeated forms


def test_the_same_form_again_opens_no_second_match(store: Store) -> None:
    opening = form("Aki, Ben, Cy")
    codes = {store.open("kalooki", {}, ("Aki", "Ben", "Cy"), dealer, opening) for dealer in (0, 1, 2)}
    assert (len(codes), rows(store, MatchRow), rows(store, SeatRow)) == (1, 1, 3)


def test_the_key_of_a_set_up_with_other_content_is_refused(store: Store) -> None:
    key = fresh_key()
    store.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, form("one", key))
    with pytest.raises(KeyReused):
        store.open("kalooki", {}, ("Aki", "Ben", "Dee"), 0, form("other", key))
    assert rows(store, MatchRow) == 1


def test_the_same_form_again_gets_the_same_answer_and_one_entry(store: Store, match: Opened) -> None:
    code, twice = match(), form("out 0")
    asked: list[Sheet] = []

    def act(sheet: Sheet) -> tuple[list[Entry], str]:
        asked.append(sheet)
        return booking.end_play(sheet, 1, 0), f"answer {len(asked)}"

    assert [store.write(code, twice, act) for _ in range(3)] == ["answer 1"] * 3
    assert (len(asked), rows(store, EntryRow), rows(store, ReceiptRow)) == (1, 1, 1)


def test_the_same_key_with_other_content_is_refused_and_writes_nothing(store: Store, match: Opened) -> None:
    code, key = match(), fresh_key()
    store.write(code, form("out 0", key), lambda sheet: (booking.end_play(sheet, 1, 0), ""))
    with pytest.raises(KeyReused):
        store.write(code, form("out 1", key), lambda sheet: (booking.end_play(sheet, 1, 1), ""))
    assert store.match(code).sheet.out(1) == 0


def test_a_form_is_told_from_another_by_its_fields_and_by_where_it_goes() -> None:
    fields = [("seat", "1"), ("points", "5")]
    one = Form.of("k" * 32, fields, "/a")
    assert one == Form.of("k" * 32, list(reversed(fields)), "/a")
    assert one.digest != Form.of("k" * 32, fields, "/b").digest
    assert one.digest != Form.of("k" * 32, [("seat", "15"), ("points", "")], "/a").digest
    assert one.digest != Form.of("k" * 32, [*fields, ("seat", "1")], "/a").digest
    assert Form.of("k" * 32, [("name", "\ud800")]).digest != Form.of("k" * 32, [("name", "?")]).digest


def test_one_key_may_serve_two_matches(store: Store, match: Opened) -> None:
    one, other, key = match(), match(), fresh_key()
    for code in (one, other):
        store.write(code, form("out 0", key), lambda sheet: (booking.end_play(sheet, 1, 0), ""))
    assert store.match(one).sheet.out(1) == store.match(other).sheet.out(1) == 0


# Two writers


END = {"kind": "end", "deal": 1, "seat": -1, "revision": 1, "at": NOON}
RECEIVED = {"key": "receivedkey", "digest": "d", "answer": "", "at": NOON}
OPENED = {"game": "kalooki", "opened_at": NOON, "digest": "d"}


@pytest.mark.parametrize(
    ("table", "values"),
    [
        (EntryRow, {**END, "match_id": 1}),
        (ReceiptRow, {**RECEIVED, "match_id": 1}),
        (MatchRow, {**OPENED, "code": "BBBBBB", "key": "keyofthematch"}),
        (MatchRow, {**OPENED, "code": "AAAAAA", "key": "other"}),
        (SeatRow, {"match_id": 99, "number": 0, "name": "Aki"}),
        (EntryRow, {**END, "match_id": 99}),
        (ReceiptRow, {**RECEIVED, "match_id": 99}),
    ],
)
def test_the_database_itself_refuses_a_second_row_of_one_key_and_rows_of_no_match(
    store: Store, table: type, values: dict[str, Any]
) -> None:
    code = store.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, form(key="keyofthematch"))
    store.write(code, form(key="receivedkey"), lambda sheet: (booking.end_play(sheet, 1, 0), ""))
    with store.writing() as session:
        session.connection().exec_driver_sql("UPDATE match SET code = 'AAAAAA'")
    with pytest.raises(IntegrityError), Session(store.engine) as session:
        session.add(table(**values))
        session.commit()


def test_an_act_is_made_on_the_sheet_that_stands_when_it_is_written(store: Store, match: Opened) -> None:
    code = match()
    wrote(store, code, lambda sheet: booking.end_play(sheet, 1, 0))
    seen: list[int] = []
    wrote(store, code, lambda sheet: seen.append(sheet.version) or [])
    assert seen == [store.match(code).sheet.version]


def test_eight_writers_lose_nothing_and_double_nothing(store: Store, match: Opened) -> None:
    code, each = match(), 4

    def fine(writer: int) -> None:
        for number in range(each):
            sent, reason = form(key=f"writer{writer}form{number}"), f"{writer}.{number}"
            for _ in range(2):  # every form is sent twice, as by a phone without an answer
                store.write(code, sent, lambda sheet, r=reason: (adjustments.adjust(sheet, 0, "1", r), ""))

    with ThreadPoolExecutor(8) as phones:
        list(phones.map(fine, range(8)))
    sheet = store.match(code).sheet
    wanted = {f"{writer}.{number}" for writer in range(8) for number in range(each)}
    assert {entry.reason for entry in sheet.entries} == wanted
    assert len(sheet.entries) == sheet.totals[0] == 8 * each
    assert [entry.revision for entry in sheet.entries] == list(range(1, 8 * each + 1))


def test_two_stores_on_one_file_take_turns(store: Store, match: Opened) -> None:
    code = match()

    def fine(one: Store) -> None:
        for _ in range(8):
            wrote(one, code, lambda sheet: adjustments.adjust(sheet, 0, "1", "rule broken"))

    with ThreadPoolExecutor(2) as programs:
        list(programs.map(fine, [Store(store.engine), Store(store.engine)]))  # each with a separate lock
    assert store.match(code).sheet.totals[0] == 16


# All or nothing


@pytest.mark.parametrize("error", [Refused("deal", booking.STOPPED), ValueError("a bug"), KeyboardInterrupt()])
def test_whatever_an_act_raises_leaves_nothing_and_the_key_is_free_again(
    store: Store, match: Opened, error: BaseException
) -> None:
    code, again = match(), form("out 0")

    def fail(sheet: Sheet) -> tuple[list[Entry], str]:
        raise error

    with pytest.raises(type(error)):
        store.write(code, again, fail)
    assert (rows(store, EntryRow), rows(store, ReceiptRow)) == (0, 0)
    store.write(code, again, lambda sheet: (booking.end_play(sheet, 1, 0), ""))
    assert store.match(code).sheet.out(1) == 0


def test_of_several_entries_all_are_written_or_none(store: Store, match: Opened) -> None:
    code = match()

    def twice(sheet: Sheet) -> list[Entry]:
        return [*booking.end_play(sheet, 1, 0), *booking.end_play(sheet, 1, 1)]

    with pytest.raises(IntegrityError):
        wrote(store, code, twice)
    assert (rows(store, EntryRow), rows(store, ReceiptRow)) == (0, 0)


@pytest.mark.file
@pytest.mark.usefixtures("empty_instance")
def test_writes_take_the_lock_at_once_and_reads_do_not(store: Store, match: Opened) -> None:
    code = match()
    said: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *given: said.append(given[2].split("\n")[0]))
    wrote(store, code, lambda sheet: booking.end_play(sheet, 1, 0))
    store.match(code)
    assert [line for line in said if line.startswith("BEGIN")] == ["BEGIN IMMEDIATE", "BEGIN"]
    assert said[0] == "BEGIN IMMEDIATE", "nothing is read before the lock is held"


# Finished matches


def test_a_match_is_finished_when_its_last_deal_is_closed_and_not_when_that_is_undone(
    store: Store, match: Opened
) -> None:
    code = match(names=("Aki", "Ben", "Cy"))
    for number in range(1, 10):
        assert store.match(code).finished_at is None
        wrote(store, code, lambda sheet, n=number: booking.abandon(sheet, n), NOON)
    assert store.match(code).finished_at == NOON
    wrote(store, code, lambda sheet: booking.undo(sheet, 9))
    assert (store.match(code).finished_at, [m.code for m in store.unfinished()]) == (None, [code])
    wrote(store, code, lambda sheet: booking.abandon(sheet, 9), NOON + timedelta(hours=1))
    assert store.match(code).finished_at == NOON + timedelta(hours=1)


NIGHT = datetime(2026, 12, 1, 23, 40).astimezone()
MORNING = NIGHT + timedelta(hours=10)
Later = Callable[[Store, str, datetime], None]


def acts(*them: Act) -> Later:
    """Return what writes these actions later, each in a form."""
    return lambda store, code, at: [wrote(store, code, act, at) for act in them] and None


def again(store: Store, code: str, at: datetime) -> None:
    """Undo the last deal and book it with other figures."""
    last = len(store.match(code).game.deals)
    wrote(store, code, lambda sheet: booking.undo(sheet, last), at)
    wrote(store, code, lambda sheet: booking.count_hand(sheet, last, 1, "", "31"), at)
    wrote(store, code, lambda sheet: booking.book(sheet, last), at)


def cancelled(store: Store, code: str, at: datetime) -> None:
    """Undo the last deal and cancel it."""
    last = len(store.match(code).game.deals)
    wrote(store, code, lambda sheet: booking.undo(sheet, last), at)
    wrote(store, code, lambda sheet: booking.abandon(sheet, last), at)


def another_deleted(store: Store, code: str, at: datetime) -> None:
    """Play another match and delete it."""
    other = store.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, form())
    wrote(store, other, lambda sheet: booking.abandon(sheet, 1), at)
    delete_match(store, store.match_id(other))


def given(sheet: Sheet) -> list[Entry]:
    """Give a bonus in the first deal."""
    return adjustments.adjust(sheet, 1, "-50", "exact cut")


SET_RIGHT: dict[str, Later] = {
    "undone and booked again": again,
    "undone and cancelled": cancelled,
    "a figure corrected": acts(lambda sheet: booking.count_hand(sheet, 2, 1, "", "31", reason="digits swapped")),
    "a deal voided": acts(lambda sheet: booking.void(sheet, 2, "misdealt")),
    "the last deal voided": acts(lambda sheet: booking.void(sheet, len(sheet.game.deals), "misdealt")),
    "the last deal voided and counted again": acts(
        lambda sheet: booking.void(sheet, len(sheet.game.deals), "misdealt"),
        lambda sheet: booking.restore(sheet, len(sheet.game.deals)),
    ),
    "a bonus": acts(given),
    "a note": acts(lambda sheet: whole_match.remember(sheet, "close", "at Emi’s")),
    "a new name": acts(lambda sheet: roster.rename(sheet, 0, "Zenobia")),
    "another match deleted": another_deleted,
}


def ended(store: Store, game: str, deals: Sequence[int], at: datetime) -> str:
    """Play a match with those deals booked and all before them cancelled, in one form; return its code."""
    players = GAMES[game].players[0]
    code = store.open(game, {}, ("Aki", "Ben", "Cy")[:players], 0, form(), at - timedelta(hours=3))
    lines: list[Act] = []
    for number in range(1, max(deals) + 1):
        lines += booked(number, players, "30") if number in deals else [partial(booking.abandon, number=number)]
    at_once(store, code, lines, at)
    return code


@pytest.mark.parametrize("act", SET_RIGHT.values(), ids=SET_RIGHT)
def test_nothing_set_right_later_moves_the_day_of_a_match(store: Store, act: Later) -> None:
    """It is the day on which the last deal was first saved (B7)."""
    code = ended(store, "kalooki", (2, 9), NIGHT)
    act(store, code, MORNING)
    match = store.match(code)
    assert (match.day, match.started_at) == (NIGHT.date(), NIGHT - timedelta(hours=3))
    assert match.finished_at and evening(match.finished_at) == NIGHT.date()
    assert ([one.code for one in store.of_day(NIGHT.date(), 9)], store.of_day(MORNING.date(), 9)) == ([code], [])


def test_what_goes_on_with_another_deal_has_the_day_of_that_deal(store: Store) -> None:
    code = ended(store, "kalooki", (1, 2), NIGHT)
    wrote(store, code, whole_match.stop, MORNING)
    assert store.match(code).day == NIGHT.date()  # left in the evening, and ended early the next morning
    wrote(store, code, whole_match.resume, MORNING)
    wrote(store, code, whole_match.stop, MORNING)
    assert store.match(code).day == NIGHT.date()
    wrote(store, code, whole_match.resume, MORNING)
    at_once(store, code, booked(3, 3), MORNING)
    wrote(store, code, whole_match.stop, MORNING + timedelta(days=1))
    assert store.match(code).day == MORNING.date()


def test_a_bonus_round_that_a_correction_asks_for_has_the_day_on_which_it_was_played(store: Store) -> None:
    code = store.open("three-thirteen", {"tie_round": True}, ("Aki", "Ben"), 0, form(), NIGHT - timedelta(hours=1))
    at_once(store, code, [*booked(1, 2), *(partial(booking.abandon, number=n) for n in range(2, 12))], NIGHT)
    assert store.match(code).day == NIGHT.date()
    wrote(store, code, lambda sheet: adjustments.adjust(sheet, 0, "25", "rule broken"), MORNING)
    assert store.match(code).day is None
    at_once(store, code, booked(12, 2), MORNING)
    assert store.match(code).day == MORNING.date()


def test_a_running_match_opened_after_midnight_is_of_the_evening_before(store: Store) -> None:
    late = datetime(2026, 1, 5, 1, 30).astimezone()
    code = store.open("three-thirteen", {}, ("Aki", "Ben"), 0, form(), late)
    assert store.match(code).shown_day == late.date() - timedelta(days=1)


def test_finished_matches_come_latest_first_and_page_by_page_without_gaps(store: Store, match: Opened) -> None:
    hours = [-49, -100, 2, 2, 5, -1, 4]  # three days, entered in no order; two ended together
    codes = [finished(store, match, NOON + timedelta(hours=hour)) for hour in hours]
    pages, before = [], None
    while page := store.finished(3, before):
        pages.append([one.code for one in page])
        before = page[-1].id
    assert [code for page in pages for code in page] == [codes[at] for at in (4, 6, 3, 2, 5, 0, 1)]
    assert [len(page) for page in pages] == [3, 3, 1]


def test_before_a_match_there_is_none_of_or_that_is_running_comes_nothing(store: Store, match: Opened) -> None:
    finished(store, match, NOON)
    running = store.match(match())
    assert [store.finished(3, before) for before in (0, -1, 99, running.id)] == [[]] * 4


def test_a_match_just_opened_comes_before_those_that_were_played_earlier(store: Store, match: Opened) -> None:
    old, played = match(), match()
    wrote(store, played, lambda sheet: booking.abandon(sheet, 1))
    finished(store, match, NOON)
    fresh = match()
    assert [one.code for one in store.unfinished()] == [fresh, played, old]
    wrote(store, old, lambda sheet: booking.abandon(sheet, 1))
    assert [one.code for one in store.unfinished()] == [old, fresh, played]


def test_unfinished_matches_come_by_their_latest_entry_whatever_the_clock_said(store: Store, match: Opened) -> None:
    first, second = match(), match()
    wrote(store, second, lambda sheet: booking.abandon(sheet, 1))
    wrote(store, first, lambda sheet: booking.abandon(sheet, 1), NOON - timedelta(days=9000))
    assert [one.code for one in store.unfinished()] == [first, second]


# Time


def test_entries_keep_the_order_in_which_they_were_written_whatever_the_clock_said(store: Store, match: Opened) -> None:
    code = match()
    for reason, days in (("first", 0), ("second", -9000), ("third", 9000), ("last", 1)):
        wrote(store, code, lambda sheet, r=reason: adjustments.adjust(sheet, 0, "1", r), NOON + timedelta(days=days))
    assert [one.reason for one in store.match(code).sheet.entries] == ["first", "second", "third", "last"]


def test_times_come_back_as_utc_whatever_zone_they_were_given_in(store: Store, match: Opened) -> None:
    code = match()
    wrote(
        store,
        code,
        lambda sheet: booking.abandon(sheet, 1),
        datetime(2026, 1, 2, 21, tzinfo=timezone(timedelta(hours=9))),
    )
    at = store.match(code).sheet.entries[0].at
    assert (at, at.tzinfo) == (NOON, UTC)


def test_a_time_that_was_stored_without_a_zone_is_utc(store: Store, match: Opened) -> None:
    code = match()
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE match SET opened_at = '2026-01-02 12:00:00'"))
    assert store.match(code).opened_at == NOON
