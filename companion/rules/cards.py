"""Cards, packs, and their notation: 9H 10D AS JK."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from json import JSONEncoder
from typing import NamedTuple

from companion.rules.text import ENGLISH, LONGEST_TEXT, N_, Series, Text, Translations, normalised


class Suit(NamedTuple):
    """One suit: its sign, its hollow sign, its name, and the name of its drawing and its colour."""

    sign: str
    hollow: str
    name: str  # message for the translators
    look: str  # a symbol of the sprite and a class of the stylesheet


SUIT_OF: Mapping[str, Suit] = {  # by letter of the notation; a game's pack says which of them it has
    "S": Suit("♠", "♤", N_("spades"), "spade"),
    "H": Suit("♥", "♡", N_("hearts"), "heart"),
    "D": Suit("♦", "♢", N_("diamonds"), "diamond"),
    "C": Suit("♣", "♧", N_("clubs"), "club"),
    "*": Suit("★", "☆", N_("stars"), "star"),
}
LETTERS = {sign: letter for letter, suit in SUIT_OF.items() for sign in (suit.sign, suit.hollow)} | {"⭐": "*"}
SUITS = "SHDC"  # suits of an ordinary pack
LONGEST_CARD = 20  # characters of one card, with surrounding characters
MOST_CARDS = 300  # cards, limit where the number of packs is unknown; the largest table, of four packs, holds 218
COPIES = N_(  # holds for every game: it follows from the packs
    "No more copies of a card can lie on the table, or be in one hand, than there are packs, nor more jokers "
    "than are in play. A joker is not a copy of the card it stands for."
)
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class Card(NamedTuple):
    """One card: a rank and a suit, or the rank JK and no suit."""

    rank: str
    suit: str = ""

    def __str__(self) -> str:
        return self.rank + self.suit

    def say(self, language: Translations = ENGLISH) -> str:
        """Return the card's short name: its rank and sign (never as an emoji), or the word for a joker."""
        return f"{self.rank}{SUIT_OF[self.suit].sign}\ufe0e" if self.suit else language.gettext("joker")


JOKER = Card("JK")
JOKERS = ("JK", "JOKER", "J1", "J2", "J3", "🃏", "🃟", "ジョ-カ-")  # also of other programs; ー is typed as a dash
STAR = "⭐"  # a joker, or a star behind the rank of a pack that has stars
TENS = ("10", "T", "X")
SEPARATORS = re.compile("[/|;\n]")  # between melds
EXAMPLES = ("8*", "10H", "8S", "AD")  # notations shown as examples, where the pack has the card


class Unreadable(ValueError):
    """Raised for text that names no card, or a field that cannot be read: holds the reason and the field."""

    def __init__(self, reason: Text, field: str = ""):
        super().__init__(str(reason))
        self.reason, self.field = reason, field


def quoted(value: object, most: int = 40) -> str:
    """Return the first `most` characters of a value as a refusal shows it: text unchanged, anything else as JSON."""
    if isinstance(value, str):
        return value[:most]
    written = JSONEncoder(ensure_ascii=False, default=str).iterencode(value)  # lazily, whatever the depth
    return "".join(islice(written, most))[:most]


