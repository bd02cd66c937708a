"""What the law says, kept as a message and its values and put into words where it is read."""

from collections.abc import Sequence
from typing import Any, Protocol


class Translations(Protocol):
    """What gettext offers: the words of one language."""

    def gettext(self, message: str) -> str:
        """The message in this language."""

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """The message for so many."""

    def pgettext(self, context: str, message: str) -> str:
        """The message as it is meant in that context."""


class English(Translations):
    """The language the messages are written in."""

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return singular if n == 1 else plural

    def pgettext(self, context: str, message: str) -> str:
        return message


ENGLISH = English()


def N_(message: str) -> str:
    """Mark a message for the translators and hand it back."""
    return message


class Text:
    """A sentence not yet said: a message, its values, and a plural that follows `count`."""

    __slots__ = ("message", "plural", "values")

    def __init__(self, message: str, plural: str = "", **values: Any):
        self.message, self.plural, self.values = message, plural, values

    def say(self, language: Translations = ENGLISH) -> str:
        """The sentence in words of that language."""
        if self.plural:
            template = language.ngettext(self.message, self.plural, self.values["count"])
        else:
            template = language.gettext(self.message)
        return template.format(**{name: said(value, language) for name, value in self.values.items()})

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        return f"Text({self.message!r}, {self.values!r})"


class Sayable(Protocol):
    """What has words in every language: a sentence, several, or an error that keeps one."""

    def say(self, language: Translations = ...) -> str:
        """The words in that language."""


class Worded(Exception):
    """Something that cannot be done; why is said in the language of whoever meets it."""

    def __init__(self, why: Sayable):
        super().__init__(why)
        self.why = why

    def say(self, language: Translations = ENGLISH) -> str:
        """Why not, in words of that language."""
        return self.why.say(language)


class Places(tuple[int, ...]):
    """Positions in a row of cards, from 0; said as people count them: "5th and 6th card"."""

    def say(self, language: Translations = ENGLISH) -> str:
        """The positions in words."""
        places = listed([ordinal(place + 1, language) for place in self], language)
        return language.gettext("{places} card").format(places=places)


class Listed(tuple[Any, ...]):
    """Several things named one after another: "8♠, 9♠ and 10♠"."""

    def say(self, language: Translations = ENGLISH) -> str:
        """The things in words."""
        return listed([str(said(item, language)) for item in self], language)


class Series(tuple[Any, ...]):
    """Several things to choose from, one after another without an "and": "top, bottom"."""

    def say(self, language: Translations = ENGLISH) -> str:
        """The things in words."""
        return language.gettext(", ").join(str(said(one, language)) for one in self)

    def __str__(self) -> str:
        return self.say()


class Clauses(tuple[Any, ...]):
    """What several things say, one after another in a sentence: "a row is missing; its end is missing"."""

    def say(self, language: Translations = ENGLISH) -> str:
        """The clauses in words."""
        return language.pgettext("clauses", "; ").join(str(said(one, language)) for one in self)

    def __str__(self) -> str:
        return self.say()


def said(value: Any, language: Translations) -> Any:
    """A value as it stands in a sentence: what can say itself does so."""
    return value.say(language) if hasattr(value, "say") else value


def listed(words: Sequence[str], language: Translations) -> str:
    """Words joined as a language joins them, the last by its "and"."""
    if len(words) < 2:
        return "".join(words)
    last = language.gettext(" and ") if len(words) == 2 else language.pgettext("of three or more", " and ")
    return language.gettext(", ").join(words[:-1]) + last + words[-1]


def labelled(label: str, value: object, language: Translations) -> str:
    """What something is called, and what it is: "Points: 77"."""
    return f"{label}{language.gettext(': ')}{value}"


def ordinal(number: int, language: Translations) -> str:
    """1st, 2nd, 3rd, 4th … as that language counts."""
    other = N_("{n}th")
    ends = {1: N_("{n}st"), 2: N_("{n}nd"), 3: N_("{n}rd")}
    ending = other if number % 100 in (11, 12, 13) else ends.get(number % 10, other)
    return language.gettext(ending).format(n=number)
