"""Sentences of the law: a message and its values, put into a language where they are read; and text as it is typed.

Typed numbers, cards and codes are normalised: full-width characters and all kinds of dashes become plain ones."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, Protocol
from unicodedata import bidirectional, normalize

Translations = NullTranslations  # the functions of gettext for one language
ENGLISH = Translations()  # the language of the messages themselves


def N_(message: str) -> str:
    """Mark a message for the translators and return it."""
    return message


class Text:
    """A sentence not yet put into words: a message, its values, and a plural chosen by `count`."""

    __slots__ = ("message", "plural", "values")

    def __init__(self, message: str, plural: str = "", **values: Any):
        self.message, self.plural, self.values = message, plural, values

    def say(self, language: Translations = ENGLISH) -> str:
        """Return the sentence in that language."""
        if self.plural:
            template = language.ngettext(self.message, self.plural, self.values["count"])
        else:
            template = language.gettext(self.message)
        return one_honorific(template.format(**{name: said(value, language) for name, value in self.values.items()}))

    def __eq__(self, other: object) -> bool:
        parts = (self.message, self.plural, self.values)
        return isinstance(other, Text) and parts == (other.message, other.plural, other.values)

    def __hash__(self) -> int:
        return hash((self.message, self.plural))

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        return f"Text({self.message!r}, {self.values!r})"


Label = str | Text  # a marked message, or a sentence with values


HONORIFICS = "さん", "ちゃん", "くん", "君", "さま", "様", "先生"  # endings of Japanese names, as some people type them
SECOND = re.compile(rf"({'|'.join(HONORIFICS)})((?:</\w+>)*)さん")


def one_honorific(sentence: str) -> str:
    """Return a sentence, or its Markup, in which a name has one honorific: 田中先生, not 田中先生さん."""
    return type(sentence)(SECOND.sub(r"\1\2", sentence))


def worded(label: Label, language: Translations = ENGLISH) -> str:
    """Return a label in that language."""
    return label.say(language) if isinstance(label, Text) else language.gettext(label)


class Sayable(Protocol):
    """Protocol for anything with words in every language: a sentence, several, or an error that holds one."""

    def say(self, language: Translations = ...) -> str:
        """Return the words in that language."""


class Worded(Exception):
    """Error for something that cannot be done; its reason is put into the reader's language."""

    def __init__(self, why: "Sayable | str", /, **values: Any):
        self.why = Text(why, **values) if isinstance(why, str) else why  # a message and its values, or a sentence
        super().__init__(self.why)

    def say(self, language: Translations = ENGLISH) -> str:
        """Return the reason in that language."""
        return self.why.say(language)


class Places(tuple[int, ...]):
    """Positions in a row of cards, from 0; worded from 1: "5th and 6th card"."""

    def say(self, language: Translations = ENGLISH) -> str:
        """Return the positions in words."""
        places = join_words([ordinal(place + 1, language) for place in self], language)
        return language.gettext("{places} card").format(places=places)


class Listed(tuple[Any, ...]):
    """Several things listed with an "and": "8♠, 9♠ and 10♠"."""

    def say(self, language: Translations = ENGLISH) -> str:
        """Return the things in words."""
        return join_words([str(said(item, language)) for item in self], language)


class Series(tuple[Any, ...]):
    """Several options listed without an "and": "top, bottom"."""

    def say(self, language: Translations = ENGLISH) -> str:
        """Return the things in words."""
        return language.gettext(", ").join(str(said(one, language)) for one in self)


@dataclass(frozen=True)
class Capital:
    """Words that begin a sentence or a label: their first letter is a capital."""

    text: Sayable

    def say(self, language: Translations = ENGLISH) -> str:
        """Return the words in that language."""
        words = self.text.say(language)
        return words[:1].upper() + words[1:]


class Number(int):
    """A small number that a sentence spells out where the language does so."""

    def say(self, language: Translations = ENGLISH) -> str:
        """Return the number in words, or in digits if the language has no word for it here."""
        numbers = language.pgettext(
            "small numbers in a sentence, from 0",
            "none one two three four five six seven eight nine ten eleven twelve thirteen fourteen",
        ).split()
        return numbers[self] if self < len(numbers) else str(self)


