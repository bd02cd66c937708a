"""The parts of a game: its deals, the words of its table, and the protocol that questions read it by."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.rules.cards import Pack
from companion.rules.text import N_


@dataclass(frozen=True)
class Deal:
    """One deal: its number of cards for each player, its contract, and its wild ranks."""

    number: int
    cards: int
    label: str  # label: 3-3-4, or the wild rank
    description: str  # description in words, for the translators
    groups: int = 0
    runs: int = 0
    wild: frozenset[str] = frozenset()
    guessed: bool = False  # the sources do not name the wild rank; this house chose it
    bonus: bool = False  # played only between players who tie


@dataclass(frozen=True)
class Words:
    """The table's words for things, as whole phrases, since each language builds them in its own way."""

    deal: str  # "Deal {n}"
    deals: str  # "nine deals"
    deals_played: str  # "{n} of {total} deals played"
    deal_over: str  # "Deal over"
    play: str  # "Play deal {n}"
    last_deal: str  # "{points} last deal"
    out_last_deal: str  # "out last deal"
    group: str
    run: str
    kinds: Mapping[str, str] = field(default_factory=dict)  # end of the sentence "It is: a run", by kind of meld
    label_heading: str = ""  # heading of the column of contracts or wild ranks
    column: str = N_("Deal")  # heading of the column of deals
    bonus: str = N_("Bonus round")  # a deal between the players who tie
    bonus_won: str = N_("won in the bonus round")
    tie: str = N_("Equal lowest totals share the win.")


class GameInfo(Protocol):
    """The properties of a game that a field or an answer of a question reads."""

    @property
    def pack(self) -> Pack:
        """The cards in play."""

    @property
    def players(self) -> range:
        """Numbers of players that the game is for."""

    @property
    def words(self) -> Words:
        """The table's words for things."""

    @property
    def last_deal_number(self) -> int:
        """The number of the last possible deal, the bonus deal included."""

    def deal(self, number: int) -> Deal:
        """Return the deal of that number."""
