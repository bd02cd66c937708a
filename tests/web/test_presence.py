"""Whose hand is being counted on which phone: a hint that is forgotten when nobody looks any more."""

from companion.web.presence import SECONDS, Presence


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