class Clauses(tuple[Any, ...]):
    """Several clauses joined in one sentence: "a row is missing; its end is missing"."""

    def say(self, language: Translations = ENGLISH) -> str:
        """Return the clauses in words."""
        return language.pgettext("clauses", "; ").join(str(said(one, language)) for one in self)

    def __str__(self) -> str:
        return self.say()


LEFTWARDS = {"R", "AL", "AN"}  # bidirectional classes of what is written from right to left
ISOLATE, POP = "\u2068", "\u2069"  # first strong isolate, pop directional isolate


def isolated(words: str) -> str:
    """Return words that are written from right to left between marks, so that they turn nothing around them.

    In a page <bdi> does the same; a title, a message or a calendar has nothing but marks."""
    if words.isascii() or ISOLATE in words or hasattr(words, "__html__"):
        return words
    return f"{ISOLATE}{words}{POP}" if LEFTWARDS & set(map(bidirectional, words)) else words


def said(value: Any, language: Translations) -> Any:
    """Return a value as it appears in a sentence: in words if it has any, with a real minus, isolated."""
    if isinstance(value, int) and value < 0:
        return str(value).replace("-", "−")
    if isinstance(value, str):
        return isolated(value)
    return value.say(language) if hasattr(value, "say") else value


def join_words(words: Sequence[str], language: Translations) -> str:
    """Return words joined in the manner of a language, the last by its "and"."""
    if len(words) < 2:
        return "".join(words)
    last = language.gettext(" and ") if len(words) == 2 else language.pgettext("of three or more", " and ")
    return language.gettext(", ").join(words[:-1]) + last + words[-1]


def labelled(label: str, value: object, language: Translations) -> str:
    """Return a label and its value: "Points: 77"."""
    return f"{label}{language.gettext(': ')}{value}"


def ordinal(number: int, language: Translations) -> str:
    """Return the ordinal in that language: 1st, 2nd, 3rd."""
    other = N_("{n}th")
    ends = {1: N_("{n}st"), 2: N_("{n}nd"), 3: N_("{n}rd")}
    ending = other if number % 100 in (11, 12, 13) else ends.get(number % 10, other)
    return language.gettext(ending).format(n=number)


LONGEST_TEXT = 2000  # characters read of one field
WIDE = re.compile("[\u3000\uff01-\uffee\ufe50-\ufe6b]+")  # full-width, half-width and small forms
# Not used for names and reasons: ー is a letter there.
SIGNS = str.maketrans(dict.fromkeys("‐‑‒–—―−⁃˗⸺⸻─━ー➖", "-") | {"➕": "+", "、": ",", "。": "."})
UNSEEN = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe0e\ufe0f\ufeff]+")  # as copied text holds
FIGURE = re.compile(r"([-+]?)\s*([0-9]+)")


def normalised(text: str) -> str:
    """Return the text with plain digits, letters, commas and minus signs, and nothing invisible."""
    if text.isascii():
        return text
    return WIDE.sub(lambda wide: normalize("NFKC", wide[0]), UNSEEN.sub("", text)).translate(SIGNS)


def sign_and_figure(text: str, digits: int = 6) -> tuple[str, int] | None:
    """Return the sign ("+", "-" or "") and the figure of a whole number as people type it; None if it is not one.

    The sign stands before at most this number of digits, with or without a space."""
    found = FIGURE.fullmatch(normalised(text[:LONGEST_TEXT]).strip())
    return (found[1], int(found[2])) if found and len(found[2]) <= digits else None


def whole_number(text: str, digits: int = 6) -> int | None:
    """Return the whole number, negative too, of a text; None if it is not one."""
    found = sign_and_figure(text, digits)
    return found and (-found[1] if found[0] == "-" else found[1])


def number_or_text(text: str, digits: int = 6) -> Any:
    """Return the whole number of a text, or the text itself if it is not one."""
    number = whole_number(text, digits)
    return text if number is None else number


def natural_number(text: str, digits: int = 6) -> int | None:
    """Return the number of plain digits without a sign; None for any other text."""
    sign, figure = sign_and_figure(text, digits) or ("-", 0)
    return None if sign else figure
