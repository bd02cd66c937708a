"""Cards, the packs they come from, and the one notation for both: 9H 10D AS JK."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from json import JSONEncoder
from typing import NamedTuple

from companion.rules.text import ENGLISH, N_, Text, Translations
from companion.rules.typed import LONGEST_TEXT, folded


class Suit(NamedTuple):
    """One suit: its sign, the same drawn hollow, what it is called, and what its drawing and its colour are called."""

    sign: str
    hollow: str
    name: str  # for the translators
    look: str  # a symbol of the sprite, and a class of the stylesheet


SUIT_OF: Mapping[str, Suit] = {  # by the letter it is written with; what a game is played with, its pack says
    "S": Suit("♠", "♤", N_("spades"), "spade"),
    "H": Suit("♥", "♡", N_("hearts"), "heart"),
    "D": Suit("♦", "♢", N_("diamonds"), "diamond"),
    "C": Suit("♣", "♧", N_("clubs"), "club"),
    "*": Suit("★", "☆", N_("stars"), "star"),
}
LETTERS = {sign: letter for letter, suit in SUIT_OF.items() for sign in (suit.sign, suit.hollow)}
SUITS = "SHDC"  # of an ordinary pack
LONGEST_CARD = 20  # characters of one card, with what stands around it
MOST = 300  # cards where nobody counts the packs; the largest table, of four, holds 218
COPIES = N_(  # follows from the packs, whatever is played with them
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
        """The card's short name: its rank and its sign, never as an emoji, or the word for a joker."""
        return f"{self.rank}{SUIT_OF[self.suit].sign}\ufe0e" if self.suit else language.gettext("joker")


JOKER = Card("JK")
EXAMPLES = ("8*", "10H", "8S", "AD")  # how cards are written, as far as a pack has them


class Unreadable(ValueError):
    """Text that names no card, or a field that cannot be read: which one, what it held, and why."""

    def __init__(self, reason: Text, field: str = "", value: object = None):
        super().__init__(str(reason))
        self.reason, self.field, self.value = reason, field, value


def quoted(value: object, most: int = 40) -> str:
    """A value as a refusal shows it: text as it is, all else as JSON has it; the beginning is enough."""
    if isinstance(value, str):
        return value[:most]
    written = JSONEncoder(ensure_ascii=False, default=str).iterencode(value)  # piece by piece, however deep it goes
    return "".join(islice(written, most))[:most]


@dataclass(frozen=True)
class Pack:
    """The cards in play: how many copies of each, and how many jokers (None: nobody counts them)."""

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
        """How a card of this pack is written, as a regular expression."""
        long = "".join(f"{rank}|" for rank in self.ranks if len(rank) > 1)
        short = "".join(rank for rank in self.ranks if len(rank) == 1) + ("T" if "10" in self.ranks else "")
        signs = "".join(SUIT_OF[letter].sign for letter in self.suits)
        return f"^(?:(?:{long}[{either_case(short)}])[{either_case(self.suits)}{signs}]|[Jj][Kk])$"

    @property
    def size(self) -> int:
        """All the cards, in cards."""
        return len(self.cards) * (self.copies or 1) + (self.jokers or 0)

    @property
    def most(self) -> int:
        """How many cards can lie on one table."""
        return MOST if self.copies is None else self.size

    @cached_property
    def _spellings(self) -> Mapping[str, Card]:
        known = {str(card): card for card in (*self.cards, JOKER)}
        known |= {"T" + card.suit: card for card in self.cards if card.rank == "10"}
        return known

    @cached_property
    def _examples(self) -> tuple[str, str]:
        here = [text for text in EXAMPLES if text in self._spellings]
        one, other, *_ = (*here, str(self.cards[0]), str(self.cards[-1]))
        return one, other

    def read(self, text: object) -> Card:
        """The card that a text such as 10H, th or 8♠ names; Unreadable if it names none."""
        if not isinstance(text, str):
            raise Unreadable(Text(N_("“{value}” is not a card; cards are text such as 8S"), value=quoted(text)))
        card = self._spellings.get(text)
        if card is None and len(text) <= LONGEST_CARD:
            card = self._spellings.get(plain(text))
        if card is None:
            message = N_("“{value}” is not a card; cards look like {one}, {other} or JK")
            one, other = self._examples
            raise Unreadable(Text(message, value=quoted(text), one=one, other=other))
        return card

    def read_all(self, value: object) -> tuple[Card, ...]:
        """The cards of a list, or of one string with spaces or commas between them."""
        if isinstance(value, str):
            check_text(value)
            value = folded(value).replace(",", " ").split()
        if not isinstance(value, (list, tuple)):
            raise Unreadable(Text(N_("“{value}” is not a list of cards"), value=quoted(value)))
        self.check_count(len(value))
        return tuple(map(self.read, value))

    def check_count(self, count: int) -> None:
        """Unreadable if so many cards are more than can lie on one table."""
        if count > self.most:
            message = N_("{count} cards are too many: no more than {limit} can be in play")
            raise Unreadable(Text(message, count=count, limit=self.most))

    def limit(self, card: Card) -> int | None:
        """How many of this card are in play; None when nobody counts them."""
        return self.jokers if card == JOKER else self.copies

    def too_many(self, cards: Iterable[Card]) -> list[tuple[Card, int]]:
        """The cards given oftener than they are in play, each with how many there are."""
        over = []
        for card, count in Counter(cards).items():
            limit = self.limit(card)
            if limit is not None and count > limit:
                over.append((card, limit))
        return over


def too_many(card: Card, limit: int) -> Text:
    """What is said of a card given oftener than it is in play."""
    if card == JOKER:
        return Text(N_("only {limit} jokers are in play"), limit=limit) if limit else Text(N_("no jokers are in play"))
    return Text(N_("only {limit} of {card} are in play"), limit=limit, card=card)


def check_text(value: str) -> None:
    """Unreadable if a text is longer than anybody could mean."""
    if len(value) > LONGEST_TEXT:
        message = N_("a text of {count} characters is too long: {most} are read at most")
        raise Unreadable(Text(message, count=len(value), most=LONGEST_TEXT))


def check_most(count: int, limit: int, field: str) -> None:
    """Unreadable if so many cards are more than a hand holds."""
    if count > limit:
        message = N_("{count} cards are too many: here a hand holds {limit} at most")
        raise Unreadable(Text(message, count=count, limit=limit), field)


def either_case(letters: str) -> str:
    """The letters, and once more in small."""
    return "".join(dict.fromkeys(letters + letters.lower()))


def plain(text: str) -> str:
    """A card's text in capitals, with letters for the suit signs and no emoji selectors."""
    text = folded(text).strip().replace("\ufe0f", "").replace("\ufe0e", "").upper()
    return text[:-1] + LETTERS[text[-1]] if text and text[-1] in LETTERS else text
