"""Demo: whole matches from a seed, played through the code that books real deals."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import demo
from companion.games import GAMES
from companion.sheet.hand_entry import read_hand
from companion.sheet.ledger import EntryKind
from companion.storage.database.engines import open_database
from companion.storage.matches import Match
from companion.storage.store import Store

MATCHES = len(GAMES) + 1
KANJI = re.compile(r"[一-鿿]")


def filled(folder: Path, monkeypatch: pytest.MonkeyPatch, matches: int, seed: int = 313) -> Store:
    """Fill an instance with the demo and return its store."""
    monkeypatch.setenv("COMPANION_INSTANCE", str(folder))
    list(demo.fill(matches, seed))
    return Store(open_database(f"sqlite:///{folder / 'companion.db'}"))


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a demo of a finished match of each game, and one more."""
    folder = tmp_path_factory.mktemp("once") / "demo"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "ja_JP.UTF-8")
        filled(folder, patch, MATCHES).engine.dispose()
    return folder


@pytest.fixture
def store(once: Path, tmp_path: Path) -> Store:
    """The store of a demo of a finished match of each game, and one more."""
    return Store(open_database(f"sqlite:///{shutil.copytree(once, tmp_path / 'demo') / 'companion.db'}"))


def told(store: Store) -> Iterator[object]:
    """Yield all data of a demo except codes and times."""
    for match in [*store.finished(100), *store.unfinished()]:
        yield match.game.id, match.sheet.names, match.sheet.first_dealer, match.sheet.totals
        yield [(entry.kind, entry.deal, entry.seat, entry.points, entry.cards) for entry in match.sheet.entries]


def all_of(store: Store) -> list[Match]:
    """Return every match of a demo."""
    return [*store.finished(100), *store.unfinished()]


def test_a_demo_has_finished_matches_and_one_running_match_of_each_game(store: Store) -> None:
    assert sorted(match.game.id for match in store.unfinished()) == sorted(GAMES)
    assert len(store.finished(100)) == MATCHES
    assert {match.game.id for match in store.finished(100)} == set(GAMES)
    assert all(0 < match.sheet.played < len(match.game.deals) for match in store.unfinished())


def test_the_same_seed_makes_the_same_matches(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(told(filled(tmp_path / "again", monkeypatch, MATCHES))) == list(told(store))


def test_the_demo_filled_twice_is_filled_once(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = list(told(store))
    assert list(told(filled(tmp_path / "demo", monkeypatch, MATCHES))) == before


def test_every_hand_of_a_demo_is_one_that_could_be_booked(store: Store) -> None:
    hands = 0
    for match in all_of(store):
        for entry in match.sheet.entries:
            deal = match.sheet.deal(entry.deal)
            if entry.kind == EntryKind.HAND and deal:
                total = "" if entry.cards else str(entry.points)
                assert read_hand(match.game, deal, entry.cards, total).points == entry.points
                hands += 1
    assert hands > 100


def test_no_deal_of_a_demo_holds_more_cards_than_its_packs(store: Store) -> None:
    for match in all_of(store):
        for deal in match.sheet.schedule:
            assert match.game.keys(deal).used_up(match.sheet.tokens(deal.number)) == []


def test_a_host_who_corrects_in_a_demo_says_why_in_the_language_of_the_terminal(store: Store) -> None:
    reasons = {entry.reason for match in all_of(store) for entry in match.sheet.entries if entry.reason}
    assert reasons and all(map(KANJI.search, reasons))


def test_finished_matches_of_a_demo_lie_in_the_past_one_after_another(store: Store) -> None:
    times = [match.finished_at for match in store.finished(100)]
    assert times == sorted(times, key=str, reverse=True)
    assert len(set(times)) == MATCHES
