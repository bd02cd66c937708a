"""Pasted names and reasons: cleaned so that no page breaks, and distinguished as eyes distinguish them."""

import unicodedata

import pytest

from companion.names import clean, initial, initials, same

FAMILY = "👩\u200d👩\u200d👧"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Aki", "Aki"),
        ("  Aki \t\n Sato  ", "Aki Sato"),
        ("a\u0301ki", "áki"),
        ("A\x00k\x07i", "Aki"),
        ("A\u200bk\u200ci\ufeff", "Aki"),
        ("\u202eikA\u202c", "ikA"),
        ("\u2066Aki\u2069", "Aki"),
        ("Aki\ud800", "Aki"),
        ("Aki\ue000", "Aki"),
        ("明子　さん", "明子 さん"),
        ("Ak\u00adi", "Aki"),
        (FAMILY, FAMILY),
        ("A\u200dB", "AB"),
        ("\u200d", ""),
        ("\u200b\u202e\x00", ""),
        ("\u3164", ""),
        ("\u2800", ""),
        ("\u0301", ""),
    ],
)
def test_a_name_is_shown_without_what_cannot_be_seen(typed: str, shown: str) -> None:
    assert clean(typed) == shown


def test_a_name_keeps_at_most_three_marks_on_a_letter() -> None:
    marks = [character for character in clean("Z" + "\u0335" * 20 + "o") if unicodedata.category(character) == "Mn"]
    assert len(marks) == 3


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "{{7*7}}", '" onfocus="x', "=1+1", "%(n)s", "{0}"])
def test_what_only_looks_dangerous_is_kept_as_it_is(text: str) -> None:
    assert clean(text) == text


def test_cleaning_twice_changes_nothing_more() -> None:
    for text in ("A\u200d\u200bki", FAMILY, "Z" + "\u0335" * 20, " \u202ex ", "e\u200d\u0301", "☕\ufe0f"):
        assert clean(clean(text)) == clean(text)


def test_a_text_is_cut_to_its_longest() -> None:
    assert clean("a" * 50, 40) == "a" * 40
    assert clean("a" * 39 + " b", 40) == "a" * 39


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Aki", "aki"),
        ("Straße", "STRASSE"),
        ("Ａｋｉ", "Aki"),
        ("ﬁn", "fin"),
        ("アキ", "ｱｷ"),
        ("Ana", "Ana\ufe0f"),
        ("☕", "☕\ufe0f"),
        ("😀", "😀\u200d"),
        ("İbrahim", "ibrahim"),
        ("İBRAHİM", "ibrahim"),
        ("I\u0307brahim", "Ibrahim"),
        ("Işıl", "IŞIL"),
        ("Ωμέγας", "ΩΜΈΓΑΣ"),
        ("Oẞ", "oss"),
        ("ÅSA", "a\u030asa"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert same(clean(one), clean(other))


@pytest.mark.parametrize(("one", "other"), [("Aki", "Akio"), ("Ana", "Anä"), ("明子", "秋子"), ("1", "2")])
def test_names_that_differ_are_not_the_same(one: str, other: str) -> None:
    assert not same(clean(one), clean(other))


INITIALS = {
    "aki": "A",
    "émile": "É",
    "e\u0301mile": "É",
    "Z\u0335oe": "Z\u0335",
    "🇬🇧 Tom": "🇬🇧",
    "🇬🇧🇫🇷": "🇬🇧",
    FAMILY + "!": FAMILY,
    "👍🏽 Bo": "👍🏽",
    "👩🏽\u200d🚀": "👩🏽\u200d🚀",
    "❤️\u200d🔥x": "❤️\u200d🔥",
    "がく": "が",
    "か\u3099く": "が",
    "ｶﾞｸ": "ｶﾞ",
    "한나": "한",
    "क्षितिज": "क्षि",
    "நிலா": "நி",
    "กำพล": "กำ",
    "ანა": "ა",
    "İbrahim": "İ",
    "ibrahim": "I",
    "": "",
}


@pytest.mark.parametrize(("name", "letter"), INITIALS.items())
def test_the_initial_of_a_name_is_its_first_letter_as_people_see_it(name: str, letter: str) -> None:
    assert initial(clean(name)) == letter


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Aki", "ben", "Bo", "🇬🇧", "B"], ["A", "Be", "Bo", "🇬🇧", "B"]),
        (["Anna", "Anton", "Bea"], ["An", "At", "B"]),
        (["Ann", "Anna", "Annika", "Antonia"], ["A", "Aa", "Ai", "Ao"]),
        (["田中", "田中 一郎", "田口"], ["田", "田一", "田口"]),
        (["", "A"], ["", "A"]),
    ],
)
def test_those_of_one_initial_have_the_letter_by_which_they_differ(names: list[str], letters: list[str]) -> None:
    assert initials(names) == letters
