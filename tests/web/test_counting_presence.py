"""Counting presence: the seats being counted on other phones, forgotten once their phones stop polling."""

from companion.web.counting_presence import AGAIN, SECONDS, Presence


def test_a_hand_counts_as_being_counted_while_its_phone_looks() -> None:
    now = [0.0]
    known = Presence(lambda: now[0])
    known.note("ABCDEF", 1, 2)
    known.note("ABCDEF", 2, 3)
    known.note("GHJKLM", 1, 1)
    assert known.seats("ABCDEF", 1) == {2}
    now[0] = SECONDS - 0.1
    known.note("ABCDEF", 1, 0)
    assert known.seats("ABCDEF", 1) == {0, 2}
    now[0] = SECONDS + 0.1
    assert known.seats("ABCDEF", 1) == {0}
    assert known.seats("GHJKLM", 1) == set()


def test_another_process_is_told_of_a_hand_now_and_then_and_hears_of_those_it_sees() -> None:
    now, told = [0.0], list[str]()
    one, other = Presence(lambda: now[0], told.append), Presence(lambda: now[0])
    for _ in range(3):
        one.note("ABCDEF", 1, 2)
        now[0] += 0.8
    assert told == ["ABCDEF 1 2"]
    now[0] += AGAIN
    one.note("ABCDEF", 1, 2)
    assert len(told) == 2
    other.heard(told[-1])
    assert other.seats("ABCDEF", 1) == {2}
    for nonsense in ("ABCDEF", "ABCDEF 1", "ABCDEF x 2", "ABCDEF 1 2 3", " "):
        other.heard(nonsense + " ")
    assert other.seats("ABCDEF", 1) == {2}
