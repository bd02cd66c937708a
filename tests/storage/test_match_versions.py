"""Match versions: known without a query, never older than the last notification, unknown without a listener."""

from collections.abc import Callable
from time import monotonic, sleep

import pytest
from sqlalchemy import text

from companion.sheet.commands import adjustments
from companion.storage.access.devices import Devices
from companion.storage.access.invites import PLAYER, Invites
from companion.storage.match_versions import CHANNEL, MatchVersions, VersionNotice
from companion.storage.postgres import open_server
from companion.storage.store import Store
from tests.storage.test_store import wrote
from tests.support.phone import fresh_key

Opened = Callable[..., str]
SOON = 5.0  # seconds: a notification takes milliseconds on an idle machine


def fine(store: Store, code: str) -> None:
    """Write one more entry."""
    wrote(store, code, lambda sheet: adjustments.adjust(sheet, 0, "1", "late"))


def test_the_newest_entry_is_the_newest_that_was_told_in_whatever_order() -> None:
    news = MatchVersions()
    assert news.newest("BCDFGH") is None
    news.take(VersionNotice("BCDFGH", 7))
    news.take(VersionNotice("BCDFGH", 5))
    news.learn("BCDFGH", 6, news.stamp("BCDFGH"))
    assert news.newest("BCDFGH") == 7


def test_what_was_read_before_something_changed_is_not_learnt() -> None:
    news = MatchVersions()
    stamp = news.stamp("BCDFGH")
    news.take(VersionNotice())
    news.learn("BCDFGH", 6, stamp)
    assert news.newest("BCDFGH") is None and news.stamp("BCDFGH") != stamp


def test_who_may_do_what_changes_at_one_match_or_at_all() -> None:
    news = MatchVersions()
    here, there = news.stamp("BCDFGH"), news.stamp("JKMNPQ")
    news.take(VersionNotice("BCDFGH"))
    assert news.stamp("BCDFGH") != here and news.stamp("JKMNPQ") == there
    news.take(VersionNotice("BCDFGH", 3))
    news.take(VersionNotice())
    assert news.stamp("JKMNPQ") != there and news.newest("BCDFGH") is None


def test_while_nobody_tells_nothing_is_known() -> None:
    news = MatchVersions()
    news.take(VersionNotice("BCDFGH", 7))
    news.hears(False)
    assert news.newest("BCDFGH") is None
    news.take(VersionNotice("BCDFGH", 8))
    news.hears(True)
    assert news.newest("BCDFGH") is None, "something may have been missed"


@pytest.mark.parametrize("told", [VersionNotice("BCDFGH", 7), VersionNotice("BCDFGH"), VersionNotice()])
def test_what_is_told_is_heard_as_it_was_said(told: VersionNotice) -> None:
    assert VersionNotice.read(told.written) == told


@pytest.mark.parametrize("nonsense", ["", "BCDFGH", "BCDFGH x", "7", "BCDFGH -1", "ＢＣ ７"])
def test_what_cannot_be_read_may_have_changed_anything(nonsense: str) -> None:
    assert VersionNotice.read(nonsense) == VersionNotice()


def test_every_write_is_told(store: Store, match: Opened) -> None:
    store.versions.hears(True)
    code, other = match(), match()
    fine(store, code)
    assert store.versions.newest(code) == store.version(code)
    stamps = store.versions.stamp(code), store.versions.stamp(other)
    devices, number = Devices(store), store.match_id(code)
    device = devices.join(number, fresh_key(), PLAYER, 1)
    assert store.versions.stamp(code) != stamps[0] and store.versions.stamp(other) == stamps[1]
    devices.revoke(number, device.id)
    assert store.versions.stamp(other) != stamps[1], "one evening may be several matches"


def test_a_write_that_fails_tells_nothing(store: Store, match: Opened) -> None:
    code, stamp = match(), store.versions.stamp("BCDFGH")
    with pytest.raises(ZeroDivisionError):
        wrote(store, code, lambda sheet: [1 // 0])  # type: ignore[list-item]
    assert store.versions.stamp("BCDFGH") == stamp


# Other processes


def until(true: Callable[[], object]) -> bool:
    """Wait a little for a condition; True if it becomes true."""
    end = monotonic() + SOON
    while not true() and monotonic() < end:
        sleep(0.01)
    return bool(true())


@pytest.fixture
def other(store: Store) -> Store:
    """Another process on the same server, which listens."""
    made = open_server(store.engine.url.render_as_string(hide_password=False))
    made.listener.begin()
    assert until(lambda: made.versions.heard)
    return made


@pytest.mark.server
def test_what_another_program_writes_is_heard(store: Store, match: Opened, other: Store) -> None:
    code = match()
    stamp = other.versions.stamp(code)
    fine(store, code)
    assert until(lambda: other.versions.newest(code) == store.version(code))
    Invites(store).codes(store.match_id(code))
    assert until(lambda: other.versions.stamp(code) != stamp)


@pytest.mark.server
def test_while_the_line_is_broken_nothing_is_known_and_then_it_is_heard_again(
    store: Store, match: Opened, other: Store
) -> None:
    code = match()
    fine(store, code)
    assert until(lambda: other.versions.newest(code))
    ended = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE :listens AND pid != pg_backend_pid()"
    )
    with store.reading() as session:
        session.execute(text(ended), {"listens": f"LISTEN {CHANNEL}%"})
    assert until(lambda: other.versions.newest(code) is None)
    assert until(lambda: other.versions.heard)
    fine(store, code)
    assert until(lambda: other.versions.newest(code) == store.version(code))
