"""Counting a hand: cards of one price are one key of the pad, and a hand is a tally of keys."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from companion.rules.cards import JOKER, SUIT_OF, Card, Pack, Unreadable, check_text, plain
from companion.rules.text import N_, Listed, Text
from companion.rules.typed import folded

MANY = 4  # ranks that are named one by one; of more, the first and the last


class Faces(NamedTuple):
    """Ranks that stand side by side on a key, and their suits where not all of them cost the same."""

    ranks: tuple[str, ...]
    suits: str = ""

    @property
    def label(self) -> str:
        """The ranks as they stand on the key: 7, 10 J Q K or 2–9."""
        return " ".join(self.ranks) if len(self.ranks) <= MANY else f"{self.ranks[0]}–{self.ranks[-1]}"


@dataclass(frozen=True)
class Key:
    """All cards of one price: the code it is written by, its penalty in points, and how many are in play."""

    code: str  # 7, 10 (for 10 J Q K), AH (for both red aces), JK
    points: int
    cards: tuple[Card, ...]
    limit: int | None  # cards of this key in play; None: nobody counts them
    faces: tuple[Faces, ...] = ()  # what stands on it, by the ladder; nothing on the joker's

    @property
    def several(self) -> bool:
        """Whether more than one rank stands on it."""
        return len({card.rank for card in self.cards}) > 1

    @property
    def drawn(self) -> bool:
        """Whether more than ranks is drawn on it: suits, or the joker's star."""
        return not self.faces or any(face.suits for face in self.faces)

    @property
    def label(self) -> str:
        """What stands on it in writing: 7, 10 J Q K, A♥♦, or nothing on the joker's."""
        return " ".join(face.label + "".join(SUIT_OF[suit].sign for suit in face.suits) for face in self.faces)

    @property
    def reads(self) -> tuple[str, ...]:
        """All that is read as a card of this key: ranks of which every suit is on it, and each card."""
        whole = [rank for face in self.faces if not face.suits for rank in face.ranks]
        return (*whole, *map(str, self.cards))


class Keys:
    """The keys of one game's pad, and how what people type is read by them."""

    def __init__(self, pack: Pack, ladder: tuple[str, ...], price: Callable[[Card], int]):
        self.pack, self.ladder, self.price = pack, ladder, price

    def __iter__(self) -> Iterator[Key]:
        return iter(self.all)

    @cached_property
    def all(self) -> tuple[Key, ...]:
        """Every key, each where its rank stands highest on the ladder; jokers last."""
        by_price: dict[tuple[int, bool], list[Card]] = {}
        for card in (*self.pack.cards, *([JOKER] if self.pack.jokers != 0 else [])):
            by_price.setdefault((self.price(card), card == JOKER), []).append(card)
        keys = [self._key(cards, points) for (points, _), cards in by_price.items()]
        return tuple(sorted(keys, key=self._place))

    def _key(self, cards: list[Card], points: int) -> Key:
        if cards[0] == JOKER:
            return Key("JK", points, (JOKER,), self.pack.jokers)
        limit = None if self.pack.copies is None else len(cards) * self.pack.copies
        cards.sort(key=lambda card: (self.ladder.index(card.rank), self.pack.suits.index(card.suit)))
        faces = tuple(self._faces(cards))
        return Key(str(cards[0]) if faces[0].suits else cards[0].rank, points, tuple(cards), limit, faces)

    def _faces(self, cards: list[Card]) -> Iterator[Faces]:
        """What stands on a key: ranks that follow one another with the same suits are one piece."""
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
        """A few cards as this pad takes them."""
        return [token for token in ("7", "K", "AS", "JK") if token in self._spellings]

    def read(self, text: str) -> tuple[str, ...]:
        """The hand that a text such as "7 7 K AS JK" names, in capitals; Unreadable names what is not one."""
        check_text(text)
        words = folded(text).replace(",", " ").split()
        tokens = tuple(token if token != "T" else "10" for token in map(plain, words))
        tokens = tuple("10" + t[1:] if t[:1] == "T" and len(t) == 2 else t for t in tokens)
        for token in tokens:
            self.key(token)
        if len(tokens) > 120:
            raise Unreadable(Text(N_("{count} cards are more than any hand holds"), count=len(tokens)))
        return tuple(sorted(tokens, key=lambda token: (self.all.index(self._spellings[token]), token)))

    def key(self, token: str) -> Key:
        """The key a card, or a rank whose suit does not matter, belongs to."""
        if token in self._spellings:
            return self._spellings[token]
        if token in self.ladder:
            raise Unreadable(Text(N_("“{value}” needs a suit, for the colours count differently"), value=token))
        message = N_("“{value}” is not a card; cards look like {cards}")
        raise Unreadable(Text(message, value=token[:40], cards=Listed(self.examples)))

    def tally(self, tokens: Iterable[str]) -> Counter[str]:
        """How many cards of each key, by the key's code."""
        return Counter(self.key(token).code for token in tokens)

    def points(self, tokens: Iterable[str]) -> int:
        """The penalty of a hand, in points."""
        return sum(self.key(token).points for token in tokens)

    def used_up(self, tokens: Iterable[str]) -> list[Key]:
        """The keys of which more cards are given than there are in play."""
        tokens = list(tokens)
        tally = self.tally(tokens)
        return [key for key in self.all if key.limit is not None and tally[key.code] > key.limit]
