"""The parts of a game: its deals, laws of melds, words, and arranged hands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.rules.cards import Card
from companion.rules.text import N_, Capital, Label, Listed, Number, Text

Seating = tuple[int, ...]  # seats clockwise; a seat is a person and keeps its number


@dataclass(frozen=True)
class Deal:
    """One deal: its number of cards for each player, its contract, and its wild ranks."""

    number: int
    cards: int
    label: str  # label: 3-3-4, or the wild rank
    description: Text  # the contract or the wild rank in words
    groups: tuple[int, ...] = ()  # least number of cards of each group in the contract
    runs: tuple[int, ...] = ()
    wild: frozenset[str] = frozenset()
    guessed: bool = False  # the sources do not name the wild rank; the rulebook's is assumed
    bonus: bool = False  # played only between players who tie


@dataclass(frozen=True)
class MeldLaw:
    """The law of a group or of a run."""

    size: int  # least number of cards
    least_naturals: int = 0
    wilds_apart: bool = False  # no two wild cards side by side
    half_natural: bool = False  # never more wild cards than naturals


@dataclass(frozen=True)
class Words:
    """The table's words for things, as whole phrases, since each language builds them in its own way."""

    deals: Label  # "nine deals"
    deal: str = N_("Deal {n}")
    deals_played: str = N_("{n} of {total} deals played")
    deal_over: str = N_("Deal over")
    play: str = N_("Play deal {n}")
    last_deal: str = N_("{points} last deal")
    out_last_deal: str = N_("out last deal")
    group: str = N_("group")
    run: str = N_("run")
    groups: str = N_("groups")
    runs: str = N_("runs")
    group_count: Text = Text(N_("{number} group"), N_("{number} groups"))
    run_count: Text = Text(N_("{number} run"), N_("{number} runs"))
    wild: str = N_("wild card")
    wilds: str = N_("wild cards")
    lay_off: str = N_("lay off")
    laid_off: str = N_("laid off")
    laying_off: str = N_("laying off")
    call: str = N_("buy")
    calls: str = N_("buys")
    called: str = N_("bought")
    kinds: Mapping[str, str] = field(default_factory=lambda: {"group": N_("a group"), "run": N_("a run")})  # in answers
    kind_names: Mapping[str, str] = field(default_factory=lambda: {"group": "group", "run": "run"})  # in questions
    label_heading: str = ""  # heading of the column of contracts or wild ranks
    column: str = N_("Deal")  # heading of the column of deals
    bonus: str = N_("Bonus round")  # a deal between the players who tie
    bonus_won: str = N_("won in the bonus round")
    tie: str = N_("Players who tie for the lowest total share the win.")

    def text(self, message: str, plural: str = "", **values: Any) -> Text:
        """Return a sentence that names some of these words as {group}, {lay_off} … or, to begin with, {Group}."""
        words: dict[str, Text | Capital] = {word: Text(getattr(self, word)) for word in SPOKEN}
        words |= {word.capitalize(): Capital(Text(getattr(self, word))) for word in SPOKEN}
        named = {name: word for name, word in words.items() if f"{{{name}}}" in message + plural}
        return Text(message, plural, **named, **values)

    def counted(self, groups: int, runs: int) -> Listed:
        """Return these numbers of groups and runs in words; zero is left out."""
        counts = ((self.group_count, groups), (self.run_count, runs))
        return Listed(counted(words, count) for words, count in counts if count > 0)


def counted(words: Text, count: int, **values: Any) -> Text:
    """Return a number of things in words, as {count} or as a spelled {number}."""
    return Text(words.message, words.plural, count=count, number=Number(count), **values)


SPOKEN = "group groups run runs wild wilds lay_off laid_off laying_off call calls called".split()


@dataclass(frozen=True)
class Arrangement:
    """A hand in melds, given as positions in the hand, with the cards left over and their points."""

    points: int
    melds: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    stands_for: Mapping[int, Card] = field(default_factory=dict)


def following(seat: int, before: Seating, now: Seating) -> int:
    """Return the seat to the left of that one, among those now at the table."""
    if seat in now:
        return now[(now.index(seat) + 1) % len(now)]
    place = before.index(seat)
    return next(other for other in (*before[place + 1 :], *before[:place]) if other in now)


def dealing_seat(first: int, deals: Sequence[tuple[Seating, Seating]]) -> int:
    """Return the seat that deals the last of these deals, each given by its chairs and by the seats that play it.

    The deal passes clockwise from the first dealer. An empty chair keeps its turn: the player to its left deals.
    """
    seat, (chairs, playing) = first, deals[0]
    if seat not in playing:
        seat = following(seat, chairs, playing)
    for chairs, playing in deals[1:]:
        seat = following(seat, chairs, playing)
    return seat
