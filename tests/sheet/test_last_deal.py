"""Chances before the last deal, compared with every outcome of small totals and of whole matches played to the end."""

import random
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from companion.sheet.commands import adjustments, booking, roster
from companion.sheet.last_deal import Chance, Gap, Reach, chances, ways
from companion.sheet.scoresheet import Sheet
from tests.sheet.test_scoresheet import blank, played, tied, write
from tests.support.evenings import ONE_OF_EACH_KIND


def holds(gap: Gap, mine: int, points: Mapping[int, int]) -> bool:
    """Return whether these points of the deal meet a condition of that seat."""
    return points[mine] + gap.fewer <= points[gap.other]


def outcomes(reaches: Mapping[int, Reach], one_out: bool) -> Iterator[dict[int, int]]:
    """Yield every outcome within these points; with `one_out` at most one player has 0."""
    for points in product(*(range(low, high + 1) for low, high in reaches.values())):
        if not one_out or points.count(0) <= 1:
            yield dict(zip(reaches, points, strict=True))


def check(chance: Chance, points: Mapping[int, int], best: list[int]) -> None:
    """Check the conditions of a seat against the seats that are best at the end."""
    wins = best == [chance.seat] if chance.alone else chance.seat in best
    assert wins == all(holds(gap, chance.seat, points) for gap in chance.gaps), (chance, points, best)


def lowest(totals: Mapping[int, int], points: Mapping[int, int]) -> list[int]:
    """Return the seats with the lowest total after the deal."""
    after = {seat: total + points[seat] for seat, total in totals.items()}
    return [seat for seat, total in after.items() if total == min(after.values())]


@pytest.mark.parametrize("one_out", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_outcome_of_small_numbers_is_as_it_was_said(players: int, one_out: bool) -> None:
    chance = random.Random(players)
    for _ in range(60 if players < 4 else 10):
        totals = {seat: chance.randrange(9) for seat in range(players)}
        known = chance.choice([None, *range(players)])
        reaches = {seat: (0, 5) if seat != known else (3, 3) for seat in totals}
        every = [(points, lowest(totals, points)) for points in outcomes(reaches, one_out)]
        found = ways(totals, reaches)
        assert {one.seat for one in found} == {seat for _, best in every for seat in best}
        assert {one.seat for one in found if one.alone} == {best[0] for _, best in every if len(best) == 1}
        for one in found:
            for points, best in every:
                check(one, points, best)


def test_no_condition_is_said_that_follows_from_those_before_it() -> None:
    chance = random.Random(1)
    for _ in range(60):
        totals = {seat: chance.randrange(9) for seat in range(3)}
        reaches = dict.fromkeys(totals, (0, 5))
        for one in ways(totals, reaches):
            for place in range(len(one.gaps)):
                before, this = one.gaps[:place], one.gaps[place]
                met = [points for points in outcomes(reaches, False) if all(holds(g, one.seat, points) for g in before)]
                assert not all(holds(this, one.seat, points) for points in met)


def before_last(game: str, *first: int, **house: object) -> Sheet:
    """Return a match with these points in its first deal, no other that counts, and its last deal on the table."""
    sheet = played(blank(game, len(first), **house), 1, *first, out=first.index(0))
    for deal in sheet.game.deals[1:-1]:
        sheet = write(sheet, booking.abandon(sheet, deal.number))
    return sheet


@pytest.mark.parametrize("game", ONE_OF_EACH_KIND)
def test_the_scoresheet_ends_as_it_was_said(game: str) -> None:
    chance = random.Random(game)
    for _ in range(3):
        sheet = before_last(game, 0, 20, 20)
        for seat in range(3):
            sheet = write(sheet, adjustments.adjust(sheet, seat, str(chance.randrange(0, 130)), "late"))
        assert sheet.current
        possible, found = sheet.game.possible_totals(sheet.current), chances(sheet)
        for out in range(3):
            others = [[0] if seat == out else [possible[0], chance.choice(possible), possible[-1]] for seat in range(3)]
            for points in product(*others):
                ended = played(sheet, len(sheet.game.deals), *points, out=out)
                assert set(ended.winners) <= {one.seat for one in found}
                for one in found:
                    check(one, dict(enumerate(points)), ended.winners)


def short(sheet: Sheet) -> list[tuple[int, bool, list[tuple[int, int]]]]:
    """Return the chances in short."""
    return [(one.seat, one.alone, [(gap.other, gap.fewer) for gap in one.gaps]) for one in chances(sheet)]


def test_the_conditions_are_differences_of_the_totals() -> None:
    sheet = before_last("kalooki", 0, 23, 56)
    assert short(sheet) == [
        (0, True, [(1, -22), (2, -55)]),
        (1, True, [(0, 24), (2, -32)]),
        (2, True, [(0, 57), (1, 34)]),
    ]


def test_nothing_is_said_before_the_last_deal_nor_after_it() -> None:
    sheet = played(blank("kalooki", 3), 1, 0, 23, 56)
    assert chances(sheet) == [] == chances(blank("kalooki", 3))
    assert chances(played(before_last("kalooki", 0, 23, 56), 9, 0, 1, 1)) == []


def test_who_cannot_catch_up_is_left_out_and_who_can_only_tie_is_said_to() -> None:
    sheet = before_last("five-crowns", 0, 30, 30)
    most = sheet.game.possible_totals(sheet.game.deals[-1])[-1]
    behind = write(sheet, adjustments.adjust(sheet, 2, str(most - 30), "late"))
    assert [(one.seat, one.alone) for one in chances(behind)] == [(0, True), (1, True), (2, False)]
    further = write(behind, adjustments.adjust(behind, 2, "1", "later"))
    assert [one.seat for one in chances(further)] == [0, 1]
    alone = write(further, adjustments.adjust(further, 1, "400", "late"))
    assert short(alone) == [(0, True, [])]


def test_hands_counted_already_are_known() -> None:
    sheet = before_last("kalooki", 0, 23, 56)
    sheet = write(sheet, booking.end_play(sheet, 9, 1))
    sheet = write(sheet, booking.count_hand(sheet, 9, 2, "", "40"))
    assert short(sheet) == [(0, True, [(1, -22)]), (1, True, [(0, 24)])]
    sheet = write(sheet, booking.count_hand(sheet, 9, 0, "", "30"))
    assert short(sheet) == [(1, True, [])]


def test_a_bonus_round_is_won_by_the_lowest_in_it_alone() -> None:
    assert short(tied()) == [(1, True, [(3, 1)]), (3, True, [(1, 1)])]


def test_who_has_left_wins_nothing_and_is_no_rival() -> None:
    sheet = before_last("three-thirteen", 0, 23, 26)
    sheet = write(sheet, roster.leave(sheet, 0))
    assert short(sheet) == [(1, True, [(2, -2)]), (2, True, [(1, 4)])]


def test_a_latecomer_who_plays_the_last_deal_can_win_it() -> None:
    sheet = before_last("kalooki", 0, 23, 56)
    sheet = write(sheet, roster.join(sheet, "Eve", "zero"))
    assert [one.seat for one in chances(sheet)] == [0, 3, 1, 2]
    ended = played(sheet, 9, 50, 60, 70, 0)
    assert ended.winners == [3]