@dataclass(frozen=True)
class Pack:
    """The cards in play: number of copies of each and number of jokers (None: unknown)."""

    copies: int | None = 1
    jokers: int | None = 0
    suits: str = SUITS
    ranks: tuple[str, ...] = RANKS

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """One copy of every card with a suit, suit by suit."""
        return tuple(Card(rank, suit) for suit in self.suits for rank in self.ranks)

    @property
    def pattern(self) -> str:
        """Regular expression for a card of this pack."""
        long = "".join(f"{rank}|" for rank in self.ranks if len(rank) > 1)
        short = "".join(rank for rank in self.ranks if len(rank) == 1) + ("TX" if "10" in self.ranks else "")
        signs = "".join(SUIT_OF[letter].sign for letter in self.suits)
        jokers = "[Jj](?:[Kk1-3]|[Oo][Kk][Ee][Rr])|🃏|🃟|ジョーカー" + ("" if "*" in self.suits else f"|{STAR}")
        return f"^(?:(?:{long}[{either_case(short)}])[{either_case(self.suits)}{signs}]|{jokers})$"

    @property
    def size(self) -> int:
        """Number of cards in all packs together."""
        return len(self.cards) * (self.copies or 1) + (self.jokers or 0)

    @property
    def most(self) -> int:
        """Highest number of cards that can lie on one table."""
        return MOST_CARDS if self.copies is None else self.size

    @cached_property
    def _spellings(self) -> Mapping[str, Card]:
        return {str(card): card for card in (*self.cards, JOKER)}

    def read(self, text: object) -> Card:
        """Return the card that a text such as 10H, th or 8♠ names.

        Raises: Unreadable: if the text names no card.
        """
        if not isinstance(text, str):
            raise Unreadable(Text(N_("“{value}” is not a card; cards are text such as 8S"), value=quoted(text)))
        card = self._spellings.get(text)
        if card is None and len(text) <= LONGEST_CARD:
            card = self._spellings.get(self.spelled(text))
        if card is None:
            raise Unreadable(self._not_a_card(text))
        return card

    def has(self, text: str) -> bool:
        """Return whether a text names one card."""
        return len(text) <= LONGEST_CARD and self.spelled(text) in self._spellings

    def spelled(self, text: str) -> str:
        """Return the text of a card in the notation, from any spelling of its rank, its suit or the joker."""
        text = normalised(text).strip().replace("\ufe0f", "").replace("\ufe0e", "").upper()
        if len(text) > 1 and text[-1] in LETTERS:
            text = text[:-1] + LETTERS[text[-1]]
        if text in JOKERS or (text == STAR and "*" not in self.suits):
            return JOKER.rank
        return TENS[0] + text[1:] if text[:1] in TENS and text[1:] in ("", *self.suits) else text

    def _not_a_card(self, text: str) -> Text:
        """Return the message about a text that is no card, with the cards that may be meant by a rank or a sign."""
        word = self.spelled(text[:LONGEST_CARD])
        ranks = ("A", TENS[0]) if word[:1] == "1" and word[1:] in ("", *self.suits) else (word,)
        meant = [card for card in self.cards if card.rank in ranks and word[1:] in ("", "0", card.suit)]
        jokers = [JOKER] if word in ("J", STAR) else []
        stars = [card for card in self.cards if card.suit == "*"][:1] if word == STAR else []
        if meant or jokers:
            message = N_("“{value}” could be {cards}; write which")
            return Text(message, value=quoted(text), cards=Series(map(str, (*meant, *jokers, *stars))))
        here = (text for text in EXAMPLES if text in self._spellings)
        one, other, *_ = (*here, str(self.cards[0]), str(self.cards[-1]))
        message = N_("“{value}” is not a card; cards look like {one}, {other} or JK")
        return Text(message, value=quoted(text), one=one, other=other)

    def read_all(self, value: object) -> tuple[Card, ...]:
        """Return the cards of a list, or of one string that separates them by spaces or commas.

        Raises: Unreadable: for text that names no card, or for more cards than are in play.
        """
        if isinstance(value, str):
            check_text(value)
            value = normalised(value).replace(",", " ").split()
        if not isinstance(value, (list, tuple)):
            raise Unreadable(Text(N_("“{value}” is not a list of cards"), value=quoted(value)))
        self.check_count(len(value))
        return tuple(map(self.read, value))

    def check_count(self, count: int) -> None:
        """Check that this number of cards can lie on one table.

        Raises: Unreadable: if it is larger.
        """
        if count > self.most:
            message = N_("{count} cards are too many: at most {limit} can be in play")
            raise Unreadable(Text(message, count=count, limit=self.most))

    def limit(self, card: Card) -> int | None:
        """Return the number of copies of this card in play; None if unknown."""
        return self.jokers if card == JOKER else self.copies

    def too_many(self, cards: Iterable[Card]) -> list[tuple[Card, int]]:
        """Return the cards that occur more often than there are copies in play, each with that number."""
        counts = ((card, count, self.limit(card)) for card, count in Counter(cards).items())
        return [(card, limit) for card, count, limit in counts if limit is not None and count > limit]


def separate_melds(text: str) -> list[str]:
    """Return the melds of a text: separated by / | ; or lines, or "8S 8H 8D, 9S 9H 9D" or "8S,8H,8D 9S,9H,9D".

    Raises: Unreadable: if commas and spaces separate both cards and melds.
    """
    check_text(text)
    text = normalised(text)
    if SEPARATORS.search(text):
        return [part for part in SEPARATORS.split(text) if part.strip()]
    by_comma = [part.split() for part in text.split(",") if part.strip()]
    by_space = [part.replace(",", " ").split() for part in text.split()]
    if len(by_comma) < 2 or all(len(cards) == 1 for cards in by_comma):
        return [text]
    if melds := next((way for way in (by_comma, by_space) if all(len(cards) > 1 for cards in way)), None):
        return [" ".join(cards) for cards in melds]
    message = N_("“{value}” is not clear; write / between melds, as in {example}")
    raise Unreadable(Text(message, value=quoted(text), example="8S 8H 8D / 9S 9H 9D"))


def too_many(card: Card, limit: int) -> Text:
    """Return the message about a card that occurs more often than it is in play."""
    if card == JOKER:
        jokers = Text(N_("only {count} joker is in play"), N_("only {count} jokers are in play"), count=limit)
        return jokers if limit else Text(N_("no jokers are in play"))
    return Text(
        N_("only {count} copy of {card} is in play"),
        N_("only {count} copies of {card} are in play"),
        count=limit,
        card=card,
    )


def check_text(value: str) -> None:
    """Check that a text has at most LONGEST_TEXT characters.

    Raises: Unreadable: if it is longer.
    """
    if len(value) > LONGEST_TEXT:
        message = N_("{count} characters are too many: the limit is {most}")
        raise Unreadable(Text(message, count=len(value), most=LONGEST_TEXT))


def check_hand_size(count: int, limit: int, field: str) -> None:
    """Check that this number of cards fits in a hand of at most `limit` cards.

    Raises: Unreadable: if it is larger.
    """
    if count > limit:
        message = N_("{count} cards are too many: here a hand holds at most {limit}")
        raise Unreadable(Text(message, count=count, limit=limit), field)


def either_case(letters: str) -> str:
    """Return the letters followed by the same letters in lower case, without duplicates."""
    return "".join(dict.fromkeys(letters + letters.lower()))


def spellings(text: str) -> tuple[str, ...]:
    """Return all spellings of a card in the notation, in capitals and itself first."""
    if text == JOKER.rank:
        return JOKERS
    return tuple(ten + text[2:] for ten in TENS) if text.startswith(TENS[0]) else (text,)
