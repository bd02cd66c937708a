"""Counting pad: cards of one price share a key, and a hand is a tally of keys."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import NamedTuple

from companion.rules.cards import JOKER, SUIT_OF, Card, Pack, Unreadable, check_text, spellings
from companion.rules.text import N_, Listed, Text, normalised

MOST_LISTED = 4  # ranks on a key; more are written as a range, 2–9


class Faces(NamedTuple):
    """Adjacent ranks on a key, with their suits where the price depends on the suit."""

    ranks: tuple[str, ...]
    suits: str = ""

    @property
    def label(self) -> str:
        """The ranks as shown on the key: 7, 10 J Q K or 2–9."""
        return " ".join(self.ranks) if len(self.ranks) <= MOST_LISTED else f"{self.ranks[0]}–{self.ranks[-1]}"


@dataclass(frozen=True)
class Key:
    """All cards of one price: the code they are written by, the penalty in points, and the number in play."""

    code: str  # 7, 10 (for 10 J Q K), AH (for both red aces), JK
    points: int
    cards: tuple[Card, ...]
    limit: int | None  # number of cards of this key in play; None: unknown
    faces: tuple[Faces, ...] = ()  # labels of the key in the order of the ladder; empty for the joker

    @property
    def several(self) -> bool:
        """True if the key has more than one rank."""
        return len({card.rank for card in self.cards}) > 1

    @property
    def drawn(self) -> bool:
        """True if the key shows more than ranks: suits, or the joker's star."""
        return not self.faces or any(face.suits for face in self.faces)

    @property
    def label(self) -> str:
        """The label of the key as text: 7, 10 J Q K, A♥♦, or nothing for the joker."""
        return " ".join(face.label + "".join(SUIT_OF[suit].sign for suit in face.suits) for face in self.faces)

    @property
    def reads(self) -> tuple[str, ...]:
        """All texts that are read as a card of this key: each card, and each rank with all its suits on the key."""
        whole = [rank for face in self.faces if not face.suits for rank in face.ranks]
        return tuple(spelled for text in (*whole, *map(str, self.cards)) for spelled in spellings(text))


