"""Retention of backups: a week of days, a month of weeks, a year of months, and always the newest."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.storage.backup.catalog import retained

pytestmark = pytest.mark.file  # the kind of database makes no difference
NOON = datetime(2026, 3, 31, 12, tzinfo=UTC)  # a Tuesday
TIMES = st.sets(st.datetimes(datetime(2024, 1, 1), datetime(2027, 1, 1)).map(lambda at: at.replace(tzinfo=UTC)))


def test_of_two_years_of_days_seven_days_four_weeks_and_twelve_months_stay() -> None:
    days = [NOON - timedelta(days=day) for day in range(730)]
    stay = sorted(retained(days), reverse=True)
    assert stay[:7] == days[:7]
    assert [at.isoformat()[:10] for at in stay[7:]] == [
        *("2026-03-22", "2026-03-15", "2026-02-28", "2026-01-31", "2025-12-31", "2025-11-30", "2025-10-31"),
        *("2025-09-30", "2025-08-31", "2025-07-31", "2025-06-30", "2025-05-31", "2025-04-30"),
    ]


def test_thinned_after_every_evening_the_same_stay_as_thinned_once() -> None:
    evenings = [NOON + timedelta(hours=7 * number) for number in range(2000)]
    there: set[datetime] = set()
    for evening in evenings:
        there = retained({*there, evening})
    assert there == retained(evenings)


def test_what_is_rarely_made_stays_long() -> None:
    yearly = [NOON - timedelta(days=365 * year) for year in range(5)]
    assert retained(yearly) == set(yearly)


@given(TIMES)
def test_the_newest_always_stays_and_few_do(times: set[datetime]) -> None:
    stay = retained(times)
    assert stay <= times
    assert len(stay) <= 7 + 4 + 12
    assert not times or max(times) in stay


@given(TIMES)
def test_thinning_twice_is_thinning_once(times: set[datetime]) -> None:
    assert retained(retained(times)) == retained(times)
