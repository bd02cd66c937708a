"""Matches brought in from sheets: stored all or none, counted as far as they tell, and taken back the same evening."""

from datetime import date

import pytest
from sqlmodel import select

from companion.games import GAMES
from companion.sheet.commands.written_match import bring_in as read
from companion.sheet.ledger import Action, EntryKind
from companion.sheet.match_statistics import figures
from companion.storage import brought_in
from companion.storage.brought_in import bring_in, came_together, undo
from companion.storage.entry_validation import flaws
from companion.storage.matches import Match
from companion.storage.models import MatchRow, ResultRow
from companion.storage.players.results_query import MatchFilter, latest
from companion.storage.players.standings import standings
from companion.storage.store import Form, KeyReused, Store
from companion.web.view.player_statistics import Life

ODD = "Ana,Ben,Mio\n0,0,12\n7,10,9\n-3,0,1\n"
FINALS = "date,Ana,Ben,Mio\n2019-03-02,212,187,240\n2019-03-09,198,225,\n"
FORM = Form.of("sheetsheet", [("sheet", "a")])


def brought(store: Store, text: str, form: Form = FORM, game: str = "five-crowns") -> list[Match]:
    """Bring in the matches of a sheet and return them."""
    sheets = [one.sheet for one in read(GAMES[game], text, date(2020, 5, 1))]
    return [store.match(code) for code in bring_in(store, sheets, form)]


def test_a_match_is_stored_as_written_and_what_is_odd_stays_marked(store: Store) -> None:
    (match,) = brought(store, ODD)
    sheet = match.sheet
    assert (sheet.totals, sheet.winner_names, match.day) == ((4, 10, 22), ["Ana"], date(2020, 5, 1))
    assert [sheet.out(deal) for deal in (1, 2, 3)] == [None, None, 1]
    ends = [entry.how for entry in sheet.entries if entry.kind == EntryKind.END]
    assert ends == [Action.UNKNOWN, Action.UNKNOWN, Action.OUT]
    assert [[sheet.sure(deal, seat) for seat in sheet.seats] for deal in (1, 3)] == [[False] * 3, [False, True, False]]
    assert not [*flaws(sheet)]


def test_deals_without_a_winner_are_left_out_of_who_went_out(store: Store) -> None:
    (match,) = brought(store, "Ana,Ben,Mio\n" + "0,0,12\n20,0,10\n" * 5 + "0,20,10\n")
    assert [figures(match.sheet, seat).unknown for seat in match.sheet.seats] == [5, 5, 5]
    with store.reading() as session:
        (result,) = latest(session, MatchFilter(there=("Ben",)))[1:2]
        assert (result.name, result.out, result.unknown, len(result.by_deal)) == ("Ben", 5, 5, 11)
    assert round(Life("Ben", (), (result,)).out, 1) == 83.3


def test_final_totals_have_a_winner_and_enter_no_figures_of_deals(store: Store) -> None:
    first, second = brought(store, FINALS)
    assert (first.sheet.winner_names, first.sheet.margin, first.day) == (["Ben"], 25, date(2019, 3, 2))
    assert first.sheet.numbered_places == {0: 2, 1: 1, 2: 3} and second.sheet.names == ("Ana", "Ben")
    assert first.sheet.finished and not first.sheet.stopped and not [*flaws(first.sheet)]
    with store.reading() as session:
        results = session.exec(select(ResultRow).where(ResultRow.match_id == first.id)).all()
        places = [(one.name, one.won, one.played) for one in standings(session, MatchFilter())]
    assert [(one.points, one.won, one.whole, one.complete, one.deals) for one in results] == [
        (212, False, True, False, "{}"),
        (187, True, True, False, "{}"),
        (240, False, True, False, "{}"),
    ]
    assert places == [("Ana", 1, 2), ("Ben", 1, 2), ("Mio", 0, 1)]


def test_the_same_form_stores_its_matches_once(store: Store) -> None:
    codes = [[match.code for match in brought(store, FINALS)] for _ in range(2)]
    assert codes[0] == codes[1] and len(store.finished(10)) == 2
    with pytest.raises(KeyReused):
        brought(store, FINALS, Form.of("sheetsheet", [("sheet", "b")]))


def test_of_several_matches_all_or_none_are_stored(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = iter([brought_in.record_results])
    monkeypatch.setattr(brought_in, "record_results", lambda *values: next(steps)(*values))
    with pytest.raises(StopIteration):
        brought(store, FINALS)
    assert not store.finished(10) and not store.unfinished()


def test_they_are_taken_back_together_and_no_others(store: Store) -> None:
    _, second = brought(store, FINALS)
    (other,) = brought(store, ODD, Form.of("another1", []))
    assert came_together(store, second.key) == 2
    assert (undo(store, second.key), undo(store, second.key)) == (2, 0)
    assert [match.code for match in store.finished(10)] == [other.code]


def test_on_a_later_evening_nothing_is_taken_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = brought(store, FINALS)
    monkeypatch.setattr(brought_in, "tonight", lambda: date(2031, 1, 1))
    assert undo(store, first.key) == came_together(store, first.key) == 0 and len(store.finished(10)) == 2
    with store.reading() as session:
        assert len(session.exec(select(MatchRow)).all()) == 2