class Keys:
    """The keys of one game's pad, and the parser of typed hands.

    Cards of one price share a key, or those that `alike` says are the same.
    """

    def __init__(
        self,
        pack: Pack,
        ladder: tuple[str, ...],
        price: Callable[[Card], int],
        alike: Callable[[Card], Hashable] | None = None,
    ):
        self.pack, self.ladder, self.price, self.alike = pack, ladder, price, alike or price

    def __iter__(self) -> Iterator[Key]:
        return iter(self.all)

    @cached_property
    def all(self) -> tuple[Key, ...]:
        """Every key, ordered by the highest place of its rank on the ladder; jokers last."""
        by_price: dict[tuple[Hashable, bool], list[Card]] = {}
        for card in (*self.pack.cards, *([JOKER] if self.pack.jokers != 0 else [])):
            by_price.setdefault((self.alike(card), card == JOKER), []).append(card)
        keys = [self._key(cards, self.price(cards[0])) for cards in by_price.values()]
        return tuple(sorted(keys, key=self._place))

    @property
    def stock(self) -> dict[int, int | None]:
        """The number of cards in play of each price; None where it is unknown."""
        stock: dict[int, int | None] = {}
        for key in self.all:
            held = stock.get(key.points, 0)
            stock[key.points] = None if held is None or key.limit is None else held + key.limit
        return stock

    def _key(self, cards: list[Card], points: int) -> Key:
        if cards[0] == JOKER:
            return Key("JK", points, (JOKER,), self.pack.jokers)
        limit = None if self.pack.copies is None else len(cards) * self.pack.copies
        cards.sort(key=lambda card: (self.ladder.index(card.rank), self.pack.suits.index(card.suit)))
        faces = tuple(self._faces(cards))
        return Key(str(cards[0]) if faces[0].suits else cards[0].rank, points, tuple(cards), limit, faces)

    def _faces(self, cards: list[Card]) -> Iterator[Faces]:
        """Yield the labels of a key: adjacent ranks with the same suits form one label."""
        suits = {rank: "".join(card.suit for card in cards if card.rank == rank) for rank in self.ladder}
        shown = {rank: "" if held == self.pack.suits else held for rank, held in suits.items() if held}
        for same, ranks in groupby(suits, key=shown.get):
            if same is not None:
                yield Faces(tuple(ranks), same)

    def _place(self, key: Key) -> tuple[int, int]:
        if key.code == "JK":
            return (len(self.ladder), 0)
        highest = len(self.ladder) - 1 - self.ladder[::-1].index(key.cards[0].rank)
        return (highest, key.points)

    @cached_property
    def _spellings(self) -> Mapping[str, Key]:
        return {text: key for key in self.all for text in key.reads}

    @property
    def examples(self) -> list[str]:
        """A few cards in the notation that this pad reads."""
        return [token for token in ("7", "K", "AS", "JK") if token in self._spellings]

    def read(self, text: str) -> tuple[str, ...]:
        """Return the hand that a text such as "7 7 K AS JK" names, in capitals and in the order of the keys.

        Raises: Unreadable: for a word that is not a card, or for more than 120 cards.
        """
        check_text(text)
        words = normalised(text).replace(",", " ").split()
        tokens = tuple(map(self.pack.spelled, words))
        for token in tokens:
            self.key(token)
        if len(tokens) > 120:
            raise Unreadable(Text(N_("{count} cards are more than any hand holds"), count=len(tokens)))
        return tuple(sorted(tokens, key=lambda token: (self.all.index(self._spellings[token]), token)))

    def key(self, token: str) -> Key:
        """Return the key of a card, or of a rank whose suit does not matter.

        Raises: Unreadable: if the token is not a card, or if its rank needs a suit.
        """
        if token in self._spellings:
            return self._spellings[token]
        if token in self.ladder:
            raise Unreadable(Text(N_("“{value}” needs a suit: the two colours have different points"), value=token))
        message = N_("“{value}” is not a card; cards look like {cards}")
        raise Unreadable(Text(message, value=token[:40], cards=Listed(self.examples)))

    def tally(self, tokens: Iterable[str]) -> Counter[str]:
        """Return the number of cards of each key, by the key's code."""
        return Counter(self.key(token).code for token in tokens)

    def points(self, tokens: Iterable[str]) -> int:
        """Return the penalty of a hand, in points."""
        return sum(self.key(token).points for token in tokens)

    def used_up(self, tokens: Iterable[str]) -> list[Key]:
        """Return the keys of which more cards are given than are in play."""
        tokens = list(tokens)
        tally = self.tally(tokens)
        return [key for key in self.all if key.limit is not None and tally[key.code] > key.limit]


def some_hand(points: int, sizes: Iterable[int], stock: Mapping[int, int | None]) -> bool:
    """Return whether a hand of one of these sizes can have these points; `stock` counts the cards of each price."""
    sizes, below = frozenset(sizes), -min([0, *stock])
    by_size = _sums(max(sizes, default=0), tuple(sorted(stock.items())), below)
    return any(points + size * below >= 0 and by_size[size] >> points + size * below & 1 for size in sizes)


@lru_cache(maxsize=64)
def _sums(most: int, stock: tuple[tuple[int, int | None], ...], below: int) -> tuple[int, ...]:
    """Return, for each number of cards, the sums they can have, as bits; each card counts `below` points more."""
    by_size = [1] + [0] * most
    for price, limit in stock:
        for size in range(most, 0, -1):
            for count in range(1, min(size, most if limit is None else limit) + 1):
                by_size[size] |= by_size[size - count] << (price + below) * count
    return tuple(by_size)
