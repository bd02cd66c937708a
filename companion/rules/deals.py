"""What a game is made of: its deals, what the table calls things, and what a question must know of a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.rules.cards import Pack
from companion.rules.text import N_


@dataclass(frozen=True)
class Deal:
    """One dealing of the cards: how many each, what must be laid down, and which ranks are wild."""

    number: int
    cards: int
    short: str  # 3-3-4, or the wild rank
    spoken: str  # the same in words, for the translators
    groups: int = 0
    runs: int = 0
    wild: frozenset[str] = frozenset()
    guessed: bool = False  # the sources do not name the wild rank: it is this house's guess
    bonus: bool = False  # played only between players who tie


@dataclass(frozen=True)
class Words:
    """What the table calls things, as whole phrases, since each language builds them its own way."""

    deal: str  # "Deal {n}"
    deals: str  # "nine deals"
    deals_played: str  # "{n} of {total} deals played"
    over: str  # "Deal over"
    play: str  # "Play deal {n}"
    last: str  # "{points} last deal"
    out_last: str  # "out last deal"
    group: str
    run: str
    kinds: Mapping[str, str] = field(default_factory=dict)  # how "It is: a run" ends, by the kinds that rulings name
    short: str = ""  # what heads the column of contracts or wild ranks
    column: str = N_("Deal")  # what heads the column of deals
    bonus: str = N_("Bonus round")  # a deal between those who tie
    bonus_won: str = N_("won in the bonus round")
    tie: str = N_("Equal lowest totals share the win.")


class Definition(Protocol):
    """What a field or an answer of a question must know of the game it is asked about."""

    @property
    def pack(self) -> Pack:
        """The cards in play."""

    @property
    def players(self) -> range:
        """How many may play."""

    @property
    def words(self) -> Words:
        """What the table calls things."""

    @property
    def last(self) -> int:
        """The number of the last deal there can be."""

    def deal(self, number: int) -> Deal:
        """The deal of that number."""
